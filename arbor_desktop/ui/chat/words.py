"""How the page says things."""

from __future__ import annotations

from datetime import datetime

from arbor_desktop.chat.queries import AnswerRow, ChatInfo
from arbor_desktop.models.model import Usage
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.memories.words import age
from arbor_desktop.ui.model_status.words import model_label
from arbor_desktop.ui.status import clock_time
from arbor_desktop.ui.translation import translated


def tr(text: str, count: int = -1) -> str:
    """The text in the person's language; `%n` becomes `count`."""
    return translated("Chat", text, count)


def loaded_words(count: int) -> str:
    """ "7 memories loaded"."""
    if not count:
        return tr("No memories loaded")
    return tr("1 memory loaded") if count == 1 else tr("%n memories loaded", count)


def added_words(count: int, *, first: bool = False) -> str:
    """What was told for one answer, and not before; `first`: nothing was told before."""
    if first:
        return tr("1 memory told") if count == 1 else tr("%n memories told", count)
    return tr("1 memory added") if count == 1 else tr("%n memories added", count)


def title_words(info: ChatInfo | None) -> str:
    if info is None:
        return tr("New chat")
    return info.title or tr("Untitled chat")


def place_words(info: ChatInfo, now: int) -> str:
    """The second line of a chat in the list: its project and when it was spoken in last."""
    parts = [project_name(info.project)] if info.project else []
    if info.at is not None:
        parts.append(when(info.at, now))
    if info.left_out:
        parts.append(tr("not remembered"))
    return " · ".join(parts)


def when(at: int, now: int) -> str:
    """The time of day where it was today, else how long ago."""
    same = datetime.fromtimestamp(at / 1000).date() == datetime.fromtimestamp(now / 1000).date()
    return clock_time(at, now) if same else age(at, now)


def cost_words(usage: Usage, cost: float | None) -> str:
    """ "1,203 tokens · $0.0012"; empty where nothing is known of it."""
    total = usage.all_input + usage.output
    if not total:
        return ""
    parts = [tr("1 token") if total == 1 else tr("%n tokens", total)]
    if cost is not None:
        parts.append(f"${cost:.4f}" if cost < 0.01 else f"${cost:.2f}")
    return " · ".join(parts)


def answer_words(answer: AnswerRow) -> str:
    """The small line below an answer."""
    return " · ".join(
        part for part in (model_label(answer.model), cost_words(answer.usage, answer.cost)) if part
    )


def state_words(state: str) -> str:
    """What is to be said of an answer that did not come to its end; empty for a whole one."""
    return {
        "stopped": tr("You stopped this answer."),
        "cut": tr("The answer broke off."),
        "length": tr("The answer is as long as one may be. Ask to go on."),
        "refused": tr("The model declined to answer this."),
    }.get(state, "")
