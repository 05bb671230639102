"""How the section says things: who reads, what is sent, what it takes, what a test came to."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from arbor_desktop.llm.model import ModelFailed, Readiness, TestResult
from arbor_desktop.ui.formatting import day
from arbor_desktop.ui.model_status.words import duration, host_of, model_label, money, trouble_look
from arbor_desktop.ui.settings.reading.model import Option
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.capture.estimates import BackendEstimate, Estimate
    from arbor_desktop.llm.credentials import KeyStatus


def option_title(option: Option) -> str:
    return {
        Option.OFFLINE: tr("On this computer"),
        Option.CLAUDE: tr("Claude CLI"),
        Option.ANTHROPIC: tr("Anthropic API key"),
        Option.SERVER: tr("Your own server"),
    }[option]


def option_about(option: Option) -> str:
    return {
        Option.OFFLINE: tr("A small language model reads your conversations. Nothing leaves this computer."),
        Option.CLAUDE: tr("Uses the claude command with your existing sign-in."),
        Option.ANTHROPIC: tr(
            "Conversations are sent to Anthropic. The cost is billed to your Anthropic account."
        ),
        Option.SERVER: tr("Any server compatible with Anthropic's API, such as Ollama on this computer."),
    }[option]


def option_glyph(option: Option) -> str:
    return {
        Option.OFFLINE: "computer",
        Option.CLAUDE: "terminal",
        Option.ANTHROPIC: "key",
        Option.SERVER: "server",
    }[option]


def use_words(option: Option) -> str:
    """What the button says that lets this one read."""
    return {
        Option.OFFLINE: tr("Use this computer"),
        Option.CLAUDE: tr("Use Claude CLI"),
        Option.ANTHROPIC: tr("Use this key"),
        Option.SERVER: tr("Use this server"),
    }[option]


def used_words(option: Option) -> str:
    """What is said when it reads from now on."""
    return {
        Option.OFFLINE: tr("Now reading on this computer"),
        Option.CLAUDE: tr("Now reading with Claude CLI"),
        Option.ANTHROPIC: tr("Now reading with Anthropic"),
        Option.SERVER: tr("Now reading with your server"),
    }[option]


def what_is_sent(option: Option) -> str:
    """What leaves the computer and what never does."""
    never = tr("Tool results, ignored projects and memories marked “never share” are never sent.")
    if option is Option.CLAUDE:
        return f"{tr('The claude command sends your messages and the replies to Anthropic.')} {never}"
    if option is Option.ANTHROPIC:
        return f"{tr('Your messages and the replies are sent to Anthropic.')} {never}"
    if option is Option.SERVER:
        return f"{tr('Your messages and the replies are sent to this server.')} {never}"
    return tr(
        "Free and private. Finds clearly stated instructions, preferences, facts, decisions and "
        "causes of problems. English only."
    )


# Keys


def key_words(status: KeyStatus) -> str:
    """Which key is used: "Key …abcd, in the system keyring"; "" for none."""
    from arbor_desktop.llm.credentials import VARIABLE, Where

    if status.where is Where.KEYRING:
        return tr("Key {hint}, in the system keyring").format(hint=status.hint)
    if status.where is Where.SESSION:
        return tr("Key {hint}, kept until you quit Arbor").format(hint=status.hint)
    if status.where is Where.ENVIRONMENT:
        return tr("Key {hint}, from {variable}").format(hint=status.hint, variable=VARIABLE)
    return ""


def default_model_words(option: Option, default: str) -> str:
    """What an empty field stands for."""
    if option is Option.CLAUDE:
        return tr("{model} (default)").format(model="haiku")
    if option is Option.SERVER:
        return tr("Model name on the server")
    return tr("{model} (default)").format(model=model_label(default))


# Tests


def answered_words(result: TestResult) -> str:
    """ "Claude Haiku 5.5 answered in 0.8 s"."""
    words = tr("{model} answered in {seconds} s").format(
        model=model_label(result.model), seconds=f"{result.seconds:.1f}"
    )
    return words if not result.cost else f"{words} · {money(result.cost)}"


def refused_words(error: ModelFailed, option: Option, server: str, now: int) -> tuple[str, str]:
    """What went wrong with a test, for people, and what the service said."""
    failed = Readiness(option.backend, False, error.message, error.trouble, error.detail, now)
    look = trouble_look(failed, now, 0, server)
    return f"{look.title}. {look.text}", error.detail


def asking_words(option: Option, server: str) -> str:
    """While a test is under way."""
    if option is Option.CLAUDE:
        return tr("Contacting Claude CLI…")
    return tr("Contacting {host}…").format(host=host_of(server)) if server else tr("Contacting Anthropic…")


# What it takes


def estimate_of(estimate: Estimate | None, option: Option) -> BackendEstimate | None:
    """What the estimate says of an option. A server's is Anthropic's, of which nothing holds for it."""
    if estimate is None or option is Option.SERVER:
        return None
    return next((one for one in estimate.backends if one.backend == option.backend), None)


def takes_words(estimate: Estimate | None, option: Option, *, batch: bool = False) -> tuple[str, str]:
    """(time, cost) of reading what waits; empty where nothing waits. `batch`: it is handed in at once, for
    less."""
    if estimate is None or not estimate.conversations:
        return "", ""
    if option is Option.SERVER:
        return tr("speed varies"), tr("price varies")
    found = estimate_of(estimate, option)
    if found is None:
        return "", ""
    time = "" if found.seconds is None else duration(found.seconds)
    if option is Option.OFFLINE:
        return time, tr("free")
    if option is Option.CLAUDE:
        return time, tr("uses your Claude plan")
    cost = found.batch_cost if batch and found.batch_cost is not None else found.cost
    return time, "" if cost is None else tr("about {money}").format(money=money(cost))


def prices_day(date: str) -> str:
    """ "22 Nov 2026" of "2026-11-22"."""
    at = round(datetime.fromisoformat(date).timestamp() * 1000)
    return day(at, 0)


def waits_words(estimate: Estimate | None) -> str:
    """What the figures at right are of: "24 conversations wait."."""
    if estimate is None:
        return ""
    count = estimate.conversations
    if not count:
        return tr("No conversations to read.")
    said = tr("%n conversations to read.", None, count)
    return f"{said} {tr('Times and costs are estimates.')}"
