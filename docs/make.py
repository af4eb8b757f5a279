"""Makes the example records in docs/examples/, the pictures in docs/pictures/ and docs/reference.md:

    python -m docs.make

The players are simple but not silly; the seeds are chosen so that the games are short and end in different ways.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from docs.house import house
from docs.reference import reference
from rowlock.rules import DICE, Ply, Record, State
from rowlock.rules.board import board
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import CLASSIC
from rowlock.terminal.match import Match

FOLDER = Path(__file__).parent

Player = Callable[[State, int, Random], str]


def crosser(state: State, seat: int, chance: Random) -> str:  # noqa: ARG001 (this player is sure of everything)
    """Qwixx: takes the cross that passes over the fewest numbers, if they are few enough."""
    assert isinstance(state, Qwixx)
    due = seat == state.active and state.phase != "colour+"  # without a cross a penalty is near
    best, fewest = PASS, 2 + due * (2 if state.phase == "colour" else 1)
    for move in state.legal_moves(seat):
        if move != PASS:
            cell = CLASSIC.named[move]
            row = state.sheets[seat - 1].rows[cell.row]
            skipped = cell.bit.bit_length() - 1 - row.bit_length()
            if cell.last or skipped < fewest:
                best, fewest = move, -1 if cell.last else skipped
    return best


def pusher(state: State, seat: int, chance: Random) -> str:
    """Quixo: looks one move ahead, and at what the next player could answer."""
    moves = list(state.legal_moves(seat))
    chance.shuffle(moves)
    return max(moves, key=lambda move: _promise(state.play(seat, move), seat, look=True))


def hasty(state: State, seat: int, chance: Random) -> str:
    """Quixo: looks one move ahead, and at nothing else."""
    moves = list(state.legal_moves(seat))
    chance.shuffle(moves)
    return max(moves, key=lambda move: _promise(state.play(seat, move), seat, look=False))


def careless(state: State, seat: int, chance: Random) -> str:
    """Quixo: any move will do."""
    return chance.choice(state.legal_moves(seat))


def _promise(state: State, seat: int, *, look: bool) -> float:
    if outcome := state.outcome:
        return 1000 if seat in outcome.winners else -1000
    if look:
        (other,) = state.awaiting
        return min(-_promise(state.play(other, move), other, look=False) for move in state.legal_moves(other))
    _, ranks, *_ = str(state).split(" ")
    cells = "".join(reversed(ranks.split("/")))
    own, theirs = ("xns", "oew") if seat % 2 else ("oew", "xns")
    lines = [
        [cells[i] for i in range(len(cells)) if line >> i & 1] for line in board(len(ranks.split("/"))).lines
    ]
    return sum(_weight(line, own) - _weight(line, theirs) for line in lines)


def _weight(line: list[str], letters: str) -> int:
    return (1, 3, 9, 27, 81, 243)[sum(cell in letters for cell in line)]


def play(game: str, seats: dict[str, Player], seed: int, last_words: str = "") -> Record:
    """A game between these players, with a comment on the last move."""
    chance = Random(seed)
    record = Record.new(game, seats).tagged("Event", "Rowlock examples")
    state, plies = record.start, list[Ply]()
    players = list(seats.values())
    while state.awaiting:
        seat = state.awaiting[0]
        roll = chance.choice(state.legal_moves(DICE)) if seat == DICE else ""
        plies.append(Ply(seat, roll or players[seat - 1](state, seat, chance)))
        state = state.play(*plies[-1][:2])
    if last_words:
        plies[-1] = plies[-1]._replace(comments=(last_words,))
    assert state.outcome
    return record.played(plies).ended(state.outcome)


def alone(day: str) -> Record:
    """The game of a day."""
    match = Match(Record.new("qwixx", ["Ada"]).tagged("DiceDay", day), seed="")
    while match.state.awaiting:
        seat = match.state.awaiting[0]
        match.play(seat, match.roll() if seat == DICE else crosser(match.state, seat, Random(0)))
    return match.record


def main() -> None:
    two = play("qwixx", {"Ada": crosser, "Боян": crosser}, seed=2)
    three = play("qwixx", {"Ada": crosser, "Боян": crosser, "نور": crosser}, seed=2)
    quixo = play("quixo", {"Ada": pusher, "Боян": hasty}, seed=2)
    slip = play("quixo", {"Ada": careless, "Боян": pusher}, 125, "pushes four noughts into a line of five")
    teams = play("quixo4", {"Ada": pusher, "Боян": hasty, "Галя": pusher, "نور": hasty}, seed=1)
    games = {"qwixx": three, "quixo": quixo, "quixo-slip": slip, "quixo4": teams, "day": alone("2026-11-03")}
    for name, record in games.items():
        (FOLDER / "examples" / f"{name}.rlk").write_text(str(record), encoding="utf-8")

    choices = [state for state in two.states() if state.phase == "white" and len(state.awaiting) == 2]
    for name, state in {
        "qwixx": choices[-8],
        "quixo": list(quixo.states())[-2],
        "quixo4": teams.last_state,
    }.items():
        svg = state._repr_svg_()
        (FOLDER / "pictures" / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")
    (FOLDER / "pictures" / "house.svg").write_text(house() + "\n", encoding="utf-8")
    (FOLDER / "reference.md").write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
