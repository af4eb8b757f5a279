"""The texts of rules and lessons: every language says everything, and the page asks for all of it and nothing else."""

import json
import re
from pathlib import Path

import pytest

from rowlock.locale import FOLDER, LANGUAGES
from rowlock.rules.sheet import COLOURS
from tests.page.test_lessons import LESSONS, PAGES

SOURCE = Path(__file__).parents[2] / "web" / "src"
ALPHABET = {"en": "a-zA-Z", "he": "\u0590-\u05ff", "ar": "\u0600-\u06ff"}
ISOLATE, END = "\u2066", "\u2069"


def texts(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((FOLDER / "learn" / f"{language}.json").read_text(encoding="utf-8"))
    return loaded


ENGLISH = texts("en")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def test_the_same_languages() -> None:
    assert sorted(path.stem for path in (FOLDER / "learn").glob("*.json")) == sorted(LANGUAGES)


@each_language
def test_same_keys_in_the_same_order(language: str) -> None:
    assert list(texts(language)) == list(ENGLISH)


@each_language
def test_texts_are_tidy(language: str) -> None:
    for key, text in texts(language).items():
        assert text == " ".join(text.split()), key
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", ENGLISH[key])), key
        assert re.search(f"[{ALPHABET.get(language, 'Ѐ-ӿ')}]", text), f"{key} is not translated"
        if language != "en":
            assert text != ENGLISH[key], key


@each_language
def test_the_same_numbers(language: str) -> None:
    """A number that is written in digits is the same in every language."""
    for key, text in texts(language).items():
        assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", ENGLISH[key])), key


@pytest.mark.parametrize("language", ["ar", "he"])
def test_sums_run_from_left_to_right(language: str) -> None:
    for key, text in texts(language).items():
        for sum_ in re.findall(r"\d+ [+−] .*= \d+", text):
            assert f"{ISOLATE}{sum_}{END}" in text, key


def used() -> set[str]:
    """The keys that the components ask for by name, and those that pages and lessons stand for."""
    keys = set()
    for path in SOURCE.rglob("*.svelte"):
        keys |= set(re.findall(r"'((?:learn|rules)\.[a-z0-9.-]+)'", path.read_text(encoding="utf-8")))
    keys |= {f"learn.qwixx.cell.{colour}" for colour in COLOURS}
    keys |= {f"learn.qwixx.{step}.mixed" for step in ("colour", "gone.done")}
    for game, sections in PAGES.items():
        for section in sections:
            keys.add(f"rules.{game}.{section['id']}")
            for block in section["blocks"]:
                keys |= {
                    value for name, value in block.items() if isinstance(value, str) and name != "lesson"
                }
    for game, steps in LESSONS.items():
        keys.add(f"learn.play.{game}")
        for step in steps:
            keys.add(f"learn.{game}.{step['name']}")
            if "moves" in step:
                keys.add(f"learn.{game}.{step['name']}.done")
            keys |= {f"learn.wrong.{code}" for code in step.get("hints", ())}
    return keys | {"learn.roll", "learn.pass"}  # the button of a move that is no cell


def test_no_key_is_missing_or_unused() -> None:
    assert used() == set(ENGLISH)
