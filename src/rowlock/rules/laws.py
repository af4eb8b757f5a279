"""What every game must obey. Whoever writes a game lets `check` play it, with a choice by chance:

for number in range(100):
    check(PIG, Random(number).choice)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product

from rowlock.rules.dice import Rolls
from rowlock.rules.game import DICE, Game, IllegalMove, Move, State
from rowlock.rules.record import Ply, Record

Choose = Callable[[Sequence[Move]], Move]
"""Picks one of several moves, by chance or otherwise."""


class LawBroken(AssertionError):
    """A game does what no game may do: says what, and in which position."""


def check(game: Game, choose: Choose, plies: int = 500) -> None:
    """Play a game of each kind (number of seats, who begins, options) by the choices made, for so many plies at most,
    and look at every step. Raises `LawBroken`."""
    met: dict[Hashable, str] = {}
    for start in starts(game):
        state, made = start, list[Ply]()
        _look(game, state, met)
        _draw(state)
        while state.awaiting and len(made) < plies:
            seat = state.awaiting[len(made) % len(state.awaiting)]
            move = choose(state.legal_moves(seat))
            text, number = str(state), hash(state)
            after = state.play(seat, move)
            _law(after == state.play(seat, move), state, f"{move} leads to one state only")
            _law(
                (str(state), hash(state)) == (text, number), state, f"{move} leaves the state before it alone"
            )
            made.append(Ply(seat, move))
            state = after
            _look(game, state, met)
        _draw(state)
        _keep_record(game, start, made, state)


def starts(game: Game) -> Iterator[State]:
    """All ways in which a game can begin."""
    for seats in game.seat_counts:
        for first, values in product(range(1, seats + 1), product(*game.options.values())):
            yield game.start(seats, first, **dict(zip(game.options, values, strict=True)))


def _law(holds: bool, state: State, law: str) -> None:
    if not holds:
        raise LawBroken(f"{law}: broken in {str(state)!r}")


def _look(game: Game, state: State, met: dict[Hashable, str]) -> None:
    over = state.outcome is not None
    _law(bool(state.awaiting) != over, state, "somebody owes a decision exactly while there is no outcome")
    _law((state.phase == "over") == over, state, "the phase is 'over' exactly when there is an outcome")
    _law(1 <= state.active <= state.seats in game.seat_counts, state, "the active seat is one of the seats")
    _law(len(state.awaiting) < 2 or game.at_once, state, "who decides at the same time as others is known")
    _law(len(state.scores) in (0, state.seats), state, "each seat has a score, or none has")
    if outcome := state.outcome:
        _law(len(outcome.places) == state.seats, state, "each seat has a place at the end")
    _read_back(game, state)
    _compare_keys(state, met)
    for seat in range(state.seats + 2):
        _decide(game, state, seat)


def _draw(state: State) -> None:
    _law("<svg" in state._repr_svg_(), state, "a state can be drawn")


def _read_back(game: Game, state: State) -> None:
    text = str(state)
    _law(text.split(" ")[0] == game.name, state, "a position begins with the name of its game")
    read = game.parse(text)
    _law(str(read) == text, state, "a position reads back to the same text")
    if read.awaiting == state.awaiting:  # sealed decisions are no part of a position
        _law(read == state, state, "a position reads back to an equal state")
        _law(read.key == state.key, state, "a position reads back to an equal key")


def _compare_keys(state: State, met: dict[Hashable, str]) -> None:
    """Equal keys: the same seats, the same board, the same moves."""
    moves = [state.legal_moves(seat) for seat in state.awaiting]
    listed = [len(some) if isinstance(some, Rolls) else some for some in moves]
    kind = f"{state.seats} {state.awaiting} {state.phase} {listed}"
    _law(met.setdefault(state.key, kind) == kind, state, "equal keys stand for equal positions")


def _decide(game: Game, state: State, seat: int) -> None:
    legal = state.legal_moves(seat)
    _law(
        bool(len(legal)) == (seat in state.awaiting), state, "who owes a decision has a move, and nobody else"
    )
    view = state.seen_by(seat)
    _law(view.legal_moves(seat) == legal, state, "a seat sees its own moves")
    _law(state.seen_by(None).awaiting == state.awaiting, state, "who owes a decision is seen by all")
    if seat == DICE:
        _law(not legal or (game.dice and isinstance(legal, Rolls)), state, "a roll is one of `Rolls`")
    elif legal:
        late = state.without_time(seat)
        _law(late is None or late in legal, state, "who is too late plays something legal, or loses")
    few = [legal[i] for i in range(0, len(legal), max(1, len(legal) // 50))]
    for move in few:
        for end in range(len(move) + 1):
            _law(state.why_not(seat, move[:end]) is None, state, f"{move} may be played, and so may begin")
    for move in {"", "?", "no move at all", *(move[:-1] for move in few), *(move + "1" for move in few)}:
        if move in legal:
            continue
        begins = any(known.startswith(move) for known in few)
        refused = state.why_not(seat, move)
        _law(not (begins and refused), state, f"{move!r} begins a move")
        try:
            state.play(seat, move)
        except IllegalMove as error:
            same = refused is None or (refused.code, refused.facts) == (error.code, error.facts)
            _law(same, state, f"{move!r} is refused for one reason only")
        else:
            raise LawBroken(f"{move!r} may not be played and is: broken in {str(state)!r}")


def _keep_record(game: Game, start: State, made: list[Ply], last: State) -> None:
    names = "; ".join(f"seat {seat}" for seat in range(1, start.seats + 1))
    record = Record((("Game", game.name), ("Seats", names), ("Start", str(start)))).played(made)
    read = Record.parse(str(record))
    _law(read == record, start, "a record reads back to the same")
    _law(read.last_state == last, start, "a record leads to the same state")
