"""Quixo, for two players and in teams: who can play it, and how they think."""

from __future__ import annotations

from typing import cast

from rowlock.bots.quixo.greedy import greedy
from rowlock.bots.quixo.levels import MANNERS
from rowlock.bots.quixo.mind import TABLEBASE, QuixoMind
from rowlock.bots.quixo.team_mind import TeamMind
from rowlock.bots.registry import GameBots, LevelBot, random_move
from rowlock.rules.game import State
from rowlock.rules.levels import LEVELS
from rowlock.rules.quixo import Quixo


def _get_ready(name: str, view: State) -> None:
    """Small boards need nothing but tables."""
    if name in MANNERS and cast(Quixo, view).size == 5:
        master = QuixoMind().master
        if MANNERS[name].depth is None:
            _ = master.grower


def _get_ready_in_teams(name: str, view: State) -> None:  # noqa: ARG001 (it is the same for all boards)
    if name in MANNERS:
        _ = TeamMind().searcher


BOTS_OF = {
    "quixo": GameBots(
        {
            **{level: LevelBot(level, QuixoMind.given) for level in LEVELS},
            "greedy": greedy,
            "random": random_move,
        },
        mind=QuixoMind.given,
        means=(TABLEBASE,),
        get_ready=_get_ready,
    ),
    "quixo4": GameBots(
        {
            **{level: LevelBot(level, TeamMind.given) for level in LEVELS},
            "greedy": greedy,
            "random": random_move,
        },
        mind=TeamMind.given,
        get_ready=_get_ready_in_teams,
    ),
}
