"""Pads by HTTP: files that a browser opens, and clear refusals."""

from pathlib import Path

import pypdfium2
import pytest

from tests.server.serving import Background

RECORD = Path(__file__).parents[2] / "docs" / "examples" / "qwixx.rlk"


def test_a_pad_and_its_picture(server: Background) -> None:
    http = server.address.http
    asked = {"language": "he", "paper": "A5", "sheets": "2", "ink": "true", "rules": "true", "code": "true"}
    file = http.get("/api/pads/qwixx.pdf", params=asked)
    assert (file.status_code, file.headers["content-type"]) == (200, "application/pdf")
    assert len(pypdfium2.PdfDocument(file.content)) == 1
    picture = http.get("/api/pads/quixo.png", params={"language": "ar"})
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert picture.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "path, status, said",
    [
        ("/api/pads/qwixx.pdf?sheets=5", 422, "a page has 1, 2, 3, 4, 6, 8 of them, not 5"),
        ("/api/pads/qwixx.pdf?paper=A0", 422, "the paper is one of A4, A5, Letter, not 'A0'"),
        ("/api/pads/qwixx.doc", 404, "a pad is .pdf or .png"),
    ],
)
def test_what_is_wrong_is_said(server: Background, path: str, status: int, said: str) -> None:
    answer = server.address.http.get(path)
    assert answer.status_code == status
    assert said in answer.json()["message"]


def test_the_sheets_of_a_finished_game(server: Background) -> None:
    http = server.address.http
    kept = http.post("/api/records", json={"record": RECORD.read_text(encoding="utf-8")}).json()["id"]
    file = http.get(f"/api/tables/{kept}/sheets.pdf", params={"language": "uk", "sheets": "1"})
    assert file.status_code == 200, file.text
    assert len(pypdfium2.PdfDocument(file.content)) == 3
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
    begun = http.post("/api/tables", json={"game": "qwixx", "seats": seats}).json()["id"]
    assert http.get(f"/api/tables/{begun}/sheets.pdf").json()["code"] == "not-over"
