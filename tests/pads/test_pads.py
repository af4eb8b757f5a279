"""Pads are read back as a reader of PDFs reads them: the words, the numbers in their order, the fonts, the pages."""

import re
import unicodedata
from itertools import pairwise, product
from math import dist
from pathlib import Path

import pypdfium2
import pytest

from rowlock.locale import LANGUAGES, Catalogue
from rowlock.pads import PadWish, draw_pad, games_with_pads
from rowlock.pads.paper import PAPERS
from rowlock.pads.qr import qr_path
from rowlock.rules import Record
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC

ROOT = Path(__file__).parents[2]
PLAYED = Record.parse((ROOT / "docs" / "examples" / "qwixx.rlk").read_text(encoding="utf-8"))
POINTS_OF_A_MILLIMETRE = 72 / 25.4

each_language = pytest.mark.parametrize("language", LANGUAGES)


def pages(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def words(text: str) -> list[str]:
    """Its words, as readers of PDFs agree on them: without vowel signs, and with alef and lam in one order, because
    what is one sign in Arabic type comes out of it from either side."""
    bare = "".join(letter for letter in text if not unicodedata.combining(letter))
    together = re.sub(r"[اأإآل]{2,}", lambda run: "".join(sorted(run[0])), bare)
    return re.findall(r"\w+", together)


@each_language
def test_the_words_are_right(language: str) -> None:
    (found,) = pages(draw_pad("qwixx", PadWish(language=language, sheets=1, rules=True)))
    text = Catalogue.of(language).text
    for key in ("name", "date", "crosses", "points", "penalties", "total", "reminder"):
        wanted = words(text(f"pad.{key}"))
        assert " ".join(wanted) in " ".join(words(found)), key
    for colour in "rygb":
        assert words(found).count(words(text(f"colour.{colour}"))[0]) >= 2


@each_language
def test_a_sheet_is_never_mirrored(language: str) -> None:
    """Where every number stands, not how a reader orders them."""
    document = pypdfium2.PdfDocument(draw_pad("qwixx", PadWish(language=language, sheets=1)))
    page = document[0].get_textpage()
    height = document[0].get_height()
    places: list[tuple[float, float, int]] = []
    for number in range(2, 13):
        search = page.search(str(number), match_whole_word=True)
        while spot := search.get_next():
            left, low, _, top = page.get_charbox(spot[0])
            if 0.15 < 1 - top / height < 0.65:  # a row, not the table of points
                places.append((-(low + top) / 2, left, number))
    places.sort()
    rows = [sorted(places[i : i + 11], key=lambda place: place[1]) for i in range(0, len(places), 11)]
    assert [[number for *_, number in row] for row in rows] == [
        [cell.number for cell in row] for row in CLASSIC.rows
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_takes_every_number_of_sheets(paper: str) -> None:
    short, long = (side * POINTS_OF_A_MILLIMETRE for side in PAPERS[paper])
    for sheets in (1, 2, 3, 4, 6, 8):
        pdf = draw_pad("qwixx", PadWish(paper=paper, sheets=sheets, ink=True))
        (page,) = pypdfium2.PdfDocument(pdf)
        assert sorted(page.get_size()) == pytest.approx([short, long], abs=0.1)
        words_there = pages(pdf)[0].split()
        assert words_there.count("total") == sheets
        assert b"DejaVuSans-Bold" in pdf
        assert pdf.count(b"/FontFile2") == 2  # both are inside
        for item in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
            left, low, right, high = item.get_bounds()
            assert min(left, low) > 0
            assert right < page.get_width()
            assert high < page.get_height()


@each_language
def test_a_minus_stands_before_its_number(language: str) -> None:
    page = pypdfium2.PdfDocument(draw_pad("qwixx", PadWish(language, sheets=1)))[0].get_textpage()
    placed = [(page.get_text_range(i, 1), page.get_charbox(i)) for i in range(page.count_chars())]
    found = {wanted: [box for sign, box in placed if sign == wanted] for wanted in "−5"}
    # The other minus, between two boxes, has no number beside it.
    minus, five = min(product(found["−"], found["5"]), key=lambda pair: dist(pair[0][:2], pair[1][:2]))
    assert minus[2] <= five[0] < minus[2] + (five[2] - five[0])


def test_ink_saving_saves_ink() -> None:
    dark = [
        sum(255 * len(line) - sum(line) for line in lines_of(draw_pad("qwixx", PadWish(ink=ink))))
        for ink in (False, True)
    ]
    assert dark[1] < 0.8 * dark[0]


def lines_of(pdf: bytes) -> list[bytes]:
    """The lines of the first page in shades of grey."""
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=0.5, grayscale=True)
    raw = bytes(picture.buffer)
    return [raw[y * picture.stride : y * picture.stride + picture.width] for y in range(picture.height)]


def test_the_sheets_of_a_game_that_was_played() -> None:
    (found,) = pages(draw_pad("qwixx", PadWish(), record=PLAYED))
    state = PLAYED.last_state
    assert isinstance(state, Qwixx)
    for name, score in zip(PLAYED.seats, state.scores, strict=True):
        assert words(name)[0] in words(found)
        assert str(score) in words(found)
    many = pages(draw_pad("qwixx", PadWish(sheets=1), record=PLAYED))
    assert len(many) == len(PLAYED.seats)


def test_the_sheets_of_a_game_share_as_few_pages_as_they_can_fairly() -> None:
    for seats, on_pages in {2: [2], 3: [3], 4: [4], 5: [3, 2]}.items():
        record = Record.new("qwixx", [f"Player {seat}" for seat in range(seats)])
        found = pages(draw_pad("qwixx", PadWish(), record=record))
        assert [page.count("Player") for page in found] == on_pages


@each_language
def test_a_board_with_counters(language: str) -> None:
    board, counters = pages(draw_pad("quixo", PadWish(language=language, rules=True)))
    for key in ("pad.cut", "rules.quixo"):
        for line in Catalogue.of(language).text(key).splitlines():
            assert " ".join(words(line)) in " ".join(words(board)), line
    assert {*"abcde", *"12345"} <= set(words(board))
    assert counters == ""


def test_the_code_leads_to_the_address() -> None:
    """The three finders of a QR code, a quiet reading of its runs, and the page is another with it."""
    code = qr_path("http://192.168.1.20:8080/pad")
    side = code["side"]
    dark = {(x + i, y) for x, y, length in code["runs"] for i in range(length)}
    for x, y in ((0, 0), (side - 7, 0), (0, side - 7)):
        assert {(x + i, y) for i in range(7)} <= dark
        assert (x + 1, y + 1) not in dark
    for one, next_ in pairwise(code["runs"]):
        assert one[1] < next_[1] or one[0] + one[2] < next_[0]
    plain, coded = (draw_pad("qwixx", PadWish(address=a)) for a in ("", "http://192.168.1.20:8080/pad"))
    assert len(coded) > len(plain)


def test_another_sheet() -> None:
    """Its rows, and its name, so that others can print the same."""
    (found,) = pages(draw_pad("qwixx", PadWish(sheets=1, layout="random-ada")))
    assert "random-ada" in found
    (found,) = pages(draw_pad("qwixx", PadWish("ru", sheets=1, layout="mixed-numbers")))
    assert "9 4 11 6 2 8 10 7 5 3 12" in found
    assert "Числа вперемешку" in found
    with pytest.raises(ValueError, match=r"a layout is classic, .* not 'chess'"):
        draw_pad("qwixx", PadWish(layout="chess"))
    with pytest.raises(ValueError, match="a board has no layouts"):
        draw_pad("quixo", PadWish(layout="classic"))


def test_what_can_be_printed() -> None:
    assert {"qwixx", "quixo"} <= set(games_with_pads())
    with pytest.raises(ValueError, match=r"there is a pad for qwixx, .*, not for 'chess'"):
        draw_pad("chess", PadWish())
    with pytest.raises(ValueError, match="nothing is written on sheets at quixo"):
        draw_pad("quixo", PadWish(), record=Record.new("quixo", ["A", "B"]))
    with pytest.raises(ValueError, match="this is a record of quixo, not of qwixx"):
        draw_pad("qwixx", PadWish(), record=Record.new("quixo", ["A", "B"]))
    with pytest.raises(ValueError, match="a page has 1, 2, 3, 4, 6, 8 of them, not 5"):
        draw_pad("qwixx", PadWish(sheets=5))
    for wrong in ({"paper": "A0"}, {"language": "la"}, {"address": "x" * 300}, {"address": "a\nb"}):
        with pytest.raises(ValueError, match=r"^(the|an) [^\n]*$"):
            PadWish(**wrong)  # type: ignore[arg-type]


def test_the_same_wish_makes_the_same_file() -> None:
    assert draw_pad("qwixx", PadWish(language="ar")) == draw_pad("qwixx", PadWish(language="ar"))
