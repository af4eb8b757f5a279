"""The levels of the Quixo bots for two players.

`master` gives its best within its time. `hard` and `medium` look less far and choose among moves that seem about as
good; `easy` looks at its own move and the answer, and sometimes not even at that. On 3×3 and 4×4, and on
5×5 while there are few cubes or almost no blank ones, tables tell what every move is worth.
"""

from __future__ import annotations

import math
import os
import threading
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, cast

from rowlock.rules.board import board
from rowlock.rules.game import Move, State
from rowlock.rules.quixo import Quixo

if TYPE_CHECKING:
    from rowlock.bots.quixo.master import Master
    from rowlock.bots.quixo.net import Net
    from rowlock.bots.quixo.search import Position
    from rowlock.solve.quixo.table import Verdict


@dataclass(frozen=True, slots=True)
class Level:
    """How a level thinks."""

    depth: int | None
    """How many plies it looks ahead, if not as far as it can; those without a limit think as master does."""
    seconds: float
    """How long it thinks about a move at most."""
    spread: float
    """How much worse a move may seem and still be played now and then, in hundredths of a logit."""
    dreaming: float = 0.0
    """How often it plays whatever does not lose at once."""
    tables: bool = False
    """Does it look moves up in the tables?"""


NET = Path(__file__).parent / "data" / "net.npz"

LEVELS = {
    "easy": Level(depth=1, seconds=1.0, spread=100, dreaming=0.2),
    "medium": Level(depth=2, seconds=1.0, spread=50),
    "hard": Level(depth=4, seconds=2.0, spread=15),
    "master": Level(depth=None, seconds=1.0, spread=0, tables=True),
}


PATIENCE, TIRED = 75, -10
"""After so many moves a bot no longer avoids a draw but is glad of it: good players would go on for ever."""

_loading = threading.RLock()
"""So that tables and network are loaded once for all threads."""


def built_in_net() -> Net:
    """The network, once for all who think."""
    with _loading:
        return _load_net()


@cache
def _load_net() -> Net:
    from rowlock.bots.quixo.net import load_net

    return load_net(NET)


class Probe(Protocol):
    """A table of solved positions."""

    def probe(self, own: int, other: int) -> Verdict | None:
        """What a position is worth for the side to move, if the table knows it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and what the position is worth for the side to move, if that is certain."""

    move: Move
    value: int | None = None


@dataclass(frozen=True, slots=True)
class _History:
    """How often positions have come in a game: those in which the bot was to move, and those it left to the other."""

    faced: Counter[Position] = field(default_factory=Counter)
    left: Counter[Position] = field(default_factory=Counter)

    @property
    def twice(self) -> tuple[list[Position], list[Position]]:
        """Where one more time would be a draw."""
        faced, left = ([now for now, times in of.items() if times > 1] for of in (self.faced, self.left))
        return faced, left


class _Games:
    """What was played before in the games under way: a position known from an earlier turn is recognised by the
    answer it follows. So a bot need not be told the history to avoid going round in circles."""

    LIMIT = 20_000

    def __init__(self) -> None:
        self._awaited: OrderedDict[Position, _History] = OrderedDict()

    def history(self, now: Position) -> _History:
        """That of the game that has come to `now`."""
        history = self._awaited.pop(now, None) or _History()
        history.faced[now] += 1
        return history

    def follow(self, history: _History, left: Position, answers: list[Position]) -> None:
        """A move left a position to the opponent, who may lead on to any of the answers."""
        history.left[left] += 1
        for answer in answers:
            self._awaited[answer] = history
        while len(self._awaited) > self.LIMIT:
            self._awaited.popitem(last=False)


class _Thread(threading.local):
    """Each thread thinks with a memory of its own."""

    def __init__(self) -> None:
        self.games = _Games()
        self._master: Master | None = None

    @property
    def master(self) -> Master:
        if self._master is None:
            from rowlock.bots.quixo.master import Master

            with _loading:
                self._master = Master(built_in_net())
        return self._master


_thread = _Thread()


def prepare(level: str, state: Quixo) -> None:
    """Load what a level needs to think, and compile it if nobody did yet; that takes longer than a thought may. Small
    boards need none of it."""
    if state.size == 5:
        master = _thread.master
        if LEVELS[level].depth is None:
            _ = master.grower


def decide(level: str, view: State, seat: int, rng: Random) -> Move:
    """What a level plays."""
    return decision(level, cast(Quixo, view), seat, rng).move


def decision(
    level: str,
    state: Quixo,
    seat: int,
    rng: Random,
    *,
    seconds: float | None = None,
    tables: Probe | None = None,
) -> Decision:
    """What a level plays, and the value of the position where it is certain. `seconds` is the time for the move,
    `tables` a solution of 5×5 to look positions up in."""
    if seat not in state.awaiting:
        raise ValueError(f"seat {seat} has nothing to decide in '{state}'")
    how = LEVELS[level]
    after = {move: state.play(seat, move) for move in state.legal_moves(seat)}
    winning = [move for move, then in after.items() if then.outcome and seat in then.outcome.winners]
    harmless = [move for move, then in after.items() if not then.outcome]
    if how.dreaming > rng.random():
        return Decision(rng.choice(harmless + winning or list(after)))
    if winning:
        return Decision(rng.choice(winning), 1)
    if not harmless:
        return Decision(rng.choice(list(after)), -1)
    if state.size < 5:
        return _by_distance(state, after, how, rng)
    verdicts = _verdicts({move: after[move] for move in harmless}, tables) if how.tables else {}
    best = max((-known.value for known in verdicts.values()), default=None)
    only = [move for move in harmless if best is None or -verdicts[move].value == best]
    plies = {
        move: known.plies for move, known in verdicts.items() if move in only and known.plies is not None
    }
    if best and len(plies) == len(only):  # win soon, lose late
        goal = min(plies.values()) if best > 0 else max(plies.values())
        return Decision(rng.choice([move for move in only if plies[move] == goal]), best)
    searched = _by_search(state, after, only, how, seconds, rng)
    return Decision(searched.move, searched.value if best is None else best)


def position(state: Quixo) -> Position:
    """The cubes of the side to move, and those of the other."""
    cubes = state.crosses, state.noughts
    return cubes if state.to_move == 1 else (cubes[1], cubes[0])


TABLEBASE = "ROWLOCK_TABLEBASE"
"""The variable that names a folder with a solution of 5×5; processes in which bots think inherit it."""


@cache
def given_tables() -> Probe | None:
    """The tables of that folder. Raises `ValueError` if it holds none."""
    from rowlock.solve.quixo.table import Tables

    folder = os.environ.get(TABLEBASE)
    return Tables(Path(folder)) if folder else None


def verdict(state: Quixo, tables: Probe | None = None) -> Verdict | None:
    """What the tables know about a position: those given, else those that come with Rowlock. Of full boards these know
    more: the plies to the end."""
    from rowlock.solve.quixo.table import built_in

    tables = tables or given_tables()
    full = (state.crosses | state.noughts).bit_count() == state.size**2
    found = tables.probe(*position(state)) if tables and state.size == 5 and not full else None
    return found or built_in(state.size).probe(*position(state))


def _verdicts(after: dict[Move, Quixo], tables: Probe | None) -> dict[Move, Verdict]:
    """What each move leads to, if the tables know them all."""
    found: dict[Move, Verdict] = {}
    for move, then in after.items():
        known = verdict(then, tables)
        if known is None:
            return {}
        found[move] = known
    return found


def _by_distance(state: Quixo, after: dict[Move, Quixo], how: Level, rng: Random) -> Decision:
    """On small boards everything is known: win soon, lose late. Lower levels see only what ends soon."""
    horizon = how.depth or math.inf
    scores: dict[Move, float] = {}
    for move, then in after.items():
        known = verdict(then)
        if known is None or known.plies is None or known.plies >= horizon:
            scores[move] = -known.value * (1 if how.tables else 0.1) if known else 0
        else:
            scores[move] = -known.value * (100 - known.plies)
    best = max(scores.values())
    mine = verdict(state)
    close = [move for move, score in scores.items() if score >= best - how.spread / 100]
    return Decision(rng.choice(close), mine.value if mine else None)


def _by_search(
    state: Quixo, after: dict[Move, Quixo], only: list[Move], how: Level, seconds: float | None, rng: Random
) -> Decision:
    from rowlock.bots.quixo.search import RELUCTANCE, SURE

    names = [push.name for push in board(5).pushes]
    now = position(state)
    history = _thread.games.history(now)
    seconds = how.seconds if seconds is None else seconds
    once, twice, pushes = history.left, history.twice, [names.index(move) for move in only]
    reluctance = RELUCTANCE if once.total() < PATIENCE else TIRED
    if how.depth is None:
        thought = _thread.master.think(
            *now, seconds=seconds, once=once, twice=twice, only=pushes, reluctance=reluctance
        )
    else:
        thought = _thread.master.searcher.think(
            *now,
            seconds=seconds,
            depth=how.depth,
            margin=int(3 * how.spread),
            once=once,
            twice=twice,
            only=pushes,
            tables=how.tables,
            reluctance=reluctance,
        )
    push = thought.pushes[0]
    if how.spread:
        behind = [thought.scores[0] - score for score in thought.scores]
        # Further behind the scores are only bounds.
        chances = [math.exp(-gap / how.spread) if gap < 3 * how.spread else 0.0 for gap in behind]
        push = rng.choices(thought.pushes, chances)[0]
    move = names[push]
    then = after[move]
    if not then.outcome:
        answers = [position(then.play(then.to_move, answer)) for answer in then.legal_moves(then.to_move)]
        _thread.games.follow(history, position(then), answers)
    certain = abs(thought.scores[0]) > SURE
    return Decision(move, (1 if thought.scores[0] > 0 else -1) if certain else None)


BY_LEVEL = {level: partial(decide, level) for level in LEVELS}
