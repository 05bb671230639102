"""How asking is told: what reads as a question, what is being done, what came of it."""

from __future__ import annotations

import re

from arbor_desktop.chat.model import AskResult, Outcome, Stage, Step
from arbor_desktop.llm.model import Readiness, Usage
from arbor_desktop.memories.model import Memory, Scope
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.model_status.words import model_label
from arbor_desktop.ui.translation import tr, translated

_LEAST_WORDS = 3
_BEGINS = re.compile(
    r"(?:what|which|who|whom|whose|when|where|why|how|do|does|did|is|are|am|was|were|can|could|should|shall|will|"
    r"would|have|has|had|may|"
    r"was|welche[nrsm]?|wer|wem|wen|wann|wo|wohin|warum|wieso|wie|habe|hat|haben|ist|sind|soll|kann|muss)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"\[(\d{1,3})\]")


def reads_as_question(text: str) -> bool:
    """Whether a search text asks something: it ends in a question mark, or begins as a question does and has
    three words or more."""
    text = text.strip()
    if text.endswith(("?", "？")):
        return len(text) > 1
    return len(text.split()) >= _LEAST_WORDS and _BEGINS.match(text) is not None


def step_words(step: Step, looked_through: int) -> str:
    """`looked_through`: how many memories were looked through before."""
    if step.stage is Stage.SEARCHING:
        return f"{_through(step.count)}…"
    if step.stage is Stage.REWRITING:
        return f"{_through(looked_through)}… {tr('choosing search terms')}"
    if step.stage is Stage.SUMMARIES:
        return f"{_through(looked_through)}… {tr('reading %n statements from summaries', None, step.count)}"
    reading = tr("reading %n matches", None, step.count)
    return f"{_through(looked_through)}… {reading}"


def _through(count: int) -> str:
    return tr("Searching %n memories", None, count)


def cost_words(asked: AskResult) -> str:
    """ "Claude Haiku 5.5 · 2 calls · $0.0004 · 1.2 s"; empty where no model was asked."""
    if not asked.calls or asked.usage == Usage():
        return ""
    parts = [model_label(asked.model) if asked.model else asked.backend]
    parts.append(tr("%n calls", None, asked.calls))
    if asked.cost is not None:
        parts.append(f"${asked.cost:.4f}")
    parts.append(seconds_words(asked.milliseconds))
    return " · ".join(parts)


def seconds_words(milliseconds: int, *, whole: bool = False) -> str:
    return tr("{seconds} s").format(seconds=f"{milliseconds / 1000:.{0 if whole else 1}f}")


def lead_words(asked: AskResult) -> tuple[str, str, str]:
    """What stands above the answer: a title, a sentence, and the colour of its glyph; empty where the answer
    speaks for itself."""
    if asked.outcome is Outcome.NOTHING:
        return tr("No memory answers this question"), tr("Try other words, or search conversations."), "text2"
    if asked.outcome is Outcome.UNKNOWN:
        return tr("Your memories don't say"), "", "text2"
    if asked.outcome is Outcome.UNSUPPORTED:
        why = tr("The model cited no memories for this answer.")
        return tr("Not based on your memories"), why, "warn"
    if asked.outcome is Outcome.STOPPED and not asked.text:
        return tr("Stopped"), tr("No answer yet."), "text2"
    return "", "", ""


def end_words(asked: AskResult) -> str:
    """What stands below an answer that is not whole."""
    if asked.outcome is Outcome.CUT:
        return " ".join(filter(None, (tr("The answer was cut off here."), translated(asked.reason))))
    if asked.outcome is Outcome.STOPPED and asked.text:
        return tr("The answer was stopped here.")
    return ""


def spoken(asked: AskResult) -> str:
    """What is read aloud when the answer is there."""
    title, sentence, _ = lead_words(asked)
    told = _MARK.sub("", asked.text)
    if asked.outcome is Outcome.LISTED:
        told = f"{translated(asked.reason)} {_memories(len(asked.citations))}"
    elif asked.citations:
        told = f"{told} {_memories(len(asked.citations))}"
    return " ".join(part for part in (title, sentence, told, end_words(asked)) if part).strip()


def _memories(count: int) -> str:
    return tr("%n memories below.", None, count)


def list_words(asked: AskResult) -> str:
    """The heading over the memories."""
    if asked.outcome is Outcome.LISTED:
        return tr("Best matches")
    if asked.outcome is Outcome.UNKNOWN:
        return tr("Closest matches")
    return tr("From this memory") if len(asked.citations) == 1 else tr("From these memories")


def dispute_words(asked: AskResult) -> str:
    """Names the sides of what is not settled."""
    groups = [_joined([str(number) for number in numbers]) for numbers in asked.disputes]
    if not groups:
        return ""
    return tr("Unresolved conflict between memories {numbers}.").format(numbers="; ".join(groups))


def _joined(numbers: list[str]) -> str:
    return (
        tr("{list} and {last}").format(list=", ".join(numbers[:-1]), last=numbers[-1])
        if len(numbers) > 1
        else "".join(numbers)
    )


def copied(asked: AskResult) -> str:
    """The answer as it goes to the clipboard: its words, and the memories under their numbers."""
    lines = [asked.text] if asked.text else [lead_words(asked)[0] or translated(asked.reason)]
    if asked.citations:
        lines += ["", *(f"[{one.number}] {one.memory.shown_text}" for one in asked.citations)]
    return "\n".join(lines)


def place_words(memory: Memory) -> tuple[str, str]:
    """Glyph and words of where a memory holds."""
    if memory.scope is Scope.PROJECT and memory.scope_id:
        return "folder", project_name(memory.scope_id)
    if memory.scope is Scope.CONVERSATION:
        return "conversations", tr("One conversation")
    return "globe", tr("Global")


def readiness_of(asked: AskResult, now: int) -> Readiness:
    """Why no model answered, as the rest of the window tells it. `now` in milliseconds."""
    if asked.backend == "offline" or asked.trouble is None:
        return Readiness("offline", True)
    retry = None if asked.retry_after is None else now + round(asked.retry_after * 1000)
    return Readiness(asked.backend, False, asked.reason, asked.trouble, asked.detail, now, retry)
