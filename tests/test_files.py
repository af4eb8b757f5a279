"""Files are written whole, where they are meant to go."""

import os
import threading
from pathlib import Path

import pytest

from rowlock import files
from rowlock.complaint import BadInput
from rowlock.rules.layouts import MIXED_COLOURS, layout_of


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("before")
    (tmp_path / "link").symlink_to("real")
    files.write(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "after"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_pipe_stays_one(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    files.write(pipe, b"sheets")
    reader.join()
    assert heard == [b"sheets"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("path", ["", ".", "/"])
def test_a_folder_is_no_file(path: str) -> None:
    with pytest.raises(IsADirectoryError):
        files.write(Path(path), "text")


def test_an_empty_word_is_none(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_text("\n")
    assert files.read_word("classic", "--layout", str) == "classic"
    for given in (str(empty), ""):
        with pytest.raises(BadInput, match="there is nothing in it"):
            files.read_word(given, "--layout", str)


@pytest.mark.parametrize(
    "text, problem",
    [
        ("r2 r3\n", "{}:1:1: a row has 11 cells, not 2"),
        (
            "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12\nx1 y2\n",
            "{}:2:1: a cell is a colour of rygb and 2 to 12, not 'x1'",
        ),
        ("chess\n", "{}: a layout is classic, mixed-colours, "),
    ],
)
def test_a_fault_in_a_file_is_told_with_its_place(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "sheet.txt"
    file.write_text(text)
    with pytest.raises(BadInput) as told:
        files.read_word(str(file), "--layout", layout_of)
    assert str(told.value).startswith(problem.format(file))
    with pytest.raises(BadInput, match=r"^--layout: a row has 11 cells, not 2$"):
        files.read_word("r2 r3", "--layout", layout_of)
    file.write_text("mixed-colours\n")
    assert files.read_word(str(file), "--layout", layout_of) == MIXED_COLOURS
