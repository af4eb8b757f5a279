"""Reading a record: word by word, each checked against the rules as it comes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rowlock.rules.game import DICE, IllegalMove, NotationError, State, places, problem_of, repeated, shown
from rowlock.rules.games import GAMES, parse_position
from rowlock.rules.record import UNDECIDED, Ply, Record, parse_result, split_names, tag_of

TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*) "([^"\\\x00-\x1f]*(?:\\["\\][^"\\\x00-\x1f]*)*)"\][ \t]*')
PIECE = re.compile(r"(?P<space>\s+)|\{(?P<comment>[^{}]*)\}|(?P<brace>[{}])|\||[^\s{}|]+")
"""Whatever stands among the moves. Every character belongs to one piece, and none is looked at twice."""

BEYOND_THE_MOVES = ("agreed", "counted", "resigned", "time", "repetition", "too-long")
"""Ends of a game that are agreed or house rules: the last move alone doesn't show them."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of the text, where it stands, and the comments behind it."""

    text: str
    line: int
    column: int
    comments: tuple[str, ...] = ()

    def fault(self, problem: str) -> NotationError:
        """The error that points here."""
        return NotationError(problem, line=self.line, column=self.column)


def read(text: str) -> Record:
    """The record that a text holds. Raises `NotationError` with line and column."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    tags, body = _tags(text)
    start = _start(tags)
    words = _words(text, body)
    opening = list(next(words).comments)
    plies = _plies(start, GAMES[tags["Game"].text].dice, words, opening)
    record = Record(tuple((name, word.text) for name, word in tags.items()), tuple(plies), tuple(opening))
    if result := tags.get("Result"):
        _check_result(record, result)
    return record


# Tags


def _tags(text: str) -> tuple[dict[str, Word], int]:
    """The tags, each with the place of its value, and where the moves begin."""
    tags: dict[str, Word] = {}
    position = 0
    for line, content in enumerate(text.split("\n"), 1):
        if content.startswith("["):
            match = TAG.fullmatch(content)
            if not match:
                raise NotationError('a tag is [Name "value"], with \\" and \\\\ inside', line=line)
            name, value = match.groups()
            if name in tags:
                raise NotationError(f"the tag {name} stands here twice", line=line)
            tags[name] = Word(re.sub(r"\\(.)", r"\1", value), line, len(name) + 4)
        elif content.strip():
            break
        position += len(content) + 1
    for name in ("Game", "Seats"):
        if name not in tags:
            raise NotationError(f"a record needs the tag {name}")
    return tags, min(position, len(text))


def _start(tags: dict[str, Word]) -> State:
    """The state that the tags describe, each of them checked."""
    game = GAMES.get(tags["Game"].text)
    if game is None:
        raise tags["Game"].fault(f"{shown(tags['Game'].text)} is none of the games {', '.join(GAMES)}")
    names = split_names(tags["Seats"].text)
    if not all(name.strip() for name in names):
        raise tags["Seats"].fault("every seat needs a name, with semicolons between them")
    told = {name: tags[tag_of(name)] for name in game.words if tag_of(name) in tags}
    if position := tags.get("Start"):
        for name, word in told.items():
            raise word.fault(f"the tag Start already says the {name}")
        if first := tags.get("First"):
            raise first.fault("the tag Start already says who begins")
        return _start_position(position, game.name, len(names))
    first = tags.get("First", tags["Seats"])
    number = first.text if "First" in tags else "1"
    if not re.fullmatch("[1-9]", number):
        raise first.fault(f"the first seat is a number, not {shown(number)}")
    for name, word in told.items():
        try:
            game.words[name](word.text)
        except ValueError as error:
            raise word.fault(problem_of(error)) from None
    try:
        return game.start(len(names), int(number), **{name: word.text for name, word in told.items()})
    except ValueError as error:
        raise first.fault(str(error)) from None


def _start_position(position: Word, game: str, seats: int) -> State:
    try:
        state = parse_position(position.text)
    except NotationError as error:
        raise NotationError(
            error.problem, line=position.line, column=position.column + error.column - 1
        ) from None
    if position.text.split(" ")[0] != game:
        raise position.fault(f"this is no position of {game}")
    if state.seats != seats:
        raise position.fault(f"this position has {state.seats} seats, the tag Seats has {seats}")
    return state


def _check_result(record: Record, result: Word) -> None:
    try:
        claimed = parse_result(result.text)
    except ValueError:
        claimed = None
    if claimed is None or len(claimed.places) != len(record.seats):
        raise result.fault("a result is the place of each seat and the reason, with spaces between")
    if claimed.places != places([-place for place in claimed.places]):
        raise result.fault(f"these can't be the places of {len(record.seats)} seats")
    *_, last = states = list(record.states())
    if outcome := last.outcome:
        if (outcome.places, outcome.reason) != (claimed.places, claimed.reason):
            made = " ".join([*map(str, outcome.places), outcome.reason])
            raise result.fault(f"the moves lead to {made!r}, not to {shown(result.text)}")
    elif claimed.reason not in BEYOND_THE_MOVES:
        raise result.fault(f"the moves don't end the game, so {shown(claimed.reason)} can't be the reason")
    elif claimed.reason == "repetition" and not repeated(states):
        raise result.fault("the last position has not been there three times")


# Moves


def _words(text: str, position: int) -> Iterator[Word]:
    """The words, each with the comments behind it; first an empty one, with the comments before all others."""
    line, line_start = text.count("\n", 0, position) + 1, text.rfind("\n", 0, position) + 1
    word, comments = Word("", line, 1), list[str]()
    for piece in PIECE.finditer(text, position):
        begin, content, column = piece.start(), piece[0], piece.start() - line_start + 1
        if piece["brace"]:
            problem = (
                "a comment begins here that doesn't end" if content == "{" else "a brace without its partner"
            )
            raise NotationError(problem, line=line, column=column)
        if piece["space"] is None and piece["comment"] is None:
            yield replace(word, comments=tuple(comments))
            word, comments = Word(content, line, column), []
            continue
        if piece["comment"] is not None:
            comments.append(piece["comment"])
        if "\n" in content:
            line += content.count("\n")
            line_start = begin + content.rfind("\n") + 1
    yield replace(word, comments=tuple(comments))


def _plies(state: State, dice: bool, words: Iterator[Word], opening: list[str]) -> list[Ply]:
    """The plies that the words stand for, with every number and bar in its place.

    A comment behind a number, a bar or a missing decision is about the ply before it, or joins the opening.
    """
    plies: list[Ply] = []
    number = on_line = 0
    undecided: Word | None = None
    word = next(words, None)
    while word:
        if undecided:
            raise undecided.fault(f"{UNDECIDED} may only stand in the last action of a record")
        if not state.awaiting:
            raise word.fault(f"the game is over, so {shown(word.text)} can't follow")
        if number == 0 or (state.awaiting == (DICE,) if dice else on_line == state.seats):
            number, on_line = number + 1, 0
            _keep(word, plies, opening)
            word = _expect(word, f"{number}.", words)
        elif dice:
            _keep(word, plies, opening)
            word = _expect(word, "|", words)
        on_line += 1
        before = word
        for seat in state.awaiting:
            if word is None:
                raise before.fault(f"seat {seat}'s decision should follow here, or {UNDECIDED}")
            if word.text == UNDECIDED and seat != DICE:
                undecided = word
                _keep(word, plies, opening)
            else:
                state = _play(state, seat, word)
                plies.append(Ply(seat, word.text, word.comments))
            before, word = word, next(words, None)
    return plies


def _keep(word: Word, plies: list[Ply], opening: list[str]) -> None:
    if plies:
        plies[-1] = plies[-1]._replace(comments=plies[-1].comments + word.comments)
    else:
        opening.extend(word.comments)


def _expect(word: Word, text: str, words: Iterator[Word]) -> Word:
    if word.text != text:
        raise word.fault(f"{shown(text)} should stand here, not {shown(word.text)}")
    following = next(words, None)
    if following is None:
        raise word.fault("a move should follow here")
    return following


def _play(state: State, seat: int, word: Word) -> State:
    try:
        return state.play(seat, word.text)
    except IllegalMove as error:
        who = "the dice" if seat == DICE else f"seat {seat}"
        raise word.fault(f"{shown(word.text)} is illegal for {who} ({error.code})") from None
