"""A game as text: tags, an empty line, then the moves. Every roll is written down, so a replay needs no
random numbers.

A line of moves begins with its number. In a game with dice it holds one roll and all that was decided about
it, with a bar between one phase and the next; in a game without dice it holds one move a seat. Decisions made
at the same time stand in seat order, and `-` stands for one that is not made yet. Comments are in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from rowlock.rules.game import DICE, Move, Outcome, State, shown
from rowlock.rules.games import GAMES, parse_position
from rowlock.rules.reasons import OwnCode

UNDECIDED = "-"
PLACE = re.compile("[1-9][0-9]?")


class Ply(NamedTuple):
    """One decision of a seat, or one roll of the dice, and what was said about it."""

    seat: int
    move: Move
    comments: tuple[str, ...] = ()


Action = tuple[State, list[Ply]]
"""Plies that belong together because they were decided at the same time, in seat order, and the state before them."""


@dataclass(frozen=True, slots=True)
class Record:
    """Tags in their order, and the plies; made by `Record.new` or `Record.parse`."""

    tags: tuple[tuple[str, str], ...]
    plies: tuple[Ply, ...] = ()
    comments: tuple[str, ...] = ()
    """What is said before the first ply."""

    @staticmethod
    def new(game: str, seats: Iterable[str], first: int = 1, **options: int | str) -> Record:
        """The record of a game that begins now, with the players' names in seat order."""
        names = tuple(seats)
        if not all(name.strip() for name in names):
            raise ValueError("every seat needs a name")
        start = GAMES[game].start(len(names), first, **options)
        read = GAMES[game].words
        told = {name: word for name in read if (word := read[name](str(options.get(name, ""))))}
        usual = GAMES[game].start(len(names), first, **told)
        words = [(tag_of(name), word) for name, word in told.items()]
        beginning = [*words, ("First", str(first))] if start == usual else [("Start", str(start))]
        return Record((("Game", game), ("Seats", join_names(names)), *beginning))

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.tag("Game") or ""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return split_names(self.tag("Seats") or "")

    @property
    def start(self) -> State:
        """The state before the first ply."""
        if position := self.tag("Start"):
            return parse_position(position)
        game = GAMES[self.game]
        told = {name: word for name in game.words if (word := self.tag(tag_of(name)))}
        return game.start(len(self.seats), int(self.tag("First") or "1"), **told)

    def tag(self, name: str) -> str | None:
        """The value of a tag."""
        return dict(self.tags).get(name)

    def tagged(self, name: str, value: str) -> Record:
        """The record with a tag set or added."""
        if self.tag(name) is None:
            return replace(self, tags=(*self.tags, (name, value)))
        return replace(self, tags=tuple((key, value if key == name else old) for key, old in self.tags))

    def played(self, plies: Iterable[Ply]) -> Record:
        """The record with more plies; those made at the same time are put into seat order. Raises `IllegalMove`."""
        ordered = (ply for _, action in actions(self.start, (*self.plies, *plies)) for ply in action)
        return replace(self, plies=tuple(ordered))

    def with_plies(self, plies: Iterable[Ply]) -> Record:
        """The record with these plies instead of its own; what was said about one that stays where it was is kept."""
        said = {(place, ply.seat, ply.move): ply.comments for place, ply in enumerate(self.plies)}
        kept = [
            ply._replace(comments=said.get((place, ply.seat, ply.move), ()))
            for place, ply in enumerate(plies)
        ]
        return replace(self, plies=()).played(kept)

    def states(self) -> Iterator[State]:
        """The state before the first ply and after each."""
        state = self.start
        yield state
        for ply in self.plies:
            state = state.play(ply.seat, ply.move)
            yield state

    @property
    def last_state(self) -> State:
        """The state after the last ply."""
        *_, last = self.states()
        return last

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did: by its moves, or by what the Result tag says."""
        if outcome := self.last_state.outcome:
            return outcome
        result = self.tag("Result")
        return parse_result(result) if result else None

    def ended(self, outcome: Outcome) -> Record:
        """The record with its Result."""
        return self.tagged("Result", " ".join([*map(str, outcome.places), outcome.reason]))

    def __str__(self) -> str:
        tags = [f"[{name} {quote(value)}]\n" for name, value in self.tags]
        opening = [f"{in_braces(comment)}\n" for comment in self.comments]
        bar = " | " if GAMES[self.game].dice else " "
        lines = [
            f"{number}. {bar.join(_action_text(state, action) for state, action in line)}\n"
            for number, line in enumerate(self.lines(), 1)
        ]
        return "".join([*tags, "\n", *opening, *lines])

    def lines(self) -> Iterator[list[Action]]:
        """The actions of each line of moves: one roll and all that was decided about it, or one move a seat."""
        dice = GAMES[self.game].dice
        line: list[Action] = []
        for state, plies in actions(self.start, self.plies):
            if line and (state.awaiting == (DICE,) if dice else len(line) == state.seats):
                yield line
                line = []
            line.append((state, plies))
        if line:
            yield line

    @staticmethod
    def parse(text: str) -> Record:
        """The inverse of `str`. Raises `NotationError` with line and column."""
        from rowlock.rules.record_reader import read

        return read(text)


def actions(state: State, plies: Iterable[Ply]) -> Iterator[Action]:
    """The plies in actions; the last one may be incomplete."""
    before, action = state, list[Ply]()
    for ply in plies:
        state = state.play(ply.seat, ply.move)
        action.append(ply)
        if len(action) == len(before.awaiting):
            yield before, sorted(action)
            before, action = state, []
    if action:
        yield before, sorted(action)


def _action_text(state: State, action: list[Ply]) -> str:
    made = {ply.seat: ply for ply in action}
    words = []
    for seat in state.awaiting:
        ply = made.get(seat, Ply(seat, UNDECIDED))
        words += [ply.move, *map(in_braces, ply.comments)]
    return " ".join(words)


def tag_of(option: str) -> str:
    """The tag that says in a word what was chosen for a game."""
    return option.capitalize()


def quote(value: str) -> str:
    """A tag's value in quotation marks."""
    if any(ord(character) < 32 for character in value):
        raise ValueError(f"a tag has no control characters: {value!r}")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def in_braces(comment: str) -> str:
    """A comment as it stands in the text."""
    if "{" in comment or "}" in comment or "\r\n" in comment:
        raise ValueError(f"a comment has no braces, and its lines end in \\n: {comment!r}")
    return f"{{{comment}}}"


def join_names(names: Iterable[str]) -> str:
    """Names as the value of the Seats tag."""
    return "; ".join(name.replace("\\", "\\\\").replace(";", "\\;") for name in names)


def split_names(text: str) -> tuple[str, ...]:
    """The inverse of `join_names`."""
    names, escaped = [list[str]()], False
    for character in text:
        if escaped or character not in "\\;":
            names[-1].append(character)
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            names.append([])
    first, *others = ("".join(name) for name in names)
    return (first, *(name.removeprefix(" ") for name in others))


def parse_result(text: str) -> Outcome:
    """The outcome of a Result tag: the places in seat order and the reason. Raises `ValueError`."""
    *places, reason = text.split(" ")
    if not all(PLACE.fullmatch(place) for place in places):
        raise ValueError(f"a place is a number from 1 to 99: {shown(text)}")
    return Outcome(OwnCode(reason), tuple(int(place) for place in places))
