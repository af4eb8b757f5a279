"""The reason codes: each stands in docs/api.md with its status. That each has a text is in tests/locale."""

import re
from pathlib import Path

import pytest

from rowlock.rules import Refusal
from rowlock.rules.reasons import OwnCode, ReasonCode, VerifyCode
from rowlock.server import line, socket
from rowlock.server.app import CONFLICTS, status_of
from tests.locale.test_catalogues import codes

ROOT = Path(__file__).parents[2]
CODES = sorted(codes(ReasonCode) - codes(VerifyCode))


def documented() -> dict[str, set[int]]:
    """The codes of the table in docs/api.md, with their statuses."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    statuses: dict[str, set[int]] = {}
    for status, text in re.findall(r"^\| (4\d\d|503) \| (.*) \|$", page, re.MULTILINE):
        for code in re.findall(r"`([a-z-]+)`", text):
            statuses.setdefault(code, set()).add(int(status))
    return statuses


@pytest.mark.parametrize("code", CODES)
def test_each_is_documented(code: str) -> None:
    statuses = documented()[code]
    if code in CONFLICTS:
        assert 409 in statuses
    elif not statuses & {401, 403, 404, 405, 413, 429, 503}:
        assert statuses == {status_of(Refusal(OwnCode(code), ""))}


def test_close_codes_are_documented() -> None:
    """Of the page's list each is seen in test_flood.py, test_socket.py, test_safety.py, test_series.py or
    test_restart.py."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) \|", page, re.MULTILINE)}
    ours = {line.BAD_TEXT, line.TOO_MUCH, line.TOO_SLOW}
    ours |= {
        socket.MALFORMED,
        socket.FORBIDDEN,
        socket.UNKNOWN,
        socket.ROUND_OPEN,
        socket.TOO_SLOW,
        socket.TOO_FAST,
    }
    assert listed == ours | {1002, 1009, 1011, 1012}  # and those of the libraries
