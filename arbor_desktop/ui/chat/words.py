"""How the page says things."""

from __future__ import annotations

from datetime import datetime

from arbor_desktop.chat.model import ChatReadiness
from arbor_desktop.chat.queries import AnswerRow, ChatInfo
from arbor_desktop.llm.model import Usage
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.formatting import age
from arbor_desktop.ui.model_status.words import Wish, model_label, trouble_look
from arbor_desktop.ui.status import clock_time
from arbor_desktop.ui.translation import tr

NEW_KEY, PROJECT_KEY, MEMORIES_KEY, COPY_KEY, RENAME_KEY = "Alt+N", "Alt+P", "Alt+M", "Ctrl+Shift+C", "F2"
SENSELESS = frozenset((Wish.OFFLINE,))
"""What helps elsewhere and makes no sense here: rules on this computer lead no chat."""


def loaded_words(count: int) -> str:
    """ "Using 7 memories"."""
    if not count:
        return tr("No memories used")
    return tr("Using %n memories", None, count)


def added_words(count: int, *, first: bool = False) -> str:
    """What was told for one answer, and not before; `first`: nothing was told before."""
    if first:
        return tr("Started with %n memories", None, count)
    return tr("%n more memories shared", None, count)


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
        parts.append(tr("ignored"))
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
    parts = [tr("%n tokens", None, total)]
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
        "cut": tr("The answer was interrupted."),
        "length": tr("The answer reached the length limit. Ask the model to continue."),
        "refused": tr("The model refused to answer."),
    }.get(state, "")


def told_note(project: str | None) -> str:
    """What the list is."""
    if project:
        return tr("The model sees your global memories and this project's memories with every prompt.")
    return tr("The model sees your global memories with every prompt. Choose a project to add its memories.")


def what_helps(standing: ChatReadiness, now: int, server: str = "") -> tuple[str, str, Wish | None]:
    """Why nothing can be asked, the words of the one button that helps most, and its wish. `now` in
    milliseconds; `server`: the address that is asked where it is not Anthropic's own."""
    look = trouble_look(standing.readiness, now, server=server)
    words = f"{look.title}. {look.text}"
    for wish, label in look.actions:
        if wish not in SENSELESS:
            return words, label, wish
    return words, "", None


def chat_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        (NEW_KEY, tr("New chat")),
        ("Return", tr("Send")),
        ("Shift+Return", tr("New line")),
        ("Esc", tr("Stop answer")),
        (PROJECT_KEY, tr("Choose project")),
        (MEMORIES_KEY, tr("Show memories in use")),
        (COPY_KEY, tr("Copy last answer")),
        (RENAME_KEY, tr("Rename chat")),
    )
