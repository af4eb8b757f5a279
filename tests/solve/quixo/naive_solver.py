"""Quixo solved the plain way: a dictionary, the rules library, and no idea of symmetry or layers."""

from __future__ import annotations

from itertools import product

from rowlock.rules.quixo import Quixo


def naive_solution(size: int) -> dict[tuple[int, int], tuple[int, int | None]]:
    """For (own, other) of the side to move: 1, 0 or -1, and the plies to the end."""
    after: dict[tuple[int, int], set[tuple[int, int]]] = {}
    known: dict[tuple[int, int], tuple[int, int | None]] = {}
    for cells in product(range(3), repeat=size**2):
        crosses = sum(1 << i for i, cell in enumerate(cells) if cell == 1)
        noughts = sum(1 << i for i, cell in enumerate(cells) if cell == 2)
        state = Quixo(crosses, noughts, 1, size)
        if outcome := state.outcome:
            known[crosses, noughts] = (1 if 1 in outcome.winners else -1, 0)
        else:
            nexts = (state.play(1, move) for move in state.legal_moves(1))
            after[crosses, noughts] = {(then.noughts, then.crosses) for then in nexts}
    distance = 0
    while True:
        distance += 1
        found: dict[tuple[int, int], tuple[int, int | None]] = {}
        for position, successors in after.items():
            values = [known.get(then, (0, None))[0] for then in successors]
            if -1 in values:
                found[position] = (1, distance)
            elif all(value == 1 for value in values):
                found[position] = (-1, distance)
        if not found:
            return known | dict.fromkeys(after, (0, None))
        known |= found
        for position in found:
            del after[position]
