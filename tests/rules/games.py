"""Random games for the tests of the rules: played through the library and the naive games side by side.

A game is chosen by a seed, so that hypothesis may pick and repeat it; the number of plies is chosen apart,
so that it can cut a failing game short. Random play alone hardly ever locks a row of Qwixx or blocks a player
of Quixo in teams: policies and late positions lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from hypothesis import strategies as st

from rowlock.rules import DICE, GAMES, IllegalMove, Ply, Record, State
from tests.rules.naive_quixo import NaiveQuixo
from tests.rules.naive_quixo4 import NaiveQuixo4
from tests.rules.naive_qwixx import ROWS, NaiveQwixx

LONGEST = 600
"""Plies after which a game of Quixo, which need not end, is left alone. No game of Qwixx is that long here."""


class Naive(Protocol):
    def owed(self) -> list[int]: ...
    def legal(self, seat: int) -> list[str]: ...
    def play(self, seat: int, move: str) -> None: ...
    def outcome(self) -> tuple[str, list[int], list[int]] | None: ...
    def turn(self) -> int: ...
    def points(self) -> list[int]: ...
    def text(self) -> str: ...


class Step(NamedTuple):
    """A decision: the state before it, whose it is, what it is, and the state after it."""

    before: State
    seat: int
    move: str
    after: State


@dataclass(frozen=True)
class Plan:
    """One random game: where it begins, how it is steered, and when it is left alone."""

    game: str
    start: str
    seed: int
    policy: str
    plies: int = LONGEST

    def begin(self) -> State:
        return GAMES[self.game].parse(self.start)

    def begin_naive(self) -> Naive:
        return NAIVE[self.game](self.start)

    def steps(self) -> Iterator[Step]:
        """The game as the library plays it."""
        rng = Random(self.seed)
        state = self.begin()
        for _ in range(self.plies):
            if not state.awaiting:
                return
            seat = rng.choice(state.awaiting)
            move = POLICIES[self.policy](rng, state, seat, state.legal_moves(seat))
            after = state.play(seat, move)
            yield Step(state, seat, move, after)
            state = after

    def record(self) -> Record:
        """The game with its plies in the order in which they were made, so far as a record keeps it."""
        state = self.begin()
        names = "; ".join(f"seat {seat}" for seat in range(1, state.seats + 1))
        record = Record((("Game", self.game), ("Seats", names), ("Start", self.start)))
        return record.played(Ply(step.seat, step.move) for step in self.steps())


NAIVE: dict[str, Callable[[str], Naive]] = {
    "qwixx": NaiveQwixx.from_text,
    "quixo": NaiveQuixo.from_text,
    "quixo4": NaiveQuixo4.from_text,
}

# How to choose a move

Policy = Callable[[Random, State, int, Sequence[str]], str]


def anything(rng: Random, _state: State, _seat: int, moves: Sequence[str]) -> str:
    return rng.choice(moves)


def thrifty(rng: Random, state: State, seat: int, moves: Sequence[str]) -> str:
    """Cross where fewest numbers are passed over, lock whenever possible, and now and then do as you like."""
    if seat == DICE or rng.random() < 0.1:
        return rng.choice(moves)
    crosses = [move for move in moves if move != "pass"]
    locks = [move for move in crosses if int(move[1:]) == ROWS[move[0]][-1]]
    if locks:
        return rng.choice(locks)
    sheets = sheets_of(state)
    gaps = {move: passed_over(sheets, seat, move) for move in crosses}
    least = min(gaps.values(), default=99)
    return rng.choice([move for move in crosses if gaps[move] == least]) if least <= 2 else "pass"


def together(rng: Random, state: State, seat: int, moves: Sequence[str]) -> str:
    """All follow the same plan, and the dice are kind to seat 1: rows fill up, and several lock them at once."""
    sheets = sheets_of(state)
    if seat == DICE:
        gaps = {}
        for roll in [rng.choice(moves) for _ in range(8)]:
            white_sum = int(roll[0]) + int(roll[1])
            gaps[roll] = min(passed_over(sheets, 1, f"{colour}{white_sum}") for colour in "rygb")
        return min(gaps, key=lambda roll: gaps[roll])
    gaps = {move: passed_over(sheets, seat, move) for move in moves if move != "pass"}
    best = min(gaps, key=lambda move: gaps[move], default="pass")
    return best if gaps.get(best, 99) <= 3 else "pass"


def timid(rng: Random, _state: State, seat: int, moves: Sequence[str]) -> str:
    """Mostly pass, so that penalties end the game."""
    return rng.choice(moves) if seat == DICE or rng.random() < 0.2 else "pass"


def sheets_of(state: State) -> list[list[str]]:
    return [sheet.split("/") for sheet in str(state).split(" ")[1:-3]]


def passed_over(sheets: list[list[str]], seat: int, move: str) -> int:
    """How many numbers a cross would pass over; 99 where it stands left of another, or its row is closed."""
    colour, row = "rygb".index(move[0]), ROWS[move[0]]
    if any(sheet[colour].split(",")[-1] == str(row[-1]) for sheet in sheets):
        return 99
    last = sheets[seat - 1][colour].split(",")[-1]
    gap = row.index(int(move[1:])) - (row.index(int(last)) + 1 if last != "-" else 0)
    return gap if gap >= 0 else 99


def decisive(rng: Random, state: State, seat: int, moves: Sequence[str]) -> str:
    """End the game where a move does it: by the opponent's line first, else by the own."""
    if rng.random() < 0.3:
        return rng.choice(moves)
    outcomes = {move: state.play(seat, move).outcome for move in moves}
    ends = {move: outcome.reason for move, outcome in outcomes.items() if outcome}
    given_away = [move for move, reason in ends.items() if reason == "opponents-line"]
    return rng.choice(given_away or list(ends) or moves)


POLICIES: dict[str, Policy] = {
    policy.__name__: policy for policy in (anything, thrifty, together, timid, decisive)
}

# Where to begin


def beginning(game: str, seats: int, first: int, size: int) -> str:
    options = {"size": size} if game == "quixo" else {}
    return str(GAMES[game].start(seats, first, **options))


def late_qwixx(rng: Random, seats: int) -> str:
    """A position before a roll where most rows can soon be locked and at most one is closed."""
    shared = {colour: rng.random() < 0.5 for colour in "rygb"}
    closed = rng.choice("rygb-")
    sheets = []
    for _ in range(seats):
        rows = []
        for colour, row in ROWS.items():
            crossed = sorted(
                rng.sample(range(10), rng.choice([0, 4, 5, 5, 6, 7] if shared[colour] else [0, 3, 4, 5]))
            )
            if colour == closed and len(crossed) >= 5:
                crossed.append(10)
            rows.append(",".join(str(row[place]) for place in crossed) or "-")
        sheets.append("/".join([*rows, str(rng.choice([0, 0, 1, 2, 3]))]))
    return f"qwixx {' '.join(sheets)} {rng.randint(1, seats)} roll -"


def without_line(ranks: list[str]) -> bool:
    board = "/".join(ranks).translate(str.maketrans("nsew", "xxoo"))
    naive = NaiveQuixo.from_text(f"quixo {board} x")
    return not naive.lines_of("x") and not naive.lines_of("o")


def late_board(rng: Random, letters: str, size: int, blanks: float, inside_blanks: float) -> str:
    """A board without a line, the more or less full: chances of a blank on the border and inside."""
    while True:
        ranks = []
        for y in range(size):
            rank = ""
            for x in range(size):
                on_border = x in (0, size - 1) or y in (0, size - 1)
                blank = rng.random() < (blanks if on_border else inside_blanks)
                rank += "." if blank else rng.choice(letters)
            ranks.append(rank)
        if without_line(ranks):
            return "/".join(ranks)


def brink_board(rng: Random, crosses: str, noughts: str, size: int) -> tuple[str, str]:
    """A board where one push completes a line of crosses and one of noughts, and the letter that it puts."""
    while True:
        ranks = [rng.choices(crosses + noughts + ".", k=size) for _ in range(size)]
        file_of_crosses, file_of_noughts = rng.sample(range(size), 2)
        for rank in ranks:
            rank[file_of_crosses], rank[file_of_noughts] = rng.choice(crosses), rng.choice(noughts)
        # That is the board after the push. Before it, a blank cube stood at the other end of the top rank.
        put = ranks[0].pop(0)
        ranks[0].append(".")
        if rng.random() < 0.5:
            ranks = [list(file) for file in zip(*ranks, strict=True)]
        before = ["".join(rank) for rank in ranks]
        if put != "." and without_line(before):
            return "/".join(before), put


def late_quixo(rng: Random, size: int) -> str:
    if rng.random() < 0.3:
        board, mover = brink_board(rng, "x", "o", size)
        return f"quixo {board} {mover}"
    return f"quixo {late_board(rng, 'xo', size, 0.1, 0.1)} {rng.choice('xo')}"


def late_quixo4(rng: Random) -> str:
    """Often one where the player to move has no cube to take."""
    turns = rng.choice([2, 4, 5, 40])
    if rng.random() < 0.3:
        board, mover = brink_board(rng, "ns", "ew", 5)
        return f"quixo4 {board} {mover} {turns}"
    mover = rng.choice("nesw")
    others = "nesw".replace(mover, "")
    blanks, letters = rng.choice([(0, others), (0, others), (0, others + "nesw"), (0.2, "nesw")])
    return f"quixo4 {late_board(rng, letters, 5, blanks, 0.3)} {mover} {turns}"


# What hypothesis chooses from

seeds = st.integers(0, 2**32 - 1)
lengths = st.one_of(st.just(LONGEST), st.integers(0, LONGEST))


@st.composite
def qwixx_plans(draw: st.DrawFn, seats: Sequence[int] = (1, 2, 3, 4, 5)) -> Plan:
    players, seed = draw(st.sampled_from(seats)), draw(seeds)
    first = draw(st.integers(1, players))
    late = draw(st.booleans())
    start = late_qwixx(Random(seed), players) if late else beginning("qwixx", players, first, 0)
    policy = draw(st.sampled_from(["anything", "thrifty", "together", "timid"]))
    return Plan("qwixx", start, seed, policy, draw(lengths))


@st.composite
def quixo_plans(draw: st.DrawFn, sizes: Sequence[int] = (3, 4, 5)) -> Plan:
    size, seed = draw(st.sampled_from(sizes)), draw(seeds)
    first = draw(st.integers(1, 2))
    start = late_quixo(Random(seed), size) if draw(st.booleans()) else beginning("quixo", 2, first, size)
    return Plan(
        "quixo", start, seed, draw(st.sampled_from(["anything", "anything", "decisive"])), draw(lengths)
    )


@st.composite
def quixo4_plans(draw: st.DrawFn) -> Plan:
    seed, first = draw(seeds), draw(st.integers(1, 4))
    start = late_quixo4(Random(seed)) if draw(st.booleans()) else beginning("quixo4", 4, first, 5)
    return Plan(
        "quixo4", start, seed, draw(st.sampled_from(["anything", "anything", "decisive"])), draw(lengths)
    )


def any_plans() -> st.SearchStrategy[Plan]:
    return st.one_of(qwixx_plans(), quixo_plans(), quixo4_plans())


# Short ways to say things in tests


def qwixx(*words: str) -> State:
    return GAMES["qwixx"].parse(" ".join(["qwixx", *words]))


def played(state: State, *decisions: tuple[int, str]) -> State:
    for seat, move in decisions:
        state = state.play(seat, move)
    return state


def code_of(state: State, seat: int, move: str) -> str | None:
    """The reason code why a move can't be played; None if it can."""
    try:
        state.play(seat, move)
    except IllegalMove as refusal:
        return refusal.code
    return None
