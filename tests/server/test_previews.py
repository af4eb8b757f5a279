"""What a link to a table says where it is sent."""

import re
import struct
from html import unescape

from tests.server.serving import Address
from tests.server.test_series import Evening


def told(address: Address, path: str) -> dict[str, str]:
    page = address.http.get(path).text
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page)
    title = re.search("<title>(.*?)</title>", page)
    assert title
    return {key: unescape(text) for key, text in found} | {"page": unescape(title[1])}


PEOPLE = [{"kind": "human", "name": 'A"><b>da'}, {"kind": "human", "name": "Boris"}]


def test_an_invitation_in_the_language_of_the_table(address: Address) -> None:
    seats = [{"kind": "human", "name": "Оля"}, {"kind": "open"}]
    table = address.open("quixo", seats, language="uk")
    said = told(address, f"/t/{table.id}")
    assert said["title"] == "Оля запрошує вас грати: Квіксо"
    assert said["page"] == "Оля запрошує вас грати: Квіксо · Rowlock"
    assert said["description"]
    assert said["url"].endswith(f"/t/{table.id}")
    assert said["image"].startswith("http://127.0.0.1:")


def test_a_game_its_result_and_its_replay(address: Address) -> None:
    table = address.open("quixo", PEOPLE)
    assert told(address, f"/t/{table.id}")["title"] == 'Quixo: A"><b>da, Boris'
    table.do(1, "resign")
    assert told(address, f"/t/{table.id}")["description"] == "The winner is Boris!"
    assert told(address, f"/t/{table.id}/replay")["title"].endswith(' · Quixo: A"><b>da, Boris')
    assert "<b>" not in address.http.get(f"/t/{table.id}").text


def test_points_while_the_game_goes_on(address: Address) -> None:
    table = address.open("qwixx", [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Boris"}])
    assert told(address, f"/t/{table.id}")["description"] == "Ada 0, Boris 0"


def test_the_picture_shows_how_it_stands(address: Address) -> None:
    table = address.open("quixo", PEOPLE, language="ar")
    page = address.http.get(f"/t/{table.id}").text
    assert '<meta name="twitter:card" content="summary_large_image" />' in page
    assert '<meta property="og:image:width" content="1200" />' in page
    shown = told(address, f"/t/{table.id}")["image"]
    assert shown.split("?")[0].endswith(f"/api/tables/{table.id}/preview.png")
    first = address.http.get(shown)
    assert (first.status_code, first.headers["content-type"]) == (200, "image/png")
    assert first.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", first.content[16:24]) == (1200, 630)
    same = address.http.get(shown, headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    table.play(1, table.view(1)["moves"][0])
    assert told(address, f"/t/{table.id}")["image"] != shown
    later = address.http.get(shown, headers={"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
    assert later.headers["etag"] != first.headers["etag"]
    assert later.content != first.content


def test_no_table_says_nothing(address: Address) -> None:
    assert told(address, "/t/nosuchtable") == {"page": "Rowlock"}
    assert told(address, "/") == {"page": "Rowlock"}


def test_a_series_says_how_it_stands(address: Address) -> None:
    evening = Evening(address, 3, game="quixo", name="Вторник <1>", options={"language": "ru"})
    path = evening.path.replace("/series/", "/s/")
    said = told(address, path)
    assert said["title"] == "Вторник <1>: Вас приглашают в игру «Квиксо»"
    assert said["page"] == f"{said['title']} · Rowlock"
    assert said["description"].endswith(" Здесь 3 человека.")
    first = address.http.get(said["image"])
    assert (first.status_code, first.headers["content-type"]) == (200, "image/png")
    evening.begin(1)
    [table] = evening.tables(1)
    table.do(2, "resign")
    assert told(address, path)["description"] == "Тур 1 из 4. P1 1, P3 1, P2 0"
    shown = told(address, path)["image"]
    assert shown != said["image"]
    assert address.http.get(shown).headers["etag"] != first.headers["etag"]
    address.post(f"{evening.path}/end", {}, evening.host)
    assert told(address, path)["description"] == "Победа: P1, P3! P1 1, P3 1, P2 0"
    assert told(address, "/s/nosuchseries") == {"page": "Rowlock"}
