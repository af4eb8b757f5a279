"""The log: for a server one JSON object a line, for somebody at their own machine plain words."""

from __future__ import annotations

import json
import logging
import re
import secrets
from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is being answered; it stands in every line of the log that has to do with it."""
REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


def request_id(given: bytes) -> str:
    """The id that a web server in front has given a request, if it looks like one; otherwise a new one."""
    return given.decode() if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        """The time, the level, who says what, and the facts given along."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= {name: value for name, value in vars(record).items() if name not in self.STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def begin_log(structured: bool, level: str = "") -> None:
    """Begins the log of this process."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if structured else logging.Formatter("%(levelname)s: %(message)s"))
    level = level or ("info" if structured else "warning")
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # The one has three lines for every socket, with the address of whoever opened it, the other two for every start.
    for talkative in ("uvicorn.error", "alembic.runtime"):
        logging.getLogger(talkative).setLevel(logging.WARNING)
