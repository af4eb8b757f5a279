"""Games from other packages work in every room, in processes of their own too, and no room knows them.

Two such packages are in `tests/outside/`, as if they were installed there. Noughts and crosses brings bots, a view and
texts along; Pig, which has dice and an option, is one module with nothing but its rules.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Address, Opened, lavish, process

OUTSIDE = Path(__file__).parent / "outside"
INSTALLED = {"PYTHONPATH": str(OUTSIDE), "LANG": "C.UTF-8", "COLUMNS": "80"}
ROWLOCK = (sys.executable, "-c", "import sys; from rowlock.cli import main; sys.exit(main())")


def python(*command: str, told: str = "", **environment: str) -> str:
    """What a command prints that must succeed, and complain of nothing."""
    done = subprocess.run(
        command,
        input=told,
        env={**os.environ, **INSTALLED, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def rowlock(*arguments: str, told: str = "", **environment: str) -> str:
    return python(*ROWLOCK, *arguments, told=told, **environment)


FILES = {
    "fives/__init__.py": "",
    "fives/rules.py": """
from dataclasses import replace
from rowlock.rules.quixo import QUIXO

FIVES = replace(QUIXO, name="fives", rooms="fives.{room}")
""",
    "fives/bots.py": """
from rowlock.bots import GameBots, random_move

BOTS_OF = {"fives": GameBots({"mine": random_move})}
""",
    "fives-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: fives\nVersion: 1.0\n",
    "fives-1.0.dist-info/entry_points.txt": "[rowlock.games]\nfives = fives.rules:FIVES\nlost = lost:LOST\n",
}


@pytest.mark.parametrize("first", ["rowlock.bots", "rowlock.rules", "fives.rules", "fives.bots"])
def test_they_are_there_beside_ours(tmp_path: Path, first: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    ask = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import {first}
from rowlock.bots import BOTS
from rowlock.rules import GAMES
print(*GAMES, GAMES['fives'].start(), *BOTS["fives"])
"""
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    assert done.stdout == "qwixx quixo quixo4 fives quixo ...../...../...../...../..... x mine\n", done.stderr
    assert "the game 'lost' can't be loaded: No module named 'lost'" in done.stderr


def test_they_obey_the_laws() -> None:
    """Pig has very many beginnings: a few plies of each, and whole games of two."""
    ask = """
from dataclasses import replace
from random import Random
from rowlock.rules import GAMES
from rowlock.rules.laws import check

for number in range(20):
    check(GAMES["noughts"], Random(number).choice)
check(GAMES["pig"], Random(1).choice, plies=6)
check(replace(GAMES["pig"], seat_counts=(2,)), Random(1).choice)
"""
    python(sys.executable, "-c", ask)


def test_counting() -> None:
    """All games of noughts and crosses that fill the board, as others have counted them."""
    assert rowlock("perft", "noughts", "--depth", "9") == "127872\n"
    # 1, and 2 to 6 with a choice of two; then 6 rolls, or again those 16.
    assert rowlock("perft", "pig", "--depth", "3") == f"{16 + 5 * 2 * 6}\n"


def test_records(tmp_path: Path) -> None:
    file = tmp_path / "noughts.rlk"
    file.write_text(
        '[Game "noughts"]\n[Seats "Ada; Boris"]\n\n1. b2 a1\n2. c3 a3 {a slip}\n3. a2 b3\n4. c2\n'
    )
    told = rowlock("replay", str(file))
    assert "Noughts and crosses: Ada, Boris" in told
    assert "Three in a line." in told
    assert "Три в ряд." in rowlock("replay", str(file), "--language", "ru")
    game = json.loads(rowlock("replay", str(file), "--json"))
    assert game["plies"][-1]["position"] == "noughts oox/xxx/o.. o"
    assert game["outcome"]["lines"] == [["a2", "b2", "c2"]]
    ten = "; ".join("ABCDEFGHIJ")
    start = f"pig 20 {','.join('0' * 10)} 10 0 throw"
    lines = "1. 6 | roll-on\n2. 6 | roll-on\n3. 6 | roll-on\n4. 6 | hold\n"
    result = "2 2 2 2 2 2 2 2 2 1 goal-reached"
    text = f'[Game "pig"]\n[Seats "{ten}"]\n[Start "{start}"]\n[Result "{result}"]\n\n{lines}'
    game = json.loads(rowlock("replay", "-", "--json", told=text))
    assert game["outcome"]["scores"] == [0] * 9 + [24]
    assert [ply["number"] for ply in game["plies"]] == [1, 1, 2, 2, 3, 3, 4, 4]


class TestTerminal:
    def test_pig_against_bots(self, tmp_path: Path) -> None:
        """Whoever never dares gets there, too. What the game doesn't bring is said plainly."""
        file = tmp_path / "pig.rlk"
        choices = ("play", "pig", "--goal", "20", "--seats", "Ada; bot easy; bot master", "--seed", "1")
        told = "help\nrules\nmoves\nfold\nh\nroll\n" * 60 + f"save {file}\n"
        screen = rowlock(*choices, told=told)
        assert "Pig · moves · undo" in screen
        assert "Nobody has written the rules of this game down here." in screen
        assert "dice: 1" in screen
        assert "You can choose from 2 moves:\nroll-on  hold" in screen
        assert "“fold” can't be played now (roll-on-or-hold)." in screen
        assert "The game is over (goal-reached)." in screen
        assert "{" not in screen
        again = rowlock("replay", str(file))
        assert "Start: pig 20 0,0,0" in again
        assert "\nThe game is over (goal-reached).\n" in again

    def test_a_move_as_it_is_written(self) -> None:
        """With its dash, with a space, or begun."""
        told = "\nroll-on\n\nroll on\n\nro\n\nhold\n"
        screen = rowlock("play", "pig", "--seats", "Ada; Boris", "--seed", "3", "--first", "1", told=told)
        assert len(re.findall(r"Ada: roll-on|Boris: roll-on", screen)) == 3

    def test_noughts_with_its_own_view_and_texts(self) -> None:
        told = "a1\nb2\nb2\n"
        screen = rowlock("play", "noughts", "--seats", "Ada; Boris", "--first", "1", told=told)
        assert "2 · O ·\n1 X · ·\n  a b c" in screen
        assert "Boris, where do you put your symbol? For example: a3" in screen
        assert "There is something on b2 already." in screen
        screen = rowlock("play", "noughts", "--first", "1", "--language", "ru")
        assert "Крестики-нолики · moves" in screen
        assert "куда вы ставите знак" in screen


class TestArena:
    def test_on_several_cores(self) -> None:
        told = rowlock("arena", "noughts", "--seats", "master,easy", "--games", "12", "--cores", "2")
        first, second = (float(share) for share in re.findall(r"([\d.]+)% ±", told))
        assert (first > 80, second < 20) == (True, True), told

    def test_all_levels_of_a_game_without_bots(self) -> None:
        alone = rowlock("arena", "pig", "--seats", "easy,medium,hard,master", "--games", "8", "--cores", "1")
        assert "8 games of pig" in alone
        assert "mean score" in alone
        spread = rowlock("arena", "pig", "--seats", "easy,medium,hard,master", "--games", "8", "--cores", "2")
        assert spread == alone


class TestEngine:
    def test_noughts(self) -> None:
        told = """rowlock
position noughts .../.../... x moves a1 b2 c3
go level easy
go multipv 1
position noughts xx./oo./... x
go level hard
position noughts .../... x
position noughts .../.../... x moves 1:b2 2:b2
quit
"""
        lines = rowlock("engine", "noughts", told=told).splitlines()
        assert re.match(r"id name Rowlock \d", lines[0])
        assert lines[1] == "ready"
        assert re.fullmatch(r"bestmove [abc][123] value (draw|loss)", lines[2])
        assert re.fullmatch(r"info multipv 1 move [abc][123] value draw plies 6 exact", lines[3])
        assert re.fullmatch(r"bestmove [abc][123] value draw", lines[4])
        assert lines[5:] == [
            "bestmove c3 value win",
            "error line 1, column 1: a position is 'noughts', three ranks of x, o or . and who is to move",
            "error '2:b2' may not be played: square-taken",
        ]

    def test_pig(self) -> None:
        told = """newgame pig
go
position pig 20 0,0 2 0 throw moves 0:4 roll-on 0:5
go seat 1
go
position pig 20 0,0 2 0 throw moves 0:4 2:hold 0:1
go level easy
"""
        lines = rowlock("engine", "noughts", told=told).splitlines()
        assert lines[:2] == ["bestmove roll", "error seat 1 has nothing to decide"]
        assert lines[2] in ("bestmove roll-on", "bestmove hold")
        assert lines[3:] == ["bestmove roll"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """A server in a process of its own; its bots think in others."""
    folder = tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", INSTALLED["PYTHONPATH"])
        with process(lavish(folder / "tables.db"), folder) as server:
            yield server.address


ADA = {"kind": "human", "name": "Ada"}


def bots(*levels: str) -> list[dict[str, str]]:
    return [{"kind": "bot", "level": level} for level in levels]


class TestServer:
    def test_it_offers_them(self, address: Address) -> None:
        offered = {game["name"]: game for game in address.get("/games")}
        assert list(offered)[-2:] == ["noughts", "pig"]
        assert offered["pig"]["options"] == {"goal": [100, 50, 20]}
        assert offered["pig"]["seat_counts"] == list(range(2, 11))
        assert offered["noughts"]["sides"] == {"2": [[1], [2]]}

    def test_a_game_of_pig(self, address: Address) -> None:
        table = address.open("pig", [ADA, *bots("easy", "master")], goal=20)
        with table.socket(1) as ada:
            assert ada.next("welcome")["table"]["options"]["goal"] == 20

            def why_not(move: str) -> Any:
                ada.send({"type": "ask", "id": "q", "seat": 1, "move": move})
                refused = ada.next("answer")["refused"]
                return refused and refused["code"]

            assert [why_not(move) for move in ("roll", "hold")] == [None, "roll-first"]
            while (view := self.next_turn(table))["status"] == "playing":
                if view["phase"] == "choose":
                    asked = ("roll-on", "ho", "fold", "roll")
                    assert [why_not(move) for move in asked] == [None, None, "roll-on-or-hold", None]
                move = view["moves"][-1]
                assert ada.do(1, "play", move=move, turn=view["turn"])["type"] == "done"
        assert view["outcome"]["reason"] == "goal-reached"
        assert max(view["scores"]) >= 20
        assert not any(seat["failed"] for seat in view["seats"])
        assert rowlock("verify", "-", told=table.record()).startswith(f"{view['dice']['rolls']} rolls follow")
        assert "\nThe game is over (goal-reached).\n" in rowlock("replay", "-", told=table.record())

        following = address.get(f"/tables/{table.do(1, 'rematch')['next']}", table.tokens[1])
        assert following["options"]["goal"] == 20
        assert following["position"] == "pig 20 0,0,0 1 0 throw"

    def test_ten_bots(self, address: Address) -> None:
        table = address.open("pig", bots(*["easy", "hard"] * 5), goal=50, clock={"per_move": 60})
        view = table.wait_until(lambda view: view["status"] == "over")
        assert min(view["outcome"]["places"]) == 1
        assert rowlock("verify", "-", told=table.record()).startswith(f"{view['dice']['rolls']} rolls follow")

    def test_real_dice(self, address: Address) -> None:
        table = address.open("pig", dice="real")
        assert table.view(1)["dice"]["to_tap"] == [True]
        assert table.play(1, "4")["position"] == "pig 100 0,0 1 4 choose"
        assert table.refused(1, "play", move="7", turn=table.view()["turn"]) == (422, "roll-on-or-hold")

    def test_a_game_of_noughts(self, address: Address) -> None:
        table = address.open("noughts", [ADA, *bots("master")])
        table.play(1, "a1")
        while (view := self.next_turn(table))["status"] == "playing":
            taken = f"{table.path}/why-not?seat=1&move=a1"
            refused = address.get(taken, table.tokens[1])["refused"]
            assert (refused["code"], refused["facts"]) == ("square-taken", {"move": "a1", "square": "a1"})
            assert table.refused(1, "play", move="a1", turn=view["turn"]) == (422, "square-taken")
            table.play(1, view["moves"][-1])
        assert view["outcome"]["places"] in ([1, 1], [2, 1])  # nobody beats it
        assert not view["seats"][1]["failed"]
        assert "Noughts and crosses: Ada, bot master" in rowlock("replay", "-", told=table.record())

    def test_what_it_does_not_let_choose(self, address: Address) -> None:
        for options in ({"goal": 30}, {"size": 3}, {"dice": "lead"}):
            body = {"game": "pig", "seats": [ADA, *bots("easy")], "options": options}
            assert address.refused("/tables", body) == (422, "malformed")
        body = {"game": "pig", "seats": bots(*["easy"] * 11)}
        assert address.refused("/tables", body) == (422, "seat-count")

    @staticmethod
    def next_turn(table: Opened) -> Any:
        """The table when it is Ada's turn again, or the game is over."""
        return table.wait_until(lambda view: view["status"] == "over" or view["awaiting"] == [1], 1)
