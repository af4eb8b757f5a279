"""Luck and skill apart: all parts add up, a perfect player gives nothing away, exact cases are those of the solvers."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from rowlock.bots import BOTS, Limit, Question
from rowlock.rules import DICE, GAMES, Ply, Record, State, parse_position
from rowlock.rules.quixo import Quixo
from rowlock.rules.qwixx import Qwixx
from rowlock.solve.quixo.table import built_in
from rowlock.study import Choice, Review, ReviewStep, analyse, review
from rowlock.study.review import AS_GOOD, Cause, nothing

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
QUICK = Limit(nodes=300)


def played(
    game: str, names: list[str], seed: int, plies: int = 400, start: str | None = None, **options: int
) -> Record:
    """A game between bots."""
    rng = Random(seed)
    states = [
        parse_position(start) if start else GAMES[game].start(len(names), 1 + seed % len(names), **options)
    ]
    made: list[Ply] = []
    while states[-1].awaiting and len(made) < plies:
        state = states[-1]
        seat = state.awaiting[0]
        if seat == DICE:
            move = rng.choice(state.legal_moves(DICE))
        else:
            move = BOTS[game][names[seat - 1]](Question(state.seen_by(seat), seat, states[:-1], rng, QUICK))
        made.append(Ply(seat, move))
        states.append(state.play(seat, move))
    tags = (("Game", game), ("Seats", "; ".join(names)), ("Start", str(states[0])))
    return Record(tags).played(made)


def adds_up(found: Review) -> None:
    for one in found.seats:
        parts = one.start + one.luck + one.decisions + one.others + one.correction
        assert parts == pytest.approx(one.result, abs=1e-5)
        assert one.adjusted == one.result - one.luck
        assert one.decisions == pytest.approx(-one.given_away)
        assert one.accuracy is None or 0 <= one.accuracy <= 100
    assert sum(one.result for one in found.seats) == pytest.approx(
        len(found.seats) / 2 if found.game == "quixo4" else 1
    )
    for step in found.steps:
        cause = step.cause
        for kind in (cause.luck, cause.others, cause.correction):
            assert len(kind) == len(found.seats)
        assert step.cost is None or step.cost >= 0


@pytest.mark.parametrize(
    "names", [["easy", "greedy"], ["hard", "easy", "master"], ["easy"] * 4, ["medium"] * 5]
)
def test_all_parts_of_a_game_of_qwixx_add_up(names: list[str]) -> None:
    tell_all(played("qwixx", names, len(names)))


@pytest.mark.parametrize("layout", ["mixed-colours", "random-ada"])
def test_they_do_on_any_sheet(layout: str) -> None:
    empty = "-/-/-/-/0"
    start = f"qwixx {layout} {empty} {empty} {empty} 2 roll -"
    found = tell_all(played("qwixx", ["master", "easy", "hard"], 3, start=start))
    assert found.judge == "likeness"
    master, easy, _ = found.seats
    assert (master.performance or 0) < (easy.performance or 0)


def tell_all(record: Record) -> Review:
    found = review(record)
    adds_up(found)
    assert len(found.steps) == len(record.plies)
    before = [one.start for one in found.seats]
    for step in found.steps:
        cause = step.cause
        change = [
            sum(parts)
            for parts in zip(cause.luck, cause.decisions, cause.others, cause.correction, strict=True)
        ]
        assert [a + b for a, b in zip(before, change, strict=True)] == pytest.approx(step.hopes, abs=1e-5)
        before = list(step.hopes)
    return found


def test_master_gives_nothing_away() -> None:
    found = review(played("qwixx", ["master", "easy"], 3))
    master, easy = found.seats
    assert master.given_away < 2e-5  # sums in another order
    assert master.right == master.choices
    assert easy.given_away > 0.02
    assert (master.performance or 0) < (easy.performance or 0)
    assert master.called == "flawless"
    assert found.mistakes(1) == ()
    worst, *_ = found.mistakes(2)
    assert worst.cost == max(step.cost or 0 for step in found.steps if step.seat == 2)


@pytest.mark.parametrize("names", [["hard", "easy"], ["medium", "easy", "master", "hard"]])
def test_a_decision_is_judged_as_hints_and_analysis_judge_it(names: list[str]) -> None:
    """By the rules and the network, without the kernels; so the judge has nothing to correct where somebody decides."""
    record = played("qwixx", names, 5)
    states = list(record.states())
    for step in review(record).steps:
        if step.seat == DICE:
            continue
        assert step.cause.correction == nothing(len(names))
        if step.options:
            known = {one.move: one.chance for one in analyse(states[step.ply - 1], step.seat).moves}
            assert {one.move: one.hope for one in step.options} == pytest.approx(known, abs=1e-5)


def test_luck_is_what_the_roll_was_better_than_the_mean() -> None:
    """Twelve with a row that only wants it."""
    start = "qwixx 2,3,4,5,6/2,3,4,5,6,12/-/-/0 -/2,3,4,5/12,11,10,9,8/12,11,10,9,8,7/0 1 roll -"
    record = Record((("Game", "qwixx"), ("Seats", "a; b"), ("Start", start)))
    lucky = review(record.played([Ply(DICE, "661.11")])).steps[0]
    assert lucky.cause.luck[0] > 0.05
    assert lucky.cause.luck[0] == pytest.approx(-lucky.cause.luck[1])
    assert lucky.hopes[0] == 1.0
    assert lucky.cost is None


@pytest.mark.parametrize(
    "plies, start",
    [
        (400, "quixo .../.../... o"),
        (400, "quixo ..../..../..../.... o"),
        (8, "quixo ...../...../...../...../..... o"),
        (12, "quixo xoxox/xoxox/oxoox/ooxx./ooxxo x"),
    ],
)
def test_quixo_is_exact_where_tables_know_it(plies: int, start: str) -> None:
    """Small boards, openings and endings are what the solvers say, and so are the best lines."""
    record = played("quixo", ["random", "greedy"], 5, plies, start)
    found = review(record, QUICK)
    size = record.start.size if isinstance(record.start, Quixo) else 0
    adds_up(found)
    state = record.start
    hopes = {1: 1.0, 0: 0.5, -1: 0.0}
    for step, after in zip(found.steps, list(record.states())[1:], strict=True):
        assert isinstance(state, Quixo)
        assert isinstance(after, Quixo)
        assert step.exact
        assert step.cause.correction == pytest.approx((0.0, 0.0))
        known = built_in(size).probe_state(after)
        assert known or after.outcome
        if known and not after.outcome:
            assert step.hopes[after.to_move - 1] == hopes[known.value]
        assert bool(step.line) == (step.size is not None)
        if step.line:
            assert goes_on(state, step) == step.options[0].hope
        state = after
    if size < 5:  # the first player wins
        assert [one.start for one in found.seats] == ([1.0, 0.0] if record.start.active == 1 else [0.0, 1.0])


def goes_on(state: State, step: ReviewStep) -> float:
    """What the best line, played by the rules, leaves its seat to hope for, by the tables."""
    assert step.line[0] == Ply(step.seat, step.best or "")
    for ply in step.line:
        state = state.play(ply.seat, ply.move)
    if state.outcome:
        return float(step.seat in state.outcome.winners)
    assert isinstance(state, Quixo)
    known = built_in(state.size).probe_state(state)
    assert known
    side = 1 if state.to_move == step.seat else -1
    return (1 + side * known.value) / 2


def draws(found: Review) -> None:
    """The chart has a line for each side, one point for each moment, and one mark for each mistake."""
    root = ElementTree.fromstring(found._repr_svg_())
    lines = root.findall("{*}polyline")
    sides = len(found.seats) // 2 if found.game == "quixo4" else len(found.seats)
    assert len(lines) == sides
    for line in lines:
        assert len((line.get("points") or "").split()) == len(found.steps) + 1
    mistakes = [f"{step.move} ({step.size})" for step in found.steps if step.size]
    assert [one.text for one in root.findall("{*}circle/{*}title")] == mistakes


@pytest.mark.parametrize("file", ["quixo.rlk", "quixo4.rlk", "quixo-slip.rlk"])
def test_games_of_the_docs(file: str) -> None:
    record = Record.parse((EXAMPLES / file).read_text(encoding="utf-8"))
    found = review(record, QUICK)
    adds_up(found)
    draws(found)
    assert all(one.luck == 0 for one in found.seats)
    states = list(record.states())
    for step in found.steps:
        state = states[step.ply - 1]
        for ply in step.line:
            assert ply.seat in state.awaiting
            state = state.play(ply.seat, ply.move)


def test_the_same_game_of_quixo_gets_the_same_review() -> None:
    record = Record.parse((EXAMPLES / "quixo-slip.rlk").read_text(encoding="utf-8"))
    assert review(record) == review(record)


def test_a_game_that_is_not_over() -> None:
    record = played("qwixx", ["easy", "easy"], 1, plies=20)
    found = review(record)
    assert sum(one.result for one in found.seats) == pytest.approx(1)
    for one in found.seats:
        parts = one.start + one.luck + one.decisions + one.others + one.correction
        assert parts == pytest.approx(one.result, abs=1e-5)


def test_progress_is_told() -> None:
    heard: list[float] = []
    review(played("qwixx", ["easy", "easy"], 1, plies=12), told=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1


def test_who_has_nothing_to_decide_is_not_asked() -> None:
    with pytest.raises(ValueError, match="this game is over"):
        analyse(Qwixx.parse("qwixx -/-/-/-/4 -/-/-/-/0 1 over -"))
    with pytest.raises(ValueError, match="seat 2 has nothing to decide"):
        analyse(Quixo.start(), 2)
    assert analyse(Qwixx.parse("qwixx -/-/-/-/0 -/-/-/-/0 1 roll -"), 2).moves[0].move == "roll"


@pytest.mark.parametrize("name", ["qwixx", "quixo"])
def test_every_option_of_a_free_decision_is_told(name: str) -> None:
    record = Record.parse((EXAMPLES / f"{name}.rlk").read_text(encoding="utf-8"))
    states = list(record.states())
    found = review(record, QUICK)
    for step in found.steps:
        legal = states[step.ply - 1].legal_moves(step.seat) if step.seat != DICE else ()
        assert {one.move for one in step.options} == (set(legal) if len(legal) > 1 else set())
        if step.cost is None:
            assert (step.options, step.good, step.size) == ((), (), None)
            continue
        assert step.options[0].hope - min(one.hope for one in step.options) == pytest.approx(step.spread)
        assert step.options[0].move in step.good
        assert (step.move in step.good) == (step.cost <= AS_GOOD)


@pytest.mark.parametrize(
    "cost, size",
    [(0.0, None), (0.019, None), (0.02, "slip"), (0.05, "mistake"), (0.12, "blunder"), (1.0, "blunder")],
)
def test_what_a_mistake_is_called(cost: float, size: str | None) -> None:
    none = nothing(2)
    step = ReviewStep(1, 1, "b", none, Cause(none, none, none, none), cost)
    assert step.size == size


def test_what_is_nearly_as_good() -> None:
    none = nothing(2)
    options = (Choice("a", 0.6), Choice("b", 0.595), Choice("c", 0.58), Choice("d", 0.5))
    for played, good in (("d", "ab"), ("c", "ab"), ("b", "a"), ("a", "a")):
        cost = 0.6 - next(one.hope for one in options if one.move == played)
        step = ReviewStep(1, 1, played, none, Cause(none, none, none, none), cost, "a", options=options)
        assert "".join(step.good) == good
