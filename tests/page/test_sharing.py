"""What is sent to others: the picture of a result, and the link to a replay."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.page.codes import text_of
from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened

WATCH_THE_PEN = """
window.written = []
const write = CanvasRenderingContext2D.prototype.fillText
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, room) {
  const wide = Math.min(this.measureText(text).width, room ?? Infinity)
  const left = { left: x, center: x - wide / 2, right: x - wide, start: 0, end: 0 }
  left.start = this.direction === 'rtl' ? left.right : x
  left.end = this.direction === 'rtl' ? x : left.right
  written.push({ text, left: left[this.textAlign], right: left[this.textAlign] + wide, y })
  write.call(this, text, x, y, room)
}
"""
NO_CLIPBOARD = """
navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
document.execCommand = () => false
"""
NAMES = ("نور", "D", "Maximilian-Alexander Wolkenst", "Нина", "נועה")
SHEET_NUMBERS = (range(2, 13), range(2, 13), range(12, 1, -1), range(12, 1, -1))
BEST = "2,3,4,5,6,7,8,9,10,11,12/2,3,4,5,6,7,8/-/-/0"
WORST = "-/-/-/-/4"
SHEETS = (BEST, BEST, "-/2,3/12/11,10,9/1", "-/-/-/-/0", WORST)
POINTS = (
    (78, 28, 0, 0, 0, 106),
    (78, 28, 0, 0, 0, 106),
    (0, 3, 1, 6, -5, 5),
    (0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, -20, -20),
)
"""By the table that is printed on the sheet: 12 crosses bring 78 points, 7 bring 28, a penalty costs 5."""


def finished(site: Address) -> Opened:
    table = site.open("qwixx", [{"kind": "human", "name": name} for name in NAMES], dice="real")
    while (view := table.view())["status"] == "playing":
        table.play(view["active"] if view["phase"] == "roll" else view["awaiting"][0], roll_or_pass(view))
    return table


def roll_or_pass(view: Any) -> str:
    return "116666" if view["phase"] == "roll" else "pass"


def with_other_points(visitor: Visitor) -> None:
    """The visitor sees a game that ended as it rarely does."""

    def change(route: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            told = json.loads(message)
            if "table" in told:
                table = told["table"]
                table["position"] = " ".join(("qwixx", *SHEETS, *table["position"].split()[-3:]))
                table["outcome"]["scores"] = [points[-1] for points in POINTS]
                table["outcome"]["places"] = [1, 1, 3, 4, 5]
            route.send(json.dumps(told))

        route.connect_to_server().on_message(tell)

    visitor.context.route_web_socket("**/live", change)


def share(visitor: Visitor, table: Opened, seat: int, button: str) -> tuple[list[dict[str, Any]], bytes]:
    """What is written in the picture, and where; and the picture."""
    visitor.context.add_init_script(WATCH_THE_PEN)
    visitor.open_table(table, seat)
    with visitor.page.expect_download() as saved:
        visitor.by("result").get_by_role("button", name=button).click()
    assert saved.value.suggested_filename == f"rowlock-{table.id}.png"
    written: list[dict[str, Any]] = visitor.page.evaluate("written")
    return written, Path(saved.value.path()).read_bytes()


@pytest.mark.parametrize(
    "language, button, title",
    [
        ("en", "Share a picture", "Shared first place: \u2068\u2068نور\u2069 and D\u2069!"),
        ("ar", "مشاركة صورة", "المركز الأول مشترك: \u2068\u2068نور\u2069 و\u2068D\u2069\u2069!"),
    ],
)
def test_the_picture_of_a_result(visit: Visit, site: Address, language: str, button: str, title: str) -> None:
    ada = visit(language)
    with_other_points(ada)
    table = finished(site)
    written, picture = share(ada, table, 1, button)
    # The sheet of whoever has won, its numbers from left to right, and below all the link.
    in_order = [number for row in SHEET_NUMBERS for number in row]
    assert [part["text"].strip("\u2068\u2069") for part in written[2:47]] == [NAMES[0], *map(str, in_order)]
    assert all(one["left"] < other["left"] for one, other in itertools.pairwise(written[3:14]))
    assert written[-1]["text"] == f"127.0.0.1:{site.port}/t/{table.id}/replay"
    corner = (0.73, 0.82, 1, 1) if language == "ar" else (0, 0.82, 0.27, 1)
    assert text_of(ada, picture, corner) == f"{ada.origin}/t/{table.id}/replay"
    assert written[-1]["y"] > max(part["y"] for part in written[:-1])
    assert written[1]["text"] == title  # never "you": it is read by others
    for name, points in zip(NAMES, POINTS, strict=True):
        at = max(i for i, part in enumerate(written) if part["text"].strip("\u2068\u2069") == name)
        numbers = written[at + 1 : at + 7]
        assert [int(part["text"].replace("−", "-")) for part in numbers] == list(points)
        assert sum(points[:-1]) == points[-1]
        for part, neighbour in itertools.pairwise(numbers):
            assert part["right"] + 20 < neighbour["left"]
        assert written[at]["right"] < numbers[-1]["left"] - 20
    assert all(part["left"] >= 80 and part["right"] <= 1000 for part in written)


def test_a_link_that_may_not_be_copied_is_shown(visit: Visit, stage: Any) -> None:
    ada = visit()
    ada.context.add_init_script(NO_CLIPBOARD)
    path = f"/t/{stage.tables['quixo-over'].id}/replay"
    ada.open(f"{path}#3")
    ada.page.get_by_role("button", name="Copy link").click()
    expect(ada.page.get_by_role("alert")).to_contain_text(f"{ada.origin}{path}#3")


def test_names_of_both_directions_stay_apart(visit: Visit, site: Address) -> None:
    table = finished(site)
    ada = visit().open_table(table, 2)
    ada.open("/")
    listed = "\u2068نور\u2069 · D · Maximilian-Alexander Wolkenst · Нина · \u2068נועה\u2069"
    others = "\u2068نور\u2069 · Maximilian-Alexander Wolkenst"
    expect(ada.page.locator("main .tiles a .small").nth(1)).to_contain_text(others)
    ada.open(f"/t/{table.id}/replay")
    expect(ada.page.locator(".head p")).to_have_text(listed)
