"""How a server is set up: by options of the command, or by `ROWLOCK_…` variables of the same names."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?")
"""As browsers send it: no path, no capitals."""
HOST = re.compile(r"\[[0-9a-f:.]+\]|[a-z0-9._-]+")
"""As a browser calls a server, without the port."""
LOG_LEVELS = ("debug", "info", "warning", "error")
NOTHING: Mapping[str, Any] = MappingProxyType({})
THIS_MACHINE = "localhost,127.0.0.1,[::1]"
"""What a program is called that only its own machine can reach."""


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
    bot_pause: float = 0.3
    """Seconds that a bot takes at least, so that people can follow."""
    origins: str = ""
    """Other origins, with commas between, whose pages may open sockets here."""
    hosts: str = ""
    """The names under which this server may be called, with commas between; empty for any."""
    push_services: str = (
        "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"
    )
    """Through whom browsers are called back to slow games, with commas between; nothing is sent to anybody else. An
    address that begins with `http://` is for tests."""
    contact: str = ""
    """Whom they may turn to about this server, such as mailto:you@example.org."""
    log_level: str = ""
    """What the log tells at least: `debug`, `info`, `warning` or `error`; empty for what suits the command."""
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
                given[name] = _like(default, options[name], _option(name))
            elif text := environment.get(variable):
                given[name] = _like(default, text, variable)
        settings = Settings(**given)
        for name in ("requests_per_second", "moves_per_second"):
            if getattr(settings, name) == 0:
                raise ValueError(
                    f"ROWLOCK_{name.upper()} should be more than 0: nobody could ask for anything"
                )

        def name_of(setting: str) -> str:
            return _option(setting) if options.get(setting) is not None else f"ROWLOCK_{setting.upper()}"

        for name in ("database", "redis"):
            address = getattr(settings, name)
            try:
                urlsplit(address)
            except ValueError as error:
                raise ValueError(f"{name_of(name)} can't be read: {error}") from None
            if _is_torn(address):
                # Without the address, which holds a password.
                raise ValueError(
                    f"{name_of(name)}: in a name or password, @ / ? # and % are written as %40 %2F %3F %23 and %25"
                )
        if settings.log_level not in ("", *LOG_LEVELS):
            raise ValueError(
                f"{name_of('log_level')} should be one of {', '.join(LOG_LEVELS)}, not {settings.log_level!r}"
            )
        if settings.contact and not settings.contact.startswith(("mailto:", "https://")):
            raise ValueError(
                f"ROWLOCK_CONTACT should begin with mailto: or https://, not {settings.contact!r}"
            )
        if wrong := [host for host in sorted(settings.allowed_hosts) if not HOST.fullmatch(host)]:
            raise ValueError(
                f"{name_of('hosts')} should be names like play.example.org,127.0.0.1, not {wrong[0]!r}"
            )
        if wrong := [origin for origin in settings.allowed_origins if not ORIGIN.fullmatch(origin)]:
            example = "https://a.example,https://b.example:8443"
            raise ValueError(
                f"{name_of('origins')} should be addresses of pages like {example}, not {wrong[0]!r}"
            )
        return settings

    @property
    def means(self) -> dict[str, str]:
        """What bots are given beside their questions."""
        return {"tablebase": self.tablebase} if self.tablebase else {}

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The names under which it may be called, as they stand in a request; none for any."""
        return frozenset(host.strip().lower() for host in self.hosts.split(",") if host.strip())

    @property
    def allowed_origins(self) -> list[str]:
        """The other origins, each as browsers send it."""
        return [origin.strip().rstrip("/").lower() for origin in self.origins.split(",") if origin.strip()]


def _option(setting: str) -> str:
    return f"--{setting.replace('_', '-')}"


def _is_torn(address: str) -> bool:
    """Whether a name or password in it would be taken for the host, or a part of it."""
    if "://" not in address:
        return False
    host, *rest = re.split("[/?#]", address.partition("://")[2], maxsplit=1)
    return host.count("@") > 1 or any("@" in text for text in rest)


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
