"""Everything without a mouse: the focus is always to be seen, and every choice is within reach."""

from __future__ import annotations

from playwright.sync_api import expect

from rowlock.rules import parse_position
from tests.page.conftest import Visit
from tests.page.playing import Pusher, in_turns, last_view
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened

MOST_TABS = 60
FOCUSED = """
() => {
  const one = document.activeElement
  const outlined = (other) => {
    const style = other && getComputedStyle(other)
    return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
  }
  return {
    name: one.dataset.testid ?? '',
    square: one.dataset.square ?? '',
    tag: one.tagName,
    seen: [one, one.closest('label'), one.nextElementSibling].some(outlined),
    html: one.outerHTML.slice(0, 120),
  }
}
"""


class Keys:
    """A reader with nothing but a keyboard."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    def press(self, *keys: str) -> None:
        for key in keys:
            self.visitor.page.keyboard.press(key)

    def at(self) -> dict[str, str]:
        focused: dict[str, str] = self.visitor.page.evaluate(FOCUSED)
        if focused["tag"] not in ("BODY", "MAIN"):
            assert focused["seen"], f"the focus can't be seen: {focused['html']}"
        return focused

    def tab_to(self, *names: str) -> str:
        """Tabs on until the focus is at one of these."""
        for _ in range(MOST_TABS):
            name = self.at()["name"]
            if name and any(name.startswith(wanted) for wanted in names):
                return name
            self.press("Tab")
        raise AssertionError(f"{names} can't be reached with the Tab key")

    def walk_to(self, square: str) -> None:
        """Over the board with the arrow keys."""
        self.tab_to("cube-")
        while (here := self.at()["square"]) != square:
            if here[0] != square[0]:
                self.press("ArrowRight" if here[0] < square[0] else "ArrowLeft")
            else:
                self.press("ArrowUp" if here[1] < square[1] else "ArrowDown")

    def play(self, name: str) -> None:
        self.tab_to(name)
        # Right after the decision has changed, nothing counts.
        expect(self.visitor.page.locator("[aria-disabled=true]:not([data-testid=hint])")).to_have_count(0)
        self.press("Enter")


def table_of(site: Address, visitor: Visitor) -> Opened:
    visitor.page.wait_for_url("**/t/*")
    return Opened(site, visitor.page.url.rpartition("/")[2], {})


def test_a_whole_game_of_quixo(visit: Visit, site: Address) -> None:
    ada = visit()
    keys = Keys(ada)
    ada.open("/")
    keys.play("play-quixo")
    expect(ada.by("play")).to_be_visible()
    keys.play("play")
    table = table_of(site, ada)
    expect(ada.by("prompt")).to_be_visible()
    [seat] = last_view(ada)["you"]  # crosses or noughts, by chance
    pusher = Pusher(table, clever=[seat])

    def step(_: Visitor, __: str) -> None:
        view = table.view()
        if view["awaiting"] != [seat]:
            return
        move = pusher.move(parse_position(view["position"]), seat)
        keys.walk_to(move[:2])
        keys.press("Enter")
        keys.tab_to(f"end-{move[2:4]}")
        keys.press("Enter")
        table.wait_until(lambda now: now["plies"] > view["plies"])

    in_turns([ada], step)
    keys.tab_to("rematch")


def test_turns_of_qwixx(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", [{"kind": "human", "name": "Ada"}, {"kind": "bot", "level": "easy"}])
    ada = visit().open_table(table, 1)
    keys = Keys(ada)
    crosses = 0

    def step(_: Visitor, way: str) -> None:
        nonlocal crosses
        if way == "roll":
            keys.play("roll")
        elif ada.page.locator(".main .cell.may").count() and crosses < 4:
            cell = keys.tab_to("cell-")
            keys.press("Space")
            expect(ada.sheet.get_by_test_id(cell)).to_have_attribute("aria-pressed", "true")
            keys.play("cross")
            crosses += 1
        else:
            keys.play(way)

    in_turns([ada], step, most=12)
    assert crosses == 4


def test_dialogs_hold_the_focus_and_give_it_back(visit: Visit, site: Address) -> None:
    ada = visit().open_table(site.open("quixo"), 1)
    keys = Keys(ada)
    keys.play("menu")
    dialog = ada.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    inside = (
        "() => !!document.activeElement.closest('dialog[open]') || document.activeElement === document.body"
    )
    for _ in range(12):
        keys.press("Tab")
        assert ada.page.evaluate(inside)
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    assert keys.at()["name"] == "menu"


def test_the_way_past_the_header(visit: Visit) -> None:
    ada = visit().open("/")
    keys = Keys(ada)
    keys.press("Tab", "Enter")
    assert keys.at()["tag"] == "MAIN"


def test_a_screen_reader_hears_rolls_and_moves(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    boris = visit().open_table(table, 2)
    expect(boris.by("board")).to_be_visible()
    table.play(1, "a1a5")
    expect(boris.by("spoken")).to_have_text("Ada: a cube from a1 to a5. It is your turn. Your sign: nought.")
    dice = site.open("qwixx", dice="real")
    other = visit().open_table(dice, 2)
    expect(other.sheet).to_be_visible()
    dice.play(1, "435126")
    expect(other.by("spoken")).to_have_text("The white dice make 7. It is your turn.")
    assert other.by("cell-r7").first.get_attribute("aria-label") == "red 7, can be crossed out"
