"""`rowlock pad`."""

from pathlib import Path

import pytest

from rowlock.cli import main

RECORD = str(Path(__file__).parents[2] / "docs" / "examples" / "qwixx.rlk")


def test_a_file_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pad.pdf"
    assert main(["pad", "--language", "he", "--paper", "A4", "--sheets", "2", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert main(["pad", "quixo", "--rules", "--ink", "--out", str(out)]) == 0
    assert main(["pad", "--record", RECORD, "--out", str(out)]) == 0
    assert capsys.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    "wrong, said",
    [
        (["--sheets", "7"], "a page has 1, 2, 3, 4, 6, 8 of them, not 7"),
        (["chess"], "there is a pad for qwixx"),
        (["quixo", "--record", RECORD], "this is a record of qwixx, not of quixo"),
        (["--record", "nowhere.rlk"], "nowhere.rlk: No such file"),
        (["--address", "x" * 201], "an address has at most 200 characters"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(
    wrong: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "pad.pdf"
    assert main(["pad", *wrong, "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())
    assert main(["pad", "--out", str(tmp_path / "no" / "pad.pdf")]) == 2
