"""How a server is set up: by options of the command, or by `ROWLOCK_…` variables of the same names."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?")
"""As browsers send it: no path, no capitals."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set; the defaults suit a family's own machine."""

    database: str = ""
    """Address of the database; empty for SQLite in the user's data folder."""
    redis: str = ""
    """Address of a Redis server that carries news between workers."""
    workers: int = 1
    bot_workers: int = 1
    """Processes in which bots think."""
    tablebase: str = ""
    """Folder with a solution of Quixo 5×5, from which `master` then plays."""
    bot_pause: float = 0.6
    """Seconds that a bot takes at least, so that people can follow."""
    origins: str = ""
    """Other origins, with commas between, whose pages may open sockets here."""
    tables_per_address: int = 300
    """How many tables one address may open in a day."""
    requests_per_second: float = 30.0
    """What one address may ask for, in the long run."""
    moves_per_second: float = 20.0
    """What one seat may do, in the long run."""

    def environment(self) -> dict[str, str]:
        """These settings as variables, for worker processes."""
        return {f"ROWLOCK_{name.upper()}": str(value) for name, value in asdict(self).items()}

    @staticmethod
    def of(environment: Mapping[str, str] = os.environ, options: Mapping[str, Any] = NOTHING) -> Settings:
        """The settings of an environment, and of the options of a command, which win. Raises `ValueError` that names
        what was given as it was given."""
        given: dict[str, Any] = {}
        for name, default in asdict(Settings()).items():
            variable = f"ROWLOCK_{name.upper()}"
            if options.get(name) is not None:
                given[name] = _like(default, options[name], f"--{name.replace('_', '-')}")
            elif text := environment.get(variable):
                given[name] = _like(default, text, variable)
        settings = Settings(**given)
        for name in ("requests_per_second", "moves_per_second"):
            if getattr(settings, name) == 0:
                raise ValueError(
                    f"ROWLOCK_{name.upper()} should be more than 0: nobody could ask for anything"
                )
        if wrong := [origin for origin in settings.allowed_origins if not ORIGIN.fullmatch(origin)]:
            name = "--origins" if options.get("origins") is not None else "ROWLOCK_ORIGINS"
            example = "https://a.example,https://b.example:8443"
            raise ValueError(f"{name} should be addresses of pages like {example}, not {wrong[0]!r}")
        return settings

    @property
    def means(self) -> dict[str, str]:
        """What bots are given beside their questions."""
        return {"tablebase": self.tablebase} if self.tablebase else {}

    @property
    def allowed_origins(self) -> list[str]:
        """The other origins, each as browsers send it."""
        return [origin.strip().rstrip("/").lower() for origin in self.origins.split(",") if origin.strip()]


def _like(default: str | int | float, text: str, given_as: str) -> str | int | float:
    """A text as what the default is. Raises `ValueError`."""
    if isinstance(default, str):
        return text
    try:
        number = type(default)(text)
    except ValueError:
        raise ValueError(f"{given_as} should be a number, not {text!r}") from None
    least = 1 if isinstance(default, int) else 0
    if not (least <= number < math.inf):
        raise ValueError(f"{given_as} should be a number from {least} on, not {text!r}")
    return number
