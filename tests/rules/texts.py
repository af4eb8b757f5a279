"""Texts to read: anything at all, and valid texts with a few slips in them."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from rowlock.rules import GAMES, NotationError
from tests.rules.games import Plan, any_plans, seeds

STRANGE = [
    "\x00",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\ufeff",
    " ",
    "\u00a0",
    "\u2028",
    "\x85",
    "\x1c",
    "٣",
    "۳",
    "３",
    "²",
    "Ⅷ",
]
STRANGE += [
    "х",
    "о",
    "Γ",
    "ß",
    "İ",
    "🎲",
    "\u202e",
    "\ud800",
    "99999999999999999999",
    "-1",
    "+1",
    "1_0",
    "0",
    "00",
]
STRANGE += [
    "{",
    "}",
    "{}",
    "[",
    "]",
    '"',
    "\\",
    "|",
    ";",
    "-",
    "?",
    ".",
    "/",
    ",",
    "quixo",
    "qwixx",
    "pass",
    "skip",
]

anything = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="xonesw./ 0123456789", max_size=60),
    st.text(alphabet='[]{}|"\\\n\r GameSeatsFirst;0123456789.-', max_size=80),
)


def with_slips(rng: Random, text: str) -> str:
    """One to three characters deleted, put in, changed or swapped; or the text cut, doubled, or written otherwise."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = rng.randrange(len(text) + 1)
        other = rng.randrange(len(text) + 1)
        strange = rng.choice([*STRANGE, rng.choice(text or " "), rng.choice("0123456789rygbxonesw./,- ")])
        text = rng.choice(
            [
                text[:place] + text[place + 1 :],
                text[:place] + strange + text[place:],
                text[:place] + strange + text[place + 1 :],
                text[:place] + text[place : place + 2][::-1] + text[place + 2 :],
                text[: min(place, other)] + text[max(place, other) :],
                text[:place],
                text[place:],
                text + text,
                text[:place] + text[place : place + 9] * rng.choice([2, 300]) + text[place + 9 :],
                text.replace("\n", "\r\n"),
                text.replace("\n", "\r"),
                "\ufeff" + text,
                text.upper(),
                text.swapcase(),
                text.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")),
            ]
        )
    return text


@st.composite
def positions_with_slips(draw: st.DrawFn) -> str:
    return with_slips(Random(draw(seeds)), str(draw(states_text())))


@st.composite
def states_text(draw: st.DrawFn) -> str:
    plan = draw(any_plans())
    state = plan.begin()
    for step in Plan(plan.game, plan.start, plan.seed, plan.policy, min(plan.plies, 40)).steps():
        state = step.after
    return str(state)


def place_is_in(error: NotationError, text: str) -> bool:
    """Line and column count from 1 and point at a character of the text, or right behind its line."""
    lines = text.split("\n")
    return 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1


def fits_a_line(message: str) -> bool:
    return message.isprintable() and len(message) < 400


ALL_GAMES = list(GAMES.values())
