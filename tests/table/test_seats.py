"""Who sits where, and how a game begins."""

import pytest

from rowlock.rules import Refusal
from rowlock.table import dice, seating
from rowlock.table.apply import replay
from rowlock.table.commands import ChooseFace, Fill, Play, Say, Swap
from rowlock.table.events import Filled, Opened, Sat, Started, from_texts, to_text
from rowlock.table.options import Clock, Options, SeatPlan, check_plan, clean_name, persons_name
from tests.table.sitting import NOON, SECRET, Sitting


def test_a_full_table_begins_at_once() -> None:
    sitting = Sitting(seats="hb")
    assert [type(event) for event in sitting.events] == [Opened, Started]
    assert (sitting.table.status, sitting.table.turn, sitting.table.revision) == ("playing", 1, 2)


def test_an_open_seat_is_waited_for() -> None:
    sitting = Sitting(seats="ho")
    assert sitting.table.status == "waiting"
    assert not sitting.table.awaiting
    assert sitting.refused(1, Play("a1a5", 0)) == "not-started"
    sitting.add(seating.sit(sitting.table, 2, "Boris", "hash", sitting.now))
    assert [type(event) for event in sitting.events] == [Opened, Sat, Started]
    assert sitting.table.seats[1].name == "Boris"
    assert sitting.table.awaiting == (1,)


def test_one_sits_down_only_where_it_is_free() -> None:
    sitting = Sitting(seats="ho")
    for seat, code in ((1, "seat-taken"), (3, "no-such-seat"), (0, "no-such-seat"), (-1, "no-such-seat")):
        with pytest.raises(Refusal) as refusal:
            seating.sit(sitting.table, seat, "Eve", "hash", sitting.now)
        assert refusal.value.code == code


def test_a_face_is_kept_with_its_person() -> None:
    seats = (
        SeatPlan("human", "Ada", face="owl-1"),
        SeatPlan("bot", face="dog-2"),
        SeatPlan("open", face="fox-3"),
    )
    events = seating.open_table("table", "qwixx", seats, ("ada", "", ""), Options(), SECRET, NOON)
    events += seating.sit(replay(events), 3, "Boris", "boris", NOON, face="cat-3")
    assert [seat.face for seat in replay(from_texts(map(to_text, events))).seats] == ["owl-1", "", "cat-3"]


def test_bots_fill_the_open_seats() -> None:
    sitting = Sitting("qwixx", "hooo")
    assert [type(event) for event in sitting.do(1, Fill("hard"))] == [Filled, Filled, Filled, Started]
    assert [seat.level for seat in sitting.table.seats] == [None, "hard", "hard", "hard"]
    assert sitting.refused(1, Fill()) == "seat-taken"


@pytest.mark.parametrize("first", [1, 2, 3])
def test_a_given_seat_begins(first: int) -> None:
    sitting = Sitting("qwixx", "hhh", options=Options(first=first))
    assert sitting.table.awaiting == (first,)
    assert sitting.table.first_rolls == ()


def test_chance_says_who_begins() -> None:
    begun = set()
    for number in range(40):
        secret = f"{number:064x}"
        sitting = Sitting("qwixx", "hhh", secret, options=Options(first="random"))
        assert sitting.table.state.active == dice.first_player(secret, dice.first_entropy("table"), 3)
        begun.add(sitting.table.state.active)
    assert begun == {1, 2, 3}


def test_the_first_six_begins_and_the_rolls_are_shown() -> None:
    begun = set()
    for number in range(40):
        sitting = Sitting("qwixx", "hhh", f"{number:064x}", options=Options(first="first-six"))
        rolls = sitting.table.first_rolls
        assert rolls[-1] == 6
        assert set(rolls[:-1]) <= {1, 2, 3, 4, 5}
        # Seat 1 rolls first, then 2, 3, 1, …
        assert sitting.table.state.active == [1, 2, 3][(len(rolls) - 1) % 3]
        begun.add(sitting.table.state.active)
    assert begun == {1, 2, 3}


def test_chance_deals_the_symbols() -> None:
    moved = set()
    for number in range(20):
        options = Options(first=1, symbols="random")
        sitting = Sitting("quixo", "hb", f"{number:064x}", options=options)
        kinds = [seat.kind for seat in sitting.table.seats]
        assert kinds in (["human", "bot"], ["bot", "human"])
        # A token moves along with its holder.
        assert [bool(seat.token) for seat in sitting.table.seats] == [kind == "human" for kind in kinds]
        moved.add(kinds[0])
        # Whoever was to begin does, with whichever symbol.
        assert kinds[sitting.table.state.active - 1] == "human"
    assert moved == {"human", "bot"}


def test_what_somebody_did_stays_theirs_when_chance_deals_the_symbols() -> None:
    """Also in a server that has only read the events."""
    seats = set()
    for number in range(20):
        options = Options(first=1, symbols="random")
        sitting = Sitting("quixo", "ho", f"{number:064x}", options=options)
        sitting.do(1, Say("hello", id="1"))
        sitting.add(seating.sit(sitting.table, 2, "Boris", "hash of Boris", sitting.now))
        sitting.table = replay(from_texts(map(to_text, sitting.events)))
        [ada] = sitting.table.held(["hash of seat 1"])
        assert sitting.do(ada, Say("hello", id="1")) == []
        assert sitting.refused(ada, Say("wow", id="1")) == "id-used"
        assert len(sitting.do(3 - ada, Say("wow", id="1"))) == 1
        seats.add(ada)
    assert seats == {1, 2}


def test_partners_stay_partners_when_chance_deals_the_symbols() -> None:
    for number in range(10):
        options = Options(first=1, symbols="random")
        sitting = Sitting("quixo4", "hbhb", f"{number:064x}", options=options)
        kinds = [seat.kind for seat in sitting.table.seats]
        assert kinds[0] == kinds[2] != kinds[1] == kinds[3]


@pytest.mark.parametrize("game, wanted", [("quixo", "2"), ("quixo4", "4"), ("qwixx", "2 to 5")])
def test_how_many_seats_there_are(game: str, wanted: str) -> None:
    with pytest.raises(Refusal, match=f"^{game} is for {wanted} seats$") as refused:
        seating.open_table("t", game, PEOPLE * 3, ("",) * 6, Options(), SECRET, NOON)
    assert refused.value.facts["players"] == wanted.replace(" to ", "–")


def test_at_qwixx_nobody_changes_seats() -> None:
    for number in range(10):
        sitting = Sitting("qwixx", "hb", f"{number:064x}", options=Options(symbols="random"))
        assert [seat.kind for seat in sitting.table.seats] == ["human", "bot"]


PEOPLE = (SeatPlan("human"), SeatPlan("human"))


@pytest.mark.parametrize(
    "game, seats, options, code",
    [
        ("chess", PEOPLE, Options(), "unknown-game"),
        ("quixo", (SeatPlan("human"),), Options(), "seat-count"),
        ("quixo", PEOPLE * 2, Options(), "seat-count"),
        ("quixo4", PEOPLE, Options(), "seat-count"),
        ("qwixx", (), Options(), "seat-count"),
        ("qwixx", PEOPLE * 3, Options(), "seat-count"),
        ("quixo", PEOPLE, Options(first=3), "no-such-seat"),
        ("quixo", PEOPLE, Options(clock=Clock()), "clock"),
        ("quixo", PEOPLE, Options(clock=Clock(per_move=5, per_game=5)), "clock"),
        ("quixo", PEOPLE, Options(clock=Clock(per_move=5, increment=1)), "clock"),
        ("qwixx", PEOPLE, Options(clock=Clock(per_move=5), dice="real"), "clock"),
        ("qwixx", (SeatPlan("bot"), SeatPlan("bot")), Options(dice="real"), "nobody-rolls"),
        ("qwixx", PEOPLE, Options(chosen={"size": 4}), "malformed"),
        ("quixo", PEOPLE, Options(dice="real"), "malformed"),
        ("quixo4", PEOPLE * 2, Options(dice="real"), "malformed"),
    ],
)
def test_tables_that_cannot_be(game: str, seats: tuple[SeatPlan, ...], options: Options, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_plan(game, seats, options)
    assert refusal.value.code == code
    with pytest.raises(Refusal):
        seating.open_table("t", game, seats, ("",) * len(seats), options, SECRET, NOON)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_board_has_the_size_that_was_agreed(size: int) -> None:
    ranks = "/".join(["." * size] * size)
    assert str(Sitting(options=Options(first=2, chosen={"size": size})).table.state) == f"quixo {ranks} o"


@pytest.mark.parametrize(
    "given, shown",
    [
        ("Ada", "Ada"),
        ("  Ada \n\t Lovelace ", "Ada Lovelace"),
        ("", "Player 2"),
        ("\u200b\u202e\x00", "Player 2"),  # nothing that can be seen
        ("Ada\u202etxt.exe", "Adatxt.exe"),  # no turning round of what follows
        ("<b>Ada</b>", "<b>Ada</b>"),  # markup is text like any other
        ("e\u0301", "é"),
        ("🎲🎲", "🎲🎲"),
        ("עדה", "עדה"),
        ("\u3164\u2800\u17b4\u115f\uffa0", "Player 2"),  # letters that show nothing
        ("A\u3164da", "Ada"),
        ("Z\u0335\u0321\u0327\u0321\u0322", "Z\u0335\u0321"),  # no tower of accents
        ("Nguyễn", "Nguyễn"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),  # one picture
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("مه\u200cسا", "مه\u200cسا"),  # letters that hang together otherwise
        ("A\u200dd\u200ca 🎲\u200d", "Ada 🎲"),  # where they change nothing that is seen
        ("x" * 31, "x" * 30),
        ("x" * 29 + " y", "x" * 29),
    ],
)
def test_names_as_they_are_shown(given: str, shown: str) -> None:
    assert clean_name(given, 2) == shown


@pytest.mark.parametrize("given", ["bot master", "Bot Master", " BOT\u00a0easy", "bot 2"])
def test_nobody_passes_for_a_bot(given: str) -> None:
    assert persons_name(given, 2) == "Player 2"
    assert persons_name("Botond", 2) == "Botond"


class TestChangingPlaces:
    def test_people_and_free_chairs_change_places_until_the_game_begins(self) -> None:
        sitting = Sitting("quixo4", "hhoo")
        ada, boris, *_ = sitting.table.seats
        sitting.do(1, Swap(1, 4))
        sitting.do(2, Swap(2, 4))
        assert sitting.table.seats[1] == ada
        assert sitting.table.seats[3] == boris
        assert sitting.refused(2, Swap(2, 5)) == "no-such-seat"
        for seat in (1, 3):
            sitting.add(seating.sit(sitting.table, seat, "Cleo", f"cleo {seat}", sitting.now))
        assert sitting.refused(2, Swap(1, 2)) == "seats-fixed"

    def test_whoever_waits_may_be_drawn_otherwise(self) -> None:
        sitting = Sitting("quixo", "ho")
        sitting.do(1, ChooseFace("owl-3", id="a"))
        assert sitting.do(1, ChooseFace("owl-3", id="a")) == []
        assert sitting.refused(1, ChooseFace("cat-1", id="a")) == "id-used"
        assert sitting.table.seats[0].face == "owl-3"
        sitting.add(seating.sit(sitting.table, 2, "Cleo", "cleo", sitting.now, face="fox-1"))
        assert [seat.face for seat in sitting.table.seats] == ["owl-3", "fox-1"]
        assert sitting.refused(1, ChooseFace("cat-1")) == "seats-fixed"

    def test_sent_twice_it_is_done_once_though_its_sender_sits_elsewhere_now(self) -> None:
        sitting = Sitting("quixo4", "hhoo")
        assert sitting.do(1, Swap(1, 3, id="over"))
        assert sitting.do(3, Swap(1, 3, id="over")) == []
        assert sitting.refused(3, Swap(1, 4, id="over")) == "id-used"
