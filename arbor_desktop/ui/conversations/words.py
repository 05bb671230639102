"""How the page says things: sources, states, figures, and the sentence that a row reads as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from arbor_desktop.conversations.model import (
    IGNORED,
    NOTHING_TO_REMEMBER,
    TRIVIAL,
    Conversation,
    ConversationStatus,
    Role,
    Turn,
    TurnKind,
)
from arbor_desktop.extraction.model import NOT_ENGLISH
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.formatting import moment
from arbor_desktop.ui.model_status.words import CLAUDE, duration, model_label, money
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import tr, translated

if TYPE_CHECKING:
    from arbor_desktop.ui.conversations.controller import Price
    from arbor_desktop.ui.conversations.model import Caret

NOTHING = "–"
"""Stands where there is no figure."""


def speaker(role: Role, source: str) -> str:
    return tr("You") if role is Role.USER else source_words(source).speaker


FILTERS = (
    "memorized", NOTHING_TO_REMEMBER, "pending", "processing", "skipped", IGNORED, "empty", "error"
)  # fmt: skip
"""The states by which conversations can be filtered, in the order of their chips."""


def filter_label(state: str) -> str:
    own = {
        NOTHING_TO_REMEMBER: tr("No memories"),
        IGNORED: tr("Ignored"),
        "memorized": tr("With memories"),
    }
    return own.get(state) or status_label(ConversationStatus(state))


def filter_tip(state: str) -> str:
    """Return what a filter shows, where its name leaves that open."""
    return {
        "skipped": tr("Too short to contain anything worth remembering, or started by a program"),
        IGNORED: tr("Ignored conversations and all conversations of ignored projects"),
        "empty": tr("Conversations without messages"),
    }.get(state, "")


def status_label(status: ConversationStatus) -> str:
    return {
        ConversationStatus.MEMORIZED: tr("Read"),
        ConversationStatus.PENDING: tr("Not read yet"),
        ConversationStatus.PROCESSING: tr("Reading"),
        ConversationStatus.SKIPPED: tr("Skipped"),
        ConversationStatus.EMPTY: tr("Empty"),
        ConversationStatus.ERROR: tr("Error"),
    }[status]


@dataclass(frozen=True, slots=True)
class StatusLook:
    """Words, kind and glyph of a status' badge, and the sentence of its tooltip."""

    text: str
    kind: str
    icon: str | None
    tip: str


def status_look(conversation: Conversation) -> StatusLook:
    status, reason = conversation.status, conversation.status_reason or ""
    label = status_label(status)
    if words := nothing_words(conversation):
        return StatusLook(tr("No memories"), "neutral", None, words)
    if status is ConversationStatus.MEMORIZED:
        return StatusLook(label, "ok", "check", tr("Arbor has read this conversation"))
    if status is ConversationStatus.PENDING:
        return StatusLook(
            label,
            "neutral",
            "clock",
            translated(reason) or tr("Will be read once no new messages arrive"),
        )
    if status is ConversationStatus.PROCESSING:
        return StatusLook(label, "accent", "refresh", tr("Being read now"))
    if status is ConversationStatus.ERROR:
        return StatusLook(
            label, "danger", "warning", translated(reason) or tr("Arbor couldn't read this conversation")
        )
    if conversation.left_out:
        return StatusLook(tr("Ignored"), "neutral", "eye-off", tr("This conversation is ignored"))
    if reason == "excluded":
        return StatusLook(tr("Ignored"), "neutral", "eye-off", tr("This conversation's project is ignored"))
    if status is ConversationStatus.EMPTY:
        return StatusLook(label, "neutral", None, tr("This conversation has no messages"))
    if reason == TRIVIAL:
        return StatusLook(
            tr("Too short"), "neutral", None, tr("Too short to contain anything worth remembering")
        )
    return StatusLook(
        label, "neutral", None, translated(reason) or tr("Nothing to read in this conversation")
    )


def reason_words(reason: str) -> str:
    """Why a conversation gave no memory, in a few words."""
    return tr("too short") if reason == TRIVIAL else translated(reason)


def nothing_words(conversation: Conversation) -> str:
    """Why a conversation that was read gave no memory; empty where it gave one, or was not read."""
    if conversation.status is not ConversationStatus.MEMORIZED or conversation.memories:
        return ""
    reason = translated(conversation.status_reason or "")
    reason = reason or tr("no lasting rules, preferences or facts found")
    words = tr("No memories saved: {reason}").format(reason=reason)
    if conversation.status_reason == NOT_ENGLISH:
        words += f". {tr('A language model can read it: Settings → Reading.')}"
    return words


def may_be_memorized(conversation: Conversation) -> bool:
    """Not while it is being done, when it is kept out, or when its text is gone."""
    processing = conversation.status is ConversationStatus.PROCESSING
    return not (processing or conversation.left_out or conversation.text_removed_at is not None)


def title_of(conversation: Conversation) -> str:
    return " ".join(conversation.title.split()) or tr("Untitled conversation")


def project_of(conversation: Conversation) -> str:
    return project_name(conversation.project) if conversation.project else NOTHING


def span(conversation: Conversation, now: int) -> str:
    """`19 Nov, 16:02–16:58`, or both days where it went on over midnight; empty where no time is known."""
    first, last = conversation.started_at, conversation.ended_at
    if first is None:
        return ""
    if last is None or last - first < 60_000:
        return moment(first, now)
    begin, end = datetime.fromtimestamp(first / 1000), datetime.fromtimestamp(last / 1000)
    if begin.date() == end.date():
        return f"{moment(first, now)}–{end.hour:02}:{end.minute:02}"
    return f"{moment(first, now)} – {moment(last, now)}"


def tokens(count: int) -> str:
    """`47`, `0.4k`, `42.7k`, `4.2M`."""
    if count < 100:
        return f"{count}"
    if count < 999_950:
        return f"{count / 1000:.1f}k"
    return f"{count / 1_000_000:.1f}M"


def cost(dollars: float) -> str:
    """`$3.18`; `no cost` where nothing was paid."""
    if dollars <= 0:
        return tr("no cost")
    return f"${dollars:,.2f}" if dollars >= 0.01 else "<$0.01"


def month_line(count: int, dollars: float) -> str:
    return tr("This month: {tokens} tokens · reading: {cost}").format(
        tokens=tokens(count), cost=cost(dollars)
    )


def messages(count: int) -> str:
    return tr("%n messages", None, count)


def memories(count: int) -> str:
    return tr("%n memories", None, count)


def conversations(count: int) -> str:
    return tr("%n conversations", None, count)


def facts_line(conversation: Conversation, now: int) -> str:
    """Under the title of a transcript: source, time, messages, tokens."""
    total = conversation.input_tokens + conversation.output_tokens
    parts = [
        source_words(conversation.source).label,
        span(conversation, now),
        messages(conversation.turn_count),
        tr("{tokens} tokens").format(tokens=tokens(total)) if total and conversation.cost else "",
    ]
    return " · ".join(part for part in parts if part)


def read_words(model: str | None, dollars: float) -> str:
    """Which model read it, and what all questions about it cost: "Read with Claude Haiku 5.5 · $0.004"."""
    if model is None:
        return ""
    words = tr("Read by {model}").format(model=model_label(model))
    return f"{words} · {money(dollars)}" if dollars > 0 else words


def price_words(count: int, price: Price) -> tuple[str, tuple[str, ...]]:
    """What is asked before conversations are read anew: the question, and what that takes."""
    asked = model_label(price.model) or tr("the claude command")
    one = tr("Read this conversation again with {model}?")
    title = one if count == 1 else tr("Read %n conversations again with {model}?", None, count)
    takes = [tr("about {tokens} tokens").format(tokens=tokens(price.tokens))]
    if price.cost is not None:
        takes.append(tr("about {money}").format(money=money(price.cost)))
    elif price.backend == CLAUDE:
        takes.append(tr("uses your Claude plan"))
    if price.seconds is not None:
        takes.append(duration(price.seconds))
    line = " · ".join(takes)
    return title.format(model=asked), (line[:1].upper() + line[1:] + ".", tr("These are estimates."))


def row_sentence(conversation: Conversation, now: int) -> str:
    """What a screen reader says of a row."""
    look = status_look(conversation)
    parts = [title_of(conversation), source_words(conversation.source).label]
    if conversation.project:
        parts.append(tr("project {name}").format(name=project_of(conversation)))
    if conversation.branch:
        parts.append(tr("branch {name}").format(name=conversation.branch))
    parts += [
        span(conversation, now),
        messages(conversation.turn_count),
        look.text,
        look.tip if conversation.status is ConversationStatus.ERROR else "",
        memories(conversation.memories),
    ]
    return ", ".join(part for part in parts if part) + "."


def kind_words(kind: TurnKind, count: int = 1, role: Role = Role.ASSISTANT) -> str:
    """What a quiet line is called; what a tool answers is written down as if the user had said it."""
    if kind is TurnKind.TOOL and count == 1:
        return tr("Tool result") if role is Role.USER else tr("Tool call")
    if kind is TurnKind.TOOL:
        return tr("%n tool calls", None, count)
    return {
        TurnKind.SAID: tr("Message"),
        TurnKind.INJECTED: tr("Added by the AI tool"),
        TurnKind.COMMAND: tr("Command"),
        TurnKind.SUMMARY: tr("Summary of earlier messages"),
        TurnKind.SUBAGENT: tr("Sub-agent"),
        TurnKind.INTERRUPT: tr("Interrupted"),
    }[kind]


def kind_icon(kind: TurnKind) -> str:
    return {
        TurnKind.SAID: "conversations",
        TurnKind.TOOL: "terminal",
        TurnKind.INJECTED: "info",
        TurnKind.COMMAND: "chevron-right",
        TurnKind.SUMMARY: "context",
        TurnKind.SUBAGENT: "branch",
        TurnKind.INTERRUPT: "pause",
    }[kind]


def copied(turns: Sequence[Turn], first: Caret, last: Caret, shown: set[int], source: str | None) -> str:
    """The selected text; of several turns, each after the name of who said it, unless `source` is None."""
    parts = []
    for turn in turns:
        if turn.number not in shown:
            continue
        start = first.place if turn.number == first.number else 0
        end = last.place if turn.number == last.number else len(turn.text)
        if text := turn.text[start:end].strip("\n"):
            parts.append((turn, text))
    if len(parts) == 1:
        return parts[0][1]
    named = [text if source is None else f"{speaker(turn.role, source)}:\n{text}" for turn, text in parts]
    return "\n\n".join(named)


def conversation_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down", tr("Previous and next conversation")),
        ("Return", tr("Open transcript")),
        ("Esc", tr("Back to list")),
        ("A–Z", tr("Start search")),
        ("Ctrl+R", tr("Read now or again")),
        ("Del", tr("Delete")),
        ("Ctrl+F", tr("Find in transcript")),
        ("Ctrl+D", tr("Remember selected text or current message")),
        ("[|]", tr("Previous and next line saved as a memory")),
        ("Alt+Down|Alt+Up", tr("Next and previous line where a memory was used")),
        ("Alt+Y", tr("Why did my AI do that?")),
        ("Alt+I|Alt+W", tr("In “Why?”: always include, mark as wrong")),
    )
