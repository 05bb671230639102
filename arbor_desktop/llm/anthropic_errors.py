"""Errors of Anthropic's SDK and of the network as failures that tell a person what happened and what to do.

The kinds of errors: https://platform.claude.com/docs/en/api/errors. Other servers word theirs in their own
way: Ollama `{"error": {"message"}}`, LM Studio and llama.cpp the same, FastAPI's (LiteLLM) `{"detail"}`.
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

from arbor_desktop.llm.model import Access, ModelFailed, Trouble, Usage, is_own
from arbor_desktop.text.sentence import Sentence

KIND_CHARS = 60
TEXT_CHARS = 200
"""Characters of a server's message that are shown."""
LONGEST_WAIT = 7 * 86_400.0
"""Seconds; longer waits that a server names are cut to this."""
CUT = Sentence("The connection was lost during the answer. Arbor will try again later.")
_BETWEEN = Sentence(
    "The answer did not come from Anthropic's service. A proxy or a network sign-in page may have "
    "replaced it. Check the network."
)
_TOO_LONG = ("prompt is too long", "exceed context limit", "context length", "context size")


class Malformed(Exception):
    """An answer that is not of the protocol. `page`: it is a web page."""

    def __init__(self, message: str, *, page: bool = False) -> None:
        super().__init__(message)
        self.page = page


def server_of(access: Access) -> str:
    """Return the server as it is shown: without a password that its address contains."""
    if is_own(access.base_url):
        return Sentence("Anthropic's service")
    parts = urlsplit(access.base_url)
    host = parts.hostname or access.base_url
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "")


def failed(error: BaseException, access: Access, usage: Usage | None = None) -> ModelFailed:
    """Return the failure for an error. `usage` is what was paid before it, where known."""
    if isinstance(error, ModelFailed):
        return error
    if isinstance(error, anthropic.APIStatusError):
        headers = error.response.headers
        found = by_status(error.status_code, error.body, access, retry_after(headers), headers)
    elif isinstance(error, Malformed):
        found = _malformed(error, access)
    elif isinstance(error, anthropic.APIConnectionError | httpx2.HTTPError | httpx2.InvalidURL | OSError):
        found = _by_connection(error, access)
    elif isinstance(error, anthropic.APIResponseValidationError):
        found = _malformed(Malformed(type(error).__name__), access)
    else:
        name = type(error).__name__
        found = ModelFailed("The model could not be asked.", Trouble.INVALID, detail=name)
    found.usage = usage or found.usage
    return found


# -- the server answered with an error --


def by_status(
    status: int, body: object, access: Access, wait: float | None = None, headers: Any = None
) -> ModelFailed:
    """Return the failure for a status and the body of an error. 200 is an error in the middle of a stream."""
    kind, text = (_harmless(one, access) for one in parsed(body))
    kind = kind[:KIND_CHARS]
    trouble, message = _trouble(status, kind, text, access, str((headers or {}).get("location", "")))
    detail = f"{status if status != 200 else ''} {kind}".strip()
    return ModelFailed(message, trouble, detail=detail or "error", retry_after=wait)


def parsed(body: object) -> tuple[str, str]:
    """Return the kind of an error and the server's message, "" where it has none."""
    if not isinstance(body, dict):
        return "", ""
    inner = body.get("error", body)
    if isinstance(inner, str):
        return "", inner
    if not isinstance(inner, dict):
        return "", ""
    kind, text = inner.get("type"), inner.get("message", inner.get("detail"))
    return (kind if isinstance(kind, str) else ""), text if isinstance(text, str) else ""


def _trouble(status: int, kind: str, text: str, access: Access, target: str) -> tuple[Trouble, str]:
    server, lowered = server_of(access), text.casefold()
    if 300 <= status < 400:
        return _redirected(access, target)
    if status == 401 or kind == "authentication_error":
        return Trouble.KEY_REFUSED, Sentence(
            "{server} did not accept the API key. Enter a new one.", server=server
        )
    if _is_money(status, kind, lowered):
        message = Sentence(
            "{server} reports that the account has no credit left. Add credit or raise the limit, "
            "then try again.",
            server=server,
        )
        return Trouble.NO_CREDIT, _with_quote(message, text)
    if status == 403 or kind == "permission_error":
        message = Sentence(
            "{server} does not allow this key to use the model. Choose another model or key.", server=server
        )
        return Trouble.NOT_ALLOWED, _with_quote(message, text)
    if status in (404, 405) or kind == "not_found_error":
        return _not_found(kind, lowered, access)
    if status == 413 or any(words in lowered for words in _TOO_LONG):
        return Trouble.TOO_LONG, Sentence("The text is too long for this model.")
    if status == 407:
        return Trouble.NETWORK, Sentence(
            "The network proxy requires a sign-in. Check your system's proxy settings."
        )
    if status == 429 or kind == "rate_limit_error":
        return Trouble.RATE_LIMITED, Sentence(
            "{server}: rate limit reached. Arbor will try again later.", server=server
        )
    if status in (503, 529) or kind == "overloaded_error":
        return Trouble.OVERLOADED, Sentence(
            "{server} is overloaded. Arbor will try again later.", server=server
        )
    if status in (408, 504) or kind == "timeout_error":
        return Trouble.TIMEOUT, Sentence(
            "{server} took too long to answer. Arbor will try again later.", server=server
        )
    if status >= 500 or status == 200:
        message = Sentence("{server} reported an error. Arbor will try again later.", server=server)
        return Trouble.SERVER, _with_quote(message, text)
    message = Sentence("{server} rejected the request ({status}).", server=server, status=status)
    return Trouble.BAD_REQUEST, _with_quote(message, text)


def _with_quote(message: Sentence, text: str) -> Sentence:
    """Return a message with what the service says, if it says anything."""
    return Sentence("{message} Server message: {text}", message=message, text=text) if text else message


def _is_money(status: int, kind: str, text: str) -> bool:
    """A limit that a person set is a 400 and says "usage limits", one without credit "credit balance"."""
    return (
        status == 402
        or kind == "billing_error"
        or "credit balance" in text
        or (status in (400, 429) and ("usage limits" in text or "extra usage" in text))
    )


def _not_found(kind: str, text: str, access: Access) -> tuple[Trouble, str]:
    if is_own(access.base_url) and not kind:
        return Trouble.NETWORK, _BETWEEN
    if is_own(access.base_url):
        return Trouble.NO_SUCH_MODEL, Sentence(
            "Anthropic's service has no model named {model}. Choose another model.", model=access.model
        )
    if kind or "model" in text:
        return Trouble.NO_SUCH_MODEL, Sentence(
            "{server} has no model named {model}. Choose another model, or load this one on the server.",
            server=server_of(access), model=access.model,
        )  # fmt: skip
    return _wrong_address(access)


def _wrong_address(access: Access) -> tuple[Trouble, str]:
    return Trouble.WRONG_ADDRESS, Sentence(
        "The server at {server} does not speak Anthropic's protocol. Check the address in Settings → "
        "Reading.",
        server=server_of(access),
    )


def _redirected(access: Access, target: str) -> tuple[Trouble, str]:
    """Redirections are not followed: the key would go along."""
    parts = urlsplit(target)
    where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else "…"
    if is_own(access.base_url):
        return Trouble.NETWORK, Sentence(
            "Requests to Anthropic's service are redirected to {address}. A proxy or a network "
            "sign-in page may be the cause. Check the network.",
            address=where,
        )
    return Trouble.WRONG_ADDRESS, Sentence(
        "{server} redirects to {address}. Enter the right address in Settings → Reading.",
        server=server_of(access), address=where,
    )  # fmt: skip


def _malformed(error: Malformed, access: Access) -> ModelFailed:
    detail = "a web page" if error.page else "not the protocol"
    if is_own(access.base_url):
        return ModelFailed(_BETWEEN, Trouble.NETWORK, detail=detail)
    if error.page:
        trouble, message = _wrong_address(access)
        return ModelFailed(message, trouble, detail=detail)
    message = Sentence("Arbor can't read the answer from {server}.", server=server_of(access))
    return ModelFailed(message, Trouble.INVALID, detail=detail)


# -- there was no answer --


def _by_connection(error: BaseException, access: Access) -> ModelFailed:
    # What an attempt met before the time was over is not why there is no answer.
    causes = [error] if isinstance(error, TimeoutError) else list(_causes(error))
    server, own = server_of(access), is_own(access.base_url)

    def any_of(*kinds: type[BaseException]) -> bool:
        return any(isinstance(cause, kinds) for cause in causes)

    message: str
    trouble, message, detail = Trouble.NETWORK, CUT, "connection lost"
    if any_of(httpx2.UnsupportedProtocol, httpx2.InvalidURL, httpx2.LocalProtocolError):
        (trouble, message), detail = _wrong_address(access), "address"
    elif any_of(ssl.SSLCertVerificationError):
        detail = "certificate"
        message = Sentence(
            "The certificate of {server} is not trusted. If you use a proxy, set the environment "
            "variable SSL_CERT_FILE to the path of the proxy's certificate file.",
            server=server,
        )
    elif any_of(ssl.SSLError):
        detail = "TLS"
        message = Sentence(
            "Couldn't connect securely to {server}. Check whether its address should start with "
            "http or https.",
            server=server,
        )
    elif any_of(httpx2.ProxyError):
        detail = "proxy"
        message = Sentence("The network proxy refused the connection. Check your system's proxy settings.")
    elif any_of(socket.gaierror):
        detail = "name not found"
        message = Sentence(
            "{host} can't be found. Check the address and the network.",
            host=urlsplit(access.base_url).hostname,
        )
        if own:
            message = Sentence("Anthropic's service can't be found. Is this computer online?")
    elif any_of(httpx2.ConnectError, httpx2.ConnectTimeout):
        detail = "no connection"
        message = Sentence("{server} can't be reached. Is the server running?", server=server)
        if own:
            message = Sentence("Anthropic's service can't be reached. Check the network.")
    elif any_of(anthropic.APITimeoutError, httpx2.TimeoutException, TimeoutError):
        trouble, detail = Trouble.TIMEOUT, "time-out"
        message = Sentence(
            "{server} did not answer within {seconds} seconds. Arbor will try again later. For a "
                "slow model, set a longer timeout in Settings → Reading.",
            server=server, seconds=f"{access.timeout:g}",
        )  # fmt: skip
    return ModelFailed(message, trouble, detail=detail)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        if isinstance(error, BaseExceptionGroup):  # one for each address of a host
            for inner in error.exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__


def retry_after(headers: Any) -> float | None:
    """Return the pause in seconds that the server asks for; None where it names none or nonsense."""
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


def _harmless(text: str, access: Access) -> str:
    """Return a server's message, short, printable and without the key, which some repeat."""
    if access.key and len(access.key) > 4:
        text = text.replace(access.key, "[key]")
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= TEXT_CHARS else text[: TEXT_CHARS - 1].rstrip() + "…"
