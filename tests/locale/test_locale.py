import subprocess
import sys

import pytest

from rowlock.locale import Catalogue, choose_language


def test_facts_are_filled_in() -> None:
    text = Catalogue.of("en").text("reason.not-the-white-sum", cell="r5", sum=7)
    assert text == "You can't cross out r5 now: the two white dice add up to 7."


@pytest.mark.parametrize(
    "language, counts",
    [
        ("en", {0: "0 points", 1: "1 point", 2: "2 points"}),
        ("ru", {1: "1 очко", 3: "3 очка", 5: "5 очков", 11: "11 очков", 21: "21 очко", 0: "0 очков"}),
        ("uk", {1: "1 очко", 4: "4 очки", 12: "12 очок", 101: "101 очко"}),
        ("bg", {1: "1 точка", 7: "7 точки"}),
    ],
)
def test_plural_forms(language: str, counts: dict[int, str]) -> None:
    catalogue = Catalogue.of(language)
    assert {count: catalogue.text("play.points", count=count) for count in counts} == counts


def test_the_sign_of_a_number_stays_before_it() -> None:
    assert Catalogue.of("en").text("play.points", count=-20) == "\u221220 points"
    assert "\u2066\u221220\u2069" in Catalogue.of("he").text("play.points", count=-20)


def test_right_to_left_keeps_moves_apart() -> None:
    """A move inside a Hebrew or Arabic sentence is isolated, so that it stays in one piece."""
    assert "\u2068r5\u2069" in Catalogue.of("he").text("reason.already-crossed", cell="r5")
    assert Catalogue.of("en").isolate("r5") == "r5"
    assert Catalogue.of("en").isolate("נועה") == "\u2068נועה\u2069"


@pytest.mark.parametrize(
    "environment, language",
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "bg_BG.UTF-8"}, "bg"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "uk_UA"}, "uk"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "uk_UA", "LC_ALL": "he_IL"}, "he"),
        ({"LANG": "ar", "LC_ALL": ""}, "ar"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert choose_language(environment) == language


def test_babel_is_imported_only_to_count() -> None:
    program = "import sys, rowlock.locale as l; l.Catalogue.of('ru'); sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
