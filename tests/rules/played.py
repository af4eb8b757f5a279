"""Prints games as these rules play them, step by step, for whoever repeats the rules in another language.

    python -m tests.rules.played GAMES [SEED]

One game a line, as JSON: where it starts, and its steps, first the one before any move. A step has the seat and its
move, all that the rules say of the state after it, and why some other things may not be played then.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from rowlock.rules import DICE, GAMES, IllegalMove, State
from rowlock.rules.dice import Rolls
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import Layout
from tests.rules.games import Plan, beginning, late_quixo, late_quixo4, late_qwixx

ASKED = 2
"""What is asked at each step beside what is played."""
LONGEST = 150
ALPHABET = "abcdefrygbnswx0123456789.-pk"


def plan(rng: Random, game: str) -> Plan:
    """A game from its beginning or from a late position, steered in all ways."""
    late = rng.random() < 0.4
    match game:
        case "qwixx":
            seats = rng.randint(1, 5)
            start = late_qwixx(rng, seats) if late else beginning(game, seats, rng.randint(1, seats), 0)
            policy = rng.choice(["anything", "thrifty", "together", "timid"])
        case "quixo":
            size = rng.choice([3, 4, 5])
            start = late_quixo(rng, size) if late else beginning(game, 2, rng.randint(1, 2), size)
            policy = rng.choice(["anything"] * 9 + ["decisive"])
        case _:
            start = late_quixo4(rng) if late else beginning(game, 4, rng.randint(1, 4), 5)
            policy = rng.choice(["anything"] * 9 + ["decisive"])
    return Plan(game, start, rng.getrandbits(32), policy, LONGEST)


def mixed(rng: Random) -> Layout:
    """A pad on which colours and numbers are mixed: every cell stands somewhere, and every colour has its lock. One
    that is written out, or one with a name."""
    if rng.random() < 0.5:
        return layout_of(rng.choice(["mixed-colours", "mixed-numbers", f"random-{rng.randrange(5)}"]))
    columns = [[f"{colour}{number}" for colour in rng.sample("rygb", 4)] for number in range(2, 13)]
    rng.shuffle(columns)
    rows = [list(row) for row in zip(*columns, strict=True)]
    for row in rows:
        last = row.pop()
        rng.shuffle(row)
        row.append(last)
    return Layout.of(*map(" ".join, rows))


def careful(rng: Random, state: Qwixx) -> Iterator[tuple[int, str, Qwixx]]:
    """A game on any pad by players who mostly cross the leftmost number they can, so that rows are locked."""
    while state.awaiting:
        seat = rng.choice(state.awaiting)
        moves = state.legal_moves(seat)
        if seat == DICE or rng.random() < 0.2:
            move = rng.choice(moves)
        else:
            cells = [move for move in moves if move != "pass"]
            move = min(cells, key=lambda cell: state.layout.named[cell].bit, default="pass")
        state = state.play(seat, move)
        yield seat, move, state


def told(state: State, keys: list[Hashable]) -> dict[str, Any]:
    """All that the rules say of a state; `keys` are those of the states so far."""
    keys.append(state.key)
    moves = {seat: state.legal_moves(seat) for seat in state.awaiting}
    rolls = moves.pop(DICE, ())
    return {
        "position": str(state),
        "same": keys.index(state.key),
        "phase": state.phase,
        "active": state.active,
        "awaiting": state.awaiting,
        "inPlay": rolls.in_play if isinstance(rolls, Rolls) else (),
        "moves": moves,
        "scores": state.scores,
        "outcome": asdict(state.outcome) if state.outcome else None,
    }


def question(rng: Random, state: State, known: list[str]) -> tuple[int, str]:
    """A move that was once possible, a beginning of one, or nonsense; of a seat that may owe nothing, or not exist."""
    move = rng.choice(known) if rng.random() < 0.8 else "".join(rng.choices(ALPHABET, k=rng.randint(0, 7)))
    text = move[: rng.randint(0, len(move))] if rng.random() < 0.3 else move
    return rng.choice([*state.awaiting, *range(state.seats + 2)]), text


def refusals(rng: Random, state: State, known: list[str]) -> Iterator[list[Any]]:
    for _ in range(ASKED):
        seat, text = question(rng, state, known)
        why = state.why_not(seat, text)
        try:
            state.play(seat, text)
            refused = None
        except IllegalMove as refusal:
            refused = refusal.code
        yield [seat, text, why and {"code": why.code, "facts": why.facts}, refused]


Steps = Iterable[tuple[int, str, State]]


def transcript(rng: Random, game: str, state: State, steps: Steps) -> dict[str, Any]:
    known = ["pass", "skip", "roll", "a1", "r13", "213456"]
    keys: list[Hashable] = []
    start = str(state)
    written = [[0, "", told(state, keys), list(refusals(rng, state, known))]]
    for seat, move, after in steps:
        known.append(move)
        written.append([seat, move, told(after, keys), list(refusals(rng, after, known))])
    return {"game": game, "start": start, "steps": written}


def played(number: int, seed: int) -> dict[str, Any]:
    rng = Random(f"{seed} {number}")
    if number % 10 == 0:
        layout, seats = mixed(rng), rng.randint(1, 5)
        state = Qwixx.start(seats, rng.randint(1, seats), layout)
        return transcript(rng, "qwixx", state, careful(rng, state))
    of = plan(rng, list(GAMES)[number % len(GAMES)])
    steps = ((step.seat, step.move, step.after) for step in of.steps())
    return transcript(rng, of.game, of.begin(), steps)


def main(games: int, seed: int = 1) -> None:
    for number in range(games):
        sys.stdout.write(json.dumps(played(number, seed), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
