"""Where somebody stands on the scale of the bots."""

from __future__ import annotations

import math
import statistics

import pytest

from bench.performance import performances
from rowlock.rules import Record
from rowlock.rules.levels import LEVELS
from rowlock.study import Played, Skill, skill
from rowlock.study.skill import counts, scale

SCALED = [(game, seats) for game in ("quixo", "quixo4", "qwixx") for seats in scale(game).performances]


def mean(game: str, seats: int, level: str) -> float:
    return scale(game).performances[seats][level].mean


@pytest.mark.parametrize("game, seats", SCALED)
def test_the_better_the_level_the_less_it_loses(game: str, seats: int) -> None:
    known = scale(game)
    assert set(known.performances[seats]) == {"random", *LEVELS}
    for lower, higher in zip(("random", *LEVELS), LEVELS, strict=False):
        assert known.ratings[lower].rating < known.ratings[higher].rating
        assert mean(game, seats, lower) > mean(game, seats, higher)


@pytest.mark.parametrize("game", ["quixo", "quixo4", "qwixx"])
def test_who_plays_like_a_level_is_placed_there(game: str) -> None:
    for seats in scale(game).performances:
        for level in LEVELS:
            found = skill(game, [Played(seats, mean(game, seats, level))] * 9)
            assert (found.rating, found.like) == (scale(game).ratings[level].rating, level)


def test_between_two_levels_by_hand() -> None:
    known = scale("qwixx")
    hard, medium = (known.performances[2][level].mean for level in ("hard", "medium"))
    halfway = math.sqrt((1 + hard) * (1 + medium)) - 1
    found = skill("qwixx", [Played(2, halfway)])
    assert found.rating == pytest.approx(
        (known.ratings["hard"].rating + known.ratings["medium"].rating) / 2, abs=1
    )


def test_more_games_make_it_more_certain() -> None:
    margins = [skill("qwixx", [Played(2, 15.0)] * games).margin for games in (1, 4, 16, 64)]
    assert margins == sorted(margins, reverse=True)
    assert margins[3] < margins[0] / 4
    assert 2 * margins[2] == pytest.approx(margins[1], rel=0.3)


def test_better_games_place_higher() -> None:
    places = [skill("quixo", [Played(2, loss)]).rating for loss in (0, 1, 3, 10, 30, 100, 1000)]
    assert places == sorted(places, reverse=True)
    assert places[0] == scale("quixo").ratings["master"].rating
    assert places[-1] == scale("quixo").ratings["random"].rating


def test_games_with_different_numbers_of_players_count_together() -> None:
    alone = [skill("qwixx", [Played(seats, mean("qwixx", seats, "hard"))] * 5) for seats in (2, 4)]
    both = skill("qwixx", [Played(seats, mean("qwixx", seats, "hard")) for seats in (2, 4)] * 5)
    assert both.games == 10
    assert both.margin < min(one.margin for one in alone)
    assert both.rating == scale("qwixx").ratings["hard"].rating


@pytest.mark.parametrize(
    "game, played, problem",
    [
        ("chess", [Played(2, 3.0)], "chess has no scale"),
        ("qwixx", [], "without a game"),
        ("qwixx", [Played(1, 3.0)], "with 1 players"),
    ],
)
def test_bad_input(game: str, played: list[Played], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        skill(game, played)


def test_which_games_count() -> None:
    assert counts(Record.new("quixo", ("Ada", "Boris"), 2))
    assert not counts(Record.new("quixo", ("Ada", "Boris"), size=4)), "the bots were measured on 5×5"
    assert not counts(Record.new("qwixx", ("Ada",))), "alone nobody wins or loses"


def test_a_single_game_tells_little() -> None:
    found = skill("quixo", [Played(2, mean("quixo", 2, "medium"))])
    assert isinstance(found, Skill)
    assert found.margin > 50


@pytest.mark.nightly
@pytest.mark.parametrize("game, games", [("qwixx", 40), ("quixo", 30)])
def test_reviews_put_the_levels_in_the_order_of_the_arena(game: str, games: int) -> None:
    """Other games than those that the scale was made of: the means in order, and two levels apart beyond chance."""
    found = performances(game, 2, games, 2_000, seed="nightly")
    means = {name: statistics.mean(losses) for name, losses in found.items()}
    margins = {
        name: 1.96 * statistics.stdev(losses) / math.sqrt(len(losses)) for name, losses in found.items()
    }
    order = ["random", *LEVELS]
    assert sorted(order, key=lambda name: -means[name]) == order
    for lower, higher in zip(order, order[2:], strict=False):
        assert means[lower] - margins[lower] > means[higher] + margins[higher]
