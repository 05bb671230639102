"""What an error of the `claude` command means to a person: what happened, and what to do. Pure functions.

Which words it uses: https://code.claude.com/docs/en/errors, and for what older versions said
github.com/anthropics/claude-code issues 11429 (`Claude AI usage limit reached|1762952400`), 5666 and 6270
(`Invalid API key · …`). Categories: https://code.claude.com/docs/en/headless, "Handle API retries".
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arbor_desktop.models.model import ModelFailed, Trouble, Usage

UNKNOWN_RESET_SECONDS = 900.0
"""When a plan's limit ends and the command does not say when, it is asked again after so long."""
MOST_SAID = 240

_BY_CATEGORY = {
    "authentication_failed": Trouble.NOT_SIGNED_IN,
    "cloud_credential_error": Trouble.NOT_SIGNED_IN,
    "oauth_org_not_allowed": Trouble.NOT_ALLOWED,
    "account_on_hold": Trouble.NOT_ALLOWED,
    "billing_error": Trouble.NO_CREDIT,
    "rate_limit": Trouble.RATE_LIMITED,
    "overloaded": Trouble.OVERLOADED,
    "model_not_found": Trouble.NO_SUCH_MODEL,
    "server_error": Trouble.SERVER,
    "max_output_tokens": Trouble.CUT,
}
_BY_WORDS = tuple(
    (re.compile(words, re.IGNORECASE), trouble)
    for words, trouble in (
        (r"spend limit|shared budget|individual usage limit|usage credits required", Trouble.NO_CREDIT),
        (r"credit balance", Trouble.NO_CREDIT),
        (r"temporarily limiting requests", Trouble.OVERLOADED),
        (r"usage limit|hit your .{0,40}limit|limit reached|rate.?limit|\(429\)", Trouble.RATE_LIMITED),
        (r"account is on hold|organization has (?:been )?disabled|does not have access to claude",
         Trouble.NOT_ALLOWED),
        (r"/login|not logged in|log ?in again|invalid api key|invalid auth token|oauth (?:token|session)",
         Trouble.NOT_SIGNED_IN),
        (r"failed to authenticate|authentication (?:required|method|failed)|login expired|\b401\b",
         Trouble.NOT_SIGNED_IN),
        (r"credentials expired|could not load .{0,30}credentials|cloud gateway sign-in",
         Trouble.NOT_SIGNED_IN),
        (r"prompt is too long|input is too long|exceeds? the context", Trouble.TOO_LONG),
        (r"output token maximum|max_output_tokens", Trouble.CUT),
        (r"usage policy|violate our", Trouble.REFUSED),
        (r"issue with the selected model|model.{0,60}(?:not exist|not found)|not_found_error",
         Trouble.NO_SUCH_MODEL),
        (r"support this model", Trouble.NO_SUCH_MODEL),
        (r"overloaded|\b529\b|high load", Trouble.OVERLOADED),
        (r"request timed out|timed out|\b504\b", Trouble.TIMEOUT),
        (r"connect|network|internet|econn|enotfound|eai_again|socket|proxy|certificate|mid-response"
         r"|no response from api|stopped arriving|before a response was produced", Trouble.NETWORK),
        (r"api error: 5\d\d|internal server error|malformed response", Trouble.SERVER),
    )
)  # fmt: skip
_MESSAGES = {
    Trouble.NOT_SIGNED_IN: (
        "Claude Code is not signed in. Open a terminal, run claude, sign in with /login, then try again. "
        "A key in ANTHROPIC_API_KEY is not used here."
    ),
    Trouble.NOT_ALLOWED: "The account that Claude Code is signed in with may not be used for this.",
    Trouble.NO_CREDIT: (
        "The account that Claude Code is signed in with has nothing left to spend. Raise its limit, or "
        "choose another way to read conversations."
    ),
    Trouble.RATE_LIMITED: "Claude's rate limit is reached; it is asked again in a while.",
    Trouble.OVERLOADED: "Claude is overloaded; it is asked again in a while.",
    Trouble.SERVER: "Claude failed; it is asked again in a while.",
    Trouble.NETWORK: "Claude can't be reached. Check the network.",
    Trouble.TIMEOUT: "Claude took too long to answer; it is asked again in a while.",
    Trouble.NO_SUCH_MODEL: "The claude command does not know this model. Choose another one.",
    Trouble.TOO_LONG: "The text is too long for this model.",
    Trouble.CUT: "The model's answer was longer than allowed, and was cut off.",
    Trouble.REFUSED: "The model refused to answer.",
}
_OF_THE_PLAN = re.compile(r"usage limit|hit your|limit reached", re.IGNORECASE)
_EPOCH = re.compile(r"\|\s*(\d{10})(?:\d{3})?\b")
_RESETS = re.compile(
    r"resets?\s+(?:at\s+)?(?:(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+"
    r"(?P<day>\d{1,2}),?\s+(?:at\s+)?)?(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>[ap]m)"
    r"(?:\s*\(?(?P<zone>[A-Za-z]+(?:/[A-Za-z0-9_+\-]+)*)\)?)?",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def failed(
    said: str,
    now: datetime,
    *,
    category: str = "",
    status: int | None = None,
    resets_at: float | None = None,
    usage: Usage | None = None,
) -> ModelFailed:
    """The failure that `said` tells of. `category` and `status` are the command's own words for it, where it
    has them; `resets_at` (seconds since 1970) is when a limit ends; `now` has a time zone."""
    trouble = trouble_of(said, category, status)
    shown = shortened(said)
    detail = " ".join(part for part in (str(status or ""), category) if part) or shown
    wait = _wait(said, now, resets_at) if trouble is Trouble.RATE_LIMITED else None
    return ModelFailed(
        _message(trouble, shown, now, wait), trouble, detail=detail, retry_after=wait, usage=usage
    )


def trouble_of(said: str, category: str = "", status: int | None = None) -> Trouble:
    """What `said` tells of; the words first where they are more exact than their category."""
    by_words = next((trouble for words, trouble in _BY_WORDS if words.search(said)), None)
    if category in _BY_CATEGORY:
        named = _BY_CATEGORY[category]
        exact = named is Trouble.RATE_LIMITED and by_words is Trouble.NO_CREDIT
        return Trouble.NO_CREDIT if exact else named
    if by_words is not None:
        return by_words
    by_status = {401: Trouble.NOT_SIGNED_IN, 403: Trouble.NOT_ALLOWED, 404: Trouble.NO_SUCH_MODEL}
    if status in by_status:
        return by_status[status]
    if status == 429:
        return Trouble.RATE_LIMITED
    if status == 529:
        return Trouble.OVERLOADED
    if status is not None and status >= 500:
        return Trouble.SERVER
    return Trouble.BAD_REQUEST


def shortened(said: str) -> str:
    """The first lines of what the command said, folded to one of at most 240 characters."""
    folded = " ".join(said.split())
    return folded if len(folded) <= MOST_SAID else folded[: MOST_SAID - 1] + "…"


def _message(trouble: Trouble, shown: str, now: datetime, wait: float | None) -> str:
    if trouble is Trouble.RATE_LIMITED and wait is not None:
        at = (now + timedelta(seconds=wait)).astimezone()
        when = f"{at:%H:%M}" if at.date() == now.astimezone().date() else f"{at:%Y-%m-%d %H:%M}"
        return f"The limit of your Claude plan is reached; it is asked again at {when}."
    if trouble is Trouble.BAD_REQUEST:
        return f"The claude command refused: {shown or 'it did not say why'}"
    return _MESSAGES[trouble]


def _wait(said: str, now: datetime, resets_at: float | None) -> float | None:
    """Seconds until a plan's limit ends, and a little more; None for one of the moment."""
    if resets_at is None and (epoch := _EPOCH.search(said)):
        resets_at = float(epoch[1])
    if resets_at is None and (clock := _RESETS.search(said)):
        resets_at = _moment(clock, now)
    if resets_at is None:
        return UNKNOWN_RESET_SECONDS if _OF_THE_PLAN.search(said) else None
    return max(resets_at - now.timestamp(), 0.0) + 5.0


def _moment(clock: re.Match[str], now: datetime) -> float | None:
    """The next time that a clock shows this, in the zone it names or here."""
    if not 1 <= int(clock["hour"]) <= 12:
        return None
    there = now.astimezone(_zone(clock["zone"]))
    hour = int(clock["hour"]) % 12 + (12 if clock["half"].lower() == "pm" else 0)
    try:
        at = there.replace(hour=hour, minute=int(clock["minute"] or 0), second=0, microsecond=0)
        if clock["month"]:
            month = _MONTHS.index(clock["month"].lower()) + 1
            at = at.replace(month=month, day=int(clock["day"]))
            return (at if at > there else at.replace(year=at.year + 1)).timestamp()
    except ValueError:
        return None
    return (at if at > there else at + timedelta(days=1)).timestamp()


def _zone(name: str | None) -> tzinfo | None:
    """None is the zone of this computer, also where a zone's data is not on it."""
    if not name:
        return None
    if name.upper() in ("UTC", "GMT"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
