"""Any position of any game, set up or written down, and what every move in it is worth."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Literal, Self

from fastapi import APIRouter, Request, Response
from pydantic import Field

from rowlock.bots import Limit, Mind, Option, of_game
from rowlock.rules import DICE, IllegalMove, Ply, Record, Refusal, State, parse_position
from rowlock.rules.dice import Rolls
from rowlock.rules.games import play_word
from rowlock.server.desk import INSIDE, until_enough
from rowlock.server.limits import PLIES_A_REQUEST, whose
from rowlock.server.questions import Questions
from rowlock.server.replay import Step, steps_of
from rowlock.server.table_wire import OutcomeView, PlyView
from rowlock.server.wire import Message
from rowlock.study import Analysis, analyse
from rowlock.study.analysis import Judge, deciding, judge_of
from rowlock.table.commands import SeatNumber

MOST_SECONDS = 5.0
"""For one question. Whoever wants to know more asks again: what was found is remembered for a while."""
MOST_MOVES = 1000
LONGEST_MOVE = 20
LONGEST_POSITION = 1000
LONGEST_TEXT = 60_000

# What is asked, and what is told


class Wanted(Message):
    """A position, the moves that led on from it, and whose moves shall be valued; the one to move, if none is told."""

    position: Annotated[str, Field(max_length=LONGEST_POSITION)]
    moves: Annotated[
        tuple[Annotated[str, Field(max_length=LONGEST_MOVE)], ...], Field(max_length=MOST_MOVES)
    ] = ()
    """`a1a5`, or behind the number of its seat `2:pass`; a roll is `0:413526`."""
    seat: SeatNumber | None = None
    seconds: Annotated[float, Field(ge=0, le=MOST_SECONDS)] = 1.0
    """0 asks for what the rules say alone, and is answered at once."""


class MoveWorth(Message):
    """A move, and what it is worth to the seat that makes it. What isn't known is null."""

    move: str
    exact: bool
    value: Literal["win", "draw", "loss"] | None
    plies: int | None
    score: int | None
    chance: float | None
    points: float | None

    @classmethod
    def of_option(cls, option: Option) -> Self:
        """A move as somebody who thinks tells it."""
        return cls(**{name: getattr(option, name) for name in cls.model_fields})


class OddsView(Message):
    """A cell that the next roll may let the seat cross: how likely that is, what a cross there brings, and what it
    costs to pass over numbers for it."""

    cell: str
    odds: float
    chance: float | None
    points: float | None
    skip_chance: float | None
    skip_points: float | None


class Analysed(Message):
    """A position, what may be played in it, best first, and what that is worth."""

    game: str
    position: str
    seats: int
    active: int
    awaiting: tuple[int, ...]
    seat: int | None
    """Whose moves these are; null when the game is over."""
    to_tap: tuple[bool, ...] | None
    """Before a roll: which dice are still in the game."""
    outcome: OutcomeView | None
    moves: tuple[MoveWorth, ...]
    depth: int | None
    judge: Judge
    """Who says so, where it isn't certain."""
    odds: tuple[OddsView, ...]

    @classmethod
    def by_the_rules(cls, state: State, seat: int | None) -> Self:
        """What may be played, with nothing known of its worth."""
        rolls = state.awaiting == (DICE,)
        legal = state.legal_moves(DICE) if rolls else ()
        outcome = state.outcome
        return cls(
            game=str(state).split(" ", 1)[0],
            position=str(state),
            seats=state.seats,
            active=state.active,
            awaiting=state.awaiting,
            seat=seat,
            to_tap=legal.in_play if isinstance(legal, Rolls) else None,
            outcome=OutcomeView(
                reason=outcome.reason,
                places=outcome.places,
                scores=outcome.scores,
                lines=outcome.lines,
                seat=None,
            )
            if outcome
            else None,
            moves=tuple(
                MoveWorth.of_option(Option(move)) for move in (state.legal_moves(seat) if seat else ())
            ),
            depth=None,
            judge=judge_of(str(state).split(" ", 1)[0], state),
            odds=(),
        )

    def knowing(self, found: Analysis) -> Self:
        """The same with what was found out."""
        known = {
            "moves": tuple(map(MoveWorth.of_option, found.moves)),
            "depth": found.depth,
            "odds": tuple(OddsView(**asdict(cell)) for cell in found.odds),
        }
        return self.model_copy(update=known)


class Written(Message):
    """A position, a position with `moves` behind it, or a record."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]


class ReadText(Message):
    """What was read: the game step by step, and as a record."""

    game: str
    steps: tuple[Step, ...]
    record: str


# In the process

_minds: dict[str, Mind] = {}
"""One for each game: whoever asks about a position again is answered by one who remembers it."""


def find_out(position: str, moves: tuple[str, ...], seat: int, seconds: float) -> str:
    """The answer to a question, as it is told."""
    *past, state = states_of(position, moves)
    game = position.split(" ", 1)[0]
    make = of_game(game).mind
    if make and game not in _minds:
        _minds[game] = make(INSIDE.means)
    with until_enough() as stop:
        limit = Limit(seconds=seconds)
        found = analyse(state, seat, past, limit, INSIDE.means, mind=_minds.get(game), stop=stop)
    return Analysed.by_the_rules(state, seat).knowing(found).model_dump_json()


# In the server


def states_of(position: str, moves: tuple[str, ...]) -> list[State]:
    """The position and those that the moves behind it lead to. Raises `NotationError` and `IllegalMove`."""
    states = [parse_position(position)]
    for word in moves:
        states.append(play_word(states[-1], word))
    return states


def _seat_asked(state: State, seat: int | None) -> int | None:
    if not state.awaiting:
        return None
    try:
        return deciding(state, seat)
    except ValueError:
        raise state.why_not(seat or 0, "") or IllegalMove(state, "", "not-your-turn") from None


router = APIRouter()


@router.post("/api/analyse", response_model=Analysed)
async def analyse_position(wanted: Wanted, request: Request) -> Response:
    """Every move of a position with what it is worth, best first."""
    caller = whose(request.client.host) if request.client else ""
    request.app.state.requests.take(caller, len(wanted.moves) / PLIES_A_REQUEST)
    states = await asyncio.to_thread(states_of, wanted.position, wanted.moves)
    seat = _seat_asked(states[-1], wanted.seat)
    if seat is None or not wanted.seconds:
        answer = Analysed.by_the_rules(states[-1], seat).model_dump_json()
    else:
        questions: Questions = request.app.state.questions
        answer = await questions.ask(caller, find_out, wanted.position, wanted.moves, seat, wanted.seconds)
    return Response(answer, media_type="application/json")


# Not async: FastAPI lets this work in a thread, and nobody else waits for a long game.


@router.post("/api/read", response_model=ReadText)
def read(written: Written, request: Request) -> Response:
    """Reads a position, a position with `moves` behind it, or a record, and tells it step by step."""
    record = _record(written.text.strip())
    if len(record.plies) > MOST_MOVES:
        raise Refusal("too-large", f"at most {MOST_MOVES} moves")
    caller = whose(request.client.host) if request.client else ""
    request.app.state.requests.take(caller, len(record.plies) / PLIES_A_REQUEST)
    states = list(record.states())
    plies = [PlyView(seat=ply.seat, move=ply.move, why="chosen") for ply in record.plies]
    found = ReadText(game=record.game, steps=steps_of(states, plies), record=str(record))
    return Response(found.model_dump_json(), media_type="application/json")


def _record(text: str) -> Record:
    if text.startswith("["):
        return Record.parse(text)
    position, _, moves = text.partition(" moves ")
    states = states_of(position.removesuffix(" moves"), tuple(moves.split()))
    start, game = states[0], position.split(" ", 1)[0]
    seats = "; ".join(map(str, range(1, start.seats + 1)))
    tags = (("Game", game), ("Seats", seats), ("Start", str(start)))
    plies = [_ply(state, word) for state, word in zip(states, moves.split(), strict=False)]
    return Record(tags).played(plies)


def _ply(state: State, word: str) -> Ply:
    seat, _, move = word.rpartition(":")
    return Ply(int(seat) if seat else state.awaiting[0], move)
