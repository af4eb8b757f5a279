"""Why a push at Quixo is good: every sentence holds when the cubes are pushed one by one in the slow second game."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from rowlock.bots import Limit
from rowlock.rules import parse_position
from rowlock.study import Reason, Words, analyse, hint, why
from rowlock.study.analysis import Analysis
from rowlock.study.quixo.hint import HINTS
from tests.rules.games import late_quixo, late_quixo4
from tests.rules.naive_quixo import NaiveQuixo
from tests.rules.naive_quixo4 import NaiveQuixo4

SHORT = Limit(nodes=50)


def naive(text: str) -> NaiveQuixo:
    return NaiveQuixo4.from_text(text) if text.startswith("quixo4") else NaiveQuixo.from_text(text)


def after(game: NaiveQuixo, move: str) -> NaiveQuixo:
    copy = deepcopy(game)
    copy.play(copy.mover, move)
    return copy


def replies(game: NaiveQuixo, seat: int) -> Iterator[NaiveQuixo]:
    """Everything that a seat could make of a board, if it were to move."""
    turned = deepcopy(game)
    turned.mover = seat
    for move in turned.legal(seat):
        yield after(turned, move)


def named(words: Words, size: int) -> list[str]:
    """The squares of a line from its name."""
    line = words.facts["line"]
    assert isinstance(line, Words)
    name, files = str(line.facts["name"]), "abcde"[:size]
    if line.key == "line.column":
        return [f"{name}{rank}" for rank in range(1, size + 1)]
    if line.key == "line.row":
        return [f"{file}{name}" for file in files]
    rising = name == f"a1–{files[-1]}{size}"
    return [f"{file}{rank if rising else size + 1 - rank}" for rank, file in enumerate(files, 1)]


def can_finish(game: NaiveQuixo, seat: int, line: list[str]) -> bool:
    own = game.symbol(seat)
    other = "o" if own == "x" else "x"
    return any(
        sorted(line) in map(sorted, then.lines_of(own)) and not then.lines_of(other)
        for then in replies(game, seat)
    )


def can_win(game: NaiveQuixo, seat: int) -> bool:
    return any(then.ended and then.ended[1][seat - 1] == 1 for then in replies(game, seat))


def holds(reason: Reason, game: NaiveQuixo, move: str, found: Analysis) -> bool:
    """Is what a reason says of a move true?"""
    assert reason.words
    seat, then, words = game.mover, after(game, move), reason.words
    opponent = game.next_seat(seat)
    options = {option.move: option for option in found.moves}
    others = [after(game, other) for other in game.legal(seat) if other[:4] != move[:4]]
    worth = {option.value for option in found.moves if option.move[:4] != move[:4]}
    lost = [bool(one.ended and one.ended[1][seat - 1] != 1) or can_win(one, opponent) for one in others]
    match reason.code:
        case "finishes":
            return sorted(named(words, game.size)) in map(sorted, then.lines_of(game.symbol(seat)))
        case "gives":
            return sorted(named(words, game.size)) in map(sorted, then.lines_of(game.symbol(opponent)))
        case "lets":
            return can_finish(then, opponent, named(words, game.size))
        case "stops":
            return can_finish(game, opponent, named(words, game.size)) and not can_win(then, opponent)
        case "only-defence":
            line = named(words, game.size)
            return not can_win(then, opponent) and all(can_finish(one, opponent, line) for one in others)
        case "only-safe":
            return not can_win(then, opponent) and all(lost)
        case "threatens":
            return can_finish(then, game.next_seat(opponent), named(words, game.size))
        case "blank":
            seen = Counter(then.symbol_of_cube(cube) for cube in then.cubes.values())
            signs = {"✕": "x", "◯": "o"}
            side, against = signs[str(words.facts["side"])], signs[str(words.facts["against"])]
            counted = seen[side] == words.facts["count"] and seen[against] == words.facts["others"]
            return game.cubes[move[:2]] == "." and side == game.symbol(seat) and counted
        case "wins":
            return options[move].value == "win" and words.facts.get("count") == options[move].plies
        case "loses":
            return options[move].value == "loss" and words.facts.get("count") == options[move].plies
        case "draws":
            return options[move].value == "draw"
        case "only-draws":
            return options[move].value == "draw" and "win" in {one.value for one in found.moves}
        case "only-win":
            return options[move].value == "win" and worth <= {"draw", "loss"}
        case "only-draw":
            return options[move].value == "draw" and worth == {"loss"}
        case "lasts":
            plies = [one.plies or 0 for one in found.moves]
            return {one.value for one in found.moves} == {"loss"} and options[move].plies == max(plies)
    return False


def checked(position: str, rng: Random, limit: Limit = SHORT) -> set[str]:
    """What is said of two moves, each of it held against the slow game."""
    state, game = parse_position(position), naive(position)
    found = analyse(state, limit=limit)
    codes = set[str]()
    if len(found.moves) > 1:
        for move in (found.moves[0].move, rng.choice(found.moves).move):
            against = rng.choice([option.move for option in found.moves if option.move != move])
            told = HINTS[position.split(" ")[0]].why(state, found, move, against)
            for reason in told.reasons:
                assert reason.about in (move, against)
                assert holds(reason, game, reason.about, found), (position, told)
                codes.add(reason.code)
            said = told.words
            assert said.facts["move"] == move
            assert said.key != "push.unlike" or said.facts["other"] == against
    return codes


def test_small_boards() -> None:
    """All values are certain here."""
    rng, told = Random(1), set[str]()
    for _ in range(80):
        told |= checked(late_quixo(rng, 3), rng)
    for _ in range(50):
        told |= checked(played(rng, "quixo ..../..../..../.... x", rng.randint(4, 14)), rng)
    assert told >= {"finishes", "gives", "lets", "stops", "wins", "loses", "threatens", "blank", "lasts"}
    assert told & {"only-defence", "only-safe"}
    assert told & {"only-win", "only-draw"}


def played(rng: Random, position: str, plies: int) -> str:
    """A position after some pushes by chance."""
    state = parse_position(position)
    for _ in range(plies):
        then = state.play(state.active, rng.choice(state.legal_moves(state.active)))
        if not then.awaiting:
            break
        state = then
    return str(state)


def test_the_board() -> None:
    rng, told = Random(2), set[str]()
    for _ in range(20):
        told |= checked(late_quixo(rng, 5), rng)
        told |= checked(played(rng, "quixo ...../...../...../...../..... x", rng.randint(6, 30)), rng)
    assert told >= {"finishes", "lets", "stops", "threatens", "blank"}


def test_teams() -> None:
    rng, told = Random(3), set[str]()
    for _ in range(6):
        told |= checked(late_quixo4(rng), rng)
        told |= checked(played(rng, "quixo4 ...../...../...../...../..... n 0", rng.randint(8, 40)), rng)
    assert told >= {"lets", "threatens", "blank"}


def test_every_other_push_lets_nought_finish_a_line() -> None:
    position = "quixo .oooo/..x../x..../..x.x/x.... x"
    found = hint(parse_position(position))
    assert found.look == Words("look.line", {"line": Words("line.row", {"name": "5"})})
    assert found.why.reasons[0].code in ("wins", "stops")
    assert "stops" in [reason.code for reason in found.why.reasons]


def test_any_two_moves() -> None:
    state = parse_position("quixo xx./..o/o.. x")
    found = analyse(state)
    best, worst = found.moves[0], found.moves[-1]
    told = why(state, 1, worst.move, best.move)
    assert (told.move, told.against) == (worst.move, best.move)
    with pytest.raises(ValueError, match="c2"):
        why(state, 1, "c2a2", best.move)
