"""How the lower levels of Quixo err: believably, and each less than the one below."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rowlock.bots import Question, bot
from rowlock.bots.arena import arena
from rowlock.bots.quixo.habits import HABITS, own_lines
from rowlock.bots.quixo.levels import MANNERS, TEAM_MANNERS, Manner
from rowlock.rules import parse_position
from rowlock.rules.levels import LEVELS
from rowlock.rules.quixo import Quixo

LOWER = LEVELS[:-1]
WINS = Quixo.parse("quixo xxxx./o...o/o.o../...../o...x x")
"""Cross completes the first row."""
THREATENED = Quixo.parse("quixo oooo./x...x/x.x../...../x.... x")
"""Nought would complete it; cross has no line of four."""
TEAMS_WIN = parse_position("quixo4 nnss./e...w/e.w../...../w...n n 12")


def moves(level: str, position: str, times: int) -> list[str]:
    state = parse_position(position)
    one = bot(position.split(" ")[0], level)
    seat = state.active
    return [one(Question(state, seat, (), Random(number))) for number in range(times)]


@pytest.mark.parametrize("level", LOWER)
@pytest.mark.parametrize("state", [WINS, TEAMS_WIN], ids=["alone", "in teams"])
def test_nobody_overlooks_a_push_that_wins(level: str, state: object) -> None:
    position = str(state)
    for move in moves(level, position, 40):
        outcome = parse_position(position).play(1, move).outcome
        assert outcome
        assert 1 in outcome.winners


@pytest.mark.parametrize("level", LOWER)
def test_threats_are_overlooked_as_often_as_a_level_is_said_to(level: str) -> None:
    overlook = HABITS[level].overlook if level in HABITS else MANNERS[level].overlook
    tries = 150
    lost = 0
    for move in moves(level, str(THREATENED), tries):
        after = THREATENED.play(1, move)
        assert not after.outcome, "nobody completes the line of the other side"
        answers = (after.play(2, answer).outcome for answer in after.legal_moves(2))
        lost += any(outcome and 2 in outcome.winners for outcome in answers)
    assert lost / tries == pytest.approx(overlook, abs=0.08)
    assert level != "easy" or lost


def test_who_looks_at_its_own_lines_only() -> None:
    after = {move: WINS.play(1, move) for move in WINS.legal_moves(1)}
    assert all(after[move].outcome for move in own_lines(after, 1))
    after = {move: THREATENED.play(1, move) for move in THREATENED.legal_moves(1)}
    assert not any(after[move].outcome for move in own_lines(after, 1))


@pytest.mark.parametrize("manners", [MANNERS, TEAM_MANNERS], ids=["alone", "in teams"])
def test_lower_levels_overlook_more(manners: dict[str, Manner]) -> None:
    assert ["easy", *manners] == list(LEVELS)
    overlooked = [HABITS["easy"].overlook, *(manner.overlook for manner in manners.values())]
    assert overlooked == sorted(overlooked, reverse=True)
    assert 0 < (manners["medium"].depth or 0) <= (manners["hard"].depth or 0)


@pytest.mark.nightly
@pytest.mark.parametrize("game, sides", [("quixo", 1), ("quixo4", 2)])
@pytest.mark.parametrize("lower, higher", list(pairwise(LOWER)))
def test_each_level_wins_most_games_against_the_next_lower_one(
    game: str, sides: int, lower: str, higher: str
) -> None:
    first, *_ = arena(game, (higher, lower) * sides, 200)
    decided = (first.wins * 200 - first.shared / 2) / (200 - first.shared)
    assert 0.65 < decided < 0.9
