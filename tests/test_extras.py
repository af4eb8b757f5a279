"""`pip install rowlock` is enough for rules, records and the terminal; what needs more says so in one line."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rowlock.cli import PARTS

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PLAY = "rowlock: the server needs one more part: pip install 'rowlock[play]'\n"
PADS = "rowlock: printing needs one more part: pip install 'rowlock[pads]'\n"
BRAINS = "rowlock: bots and solvers need one more part: pip install 'rowlock[brains]'\n"


def packages(extra: str) -> set[str]:
    """What an extra brings itself, by the names that are imported."""
    names = [re.split(r"[^\w-]", line)[0] for line in PROJECT["optional-dependencies"][extra]]
    return {name.replace("-", "_") for name in names if name != "rowlock"}


EXTRAS = ("play", "pads", "brains", "postgres", "push", "redis")
WITHOUT_EXTRAS = sorted(set[str]().union(*map(packages, EXTRAS)))


def rowlock(*arguments: str, without: list[str], home: Path) -> subprocess.CompletedProcess[str]:
    """The command where these packages are not installed."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({without!r}))"
    program = f"{hide}; from rowlock.cli import main; sys.exit(main())"
    environment = {"PATH": os.defpath, "HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        cwd=home,
        check=False,
        timeout=240,
    )


def test_the_lines_name_what_the_extras_bring() -> None:
    told = {extra: set(of) for line, of in PARTS.items() for extra in re.findall(r"rowlock\[(\w+)\]", line)}
    assert told == {extra: packages(extra) for extra in ("play", "pads", "brains")}


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "--version",
        "perft quixo --depth 4",
        "perft quixo4 --depth 2",
        f"replay {EXAMPLES}/qwixx.rlk",
        f"replay {EXAMPLES}/quixo4.rlk --json",
        f"verify {EXAMPLES}/fair.rlk",
        "play quixo --seats Ada;Boris",
        "play quixo --first 2",
        "play quixo4 --first 2",
        "play qwixx --first 2",
        "play qwixx --seats Ada;Boris;Vera",
        "puzzle quixo",
        "puzzle qwixx --json",
    ],
)
def test_enough_for_rules_records_and_the_terminal(command: str, tmp_path: Path) -> None:
    done = rowlock(*command.split(), without=WITHOUT_EXTRAS, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("command", ["", "serve", "doctor"])
def test_the_server_says_what_it_needs(command: str, tmp_path: Path) -> None:
    done = rowlock(*command.split(), without=WITHOUT_EXTRAS, home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", PLAY)


@pytest.mark.parametrize(
    "command",
    [
        "engine quixo",
        "engine quixo4",
        "engine qwixx",
        "arena quixo --seats easy,medium --games 2",
        "arena qwixx --seats easy,medium --games 2",
        "solve quixo --size 3",
        "solve qwixx",
    ],
)
def test_thinking_says_what_it_needs(command: str, tmp_path: Path) -> None:
    done = rowlock(*command.split(), without=WITHOUT_EXTRAS, home=tmp_path)
    assert (done.returncode, done.stderr) == (2, BRAINS)


def test_printing_says_what_it_needs(tmp_path: Path) -> None:
    for more in ([], ["--address", "http://here/pad"]):
        done = rowlock("pad", "--out", "pad.pdf", *more, without=WITHOUT_EXTRAS, home=tmp_path)
        assert (done.returncode, done.stderr) == (2, PADS)
        assert not list(tmp_path.glob("*.pdf"))


def test_a_bot_in_the_terminal_says_what_it_needs(tmp_path: Path) -> None:
    play = ["play", "quixo", "--seats", "bot hard; Ada", "--first", "1"]
    done = rowlock(*play, without=WITHOUT_EXTRAS, home=tmp_path)
    assert (done.returncode, done.stderr) == (2, BRAINS)


def test_what_is_no_extra_is_an_error_of_ours(tmp_path: Path) -> None:
    done = rowlock("play", "quixo", "--seats", "Ada; Boris", without=["rich"], home=tmp_path)
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr


def test_the_command_loads_no_extra_before_it_is_needed() -> None:
    program = "import sys, rowlock.cli; rowlock.cli._parser(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not set(WITHOUT_EXTRAS) & set(loaded.stdout.split())
