from random import Random

import pytest

from rowlock.bots import BOTS, Question, UnknownBot, bot, random_move
from rowlock.rules import DICE, GAMES, Outcome, parse_position, repeated
from rowlock.rules.game import SEALED
from rowlock.rules.qwixx import Qwixx


def play(game: str, names: list[str], seed: int) -> Outcome | None:
    """A whole game between bots, each shown only what its seat may see; None where it goes round in circles."""
    rng = Random(seed)
    states = [GAMES[game].start(len(names), 1 + seed % len(names))]
    while states[-1].awaiting and not repeated(states):
        state = states[-1]
        seat = state.awaiting[0]
        decide = random_move if seat == DICE else bot(game, names[seat - 1])
        states.append(state.play(seat, decide(Question(state.seen_by(seat), seat, states[:-1], rng))))
    return states[-1].outcome


def test_every_game_has_the_same_bots() -> None:
    assert set(BOTS) == set(GAMES)
    everyone = ("easy", "medium", "hard", "master", "greedy", "random")
    assert {tuple(names) for names in BOTS.values()} == {everyone}


@pytest.mark.parametrize(
    "game, names, games",
    [
        ("qwixx", ["greedy", "random"], 20),
        ("qwixx", ["random", "greedy", "random"], 10),
        ("quixo", ["greedy", "random"], 10),
        ("quixo", ["random", "greedy"], 10),
        ("quixo4", ["greedy", "random", "greedy", "random"], 5),
    ],
)
def test_greedy_beats_random(game: str, names: list[str], games: int) -> None:
    outcomes = [play(game, names, seed) for seed in range(games)]
    greedy = names.index("greedy") + 1
    wins = sum(outcome is not None and greedy in outcome.winners for outcome in outcomes)
    assert wins >= 0.9 * games


@pytest.mark.parametrize("game, seats", [("qwixx", 5), ("quixo", 2), ("quixo4", 4)])
def test_greedy_plays_whole_games_against_itself(game: str, seats: int) -> None:
    """Every move is legal: `play` would raise otherwise."""
    for seed in range(2):
        outcome = play(game, ["greedy"] * seats, seed)
        assert outcome is None or 1 in outcome.places


class TestGreedyQuixo:
    @staticmethod
    def move(position: str, seat: int = 1) -> str:
        return bot("quixo", "greedy")(Question(parse_position(position), seat, chance=Random(0)))

    def test_wins_if_it_can(self) -> None:
        position = "quixo ...../...../...../oo.oo/xxxx. x"
        outcome = parse_position(position).play(1, self.move(position)).outcome
        assert outcome is not None
        assert outcome.winners == (1,)

    def test_does_not_complete_the_opponents_line(self) -> None:
        position = "quixo ...../.oo../ooxoo/...../..o.. x"
        state = parse_position(position)
        outcome = state.play(1, self.move(position)).outcome
        assert outcome is None

    def test_does_not_let_the_opponent_win(self) -> None:
        after = parse_position("quixo oooo./...../...../...../..... x")
        after = after.play(1, bot("quixo", "greedy")(Question(after, 1, chance=Random(0))))
        assert not any(after.play(2, answer).outcome for answer in after.legal_moves(2))


class TestGreedyQwixx:
    @staticmethod
    def move(position: str, seat: int = 1) -> str:
        return bot("qwixx", "greedy")(Question(parse_position(position), seat, chance=Random(0)))

    def test_crosses_where_it_skips_least(self) -> None:
        assert self.move("qwixx 5/-/-/-/0 -/-/-/-/0 1 white 511111") == "r6"

    def test_takes_a_lock(self) -> None:
        assert self.move("qwixx 2,3,4,5,6/10/-/-/0 -/-/-/-/0 2 white 661111") == "r12"

    def test_passes_when_the_skip_is_too_costly(self) -> None:
        assert self.move("qwixx -/-/-/-/0 -/-/-/-/0 2 white 341111") == "pass"

    def test_avoids_a_penalty(self) -> None:
        assert self.move("qwixx -/-/-/-/0 -/-/-/-/0 1 colour 346666") == "g10"

    def test_passes_the_white_sum_for_a_better_coloured_one(self) -> None:
        assert self.move("qwixx -/-/-/-/0 -/-/-/-/0 1 white 255555") == "pass"
        assert self.move("qwixx -/-/-/-/0 -/-/-/-/0 1 white 161666") == "pass"


def test_sealed_decisions_change_nothing_for_the_others() -> None:
    """Whatever seat 1 has decided, seat 2 sees the same, so it decides the same."""
    state = Qwixx.start(2).play(DICE, "233456")
    views = [state.play(1, move).seen_by(2) for move in state.legal_moves(1)]
    assert len(set(views)) == 1
    assert views[0].decided == (SEALED, None)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnknownBot, match=r"no bot 'nobody' plays quixo, only easy, medium, hard, master, greedy"
    ):
        bot("quixo", "nobody")
    with pytest.raises(ValueError, match=r"there is no game 'chess', only qwixx, quixo, quixo4"):
        bot("chess", "easy")
