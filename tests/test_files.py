"""Files are written whole, where they are meant to go."""

import os
import threading
from pathlib import Path

import pytest

from rowlock import files
from rowlock.complaint import BadInput


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
    assert files.read_word("classic") == "classic"
    for given in (str(empty), ""):
        with pytest.raises(BadInput, match="there is nothing in it"):
            files.read_word(given)
