"""The graph that the Quixo master lets grow, and how master weighs it against the search."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowlock.bots import Limit, Question, bot
from rowlock.bots.quixo.graph import (
    IS_DRAWN,
    IS_LOST,
    IS_OPEN,
    IS_WON,
    ODD,
    Branches,
    Grower,
    promise,
    value_of,
)
from rowlock.bots.quixo.master import Master, better_of
from rowlock.bots.quixo.mind import NET
from rowlock.bots.quixo.net import load_net
from rowlock.bots.quixo.patterns import CROSSES
from rowlock.bots.quixo.scores import RELUCTANCE, SURE
from rowlock.bots.quixo.searcher import Budget, Root, Searcher, Thought
from rowlock.rules.board import board
from rowlock.rules.quixo import Quixo

HARD = Path(__file__).parents[3] / "bench/quixo/data/test.npz"
NAMES = [push.name for push in board(5).pushes]


def ticking() -> Callable[[], float]:
    """A clock that goes on by a second whenever it is looked at, so that the machine's speed does not matter."""
    ticks = count()
    return lambda: float(next(ticks))


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(load_net(NET))


def ticks(seconds: float) -> Budget:
    return Budget(seconds, clock=ticking())


def grown(searcher: Searcher, state: Quixo, seconds: float, **more: Any) -> Branches:
    root = Root(*state.sides, **more)
    branches = Grower().grow(root, ticks(seconds), searcher.ready(root))
    assert branches
    return branches


def wins(state: Quixo) -> bool:
    return state.outcome is not None and 1 in state.outcome.winners


def hard_positions(step: int) -> Iterator[tuple[Quixo, int, list[int]]]:
    """Some test positions that no push decides, their values and those of all moves."""
    data = np.load(HARD)
    for i in range(0, 6000, step):
        state = Quixo(int(data["owns"][i]), int(data["others"][i]), 1)
        if not any(wins(state.play(1, move)) for move in state.legal_moves(1)):
            yield state, int(data["values"][i]), data["moves"][i].tolist()


def test_what_the_graph_is_certain_of_is_true(searcher: Searcher) -> None:
    won = lost = 0
    for state, value, moves in hard_positions(30):
        branches = grown(searcher, state, 60)
        if branches.facts[branches.pushes[0]] == IS_WON:
            won += 1
            assert value == 1
        for push, fact in branches.facts.items():
            if fact != IS_OPEN:
                lost += fact == IS_LOST
                assert moves[push] == (0 if fact == IS_DRAWN else fact)
    assert won > 5
    assert lost > 10


def test_the_graph_keeps_the_value_of_most_hard_positions(searcher: Searcher) -> None:
    positions = list(hard_positions(40))
    kept = sum(moves[grown(searcher, state, 15).pushes[0]] == value for state, value, moves in positions)
    assert kept >= 0.95 * len(positions)


def test_a_position_is_a_draw_the_third_time(searcher: Searcher) -> None:
    """Also two plies ahead, when all answers lead there."""
    state = Quixo.parse("quixo oxx../o..../...../....x/oo.xx x")
    free = grown(searcher, state, 20)
    best = free.pushes[0]
    then = state.play(1, NAMES[best])
    drawn = grown(searcher, state, 20, twice=([], [then.sides]))
    assert drawn.values[best] == pytest.approx(value_of(-RELUCTANCE))
    assert drawn.facts[best] == IS_DRAWN
    ends = [then.play(2, answer).sides for answer in then.legal_moves(2)]
    drawn = grown(searcher, state, 200, twice=(ends, []))
    assert drawn.values[best] < free.values[best] / 4


def test_a_push_back_promises_half(searcher: Searcher) -> None:
    """Two graphs grow alike; only what is said about the push differs."""
    state = Quixo.parse("quixo oxx../o..../...../....x/oo.xx x")
    free = grown(searcher, state, 20)
    best = free.pushes[0]
    left = state.play(1, NAMES[best]).sides
    again = grown(searcher, state, 20, once={left})
    assert free.values[best] > 0
    assert again.values[best] == pytest.approx((free.values[best] + value_of(-RELUCTANCE)) / 2)


def test_it_chooses_among_the_pushes_it_may(searcher: Searcher) -> None:
    state = Quixo.parse("quixo oxx../o..../...../....x/oo.xx x")
    some = [NAMES.index(move) for move in state.legal_moves(1)][3:6]
    assert sorted(grown(searcher, state, 5, only=some).pushes) == sorted(some)
    grower = Grower()
    root = Root(*state.sides, only=some)
    grower.grow(root, ticks(5), searcher.ready(root))
    children = slice(grower.graph.first[0], grower.graph.first[0] + grower.graph.counts[0])
    assert grower.graph.likings[children].sum() == pytest.approx(1)
    thought = Master(load_net(NET)).think(root, Budget(0.02))
    assert thought.pushes[0] in some


def test_what_is_reached_in_several_ways_is_there_once(searcher: Searcher) -> None:
    """Here a4e4, b4e4 and c4e4 do the same, as do other pushes that move alike cubes."""
    state = Quixo.parse("quixo xoxxo/ooox./x..oo/xox.x/oooxx x")
    after = {move: state.play(1, move).sides for move in state.legal_moves(1)}
    assert len(set(after.values())) < len(after)
    grower = Grower()
    branches = grower.grow(Root(*state.sides), ticks(50), searcher.ready(Root(*state.sides)))
    assert branches
    assert {NAMES[push] for push in branches.pushes} == set(after)
    for move, then in after.items():
        for other in after:
            if after[other] == then:
                assert branches.values[NAMES.index(move)] == branches.values[NAMES.index(other)]
    graph, positions = grower.graph, int(grower.graph.sizes[0])
    assert graph.counts[0] == len(set(after.values()))
    assert len(set(graph.keys[:positions].tolist())) == positions
    seen = graph.first[:positions] >= 0
    assert graph.counts[:positions][seen].sum() > positions  # or there would be nothing to share


def test_no_graph_where_the_next_push_decides(searcher: Searcher) -> None:
    state = Quixo.parse("quixo xxxx./...../...../...../oooo. x")
    root = Root(*state.sides)
    assert Grower().grow(root, ticks(5), searcher.ready(root)) is None
    thought = Master(load_net(NET)).think(root, Budget(0.02))
    assert thought.scores[0] > SURE
    then = state.play(1, NAMES[thought.pushes[0]])
    assert wins(then)


def test_where_they_differ_both_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Master plays what the search or the graph prefers, nothing else, and both have their way now and then."""
    master = Master(load_net(NET), ticking())
    sides = {"search": 0, "graph": 0}

    def watched(found: Thought, closer: Thought, branches: Branches) -> Thought:
        chosen = better_of(found, closer, branches)
        assert closer.pushes == branches.pushes[:1] != found.pushes[:1]
        assert chosen.pushes[0] in (found.pushes[0], closer.pushes[0])
        sides["graph" if chosen.pushes[0] == closer.pushes[0] else "search"] += 1
        return chosen

    monkeypatch.setattr("rowlock.bots.quixo.master.better_of", watched)
    for state, _, _ in hard_positions(40):
        master.think(Root(*state.sides), Budget(20, clock=master.clock))
    assert min(sides.values()) > 0


def test_a_way_back_is_a_draw(searcher: Searcher) -> None:
    """For the push that closes the circle, not for the position where it leads."""
    state = Quixo.parse("quixo o.oox/...xo/o.o.o/x..xx/oxo.x x")
    grower = Grower()
    grower.grow(Root(*state.sides), ticks(60), searcher.ready(Root(*state.sides)))
    graph = grower.graph
    facts = graph.facts[graph.goals]
    circles = np.flatnonzero((graph.repeats > 0) & (graph.repeats == graph.tries) & (facts == IS_OPEN))
    assert len(circles) > 0
    starts = [int(at) for at in np.flatnonzero(graph.first[: graph.sizes[0]] >= 0)]
    tested = 0
    for at in starts:
        own_turn = not int(graph.keys[at]) >> ODD
        draw = value_of(-RELUCTANCE if own_turn else RELUCTANCE)
        for edge in range(graph.first[at], graph.first[at] + graph.counts[at]):
            if edge in circles:
                tested += 1
                assert promise(edge, draw, graph) == pytest.approx(draw)
                assert graph.facts[graph.goals[edge]] != IS_DRAWN
                assert graph.lines[at] >= draw - 1e-6
    assert tested == len(circles)


def test_crosses_of_a_kind_are_mirror_images() -> None:
    """A row and a column each, 25 in all; there are six kinds of squares on the board where they can meet."""
    assert sorted([kind for kind, _ in CROSSES].count(kind) for kind in range(6)) == [1, 4, 4, 4, 4, 8]
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda x, y: (x, y),
        lambda x, y: (4 - x, y),
        lambda x, y: (x, 4 - y),
        lambda x, y: (4 - x, 4 - y),
        lambda x, y: (y, x),
        lambda x, y: (4 - y, x),
        lambda x, y: (y, 4 - x),
        lambda x, y: (4 - y, 4 - x),
    ]
    first = dict(reversed(CROSSES))
    for kind, squares in CROSSES:
        assert len(set(squares)) == 9
        assert any(
            all(turn(s % 5, s // 5) == (t % 5, t // 5) for s, t in zip(squares, first[kind], strict=True))
            for turn in turns
        )
    met = {frozenset(squares) for _, squares in CROSSES}
    assert met == {
        frozenset(s for s in range(25) if s % 5 == x or s // 5 == y) for x in range(5) for y in range(5)
    }


def test_a_draw_by_repetition_comes_before_the_win_that_would_follow(searcher: Searcher) -> None:
    """The opponent could win there, if the game were not over."""
    state = Quixo.parse("quixo xxxoo/x.xo./....o/x..oo/ooxoo x")
    drawing = NAMES.index("c5c1")
    free = grown(searcher, state, 5)
    assert free.facts[drawing] == IS_LOST
    then = state.play(1, "c5c1").sides
    assert grown(searcher, state, 5, twice=([], [then])).facts[drawing] == IS_DRAWN


def thought(push: int, score: int) -> Thought:
    return Thought([push], [score], 7, 1000)


@pytest.mark.parametrize(
    "score, closer, values, facts, chosen",
    [
        (100, 90, (0.1, 0.2), (IS_OPEN, IS_OPEN), 2),  # the graph sees more difference than the search
        (150, -50, (0.1, 0.2), (IS_OPEN, IS_OPEN), 1),
        (-1560, -29996, (-0.9, 0.9), (IS_OPEN, IS_OPEN), 1),  # the search knows that the graph's choice loses
        (100, 29990, (0.5, 0.1), (IS_OPEN, IS_OPEN), 2),
        (900, -100, (-1, 0), (IS_LOST, IS_OPEN), 2),  # the graph knows that the search's choice loses
        (900, -100, (0.9, 1), (IS_OPEN, IS_WON), 2),
        (-50, -90, (-1, -1), (IS_LOST, IS_LOST), 1),  # all is lost, and the search holds out longer
    ],
)
def test_what_is_certain_decides(
    score: int, closer: int, values: tuple[float, float], facts: tuple[int, int], chosen: int
) -> None:
    branches = Branches([2, 1], dict(zip((1, 2), values, strict=True)), dict(zip((1, 2), facts, strict=True)))
    better = better_of(thought(1, score), thought(2, closer), branches)
    assert better.pushes == [chosen]
    assert (better.scores[0] > SURE) == (IS_WON in facts or closer > SURE)


def test_one_push_to_choose_needs_no_time() -> None:
    clock = ticking()
    master = Master(load_net(NET), clock)
    state = Quixo.parse("quixo oxx../o..../...../....x/oo.xx x")
    only = [NAMES.index(state.legal_moves(1)[0])]
    before = clock()
    assert master.think(Root(*state.sides, only=only), Budget(1000, clock=clock)).pushes == only
    assert clock() - before < 50


def test_a_drawn_corner_ends() -> None:
    """All that can be reached is known, and less than the limit of positions: once that took for ever."""
    state = Quixo.parse("quixo ooxoo/xooxx/xxxxo/xoooo/oxxxo x")
    question = Question(state, 1, limit=Limit(nodes=2_000))
    assert bot("quixo", "master")(question) in ("b1a1", "c1a1", "d1a1")
