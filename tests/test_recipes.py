"""The recipes of CONTRIBUTING.md, followed to the letter: a game in a package of its own, and a language."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from babel import Locale

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLAIN = {"LANG": "C.UTF-8", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""English, and a pytest that starts at once."""


def recipe(title: str) -> str:
    """What stands below a heading."""
    return re.split(r"^## ", PAGE.partition(f"## {title}\n")[2], flags=re.MULTILINE)[0]


def run(command: str, folder: Path, told: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a shell that finds the tools of this environment first."""
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": tools, **PLAIN, **environment},
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_game(tmp_path: Path) -> None:
    """Nim, from its five files to a game in the terminal."""
    text = recipe("How to add a game")
    files = []
    for found in re.finditer(r"^ *```\w+\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE):
        # Where a file may have no comment, the text before it says its name.
        named = re.match(r" *# (nim-game/\S+)\n", found[1]) or re.search(
            r"`(nim-game/\S+\.json)`[^`]*$", text[: found.start()]
        )
        if named:
            files.append(named[1])
            (tmp_path / named[1]).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / named[1]).write_text(dedent(found[1]), encoding="utf-8")
    assert len(set(files)) == len(files) == 5

    # Beside Rowlock, but not into its environment, and made with the tools that are here.
    beside = {
        "PYTHONPATH": str(tmp_path / "beside"),
        "PIP_TARGET": str(tmp_path / "beside"),
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it the other way round
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    printed = {}
    for command, expected in re.findall(r"^\$ (.*)\n((?:[^$`].*\n)*)", text, re.MULTILINE):
        done = run(command, tmp_path, "3\n2\n1\n" * 9, **beside)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        assert expected in ("", done.stdout), command
        printed[command.split()[1]] = done.stdout
    assert list(printed) == ["install", "nim-game", "perft", "arena", "play"]
    assert "1 passed" in printed["nim-game"]
    master, *_ = re.findall(r"([\d.]+)% ±", printed["arena"])
    assert float(master) > 90
    assert "The last match is taken." in printed["play"]
    assert "how many matches do you take?" in printed["play"]


def test_a_language(tmp_path: Path) -> None:
    """Polish: it has other plural forms than English, and its script is not Cyrillic."""
    text = recipe("How to add a language").replace("CODE", "pl")
    copy, translate, offer, teach, prove = re.split(r"^\d\. ", text, flags=re.MULTILINE)[1:]
    unneeded = shutil.ignore_patterns("__pycache__", "data", "generated", "assets", "outside")
    for name in ("src/rowlock", "web/src", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=unneeded)
    for name in ("pyproject.toml", "web/screenshots.py", "web/manifests.ts"):
        shutil.copy(ROOT / name, tmp_path / name)

    copies = re.findall(r"`(src/\S+)`\s+to\s+`(src/\S+)`", copy)
    assert len(copies) == 2
    for english, polish in copies:
        shutil.copy(tmp_path / english, tmp_path / polish)
    assert complaints(tmp_path) == {
        "test_the_languages",
        "test_the_page_offers_every_language",
        "test_plural_forms[pl]",
        "test_texts_are_tidy[pl]",
    }

    assert "one form for each plural category" in translate
    for _, polish in copies:
        put_into_other_words(tmp_path / polish)
    page, manifests = re.findall(r"`(web/\S+\.ts)`", offer)
    change(tmp_path / page, "'ar'] as const", "'ar', 'pl'] as const")
    change(tmp_path / page, "  ar: 'العربية',\n", "  ar: 'العربية',\n  pl: 'Polski',\n")
    change(
        tmp_path / manifests,
        "import manifest from",
        "import pl from '../src/rowlock/locale/pl.json' with { type: 'json' }\nimport manifest from",
    )
    change(tmp_path / manifests, "ru, uk }", "ru, uk, pl }")
    catalogues, screenshots, learn = re.findall(r"`([a-z/_]+\.py)`", teach)
    change(tmp_path / catalogues, '"he", "ar"}', '"he", "ar", "pl"}')
    change(tmp_path / screenshots, '"bg", "he")', '"bg", "he", "pl")')
    assert "If its\n   script is not Cyrillic" in teach
    change(tmp_path / catalogues, '{"en": "LATIN", ', '{"en": "LATIN", "pl": "LATIN", ')
    change(tmp_path / learn, '"en": "a-zA-Z", ', '"en": "a-zA-Z", "pl": "a-zA-Z", ')

    assert "`make test`" in prove
    assert complaints(tmp_path) == set()
    played = run("rowlock play quixo --language pl", tmp_path, PYTHONPATH=str(tmp_path / "src"))
    assert "Ż: Goodbye" in played.stdout, played.stderr


def test_what_the_page_names_is_there() -> None:
    """With Quixo and English for NAME and CODE."""
    named = re.findall(r"`((?:src|tests|web|docs|requirements)/[\w./-]*)`", PAGE)
    for name in named:
        there = ROOT / name.replace("NAME", "quixo").replace("CODE", "en")
        assert there.exists(), name


def complaints(folder: Path) -> set[str]:
    """The tests of catalogues and of the page's texts that fail."""
    tests = "tests/locale tests/page/test_learn_texts.py"
    done = run(f"python -m pytest -q --tb=no --noconftest {tests}", folder, PYTHONPATH=str(folder / "src"))
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return set(re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE))


def put_into_other_words(path: Path) -> None:
    """What a translator does, as far as the tests can tell."""
    texts = json.loads(path.read_text(encoding="utf-8"))
    forms = sorted({*Locale("pl").plural_form.tags, "other"})
    for key, text in texts.items():
        if isinstance(text, dict):
            texts[key] = dict.fromkeys(forms, f"Ż: {text['other']}")
        elif key != "language.direction":
            texts[key] = f"Ż: {text}"
    path.write_text(json.dumps(texts, ensure_ascii=False, indent=2), encoding="utf-8")


def change(path: Path, old: str, new: str) -> None:
    """Does what a recipe says in the place that it names."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path} has no {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")
