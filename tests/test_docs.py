"""Every example in README.md and docs/ is run, and must print what the page says it prints.

Two kinds of fenced blocks are examples:

- `python` blocks with `>>>` prompts. The blocks of one page share their variables.
- `console` blocks with `$ rowlock ...` lines: the command runs, and the lines below it, up to the next `$`,
  are its output. `rowlock` may also stand behind a pipe: `$ echo quit | rowlock ...`. Other commands, such as
  `$ make run`, are for the reader only.

They run in a temporary folder that holds a copy of docs/examples/. `...` stands for any text, as in doctest.

And no page leads nowhere: links, scripts that a page names, and sentences have an end.
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

import platformdirs
import pytest

from docs.house import ROOMS, house
from docs.reference import reference

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
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
        "XDG_CACHE_HOME": str(platformdirs.user_cache_path()),  # nobody solves twice what is solved
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
        timeout=240,
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


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.long if page == "docs/api.md" else ())
        for page in sorted({block.page for block in all_blocks("python")})
    ],
)
def test_python(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr("rowlock.server.desk.KINDNESS", 0)  # or a review waits for all the other tests
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


OTHER_PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
WORDS_IN_A_SENTENCE = 70


def prose(path: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """The names under which the headings of a page can be reached, as forges make them."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    names = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    return {f"{name}-{same}" if (same := names[:i].count(name)) else name for i, name in enumerate(names)}


def dead_links(path: Path) -> list[str]:
    """The links of a page, within the project, that lead nowhere."""
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", prose(path)):
        target, _, anchor = (link[0] or link[1]).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        there = (path.parent / target).resolve() if target else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            dead.append(link[0] or link[1])
    return dead


def lost_scripts(text: str) -> list[str]:
    """The benches and training scripts that a text tells the reader to run, but that are not there."""
    names = re.findall(r"python -m (bench [a-z_.]+|training\.[a-z_.]+)", text)
    files = [name.rstrip(".").replace(" ", ".").replace(".", "/") + ".py" for name in names]
    return [name for name in files if not (ROOT / name).is_file()] + re.findall(
        r"python (?:bench|training)/\S+", text
    )


def long_sentences(text: str) -> list[str]:
    """Sentences that nobody reads to their end. Rows of a table and items of a list are texts of their own."""
    texts = re.split(r"\n\s*\n|\n *\||\n *- |\n *\d+\. ", text)
    sentences = [sentence for part in texts for sentence in re.split(r"(?<=[.!?])\s", part)]
    return [sentence for sentence in sentences if len(sentence.split()) > WORDS_IN_A_SENTENCE]


@pytest.mark.parametrize("path", [*PAGES, *OTHER_PAGES], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_leads_nowhere(path: Path) -> None:
    assert not dead_links(path)
    assert not lost_scripts(path.read_text(encoding="utf-8"))
    assert not long_sentences(prose(path))


def test_what_docs_make_writes_is_up_to_date() -> None:
    """After a change of a public name or its docstring: python -m docs.make"""
    assert (ROOT / "docs" / "reference.md").read_text(encoding="utf-8") == reference()
    assert (ROOT / "docs" / "pictures" / "house.svg").read_text(encoding="utf-8") == house() + "\n"


def test_every_room_is_in_the_picture_of_the_house_and_in_its_table() -> None:
    rooms = {path.parent.name for path in (ROOT / "src" / "rowlock").glob("*/__init__.py")}
    assert rooms == set(ROOMS)
    table = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == rooms


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs").glob("*.md"):
        assert path.name == "README.md" or f"({path.name})" in index, path.name


def git(*arguments: str) -> str | None:
    """What git says, if it has something to say here."""
    if shutil.which("git") is None:
        return None
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def lost_revisions(text: str) -> list[str]:
    """The revisions that a text names, but that are not in the history."""
    named = re.findall(r"\b(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7}\b", text)
    return [name for name in named if git("merge-base", "--is-ancestor", name, "HEAD") is None]


@pytest.mark.nightly  # red where a history was written anew, which is no fault of a change
@pytest.mark.skipif(
    git("rev-parse", "--is-shallow-repository") != "false", reason="the whole history is not here"
)
def test_every_revision_that_is_named_is_there() -> None:
    for path in [*PAGES, *OTHER_PAGES]:
        assert not lost_revisions(path.read_text(encoding="utf-8")), path
    assert lost_revisions("at revision 0a0a0a0, of 3018100") == ["0a0a0a0"]


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

    def test_dead_ends(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text("# A page\n[here](#a-page) [away](#b) [lost](lost.md) [web](https://example.org/x)\n")
        assert dead_links(page) == ["#b", "lost.md"]
        assert lost_scripts("`python -m bench rules`, `python -m bench nothing`") == ["bench/nothing.py"]
        assert lost_scripts("`python bench/rules.py`") == ["python bench/rules.py`"]
        assert long_sentences("word " * (WORDS_IN_A_SENTENCE + 1))
        assert not long_sentences("Some words. " * WORDS_IN_A_SENTENCE)
