"""What is answered at the page's addresses, and at those that it doesn't have."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.server.page import SCREENS
from tests.server.serving import Background, lavish

LARGE = "a line of code\n" * 1000
ROUTER = Path(__file__).parents[2] / "web" / "src" / "lib" / "router.svelte.ts"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Background]:
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "assets" / "a1b2.js").write_text("code")
    (folder / "assets" / "large.js").write_text(LARGE)
    (folder / "index.html").write_text("the page")
    (folder / "sw.js").write_text("the worker")
    (folder.parent / "secret.txt").write_text("not for you")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rowlock.server.page.PAGE", folder)
        with Background(lavish(tmp_path_factory.mktemp("server") / "db")) as server:
            yield server


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/t/aB3-_x",
            "/t/aB3-_x/",
            "/t/aB3-_x/replay",
            "/t/aB3-_x/review",
            "/play/qwixx",
            "/play/quixo/",
            "/rules/quixo4",
        ),
        *("/learn/quixo", "/print/quixo", "/?from=phone"),
        *("/puzzles", "/puzzles/", "/puzzles/quixo4", "/puzzles/qwixx/lock", "/puzzles/quixo/back"),
    ],
)
def test_screens(site: Background, path: str) -> None:
    answer = site.address.http.get(path)
    assert (answer.status_code, answer.text) == (200, "the page")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/nonsense",
            "/index.html",
            "/wp-login.php",
            "/play",
            "/play/chess",
            "/play/qwixx/more",
            "/t",
            "/t/",
            "/puzzles/chess",
            "/puzzles/quixo/win/more",
        ),
        *(
            "/t/a/b",
            "/t/a%20b",
            f"/t/{'x' * 33}",
            "/%00",
            "/..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/%ff",
            "/%F0",
        ),
        *("/api", "/sw.js/", f"/{'x' * 5000}"),
    ],
)
def test_what_is_not_there_is_said_by_the_page(site: Background, path: str) -> None:
    answer = site.address.http.get(path)
    assert (answer.status_code, answer.text) == (404, "the page")
    assert answer.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in answer.headers


def test_files(site: Background) -> None:
    assert site.address.http.get("/sw.js").text == "the worker"
    asset = site.address.http.get("/assets/a1b2.js")
    assert (asset.text, asset.headers["cache-control"]) == ("code", "public, max-age=31536000, immutable")
    for path in ("/assets/none.js", "/assets/..%2findex.html", "/api/none"):
        answer = site.address.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_large_file_is_packed_for_whom_it_may_and_not_sent_again_to_who_has_it(site: Background) -> None:
    ask = site.address.http.get
    packed = ask("/assets/large.js")
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert int(packed.headers["content-length"]) < len(LARGE) // 10
    plain = ask("/assets/large.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == LARGE
    again = ask("/sw.js", headers={"If-None-Match": ask("/sw.js").headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_and_the_server_know_the_same_screens() -> None:
    named = set(re.findall(r"first === '(\w+)'", ROUTER.read_text(encoding="utf-8")))
    assert named == {
        "t",
        "play",
        "rules",
        "learn",
        "analyse",
        "puzzles",
        "day",
        "print",
        "pad",
        "ratings",
        "s",
        "series",
        "together",
    }
    assert SCREENS.fullmatch("day")
    assert SCREENS.fullmatch("day/2026-11-18")
    assert not SCREENS.fullmatch("day/yesterday")
    for alone in ("ratings", "series"):
        assert SCREENS.fullmatch(alone)
        assert not SCREENS.fullmatch(f"{alone}/qwixx")
    for name in named - {"day", "ratings", "series"}:
        assert SCREENS.fullmatch(f"{name}/qwixx")
