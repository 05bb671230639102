"""What the errors of Anthropic's SDK and of what lies between mean to a person: what happened, what to do.

The kinds of errors: https://platform.claude.com/docs/en/api/errors. Servers of one's own word theirs in their
own way: Ollama `{"error": {"message"}}`, LM Studio and llama.cpp the same, FastAPI's (LiteLLM) `{"detail"}`.
"""

from __future__ import annotations

import email.utils
import math
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import anthropic
import httpx2

from arbor_desktop.models.model import Access, ModelFailed, Trouble, Usage

OWN_HOST = "api.anthropic.com"
KIND_CHARS = 60
SAID_CHARS = 200
"""So much of what a server says is shown."""
LONGEST_WAIT = 7 * 86_400.0
"""A server that names a longer wait, in seconds, is believed so far."""
_BETWEEN = (
    "Something between this computer and Anthropic's service answered in its place: a proxy, or a network "
    "that wants a sign-in."
)
CUT = "The connection was lost in the middle of the answer; it is asked again in a while."


class Garbled(Exception):
    """An answer that is not of the protocol. `page`: it is a web page."""

    def __init__(self, message: str, *, page: bool = False) -> None:
        super().__init__(message)
        self.page = page


def is_own(access: Access) -> bool:
    """Whether this is Anthropic's own service, not a server of one's own."""
    return not access.base_url or urlsplit(access.base_url).hostname == OWN_HOST


def server_of(access: Access) -> str:
    """How a person is told of the server: without a password that stands in its address."""
    if is_own(access):
        return "Anthropic's service"
    parts = urlsplit(access.base_url)
    host = parts.hostname or access.base_url
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "")


def failed(error: BaseException, access: Access, usage: Usage | None = None) -> ModelFailed:
    """`usage`: what was paid before it failed, where that is known."""
    if isinstance(error, ModelFailed):
        return error
    if isinstance(error, anthropic.APIStatusError):
        wait = retry_after(error.response.headers)
        found = by_status(error.status_code, error.body, access, wait, error.response.headers)
    elif isinstance(error, Garbled):
        found = _garbled(error, access)
    elif isinstance(error, anthropic.APIConnectionError | httpx2.HTTPError | httpx2.InvalidURL | OSError):
        found = _by_connection(error, access)
    elif isinstance(error, anthropic.APIResponseValidationError | ValueError):
        found = _garbled(Garbled(type(error).__name__), access)
    else:
        name = type(error).__name__
        found = ModelFailed("The model could not be asked.", Trouble.INVALID, detail=name)
    found.usage = usage or found.usage
    return found


# -- the server answered with an error --


def by_status(
    status: int, body: object, access: Access, wait: float | None = None, headers: Any = None
) -> ModelFailed:
    """`status` 200 is an error in the middle of a stream."""
    kind, said = told(body)
    kind = _harmless(kind, access)[:KIND_CHARS]
    said = _harmless(said, access)
    trouble, message = _trouble(status, kind, said, access, headers or {})
    detail = f"{status if status != 200 else ''} {kind}".strip()
    return ModelFailed(message, trouble, detail=detail or "error", retry_after=wait)


def told(body: object) -> tuple[str, str]:
    """The kind of an error and what the server says of it, "" where it doesn't."""
    if not isinstance(body, dict):
        return "", ""
    inner = body.get("error", body)
    if isinstance(inner, str):
        return "", inner
    if not isinstance(inner, dict):
        return "", ""
    kind, said = inner.get("type"), inner.get("message", inner.get("detail"))
    return (kind if isinstance(kind, str) else ""), said if isinstance(said, str) else ""


def _trouble(status: int, kind: str, said: str, access: Access, headers: Any) -> tuple[Trouble, str]:
    server, lowered = server_of(access), said.casefold()
    if 300 <= status < 400:
        return _redirected(access, str(headers.get("location", "")))
    if status == 401 or kind == "authentication_error":
        return Trouble.KEY_REFUSED, f"{_capital(server)} did not accept the API key. Enter a new one."
    if _is_money(status, kind, lowered):
        return Trouble.NO_CREDIT, (
            f"{_capital(server)} says that nothing may be spent any more. Add credit there or raise the "
            f"limit, then try again.{_quoted(said)}"
        )
    if status == 403 or kind == "permission_error":
        return Trouble.NOT_ALLOWED, (
            f"{_capital(server)} does not let this key use the model. Choose another model or key."
            f"{_quoted(said)}"
        )
    if status in (404, 405) or kind == "not_found_error":
        return _not_found(kind, said, access)
    if status == 413 or _is_too_long(lowered):
        return Trouble.TOO_LONG, "The text is too long for this model."
    return _passing(status, kind, said, access)


def _passing(status: int, kind: str, said: str, access: Access) -> tuple[Trouble, str]:
    server = _capital(server_of(access))
    if status == 407:
        return Trouble.NETWORK, "The network's proxy wants a sign-in. Check the system's proxy settings."
    if status == 429 or kind == "rate_limit_error":
        return Trouble.RATE_LIMITED, f"{server}: the rate limit is reached. It is asked again in a while."
    if status in (503, 529) or kind == "overloaded_error":
        return Trouble.OVERLOADED, f"{server} is overloaded. It is asked again in a while."
    if status in (408, 504) or kind == "timeout_error":
        return Trouble.TIMEOUT, f"{server} took too long to answer. It is asked again in a while."
    if status >= 500 or status == 200:
        return Trouble.SERVER, f"{server} failed. It is asked again in a while.{_quoted(said)}"
    return Trouble.BAD_REQUEST, f"{server} refused the question ({status}).{_quoted(said)}"


def _is_money(status: int, kind: str, said: str) -> bool:
    """A limit that a person set is a 400 and says "usage limits", one without credit "credit balance"."""
    return (
        status == 402
        or kind == "billing_error"
        or "credit balance" in said
        or (status in (400, 429) and ("usage limits" in said or "extra usage" in said))
    )


def _is_too_long(said: str) -> bool:
    return any(
        words in said
        for words in ("prompt is too long", "exceed context limit", "context length", "context size")
    )


def _not_found(kind: str, said: str, access: Access) -> tuple[Trouble, str]:
    if is_own(access) and not kind:
        return Trouble.NETWORK, _BETWEEN
    if is_own(access):
        return Trouble.NO_SUCH_MODEL, (
            f"Anthropic's service does not know the model {access.model}. Choose another one."
        )
    if kind or "model" in said.casefold():
        return Trouble.NO_SUCH_MODEL, (
            f"{server_of(access)} has no model {access.model}. Choose another one, or load it there."
        )
    return _wrong_address(access)


def _wrong_address(access: Access) -> tuple[Trouble, str]:
    return Trouble.WRONG_ADDRESS, (
        f"What answers at {server_of(access)} does not speak Anthropic's protocol. Check the address in "
        "Settings → Extraction."
    )


def _redirected(access: Access, target: str) -> tuple[Trouble, str]:
    """Nothing is sent on to where a server points: the key would go along."""
    parts = urlsplit(target)
    where = f" to {parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else ""
    if is_own(access):
        return Trouble.NETWORK, (
            f"Something between this computer and Anthropic's service points elsewhere{where}: a proxy, or a "
            "network that wants a sign-in."
        )
    return Trouble.WRONG_ADDRESS, (
        f"{server_of(access)} points elsewhere{where}. Enter the right address in Settings → Extraction."
    )


def _garbled(error: Garbled, access: Access) -> ModelFailed:
    detail = "a web page" if error.page else "not the protocol"
    if is_own(access):
        return ModelFailed(_BETWEEN, Trouble.NETWORK, detail=detail)
    if error.page:
        trouble, message = _wrong_address(access)
        return ModelFailed(message, trouble, detail=detail)
    message = f"{server_of(access)} answered with something that can't be understood."
    return ModelFailed(message, Trouble.INVALID, detail=detail)


# -- there was no answer --


def _by_connection(error: BaseException, access: Access) -> ModelFailed:
    causes, server = list(_causes(error)), server_of(access)

    def any_of(*kinds: type[BaseException]) -> bool:
        return any(isinstance(cause, kinds) for cause in causes)

    if any_of(httpx2.UnsupportedProtocol, httpx2.InvalidURL, httpx2.LocalProtocolError):
        trouble, message = _wrong_address(access)
        return ModelFailed(message, trouble, detail="address")
    if any_of(ssl.SSLCertVerificationError):
        message = (
            f"The certificate of {server} can't be trusted. A proxy of the network may stand between; its "
            "certificate must be known to this computer (SSL_CERT_FILE)."
        )
        return ModelFailed(message, Trouble.NETWORK, detail="certificate")
    if any_of(ssl.SSLError):
        message = f"No safe connection to {server} could be made. Is the address right (http, https)?"
        return ModelFailed(message, Trouble.NETWORK, detail="TLS")
    if any_of(httpx2.ProxyError):
        message = "The network's proxy refused the connection. Check the system's proxy settings."
        return ModelFailed(message, Trouble.NETWORK, detail="proxy")
    if any_of(socket.gaierror):
        return _unknown_host(access)
    if any_of(httpx2.ConnectError, httpx2.ConnectTimeout):
        return _unreachable(access)
    if any_of(anthropic.APITimeoutError, httpx2.TimeoutException, TimeoutError):
        return timed_out(access)
    return ModelFailed(CUT, Trouble.NETWORK, detail="connection lost")


def timed_out(access: Access) -> ModelFailed:
    message = (
        f"{_capital(server_of(access))} did not answer for {access.timeout:g} seconds. It is asked again in "
        "a while; a slow model needs a longer time-out (Settings → Extraction)."
    )
    return ModelFailed(message, Trouble.TIMEOUT, detail="time-out")


def _unknown_host(access: Access) -> ModelFailed:
    if is_own(access):
        message = "Anthropic's service can't be found. Is this computer online?"
    else:
        message = f"There is no {urlsplit(access.base_url).hostname}. Check the address and the network."
    return ModelFailed(message, Trouble.NETWORK, detail="name not found")


def _unreachable(access: Access) -> ModelFailed:
    if is_own(access):
        message = "Anthropic's service can't be reached. Check the network."
    else:
        message = f"{server_of(access)} can't be reached. Is the server running?"
    return ModelFailed(message, Trouble.NETWORK, detail="no connection")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        if isinstance(error, BaseExceptionGroup):  # one for each address of a host
            for inner in error.exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__


# -- parts --


def retry_after(headers: Any) -> float | None:
    """Seconds that the server wants to be left alone, None where it doesn't say or says nonsense."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        text = str(headers.get(name, "")).strip()
        try:
            seconds = float(text) / unit
        except ValueError:
            date = email.utils.parsedate_tz(text) if text else None
            if date is None:
                continue
            seconds = email.utils.mktime_tz(date) - time.time()
        if math.isfinite(seconds) and seconds >= 0:
            return min(seconds, LONGEST_WAIT)
    return None


def _harmless(said: str, access: Access) -> str:
    """What a server says, short and without the key, which some repeat."""
    if access.key and len(access.key) > 4:
        said = said.replace(access.key, "[key]")
    said = " ".join("".join(char if char.isprintable() else " " for char in said).split())
    return said if len(said) <= SAID_CHARS else said[: SAID_CHARS - 1].rstrip() + "…"


def _quoted(said: str) -> str:
    return f" It says: {said}" if said else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if not text.startswith("http") else text
