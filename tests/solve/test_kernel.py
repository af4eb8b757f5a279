"""Compiled kernels are kept, and never older than what they were made from."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rowlock.solve import batch

ROOT = Path(batch.__file__).parents[2]

KERNEL = """
from rowlock.solve.kernel import kernel
from rowlock.solve.rate import RATE

@kernel
def priced(pieces: int) -> int:
    return pieces * RATE
"""

MADE_WITH_ANOTHER = """
from rowlock.solve.kernel import kernel

def price(rate):
    @kernel
    def times(pieces: int) -> int:
        return pieces * rate

    @kernel
    def priced(pieces: int) -> int:
        return times(pieces)

    return priced

priced, dear = price(1), price(10)
"""

ASK = """
import sys
from rowlock.solve.price import priced
print(priced(1), sum(priced.stats.cache_hits.values()), sys.modules["rowlock"].__file__)
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small Rowlock with one kernel, and a constant in another file."""
    solve = tmp_path / "rowlock" / "solve"
    solve.mkdir(parents=True)
    for name in (
        "__init__.py",
        *(f"solve/{part}.py" for part in ("__init__", "batch", "interrupts", "kernel", "shelf")),
    ):
        shutil.copy(ROOT / "rowlock" / name, tmp_path / "rowlock" / name)
    (solve / "price.py").write_text(KERNEL)
    (solve / "rate.py").write_text("RATE = 1\n")
    return tmp_path


def ask(house: Path, code: str = ASK, **environment: str) -> tuple[list[str], str]:
    """What one piece costs, how many kernels were found on disk, and where; and what was said about it."""
    known = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**known, "PYTHONPATH": str(house), **environment},
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def test_a_changed_constant_in_another_file_counts(house: Path) -> None:
    assert ask(house)[0] == ["1", "0", str(house / "rowlock" / "__init__.py")]
    assert ask(house)[0][:2] == ["1", "1"]
    (house / "rowlock" / "solve" / "rate.py").write_text("RATE = 100\n")
    assert ask(house)[0][:2] == ["100", "0"]


def test_the_date_of_a_file_does_not_count(house: Path) -> None:
    ask(house)
    os.utime(house / "rowlock" / "solve" / "price.py", (0, 0))
    assert ask(house)[0][:2] == ["1", "1"]


def test_a_kernel_made_with_another_is_found_again(house: Path) -> None:
    """Once each process compiled its own, and kept it beside all the others."""
    (house / "rowlock" / "solve" / "price.py").write_text(MADE_WITH_ANOTHER)
    twice = ASK.replace("priced(1)", "priced(1) + dear(1)")
    assert ask(house, f"from rowlock.solve.price import dear\n{twice}")[0][:2] == ["11", "0"]
    assert ask(house, f"from rowlock.solve.price import dear\n{twice}")[0][:2] == ["11", "1"]


def test_processes_that_compile_for_different_types_do_not_mix_them_up(house: Path) -> None:
    """numba writes its index without a lock: of two at the same time one's was lost, or it found the other's code."""
    slowly = """
import time
from numba.core.caching import IndexDataCacheFile as File
write = File._save_index
File._save_index = lambda *given: time.sleep(2) or write(*given)
"""
    with ThreadPoolExecutor() as threads:
        kinds = ("int", "float")
        list(
            threads.map(
                lambda kind: ask(house, slowly + ASK.replace("priced(1)", f"priced({kind}(1))")), kinds
            )
        )
    assert ask(house)[0][:2] == ["1", "1"]
    assert ask(house, ASK.replace("priced(1)", "priced(1.0)"))[0][:2] == ["1.0", "1"]


def test_where_nothing_can_be_written_it_is_said_once(house: Path) -> None:
    (house / "rowlock" / "solve" / "__pycache__").write_text("in the way")
    nowhere = str(house / "rowlock" / "__init__.py" / "below-a-file")
    code = f"import tempfile; tempfile.tempdir = {nowhere!r}\n{ASK}"
    (price, hits, _), said = ask(house, code, HOME=nowhere, XDG_CACHE_HOME=nowhere, CACHE_DIRECTORY=nowhere)
    assert (price, hits) == ("1", "0")
    assert len(said.splitlines()) == 1
    assert "every start takes some 20 s longer" in said


def test_what_others_compile_goes_where_they_wish(house: Path) -> None:
    code = "import numba; numba.config.CACHE_DIR = 'theirs'; import rowlock.solve.price; print(numba.config.CACHE_DIR)"
    assert ask(house, code)[0] == ["theirs"]


def test_kernels_are_made_from_what_they_import_and_from_nothing_else() -> None:
    names = {path.relative_to(ROOT / "rowlock").as_posix() for path in batch.kernel_sources(ROOT)}
    assert {"bots/quixo/net.py", "bots/quixo/patterns.py", "solve/quixo/layout.py", "rules/board.py"} <= names
    assert not names & {"cli.py", "bots/arena.py", "solve/quixo/command.py"}
