"""Who may talk to the server at all: pages of its own, under a name of its own.

A page of another site can make the browser send requests here, and with DNS rebinding even under that site's name. So
the name that was asked for (Host) and the page that asks (Origin) must be ours; everything else is refused before
anything is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What our own pages may load. Whatever else is opened by itself, such as a picture, may load nothing.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
POLICY = "default-src 'none'; frame-ancestors 'none'"
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def own_names(port: int, others: Iterable[str] = ()) -> frozenset[str]:
    """The values of Host that mean this server; ``others`` are names under which a proxy offers it."""
    return frozenset({f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", *(name.lower() for name in others)})


class OriginCheck:
    """Refuses foreign hosts and origins, and sends the headers that keep foreign content out of our pages."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app = app
        self.names = names

    def refusal(self, headers: Headers) -> str | None:
        if headers.get("host", "").lower() not in self.names:
            return "this server does not go by that name"
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] not in self.names:
            return "pages of other sites may not use this server"
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return "pages of other sites may not use this server"
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        reason = self.refusal(Headers(scope=scope))
        if reason is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": reason})  # becomes a 403
        else:
            await PlainTextResponse(f"{reason}\n", 403)(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            is_page = headers.get("content-type", "").startswith("text/html")
            headers["Content-Security-Policy"] = PAGE_POLICY if is_page else POLICY
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sending
