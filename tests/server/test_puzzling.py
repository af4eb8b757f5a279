"""The puzzles of a game, asked of a real server."""

from dataclasses import replace

import pytest

from rowlock.rules import GAMES
from rowlock.rules.quixo import QUIXO
from rowlock.study import puzzles
from rowlock.study.puzzles import games, level_ratings, of_puzzles
from tests.server.serving import Address


@pytest.mark.parametrize("game", games())
def test_all_that_the_package_has(address: Address, game: str) -> None:
    told = address.get(f"/puzzles/{game}")
    assert (told["game"], told["levels"]) == (game, level_ratings(game))
    assert len(told["puzzles"]) == len(puzzles(game))
    for view, puzzle in zip(told["puzzles"], puzzles(game), strict=True):
        assert (view["position"], view["seat"], view["theme"], view["rating"]) == (
            puzzle.position,
            puzzle.seat,
            puzzle.theme,
            puzzle.rating,
        )
        assert view["seats"] == puzzle.state.seats
        assert view["worth"][0]["moves"] == list(puzzle.best)
        listed = [
            (move, worth["value"], worth["plies"], worth["points"])
            for worth in view["worth"]
            for move in worth["moves"]
        ]
        assert listed == [(one.move, one.value, one.plies, one.points) for one in puzzle.moves]


def test_what_is_there_already_is_not_sent_again(address: Address) -> None:
    first = address.ask("GET", "/puzzles/quixo")
    mark = first.headers["etag"]
    assert first.headers["cache-control"] == "no-cache"
    for known in (mark, f'"another", {mark}'):
        again = address.http.get("/api/puzzles/quixo", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", mark)
    other = address.http.get("/api/puzzles/quixo", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200
    assert address.ask("GET", "/puzzles/qwixx").headers["etag"] != mark


def test_a_game_without_puzzles(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES._all, "race", replace(QUIXO, name="race", rooms="race.{room}"))
    refused = address.ask("GET", "/puzzles/race")
    assert (refused.status_code, refused.json()["code"]) == (404, "not-found")
    assert "there are no puzzles for 'race'" in refused.json()["message"]


def test_the_list_of_games_names_the_themes(address: Address) -> None:
    told = {game["name"]: game["puzzles"] for game in address.get("/games")}
    for game in games():
        assert told[game] == list(of_puzzles(game).themes)
