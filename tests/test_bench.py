"""Every bench runs with tiny numbers: in `make nightly`, because all of them together take some minutes."""

import math
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bench import ratings
from bench.__main__ import benches
from bench.qwixx import side_by_side

ROOT = Path(__file__).parent.parent
TINY = {
    "bot_moves": "--seconds 0.1 --games quixo --levels easy",
    "chaos": "--faults 1 --seed 1 --kind garbage",
    "crash": "--kills 1 --seed 1",
    "hints": "--hints 1",
    "page": "--times 1",
    "page_bots": "quixo --games 2",
    "performance": "quixo --games 2 --nodes 100 --out {folder}/scale.json",
    "ratings": "quixo --games 2 --nodes 100 --out {folder}/scale.json",
    "rules": "--rounds 1 --seconds 0.01",
    "growth": "--finished 50 --clocked 20 --times 3",
    "server": "--tables 1,3 --seconds 0.5",
    "site": "--people 2000 --seconds 5",
    "sockets": "--tables 4 --step 2 --seconds 0.1",
    "start": "--pause 0 --seconds 1",
    "store": "--rounds 1 --seconds 0 --folder {folder}",
    "quixo.chart": "--out {folder}",
    "quixo.games": "{folder}/log --games 1 --won 1 --seconds 0.01",
    "quixo.gpu": "--size 3 --distances --check 1 --out {folder}/facts.json",
    "quixo.master": "--positions 1 --seconds 0.01",
    "quixo.signature": "",
    "quixo.speed": "--depth 3 --size 3",
    "quixo.traps": "--games 1 --nodes 300",
    "quixo.team_games": "--games 1 --seconds 0.01",
    "qwixx.charts": "--games 1000 --out {folder}",
    "qwixx.decisions": "--games 1",
    "qwixx.luck": "--games 2 --keep {folder}",
    "qwixx.lengths": "10",
    "qwixx.side_by_side": "10",
    "qwixx.solitaire": "1000",
    "qwixx.speed": "--part 0.002",
}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_alone_it_lists_them() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    listed = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert listed.keys() == TINY.keys()
    for name, line in listed.items():
        assert line[-1] in ".:", f"the first line of {name} is cut off: {line}"


def test_an_unknown_name_is_one_line() -> None:
    done = run("nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("there is no bench 'nonsense'; there are bot_moves, chaos, crash,")
    assert done.stderr.count("\n") == 1


def test_its_errors_name_the_command() -> None:
    done = run("rules", "--nonsense")
    assert done.returncode == 2
    assert "python -m bench rules: error: unrecognized arguments: --nonsense" in done.stderr


def test_the_simulator_beside_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """Once it could not be started at all."""
    side_by_side.main(["2", "3"])
    assert capsys.readouterr().out == "2 games with 3 seats: no difference\n"


def test_ratings_by_hand() -> None:
    """Who wins ten of eleven is 400 above; who never loses is far above, but not endlessly."""
    found = ratings.fit({("medium", "easy"): (999.5, 1099), ("hard", "medium"): (999.5, 1099)})
    assert {name: round(rating) for name, (rating, _) in found.items()} == {
        "easy": 1000,
        "medium": 1400,
        "hard": 1800,
    }
    error = 400 / math.log(10) / math.sqrt(1100 * 10 / 11 / 11)
    assert found["medium"][1] == pytest.approx(error)
    assert found["hard"][1] == pytest.approx(error * math.sqrt(2))
    found = ratings.fit({("medium", "easy"): (100, 100)})
    assert 1700 < found["medium"][0] < 2000


def test_the_docs_name_what_there_is() -> None:
    """Once they named a bench that could not be started, and an option that was gone."""
    found = 0
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"python (bench|training)/", text), f"{page.name} runs one by its file"
        for room, name, rest in re.findall(r"python -m (bench|training)[ .]([\w.]+)([^`\n]*)", text):
            module = ROOT.joinpath(room, *name.split(".")).with_suffix(".py")
            assert module.is_file(), f"{page.name} names python -m {room} {name}"
            for option in re.findall(r"--[\w-]+", rest.removesuffix("--help")):
                assert f'"{option}"' in module.read_text(), f"{page.name} names {option} of {room} {name}"
            found += 1
    assert found > 10


@pytest.mark.nightly
@pytest.mark.parametrize("name", benches())
def test_it_runs(name: str, tmp_path: Path) -> None:
    if name == "quixo.gpu":
        gpu = import_module("rowlock.solve.quixo.gpu")
        try:
            gpu.cupy()
        except gpu.NoCard as reason:
            pytest.skip(str(reason))
    done = run(name, *TINY[name].format(folder=tmp_path).split())
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.nightly
def test_the_chart_in_the_docs_is_the_one_that_is_drawn(tmp_path: Path) -> None:
    assert run("quixo.chart", "--out", str(tmp_path)).returncode == 0
    drawn = (tmp_path / "quixo-values.svg").read_bytes()
    assert drawn == (ROOT / "docs" / "quixo-values.svg").read_bytes()
