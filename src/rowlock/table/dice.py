"""Dice that the server can't choose and nobody can foresee.

When a table opens, the server draws a secret of 32 bytes and publishes its SHA-256 as the commitment. Every seat
may then add a salt of its own, at any time; a salt counts from the next roll on. The salts so far make the
entropy: at first the SHA-256 of the table's id, and with each salt the SHA-256 of the entropy (in hex), the seat and
the salt, joined by `|`. What is drawn is numbered: `first 1` for who begins, `roll 1`, `roll 2`, … for the dice.

A draw among n possibilities is the HMAC-SHA-256, keyed with the secret, of `entropy|label|try`; its first eight
bytes are a number below 2⁶⁴, which is taken modulo n, and drawn again with the next try if it lies in the uneven
rest. So the result follows from the secret and the salts alone, and every possibility is equally likely. For a roll
the possibilities are the game's rolls in their order, so that the first white die is the lowest digit in base six.
When the game is over the secret is opened, and anyone can repeat all that.

Tables may share their dice: those of a round of a series, say. Then the entropy is the SHA-256 of the name that the
dice have, there are no salts, all dice are always rolled, and the secret is opened when all of these tables are over.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rowlock.rules import DICE, Move, Record, Refusal
from rowlock.rules.dice import Rolls
from rowlock.table import days


def commitment(secret: str) -> str:
    """What is published of a secret (in hex) before the game."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def first_entropy(table: str) -> str:
    """The entropy before any salt."""
    return hashlib.sha256(table.encode()).hexdigest()


def salted(entropy: str, seat: int, salt: str) -> str:
    """The entropy with one more salt."""
    return hashlib.sha256(f"{entropy}|{seat}|{salt}".encode()).hexdigest()


def draw(secret: str, entropy: str, label: str, possibilities: int) -> int:
    """One of so many possibilities, from 0."""
    fair = 2**64 // possibilities * possibilities
    attempt = 0
    while True:
        message = f"{entropy}|{label}|{attempt}".encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(secret), message, "sha256")[:8], "big")
        if number < fair:
            return number % possibilities
        attempt += 1


def roll(secret: str, entropy: str, number: int, possible: Sequence[Move]) -> Move:
    """The dice of a table, rolled for the so-manieth time."""
    return possible[draw(secret, entropy, f"roll {number}", len(possible))]


def roll_for_all(secret: str, entropy: str, number: int, possible: Sequence[Move]) -> Move:
    """The same for dice that other tables have, too, those of a day say. All of them are rolled, and those that have
    left the game are not looked at, so that whoever has closed other rows sees the same faces of the rest."""
    if not isinstance(possible, Rolls):
        raise TypeError(f"these are no rolls of dice: {possible}")
    return possible.of(roll(secret, entropy, number, Rolls((True,) * len(possible.in_play))))


def first_player(secret: str, entropy: str, seats: int) -> int:
    """Any seat."""
    return 1 + draw(secret, entropy, "first 1", seats)


def first_six(secret: str, entropy: str) -> tuple[int, ...]:
    """One die each in turn, from seat 1 on, until someone rolls a six: the faces, the last of them a six."""
    faces: list[int] = []
    while not faces or faces[-1] != 6:
        faces.append(1 + draw(secret, entropy, f"first {len(faces) + 1}", 6))
    return tuple(faces)


@dataclass(frozen=True, slots=True)
class Salt:
    """Randomness that a seat added before roll number `before`; 0 means before the game began."""

    seat: int
    before: int
    salt: str

    def __str__(self) -> str:
        return f"{self.seat} {self.before} {self.salt}"


def parse_salts(text: str) -> list[Salt]:
    """The salts of a DiceSalts tag, in the order they came: seat, roll number and salt, with semicolons between."""
    try:
        parts = [salt.split(" ") for salt in text.split("; ") if salt]
        return [Salt(int(seat), int(before), salt) for seat, before, salt in parts]
    except ValueError:
        raise Refusal("dice-tags", "DiceSalts is a list of seat, roll number and salt") from None


def verify(record: Record) -> int:
    """Checks every draw of a record against its commitment, or against its day; how many rolls there were. Raises
    `Refusal`."""
    if day := record.tag("DiceDay"):
        secret = days.link(days.read(day))
        return _verify_rolls(record, partial(roll_for_all, secret, first_entropy(day)))
    published, secret, table, shared = (
        record.tag(f"Dice{name}") or "" for name in ("Commitment", "Secret", "Table", "Shared")
    )
    if not (published and secret and (table or shared)):
        raise Refusal("no-secret", "this record has no dice commitment, or its secret is not opened yet")
    try:
        kept = commitment(secret) == published
    except ValueError:
        raise Refusal("dice-tags", "DiceSecret is not a number in hex") from None
    if not kept:
        raise Refusal("commitment", "the opened secret is not the one that was committed to")
    if shared:
        entropy = first_entropy(shared)
        _verify_first(record, secret, entropy)
        return _verify_rolls(record, partial(roll_for_all, secret, entropy))
    salts = parse_salts(record.tag("DiceSalts") or "")
    entropy = _with_salts(first_entropy(table), salts, 0)
    _verify_first(record, secret, entropy)

    def due(number: int, possible: Sequence[Move]) -> Move:
        nonlocal entropy
        entropy = _with_salts(entropy, salts, number)
        return roll(secret, entropy, number, possible)

    return _verify_rolls(record, due)


def _verify_rolls(record: Record, due: Callable[[int, Sequence[Move]], Move]) -> int:
    state, rolls = record.start, 0
    for ply in record.plies:
        if ply.seat == DICE:
            rolls += 1
            if ply.move != (wanted := due(rolls, state.legal_moves(DICE))):
                problem = f"roll {rolls} should be {wanted}, not {ply.move}"
                raise Refusal("roll", problem, number=rolls, due=wanted, roll=ply.move)
        state = state.play(ply.seat, ply.move)
    return rolls


def _with_salts(entropy: str, salts: list[Salt], roll: int) -> str:
    """The entropy with the salts that count from this roll on; they are taken off the list."""
    while salts and salts[0].before <= roll:
        salt = salts.pop(0)
        entropy = salted(entropy, salt.seat, salt.salt)
    return entropy


def _verify_first(record: Record, secret: str, entropy: str) -> None:
    seats = len(record.seats)
    match record.tag("FirstBy"):
        case "random":
            due = first_player(secret, entropy, seats)
        case "first-six":
            due = (len(first_six(secret, entropy)) - 1) % seats + 1
        case _:
            return
    if record.start.active != due:
        raise Refusal("first", f"seat {due} should have begun, not {record.start.active}", seat=due)
