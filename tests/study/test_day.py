"""The day: which game, which puzzle, and what perfect play makes of its dice."""

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from rowlock.cli import main
from rowlock.rules import DICE, Ply, Record, parse_position
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import Qwixx
from rowlock.solve.qwixx.solitaire import cached
from rowlock.study import analyse, day_of, puzzles, review
from rowlock.study.day import account, puzzle_of
from rowlock.study.qwixx.day import kept, perfect, scores
from rowlock.table import days, dice

WHEN = date(2026, 11, 18)


def replayed(when: date) -> int:
    """Perfect play a second time: each decision by looking at every pair of decisions of the turn at once, and at the
    solved sheet only before the next roll."""
    solved, state, rolls = cached(), Qwixx.start(1), 0
    link, entropy = days.link(when), dice.first_entropy(str(when))
    while not state.outcome:
        rolls += 1
        rolled = state.play(DICE, dice.roll_for_all(link, entropy, rolls, state.legal_moves(DICE)))
        ends = []
        for white in rolled.legal_moves(1):
            between = rolled.play(1, white)
            coloured = between.legal_moves(1) if between.phase.startswith("colour") else ()
            ends += [between.play(1, move) for move in coloured] or [between]
        state = max(ends, key=lambda end: end.scores[0] if end.outcome else solved.value(end))
    return state.scores[0]


@pytest.mark.parametrize("number", [0, 17, 30, 400, 3_000])
def test_perfect_play_agrees_with_the_second_opinion(number: int) -> None:
    when = days.FIRST + timedelta(number)
    assert replayed(when) == kept(when)


@pytest.mark.nightly
def test_all_of_the_package_are_what_is_played_now() -> None:
    chance = Random(1)
    for number in chance.sample(range(len(scores())), 200):
        assert perfect(days.FIRST + timedelta(number)).last_state.scores[0] == scores()[number]


def test_scores_lie_around_the_exact_mean() -> None:
    """Their mean over ten years is the value of the solved game, within three standard errors."""
    known = scores()
    mean = sum(known) / len(known)
    error = (sum((score - mean) ** 2 for score in known) / len(known) ** 2) ** 0.5
    assert abs(mean - cached().value(Qwixx.start(1))) < 3 * error
    assert days.FIRST + timedelta(len(known)) > date(2036, 12, 31)
    assert kept(date(2037, 1, 1)) is None


def test_perfect_play_has_a_record_that_can_be_checked() -> None:
    record = perfect(WHEN)
    assert Record.parse(str(record)) == record
    assert dice.verify(record) == sum(ply.seat == DICE for ply in record.plies)
    assert record.last_state.scores == (day_of(WHEN).best,)


def test_a_day() -> None:
    """What was published stays: whoever changes the puzzles of the package sees it here."""
    found = day_of(WHEN)
    assert (found.game, found.best) == ("qwixx", 105)
    assert found.link == "ca3fefc89a681b865880eb47532d358f7f1ee0ff95df7cde9b136451c682fc3f"
    assert found.puzzle.position == "quixo ooxx/o.xo/x..o/xoxo x"


def test_no_puzzle_comes_twice_in_a_cycle() -> None:
    count = len(puzzles("quixo"))
    first = [puzzle_of(days.FIRST + timedelta(number)).position for number in range(count)]
    second = [puzzle_of(days.FIRST + timedelta(count + number)).position for number in range(count)]
    assert set(Counter(first).values()) == {1}
    assert sorted(first) == sorted(second) == sorted(puzzle.position for puzzle in puzzles("quixo"))
    assert first != second


def random_game(seed: int, layout: str = "classic") -> Record:
    chance, state, plies = Random(seed), Qwixx.start(1, layout=layout_of(layout)), list[Ply]()
    start = state
    while not state.outcome:
        seat = state.awaiting[0]
        ply = Ply(seat, chance.choice(state.legal_moves(seat)))
        plies.append(ply)
        state = state.play(ply.seat, ply.move)
    tags = (("Game", "qwixx"), ("Seats", "Ada"), ("Start", str(start)))
    return Record(tags).with_plies(plies)


@pytest.mark.parametrize("seed", range(10))
def test_an_account_adds_up(seed: int) -> None:
    record = random_game(seed)
    found = account(record)
    assert found.start + found.luck + found.decisions == pytest.approx(found.result, abs=1e-9)
    assert found.result == record.last_state.scores[0]
    assert (found.judge, found.correction) == ("table", 0)
    assert all(choice.cost >= -1e-9 for choice in found.choices)
    assert sum(choice.cost for choice in found.choices) == pytest.approx(-found.decisions)
    assert found.decisions < 0


def test_perfect_play_costs_nothing() -> None:
    found = account(perfect(WHEN))
    assert found.decisions == pytest.approx(0, abs=1e-9)
    assert all(choice.move == choice.best for choice in found.choices)


def test_luck_averages_to_zero() -> None:
    """Over many games the rolls bring nothing on the mean, however they are played."""
    lucks = [account(random_game(seed)).luck for seed in range(100, 300)]
    mean = sum(lucks) / len(lucks)
    error = (sum((luck - mean) ** 2 for luck in lucks) / len(lucks) ** 2) ** 0.5
    assert abs(mean) < 3 * error


def test_review_of_a_game_of_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "alone.rlk"
    file.write_text(str(random_game(3)), encoding="utf-8")
    found = account(random_game(3))
    assert main(["review", str(file), "--language", "en"]) == 0
    name, start, _, _, result, *worst = capsys.readouterr().out.splitlines()
    assert (name, start.split()[0], result.split()[0]) == ("Ada", "115.5", f"{found.result:.1f}")
    assert len(worst) == 3
    assert f"{found.worst[0].move} gave {found.worst[0].cost:.1f} away" in worst[0]
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == found.result


def test_the_review_of_many_says_who_reviews_one() -> None:
    with pytest.raises(ValueError, match=r"rowlock\.study\.day\.account"):
        review(Record.new("qwixx", ["Ada"]))


def test_no_account() -> None:
    with pytest.raises(ValueError, match="for one"):
        account(Record.new("qwixx", ["a", "b"]))


@pytest.mark.parametrize("layout", ["random-not-solved-either", "random-never-solved"])
def test_an_account_on_another_sheet(layout: str) -> None:
    """It isn't solved here: so it says who judges, and what that judge changed its mind about."""
    found = account(random_game(7, layout))
    assert found.judge == "likeness"
    parts = found.start + found.luck + found.decisions + found.correction
    assert parts == pytest.approx(found.result, abs=1e-9)
    assert found.correction != 0
    assert all(choice.cost >= 0 for choice in found.choices)


def test_only_the_classic_sheet_is_certain() -> None:
    for sheet, exact in (("", True), ("random-never-solved ", False)):
        assert analyse(parse_position(f"qwixx {sheet}2/-/-/-/3 1 roll -")).moves[0].exact is exact
