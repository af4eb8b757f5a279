"""The socket of a table: who is told what, in which order, and what a client missed."""

import re

import pytest
from pydantic import TypeAdapter

from rowlock.server.ledger import Ledger
from rowlock.server.socket_wire import Changed, FromServer
from rowlock.store import StoreUnavailable
from tests.server.serving import PEOPLE, Address, Background, Opened, Socket

FROM_SERVER: TypeAdapter[object] = TypeAdapter(FromServer)
OPEN = {"kind": "open"}


def play(socket: Socket, table: Opened, seat: int, move: str, **more: str) -> dict[str, object]:
    return socket.do(seat, "play", move=move, turn=table.view()["turn"], **more)


def test_welcome_then_presence(address: Address) -> None:
    table = address.open()
    with table.socket(1) as socket:
        welcome = socket.receive()
        assert (welcome["type"], welcome["version"], welcome["missed"]) == ("welcome", 1, [])
        assert welcome["table"]["you"] == [1]
        assert welcome["table"]["moves"] == table.view(1)["moves"]
        assert socket.receive() == {"type": "presence", "connected": [1], "spectators": 0}


def test_the_maker_is_answered_first_and_then_everyone_is_told(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada, table.socket(2) as boris, table.socket() as guest:
        done = play(ada, table, 1, "a1a5", id="m1")
        assert done == {"type": "done", "id": "m1", "revision": 3}
        assert "changed" not in [message["type"] for message in ada.messages]
        for socket, you in ((ada, [1]), (boris, [2]), (guest, [])):
            changed = socket.next("changed")
            assert changed["revision"] == 3
            [happened] = changed["events"]
            assert (happened["revision"], happened["event"]["move"]) == (3, "a1a5")
            assert changed["table"]["you"] == you
        assert guest.messages[-1]["table"]["moves"] == []
        assert len(boris.messages[-1]["table"]["moves"]) > 0


def test_after_a_sealed_takeback_its_maker_alone_is_asked_anew(address: Address) -> None:
    """A tap that was meant for the moment before is not taken for the next decision; the others' go on as they were."""
    table = address.open("qwixx", (*PEOPLE, *PEOPLE[:1]), dice="real")
    with table.socket(1) as ada, table.socket(2) as boris, table.socket(3) as cleo:
        play(ada, table, 1, "415555")
        turn = table.view(1)["turn"]
        ada.do(1, "play", move="r5", turn=turn)
        ada.send({"type": "do", "seat": 1, "command": {"type": "ask-takeback", "id": "back"}})
        assert ada.do(1, "play", move="b5", turn=turn, id="quick")["id"] == "back"
        assert ada.next("done", "refused")["refused"]["code"] == "stale-turn"
        assert [table.view(seat)["turn"] for seat in (1, 2, 3, None)] == [turn + 1, turn, turn, turn + 1]
        assert boris.do(2, "play", move="y5", turn=turn)["type"] == "done"
        assert cleo.do(3, "play", move="pass", turn=turn + 1)["type"] == "done"
        assert ada.do(1, "play", move="g5", turn=turn + 1)["type"] == "done"
    view = table.view(2)
    assert (view["turn"], [ply["move"] for ply in view["last"]]) == (turn + 2, ["y5", "pass", "g5"])


def test_every_message_is_one_of_the_documented_ones(address: Address) -> None:
    table = address.open("qwixx")
    with table.socket(1, 2) as both:
        both.send({"type": "ping"})
        both.send("nonsense")
        play(both, table, 1, "roll")
        play(both, table, 2, "pass")
        play(both, table, 1, "no move")
        for message in both.messages:
            parsed = FROM_SERVER.validate_python(message)
            if isinstance(parsed, Changed):
                # It is put together from pieces, and is what the model would have made.
                assert parsed.model_dump(mode="json") == message
    kinds = {message["type"] for message in both.messages}
    assert kinds == {"welcome", "presence", "pong", "refused", "changed", "done"}


def test_changes_come_in_the_order_of_their_revisions(address: Address) -> None:
    table = address.open()
    with table.socket(1, 2) as both, table.socket() as guest:
        for number, move in enumerate(["a1a5", "b1b5", "c1c5", "d1d5"]):
            play(both, table, number % 2 + 1, move)
            both.do(1, "say", phrase="hello")
        revisions = [guest.next("changed")["revision"] for _ in range(8)]
        assert revisions == sorted(set(revisions))
        assert revisions[-1] == table.view()["revision"]


def test_who_comes_back_is_told_what_they_missed(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada:
        seen = ada.receive()["table"]["revision"]
    table.play(1, "a1a5")
    table.do(2, "say", phrase="wow")
    table.play(2, "b1b5")
    with table.socket(1, since=seen) as ada:
        welcome = ada.receive()
        assert [missed["revision"] for missed in welcome["missed"]] == [3, 4, 5]
        assert [missed["event"]["type"] for missed in welcome["missed"]] == ["moved", "said", "moved"]
        assert welcome["table"]["revision"] == 5
    with table.socket(1, since=0) as ada:
        first = ada.receive()["missed"][0]["event"]
        assert (first["type"], first["secret"], first["tokens"]) == ("opened", "", [])
    for since in (5, 6, 10**12):
        with table.socket(1, since=since) as ada:
            assert ada.receive()["missed"] == []


def test_a_command_sent_twice_is_done_once(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada:
        command = {"move": "a1a5", "turn": 1, "id": "same"}
        assert ada.do(1, "play", **command) == ada.do(1, "play", **command)
    with table.socket(1) as ada:  # also over another connection
        assert ada.do(1, "play", **command)["type"] == "done"
    assert table.view()["plies"] == 1


def test_an_id_is_not_used_for_another_command(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada:
        done = ada.do(1, "say", phrase="hello", id="same")
    with table.socket(1) as ada:
        assert ada.do(1, "say", phrase="hello", id="same") == done
        assert ada.do(1, "say", phrase="wow", id="same")["refused"]["code"] == "id-used"
        assert ada.do(1, "resign", id="same")["refused"]["code"] == "id-used"
    assert table.refused(1, "offer-draw", id="same") == (422, "id-used")
    assert table.view()["revision"] == done["revision"]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "do", "seat": 1, "command": {"type": "play", "move": "a1a5", "turn": "1"}},
        {"type": "do", "seat": "1", "command": {"type": "resign"}},
        {"type": "do", "seat": True, "command": {"type": "resign"}},
        {"type": "do", "seat": 1, "command": {"type": "say", "phrase": "hello", "team": "no"}},
        {"type": "hello", "since": "1"},
    ],
)
def test_nothing_is_guessed_from_a_text(address: Address, message: object) -> None:
    table = address.open()
    with table.socket(1) as ada:
        ada.next("presence")
        ada.send(message)
        refused = ada.next("refused")["refused"]
        assert refused["code"] == "malformed"
        assert re.fullmatch(
            r"(seat|since|command\.turn|command\.team) should be (a whole number|true or false), not .+",
            refused["message"],
        )
    assert table.view()["revision"] == 2


def test_refusals_name_the_command(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada:
        for (kind, command), code in (
            (("play", {"move": "a1a5", "turn": 7}), "stale-turn"),
            (("play", {"move": "c3c4", "turn": 1}), "not-on-border"),
            (("rematch", {}), "not-over"),
        ):
            refused = ada.do(1, kind, id="x", **command)
            assert (refused["type"], refused["id"], refused["refused"]["code"]) == ("refused", "x", code)
        assert ada.do(2, "resign")["refused"]["code"] == "not-seated"
    assert table.view()["revision"] == 2


def test_presence(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada:
        ada.next("presence")
        with table.socket(2), table.socket():
            both = [ada.next("presence"), ada.next("presence")][-1]
            assert both == {"type": "presence", "connected": [1, 2], "spectators": 1}
            assert [seat["connected"] for seat in table.view()["seats"]] == [True, True]
        gone = [ada.next("presence"), ada.next("presence")][-1]
        assert gone == {"type": "presence", "connected": [1], "spectators": 0}


def test_two_browsers_with_the_same_seat(address: Address) -> None:
    table = address.open()
    with table.socket(1) as one:
        with table.socket(1) as other:
            play(other, table, 1, "a1a5")
            assert one.next("changed")["revision"] == 3
        one.next("presence")
        assert table.wait_until(lambda view: view["seats"][0]["connected"])


def test_hot_seat(address: Address) -> None:
    table = address.open("qwixx")
    with table.socket(1, 2) as both:
        play(both, table, 1, "roll")
        view = both.next("changed")["table"]
        assert view["you"] == [1, 2]
        assert set(view["choices"]) == {"1", "2"}
        play(both, table, 2, "pass")
        assert both.next("changed")["table"]["sealed"] == {"2": "pass"}


def test_whoever_sits_down_is_seen(address: Address) -> None:
    table = address.open("quixo", [PEOPLE[0], OPEN])
    with table.socket(1) as ada:
        address.post(f"{table.path}/seats/2", {"name": "Boris"})
        changed = ada.next("changed")
        assert [happened["event"]["type"] for happened in changed["events"]] == ["sat", "started"]
        assert changed["events"][0]["event"]["token"] == ""


def test_a_socket_follows_its_holder_to_another_seat(address: Address) -> None:
    """Chance may deal the symbols when the game begins; whoever was connected before must not hold the other's seat."""
    changed_seats = set()
    for _ in range(40):
        table = address.open("quixo", [PEOPLE[0], OPEN], symbols="random")
        with table.socket(1) as ada:
            address.post(f"{table.path}/seats/2", {"name": "Boris"})
            view = ada.next("changed")["table"]
            [mine] = view["you"]
            assert view["seats"][mine - 1]["name"] == "Ada"
            assert ada.do(3 - mine, "resign")["refused"]["code"] == "not-seated"
            assert ada.do(mine, "resign")["type"] == "done"
        changed_seats.add(mine)
        if changed_seats == {1, 2}:
            return
    pytest.fail(f"seat {mine} forty times in a row")


class TestBadHellos:
    def test_wrong_token(self, address: Address) -> None:
        table = address.open()
        with address.socket(table.id, "wrong") as socket:
            assert socket.code() == 4403
        with address.socket(table.id, table.tokens[1], "wrong") as socket:
            assert socket.code() == 4403

    @pytest.mark.parametrize("name", ["nothere", "a%00b", "x" * 40, "%F0%9F%8E%B2"])
    def test_no_such_table(self, address: Address, name: str) -> None:
        with address.socket(name) as socket:
            assert socket.code() == 4404

    @pytest.mark.parametrize(
        "text",
        [
            "nonsense",
            "{}",
            "[]",
            '{"type": "ping"}',
            '{"type": "hello", "version": 2}',
            '{"type": "hello", "since": -1}',
            '{"type": "hello", "tokens": ["a", "b", "c", "d", "e", "f"]}',
            '{"type": "hello", "extra": 1}',
            '{"type": "hello", "tokens": ["\\ud800"]}',
            '{"type": "hello", "pad": "' + "x" * 5000 + '"}',
            b"\x00\xff",
        ],
    )
    def test_malformed(self, address: Address, text: str | bytes) -> None:
        with Socket(address, address.open().path) as socket:
            socket.send_text(text)
            assert socket.code() == 4400

    def test_a_store_that_is_away(self, address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
        async def away(*_: object) -> None:
            raise StoreUnavailable("away")

        table = address.open()
        monkeypatch.setattr(Ledger, "get", away)
        with table.socket(1) as socket:
            assert socket.code() == 1013

    def test_silence(self, address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.server.socket.PATIENCE", 0.05)
        with Socket(address, address.open().path) as socket:
            assert socket.code() == 4408


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        '{"type": "do"}',
        '{"type": "do", "seat": 0, "command": {"type": "resign"}}',
        '{"type": "do", "seat": 1, "command": {"type": "play", "move": "a1a5"}}',
        '{"type": "do", "seat": 1, "command": {"type": "play", "move": "a1a5", "turn": 1, "id": "a b"}}',
        '{"type": "do", "seat": 1, "command": {"type": "play", "move": "a1a5", "turn": 1, "why": "late"}}',
        '{"type": "hello"}',
        '{"type": "do", "seat": 1, "command": {"type": "say", "phrase": "hello", "team": "perhaps"}}',
        "[" * 2000,
    ],
)
def test_malformed_messages_are_refused_and_the_socket_lives_on(address: Address, text: str) -> None:
    table = address.open()
    with table.socket(1) as ada:
        ada.send_text(text)
        assert ada.next("refused")["refused"]["code"] == "malformed"
        assert play(ada, table, 1, "a1a5")["type"] == "done"


@pytest.mark.parametrize("size, code", [(4097, 4400), (20_000, 1009)])
def test_messages_are_short(address: Address, size: int, code: int) -> None:
    with address.open().socket(1) as ada:
        ada.next("presence")
        ada.send_text("x" * size)
        assert ada.code() == code


def test_a_client_that_does_not_read_is_cut_off(server: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.server.outbox.LONGEST_QUEUE", 5)
    table = server.address.open()
    with table.socket() as slow:
        slow.next("presence")
        [live] = [live for live in server.tables.ledger.live.values() if live.table.id == table.id]
        [connection] = live.connections

        def flood() -> None:
            for _ in range(10):
                connection.send("{}")

        server.loop.call_soon_threadsafe(flood)
        assert slow.code() == 1013
    table.play(1, "a1a5")  # nobody else minds
