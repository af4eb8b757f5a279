"""Every example in README.md and docs/ is run, and must print what the page says it prints.

Two kinds of fenced blocks are examples:

- `python` blocks with `>>>` prompts. The blocks of one page share their variables.
- `console` blocks with `$ rowlock ...` lines: the command runs, and the lines below it, up to the next `$`,
  are its output. `rowlock` may also stand behind a pipe: `$ echo quit | rowlock ...`. Other commands, such as
  `$ make run`, are for the reader only.

They run in a temporary folder that holds a copy of docs/examples/. `...` stands for any text, as in doctest.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CHECKER = doctest.OutputChecker()


class Block(NamedTuple):
    page: str
    line: int
    """Where the first line inside the fence stands, from 1."""
    language: str
    lines: list[str]


def blocks_of(page: str, text: str) -> Iterator[Block]:
    block: Block | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        fence = re.match(r"```(\w*)", line)
        if block is None:
            if fence:
                block = Block(page, number + 1, fence[1], [])
        elif fence:
            yield block
            block = None
        else:
            block.lines.append(line)
    if block is not None:
        raise ValueError(f"{page}:{block.line - 1}: this block has no end")


class Command(NamedTuple):
    line: int
    command: str
    output: str


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block that are examples, each with the output that it must have."""
    commands: list[Command] = []
    for number, line in enumerate(block.lines, start=block.line):
        if line.startswith("$ "):
            commands.append(Command(number, line[2:], ""))
        elif commands:
            commands[-1] = commands[-1]._replace(output=commands[-1].output + line + "\n")
    return [command for command in commands if re.search(r"(^|\| *)rowlock\b", command.command)]


def run(command: str, folder: Path) -> str:
    """What a user with a plain English terminal, 80 columns wide, would see."""
    environment = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.defpath]),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return done.stdout.decode("utf-8")


def without_trailing_space(text: str) -> str:
    return "".join(line.rstrip() + "\n" for line in text.rstrip().splitlines())


def complaint(block: Block, folder: Path) -> str | None:
    """Run the commands of a block one after the other; what is wrong with the first that differs?"""
    for line, command, output in commands_of(block):
        expected = without_trailing_space(output)
        got = without_trailing_space(run(command, folder))
        if not CHECKER.check_output(expected, got, doctest.ELLIPSIS):
            return f"{block.page}:{line}: $ {command}\nthe page says:\n{expected}\nbut it prints:\n{got}"
    return None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    examples = ROOT / "docs" / "examples"
    if examples.is_dir():
        shutil.copytree(examples, tmp_path, dirs_exist_ok=True)
    return tmp_path


def all_blocks(language: str) -> list[Block]:
    pages = [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in PAGES]
    return [block for page, text in pages for block in blocks_of(page, text) if block.language == language]


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=f"{block.page}:{block.line}")
        for block in all_blocks("console")
        if commands_of(block)
    ],
)
def test_console(block: Block, folder: Path) -> None:
    wrong = complaint(block, folder)
    if wrong:
        pytest.fail(wrong, pytrace=False)


@pytest.mark.parametrize("page", sorted({block.page for block in all_blocks("python")}))
def test_python(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    wrong = python_complaint(page, [block for block in all_blocks("python") if block.page == page])
    if wrong:
        pytest.fail(wrong, pytrace=False)


def python_complaint(page: str, blocks: list[Block]) -> str | None:
    # Each block gets as many empty lines in front as it takes to make the line numbers those of the page.
    source = ""
    for block in blocks:
        source += "\n" * (block.line - 1 - source.count("\n")) + "\n".join(block.lines) + "\n"
    examples = doctest.DocTestParser().get_doctest(source, {}, page, page, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=said.append)
    return "".join(said) or None


class TestTheChecksThemselves:
    """A check that cannot fail proves nothing."""

    PAGE = "\n".join(
        [
            "Text.",
            "```console",
            "$ make run",
            "not run",
            "$ rowlock --version",
            "rowlock ...",
            "$ rowlock --version | tr a-z A-Z",
            "WRONG",
            "```",
            "```python",
            ">>> 1 + 1",
            "3",
            "```",
        ]
    )

    def test_console(self, tmp_path: Path) -> None:
        console, _ = blocks_of("page.md", self.PAGE)
        assert [command.line for command in commands_of(console)] == [5, 7]
        wrong = complaint(console, tmp_path)
        assert wrong is not None
        assert wrong.startswith("page.md:7: $ rowlock --version | tr a-z A-Z\nthe page says:\nWRONG\n")
        assert "ROWLOCK" in wrong

    def test_python(self) -> None:
        _, python = blocks_of("page.md", self.PAGE)
        wrong = python_complaint("page.md", [python])
        assert wrong is not None
        assert 'File "page.md", line 11' in wrong
