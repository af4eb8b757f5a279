"""Where the fault of a record is: one record for each thing that can be wrong, with its line and column."""

from __future__ import annotations

import time

import pytest

from rowlock.rules import NotationError, Record

QUIXO = '[Game "quixo"]\n[Seats "a; b"]\n'
QWIXX = '[Game "qwixx"]\n[Seats "a; b"]\n'


@pytest.mark.parametrize(
    "text,line,column",
    [
        # Tags
        ("", 1, 1),
        ("\n\n", 1, 1),
        ('[Game "quixo"]\n\n', 1, 1),
        ('[Seats "a; b"]\n\n', 1, 1),
        ('[Game "chess"]\n[Seats "a; b"]\n', 1, 8),
        ('[Game "quixo]\n[Seats "a; b"]\n', 1, 1),
        ('[Seats "a; b"]\n[game "quixo"]\n', 2, 1),
        ('[Game "quixo"] x\n[Seats "a; b"]\n', 1, 1),
        ('[Game "quixo"]\n[Seats "a; \\b"]\n', 2, 1),
        (f'{QUIXO}[Event "a\tb"]\n', 3, 1),
        (f'{QUIXO}[Event "a\x00b"]\n', 3, 1),
        (f'{QUIXO}[Event "a\rb"]\n', 3, 1),
        (f'{QUIXO}[Game "quixo"]\n', 3, 1),
        (f'{QUIXO}[Event "x"]\n[Event "y"]\n', 4, 1),
        # Seats, and who is first
        ('[Game "quixo"]\n[Seats "a"]\n', 2, 9),
        ('[Game "quixo"]\n[Seats "a; b; c"]\n', 2, 9),
        ('[Game "quixo"]\n[Seats "a; "]\n', 2, 9),
        ('[Game "quixo"]\n[Seats "; b"]\n', 2, 9),
        ('[Game "quixo"]\n[Seats ""]\n', 2, 9),
        ('[Game "qwixx"]\n[Seats "a; b; c; d; e; f"]\n', 2, 9),
        (f'{QUIXO}[First "3"]\n', 3, 9),
        (f'{QUIXO}[First "0"]\n', 3, 9),
        (f'{QUIXO}[First ""]\n', 3, 9),
        (f'{QUIXO}[First "٢"]\n', 3, 9),
        (f'{QUIXO}[First "²"]\n', 3, 9),
        (f'{QUIXO}[First "02"]\n', 3, 9),
        (f'{QUIXO}[First "2"]\n[Start "quixo .../.../... x"]\n', 3, 9),
        # Where it starts
        (f'{QUIXO}[Start "quixo .../.y./... x"]\n', 3, 20),
        (f'{QUIXO}[Start "quixo .../.../... n"]\n', 3, 27),
        (f'{QUIXO}[Start "quixo"]\n', 3, 9),
        (f'{QUIXO}[Start ""]\n', 3, 9),
        (f'{QUIXO}[Start "qwixx -/-/-/-/0 -/-/-/-/0 1 roll -"]\n', 3, 9),
        (f'{QWIXX}[Start "qwixx -/-/-/-/0 1 roll -"]\n', 3, 9),
        (f'{QWIXX}[Start "qwixx -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 1 roll -"]\n', 3, 9),
        # Numbers and bars
        (f"{QUIXO}\na1a5\n", 4, 1),
        (f"{QUIXO}\n2. a1a5\n", 4, 1),
        (f"{QUIXO}\n1 a1a5\n", 4, 1),
        (f"{QUIXO}\n1.a1a5\n", 4, 1),
        (f"{QUIXO}\n1. a1a5 b1b5\n3. c1c5\n", 5, 1),
        (f"{QUIXO}\n1. a1a5 b1b5 c1c5\n", 4, 14),
        (f"{QUIXO}\n1. a1a5 | b1b5\n", 4, 9),
        (f"{QUIXO}\n1.\n", 4, 1),
        (f"{QUIXO}\n1. a1a5 b1b5\n2.\n", 5, 1),
        (f"{QUIXO}\n1. a1a5\n2. b1b5\n", 5, 1),
        (f"{QWIXX}\n1. 413526 r5 y5\n", 4, 11),
        (f"{QWIXX}\n1. 413526 |\n", 4, 11),
        (f"{QWIXX}\n1. 413526 | r5\n", 4, 13),
        (f"{QWIXX}\n1. 413526 | r5 | b10\n", 4, 16),
        (f"{QWIXX}\n1. 413526 | r5 y5 b10\n", 4, 19),
        (f"{QWIXX}\n1. 413526 | r5 y5 | b10 | pass\n", 4, 25),
        # Moves
        (f"{QUIXO}\n1. a1a5 a5a1\n", 4, 9),
        (f"{QUIXO}\n1. a1a5\n   c3c1\n", 5, 4),
        (f"{QWIXX}\n1. 413527 | r5 y5\n", 4, 4),
        (f"{QWIXX}\n1. - | r5 y5\n", 4, 4),
        (f"{QWIXX}\n1. 413526 | r5 y6\n", 4, 16),
        (f"{QWIXX}\n1. 413526 | - y5 | b10\n", 4, 13),
        (f"{QUIXO}\n1. - b1b5\n", 4, 4),
        (f'{QUIXO}[Start "quixo .xx/.../... x"]\n\n1. a3c3 a1c1\n', 5, 9),
        # Comments
        (f"{QUIXO}\n1. a1a5 {{never ends\n", 4, 9),
        (f"{QUIXO}\n1. a1a5 }}\n", 4, 9),
        (f"{QUIXO}\n1. {{a {{b}} c}} a1a5\n", 4, 4),
        (f"{QUIXO}\n{{two\nlines}} 1. {{three\nmore\nlines}} a1a1\n", 7, 8),
        (f"{QUIXO}\n1. a1a5{{x}}y5\n", 4, 11),
    ],
)
def test_where_the_fault_is(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as error:
        Record.parse(text)
    assert (error.value.line, error.value.column) == (line, column), str(error.value)
    assert error.value.facts["line"] == line
    windows = text.replace("\n", "\r\n")
    with pytest.raises(NotationError) as again:
        Record.parse(windows)
    assert (again.value.line, again.value.column) == (line, column)


def test_an_illegal_move_is_named_with_its_reason() -> None:
    with pytest.raises(NotationError, match=r"'c3c1' is illegal for seat 2 \(not-on-border\)"):
        Record.parse(f"{QUIXO}\n1. a1a5 c3c1\n")


def test_a_long_record_on_one_line() -> None:
    moves = " ".join(f"{turn}. a5e5 a1e1 {turn + 1}. e5a5 e1a1" for turn in range(1, 400, 2))
    start = '[Start "quixo x..../...../...../...../o.... x"]\n'
    record = Record.parse(f"{QUIXO}{start}\n{moves}\n")
    assert len(record.plies) == 800
    with pytest.raises(NotationError) as error:
        Record.parse(f"{QUIXO}{start}\n{moves} 401. c3c1\n")
    assert error.value.column == len(moves) + len(" 401. ") + 1


LONG = 3_000_000


@pytest.mark.parametrize(
    "text",
    [
        f'[Game "quixo"]\n[Seats "{"a" * LONG}"]\n',
        f'[Game "quixo"]\n[Seats "{"a;" * (LONG // 2)}a"]\n',
        f'[Game "quixo"]\n[Seats "{"a" * LONG}',
        f'{QUIXO}[Result "{"1 " * (LONG // 2)}agreed"]\n',
        f"{QUIXO}\n1. {'a1a5 ' * (LONG // 5)}",
        f"{QUIXO}\n1. {'|' * LONG}",
        f"{QUIXO}\n{'{a} ' * (LONG // 4)}|",
        f"{QUIXO}\n1. a1a5 {{{'a' * LONG}",
        f"{QWIXX}\n1. 111111 | {'- ' * (LONG // 2)}",
    ],
    ids=range(9),
)
def test_a_very_long_text_is_refused_soon(text: str) -> None:
    """In time that grows with its length, not with the square of it."""
    began = time.process_time()
    with pytest.raises(NotationError):
        Record.parse(text)
    assert time.process_time() - began < 5


def test_nothing_follows_the_end_of_a_game() -> None:
    with pytest.raises(NotationError, match="the game is over, so 'a1c1' can't follow"):
        Record.parse(f'{QUIXO}[Start "quixo .xx/.../... x"]\n\n1. a3c3 a1c1\n')
