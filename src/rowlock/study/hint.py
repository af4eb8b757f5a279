"""A hint: where to look, what every move is worth, and one sentence why the best one is better than another.

A game brings its part in its module `hint` of this room: `HINTS[game]`. What it says is words that the catalogues
know, so that the terminal and the page say it alike, in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, Union, cast

from rowlock.bots import Limit, Means
from rowlock.bots.registry import NO_LIMIT, NOTHING
from rowlock.locale import Catalogue
from rowlock.rules import GAMES, IllegalMove, Move, State
from rowlock.study.analysis import Analysis, analyse

Fact = Union[str, int, float, "Words"]
Facts = Mapping[str, Fact]
Unit = Literal["chance", "points"]
"""In what a difference is counted: chance to win, or points."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the catalogues, `hint.KEY`, with its facts; some of them are words themselves. The fact `chance` is a
    share of 1, `points` a number, and `move` and `other` are moves."""

    key: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of why a move is better than another."""

    code: str
    amount: float | None = None
    """How much of the difference it makes, where that can be told; below zero, it speaks for the other move."""
    words: Words | None = None
    """None where it can't be said in a few words."""
    about: Move | None = None
    """Which of the two moves it tells of, where it is one of them alone."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a move is better than another, or just why it is good."""

    move: Move
    against: Move | None
    unit: Unit | None
    amount: float | None
    """The difference; the amounts of all reasons add up to it."""
    reasons: tuple[Reason, ...]
    words: Words
    """The one sentence."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Three strengths: where to look; the best move; everything."""

    analysis: Analysis
    look: Words
    why: Why

    @property
    def move(self) -> Move:
        """The best one."""
        return self.analysis.moves[0].move


class GameHints(Protocol):
    """What a game offers for its hints."""

    def look(self, state: State, found: Analysis) -> Words:
        """Where the best move is to be found."""

    def why(self, state: State, found: Analysis, move: Move, against: Move | None) -> Why:
        """Why a move is better than another."""


def can_hint(game: str) -> bool:
    """Is there somebody who can give a reason?"""
    return _part(game) is not None


def _part(game: str) -> GameHints | None:
    part = GAMES[game].part("study", "hint")
    return cast(GameHints, part.HINTS[game]) if part is not None and game in part.HINTS else None


def hint(
    state: State,
    seat: int | None = None,
    past: Sequence[State] = (),
    limit: Limit = NO_LIMIT,
    means: Means = NOTHING,
    *,
    move: Move | None = None,
    against: Move | None = None,
) -> Hint:
    """What a seat that owes a decision should do, and why; the one to move, if none is told. Another move than the best
    may be explained, and against another than the best of the rest. Raises `ValueError`, `IllegalMove`."""
    part, found = _asked(state, seat, past, limit, means)
    for named in (move, against):
        if named is not None and named not in [option.move for option in found.moves]:
            raise state.why_not(found.seat, named) or IllegalMove(state, named, "not-a-move")
    move = move or found.moves[0].move
    against = against or next((option.move for option in found.moves if option.move != move), None)
    return Hint(found, part.look(state, found), part.why(state, found, move, against))


def why(
    state: State,
    seat: int | None,
    move: Move,
    against: Move,
    past: Sequence[State] = (),
    limit: Limit = NO_LIMIT,
    means: Means = NOTHING,
) -> Why:
    """What is the difference between any two moves. Raises `ValueError`, `IllegalMove`."""
    return hint(state, seat, past, limit, means, move=move, against=against).why


def _asked(
    state: State, seat: int | None, past: Sequence[State], limit: Limit, means: Means
) -> tuple[GameHints, Analysis]:
    game = str(state).split(" ", 1)[0]
    part = _part(game)
    if part is None:
        raise ValueError(f"nobody gives hints for {game}")
    found = analyse(state, seat, past, limit, means)
    if found.seat not in state.awaiting:
        raise ValueError("there is nothing to decide before the dice are rolled")
    return part, found


def said(words: Words, catalogue: Catalogue) -> str:
    """Words as a text."""
    facts = {name: _said(name, fact, catalogue) for name, fact in words.facts.items()}
    return catalogue.text(f"hint.{words.key}", **facts)


def _said(name: str, fact: Fact, catalogue: Catalogue) -> str | int:
    if isinstance(fact, Words):
        return said(fact, catalogue)
    if isinstance(fact, float):
        return f"{100 * fact if name == 'chance' else fact:.1f}"
    return fact
