"""Every screen of the page, with tables that are in the middle of something worth looking at."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from rowlock.locale import FOLDER
from rowlock.rules import GAMES, parse_position
from tests.page.playing import Pusher
from tests.page.visitor import Visitor
from tests.server.serving import PATIENCE, Address, Opened

NAMES = ("Ada", "Maximilian-Alexander Wolkenstein"[:30], "Boris", "Нина", "נועה")
ROLLS = ("215634", "133642", "544316", "622455", "362154", "451326", "245163", "336512")
"""What was rolled at the table where the white sum is to be decided."""
PRACTISED = json.dumps(
    {"rating": 1433, "deviation": 90, "solved": 6, "course": [1159, 1300, 1260, 1390, 1433], "seen": ["x"]}
)
"""What a browser remembers of somebody who has solved some puzzles."""
CHOOSE = "(select, value) => { select.value = value; select.dispatchEvent(new Event('change', { bubbles: true })) }"
FONTS = "() => { document.body.offsetHeight; return document.fonts.ready.then(() => null) }"
"""Letters that are still on their way have another size. Only what is laid out asks for them."""
ANALYSED = {
    "quixo": "quixo xx.oo/x..o./...../...../o...x x;1:b1a1;2:a2a5@1",
    "small": "quixo xo../..../..../...x o",
    "teams": "quixo4 n.s.e/w..../..s../e...n/s..w. s 10",
    "roll": "qwixx 2,4,7/3/11,9/12,10/1 -/5/12,11/-/0 1 roll -",
    "rolled": "qwixx 2,4,7/3/11,9/12,10/1 -/5/12,11/-/0 1 white 354216",
    "over": "quixo xxxxx/oo..o/...../...../..... o",
}
"""Positions worth a look."""
Prepare = Callable[[Page], None]


def nothing(_: Page) -> None:
    """Most screens are worth looking at as they are."""


@dataclass(frozen=True)
class Screen:
    """One screen: its address, and what is done there before it is looked at."""

    name: str
    path: str
    prepare: Prepare = nothing
    shows: str = "main h1, main h2, [data-testid=board], [data-testid=dice]"
    learn: str = ""
    """A text of the rules or lessons that is to be seen there; they are loaded apart from the others."""


@dataclass
class Stage:
    """All tables of the screens, and the seats that a visitor holds at them."""

    site: Address
    names: tuple[str, ...] = NAMES
    tables: dict[str, Opened] = field(default_factory=dict)
    held: dict[str, list[int]] = field(default_factory=dict)
    days: dict[str, Any] = field(default_factory=dict)
    evening: str = ""
    """A series in its second round."""
    _reviewed: set[str] = field(default_factory=set)

    def table(self, name: str, game: str, count: int, mine: list[int], **options: Any) -> Opened:
        seats = [{"kind": "human", "name": name} for name in self.names[:count]]
        table = self.tables[name] = self.site.open(game, seats, **options)
        self.held[name] = mine
        return table

    def prepared(self) -> Stage:
        self.table("roll", "qwixx", 5, [1], clock={"per_move": 3600})
        real = self.table("white", "qwixx", 3, [2], dice="real")
        for dice in ROLLS:
            real.play(real.view()["active"], dice)
            if dice != ROLLS[-1]:
                decide(real, [1, 2, 3])
        coloured = self.table("colour", "qwixx", 2, [1], dice="real")
        coloured.play(1, "213456")
        for seat in (1, 2):
            coloured.play(seat, "pass")
        device = self.table("device", "qwixx", 2, [1, 2], dice="real")
        device.play(1, "213456")
        device.play(1, "pass")
        self.table("real-dice", "qwixx", 2, [1], dice="real")
        play_on(self.table("quixo", "quixo", 2, [1], clock={"per_game": 7200}), 8)
        play_on(self.table("teams", "quixo4", 4, [2]), 9)
        bot = {"kind": "bot", "level": "easy"}
        for game, first in (("qwixx", "653526"), ("quixo", "a1a5")):
            seats = [{"kind": "human", "name": self.names[0]}, bot]
            options = {"dice": "real"} if game == "qwixx" else {}
            against = self.tables[f"hint-{game}"] = self.site.open(game, seats, **options)
            against.play(1, first)
            against.wait_until(lambda view: 1 in view["awaiting"])
            self.held[f"hint-{game}"] = [1]
        play_on(self.table("quixo-over", "quixo", 2, [1]), 400)
        play_on(self.table("teams-over", "quixo4", 4, [1]), 400)
        over = self.table("qwixx-over", "qwixx", 3, [1])
        while (view := over.view())["status"] == "playing":
            if view["phase"] == "roll":
                over.play(view["active"], "roll")
            else:
                decide(over, view["awaiting"])
        people = [
            {"kind": "human", "name": self.names[0]},
            {"kind": "open"},
            {"kind": "bot", "level": "medium"},
        ]
        self.table("day-table", "qwixx", 1, [1], day=self.site.get("/days/today")["date"]).play(1, "roll")
        self.play_yesterday()
        self.evening = self.play_an_evening()
        self.tables["waiting"] = self.site.open("qwixx", people)
        self.held["waiting"] = [1]
        self.tables["invited"] = self.site.open("qwixx", people)
        return self

    def reviewed(self, name: str) -> Opened:
        """A table whose game has been looked at again; that takes some seconds, so it waits until somebody asks."""
        if name not in self._reviewed:
            review_of(self.tables[name])
            self._reviewed.add(name)
        return self.tables[name]

    def play_yesterday(self) -> None:
        """The day before was played to its end and entered, so that it can be looked at."""
        day = str(date.fromisoformat(self.site.get("/days/today")["date"]) - timedelta(1))
        over = self.table("day-end", "qwixx", 1, [1], day=day)
        while (view := over.view())["status"] == "playing":
            over.play(1, "roll") if view["phase"] == "roll" else decide(over, [1])
        for place, name in enumerate(self.names[:3]):
            table = over if place == 0 else self.table(f"again-{place}", "qwixx", 1, [1], day=day)
            while (view := table.view())["status"] == "playing":
                table.play(1, "roll" if view["phase"] == "roll" else "pass")
            self.site.post(f"/days/{day}/results", {"table": table.id, "name": name}, table.tokens[1])
        played = {"table": over.id, "inTime": True, "score": over.view()["scores"][0], "entered": True}
        self.days = {day: {**played, "squares": "🟥7 🟨4 🟩9🔒 🟦3", "puzzle": "found"}}

    def play_an_evening(self) -> str:
        """A series with the same dice everywhere: one round is over, one is being played."""
        plan = {"game": "qwixx", "duplicate": True, "rounds": 3}
        opened = self.site.post("/series", plan)
        path, leader = f"/series/{opened['id']}", opened["token"]
        people = [self.site.post(f"{path}/people", {"name": name})["token"] for name in self.names[:5]]
        self.site.post(f"{path}/rounds", {"round": 1}, leader)
        for token in people:
            if table := self.site.get(path, token)["table"]:
                self.site.post(f"/tables/{table}/commands", {"command": {"type": "resign"}}, token)
        self.site.post(f"{path}/rounds", {"round": 2}, leader)
        return str(opened["id"])

    def mine(self) -> str:
        """What the visitor's browser remembers of its games."""
        games = []
        for name, taken in self.held.items():
            table = self.tables[name]
            held = [{"seat": seat, "token": table.tokens[seat]} for seat in taken]
            games.append(
                {"id": table.id, "game": table.view()["game"], "seats": held, "at": 1_700_000_000_000}
            )
        return json.dumps(games)

    def screens(self) -> Iterator[Screen]:
        yield Screen("home", "/")
        for game in GAMES:
            yield Screen(f"set-up-{game}", f"/play/{game}", unfolded)
            yield Screen(f"rules-{game}", f"/rules/{game}", learn="rules.title")
            yield Screen(f"learn-{game}", f"/learn/{game}", learn="learn.skip")
            yield Screen(f"solved-{game}", f"/puzzles/{game}", show_answer, "[data-testid=question]")
        yield Screen("puzzle", "/puzzles/quixo4", shows="[data-testid=question]")
        yield Screen("puzzles", "/puzzles")
        yield Screen("puzzles-over", "/puzzles/qwixx/back", shows="[data-testid=end]")
        yield Screen("print", "/print/qwixx", shows="img")
        yield Screen("day", "/day", shows="[data-testid=board]")
        for played in self.days:
            yield Screen("day-played", f"/day/{played}", shows="[data-testid=account]")
        yield Screen("ratings", "/ratings")
        yield Screen("set-up-series", "/series")
        yield Screen("series", f"/s/{self.evening}", unfolded)
        yield Screen("set-up-here", "/play/qwixx", at_this_device)
        yield Screen("nowhere", "/nowhere")
        for name, table in self.tables.items():
            yield Screen(name, f"/t/{table.id}", PREPARED.get(name, nothing))
            if name.endswith("over"):
                yield Screen(f"replay-{name}", f"/t/{table.id}/replay#4")
                yield Screen(f"review-{name}", f"/t/{table.id}/review#9", shows="[data-testid=chart]")
                yield Screen(f"lesson-{name}", f"/t/{table.id}/review", begin_lesson, "[data-testid=chart]")
        for name, position in ANALYSED.items():
            path = f"/analyse/{position.split(' ')[0]}#{position.replace(' ', '_')}"
            yield Screen(f"analyse-{name}", path, thought_about, "[data-testid=found]")
        for game in ("qwixx", "quixo", "quixo4"):
            yield Screen(f"edit-{game}", f"/analyse/{game}", set_up, "[data-testid=found]")
        yield Screen("analyse-text", "/analyse/quixo", as_text, "[data-testid=found]")
        yield Screen("fair-dice", f"/t/{self.tables['qwixx-over'].id}", unfolded)
        yield Screen(
            "menu", f"/t/{self.tables['quixo'].id}", lambda page: page.get_by_test_id("menu").click()
        )
        yield Screen(
            "phrases", f"/t/{self.tables['teams'].id}", lambda page: page.get_by_test_id("phrases").click()
        )
        yield Screen(
            "sheet", f"/t/{self.tables['white'].id}", lambda page: page.get_by_test_id("player-1").click()
        )

    def visit(self, visitor: Visitor) -> Visitor:
        visitor.remember("rowlock.games", self.mine())
        visitor.remember("rowlock.puzzles.quixo", PRACTISED)
        visitor.remember(
            "rowlock.puzzle-streak", json.dumps({"last": f"{datetime.now(UTC).date()}", "days": 3})
        )
        visitor.remember("rowlock.days", json.dumps(self.days))
        return visitor

    def show(self, visitor: Visitor, screen: Screen) -> None:
        if "/review" in screen.path:
            self.reviewed(screen.name.partition("-")[2])
        visitor.page.goto("about:blank")  # an address that differs only in its step would not load anew
        with visitor.patience(screen.name == "nowhere"):  # the server, too, says that it is not there
            visitor.page.goto(screen.path)
        expect(visitor.page.locator(screen.shows).first).to_be_visible()
        screen.prepare(visitor.page)


def choose_language(visitor: Visitor, language: str) -> None:
    """Changes the language in place, also behind a dialog."""
    visitor.by("language").evaluate(CHOOSE, language)
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    visitor.page.evaluate(FONTS)


def speak(visitor: Visitor, screen: Screen, language: str) -> None:
    """The same, and waits until the screen speaks it, too."""
    choose_language(visitor, language)
    if screen.learn:
        texts = json.loads((FOLDER / "learn" / f"{language}.json").read_text(encoding="utf-8"))
        expect(visitor.page.locator("main")).to_contain_text(texts[screen.learn])


def decide(table: Opened, who: list[int]) -> None:
    """Everybody crosses what passes over the fewest numbers; then the active player once more."""
    for seat in (*who, table.view()["active"]):
        view = table.view(seat)
        if seat not in view["awaiting"] or view["phase"] == "roll":
            continue
        sheet = view["position"].split()[seat].split("/")
        cells = [move for move in view["moves"] if move != "pass"]
        best = min(cells, key=lambda cell: passed_over(sheet, cell), default="pass")
        table.play(seat, "pass" if best == "pass" or passed_over(sheet, best) > 3 else best)


def passed_over(sheet: list[str], cell: str) -> int:
    """How many numbers would be gone if this cell were crossed."""
    row = "rygb".index(cell[0])
    numbers = [str(number) for number in range(2, 13)][:: 1 if row < 2 else -1]
    last = -1 if sheet[row] == "-" else numbers.index(sheet[row].split(",")[-1])
    return numbers.index(cell[1:]) - last - 1


def play_on(table: Opened, plies: int) -> None:
    pusher = Pusher(table, clever=[1, 3])
    for _ in range(plies):
        view = table.view()
        if view["status"] != "playing":
            return
        seat = view["awaiting"][0]
        table.play(seat, pusher.move(parse_position(view["position"]), seat))


def review_of(table: Opened) -> Any:
    """The review of a finished game, as soon as it is there."""
    give_up = time.monotonic() + 2 * PATIENCE
    while (answer := table.address.ask("GET", f"{table.path}/review")).status_code == 202:
        assert time.monotonic() < give_up
        time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    return answer.json()


def begin_lesson(page: Page) -> None:
    """In the game of somebody who made a mistake."""
    for player in page.locator("[data-testid^=who-]").all():
        player.click()
        if page.get_by_test_id("learn").is_visible():
            break
    page.get_by_test_id("learn").click()
    expect(page.get_by_test_id("question")).to_be_visible()


def thought_about(page: Page) -> None:
    """As soon as something is known."""
    known = page.locator("[data-testid=worths] .badge, [data-testid=worth], .won")
    expect(known.first).to_be_visible(timeout=2000 * PATIENCE)


def set_up(page: Page) -> None:
    page.get_by_test_id("set-up").click()
    expect(page.get_by_test_id("set")).to_be_visible()


def as_text(page: Page) -> None:
    page.get_by_test_id("texts").click()
    expect(page.get_by_test_id("paste")).to_be_visible()


def unfolded(page: Page) -> None:
    page.locator("summary").first.click()


def at_this_device(page: Page) -> None:
    page.get_by_test_id("who-here").click()
    page.locator("input[type=checkbox]").first.check()


def take_two_hints(page: Page) -> None:
    page.get_by_test_id("hint").click()
    expect(page.locator("[data-testid=hint].told")).to_be_visible(timeout=1000 * PATIENCE)
    page.get_by_test_id("hint").click()


def take_all_hints(page: Page) -> None:
    take_two_hints(page)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-why")).to_be_visible()


def take_a_cube(page: Page) -> None:
    page.locator(".cube.can").first.click()


def aim_an_arrow(page: Page) -> None:
    take_a_cube(page)
    page.locator("[data-testid^=end-]").first.click()
    expect(page.get_by_test_id("arrow-me")).to_be_visible()


def choose_a_number(page: Page) -> None:
    page.locator(".main .cell.may").first.click()


def show_answer(page: Page) -> None:
    page.get_by_test_id("show").click()


PREPARED: dict[str, Prepare] = {
    "quixo": take_a_cube,
    "teams": aim_an_arrow,
    "white": choose_a_number,
    "hint-qwixx": take_all_hints,
    "hint-quixo": take_two_hints,
}
