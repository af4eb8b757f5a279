"""The log: for a server one JSON object a line, for somebody at their own machine plain words."""

from __future__ import annotations

import json
import logging


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
        line |= {name: value for name, value in vars(record).items() if name not in self.STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def begin_log(structured: bool) -> None:
    """Begins the log of this process."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if structured else logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if structured else logging.WARNING, handlers=[handler], force=True)
    # It has three lines for every socket, with the address of whoever opened it.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
