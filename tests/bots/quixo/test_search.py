"""The Quixo search: what it sees, and that it agrees with the rules and the tables."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from rowlock.bots.question import Answer, Limit, Question
from rowlock.bots.quixo.levels import MANNERS
from rowlock.bots.quixo.mind import NET, Probe, QuixoMind
from rowlock.bots.quixo.net import CERTAIN, evaluate, judged, load_net, new_judge
from rowlock.bots.quixo.patterns import CROSSES
from rowlock.bots.quixo.scores import BACK, RELUCTANCE, SURE, WIN_SCORE
from rowlock.bots.quixo.search import has_line
from rowlock.bots.quixo.searcher import ALL_OF_THEM, Budget, Root, Searcher, keep_unrefuted
from rowlock.bots.quixo.team_mind import TeamMind
from rowlock.rules.board import board
from rowlock.rules.game import repeated
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4
from rowlock.solve.quixo.verdict import Verdict

HARD = Path(__file__).parents[3] / "bench/quixo/data/test.npz"
NAMES = [push.name for push in board(5).pushes]


VERDICT = QuixoMind().verdict
VALUES = {1: "win", 0: "draw", -1: "loss"}


def decision(
    level: str,
    state: Quixo,
    seat: int,
    rng: random.Random,
    seconds: float | None = None,
    tables: Probe | None = None,
    past: tuple[Quixo, ...] = (),
) -> Answer:
    mind = QuixoMind(tables)
    return mind.decide(level, Question(state, seat, past, rng, Limit(seconds)))


def timed(level: str, state: Quixo4, seat: int, rng: random.Random, seconds: float) -> str:
    return TeamMind().decide(level, Question(state, seat, (), rng, Limit(seconds))).move


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(load_net(NET))


def random_state(rng: random.Random, plies: int) -> Quixo:
    state = Quixo.start()
    for _ in range(plies):
        then = state.play(state.to_move, rng.choice(state.legal_moves(state.to_move)))
        if then.outcome:
            return state
        state = then
    return state


def test_the_evaluation_is_the_network_in_plain_numpy() -> None:
    """But for the rounding of the first layer."""
    judge, rng = new_judge(load_net(NET), table_bits=0), random.Random(1)
    with np.load(NET) as file:
        net = {name: file[name].astype(float) for name in file.files}
    for plies in range(0, 60, 3):
        own, other = random_state(rng, plies).sides
        lines = enumerate([s for s in range(25) if line >> s & 1] for line in board(5).lines)
        patterns, crosses = (
            [
                3 ** len(squares) * kind
                + sum(3**i * ((own >> s & 1) + 2 * (other >> s & 1)) for i, s in enumerate(squares))
                for kind, squares in groups
            ]
            for groups in (lines, CROSSES)
        )
        by_lines = net["lines"][patterns].sum(axis=0) + net["bias"]
        by_crosses = net["crosses"][crosses].sum(axis=0) / net["cross_scale"] + net["cross_bias"]
        hidden = np.maximum(np.concatenate([by_lines, by_crosses]), 0) ** 2
        stage = sum((own | other).bit_count() > most for most in (10, 12, 14, 16, 18, 20, 22))
        second = np.maximum(net["second"][stage] @ hidden + net["second_bias"][stage], 0)
        third = np.maximum(net["third"][stage] @ second + net["third_bias"][stage], 0)
        logit = 100 * float(third @ net["last"][stage] + net["last_bias"][stage])
        assert evaluate(own, other, judge) == pytest.approx(
            min(max(logit, -CERTAIN), CERTAIN), rel=0.005, abs=6
        )


def test_a_judgement_is_remembered_for_its_own_position() -> None:
    """With a memory of one position and with one of many, the same comes out, asked once and asked again."""
    net, rng = load_net(NET), random.Random(12)
    short, long = new_judge(net, table_bits=0), new_judge(net, table_bits=12)
    positions = [random_state(rng, plies).sides for plies in range(60)]
    for own, other in positions + positions:
        assert judged(own, other, short) == judged(own, other, long) == evaluate(own, other, short)


def test_lines_are_those_of_the_board() -> None:
    rng, lines = random.Random(2), board(5).lines
    for _ in range(2000):
        cubes = rng.getrandbits(25) | rng.getrandbits(25)
        cubes &= ~(1 << rng.randrange(25))
        assert has_line(cubes) == board(5).has_line(cubes)
    for line in lines:
        assert has_line(line)
        assert not any(has_line(line & ~(1 << square)) for square in range(25) if line >> square & 1)


def test_a_proven_result_is_right(searcher: Searcher) -> None:
    """On hard positions with known values: what the search is sure of is true."""
    data = np.load(HARD)
    sure = 0
    for i in range(0, 6000, 100):
        thought = searcher.think(Root(int(data["owns"][i]), int(data["others"][i])), depth=4)
        if abs(thought.scores[0]) > SURE:
            sure += 1
            assert data["values"][i] == 1
            assert thought.scores[0] > 0
            assert data["moves"][i, thought.pushes[0]] == 1
    assert sure > 10


def test_it_keeps_the_value_of_most_hard_positions(searcher: Searcher) -> None:
    """A fixed depth, so that the speed of the machine does not matter."""
    data = np.load(HARD)
    chosen = range(0, 6000, 40)
    kept = sum(
        data["moves"][
            i, searcher.think(Root(int(data["owns"][i]), int(data["others"][i])), depth=4).pushes[0]
        ]
        == data["values"][i]
        for i in chosen
    )
    assert kept >= 0.93 * len(chosen)


def test_a_position_is_a_draw_the_third_time(searcher: Searcher) -> None:
    """Whoever is to move in it, and also two plies ahead. It is worth a little less than an even game, and least if
    the push leads back there."""
    state = random_state(random.Random(3), 20)
    free = searcher.think(Root(*state.sides), depth=3)
    then = state.play(state.to_move, NAMES[free.pushes[0]])
    bound = searcher.think(Root(*state.sides, twice=([], [then.sides])), depth=3, margin=30000)
    assert bound.scores[bound.pushes.index(free.pushes[0])] == -RELUCTANCE
    back = searcher.think(
        Root(*state.sides, once={then.sides}, twice=([], [then.sides])), depth=3, margin=30000
    )
    assert back.scores[back.pushes.index(free.pushes[0])] == -RELUCTANCE - RELUCTANCE // BACK
    ends = {then.play(then.to_move, answer).sides for answer in then.legal_moves(then.to_move)}
    bound = searcher.think(Root(*state.sides, twice=(ends, [])), depth=3, margin=30000)
    assert bound.scores[bound.pushes.index(free.pushes[0])] == -RELUCTANCE


def test_who_is_hardly_behind_plays_on(searcher: Searcher) -> None:
    """Rather than to let the position come for the third time."""
    data = np.load(HARD)
    behind = 0
    for i in range(0, 3000, 100):
        own, other = int(data["owns"][i]), int(data["others"][i])
        pushes = searcher.think(Root(own, other), depth=3, margin=30000).pushes
        others = searcher.think(Root(own, other, only=pushes[1:]), depth=3)
        if -20 < others.scores[0] < 0:
            behind += 1
            left = Quixo(own, other, 1).play(1, NAMES[pushes[0]]).sides
            bound = searcher.think(Root(own, other, twice=([], [left])), depth=3)
            assert bound.pushes[0] != pushes[0]
    assert behind > 3


def test_even_games_come_to_an_end() -> None:
    """Two masters avoid repetitions for a while, not for ever."""
    mind = QuixoMind()
    states = [Quixo.parse("quixo oxxoo/xoxox/xxx.x/xo.xo/oxooo x")]
    while not repeated(states):
        state = states[-1]
        move = mind.decide(
            "master", Question(state, state.to_move, states[:-1], random.Random(1), Limit(0.002))
        ).move
        states.append(state.play(state.to_move, move))
        assert len(states) < 300
    assert len(states) > 30


def test_who_is_ahead_prefers_what_has_not_been_there(searcher: Searcher) -> None:
    """A push that leads to where the game has been promises half."""
    data = np.load(HARD)
    ahead = 0
    for i in range(3000, 6000, 100):
        own, other = int(data["owns"][i]), int(data["others"][i])
        free = searcher.think(Root(own, other), depth=3)
        if free.depth < 3 or not 100 < free.scores[0] < SURE:
            continue
        ahead += 1
        push = free.pushes[0]
        left = Quixo(own, other, 1).play(1, NAMES[push]).sides
        again = searcher.think(Root(own, other, once={left}), depth=3, margin=30000)
        assert again.scores[again.pushes.index(push)] <= again.scores[0]
        assert again.scores[again.pushes.index(push)] == pytest.approx(
            (free.scores[0] - RELUCTANCE) / 2, abs=60
        )
    assert ahead > 3


@pytest.mark.parametrize(
    "text, depth",
    [("quixo oxxxo/x...x/..xox/xxo.o/ooxxx x", 9), ("quixo oooxo/xxoxx/oo.xx/xxoxo/xxxoo x", 11)],
)
def test_a_certain_win_does_not_get_further_away(text: str, depth: int) -> None:
    """Content with any certain win, the search once won these for ever."""
    state, left = Quixo.parse(text), WIN_SCORE
    attacker, defender = Searcher(load_net(NET)), Searcher(load_net(NET))
    for _ in range(13):
        if state.outcome:
            break
        thought = (attacker if state.to_move == 1 else defender).think(Root(*state.sides), depth=depth)
        if state.to_move == 1:
            before, left = left, WIN_SCORE - thought.scores[0]
            assert before > WIN_SCORE - SURE or left <= before
        state = state.play(state.to_move, NAMES[thought.pushes[0]])
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_without_time_it_still_looks_at_its_moves() -> None:
    """The first push in the list would lose at once."""
    state = Quixo.parse("quixo xo.xx/x.ox./x...x/.oxox/oooxo x")
    hurried = Searcher(load_net(NET)).think(Root(*state.sides), Budget(0))
    assert hurried.depth == 1
    then = state.play(1, NAMES[hurried.pushes[0]])
    ends = [outcome for answer in then.legal_moves(2) if (outcome := then.play(2, answer).outcome)]
    assert not any(2 in outcome.winners for outcome in ends)


def test_refuted_pushes_do_not_speak_for_the_others() -> None:
    """A search that is stopped when all it has finished loses goes by what it knew of the others."""
    found, before = np.array([-29984, -29990, -WIN_SCORE, -WIN_SCORE]), np.array([50, 40, 30, 20])
    keep_unrefuted(found, before, 2, 0)
    assert found.tolist() == [-29984, -29990, 30, 20]
    found = np.array([-29984, 10, -WIN_SCORE, -WIN_SCORE])
    keep_unrefuted(found, before, 2, 0)
    assert found.tolist() == [-29984, 10, -WIN_SCORE, -WIN_SCORE]


def test_it_chooses_among_the_moves_it_may(searcher: Searcher) -> None:
    state = random_state(random.Random(4), 10)
    legal = [NAMES.index(move) for move in state.legal_moves(state.to_move)]
    assert searcher.think(Root(*state.sides, only=legal[3:5]), depth=2).pushes[0] in legal[3:5]


@pytest.mark.parametrize("level", MANNERS)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_level_plays_legal_games(level: str, size: int) -> None:
    rng = random.Random(5)
    states = [Quixo.start(size=size)]
    while not states[-1].outcome and not repeated(states) and len(states) < 30:
        state = states[-1]
        if state.to_move == 1:
            move = decision(level, state, 1, rng, seconds=0.02).move
        else:
            move = rng.choice(state.legal_moves(2))
        states.append(state.play(state.to_move, move))
    with pytest.raises(ValueError, match="nothing to decide"):
        decision(level, Quixo.start(size=size), 2, rng)


@pytest.mark.parametrize("size", [3, 4])
def test_master_wins_small_boards_from_the_start(size: int) -> None:
    rng = random.Random(6)
    start = VERDICT(Quixo.start(size=size))
    assert start is not None
    for _ in range(10):
        state, plies = Quixo.start(size=size), 0
        while not state.outcome:
            if state.to_move == 1:
                assert decision("master", state, 1, rng).chosen.value == "win"
                move = decision("master", state, 1, rng).move
            else:
                move = rng.choice(state.legal_moves(2))
            state, plies = state.play(state.to_move, move), plies + 1
        assert 1 in state.outcome.winners
        assert plies <= (start.plies or 0)


def test_master_keeps_the_value_where_the_table_knows_it() -> None:
    rng = random.Random(7)
    for _ in range(6):
        state = random_state(rng, 8)
        known = VERDICT(state)
        assert known is not None
        chosen = decision("master", state, state.to_move, rng, seconds=0.02)
        then = state.play(state.to_move, chosen.move)
        if not then.outcome:
            assert chosen.chosen.value == VALUES[known.value]
            assert VERDICT(then) == Verdict(-known.value)


FULL = (1 << 25) - 1


def full_states(rng: random.Random, value: int) -> Iterator[Quixo]:
    """Boards without blank cubes and with no line yet, of one value for the side to move."""
    while True:
        crosses = sum(1 << square for square in rng.sample(range(25), rng.choice((12, 13))))
        state = Quixo(crosses, FULL & ~crosses, 1)
        known = VERDICT(state)
        if not state.outcome and known and known.value == value:
            yield state


def test_master_takes_the_shortest_way_on_full_boards() -> None:
    """Against any answer it wins within the plies that the table names, and loses no sooner; it need not think."""
    rng = random.Random(13)
    for value in (1, -1):
        far = (
            state for state in full_states(rng, value) if (VERDICT(state) or Verdict(0)).plies in range(4, 99)
        )
        for state in islice(far, 5):
            known, plies, seat = VERDICT(state), 0, state.to_move
            assert known is not None
            assert known.plies is not None
            while not state.outcome:
                chosen = decision("master", state, state.to_move, rng, seconds=0)
                move = chosen.move if state.to_move == seat else rng.choice(state.legal_moves(state.to_move))
                assert plies or chosen.chosen.value == VALUES[value]
                if value == -1 and state.to_move != seat:  # the winner by the table, so that it does win
                    move = chosen.move
                state, plies = state.play(state.to_move, move), plies + 1
            assert (seat in state.outcome.winners) == (value == 1)
            assert plies <= known.plies if value == 1 else plies == known.plies


def test_master_keeps_a_draw_on_full_boards() -> None:
    rng = random.Random(14)
    for state in islice(full_states(rng, 0), 3):
        for _ in range(6):
            if VERDICT(state) != Verdict(0):
                break  # the other went wrong
            chosen = decision("master", state, state.to_move, rng, seconds=0.01)
            state = state.play(state.to_move, chosen.move)
            assert chosen.chosen.value == "draw"
            assert VERDICT(state) == Verdict(0)
            state = state.play(state.to_move, rng.choice(state.legal_moves(state.to_move)))


def test_the_search_knows_the_full_boards(searcher: Searcher) -> None:
    """One cube is blank, and to take it wins, but only after many plies: seen at once, and not without the table."""
    rng, blind, seen = random.Random(15), Searcher(load_net(NET)), 0
    while seen < 5:
        crosses = sum(1 << square for square in rng.sample(range(25), 12))
        state = Quixo(crosses, FULL & ~crosses & ~(1 << rng.randrange(25)), 1)
        if state.outcome or (state.crosses | state.noughts).bit_count() == 25:
            continue
        leads_to = [VERDICT(state.play(1, move)) for move in state.legal_moves(1)]
        lost = [known.plies or 0 for known in leads_to if known and known.value == -1]
        if not lost or blind.think(Root(*state.sides, tables=False), depth=4).scores[0] > SURE:
            continue
        seen += 1
        assert searcher.think(Root(*state.sides), depth=1).scores[0] >= WIN_SCORE - 1 - min(lost)


@pytest.mark.parametrize("blanks", [2, 3])
def test_the_search_knows_boards_with_few_blanks(searcher: Searcher, blanks: int) -> None:
    """To take one of so many blanks is certain to win, to draw or to lose, as the table in its file says."""
    rng, seen = random.Random(16), set()
    for _ in range(60):
        marked = rng.sample(range(25), 25 - blanks)
        crosses, noughts = (sum(1 << square for square in some) for some in (marked[:11], marked[11:]))
        state = Quixo(crosses, noughts, 1)
        if state.outcome:
            continue
        thought = searcher.think(Root(*state.sides), depth=1, margin=ALL_OF_THEM)
        for push, score in zip(thought.pushes, thought.scores, strict=True):
            then = state.play(1, NAMES[push])
            known = VERDICT(then)
            if thought.depth == 1 and (then.crosses | then.noughts).bit_count() > 25 - blanks and known:
                assert (score > SURE) - (score < -SURE) == -known.value
                seen.add(known.value)
    assert seen == {-1, 0, 1}


def test_a_table_of_everything_is_obeyed() -> None:
    """With a (made-up) tablebase that calls only one move a win, that move is played."""
    state = random_state(random.Random(8), 24)
    favourite = state.legal_moves(state.to_move)[7]
    target = state.play(state.to_move, favourite).sides

    class Oracle:
        def probe(self, own: int, other: int) -> Verdict:
            return Verdict(-1 if (own, other) == target else 1)

    chosen = decision("master", state, state.to_move, random.Random(9), seconds=0.02, tables=Oracle())
    assert (chosen.move, chosen.chosen.value) == (favourite, "win")


@pytest.mark.parametrize("level", MANNERS)
@pytest.mark.parametrize("size", [3, 5])
def test_teams_play_legal_games(level: str, size: int) -> None:
    rng = random.Random(10)
    state = Quixo4.start(first=2, size=size)
    for _ in range(24):
        if state.outcome:
            break
        seat = state.to_move
        state = state.play(seat, timed(level, state, seat, rng, 0.02))


def test_a_team_takes_a_win_and_stops_one() -> None:
    rng = random.Random(11)
    win = Quixo4.parse("quixo4 nnnn./...../e.e../...../..... n 9")
    then = win.play(1, timed("master", win, 1, rng, 0.05))
    assert then.outcome is not None
    assert 1 in then.outcome.winners
    threat = Quixo4.parse("quixo4 eeew./...../n.n../...../..... n 9")
    after = threat.play(1, timed("master", threat, 1, rng, 0.2))
    answers = (after.play(2, answer).outcome for answer in after.legal_moves(2))
    assert not any(outcome and 2 in outcome.winners for outcome in answers)
