"""Random commands of several clients against the real server and a simple model: everyone sees the same throughout.

Among them are commands sent twice, for a turn that has passed, with a wrong token, or from the wrong seat; and clients
that hang up and come back later.
"""

from __future__ import annotations

import contextlib
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from rowlock.rules import GAMES, Refusal, State
from tests.server.serving import Address, Background, Opened, Socket

SEATS = st.sampled_from([1, 2])
TRIES = settings.get_profile(settings.get_current_profile_name()).max_examples // 30


class Model:
    """A table of two at Quixo, as simple as can be: what was played, and what is being asked for."""

    def __init__(self) -> None:
        self.plies: list[tuple[int, str]] = []
        self.turn = 1
        self.draw: set[int] = set()
        self.takeback = 0
        self.left: set[int] = set()
        self.ended = ""
        self.done: set[tuple[int, str]] = set()

    @property
    def state(self) -> State:
        state = GAMES["quixo"].start(2, 1, size=3)
        for seat, move in self.plies:
            state = state.play(seat, move)
        return state

    @property
    def over(self) -> bool:
        return bool(self.ended) or self.state.outcome is not None

    def play(self, seat: int, move: str, turn: int, name: str) -> str:
        """The reason code of the refusal, or nothing."""
        if (seat, name) in self.done:
            return ""
        if self.over:
            return "game-over"
        if turn != self.turn:
            return "stale-turn"
        try:
            self.state.play(seat, move)
        except Refusal as refusal:
            return refusal.code
        self.plies.append((seat, move))
        self.turn += 1
        self.draw.clear()
        self.takeback = 0
        self.left.discard(seat)
        self.done.add((seat, name))
        return ""

    def offer_draw(self, seat: int) -> str:
        if self.over:
            return "game-over"
        if seat in self.draw:
            return "already-decided"
        self.left.discard(seat)
        self.draw.add(seat)
        if self.draw == {1, 2}:
            self.end("agreed")
        elif 3 - seat in self.left:
            self.draw.clear()  # nobody is there to accept
        return ""

    def ask_takeback(self, seat: int) -> str:
        if self.over:
            return "game-over"
        if seat not in [player for player, _ in self.plies]:
            return "no-takeback"
        if 3 - seat in self.left:
            self.left.discard(seat)
            self.take_back(seat)
            return ""
        if self.takeback:
            return "already-decided"
        self.left.discard(seat)
        self.takeback = seat
        return ""

    def answer_takeback(self, seat: int, agree: bool) -> str:
        if self.over:
            return "game-over"
        if not self.takeback:
            return "no-offer"
        self.left.discard(seat)
        if agree and seat != self.takeback:
            self.take_back(self.takeback)
        self.takeback = 0
        return ""

    def take_back(self, seat: int) -> None:
        while self.plies.pop()[0] != seat:
            pass
        self.turn += 1
        self.takeback = 0

    def leave(self, seat: int) -> str:
        if seat in self.left:
            return "already-left"
        self.left.add(seat)
        return ""

    def come_back(self, seat: int) -> str:
        if seat not in self.left:
            return "not-away"
        self.left.discard(seat)
        return ""

    def resign(self, seat: int) -> str:
        if self.over:
            return "game-over"
        self.left.discard(seat)
        self.end("resigned")
        return ""

    def end(self, reason: str) -> None:
        self.ended = reason
        self.turn += 1
        self.draw.clear()
        self.takeback = 0


class Clients(RuleBasedStateMachine):
    """Two players and a spectator with sockets, and calls over HTTP."""

    address: Address

    @initialize()
    def sit_down(self) -> None:
        self.model = Model()
        self.table: Opened = self.address.open("quixo", size=3, repetition=False)
        self.sockets: dict[int, Socket] = {}
        self.known = dict.fromkeys((0, 1, 2), 0)
        self.count = 0
        for client in (0, 1, 2):
            self.come(client)

    def come(self, client: int) -> None:
        tokens = [self.table.tokens[client]] if client else []
        socket = self.sockets[client] = self.address.socket(self.table.id, *tokens, since=self.known[client])
        welcome = socket.receive()
        for missed in welcome["missed"]:
            self.hear(client, missed)
        self.same(welcome["table"], client)

    def hear(self, client: int, happened: dict[str, Any]) -> None:
        """Every event comes once and in order, whether it was missed or not."""
        assert happened["revision"] == self.known[client] + 1
        self.known[client] += 1

    def same(self, view: dict[str, Any], client: int) -> None:
        model = self.model
        assert view["position"] == str(model.state)
        assert view["turn"] == model.turn
        assert view["plies"] == len(model.plies)
        assert view["status"] == ("over" if model.over else "playing")
        assert view["awaiting"] == ([] if model.over else [model.state.active])
        assert set(view["draw_offered"]) == model.draw
        assert (view["takeback"] or 0) == model.takeback
        assert [seat["left"] for seat in view["seats"]] == [seat in model.left for seat in (1, 2)]
        mine = model.state.legal_moves(client) if client and not model.over else ()
        assert view["moves"] == list(mine)
        assert (view["outcome"] or {}).get("reason") == (
            model.ended or (model.state.outcome.reason if model.state.outcome else None)
        )

    def send(self, seat: int, by_http: bool, expected: str, kind: str, **command: Any) -> None:
        """A command over HTTP or, if the player is connected, the socket; it is refused as the model says."""
        socket = self.sockets.get(seat)
        if by_http or socket is None:
            body = {"command": {"type": kind, **command}}
            answer = self.address.ask("POST", f"{self.table.path}/commands", body, self.table.tokens[seat])
            code = "" if answer.status_code == 200 else answer.json()["code"]
        else:
            told = socket.do(seat, kind, **command)
            code = "" if told["type"] == "done" else told["refused"]["code"]
        assert code == expected

    @rule(
        seat=SEATS,
        by_http=st.booleans(),
        choice=st.integers(0, 60),
        late=st.sampled_from([0, 0, 0, 0, 1, -1]),
    )
    def play(self, seat: int, by_http: bool, choice: int, late: int) -> None:
        moves = [*self.model.state.legal_moves(self.model.state.active), "b2b1", "nonsense"]
        move, turn = moves[choice % len(moves)], self.model.turn - late
        self.count += 1
        name = f"c{self.count}"
        for _ in range(2):  # sent twice, done once
            expected = self.model.play(seat, move, turn, name)
            self.send(seat, by_http, expected, "play", move=move, turn=turn, id=name)

    @rule(by_http=st.booleans(), choice=st.integers(0, 60))
    def play_on(self, by_http: bool, choice: int) -> None:
        """Whoever is to move plays something legal."""
        if not self.model.over:
            seat = self.model.state.active
            moves = self.model.state.legal_moves(seat)
            self.play_exactly(seat, moves[choice % len(moves)], by_http)

    def play_exactly(self, seat: int, move: str, by_http: bool) -> None:
        self.count += 1
        turn, name = self.model.turn, f"c{self.count}"
        assert self.model.play(seat, move, turn, name) == ""
        self.send(seat, by_http, "", "play", move=move, turn=turn, id=name)

    @rule(seat=SEATS, by_http=st.booleans())
    def offer_draw(self, seat: int, by_http: bool) -> None:
        self.send(seat, by_http, self.model.offer_draw(seat), "offer-draw")

    @rule(seat=SEATS, by_http=st.booleans())
    def ask_takeback(self, seat: int, by_http: bool) -> None:
        self.send(seat, by_http, self.model.ask_takeback(seat), "ask-takeback")

    @rule(seat=SEATS, by_http=st.booleans(), agree=st.booleans())
    def answer_takeback(self, seat: int, by_http: bool, agree: bool) -> None:
        expected = self.model.answer_takeback(seat, agree)
        self.send(seat, by_http, expected, "answer-takeback", agree=agree)

    @rule(seat=SEATS, by_http=st.booleans())
    def leave(self, seat: int, by_http: bool) -> None:
        self.send(seat, by_http, self.model.leave(seat), "leave")

    @rule(seat=SEATS, by_http=st.booleans())
    def return_(self, seat: int, by_http: bool) -> None:
        self.send(seat, by_http, self.model.come_back(seat), "return")

    @rule(seat=SEATS, by_http=st.booleans(), really=st.sampled_from([False] * 9 + [True]))
    def resign(self, seat: int, by_http: bool, really: bool) -> None:
        if really:
            self.send(seat, by_http, self.model.resign(seat), "resign")

    @rule(seat=SEATS, by_http=st.booleans())
    def say(self, seat: int, by_http: bool) -> None:
        self.send(seat, by_http, "", "say", phrase="hello")

    @rule(move=st.sampled_from(["a1a3", "b1b3"]))
    def wrong_token(self, move: str) -> None:
        body = {"move": move, "turn": self.model.turn}
        assert self.address.refused(f"{self.table.path}/moves", body, "wrong") == (401, "not-seated")

    @rule(seat=SEATS)
    def wrong_seat(self, seat: int) -> None:
        if socket := self.sockets.get(seat):
            told = socket.do(3 - seat, "resign")
            assert told["refused"]["code"] == "not-seated"

    @rule(client=st.sampled_from([0, 1, 2]))
    def hang_up_or_come_back(self, client: int) -> None:
        if socket := self.sockets.pop(client, None):
            self.drain(client, socket)
            socket.__exit__(None, None, None)
        else:
            self.come(client)

    def drain(self, client: int, socket: Socket) -> dict[str, Any] | None:
        """Reads all that was sent; the last table that was shown."""
        socket.send({"type": "ping"})
        socket.next("pong")
        last = None
        for message in socket.messages:
            if message["type"] == "changed":
                for happened in message["events"]:
                    self.hear(client, happened)
                assert message["revision"] == message["table"]["revision"]
            last = message.get("table", last)
        socket.messages.clear()
        return last

    @invariant()
    def everyone_sees_the_same(self) -> None:
        if not hasattr(self, "table"):
            return
        revision = self.table.view()["revision"]
        for client in (0, 1, 2):
            self.same(self.table.view(client or None), client)
        for client, socket in self.sockets.items():
            if view := self.drain(client, socket):
                self.same(view, client)
            assert self.known[client] == revision

    def teardown(self) -> None:
        with contextlib.ExitStack() as stack:
            for socket in getattr(self, "sockets", {}).values():
                stack.enter_context(socket)


def test_everyone_sees_what_the_model_says(server: Background) -> None:
    Clients.address = server.address
    run_state_machine_as_test(
        Clients,
        settings=settings(
            max_examples=TRIES,
            stateful_step_count=25,
            deadline=None,
            phases=[
                Phase.reuse,
                Phase.generate,
            ],  # each step is many calls: to shorten a failure takes too long
            suppress_health_check=list(HealthCheck),
        ),
    )
