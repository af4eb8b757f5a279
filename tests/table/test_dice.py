"""The dice: what is committed to, what follows from it, and what a forger would have to hide.

The draws are computed a second time here, from the description at the top of `rowlock.table.dice` alone.
"""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rowlock.rules import DICE, Ply, Record, Refusal
from rowlock.table import dice, seating
from rowlock.table.commands import AddSalt, Resign
from rowlock.table.options import Options
from tests.table.sitting import Sitting

KEY = bytes(range(32))
SECRET = KEY.hex()


def drawn(key: bytes, entropy: str, label: str, possibilities: int) -> int:
    """A second opinion."""
    for attempt in range(100):
        digest = hmac.new(key, f"{entropy}|{label}|{attempt}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < 2**64 - 2**64 % possibilities:
            return number % possibilities
    raise AssertionError("a hundred uneven rests in a row")


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def faces(number: int, count: int = 6) -> str:
    """A number in base six, lowest digit first, as faces."""
    return "".join(str(number // 6**place % 6 + 1) for place in range(count))


def finished(options: Options | None = None, salts: bool = True, seed: int = 1) -> Sitting:
    """A game of random decisions to its end; every now and then a seat adds salt."""
    sitting = Sitting("qwixx", "hho" if salts else "hh", SECRET, options=options or Options())
    chance = Random(seed)
    if salts:
        sitting.do(1, AddSalt("before-the-game"))
        sitting.do(2, AddSalt("also-before"))
        sitting.add(seating.sit(sitting.table, 3, "Cleo", "hash", sitting.now))
    while sitting.table.status == "playing":
        seat = chance.choice(sitting.table.awaiting)
        if salts and chance.random() < 0.1 and len(sitting.table.salts) < 20:
            sitting.do(seat, AddSalt(f"salt-{chance.randrange(10**6)}"))
        sitting.play(seat, chance.choice(sitting.table.choices.get(seat, ())))
    return sitting


@pytest.mark.parametrize("game, seats", [("quixo", "hh"), ("quixo4", "hhhh")])
def test_a_game_without_dice_says_nothing_about_dice(game: str, seats: str) -> None:
    sitting = Sitting(game, seats, options=Options())
    sitting.do(1, AddSalt("salt"))
    sitting.do(1, Resign())
    tags = [name for name, _ in sitting.table.record().tags]
    assert tags == ["Game", "Seats", "First", "FirstBy", "Result"]


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert dice.commitment(SECRET) == hashlib.sha256(KEY).hexdigest()
    assert Sitting("qwixx", secret=SECRET).table.commitment == hashlib.sha256(KEY).hexdigest()


def test_a_roll_follows_from_secret_and_salts() -> None:
    sitting = Sitting("qwixx", "hh", SECRET)
    entropy = sha256("table")
    sitting.do(2, AddSalt("of-my-own"))
    entropy = sha256(f"{entropy}|2|of-my-own")
    sitting.do(1, AddSalt("mine-too"))
    entropy = sha256(f"{entropy}|1|mine-too")
    sitting.roll()
    assert sitting.table.plies[0].move == faces(drawn(KEY, entropy, "roll 1", 6**6))


def test_salt_changes_the_dice() -> None:
    rolls = set()
    for salt in ("a", "b", "c", "d"):
        sitting = Sitting("qwixx", "hh", SECRET)
        sitting.do(1, AddSalt(salt))
        sitting.roll()
        rolls.add(sitting.table.plies[0].move)
    assert len(rolls) == 4


def test_there_is_such_a_thing_as_enough_salt() -> None:
    sitting = Sitting("qwixx", "hh", SECRET)
    for number in range(50):
        sitting.do(1, AddSalt(str(number)))
    assert sitting.refused(2, AddSalt("one-more")) == "too-many"
    sitting.do(1, Resign())
    assert sitting.refused(1, AddSalt("late")) == "game-over"


def test_who_begins_follows_too() -> None:
    for name in ("a", "b", "c"):
        entropy = sha256(name)
        assert dice.first_player(SECRET, entropy, 3) == 1 + drawn(KEY, entropy, "first 1", 3)
        sixes = dice.first_six(SECRET, entropy)
        assert list(sixes) == [1 + drawn(KEY, entropy, f"first {n}", 6) for n in range(1, len(sixes) + 1)]


@pytest.mark.parametrize("possibilities", [1, 2, 3, 5, 6, 6**6, 2**63 + 1])
def test_draws_agree_with_the_second_opinion(possibilities: int) -> None:
    for number in range(200):
        assert dice.draw(SECRET, "e", f"roll {number}", possibilities) == drawn(
            KEY, "e", f"roll {number}", possibilities
        )


def test_an_uneven_rest_is_drawn_again() -> None:
    # Of 2⁶³ + 1 possibilities almost half of all numbers lie in the rest, so some labels need a second try.
    possibilities = 2**63 + 1
    first_tries = [
        int.from_bytes(hmac.digest(KEY, f"e|{n}|0".encode(), "sha256")[:8], "big") for n in range(50)
    ]
    assert any(number >= possibilities for number in first_tries)
    assert all(dice.draw(SECRET, "e", str(n), possibilities) < possibilities for n in range(50))


def test_every_face_is_equally_likely() -> None:
    """Chi-squared over all six dice; the draws are fixed, so this can't fail by chance."""
    counts: list[Counter[str]] = [Counter() for _ in range(6)]
    games = 6_000
    for number in range(games):
        roll = faces(dice.draw(SECRET, sha256("distribution"), f"roll {number}", 6**6))
        for die, face in zip(counts, roll, strict=True):
            die[face] += 1
    for die in counts:
        assert set(die) == set("123456")
        chi_squared = sum((count - games / 6) ** 2 / (games / 6) for count in die.values())
        assert chi_squared < 20.5  # one in a thousand, with five degrees of freedom


@pytest.mark.parametrize("first", ["random", "first-six", 2])
@pytest.mark.parametrize("seed", range(5))
def test_a_finished_game_can_be_verified(first: str | int, seed: int) -> None:
    options = Options(first=first)  # type: ignore[arg-type]
    sitting = finished(options, seed=seed)
    record = Record.parse(str(sitting.table.record()))
    rolls = [ply for ply in record.plies if ply.seat == DICE]
    assert dice.verify(record) == len(rolls) == sitting.table.rolls > 0
    assert len(sitting.table.salts) > 2


def test_the_secret_is_in_the_record_only_when_the_game_is_over() -> None:
    sitting = Sitting("qwixx", "hh", SECRET)
    sitting.roll()
    running = str(sitting.table.record())
    assert SECRET not in running
    assert sitting.table.commitment in running
    with pytest.raises(Refusal) as refusal:
        dice.verify(Record.parse(running))
    assert refusal.value.code == "no-secret"
    sitting.do(1, Resign())
    assert SECRET in str(sitting.table.record())


def test_real_dice_are_not_committed_to() -> None:
    sitting = Sitting("qwixx", "hh", options=Options(dice="real"))
    assert "Commitment" not in str(sitting.table.record())
    assert '[Dice "real"]' in str(sitting.table.record())


class TestForgeries:
    def test_a_forged_roll(self) -> None:
        record = finished(salts=False).table.record()
        *_, last = (number for number, ply in enumerate(record.plies) if ply.seat == DICE)
        roll = record.plies[last].move
        other = "2" if roll[0] == "1" else "1"
        forged = (*record.plies[:last], Ply(DICE, other + roll[1:]))
        tags = tuple(tag for tag in record.tags if tag[0] != "Result")
        self.caught("roll", replace(record, plies=forged, tags=tags))

    def test_another_secret(self) -> None:
        self.caught("commitment", finished().table.record().tagged("DiceSecret", "00" * 32))

    def test_another_secret_with_its_own_commitment(self) -> None:
        record = finished(Options(first=1)).table.record().tagged("DiceSecret", "00" * 32)
        self.caught("roll", record.tagged("DiceCommitment", dice.commitment("00" * 32)))

    def test_salt_left_out(self) -> None:
        record = finished(Options(first=1)).table.record()
        self.caught("roll", record.tagged("DiceSalts", ""))

    def test_another_table(self) -> None:
        record = finished(Options(first=1)).table.record()
        self.caught("roll", record.tagged("DiceTable", "another"))

    def test_another_first_player(self) -> None:
        record = finished(Options(first=1), salts=False).table.record()
        due = dice.first_player(SECRET, sha256("table"), 2)
        if due == 1:
            record = finished(Options(first=2), salts=False).table.record()
        self.caught("first", record.tagged("FirstBy", "random"))

    @pytest.mark.parametrize(
        "tag, value", [("DiceSecret", "no hex"), ("DiceSalts", "1 2"), ("DiceSalts", "one 2 x")]
    )
    def test_tags_that_say_nothing(self, tag: str, value: str) -> None:
        self.caught("dice-tags", finished().table.record().tagged(tag, value))

    @staticmethod
    def caught(code: str, record: Record) -> None:
        with pytest.raises(Refusal) as refusal:
            dice.verify(Record.parse(str(record)))
        assert refusal.value.code == code
