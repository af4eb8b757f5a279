"""The bots of each game. A game brings them in its own part of this room, as `BOTS_OF[game]`; see `GameBots`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rowlock.bots.question import Answer, Bot, Limit, Mind, Option, Question
from rowlock.rules import GAMES, Move, State
from rowlock.rules.game import shown
from rowlock.rules.games import unknown_game
from rowlock.rules.levels import LEVELS
from rowlock.solve import batch
from rowlock.solve.batch import Batch, Tell, unheard

if TYPE_CHECKING:
    from rowlock.bots.simulation import Simulation

Means = Mapping[str, str]
"""What bots may be given beside the question: `{"tablebase": FOLDER}`."""
NOTHING: Means = MappingProxyType({})
NO_LIMIT = Limit()


class UnknownBot(ValueError):
    """There is no bot of that name: says which there are."""


def random_move(question: Question) -> Move:
    """Any legal move, each as likely as the others."""
    return question.chance.choice(question.view.legal_moves(question.seat))


@dataclass(frozen=True, slots=True)
class GameBots:
    """All that a game offers of bots."""

    bots: dict[str, Bot]
    mind: Callable[[Means], Mind] | None = None
    """Makes one who thinks, given some means, with nothing remembered. Raises `ValueError` if they are no good."""
    means: tuple[str, ...] = ()
    """The names of the means that it knows."""
    needs: Callable[[str, State], Sequence[Batch]] = field(default=lambda name, view: ())  # noqa: ARG005 (it is)
    """What is compiled before a bot can think about such a position."""
    at_once: bool = False
    """Is the worth of every move known at once, whatever the limit?"""
    simulation: Callable[[], Simulation] | None = None
    """Plays whole games between some of them very fast."""
    built_in: Mapping[str, Bot] = field(init=False)
    """The bots that the game itself has brought, whatever was put beside them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "built_in", MappingProxyType(dict(self.bots)))


class LevelBot:
    """A level of a game that thinks with a mind of its own, made when it is first asked."""

    def __init__(self, level: str, mind: Callable[[Means], Mind], means: Means = NOTHING) -> None:
        self.level, self._make, self._means = level, mind, means
        self._mind: Mind | None = None

    def fresh(self, means: Means = NOTHING) -> LevelBot:
        """The same level with nothing remembered."""
        return LevelBot(self.level, self._make, means)

    def answer(self, question: Question) -> Answer:
        """The move with what is known of the options."""
        if self._mind is None:
            self._mind = self._make(self._means)
        return self._mind.decide(self.level, question)

    def __call__(self, question: Question) -> Move:
        return self.answer(question).move


@cache
def _bots_of(game: str) -> GameBots:
    """What the game's part of this room offers. Where there is none, all levels play anything."""
    if part := GAMES[game].part("bots"):
        offered: dict[str, GameBots] = part.BOTS_OF
        return offered[game]
    return GameBots({**dict.fromkeys(LEVELS, random_move), "random": random_move})


class Bots(Mapping[str, dict[str, Bot]]):
    """The bots by game and name. Those of a game are loaded when somebody first asks: whoever brings bots imports this
    module along the way, when they are not there yet."""

    def __getitem__(self, game: str) -> dict[str, Bot]:
        return _bots_of(game).bots

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


BOTS = Bots()
"""The bots by game and name. Whoever has written one puts it there."""


def of_game(game: str) -> GameBots:
    """What a game offers of bots. Raises `ValueError`."""
    if game not in GAMES:
        raise ValueError(unknown_game(game))
    return _bots_of(game)


def bot(game: str, name: str, means: Means = NOTHING) -> Bot:
    """The bot of that name for a game; where it remembers anything, one that has nothing to remember yet. Raises
    `ValueError`, and `UnknownBot` where there is none."""
    known = of_game(game).bots
    if name not in known:
        raise UnknownBot(f"no bot {shown(name)} plays {game}, only {', '.join(known)}")
    found: Any = known[name]
    made: Bot = found.fresh(means) if hasattr(found, "fresh") else found
    return made


def get_ready(game: str, name: str, view: State, tell: Tell = unheard) -> None:
    """Load what a bot needs for a position, unless it is there. That takes longer than many a thought; and far longer
    the first time ever, when it is compiled: `tell` hears so."""
    for needed in of_game(game).needs(name, view):
        needed.get_ready(tell)


def ready_soon(game: str, name: str, view: State) -> bool:
    """The same for those who can't wait so long: whether it is there. What must be compiled first is compiled in the
    background meanwhile."""
    return batch.ready_soon(of_game(game).needs(name, view))


def options(
    state: State, seat: int, past: Sequence[State] = (), limit: Limit = NO_LIMIT, means: Means = NOTHING
) -> tuple[Option, ...]:
    """Every move of a seat that owes a decision, with what it is worth, best first.

    Quixo: win, draw or loss, and in how many plies, where that is certain, else a score. Qwixx: the chance to win, and
    with one sheet the expected points. Before a roll there is one option, `roll`. In a game without such knowledge
    the moves come as they are. Raises `ValueError` where the seat has nothing to decide.
    """
    game = str(state).split(" ", 1)[0]
    mind = of_game(game).mind
    question = Question(state.seen_by(seat), seat, past, limit=limit)
    if mind is None:
        return tuple(Option(move) for move in state.legal_moves(seat))
    return mind(means).options(question).options
