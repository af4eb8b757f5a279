"""What stands before every request: size, speed and the headers of every answer."""

from __future__ import annotations

import json

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.server import metrics
from rowlock.server.limits import RateLimit, TooMuch, whose

LARGEST_BODY = 64 * 1024

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_NOT_KEPT = (b"cache-control", b"no-store")
"""An answer is true now; what a cache kept would not be."""


class BodyTooLarge(HTTPException):
    """More was sent than is taken."""

    def __init__(self) -> None:
        super().__init__(413, f"at most {LARGEST_BODY} bytes")


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, limit: RateLimit) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
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
                kept = [_NOT_KEPT] if is_call else []
                message = {**message, "headers": [*message.get("headers", []), *_HEADERS, *kept]}
            await send(message)

        try:
            if is_call and scope["path"] != "/api/health":
                self._limit.take(whose(scope["client"][0]) if scope.get("client") else "")
            await self._app(scope, counted, with_headers)
        except TooMuch as refusal:
            metrics.REFUSALS.labels(refusal.code).inc()
            retry = (b"retry-after", str(refusal.wait).encode())
            await _answer(with_headers, 429, refusal.code, str(refusal), dict(refusal.facts), retry)


async def _answer(
    send: Send, status: int, code: str, text: str, facts: dict[str, str | int], *headers: tuple[bytes, bytes]
) -> None:
    body = json.dumps({"code": code, "message": text, "facts": facts}).encode()
    kind = (b"content-type", b"application/json")
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [kind, length, *headers]})
    await send({"type": "http.response.body", "body": body})
