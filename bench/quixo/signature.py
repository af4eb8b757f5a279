"""The signature of the Quixo bots: what they look at, and what they play, in fifty positions with so many nodes.

python -m bench quixo.signature

As long as it stays the same, moving code about has changed nothing of how they think.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import TypeVar

from rowlock.bots import Limit, Question
from rowlock.bots.question import Mind
from rowlock.bots.quixo.mind import QuixoMind
from rowlock.bots.quixo.team_mind import TeamMind
from rowlock.rules.game import State
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4

POSITIONS = 50
NODES = 2_000

S = TypeVar("S", Quixo, Quixo4)


def positions(start: S) -> list[S]:
    """Where fifty random games are after some plies."""
    rng, found = random.Random(50), list[S]()
    while len(found) < POSITIONS:
        state = start
        for _ in range(rng.randrange(4, 45)):
            after = state.play(state.to_move, rng.choice(state.legal_moves(state.to_move)))
            if after.outcome:
                break
            state = after
        found.append(state)
    return found


def signature(minds: Sequence[Mind], states: Sequence[State]) -> tuple[int, int]:
    """The nodes of all answers together, and their moves in one number."""
    nodes = moves = 0
    for number, (mind, state) in enumerate(zip(minds, states, strict=True), 1):
        seat = state.awaiting[0]
        question = Question(state, seat, chance=random.Random(number), limit=Limit(nodes=NODES))
        answer = mind.decide("master", question)
        nodes += answer.nodes or 0
        moves += number * state.legal_moves(seat).index(answer.move)
    return nodes, moves


def both() -> dict[str, tuple[int, int]]:
    """The signatures of both games, each question to a mind with nothing to remember."""
    return {
        "quixo": signature([QuixoMind() for _ in range(POSITIONS)], positions(Quixo.start())),
        "quixo4": signature([TeamMind() for _ in range(POSITIONS)], positions(Quixo4.start())),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args(arguments)
    for game, (nodes, moves) in both().items():
        print(f"{game}: {nodes} nodes, moves {moves}")
