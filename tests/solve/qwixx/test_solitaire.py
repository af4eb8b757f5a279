"""The whole game of one player. Everything that needs the full table is one test, so that it is made once."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from rowlock.bots.qwixx.simulate import SHEET, SimulatedPlayer, simulate
from rowlock.cli import main
from rowlock.rules.game import DICE
from rowlock.rules.qwixx import Qwixx
from rowlock.solve.qwixx import solitaire as qwixx_solitaire
from rowlock.solve.qwixx.rows import row_codes, sheet_codes
from rowlock.solve.qwixx.sheet import SheetValues, numbered_pairs, solve_sheet
from rowlock.solve.qwixx.solitaire import Solitaire, cached

EXACT = 115.48312602371877


@pytest.mark.long
def test_the_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    values = solve_sheet(progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert values.to_come((0, 0, 0, 0), 0) == pytest.approx(EXACT, abs=1e-9)
    solved = Solitaire.of(values)
    assert solved.value(Qwixx.start(1)) == pytest.approx(EXACT, abs=1e-9)
    check_all_rolls(solved)
    check_simulated_mean(values)
    qwixx_solitaire.keep(solved, tmp_path)
    monkeypatch.setattr(qwixx_solitaire, "solve_sheet", None)  # it must not be solved again
    assert cached(folder=tmp_path).value(Qwixx.start(1)) == solved.value(Qwixx.start(1))
    assert [file.name for file in tmp_path.iterdir()] == [qwixx_solitaire.FILE]


def check_all_rolls(solved: Solitaire) -> None:
    """The value before a roll is the mean over all rolls, played by the rules; some of them end the game."""
    state = Qwixx.parse("qwixx 2,3,4,5,6,7,10,11/2,3,4,5,6,12/12,8,4/10,3/3 1 roll -")
    rolls = state.legal_moves(DICE)
    mean = sum(solved.value(state.play(DICE, roll)) for roll in rolls) / len(rolls)
    assert solved.value(state) == pytest.approx(mean, abs=1e-9)


def check_simulated_mean(values: SheetValues) -> None:
    """Best play in 20,000 games; `python -m bench qwixx.solitaire` plays a million."""
    scores = simulate([SimulatedPlayer(SHEET, sheets=values.tables)], 20_000, seed=1).scores[:, 0]
    error = scores.std() / np.sqrt(len(scores))
    assert abs(scores.mean() - EXACT) < 3.3 * error


def test_the_packed_table_finds_every_sheet() -> None:
    """A table whose values say which sheet they belong to."""
    pairs, members = numbered_pairs(57)
    first, second = np.triu_indices(len(members))
    packed = (first * 10_000.0 + second)[:, None] + np.zeros(4)
    solved = Solitaire(pairs, packed)
    rng = Random(1)
    for _ in range(300):
        rows = [
            "/".join(
                ",".join(map(str, sorted(rng.sample(range(2, 12), rng.randint(0, 5))))) or "-" for _ in "ry"
            )
        ]
        rows += [
            "/".join(
                ",".join(map(str, sorted(rng.sample(range(3, 13), rng.randint(0, 5)), reverse=True))) or "-"
                for _ in "gb"
            )
        ]
        state = Qwixx.parse(f"qwixx {'/'.join(rows)}/0 1 roll -")
        codes = sheet_codes(state.sheets[0])
        low, high = sorted((int(pairs[codes[0], codes[1]]), int(pairs[codes[2], codes[3]])))
        assert solved.value(state) - state.scores[0] == low * 10_000 + high


@pytest.mark.parametrize("damage", [b"", b"not a table", None])
def test_a_damaged_cache_is_made_again(
    damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = solve_sheet(faces=2, to_lock=1)
    monkeypatch.setattr(qwixx_solitaire, "solve_sheet", lambda progress: small)  # noqa: ARG005 (quick)
    if damage is not None:
        (tmp_path / qwixx_solitaire.FILE).write_bytes(damage)
    assert len(cached(folder=tmp_path).packed) == len(Solitaire.of(small).packed)


def test_only_one_sheet() -> None:
    pairs, _ = numbered_pairs(57)
    with pytest.raises(ValueError, match="one sheet, not 2"):
        Solitaire(pairs, np.zeros((1, 4))).value(Qwixx.start(2))
    with pytest.raises(ValueError, match="nothing to decide"):
        Solitaire(pairs, np.zeros((1, 4))).best(Qwixx.start(1))


def test_the_command_uses_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven points to come on every sheet, and nothing is solved."""
    pairs, members = numbered_pairs(len(row_codes()))
    sheets = len(members) * (len(members) + 1) // 2
    qwixx_solitaire.keep(Solitaire(pairs, np.full((sheets, 4), 7.0)), tmp_path)
    monkeypatch.setattr(qwixx_solitaire, "solve_sheet", None)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path))  # noqa: ARG005
    assert main(["solve", "qwixx"]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert [float(line.split()[1]) for line in lines] == [7, 2, -3, -8]
