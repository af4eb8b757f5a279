import pytest

from rowlock import __version__
from rowlock.cli import main


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--version"])
    assert exit_.value.code == 0
    assert capsys.readouterr().out == f"rowlock {__version__}\n"


def test_bad_input_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--no-such-option"])
    assert exit_.value.code == 2
    assert "--no-such-option" in capsys.readouterr().err
