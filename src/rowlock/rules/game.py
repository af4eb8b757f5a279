"""What a game is.

A game is a sequence of frozen states. Each state says which seats owe a decision, what each of them may
play, and what comes after; whoever holds a state never needs to know which game it belongs to. A move is its
text: `a1a5`, `b10`, `pass`. The dice are one more seat, number 0: when they are awaited, their legal moves are
all the rolls there are, so a fair roll is a uniform choice among `legal_moves(DICE)`, and the rules themselves
hold no random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, Self

from rowlock.rules.reasons import EndCode, ReasonCode

Move = str
Fact = str | int
Facts = Mapping[str, Fact]

DICE = 0
"""The seat of the dice. The players sit in seats 1, 2, …, clockwise."""
ROLL: Move = "roll"
"""What is said where dice are to be rolled and nobody knows their faces yet."""
FINISHED_NOT: Move = "undo-done"
"""Takes back that one has finished, in a game that everybody plays at their own pace."""
SEALED: Move = "?"
"""Stands for a decision that a view of the game may not show yet."""


class Refusal(ValueError):
    """Something was asked that the rules or the notation don't allow: a reason code, and its facts."""

    def __init__(self, code: ReasonCode, message: str, **facts: Fact) -> None:
        super().__init__(message)
        self.code: ReasonCode = code
        self.facts: Facts = facts


class IllegalMove(Refusal):
    """A move that may not be played, with the reason why as a code that any language can put into words."""

    def __init__(self, state: object, move: Move, code: ReasonCode, **facts: Fact) -> None:
        details = ", ".join(f"{name} {value}" for name, value in facts.items())
        reason = f"{code}: {details}" if details else code
        super().__init__(code, f"illegal move {shown(move)} ({reason}) in {str(state)!r}", move=move, **facts)


class NotationError(Refusal):
    """A text that is no position, move or record; `line` and `column` count from 1."""

    def __init__(self, problem: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(
            "notation", f"line {line}, column {column}: {problem}", problem=problem, line=line, column=column
        )
        self.problem = problem
        self.line = line
        self.column = column


def problem_of(error: ValueError) -> str:
    """What is wrong, without the place: somebody else says where that is."""
    return error.problem if isinstance(error, NotationError) else str(error)


def shown(text: str, limit: int = 40) -> str:
    """A piece of somebody's input as it may stand in a message: quoted, on one line, not endless."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a reason code, the place of each seat in seat order, and what led there."""

    reason: EndCode
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    lines: tuple[tuple[str, ...], ...] = field(default=())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; all of them where the game is a draw."""
        return tuple(seat for seat, place in enumerate(self.places, 1) if place == 1)


def places(results: Sequence[float]) -> tuple[int, ...]:
    """Places for results, best first: equal results share a place, and the next place is skipped."""
    return tuple(1 + sum(other > result for other in results) for result in results)


class State(Protocol):
    """One moment of a game. Never changes; `play` returns the next one. `str()` is the position as text."""

    @property
    def seats(self) -> int:
        """How many players there are."""

    @property
    def active(self) -> int:
        """The seat whose turn it is; it rolls where dice are rolled."""

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that owe a decision now: `(DICE,)` before a roll, nobody when the game is over."""

    @property
    def phase(self) -> str:
        """What is being decided now; decisions of one phase are made at the same time."""

    @property
    def key(self) -> Hashable:
        """Equal for two states of a game exactly when they are the same position with the same player to move."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far, in seat order; empty in a game without points."""

    @property
    def outcome(self) -> Outcome | None:
        """Places, scores and reason when the game is over."""

    def legal_moves(self, seat: int) -> Sequence[Move]:
        """What the seat may play now; empty for a seat that owes no decision."""

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        """Why the seat may not play a move now, nor any that begins so (`a1`: why may this cube not be taken?); None if
        it may. Nothing is ever both: what `play` refuses, it refuses for this reason."""

    def play(self, seat: int, move: Move) -> Self:
        """The state after the seat's decision. Raises `IllegalMove` and changes nothing otherwise."""

    def seen_by(self, seat: int | None) -> Self:
        """The state as one seat, or a spectator (None), may see it: decisions still sealed are hidden."""

    def without_time(self, seat: int) -> Move | None:
        """What a seat plays that has run out of time; None if it loses the game instead."""

    def __hash__(self) -> int:
        """Equal states have equal ones."""

    def _repr_svg_(self) -> str:
        """The state as a picture, by the name under which notebooks look for it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game by name: for how many players, how it begins, how its positions are read, and what may be chosen."""

    name: str
    seat_counts: tuple[int, ...]
    begin: Callable[..., State]
    """`begin(seats, first, **options)`: the state before the first move, or roll, of seat `first`. Raises
    `ValueError`."""
    parse: Callable[[str], State]
    """The state of a position text. Raises `NotationError`."""
    rooms: str
    """Where the game's part of each room is, `{room}` standing for the room: `rowlock.{room}.quixo`, `pig.{room}`. A
    part that isn't there is done without."""
    dice: bool = False
    """Are dice rolled in it?"""
    two_sides: bool = False
    """Does one symbol play against the other, odd seats against even ones? Otherwise each seat plays for itself."""
    options: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What `start` may be told beside the seats, with the values it takes; the first is the default."""
    words: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """What `start` may further be told, in a word: each with what makes of it the word that is written down, empty for
    the usual one. Raises `ValueError`."""
    alone: bool = False
    """May it be played by one, too, for points?"""
    at_once: bool = False
    """Do several seats decide at the same time, each without knowing what the others do?"""
    own_pace: bool = False
    """Does everybody decide when they like, one not waiting for another, and for all to see? Then only people play. Who
    has finished is who may play `FINISHED_NOT`."""
    by_hand: Game | None = None
    """The same game where people only keep score of it, and tell nobody what they roll; its positions and records are
    those of this one."""
    ahead: Callable[[Any, int], Sequence[Move]] | None = None
    """`ahead(state, seat)`: what a seat may already decide for the next roll, in case that it fits; None if nothing can
    be decided before the dice are rolled."""

    def start(self, seats: int | None = None, first: int = 1, **options: int | str) -> State:
        """The state before the first move, or roll, of seat `first`; as few seats as there can be, if not told.
        Raises `ValueError`."""
        for name, value in options.items():
            if name in self.words:
                self.words[name](str(value))
                continue
            if name not in self.options:
                known = ", ".join((*self.options, *self.words))
                known = f"only {known}" if known else "it has none"
                raise ValueError(f"{self.name} has no option {shown(name)}, {known}")
            if value not in self.options[name]:
                values = ", ".join(map(str, self.options[name]))
                raise ValueError(f"the option {name} of {self.name} is one of {values}, not {value}")
        return self.begin(self.seat_counts[0] if seats is None else seats, first, **options)

    def room(self, room: str) -> str:
        """The name of the module that is this game's part of a room."""
        return self.rooms.format(room=room)

    def part(self, room: str, within: str = "") -> ModuleType | None:
        """This game's part of a room, or what is within it; None if it brings none. What goes wrong inside is not
        hidden."""
        name = ".".join(filter(None, (self.room(room), within)))
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            if error.name is not None and f"{name}.".startswith(f"{error.name}."):
                return None
            raise

    def side(self, seat: int, seats: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one, itself included."""
        return tuple(range((seat - 1) % 2 + 1, seats + 1, 2)) if self.two_sides else (seat,)


def fields(text: str) -> list[tuple[str, int]]:
    """The fields of a one-line text, each with its column."""
    found: list[tuple[str, int]] = []
    column = 1
    for part in text.split(" "):
        if not part:
            raise NotationError("one space between fields, none around them", column=column)
        found.append((part, column))
        column += len(part) + 1
    return found


REPETITIONS = 3
"""Reached so often, with the same player to move, a position is a draw where that house rule is agreed."""


def repeated(states: Iterable[State], times: int = REPETITIONS) -> bool:
    """Has the last of these states been reached `times` times, with the same player to move?"""
    keys = [state.key for state in states]
    return bool(keys) and keys.count(keys[-1]) >= times
