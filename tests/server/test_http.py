"""Every call of the API: what it answers, and what it refuses with which status and reason code."""

import json
import re

import pytest

from rowlock import __version__
from rowlock.rules import GAMES, Game, Record
from rowlock.rules.quixo import Quixo
from tests.server.serving import PEOPLE, Address

BOT = {"kind": "bot", "level": "easy"}
OPEN = {"kind": "open"}


def test_health(address: Address) -> None:
    health = address.get("/health")
    assert (health["status"], health["version"]) == ("ok", __version__)
    assert re.fullmatch("[0-9a-f]{32}", health["store"])


def test_a_table_as_the_contract_promises_it(address: Address) -> None:
    table = address.open("quixo")
    assert set(table.tokens) == {1, 2}
    assert all(len(token) >= 22 for token in table.tokens.values())  # 128 bits in base64
    view = table.view(1)
    assert view["id"] == table.id
    assert (view["game"], view["status"], view["turn"]) == ("quixo", "playing", 1)
    assert view["position"] == "quixo ...../...../...../...../..... x"
    assert view["awaiting"] == [1]
    assert len(view["moves"]) == 44
    assert view["outcome"] is None
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Boris"]
    assert table.view(2)["moves"] == []
    assert table.view()["moves"] == []
    assert table.view()["you"] == []


def test_the_first_token_stands_alone_too(address: Address) -> None:
    told = address.post("/tables", {"game": "quixo", "seats": [BOT, PEOPLE[0]]})
    assert told["token"] == told["seats"][0]["token"]
    assert [held["seat"] for held in told["seats"]] == [2]
    assert address.post("/tables", {"game": "quixo", "seats": [BOT, BOT]})["token"] is None


def test_filling_tells_the_seat_that_chance_dealt(address: Address) -> None:
    seats = set()
    for _ in range(40):
        table = address.open("quixo", [PEOPLE[0], OPEN], symbols="random")
        for _ in range(2):  # and the same when it is sent again
            view = table.do(1, "fill", level="easy", id="fill")
            [mine] = view["you"]
            assert view["seats"][mine - 1]["name"] == "Ada"
        seats.add(mine)
        if seats == {1, 2}:
            return
    pytest.fail(f"seat {mine} forty times in a row")


def test_sitting_down(address: Address) -> None:
    table = address.open("qwixx", [PEOPLE[0], OPEN, OPEN])
    assert table.view()["status"] == "waiting"
    held = address.post(f"{table.path}/seats/3", {"name": "Cleo"})
    assert held["seat"] == 3
    assert address.refused(f"{table.path}/seats/3", {"name": "Eve"}) == (409, "seat-taken")
    assert address.refused(f"{table.path}/seats/1", {"name": "Eve"}) == (409, "seat-taken")
    assert address.refused(f"{table.path}/seats/4", {"name": "Eve"}) == (422, "no-such-seat")
    assert address.refused(f"{table.path}/seats/x", {"name": "Eve"}) == (422, "malformed")
    address.post(f"{table.path}/seats/2", {})
    view = address.get(table.path, held["token"])
    assert view["status"] == "playing"
    assert view["you"] == [3]
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Player 2", "Cleo"]


def test_moves(address: Address) -> None:
    table = address.open("quixo")
    path, token = f"{table.path}/moves", table.tokens[1]
    after = address.post(path, {"move": "a1a5", "turn": 1}, token)
    assert after["position"] == "quixo x..../...../...../...../..... o"
    assert after["turn"] == 2
    assert after["last"] == [{"seat": 1, "move": "a1a5", "why": "chosen"}]
    assert address.refused(path, {"move": "b1b5", "turn": 1}, token) == (409, "stale-turn")
    assert address.refused(path, {"move": "b1b5", "turn": 2}, token) == (422, "not-your-turn")
    assert address.refused(path, {"move": "a5a1", "turn": 2}, table.tokens[2]) == (422, "opponents-cube")
    assert address.refused(path, {"move": "b1b5", "turn": 2}) == (401, "not-seated")
    assert address.refused(path, {"move": "b1b5", "turn": 2}, "wrong") == (401, "not-seated")
    assert table.view()["revision"] == after["revision"]


def test_a_token_of_another_table_is_no_token(address: Address) -> None:
    one, other = address.open("quixo"), address.open("quixo")
    move = {"move": "a1a5", "turn": 1}
    assert address.refused(f"{one.path}/moves", move, other.tokens[1]) == (401, "not-seated")
    assert address.ask("GET", one.path, token=other.tokens[1]).status_code == 401


def test_a_move_sent_twice_is_played_once(address: Address) -> None:
    table = address.open("quixo")
    move = {"move": "a1a5", "turn": 1, "id": "once"}
    first = address.post(f"{table.path}/moves", move, table.tokens[1])
    again = address.post(f"{table.path}/moves", move, table.tokens[1])
    assert again["revision"] == first["revision"]
    assert again["plies"] == 1


def test_commands(address: Address) -> None:
    table = address.open("quixo")
    assert table.do(1, "say", phrase="hello")["revision"] == 3
    assert table.do(1, "offer-draw")["draw_offered"] == [1]
    assert table.refused(1, "offer-draw") == (409, "already-decided")
    assert table.do(2, "decline-draw")["draw_offered"] == []
    assert table.refused(1, "say", phrase="<script>") == (422, "malformed")
    assert table.refused(1, "explode") == (422, "malformed")
    assert table.refused(1, "rematch") == (409, "not-over")
    over = table.do(2, "resign")
    assert over["status"] == "over"
    assert over["outcome"]["places"] == [1, 2]
    assert over["outcome"]["reason"] == "resigned"
    assert table.refused(1, "resign") == (409, "game-over")


def test_a_whole_game_of_qwixx(address: Address) -> None:
    table = address.open("qwixx")
    assert table.view(1)["moves"] == ["roll"]
    while (view := table.view())["status"] == "playing":
        seat = view["awaiting"][0]
        mine = table.view(seat)
        assert mine["choices"] == {str(seat): mine["moves"]}
        table.play(seat, mine["moves"][-1])  # pass wherever one may
    assert view["outcome"]["reason"] == "penalties"
    assert view["outcome"]["scores"] == view["scores"] == [-20, -15]
    record = Record.parse(table.record())
    assert record.outcome is not None
    assert record.tag("DiceSecret") == view["dice"]["secret"]


def test_playing_again(address: Address) -> None:
    table = address.open("quixo", size=3)
    table.do(1, "resign")
    assert table.do(1, "rematch")["rematch_wanted"] == [1]
    following = table.do(2, "rematch")["next"]
    view = address.get(f"/tables/{following}", table.tokens[2])  # the tokens hold in the next game, too
    assert view["previous"] == table.id
    assert view["you"] == [2]
    assert view["options"]["size"] == 3


def test_public_tables_are_listed_and_others_are_not(address: Address) -> None:
    waiting = address.open("quixo", [PEOPLE[0], OPEN], public=True)
    playing = address.open("quixo", public=True)
    hidden = address.open("quixo", [PEOPLE[0], OPEN])
    listed = [table["id"] for table in address.get("/tables?limit=100")]
    assert listed.index(waiting.id) < listed.index(playing.id)
    assert hidden.id not in listed
    paged, call = list[str](), "/tables?limit=1"
    while call:
        answer = address.ask("GET", call)
        paged += [table["id"] for table in answer.json()]
        call = answer.links.get("next", {}).get("url", "").removeprefix("/api")
    assert paged == listed
    assert address.ask("GET", "/tables?after=soon").status_code == 422
    for limit in ("0", "101", "x"):
        assert address.ask("GET", f"/tables?limit={limit}").status_code == 422


@pytest.mark.parametrize(
    "body, code",
    [
        ({"game": "chess", "seats": PEOPLE}, "unknown-game"),
        ({"game": "quixo", "seats": PEOPLE[:1]}, "seat-count"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"first": 5}}, "no-such-seat"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"clock": {}}}, "clock"),
        ({"game": "qwixx", "seats": (BOT, BOT), "options": {"dice": "real"}}, "nobody-rolls"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"first": 6}}, "no-such-seat"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"first": 0}}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"size": 6}}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"size": "5"}}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"public": "yes"}}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"clock": {"per_move": "9"}}}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE, "options": {"colour": "red"}}, "malformed"),
        ({"game": "quixo", "seats": [{"kind": "human", "age": 5}, BOT]}, "malformed"),
        ({"game": "quixo", "seats": [{"kind": "cat"}, BOT]}, "malformed"),
        ({"game": "quixo", "seats": [{"kind": "bot", "level": "godlike"}, BOT]}, "malformed"),
        ({"game": "quixo", "seats": [{"kind": "human", "name": "x" * 201}, BOT]}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE * 3}, "seat-count"),
        ({"game": "qwixx", "seats": [BOT] * 6}, "seat-count"),
        ({"game": "quixo4", "seats": [BOT] * 100}, "seat-count"),
        ({"game": "quixo4", "seats": [BOT] * 101}, "malformed"),
        ({"game": "quixo"}, "malformed"),
        ({"seats": PEOPLE}, "malformed"),
        ({"game": "quixo", "seats": PEOPLE, "secret": "00"}, "malformed"),
        ([], "malformed"),
        (None, "malformed"),
        ("text", "malformed"),
    ],
)
def test_tables_that_cannot_be(address: Address, body: object, code: str) -> None:
    assert address.refused("/tables", body) == (422, code)


def test_what_cannot_be_is_said(address: Address) -> None:
    told = address.ask("POST", "/tables", {"game": "qwixx", "seats": [BOT] * 6}).json()
    assert told["message"] == "qwixx is for 2 to 5 seats"
    assert told["facts"]["players"] == "2–5"
    told = address.ask("POST", "/tables", {"game": "quixo", "seats": PEOPLE, "options": {"first": 6}}).json()
    assert told["message"] == "there is no seat 6 to begin"


SEATS = '"seats": [{"kind": "bot"}, {"kind": "bot"}]'


@pytest.mark.parametrize(
    "body, place, message",
    [
        ('{"game": "quixo"}', "seats", "seats is missing"),
        ('{"game": 5}', "game", "game should be a text, not 5"),
        (
            '{"game": "quixo", %s, "options": {"first": 0}}',
            "options.first",
            "options.first should be 'random' or 'first-six' or a number from 1 on, not 0",
        ),
        (
            '{"game": "quixo", %s, "options": []}',
            "options",
            "options should be an object, such as {}, not a list of 0",
        ),
        (
            '{"game": "quixo", %s, "options": null}',
            "options",
            "options should be an object, such as {}, not null",
        ),
        ('{"game": "quixo", %s, "options": {"size": "5"}}', "options", "options: size is told in a number"),
        (
            '{"game": "quixo", %s, "options": {"colour": 1}}',
            "options.colour",
            "options.colour is not known here",
        ),
        (
            '{"game": "quixo", %s, "options": {"clock": {"per_move": "9"}}}',
            "options.clock.per_move",
            "options.clock.per_move should be a whole number, not '9'",
        ),
        ('{"game": "quixo", "seats": [{"kind": "human"}, {}]}', "seats.1.kind", "seats.1.kind is missing"),
        (
            '{"game": "quixo", "seats": [{"kind": "cat"}]}',
            "seats.0.kind",
            "seats.0.kind should be 'human', 'bot' or 'open', not 'cat'",
        ),
        ('{"game": "quixo", %s, "secret": "00"}', "secret", "secret is not known here"),
    ],
)
def test_what_is_wrong_with_a_message_is_one_sentence(
    address: Address, body: str, place: str, message: str
) -> None:
    answer = address.ask("POST", "/tables", json.loads(body.replace("%s", SEATS)))
    assert answer.status_code == 422
    assert answer.json() == {"code": "malformed", "message": message, "facts": {"place": place}}


def test_what_is_wrong_with_other_calls_is_said_as_plainly(address: Address) -> None:
    table = address.open()
    told = address.ask("POST", f"{table.path}/commands", {"command": {"type": "fly"}}, table.tokens[1]).json()
    assert told["message"].startswith("command.type should be one of 'play', ")
    assert told["message"].endswith(", not 'fly'")
    told = address.ask("POST", f"{table.path}/commands", {"command": {"type": "say"}}, table.tokens[1]).json()
    assert told["message"] == "command.phrase is missing"
    told = address.ask("GET", "/tables?limit=101").json()
    assert told["message"] == "limit should be a number up to 100, not '101'"
    told = address.ask("POST", "/tables", {"game": "quixo4", "seats": [BOT] * 101}).json()
    assert told["message"] == "seats should be a list of at most 100, not a list of 101"


@pytest.mark.parametrize(
    "body, headers",
    [
        (b'{"game', {"Content-Type": "application/json"}),
        (b"\xff", {"Content-Type": "application/json"}),
        (b"{}", {}),
    ],
)
def test_what_is_no_json_is_said_plainly(address: Address, body: bytes, headers: dict[str, str]) -> None:
    answer = address.http.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["message"] == "send one JSON object, with the header Content-Type: application/json"


@pytest.mark.parametrize("turn", ["1", True, 1.0, None, [1]])
def test_a_number_is_a_number(address: Address, turn: object) -> None:
    table = address.open("quixo")
    move = {"move": "a1a5", "turn": turn}
    assert address.refused(f"{table.path}/moves", move, table.tokens[1]) == (422, "malformed")
    assert table.view()["plies"] == 0


def test_leaving_may_be_all_that_a_rematch_waited_for(address: Address) -> None:
    table = address.open("quixo")
    table.do(1, "resign")
    table.do(1, "rematch")
    assert table.view()["next"] is None
    following = table.do(2, "leave")["next"]
    assert address.get(f"/tables/{following}", table.tokens[1])["you"] == [1]


@pytest.mark.parametrize(
    "path", ["/tables/nothere", "/tables/nothere/record", "/nothing", "/tables/nothere/nothing"]
)
def test_what_is_not_there(address: Address, path: str) -> None:
    status, code = address.refused(path, None, method="GET")
    assert (status, code) in ((404, "no-such-table"), (404, "not-found"))


@pytest.mark.parametrize("name", ["a%00b", "x" * 33, "%F0%9F%8E%B2", "..%2F", "a%20b", "%ff"])
def test_names_that_no_table_has(address: Address, name: str) -> None:
    assert address.ask("GET", f"/tables/{name}").status_code in (404, 422)


@pytest.mark.parametrize(
    "method, path, allowed",
    [
        ("DELETE", "/api/tables", "GET, HEAD, POST"),  # two routes
        ("GET", "/api/records", "POST"),
        ("HEAD", "/api/records", "POST"),
        ("GET", "/api/tables/some/moves", "POST"),
        ("PUT", "/api/tables/some/push", "DELETE, POST"),
        ("OPTIONS", "/api/health", "GET, HEAD"),
        ("POST", "/metrics", "GET, HEAD"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/assets/some.js", "GET, HEAD"),
    ],
)
def test_other_methods(address: Address, method: str, path: str, allowed: str) -> None:
    answer = address.http.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    if method != "HEAD":
        assert answer.json()["code"] == "not-allowed"
        assert answer.json()["message"] == f"{method} is not possible at this address, only {allowed}"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_there_is_no_such_call(address: Address, method: str) -> None:
    assert address.http.request(method, "/api/nothing").status_code == 404


def test_what_can_be_read_can_be_asked_about(address: Address) -> None:
    """Who checks links, or draws previews of them, asks with HEAD first."""
    table = address.open()
    for path in ("/api/health", f"/api{table.path}", f"/api{table.path}/record", "/", f"/t/{table.id}"):
        whole, about = address.http.get(path), address.http.head(path)
        assert (about.status_code, about.content) == (200, b""), path
        for name in ("content-type", "cache-control", "x-content-type-options"):
            assert about.headers.get(name) == whole.headers.get(name), (path, name)
    record = f"/api{table.path}/record"  # in which, unlike in the table, nothing tells the time
    assert address.http.head(record).headers["content-length"] == str(len(address.http.get(record).content))
    assert address.http.head("/api/tables/nothere").status_code == 404


@pytest.mark.parametrize("path", ["/ratings/chess", "/puzzles/chess", "/pads/chess.pdf"])
def test_an_unknown_game_is_one_answer(address: Address, path: str) -> None:
    answer = address.ask("GET", path)
    assert answer.status_code == 422
    assert answer.json() == {
        "code": "unknown-game",
        "message": "there is no game 'chess', only qwixx, quixo, quixo4",
        "facts": {},
    }


class TestRecords:
    QUIXO = '[Game "quixo"]\n[Seats "Ада; Боян"]\n[Start "quixo xx./.../oo. o"]\n[Result "2 1 own-line"]\n\n1. c3c1\n'

    def test_a_game_played_elsewhere_is_kept(self, address: Address) -> None:
        name = address.post("/records", {"record": self.QUIXO})["id"]
        view = address.get(f"/tables/{name}")
        assert view["status"] == "over"
        assert [seat["name"] for seat in view["seats"]] == ["Ада", "Боян"]
        assert view["outcome"]["places"] == [2, 1]
        assert view["awaiting"] == []
        assert address.ask("GET", f"/tables/{name}/record").text == self.QUIXO

    def test_export_and_import(self, address: Address) -> None:
        table = address.open("qwixx")
        table.play(1, "roll")
        table.do(1, "resign")
        record = table.record()
        name = address.post("/records", {"record": record})["id"]
        assert address.ask("GET", f"/tables/{name}/record").text == record
        view = address.get(f"/tables/{name}")
        assert view["position"] == table.view()["position"]
        assert view["dice"] is None

    def test_games_that_are_too_long(self, address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.table.seating.LONGEST_GAME", 0)
        assert address.refused("/records", {"record": self.QUIXO}) == (413, "too-large")

    @pytest.mark.parametrize(
        "record, code",
        [
            ("", "notation"),
            (QUIXO.replace("c3c1", "b2b1"), "notation"),
            (QUIXO.replace("2 1", "1 2"), "notation"),
            ('[Game "quixo"]\n[Seats "A; B"]\n\n1. a1a5\n', "not-over"),
            ("x" * 60_001, "malformed"),
        ],
    )
    def test_only_whole_games_that_follow_the_rules(self, address: Address, record: str, code: str) -> None:
        status, refused = address.refused("/records", {"record": record})
        assert (status, refused) == (409 if code == "not-over" else 422, code)


def test_options_of_a_game_from_outside(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(seats: int, first: int, goal: int = 100) -> Quixo:
        return Quixo.start(seats, first, size=5 if goal == 100 else 3)

    game = Game("race", (2,), begin, Quixo.parse, rooms="race.{room}", options={"goal": (100, 50)})
    monkeypatch.setitem(GAMES._all, "race", game)
    view = address.open("race", goal=50).view()
    assert view["options"]["goal"] == 50
    assert "size" not in view["options"]
    assert view["position"].endswith(".../.../... x")
    assert address.open("race").view()["options"]["goal"] == 100
    body = {"game": "race", "seats": PEOPLE, "options": {"goal": 7}}
    assert address.refused("/tables", body) == (422, "malformed")
