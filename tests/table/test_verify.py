"""`rowlock verify`: the dice of a record against what was committed to."""

from pathlib import Path

import pytest

from rowlock.cli import main

FAIR = Path(__file__).parents[2] / "docs" / "examples" / "fair.rlk"


def test_an_honest_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(FAIR)]) == 0
    said = capsys.readouterr()
    assert said.out == "13 rolls follow from the secret that was committed to; so does who began\n"
    assert said.err == ""


@pytest.mark.parametrize(
    "old, new, problem",
    [
        ("13. 331654", "13. 331655", "roll 13 should be 331654, not 331655"),
        ("four-leaf-clover", "three-leaf-clover", "roll 1 should be "),
        ('[DiceSecret "9f', '[DiceSecret "8f', "the opened secret is not the one that was committed to"),
        ('[DiceSecret "9f', '[DiceSecret "xx', "DiceSecret is not a number in hex"),
        ("[DiceSecret ", "[Secret ", "this record has no dice commitment, or its secret is not opened yet"),
        ("1. 561422 | r11", "1. 561422 | r10", "11:13: 'r10' is illegal for seat 1 (not-the-white-sum)"),
    ],
)
def test_a_forged_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, problem: str
) -> None:
    text = FAIR.read_text(encoding="utf-8")
    assert text.count(old) == 1
    forged = tmp_path / "forged.rlk"
    forged.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["verify", str(forged)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"rowlock: {forged}:")
    assert problem in said.err
    assert said.err.count("\n") == 1


def test_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"rowlock: {tmp_path / 'none'}: No such file or directory\n"
