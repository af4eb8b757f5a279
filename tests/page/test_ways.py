"""Other ways to play: one device for all, real dice, once more, and looking back."""

import re

import pytest
from playwright.sync_api import FilePayload, expect

from rowlock.rules import NotationError, parse_position
from rowlock.rules.layouts import parse_layout
from tests.page.browser import HOME_NETWORK
from tests.page.conftest import Visit
from tests.page.playing import Pusher, in_turns, last_view, push, qwixx_step, until
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened


def played_out(table: Opened) -> Opened:
    """Ends a game of Quixo between two people without a browser."""
    pusher = Pusher(table, clever=[1])
    while (view := table.view())["status"] == "playing":
        seat = view["awaiting"][0]
        table.play(seat, pusher.move(parse_position(view["position"]), seat))
    return table


def test_people_at_one_device(visit: Visit) -> None:
    """Where decisions are secret, the device goes around and shows the next player only their own sheet."""
    family = visit()
    family.open("/play/qwixx")
    family.tap("who-here")
    family.page.locator("summary").click()
    family.page.get_by_label("In secret, passing the device on").check()
    names = family.page.get_by_placeholder("Name")
    names.nth(0).fill("Ada")
    names.nth(1).fill("Boris")
    family.page.get_by_label("Bot", exact=True).nth(1).check()
    family.tap("play")
    in_turns([family], lambda visitor, way: visitor.tap("roll") if way == "roll" else None, most=1)
    handed = 0

    def step(visitor: Visitor, way: str) -> None:
        nonlocal handed
        if way == "take-device":
            handed += 1
            expect(visitor.sheet).to_have_count(0)
            expect(visitor.page.get_by_role("heading", name="Hand the device to")).to_be_visible()
        qwixx_step(visitor, way)

    in_turns([family], step, most=40)
    assert handed >= 4


def test_quixo_at_one_device_by_drag(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    family = visit().open_table(table, 1, 2)
    cube, end = family.by("cube-c1").bounding_box(), family.by("cube-c5").bounding_box()
    assert cube
    assert end
    mouse = family.page.mouse
    mouse.move(cube["x"] + 20, cube["y"] + 20)
    mouse.down()
    mouse.move(cube["x"] + 20, cube["y"] - 60, steps=4)
    mouse.move(end["x"] + 20, end["y"] - 10, steps=6)
    mouse.up()
    expect(family.by("cube-c5")).to_have_attribute("aria-label", "c5, cross")
    expect(family.by("cube-c5")).to_have_class(re.compile(r"\blast\b"))
    expect(family.by("prompt")).to_contain_text("Boris")


COVERED = """
() => {
  const note = document.querySelector('.note')?.getBoundingClientRect()
  return note && ['.main .sheet', '.bar .btn', '[data-testid=dice]'].filter((name) =>
    [...document.querySelectorAll(name)].some((one) => {
      const part = one.getBoundingClientRect()
      return note.left < part.right && part.left < note.right && note.top < part.bottom && part.top < note.bottom
    }),
  )
}
"""
"""What a note lies over, as soon as there is one."""


def test_why_something_is_not_possible(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada = visit().open_table(table, 1)
    ada.tap("cube-c3")
    expect(ada.page.get_by_role("alert")).to_contain_text("Only a cube from the border may be taken.")
    dice = site.open("qwixx", dice="real")
    dice.play(1, "431256")
    boris = visit().open_table(dice, 2)
    boris.tap("cell-r5")
    expect(boris.page.get_by_role("alert")).to_contain_text("the two white dice add up to 7")
    for size in (boris.page.viewport_size, {"width": 740, "height": 360}):
        assert size
        boris.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        boris.tap("cell-r5")
        assert boris.page.wait_for_function(COVERED).json_value() == []


def test_real_dice(visit: Visit) -> None:
    ada = visit()
    ada.open("/play/qwixx")
    ada.page.get_by_text("More options").click()
    ada.page.get_by_label("Our own dice, tapped in").check()
    ada.page.get_by_label("Player 1", exact=True).check()
    ada.tap("play")
    tapped = ada.by("real-dice")
    for face in "413526":
        tapped.get_by_role("button", name=re.compile(rf": {face}$")).click()
    ada.page.get_by_role("button", name="These are our dice").click()
    dice = ada.by("dice").get_by_role("img")
    expect(dice).to_have_attribute("aria-label", "White dice 4 and 1, red 3, yellow 5, green 2, blue 6")
    ada.page.get_by_role("button", name="Correct the dice").click()
    expect(tapped).to_be_visible()


def test_once_more(visit: Visit, site: Address) -> None:
    table = played_out(site.open("quixo", size=3))
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    ada.tap("rematch")
    expect(ada.by("rematch")).to_be_disabled()
    boris.tap("rematch")
    for visitor in (ada, boris):
        visitor.page.wait_for_url(lambda url: not url.endswith(table.id))
        expect(visitor.by("board")).to_be_visible()
    assert ada.page.url == boris.page.url
    again = Opened(site, ada.page.url.rpartition("/")[2], {})
    first = ada if again.view()["active"] == 1 else boris
    push(first, "a1a3")
    expect(ada.page.locator(".cube.last")).to_have_count(1)
    expect(boris.page.locator(".cube.last")).to_have_count(1)


def cubes(visitor: Visitor) -> str:
    return "/".join(
        "".join({"cross": "x", "nought": "o"}.get(label, ".") for label in rank)
        for rank in (
            [
                (visitor.by(f"cube-{file}{rank}").get_attribute("aria-label") or "").split(", ")[1]
                for file in "abc"
            ]
            for rank in "321"
        )
    )


def test_looking_back(visit: Visit, site: Address) -> None:
    table = played_out(site.open("quixo", size=3))
    steps = site.get(f"{table.path}/replay")["steps"]
    eve = visit()
    eve.open(f"/t/{table.id}/replay#2")
    slider = eve.by("slider")
    expect(slider).to_have_value("2")
    for step in (2, 0, len(steps) - 1):
        slider.fill(str(step))
        assert cubes(eve) == steps[step]["position"].split()[1]
        assert eve.page.url.endswith(f"#{step}")
    slider.press("ArrowLeft")
    expect(slider).to_have_value(str(len(steps) - 2))
    eve.page.reload()
    expect(slider).to_have_value(str(len(steps) - 2))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion_only_for_those_who_like_it(visit: Visit, site: Address, motion: str) -> None:
    table = site.open("quixo")
    ada = visit(reduced_motion=motion).open_table(table, 1, 2)
    moved = "() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 1).length"
    ada.page.evaluate(
        "() => { window.slides = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (frames, how) {"
        " slides += how.pseudoElement ? 0 : 1; return animate.call(this, frames, how) } }"
    )
    push(ada, "a1a5")
    expect(ada.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
    slides = ada.page.evaluate("() => slides")
    if motion == "reduce":
        assert slides == 0
        assert ada.page.evaluate(moved) == 0
    else:
        assert slides == 5


def test_the_way_back_from_nowhere(visit: Visit) -> None:
    """An address that was typed wrong, and a table that never was."""
    lost = visit()
    with lost.patience():
        lost.open("/nowhere/at/all")
    expect(lost.page.get_by_text("There is no such page.")).to_be_visible()
    lost.page.get_by_role("link", name="Home").first.click()
    expect(lost.by("play-qwixx")).to_be_visible()
    with lost.patience():
        lost.open("/t/nosuchtable")
        expect(lost.page.get_by_text("There is no such table.")).to_be_visible()


def test_a_link_from_this_computer_says_so(visit: Visit) -> None:
    ada = visit().open("/play/quixo")
    ada.tap("who-friends")
    ada.tap("play")
    expect(ada.page.get_by_text("This link works only on this computer")).to_be_visible()
    expect(ada.page.locator("code")).to_have_count(0)


def test_in_the_home_network(visit: Visit, site: Address) -> None:
    """Without HTTPS browsers withhold some of their tools; everything works without them."""
    ada, boris = (visit(host=HOME_NETWORK) for _ in range(2))
    ada.open("/play/quixo")
    assert not ada.page.evaluate("() => isSecureContext")
    ada.tap("who-friends")
    ada.tap("play")
    expect(ada.page.get_by_role("img", name="The link as a picture for a camera")).to_be_visible()
    expect(ada.page.get_by_text("rowlock serve")).to_have_count(0)
    ada.page.get_by_role("button", name="Send the link").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("The link is copied.")
    boris.open(ada.page.url)
    boris.tap("sit")
    table = Opened(site, ada.page.url.rpartition("/")[2], {})
    table.wait_until(lambda view: view["status"] == "playing")
    until(ada, lambda: last_view(ada)["status"] == "playing")
    push(ada if table.view()["active"] in last_view(ada)["you"] else boris, "a1a5")  # crosses by chance
    for visitor in (ada, boris):
        expect(visitor.page.locator(".cube.last")).to_have_count(1)


def test_another_sheet(visit: Visit) -> None:
    """Chosen with its picture, drawn from its cells, and played on."""
    ada = visit()
    ada.open("/play/qwixx")
    ada.page.locator("summary").click()
    ada.page.get_by_label("Mixed colours").check()
    picture = ada.by("layout-picture")
    expect(picture.get_by_test_id("cell-y2")).to_have_attribute("data-place", "0,0")
    ada.tap("play")
    expect(ada.sheet.get_by_test_id("cell-y2")).to_have_attribute("data-place", "0,0")
    in_turns([ada], qwixx_step, most=6)
    position = last_view(ada)["position"]
    assert position.startswith("qwixx mixed-colours ")
    assert str(parse_position(position)) == position


OWN = """# ours
b12 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11
y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12
g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2
r12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2
"""


def test_a_sheet_of_ones_own(visit: Visit) -> None:
    """From a file: in one line what is wrong with it, and, once that is mended, its picture, and a game on it."""

    def file(text: str) -> FilePayload:
        return {"name": "ours.txt", "mimeType": "text/plain", "buffer": text.encode()}

    ada = visit()
    ada.open("/play/qwixx")
    ada.page.locator("summary").click()
    ada.page.get_by_label("From a file").check()
    for text, said in (
        (OWN.replace("r3", "x3"), "Line 2: “x3” is no cell."),
        (OWN.replace("r5 ", ""), "Line 2: a row has 11 cells, and here there are 10."),
        (OWN.replace("y4", "r4"), "Line 3: r4 stands in line 2 already."),
        ("r2", "Line 1: a row has 11 cells, and here there are 1."),
        ("", "A sheet has 4 rows"),
    ):
        with pytest.raises(NotationError):
            parse_layout(text)
        ada.by("layout-file").set_input_files(file(text))
        expect(ada.by("layout-fault")).to_contain_text(said)
    ada.by("layout-file").set_input_files(file(OWN))
    expect(ada.by("layout-fault")).to_be_empty()
    expect(ada.by("layout-picture").get_by_test_id("cell-b12")).to_have_attribute("data-place", "0,0")
    ada.tap("play")
    expect(ada.sheet.get_by_test_id("cell-b12")).to_have_attribute("data-place", "0,0")
    position = last_view(ada)["position"]
    assert parse_position(position).layout == parse_layout(OWN)  # type: ignore[attr-defined]
