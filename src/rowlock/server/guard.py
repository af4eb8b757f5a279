"""What stands before every request: whom it was meant for, size, speed and the headers of every answer."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Collection

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.server import metrics
from rowlock.server.house import House, comes_from_outside
from rowlock.server.limits import RateLimit, TooMuch, whose
from rowlock.server.logs import REQUEST, request_id

log = logging.getLogger("rowlock.calls")

LARGEST_BODY = 64 * 1024
PORT = re.compile(r":\d+$")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_NOT_KEPT = (b"cache-control", b"no-store")
"""An answer is true now; what a cache kept would not be, unless the call itself says how long it is."""


class BodyTooLarge(HTTPException):
    """More was sent than is taken."""

    def __init__(self) -> None:
        super().__init__(413, f"at most {LARGEST_BODY} bytes")


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, limit: RateLimit, hosts: Collection[str], house: House) -> None:
        """Where any hosts are named, what was meant for another one is refused: a foreign page may have led the browser
        here under its own name (DNS rebinding), and would then read what it likes. Whoever comes from the house calls
        us by our address there, and reaches only what is open to it."""
        self._app, self._limit, self._hosts, self._house = app, limit, hosts, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it here."""
        if self._hosts and scope["type"] != "lifespan":
            visitor = self._house.possible and comes_from_outside(scope)
            hosts = (self._house.address.rpartition(":")[0],) if visitor else self._hosts
            if host_of(scope) not in hosts:
                await _turn_away(scope, receive, send, "foreign-host", "this server is not called like that")
                return
            if visitor and not self._house.lets_in(scope):
                await _turn_away(scope, receive, send, "house-guest", "this is not open to the network")
                return
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        request = request_id(given)
        REQUEST.set(request)
        identity = (b"x-request-id", request.encode())
        if scope["type"] == "websocket":

            async def with_identity(message: Message) -> None:
                if message["type"] == "websocket.accept":
                    message = {**message, "headers": [*message.get("headers", []), identity]}
                await send(message)

            await self._app(scope, receive, with_identity)
            return
        method = scope["method"]
        if method == "HEAD":  # whatever can be read: what it says of itself, without itself
            scope = {**scope, "method": "GET"}
        began = time.monotonic()
        taken, is_call = 0, scope["path"].startswith("/api/")

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY:
                raise BodyTooLarge  # in the call that reads it, which answers like to any other refusal
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = message.get("headers", [])
                says_so = any(name == b"cache-control" for name, _ in told)
                kept = [_NOT_KEPT] if is_call and not says_so else []
                message = {**message, "headers": [*told, *_HEADERS, *kept, identity]}
                if log.isEnabledFor(logging.DEBUG):
                    took = round(time.monotonic() - began, 4)
                    facts = {"method": method, "path": scope["path"], "seconds": took}
                    log.debug("answered", extra={**facts, "status": message["status"]})
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        try:
            if is_call and scope["path"] != "/api/health":
                self._limit.take(whose(scope["client"][0]) if scope.get("client") else "")
            await self._app(scope, counted, with_headers)
        except TooMuch as refusal:
            metrics.REFUSALS.labels(refusal.code).inc()
            retry = (b"retry-after", str(refusal.wait).encode())
            await _answer(with_headers, 429, refusal.code, str(refusal), dict(refusal.facts), retry)


def host_of(scope: Scope) -> str:
    """The name under which this server was called, without the port."""
    given = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    return PORT.sub("", given).lower()


async def _turn_away(scope: Scope, receive: Receive, send: Send, code: str, text: str) -> None:
    metrics.REFUSALS.labels(code).inc()
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await _answer(send, 403, code, text, {})


async def _answer(
    send: Send, status: int, code: str, text: str, facts: dict[str, str | int], *headers: tuple[bytes, bytes]
) -> None:
    body = json.dumps({"code": code, "message": text, "facts": facts}).encode()
    kind = (b"content-type", b"application/json")
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [kind, length, *headers]})
    await send({"type": "http.response.body", "body": body})
