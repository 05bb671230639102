"""What is said where a model can't be asked: a title, why, and the one or two things that help."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit

from arbor_desktop.llm.model import TEMPORARY, Readiness, Trouble
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.formatting import day
from arbor_desktop.ui.status import clock_time
from arbor_desktop.ui.translation import tr, translated

OFFLINE, CLAUDE, ANTHROPIC = "offline", "claude-cli", "anthropic"
_MINUTE, _HOUR = 60, 3600


class Wish(StrEnum):
    """What a button of a trouble asks for."""

    KEY = "key"
    MODEL = "model"
    SETTINGS = "settings"
    BUDGET = "budget"
    OFFLINE = "offline"
    RETRY = "retry"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class TroubleLook:
    """`picture` is a kind of EmptyState, `glyph` an icon, `tone` danger, warn or info. `code` is what the
    service said and when, once, in mono. `actions` are (wish, words), the best first."""

    title: str
    text: str
    code: str
    glyph: str
    tone: str
    picture: str
    actions: tuple[tuple[Wish, str], ...]


def trouble_look(readiness: Readiness, now: int, waiting: int = 0, server: str = "") -> TroubleLook:
    """`waiting`: conversations that wait to be read; `server`: the address that is asked where it is not
    Anthropic's own; `now` in milliseconds."""
    if readiness.backend == OFFLINE:
        return _none_chosen()
    said = _said(readiness, now, server)
    return TroubleLook(
        said.title,
        " ".join(part for part in (said.why, _again(readiness, now), waiting_words(waiting)) if part),
        _code(readiness, now),
        said.glyph,
        said.tone,
        said.picture,
        said.actions,
    )


def waiting_words(count: int) -> str:
    """ "24 conversations are waiting; nothing was lost."; empty where none is."""
    return tr("%n conversations are waiting to be read. Nothing was lost.", None, count) if count else ""


def who(backend: str, server: str = "") -> str:
    """Who is asked, to begin a sentence: "Anthropic", "Claude", "The server at localhost:11434"."""
    if backend == CLAUDE:
        return tr("Claude")
    if server:
        return tr("The server at {host}").format(host=host_of(server))
    return tr("Anthropic")


def model_label(name: str) -> str:
    """ "Claude Haiku 5.5" of "claude-haiku-5-5-20261007"; names of other makers stay as they are."""
    parts = name.split("-")
    if parts[0] != "claude" or len(parts) < 2:
        return name
    words = [part for part in parts if not (part.isdigit() and len(part) == 8)]
    numbers = [part for part in words if part.replace(".", "").isdigit()]
    return " ".join(
        [*(part.capitalize() for part in words if part not in numbers), ".".join(numbers)]
    ).strip()


def money(dollars: float) -> str:
    """ "$4.10", "$0.004", "less than $0.001"."""
    if 0 < dollars < 0.001:
        return tr("less than $0.001")
    return f"${dollars:,.2f}" if dollars >= 0.095 or not dollars else f"${dollars:.3f}"


def duration(seconds: float) -> str:
    """ "under a minute", "about 3 min", "about 2 h"."""
    if seconds < _MINUTE:
        return tr("under a minute")
    if seconds < 1.5 * _HOUR:
        return tr("about %n min", None, max(1, round(seconds / _MINUTE)))
    return tr("about %n h", None, round(seconds / _HOUR))


def host_of(address: str) -> str:
    """ "localhost:11434" of "http://localhost:11434/v1"."""
    return urlsplit(address).netloc.rpartition("@")[2] or address


@dataclass(frozen=True, slots=True)
class _Said:
    title: str
    why: str
    glyph: str
    tone: str
    picture: str
    actions: tuple[tuple[Wish, str], ...]


def _none_chosen() -> TroubleLook:
    return TroubleLook(
        tr("No model selected"),
        tr("This feature needs a language model."),
        "",
        "sparkle",
        "info",
        "model",
        ((Wish.SETTINGS, tr("Choose model")),),
    )


def _said(readiness: Readiness, now: int, server: str) -> _Said:
    trouble, asked = readiness.trouble, who(readiness.backend, server)
    offline = (Wish.OFFLINE, tr("Read on this computer instead"))
    retry, retry_now = (Wish.RETRY, tr("Try again")), (Wish.RETRY, tr("Try now"))
    settings = (Wish.SETTINGS, tr("Open reading settings"))
    model = (Wish.MODEL, tr("Choose model"))
    where = (Wish.SETTINGS, tr("Change address")) if server else offline
    table: Mapping[Trouble, _Said] = {
        Trouble.NO_KEY: _Said(
            tr("No API key"), tr("Arbor needs an API key to use Anthropic's models."),
            "key", "warn", "no-key", ((Wish.KEY, tr("Enter API key")), offline),
        ),
        Trouble.KEY_REFUSED: _Said(
            tr("API key rejected"), tr("{who} didn't accept this API key.").format(who=asked),
            "key", "danger", "key", ((Wish.KEY, tr("Enter new API key")), offline),
        ),
        Trouble.NO_CREDIT: _Said(
            tr("No credit left"),
            tr("Your {who} account has no credit left. Add credit, then try again.").format(who=asked)
            if not server
            else tr("{who} reports that your account has no credit left.").format(who=asked),
            "warning", "warn", "budget", (retry, offline),
        ),
        Trouble.BUDGET: _Said(
            tr("Monthly budget reached"),
            f"{_first_sentence(translated(readiness.reason))} "
            + tr("Arbor will use models again on {day}.").format(day=_next_month(now)),
            "warning", "warn", "budget", ((Wish.BUDGET, tr("Raise budget")), offline),
        ),
        Trouble.RATE_LIMITED: _Said(
            tr("Too many requests"), tr("{who} reports that the rate limit was reached.").format(who=asked),
            "clock", "info", "activity", (retry_now,),
        ),
        Trouble.OVERLOADED: _Said(
            tr("The model is overloaded"), tr("{who} can't answer right now.").format(who=asked),
            "clock", "info", "activity", (retry_now,),
        ),
        Trouble.SERVER: _Said(
            tr("Service error"), tr("{who} had an internal error.").format(who=asked),
            "clock", "info", "activity", (retry_now, where),
        ),
        Trouble.NETWORK: _Said(
            tr("The model can't be reached"),
            tr("{who} isn't responding. Check the address, and make sure the server is running.").format(
                who=asked
            )
            if server
            else tr("{who} can't be reached. Check your network connection.").format(who=asked),
            "globe", "info", "network", (retry_now, where),
        ),
        Trouble.TIMEOUT: _Said(
            tr("Request timed out"), tr("{who} took too long to respond.").format(who=asked),
            "clock", "info", "activity", (retry_now, where),
        ),
        Trouble.NO_SUCH_MODEL: _Said(
            tr("Unknown model"), tr("{who} doesn't offer this model.").format(who=asked),
            "sparkle", "warn", "model-warning", (model, offline),
        ),
        Trouble.NOT_ALLOWED: _Said(
            tr("Model not allowed"),
            tr("{who} doesn't allow your account to use this model.").format(who=asked),
            "lock", "warn", "model-warning", (model, offline),
        ),
        Trouble.WRONG_ADDRESS: _Said(
            tr("Wrong address"),
            _first_sentence(translated(readiness.reason)),
            "server", "warn", "model-warning", ((Wish.SETTINGS, tr("Change address")), offline),
        ),
        Trouble.NO_PROGRAM: _Said(
            tr("Claude CLI not found"),
            tr("The claude command was not found on this computer. Install Claude Code, then try again."),
            "terminal", "warn", "terminal", (retry, offline),
        ),
        Trouble.NOT_SIGNED_IN: _Said(
            tr("Claude CLI is not signed in"),
            tr("Run claude in a terminal and sign in, then try again."),
            "terminal", "warn", "terminal", (retry, offline),
        ),
        Trouble.STOPPED: _Said(
            tr("The model is paused"), tr("You paused the model. Nothing is sent to it until you resume."),
            "pause", "info", "paused", ((Wish.RESUME, tr("Resume")),),
        ),
    }  # fmt: skip
    other = _Said(
        tr("The model couldn't answer"), translated(readiness.reason), "warning", "warn", "model-warning",
        (retry, settings),
    )  # fmt: skip
    return table.get(trouble, other) if trouble is not None else other


def _again(readiness: Readiness, now: int) -> str:
    """When it is asked again by itself."""
    if readiness.trouble not in TEMPORARY or readiness.retry_at is None:
        return ""
    if readiness.retry_at <= now:
        return tr("Arbor is trying again now.")
    return tr("Next attempt: {time}.").format(time=clock_time(readiness.retry_at, now))


def _first_sentence(text: str) -> str:
    """Up to the first full stop that is not within a number."""
    first, stop, _ = text.partition(". ")
    return first + stop.strip()


def _next_month(now: int) -> str:
    """The day on which the next month begins, local time."""
    today = datetime.fromtimestamp(now / 1000)
    year, month = (today.year + 1, 1) if today.month == 12 else (today.year, today.month + 1)
    first = round(datetime(year, month, 1).timestamp() * 1000)
    return day(first, first)


def _code(readiness: Readiness, now: int) -> str:
    """ "401 authentication_error · 14:04"."""
    if not readiness.detail or readiness.trouble in (Trouble.NO_KEY, Trouble.BUDGET, Trouble.STOPPED):
        return ""
    at = "" if readiness.at is None else f" · {clock_time(readiness.at, now)}"
    return f"{readiness.detail}{at}"
