"""What the games let choose stands flat among the agreements of a table, whichever game it is."""

import pytest
from pydantic import TypeAdapter, ValidationError

from rowlock.rules import GAMES, Game, Outcome, Record, Refusal
from rowlock.rules.quixo import Quixo
from rowlock.table.apply import replay
from rowlock.table.events import from_texts, to_text
from rowlock.table.options import Options, SeatPlan, check_plan
from rowlock.table.seating import keep_record
from tests.table.sitting import Sitting

OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)
PEOPLE = (SeatPlan("human"), SeatPlan("human"))


def begin(seats: int, first: int, goal: int = 100) -> Quixo:
    return Quixo.start(seats, first, size=5 if goal == 100 else 3)


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from outside with an option of its own."""
    game = Game("race", (2,), begin, Quixo.parse, rooms="race.{room}", options={"goal": (100, 50)})
    monkeypatch.setitem(GAMES._all, "race", game)


@pytest.mark.usefixtures("race")
class TestOfAGameFromOutside:
    def test_it_is_flat_as_text(self) -> None:
        options = OPTIONS.validate_json('{"first": 2, "goal": 50}')
        assert options == Options(first=2, chosen={"goal": 50})
        told = OPTIONS.dump_python(options)
        assert told["goal"] == 50
        assert "chosen" not in told
        assert OPTIONS.validate_python(told) == options

    def test_it_is_described(self) -> None:
        for mode in ("validation", "serialization"):
            described = OPTIONS.json_schema(mode=mode)["properties"]
            assert (described["goal"]["minimum"], described["goal"]["maximum"]) == (50, 100)
            assert {"size", "first"} < described.keys()
            assert "chosen" not in described

    def test_a_table_begins_with_it(self) -> None:
        for goal, board in ((100, "...../...../...../...../....."), (50, ".../.../...")):
            sitting = Sitting("race", options=Options(first=1, chosen={"goal": goal}))
            assert str(sitting.table.state) == f"quixo {board} x"
            assert from_texts([to_text(sitting.events[0])]) == sitting.events[:1]

    def test_what_is_not_chosen_is_written_down_as_the_default(self) -> None:
        assert Sitting("race").table.options.chosen == {"goal": 100}
        assert '"goal":100' in to_text(Sitting("race").events[0])

    @pytest.mark.parametrize(
        "game, chosen", [("race", {"goal": 7}), ("race", {"size": 5}), ("quixo", {"goal": 50})]
    )
    def test_what_the_game_does_not_know(self, game: str, chosen: dict[str, int]) -> None:
        with pytest.raises(Refusal) as refusal:
            check_plan(game, PEOPLE, Options(chosen=chosen))
        assert refusal.value.code == "malformed"
        assert refusal.value.facts == {"place": f"options.{next(iter(chosen))}"}


@pytest.mark.parametrize(
    "told", ['{"size": "5"}', '{"size": 3.5}', '{"size": true}', '{"chosen": {"size": 3}}', "[]"]
)
def test_nothing_else_is_taken(told: str) -> None:
    with pytest.raises(ValidationError):
        OPTIONS.validate_json(told)


def test_a_sheet_is_told_in_a_word() -> None:
    options = OPTIONS.validate_json('{"first": 2, "layout": "mixed-colours"}')
    assert options.chosen == {"layout": "mixed-colours"}
    assert OPTIONS.json_schema()["properties"]["layout"]["type"] == "string"
    sitting = Sitting("qwixx", options=options)
    assert str(sitting.table.state) == "qwixx mixed-colours -/-/-/-/0 -/-/-/-/0 2 roll -"
    assert sitting.table.record().tag("Layout") == "mixed-colours"
    assert Record.parse(str(sitting.table.record())).start == sitting.table.state
    assert from_texts([to_text(sitting.events[0])]) == sitting.events[:1]
    for usual in ("", "classic"):
        assert Sitting("qwixx", options=Options(chosen={"layout": usual})).table.options.chosen == {}


@pytest.mark.parametrize("layout", ["chess", "random-", "r2,r3;y2,y3", 4])
def test_a_sheet_that_cannot_be_played(layout: str | int) -> None:
    with pytest.raises(Refusal) as refusal:
        check_plan("qwixx", PEOPLE, Options(chosen={"layout": layout}))
    assert refusal.value.facts == {"place": "options.layout"}
    assert "\n" not in str(refusal.value)


def test_a_record_of_another_sheet_is_kept() -> None:
    record = Record.new("qwixx", ("Ada", "Bo"), layout="random-ada").ended(Outcome("resigned", (1, 2)))
    (opened,) = keep_record("there", str(record), 0)
    assert replay([opened]).options.chosen == {"layout": "random-ada"}
