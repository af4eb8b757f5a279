"""A Chromium for the tests: the one that is named, the one that is there, or one that is installed now."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "ROWLOCK_CHROMIUM"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell without windows is the same engine, starts faster and needs less memory."""
HOME_NETWORK = "rowlock.test"
"""A name for this machine that browsers don't trust as they trust localhost: so guests in a home network see it."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
    f"--host-resolver-rules=MAP {HOME_NETWORK} 127.0.0.1",
)
"""Root may not use the sandbox, /dev/shm is small in containers, and without a card its stand-in only costs time."""


class NoBrowser(Exception):
    """There is no Chromium, and none could be installed."""


def find_chromium() -> str | None:
    """The path of a Chromium; none for the one that playwright has itself. Raises `NoBrowser`."""
    if named := os.environ.get(VARIABLE):
        if not Path(named).is_file():
            raise NoBrowser(f"{VARIABLE} names {named}, and there is no such file.")
        return named
    with _one_at_a_time():
        if found := _on_path():
            return found
        _install_with_apt()
        if found := _on_path():
            return found
        if _playwrights_own() or _install_with_playwright():
            return None
    raise NoBrowser(
        "The tests of the page need a Chromium, and none could be found or installed: "
        f"install the package chromium, or name one in {VARIABLE}."
    )


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Several test processes may look for a browser at the same time; one of them installs it."""
    with (Path(tempfile.gettempdir()) / "rowlock-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _install_with_apt() -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "--quiet", "update"], environment)
    for package in NAMES[:2]:
        if _run(["apt-get", "--quiet", "install", "--yes", "--no-install-recommends", package], environment):
            return


def _playwrights_own() -> bool:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).is_file()


def _install_with_playwright() -> bool:
    return _run([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))


def _run(command: list[str], environment: dict[str, str]) -> bool:
    try:
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
