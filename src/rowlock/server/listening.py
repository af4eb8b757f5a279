"""The sockets at which a server listens, or one sentence that says why there can be none."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any

BACKLOG = 2048
NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class PortTaken(ValueError):
    """Another program listens there."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets at every address of a host, which take connections from now on. Raises `ValueError`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise ValueError(_no_host(host)) from None
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in dict.fromkeys(found):
            try:
                sockets.append(_listening(family, address))
            except OSError as error:
                if error.errno not in NOT_HERE:  # a machine without IPv6, say
                    raise
    except OSError as error:
        for opened in sockets:
            opened.close()
        raise _problem(error, host, port) from None
    if not sockets:
        raise ValueError(_no_host(host))
    return sockets


def address_on_network() -> str | None:
    """Under which address others on the same network find this machine, if there is a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: only the way there is looked up
        except OSError:
            return None
        return str(asking.getsockname()[0])


def _listening(family: int, address: Any) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two programs share a port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind(address)
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    opened.set_inheritable(True)
    return opened


def _problem(error: OSError, host: str, port: int) -> ValueError:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(f"port {port} is taken: another program listens there; choose another with --port")
    if error.errno == errno.EACCES:
        return ValueError(f"port {port} is for the system only: choose one from 1024 on with --port")
    return ValueError(f"nothing can listen at {host} port {port}: {error.strerror}")


def _no_host(host: str) -> str:
    return (
        f"{host!r} is no address of this machine: "
        "choose one with --host, such as 127.0.0.1, or 0.0.0.0 for all that it has"
    )
