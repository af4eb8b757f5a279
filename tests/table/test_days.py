"""The dice of a day: worked out a second time from the description in docs/day.md, fair over many days, the same for
whoever plays."""

import hashlib
import hmac
from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

from rowlock.rules import DICE, Record, Refusal
from rowlock.rules.dice import Rolls
from rowlock.table import days, dice
from rowlock.table.commands import AddSalt, WantRematch
from rowlock.table.options import Options
from tests.table.sitting import Sitting

DAY = "2026-11-18"
THEN = 1_795_000_000_000  # 2026-11-18 11:06:40 UTC


def naive_link(day: str) -> bytes:
    """A second opinion: day after day from the beginning, with no help from the package."""
    months = {11: 30, 12: 31, 1: 31, 2: 28}
    found = hashlib.sha256(b"Rowlock: one game a day, the same for everybody everywhere").hexdigest()
    year, month, number = 2026, 11, 1
    while True:
        text = f"{year:04}-{month:02}-{number:02}"
        found = hashlib.sha256(f"{found}|{text}".encode()).hexdigest()
        if text == day:
            return bytes.fromhex(found)
        number += 1
        if number > months[month]:
            month, number = month % 12 + 1, 1
            year += month == 1


def naive_roll(day: str, number: int) -> str:
    entropy = hashlib.sha256(day.encode()).hexdigest()
    digest = hmac.new(naive_link(day), f"{entropy}|roll {number}|0".encode(), hashlib.sha256).digest()
    drawn = int.from_bytes(digest[:8], "big") % 6**6  # the uneven rest is 1 in 5 · 10¹⁴
    return "".join(str(drawn // 6**place % 6 + 1) for place in range(6))


def sitting(options: Options | None = None) -> Sitting:
    return Sitting("qwixx", "h", options=options or Options(day=DAY), now=THEN)


def finished(seed: int = 1) -> Sitting:
    """A game of random decisions to its end."""
    table, chance = sitting(), Random(seed)
    while table.table.status == "playing":
        table.play(1, chance.choice(table.table.choices[1]))
    return table


@pytest.mark.parametrize("day", ["2026-11-01", "2026-11-18", "2026-12-31", "2027-01-01", "2027-02-28"])
def test_the_chain_agrees_with_the_second_opinion(day: str) -> None:
    assert days.link(date.fromisoformat(day)) == naive_link(day).hex()


def test_rolls_are_those_of_the_day_whatever_is_played() -> None:
    for seed in range(20):
        plies = finished(seed).table.plies
        rolls = [ply.move for ply in plies if ply.seat == DICE]
        for number, roll in enumerate(rolls, 1):
            due = naive_roll(DAY, number)
            assert all(face in (wanted, ".") for face, wanted in zip(roll, due, strict=True))
        assert "." not in rolls[0]


def test_a_die_that_has_left_changes_no_other() -> None:
    link, entropy = days.link(date(2026, 11, 18)), dice.first_entropy(DAY)
    whole = dice.roll_for_all(link, entropy, 7, Rolls((True,) * 6))
    assert dice.roll_for_all(link, entropy, 7, Rolls((True, True, False, True, True, True))) == (
        f"{whole[:2]}.{whole[3:]}"
    )


def test_dice_are_fair() -> None:
    """Chi-square over 500 days with 40 rolls: no die prefers a face, nor two neighbours a pair of faces."""
    faces: list[Counter[str]] = [Counter() for _ in range(6)]
    pairs: Counter[str] = Counter()
    for number in range(500):
        day = days.FIRST + timedelta(number)
        link, entropy = days.link(day), dice.first_entropy(str(day))
        for throw in range(1, 41):
            roll = dice.roll_for_all(link, entropy, throw, Rolls((True,) * 6))
            for die, face in enumerate(roll):
                faces[die][face] += 1
            pairs[roll[:2]] += 1
    # Once in a thousand by chance: 20.5 with 5 degrees of freedom, 66.6 with 35.
    for counted in faces:
        assert sum((counted[face] - 20_000 / 6) ** 2 / (20_000 / 6) for face in "123456") < 20.5
    assert len(pairs) == 36
    assert sum((count - 20_000 / 36) ** 2 / (20_000 / 36) for count in pairs.values()) < 66.6


def test_salt_has_no_part_in_them() -> None:
    table = sitting()
    table.do(1, AddSalt("of-my-own"))
    table.roll()
    assert table.table.plies[0].move == naive_roll(DAY, 1)


def test_the_record_says_which_day_and_can_be_checked() -> None:
    table = finished()
    record = table.table.record()
    assert [name for name, _ in record.tags] == ["Game", "Seats", "First", "DiceDay", "Result"]
    assert record.tag("DiceDay") == DAY
    rolls = sum(ply.seat == DICE for ply in record.plies)
    assert dice.verify(Record.parse(str(record))) == rolls
    with pytest.raises(Refusal) as refusal:
        dice.verify(record.tagged("DiceDay", "2026-11-19"))
    assert refusal.value.code == "roll"
    with pytest.raises(Refusal) as refusal:
        dice.verify(record.tagged("DiceDay", "yesterday"))
    assert refusal.value.code == "malformed"


def test_again_is_the_same_day() -> None:
    table = finished()
    table.do(1, WantRematch())
    again = next(event for event in table.opened if event.type == "opened")
    assert again.options.day == DAY


@pytest.mark.parametrize(
    "options, seats, code",
    [
        (Options(day=DAY), "hh", "seat-count"),
        (Options(day=DAY, dice="real"), "h", "malformed"),
        (Options(day="2026-11-19"), "h", "not-yet"),
        (Options(day="2026-10-31"), "h", "malformed"),
        (Options(day="2026-11-31"), "h", "malformed"),
        (Options(day="20261118"), "h", "malformed"),
        (Options(day="9999-12-31"), "h", "malformed"),
    ],
)
def test_days_that_cannot_be(options: Options, seats: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Sitting("qwixx", seats, options=options, now=THEN)
    assert refusal.value.code == code


def test_games_without_dice_have_no_day() -> None:
    with pytest.raises(Refusal) as refusal:
        Sitting("quixo", "hh", options=Options(day=DAY), now=THEN)
    assert refusal.value.code == "malformed"
    with pytest.raises(Refusal) as refusal:
        Sitting("quixo", "h")
    assert refusal.value.code == "seat-count"


def test_a_day_begins_at_midnight_utc() -> None:
    midnight = days.starts(date(2026, 11, 18))
    assert midnight == 1_794_960_000_000
    assert days.today(midnight) == date(2026, 11, 18)
    assert days.today(midnight - 1) == date(2026, 11, 17)


def test_alone_with_dice_of_the_table() -> None:
    """One may play alone without a day, too: then the dice are committed to as always."""
    table = Sitting("qwixx", "h")
    table.roll()
    assert table.table.record().tag("DiceCommitment") == table.table.commitment
