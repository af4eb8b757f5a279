"""What comes from outside and is none of the texts of the rules: table files, engine lines, messages of the wire,
settings, notes in Redis. Whatever the bytes are, there is an answer or one clear error, never another exception.

Positions, moves and records have their own: tests/rules/test_fuzz_positions.py, test_records.py; whole HTTP calls, too:
tests/server/test_openapi.py.
"""

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from rowlock.engine.protocol import Engine
from rowlock.rules import GAMES
from rowlock.rules.quixo import Quixo
from rowlock.server import call_wire, review_wire, series_wire, socket_wire, table_wire
from rowlock.server.attendance import WordSent
from rowlock.server.settings import Settings
from rowlock.server.socket import FROM_CLIENT
from rowlock.solve.quixo.table import DATA, NoTable, TableFile

SMALL = DATA / "quixo3.rlq"


# Table files


def probe_all(path: Path, chance: Random) -> None:
    """Some positions; each has a verdict or none, or the file is said to be damaged."""
    said = path.name
    try:
        table = TableFile(path)
        for _ in range(20):
            own = chance.getrandbits(table.layout.cells)
            table.probe(own, chance.getrandbits(table.layout.cells) & ~own)
    except NoTable as error:
        said = str(error)
    assert path.name in said
    assert "\n" not in said


@settings(suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=6),
    st.floats(0, 1),
    st.randoms(use_true_random=False),
)
@example([], 0.0, Random(1))
@example([], 1.0, Random(1))
def test_a_damaged_table_file(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[float, int]], length: float, chance: Random
) -> None:
    """One with some bytes changed, and cut off somewhere or not; mostly in its header, where everything stands."""
    data = bytearray(SMALL.read_bytes())
    header = int.from_bytes(data[8:16], "little")
    for place, value in changes:
        at = int(place * len(data)) if value % 2 else header + int(place * (len(data) - header))
        data[at] = value
    path = tmp_path_factory.getbasetemp() / "fuzzed.rlq"
    path.write_bytes(data if length > 0.3 else data[: int(length / 0.3 * len(data))])
    probe_all(path, chance)


@given(st.dictionaries(st.sampled_from(["size", "distances", "sections"]), st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["rows 3", "codes 3 3 0"]), inner),
)))  # fmt: skip
def test_a_table_file_with_any_header(
    tmp_path_factory: pytest.TempPathFactory, header: dict[str, Any]
) -> None:
    data = SMALL.read_bytes()
    at = int.from_bytes(data[8:16], "little")
    facts = {**json.loads(data[at:]), **header}
    path = tmp_path_factory.getbasetemp() / "header.rlq"
    path.write_bytes(data[:at] + json.dumps(facts).encode())
    probe_all(path, Random(1))


def test_a_small_table_file_is_read_as_it_is(tmp_path: Path) -> None:
    """So that the tests above do fuzz something that is read."""
    (tmp_path / "same.rlq").write_bytes(SMALL.read_bytes())
    same = TableFile(tmp_path / "same.rlq")
    verdict = same.probe_state(Quixo.start(size=same.layout.size))
    assert verdict == TableFile(SMALL).probe_state(Quixo.start(size=same.layout.size))
    assert verdict


# Engine lines

WORDS = (
    *("rowlock", "isready", "newgame", "position", "go", "stop", "setoption", "options", "moves", "seat", "level"),
    *("movetime", "nodes", "depth", "multipv", "infinite", "quixo", "qwixx", "easy", "seed", "tablebase", "1", "-1"),
    *("99999999999999999999", "a1a5", "0:413526", "²", "٣", "\u202e", ""),
)  # fmt: skip


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(GAMES)),
    st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=6).map(" ".join), max_size=6),
)
def test_engine_lines(game: str, lines: list[str]) -> None:
    """It says at most one line of refusal for each, and still answers afterwards. It isn't asked to think: that is no
    matter of reading."""
    said: list[str] = []
    harmless = [line for line in lines if line.split()[:1] not in (["go"], ["quit"])]
    Engine(game, said.append).converse([*(" ".join(line.split()) for line in harmless), "isready"])
    assert "readyok" in said
    assert all("\n" not in line for line in said)


# Messages

MODELS = [
    model
    for module in (call_wire, review_wire, series_wire, socket_wire, table_wire)
    for model in vars(module).values()
    if isinstance(model, type) and issubclass(model, BaseModel)
]
BODIES = [
    *(call_wire.NewTable, call_wire.NewMove, call_wire.NewCommand, call_wire.SitDown, call_wire.Import),
    *(call_wire.OpenHouse, call_wire.CallMe, call_wire.DontCallMe),
    *(series_wire.JoinSeries, series_wire.BeginRound, review_wire.HowGood),
]
KEYS = sorted({name for model in MODELS for name in model.model_fields})
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(KEYS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*KEYS, "type"]), inner, max_size=5),
    max_leaves=12,
)  # fmt: skip


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
@example(b"[" * 100_000)
@example(b'{"type":"hello","since":' + b"9" * 5_000 + b"}")
def test_messages_of_the_socket(text: bytes) -> None:
    with suppress(ValidationError):
        FROM_CLIENT.validate_json(text)


@pytest.mark.parametrize("model", BODIES)
def test_bodies_of_calls(model: type) -> None:
    reader: TypeAdapter[Any] = TypeAdapter(model)

    @settings(max_examples=100)
    @given(JSON)
    def read(value: Any) -> None:
        with suppress(ValidationError):
            reader.validate_json(json.dumps(value))

    read()


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_notes_in_redis(text: bytes) -> None:
    with suppress(ValueError, TypeError):
        WordSent.of_text(text)


# Settings


@given(st.dictionaries(st.sampled_from(sorted(Settings().environment())), st.text(max_size=20)))
def test_settings(environment: dict[str, str]) -> None:
    try:
        told = Settings.of(environment)
    except ValueError as error:
        said = str(error)
    else:
        said, again = "ROWLOCK_", Settings.of(told.environment())
        assert again == told
    assert "ROWLOCK_" in said
