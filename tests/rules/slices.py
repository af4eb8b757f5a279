"""A third way to move cubes, only for counting: a board is five strings, and a push is a string cut and joined.

Positions that several move sequences reach are kept once, with the number of ways to reach them. That is what
makes depth 5 of Quixo and depth 4 of Quixo in teams feasible in plain Python; no symmetry is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

Ranks = tuple[str, ...]


def turned(board: Ranks) -> Ranks:
    """Ranks become files."""
    return tuple("".join(column) for column in zip(*board, strict=True))


def pushed_along_ranks(board: Ranks, takes: str, puts: str) -> Iterator[Ranks]:
    """Every push of a border cube along its rank."""
    last = len(board) - 1
    for y, rank in enumerate(board):
        for x, cube in enumerate(rank):
            on_border = y in (0, last) or x in (0, last)
            if not on_border or cube not in takes:
                continue
            rest = rank[:x] + rank[x + 1 :]
            for put in puts:
                if x != 0:
                    yield (*board[:y], put + rest, *board[y + 1 :])
                if x != last:
                    yield (*board[:y], rest + put, *board[y + 1 :])


def boards_after(board: Ranks, takes: str, puts: str) -> list[Ranks]:
    """One board for each (cube, end, symbol put); the same board as often as moves lead to it."""
    along_files = [turned(after) for after in pushed_along_ranks(turned(board), takes, puts)]
    return [*pushed_along_ranks(board, takes, puts), *along_files]


def has_line(board: Ranks, symbols: str) -> bool:
    size = range(len(board))
    diagonals = ("".join(board[i][i] for i in size), "".join(board[i][-1 - i] for i in size))
    return any(all(cube in symbols for cube in line) for line in (*board, *turned(board), *diagonals))


def count(size: int, depth: int, *, teams: bool) -> int:
    """How many move sequences of this length there are from the empty board. A finished game goes no further."""
    ways: Counter[Ranks] = Counter({("." * size,) * size: 1})
    for ply in range(depth):
        if teams:
            mover = "nesw"[ply % 4]
            takes = "." if ply < 4 else "." + mover
            puts = "ns" if mover in "ns" else "ew"
        else:
            takes = "." + "xo"[ply % 2]
            puts = "xo"[ply % 2]
        after: Counter[Ranks] = Counter()
        last_ply = ply == depth - 1
        total = 0
        for board, reached in ways.items():
            if has_line(board, "xns") or has_line(board, "oew"):
                continue
            if last_ply:
                total += reached * len(puts) * pushes(board, takes)
            else:
                for next_board in boards_after(board, takes, puts):
                    after[next_board] += reached
        if last_ply:
            return total
        ways = after
    return 1


def pushes(board: Ranks, takes: str) -> int:
    """Two for a corner cube that may be taken, three for any other border cube."""
    last = len(board) - 1
    total = 0
    for y, rank in enumerate(board):
        for x, cube in enumerate(rank):
            edges = (x in (0, last)) + (y in (0, last))
            if edges and cube in takes:
                total += 2 if edges == 2 else 3
    return total
