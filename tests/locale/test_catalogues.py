"""Every language says everything, with the same facts and all its plural forms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Literal, get_args, get_origin

import pytest
from babel import Locale

from rowlock.locale import LANGUAGES, Catalogue, Entry
from rowlock.rules.reasons import EndCode, ReasonCode, VerifyCode

SOURCE = Path(__file__).parents[2] / "src" / "rowlock"
PAGE = Path(__file__).parents[2] / "web" / "src"
ENGLISH = Catalogue.of("en").entries

each_language = pytest.mark.parametrize("language", LANGUAGES)


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def places(entry: Entry) -> set[str]:
    return {name for form in forms(entry) for _, name, _, _ in Formatter().parse(form) if name is not None}


def test_the_languages() -> None:
    assert set(LANGUAGES) == {"en", "ru", "uk", "bg", "he", "ar"}


def test_the_page_offers_every_language() -> None:
    offered = re.search(
        r"LANGUAGES = \[(.*)\] as const", (PAGE / "lib" / "i18n.svelte.ts").read_text(encoding="utf-8")
    )
    assert offered
    assert set(re.findall(r"\w+", offered[1])) == set(LANGUAGES)
    installed = re.search(
        r"Object\.entries\(\{(.*)\}\)", (PAGE.parent / "manifests.ts").read_text(encoding="utf-8")
    )
    assert installed
    assert set(re.findall(r"\w+", installed[1])) == set(LANGUAGES)


@each_language
def test_same_keys_in_the_same_order(language: str) -> None:
    assert list(Catalogue.of(language).entries) == list(ENGLISH)


@each_language
def test_same_places_for_facts(language: str) -> None:
    for key, entry in Catalogue.of(language).entries.items():
        assert places(entry) == places(ENGLISH[key]), key


@each_language
def test_plural_forms(language: str) -> None:
    wanted = {*Locale(language).plural_form.tags, "other"}
    for key, entry in Catalogue.of(language).entries.items():
        counts = not isinstance(ENGLISH[key], str)
        assert counts == isinstance(entry, dict), key
        if isinstance(entry, dict):
            assert set(entry) == wanted, key
            # "One point" may say its number in a word. A form that stands for many numbers shows it, if any does.
            shown = "{count}" in entry["other"]
            assert all(("{count}" in entry[form]) == shown for form in wanted - {"zero", "one", "two"}), key


@each_language
def test_direction(language: str) -> None:
    rtl = Locale(language).character_order == "right-to-left"
    assert Catalogue.of(language).right_to_left == rtl


@each_language
def test_texts_are_tidy(language: str) -> None:
    script = {"en": "LATIN", "he": "HEBREW", "ar": "ARABIC"}.get(language, "CYRILLIC")
    alphabet = {
        "LATIN": "a-zA-Z",
        "CYRILLIC": "\u0400-\u04ff",
        "HEBREW": "\u0590-\u05ff",
        "ARABIC": "\u0600-\u06ff",
    }
    for key, entry in Catalogue.of(language).entries.items():
        for form in forms(entry):
            assert form == form.strip(), key
            assert "  " not in form, key
            words = re.sub(r"\{\w+\}", "", form)
            if not key.startswith(("language.direction", "game.")):
                assert re.search(f"[{alphabet[script]}]", words), f"{key} is not translated"


def used() -> Iterator[tuple[str, bool]]:
    """The keys that the program asks for, and the beginnings of keys (True) that it puts together."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "text"
            ):
                match node.args:
                    case [ast.Constant(value=str(key)), *_]:
                        yield key, False
                    case [ast.JoinedStr(values=[ast.Constant(value=str(key)), *_]), *_]:
                        yield key, True

    for path in PAGE.rglob("*"):
        if path.suffix in (".svelte", ".ts"):
            for _, key in re.findall(r"\bt\(\s*(['`])(.*?)\1", path.read_text(encoding="utf-8")):
                beginning, put_together, _ = key.partition("${")
                yield beginning, bool(put_together)


def test_no_key_is_missing() -> None:
    for key, beginning in used():
        assert any(known.startswith(key) for known in ENGLISH) if beginning else key in ENGLISH, key


def test_no_key_is_unused() -> None:
    asked = list(used())
    for known in ENGLISH:
        if not known.startswith("language."):
            assert any(known.startswith(key) if start else known == key for key, start in asked), known


KINDS = ("reason", "outcome")
REASONS_OF_THE_PAGE = {"unknown", "offline"}
OF_GAMES_FROM_OUTSIDE = {"any"}


@each_language
def test_every_code_has_a_text_and_no_other(language: str) -> None:
    entries = Catalogue.of(language).entries
    said = {kind: {key.partition(".")[2] for key in entries if key.startswith(f"{kind}.")} for kind in KINDS}
    assert said == {
        "reason": codes(ReasonCode) - codes(VerifyCode) | REASONS_OF_THE_PAGE | OF_GAMES_FROM_OUTSIDE,
        "outcome": codes(EndCode) | OF_GAMES_FROM_OUTSIDE,
    }


def codes(kind: Any) -> set[str]:
    """The codes of a type in rules/reasons.py."""
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    return {code for part in get_args(kind) for code in codes(part)}
