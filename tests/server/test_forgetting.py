"""Who has played may have themselves forgotten; an operator may remove old games."""

import asyncio
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.server.clock import now
from rowlock.server.tables import token_hash
from rowlock.store import Append, open_store
from tests.server.serving import Address, Background

DAY = 24 * 60 * 60 * 1000


def stored(server: Background, table: str) -> str:
    return "".join(
        asyncio.run_coroutine_threadsafe(server.tables.store.events(table), server.loop).result(10)
    )


def test_the_game_stays_for_the_others_without_the_name(address: Address, server: Background) -> None:
    table = address.open("quixo", [{"kind": "human", "name": "Ada", "face": "owl-1"}, {"kind": "open"}])
    for face in ("cat-7", "cat", "ufo-1", "cat-3\n"):
        unknown = {"name": "Boris", "face": face}
        assert address.refused(f"{table.path}/seats/2", unknown) == (422, "malformed")
    told = address.post(f"{table.path}/seats/2", {"name": "Boris", "face": "cat-3"})
    table.tokens[2] = told["token"]
    table.play(1, "a1a5")
    assert address.refused(f"{table.path}/seats/2", None, table.tokens[2], "DELETE") == (409, "not-over")
    table.do(1, "resign")
    before = table.view()
    assert [seat["face"] for seat in before["seats"]] == ["owl-1", "cat-3"]
    for token, status in ((None, 401), (table.tokens[1], 401)):
        assert address.ask("DELETE", f"{table.path}/seats/2", token=token).status_code == status
    assert address.ask("DELETE", f"{table.path}/seats/2", token=table.tokens[2]).status_code == 204
    text = stored(server, table.id)
    assert "Ada" in text
    assert "Boris" not in text
    assert "cat-3" not in text
    assert token_hash(table.tokens[2]) not in text
    after = table.view()
    assert [(seat["name"], seat["face"]) for seat in after["seats"]] == [("Ada", "owl-1"), ("", "")]
    assert (after["position"], after["revision"], after["outcome"]) == tuple(
        before[name] for name in ("position", "revision", "outcome")
    )
    assert "Boris" not in table.record()
    # Their way back to the seat has gone; when the last one goes, so does the game.
    assert address.ask("GET", table.path, token=table.tokens[2]).status_code == 401
    assert address.ask("DELETE", f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    assert stored(server, table.id) == ""
    assert address.refused(table.path, None, method="GET") == (404, "no-such-table")


def test_a_seat_that_changed_hands_at_the_start(address: Address) -> None:
    """Where chance moves people one seat on, the name goes that belongs to the token."""
    for first in range(20):
        table = address.open("quixo", first="random" if first else 1)
        table.do(1, "resign")
        names = [seat["name"] for seat in table.view()["seats"]]
        own = table.view(1)["you"]
        [seat] = own
        assert address.ask("DELETE", f"{table.path}/seats/{seat}", token=table.tokens[1]).status_code == 204
        left = [seat["name"] for seat in table.view()["seats"]]
        assert left == ["" if number == seat else name for number, name in enumerate(names, 1)]


def test_every_face_that_somebody_had_is_gone(address: Address, server: Background) -> None:
    table = address.open("quixo", [{"kind": "human", "name": "Ada"}, {"kind": "open"}])
    table.do(1, "face", face="fish-2")
    table.tokens[2] = table.tokens[1]
    table.do(1, "swap", one=1, other=2)
    table.do(2, "face", face="frog-5")
    other = {"name": "Boris", "face": "cat-3"}
    table.tokens[1] = address.post(f"{table.path}/seats/1", other)["token"]
    assert [seat["face"] for seat in table.view()["seats"]] == ["cat-3", "frog-5"]
    assert table.refused(1, "face", face="cat-3") == (409, "seats-fixed")
    table.do(1, "resign")
    assert address.ask("DELETE", f"{table.path}/seats/2", token=table.tokens[2]).status_code == 204
    text = stored(server, table.id)
    assert [face in text for face in ("fish-2", "frog-5", "cat-3")] == [False, False, True]


def test_a_game_against_bots_goes_as_a_whole(address: Address, server: Background) -> None:
    table = address.open("quixo", [{"kind": "human", "name": "Ada"}, {"kind": "bot", "level": "easy"}])
    table.do(1, "resign")
    assert address.ask("DELETE", f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    assert stored(server, table.id) == ""


class TestPrune:
    @pytest.fixture
    def database(self, tmp_path: Path) -> str:
        """Five games of each kind, each a day older than the one before; the newest is of today."""

        async def fill() -> None:
            store = await open_store(str(tmp_path / "db"))
            for age in range(5):
                for status in ("waiting", "playing", "over"):
                    at = now() - age * DAY
                    await store.append(Append(f"{status}{age}", 0, ("{}",), "quixo", status, False, None, at))
            await store.close()

        asyncio.run(fill())
        return str(tmp_path / "db")

    def left(self, database: str) -> set[str]:
        async def read() -> set[str]:
            store = await open_store(database)
            rows = await store.tables(limit=None)
            found = {row.id for row in rows if await store.events(row.id)}
            await store.close()
            return found

        return asyncio.run(read())

    def test_old_games(self, database: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["prune", "--older-than", "2", "--database", database]) == 0
        assert capsys.readouterr().out == "9 games removed\n"
        assert self.left(database) == {
            f"{status}{age}" for status in ("waiting", "playing", "over") for age in (0, 1)
        }

    def test_one_game(self, database: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["prune", "--table", "over0", "--database", database]) == 0
        assert main(["prune", "--table", "over0", "--database", database]) == 0
        assert capsys.readouterr().out == "1 game removed\n0 games removed\n"
        assert main(["prune", "--table", "", "--database", database]) == 0
        assert capsys.readouterr().out == "0 games removed\n"
        assert len(self.left(database)) == 14

    @pytest.mark.parametrize("arguments", [[], ["--older-than", "0"], ["--older-than", "x"]])
    def test_bad_options(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["prune", *arguments]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_name_in_a_live_table_of_this_process_is_gone_at_once(address: Address) -> None:
    table = address.open("quixo")
    table.do(1, "resign")
    with table.socket(2) as socket:
        socket.next("presence")
        assert address.ask("DELETE", f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        assert [seat["name"] for seat in table.view(2)["seats"]] == ["", "Boris"]
    with table.socket(2) as again:
        seats = again.receive()["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["", "Boris"]
