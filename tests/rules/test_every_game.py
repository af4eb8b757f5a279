"""The laws that every game must obey, in every game; and what the games answer when they are only asked."""

from random import Random

import pytest

from rowlock.rules import GAMES, IllegalMove, parse_position
from rowlock.rules.laws import check, starts


@pytest.mark.parametrize("game", GAMES)
def test_laws(game: str) -> None:
    for number in range(2):
        check(GAMES[game], Random(number).choice, plies=60)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_beginnings_are_the_same_position(game: str) -> None:
    keys = [start.key for start in starts(GAMES[game])]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_without_being_told_anything(game: str) -> None:
    assert GAMES[game].start() == GAMES[game].start(GAMES[game].seat_counts[0], 1)


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match=r"quixo is one of 5, 4, 3, not 6"):
        GAMES["quixo"].start(size=6)
    with pytest.raises(ValueError, match=r"qwixx has no option 'size', only layout"):
        GAMES["qwixx"].start(size=5)


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"there is no game 'chess', only qwixx, quixo, quixo4"):
        GAMES["chess"]
    assert "chess" not in GAMES
    assert GAMES.get("chess") is None


@pytest.mark.parametrize(
    "position,seat,begun,code",
    [
        ("quixo ...../...../..x../...../o...x x", 1, "a1", "opponents-cube"),
        ("quixo ...../...../..x../...../o...x x", 1, "c3", "not-on-border"),
        ("quixo ...../...../..x../...../o...x x", 1, "e1", None),
        ("quixo ...../...../..x../...../o...x x", 1, "e1e", None),
        ("quixo ...../...../..x../...../o...x x", 1, "e1c", "not-an-end"),
        ("quixo ...../...../..x../...../o...x x", 1, "", None),
        ("quixo ...../...../..x../...../o...x x", 2, "e5", "not-your-turn"),
        ("quixo .../.../..o x", 1, "d", "off-board"),
        ("quixo4 ss..s/s..../...../s..../n...e n 8", 1, "a5", "partners-cube"),
        ("quixo4 ss..s/s..../...../s..../n...e n 8", 1, "e1", "opponents-cube"),
        ("quixo4 ss..s/s..../...../s..../n...e n 8", 1, "sk", "must-move"),
        ("quixo4 n..../...../...../...../..... n 2", 1, "a5", "blank-first"),
        ("quixo4 eewss/w...e/e...w/s...s/wessw n 20", 1, "a1", "must-skip"),
        ("quixo4 eewss/w...e/e...w/s...s/wessw n 20", 1, "s", None),
        ("qwixx 5,7/-/-/12/0 -/-/-/-/0 1 white 413526", 1, "r", "already-crossed"),
        ("qwixx 5,7/-/-/12/0 -/-/-/-/0 1 white 413526", 1, "y", None),
        ("qwixx 5,7/-/-/12/0 -/-/-/-/0 1 white 413526", 1, "r5", "already-crossed"),
        ("qwixx -/-/-/-/0 -/-/-/-/0 1 roll -", 0, "41", None),
        ("qwixx -/-/-/-/0 -/-/-/-/0 1 roll -", 0, "47", "not-a-roll"),
    ],
)
def test_the_beginning_of_a_move(position: str, seat: int, begun: str, code: str | None) -> None:
    refused = parse_position(position).why_not(seat, begun)
    assert (refused and refused.code) == code
    if refused:
        assert isinstance(refused, IllegalMove)
        assert refused.facts["move"] == begun
