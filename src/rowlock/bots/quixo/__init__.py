"""Quixo, for two players and in teams: who can play it, and how they think."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rowlock.bots.question import Bot, Mind
from rowlock.bots.quixo.batches import TEAMS, needed
from rowlock.bots.quixo.habits import HABITS, by_habit
from rowlock.bots.quixo.levels import MANNERS
from rowlock.bots.quixo.mind import TABLEBASE, QuixoMind
from rowlock.bots.quixo.team_mind import TeamMind
from rowlock.bots.registry import GameBots, LevelBot, Means, random_move
from rowlock.rules.game import State
from rowlock.rules.levels import LEVELS
from rowlock.rules.quixo import Quixo
from rowlock.solve.batch import Batch


def _needs(name: str, view: State) -> tuple[Batch, ...]:
    """Small boards need nothing but tables."""
    if name not in MANNERS or cast(Quixo, view).size < 5:
        return ()
    return needed(MANNERS[name])


def _needs_in_teams(name: str, view: State) -> tuple[Batch, ...]:  # noqa: ARG001 (it is the same for all boards)
    return (TEAMS,) if name in MANNERS else ()


def _levels(mind: Callable[[Means], Mind]) -> dict[str, Bot]:
    return {level: by_habit(HABITS[level]) if level in HABITS else LevelBot(level, mind) for level in LEVELS}


BOTS_OF = {
    "quixo": GameBots(
        {
            **_levels(QuixoMind.given),
            "greedy": by_habit(HABITS["greedy"]),
            "random": random_move,
        },
        mind=QuixoMind.given,
        means=(TABLEBASE,),
        needs=_needs,
    ),
    "quixo4": GameBots(
        {
            **_levels(TeamMind.given),
            "greedy": by_habit(HABITS["greedy"]),
            "random": random_move,
        },
        mind=TeamMind.given,
        needs=_needs_in_teams,
    ),
}
