"""Tables that earlier versions have stored are still read, and go on. The files in `stored` are never changed."""

from pathlib import Path

import pytest

from rowlock.table import decide
from rowlock.table.apply import apply, replay
from rowlock.table.commands import Play
from rowlock.table.events import from_texts
from rowlock.table.table import Table

STORED = Path(__file__).with_name("stored")


def stored(name: str) -> Table:
    return replay(from_texts((STORED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()))


def test_a_sealed_takeback_from_before_it_raised_the_turn() -> None:
    """The turn was 2 all the while; those who still have to decide may name it."""
    table = stored("sealed_takeback")
    assert table.turns == (3, 2, 2)
    assert table.awaiting == (3,)
    for turn in (2, 3):
        after = table
        for event in decide.drafted(table, 3, Play("pass", turn), table.changed_at).events:
            after = apply(after, event)
        assert [ply.move for ply in after.last_action] == ["y5", "b5", "pass"]
        assert after.turns == (4, 4, 4)


def test_a_game_that_was_given_up() -> None:
    table = stored("resigned")
    assert str(table.state) == "quixo x../.../... o"
    assert table.outcome is not None
    assert table.outcome.reason == "resigned"
    assert table.options.chosen == {"size": 3}


def test_options_that_other_games_have_are_not_asked_for() -> None:
    """Every table had a size, even where there is no board."""
    table = stored("sealed_takeback")
    assert table.options.chosen == {}
    assert '"size":5' in (STORED / "sealed_takeback.jsonl").read_text()


def test_a_game_that_is_gone() -> None:
    texts = (STORED / "resigned.jsonl").read_text(encoding="utf-8").replace('"quixo"', '"gone"').splitlines()
    with pytest.raises(ValueError, match="there is no game 'gone'"):
        replay(from_texts(texts))
