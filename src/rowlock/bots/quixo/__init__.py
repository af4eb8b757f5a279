"""Quixo, for two players and in teams: who can play it, and how they think."""

from __future__ import annotations

from typing import cast

from rowlock.bots.quixo.batches import TEAMS, needed
from rowlock.bots.quixo.greedy import greedy
from rowlock.bots.quixo.levels import MANNERS
from rowlock.bots.quixo.mind import TABLEBASE, QuixoMind
from rowlock.bots.quixo.team_mind import TeamMind
from rowlock.bots.registry import GameBots, LevelBot, random_move
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


BOTS_OF = {
    "quixo": GameBots(
        {
            **{level: LevelBot(level, QuixoMind.given) for level in LEVELS},
            "greedy": greedy,
            "random": random_move,
        },
        mind=QuixoMind.given,
        means=(TABLEBASE,),
        needs=_needs,
    ),
    "quixo4": GameBots(
        {
            **{level: LevelBot(level, TeamMind.given) for level in LEVELS},
            "greedy": greedy,
            "random": random_move,
        },
        mind=TeamMind.given,
        needs=_needs_in_teams,
    ),
}
