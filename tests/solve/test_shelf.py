"""What is made once: found again, shared, put where there is room, and cleared away."""

import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from rowlock.solve import shelf

VERSION = "0123456789abcdef"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all places for shelves."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(shelf, "HERE", tmp_path / "here")
    monkeypatch.setenv("CACHE_DIRECTORY", f"{tmp_path / 'service'}:{tmp_path / 'other'}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def forbid(monkeypatch: pytest.MonkeyPatch, *places: Path) -> None:
    """From now on nothing can be written below these."""
    mkdir, is_writable = Path.mkdir, shelf._is_writable

    def refuse(self: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        if any(place in self.parents for place in places):
            raise PermissionError(self)
        mkdir(self, mode, parents, exist_ok)

    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr(
        shelf, "_is_writable", lambda path: is_writable(path) and not set(places) & set(path.parents)
    )


def test_the_next_best_place(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for _ in range(5):
        folder = shelf.folder("things", VERSION)
        found.append(folder and folder.parent.relative_to(places).parts[0])
        if folder:
            forbid(monkeypatch, folder.parent)
    temporary = f"rowlock-{os.getuid()}" if hasattr(os, "getuid") else "rowlock"
    assert found == ["here", "service", "user", temporary, None]


def test_what_lies_on_a_shelf_to_read_only_is_taken_along(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = shelf.folder("things", VERSION)
    assert first
    (first / "thing").write_text("ready")
    forbid(monkeypatch, places / "here")
    second = shelf.folder("things", VERSION)
    assert second == places / "service" / first.name
    assert (second / "thing").read_text() == "ready"
    (second / "thing").write_text("used")
    assert shelf.folder("things", VERSION) == second
    assert (second / "thing").read_text() == "used"


def test_arrays_are_made_once_and_mapped(places: Path) -> None:
    made = []

    def make() -> dict[str, np.ndarray[tuple[int], np.dtype[np.int64]]]:
        made.append(1)
        return {"squares": np.arange(5) ** 2}

    for _ in range(2):
        squares = shelf.arrays("squares", VERSION, make)["squares"]
        assert squares.tolist() == [0, 1, 4, 9, 16]
        assert type(squares) is np.ndarray
        assert squares.ctypes.data % 64 == 0
        assert squares.flags.writeable  # so kernels are the same for those that aren't mapped
        squares[0] = 7  # for this process alone
    assert made == [1]
    assert [path.name for path in (places / "here").iterdir()] == [f"squares-{VERSION}"]


def test_arrays_where_nothing_can_be_written(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid(monkeypatch, *places.parents)
    assert shelf.arrays("squares", VERSION, lambda: {"squares": np.arange(3)})["squares"].tolist() == [
        0,
        1,
        2,
    ]


def test_a_full_disk_leaves_no_half_of_a_thing(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: Path, array: object) -> None:
        file.write_text(str(array)[:2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    assert shelf.arrays("squares", VERSION, lambda: {"squares": np.arange(3)})["squares"].tolist() == [
        0,
        1,
        2,
    ]
    assert not list((places / "here").iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="each user has temporary files of their own")
def test_a_folder_that_others_may_write_is_not_believed(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(monkeypatch, places / "here", places / "service", places / "user")
    own = places / f"rowlock-{os.getuid()}"
    own.mkdir()
    own.chmod(0o777)
    (own / f"things-{VERSION}").mkdir()
    assert shelf.folder("things", VERSION) is None


def test_old_things_are_cleared_away(places: Path) -> None:
    here, now = places / "here", time.time()
    for number, days in enumerate([40, 3, 0.5, 2, 0.1, 30]):
        (here / f"things-{number:016}").mkdir(parents=True)
        os.utime(here / f"things-{number:016}", (now - 86400 * days,) * 2)
    for name in ("things-of-somebody", "other-0123456789abcdef"):
        (here / name).mkdir()
        os.utime(here / name, (0, 0))
    shelf.folder("things", VERSION)
    left = {path.name for path in here.iterdir()}
    kept = {f"things-{number:016}" for number in (2, 4)}
    assert left == {*kept, f"things-{VERSION}", "things-of-somebody", "other-0123456789abcdef"}


def test_another_source_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").write_text("two")
    files = [tmp_path / "a", tmp_path / "b"]
    before = shelf.version_of(files, "fact")
    assert shelf.version_of(files, "fact") == before
    assert shelf.version_of(files, "other") != before
    (tmp_path / "b").write_text("three")
    assert shelf.version_of(files, "fact") != before


@pytest.mark.skipif(sys.platform != "linux", reason="others keep what they have read")
@pytest.mark.usefixtures("places")
def test_what_was_read_is_given_back_and_found_again() -> None:
    many = np.arange(4_000_000)
    found = shelf.arrays("many", VERSION, lambda: {"numbers": many})["numbers"]
    assert found.sum() == many.sum()
    before = _resident()
    shelf.give_back()
    assert before - _resident() > 20_000_000
    assert (found == many).all()


def _resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
