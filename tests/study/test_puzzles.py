"""The puzzles of the package: enough of them, all different, and verified by a second program; a sample in `make test`,
all of them in `make nightly`."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rowlock.rules import IllegalMove, parse_position
from rowlock.rules.levels import LEVELS
from rowlock.study import Puzzle, choose_puzzle, puzzles
from rowlock.study.puzzles import as_data, games, level_ratings, of_puzzles
from rowlock.study.quixo.proof import Proof
from tests.study.verify import (
    quixo_after,
    quixo_images,
    quixo_worth,
    qwixx_images,
    qwixx_worth,
    team_after,
    team_images,
    team_worth,
)
from training.puzzles import TIMES, find, main, ratings

SAMPLE = {"quixo": 12, "quixo4": 12, "qwixx": 12}
IMAGES = {"quixo": quixo_images, "quixo4": team_images, "qwixx": qwixx_images}
each_game = pytest.mark.parametrize("game", list(IMAGES))


def sample(game: str) -> list[Puzzle]:
    return Random(7).sample(puzzles(game), SAMPLE[game])


@each_game
def test_there_are_enough(game: str) -> None:
    assert game in games()
    assert len(puzzles(game)) >= 500
    counted = Counter(puzzle.theme for puzzle in puzzles(game))
    assert set(counted) == set(of_puzzles(game).themes)
    assert min(counted.values()) >= 100


def test_500_of_the_real_board() -> None:
    assert sum(puzzle.position.count("/") == 4 for puzzle in puzzles("quixo")) >= 500


@each_game
def test_no_two_are_equal(game: str) -> None:
    """Not even up to symmetry, by the second program."""
    found = Counter(image for puzzle in puzzles(game) for image in IMAGES[game](puzzle.position))
    assert max(found.values()) == 1


@each_game
def test_the_seat_and_all_its_moves(game: str) -> None:
    for puzzle in puzzles(game):
        state = puzzle.state
        assert str(state) == puzzle.position
        assert state.awaiting == (puzzle.seat,)
        assert sorted(option.move for option in puzzle.moves) == sorted(state.legal_moves(puzzle.seat))
        # What a move that holds leads to in teams, nobody knows.
        known = (
            puzzle.moves if (game, puzzle.theme) != ("quixo4", "hold") else puzzle.moves[len(puzzle.best) :]
        )
        assert all(option.exact for option in known)


# Verified once more


def verify(puzzle: Puzzle) -> None:
    {"quixo": verify_quixo, "quixo4": verify_team, "qwixx": verify_qwixx}[puzzle.game](puzzle)


def verify_quixo(puzzle: Puzzle) -> None:
    worth = quixo_worth(puzzle.position)
    assert worth == {
        option.move: f"{option.value} {option.plies}" if option.plies else option.value
        for option in puzzle.moves
    }
    wanted = "win" if puzzle.theme == "win" else "draw"
    answers = {move for move, value in worth.items() if value.split(" ")[0] == wanted}
    assert set(puzzle.best) == answers
    first, *others = sorted(answers)
    after = quixo_images(quixo_after(puzzle.position, first))
    assert all(quixo_images(quixo_after(puzzle.position, move)) == after for move in others)
    rest = {value for move, value in worth.items() if move not in answers}
    assert rest
    if puzzle.theme == "win":
        assert "win" not in " ".join(rest)
    elif puzzle.theme == "draw":
        assert all(value.startswith("loss") for value in rest)
    else:
        assert rest <= {"loss 1", "loss 2"}


def verify_team(puzzle: Puzzle) -> None:
    worth = team_worth(puzzle.position)
    assert worth == {
        option.move: f"{option.value} {option.plies}" if option.value else "open" for option in puzzle.moves
    }
    answers = {move for move, value in worth.items() if not value.startswith("loss")}
    assert set(puzzle.best) == answers
    assert {worth[move] for move in answers} <= ({"win 1", "win 3"} if puzzle.theme == "win" else {"open"})
    assert len({min(team_images(team_after(puzzle.position, move))) for move in answers}) == 1
    rest = {worth[move] for move in worth if move not in answers}
    assert rest
    if puzzle.theme == "hold":
        assert rest <= {"loss 1", "loss 2"}


def verify_qwixx(puzzle: Puzzle) -> None:
    worth = qwixx_worth(puzzle.position)
    assert worth == {option.move: pytest.approx(option.points, abs=0.006) for option in puzzle.moves}
    best, *rest = sorted(worth.values(), reverse=True)
    assert best - rest[0] > 0.98
    assert puzzle.best == (max(worth, key=lambda move: worth[move]),)
    crosses = set(worth) - {"pass"}
    locks = crosses & {"r12", "y12", "g2", "b2"}
    assert bool(locks) == (puzzle.theme == "lock")
    if puzzle.theme == "penalty":
        assert " colour " in puzzle.position
    if puzzle.theme == "cross":
        assert len(crosses) > 1
        assert puzzle.best != ("pass",)


@each_game
def test_a_sample(game: str) -> None:
    for puzzle in sample(game):
        verify(puzzle)


@pytest.mark.nightly
@each_game
def test_all(game: str) -> None:
    for puzzle in puzzles(game):
        verify(puzzle)


@each_game
def test_the_same_seed_makes_the_same_puzzles(game: str) -> None:
    made = list(islice(find(game, of_puzzles(game), 1), 3))
    known = {puzzle.position: puzzle for puzzle in puzzles(game)}
    for puzzle in made:
        kept = known[puzzle.position]
        assert (kept.theme, kept.best, kept.seat) == (puzzle.theme, puzzle.best, puzzle.seat)


# Ratings


@each_game
def test_ratings(game: str) -> None:
    levels = level_ratings(game)
    assert list(levels) == list(LEVELS)
    assert levels["easy"] < levels["medium"] <= levels["master"]
    assert [p.rating for p in puzzles(game)] == sorted(p.rating for p in puzzles(game))
    assert puzzles(game)[-1].rating - puzzles(game)[0].rating > 400


def test_what_more_of_them_solve_is_easier() -> None:
    all_do, none_does = dict.fromkeys(LEVELS, TIMES), dict.fromkeys(LEVELS, 0)
    good_ones = {**none_does, LEVELS[-1]: TIMES, LEVELS[-2]: TIMES - 1}
    rated, levels = ratings([all_do, good_ones, none_does])
    assert rated == sorted(rated)
    assert levels[LEVELS[0]] == pytest.approx(levels[LEVELS[1]])
    assert levels[LEVELS[1]] < levels[LEVELS[2]] < levels[LEVELS[3]]


def test_rated_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same puzzles with the same answers, and ratings that don't depend on the order in which they stood."""
    some = puzzles("qwixx")[::60]
    offered = replace(of_puzzles("qwixx"), data=tmp_path / "data" / "puzzles.json")
    monkeypatch.setattr("training.puzzles.of_puzzles", lambda game: {"qwixx": offered}[game])
    written = []
    for order in (some, some[::-1]):
        monkeypatch.setattr("training.puzzles.puzzles", lambda game, order=order: {"qwixx": order}[game])
        main(["qwixx", "--rate"])
        written.append(offered.data.read_text(encoding="utf-8"))
    assert written[0] == written[1]
    rated = json.loads(written[0])
    assert list(rated["levels"]) == list(LEVELS)
    kept = {entry["position"]: entry["worth"] for entry in rated["puzzles"]}
    assert kept == {puzzle.position: as_data(puzzle)["worth"] for puzzle in some}


# Choosing and answering


def test_choosing() -> None:
    assert choose_puzzle("quixo", "hold", chance=Random(1)).theme == "hold"
    hard, easy = (choose_puzzle("qwixx", rating=rating, chance=Random(1)) for rating in (2200, 900))
    assert hard.rating > easy.rating
    assert choose_puzzle("qwixx", chance=Random(5)) == choose_puzzle("qwixx", chance=Random(5))
    with pytest.raises(ValueError, match="quixo has no puzzles of the theme 'lock', only win, draw, hold"):
        choose_puzzle("quixo", "lock")
    with pytest.raises(ValueError, match="there are no puzzles for 'chess', only for "):
        choose_puzzle("chess")


def test_answers() -> None:
    puzzle = choose_puzzle("quixo", "draw", chance=Random(1))
    for move in puzzle.best:
        assert puzzle.check(move).right
    wrong = puzzle.check(puzzle.moves[-1].move)
    assert not wrong.right
    assert (wrong.best.value, wrong.move.value) == ("draw", "loss")
    with pytest.raises(IllegalMove, match="not-a-move"):
        puzzle.check("zz")


def test_what_is_as_good_is_right() -> None:
    """Pushes from the same run of equal cubes lead to the same board."""
    several = [puzzle for puzzle in puzzles("quixo") if len(puzzle.best) > 1]
    assert several
    for puzzle in several:
        assert all(puzzle.check(move).right for move in puzzle.best)


# The proof


def test_proof_beside_the_tables() -> None:
    """On 4×4 the tables know every distance."""
    from rowlock.solve.quixo.table import built_in

    proof, tables = Proof(4), built_in(4)
    source = of_puzzles("quixo").sources["4×4"].positions(Random(3))
    short = 0
    for state in islice(source, 150):
        own, other = parse_position(str(state)).sides  # type: ignore[attr-defined]
        known = tables.probe(own, other)
        assert known
        found = proof.verdict(own, other, 4)
        near = known.value != 0 and known.plies is not None and known.plies <= 4
        assert found == (known if near else None)
        short += near
    assert short > 20
