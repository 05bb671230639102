"""How people read it: times, sizes, counts, memories in a list."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from arbor_desktop.cli.output import Output, one_line
from arbor_desktop.clock import DAY_MS, system_clock
from arbor_desktop.memories.model import Memory, Privacy, Scope, Status
from arbor_desktop.projects.names import project_name

MINUTE_MS, HOUR_MS = 60_000, 3_600_000
FAR_DAYS = 30


def ago(at: int | None, now: int | None = None) -> str:
    """`5 min ago`; a date for what is longer past than a month."""
    if at is None:
        return "never"
    past = (system_clock() if now is None else now) - at
    if past < -MINUTE_MS:
        return on_day(at)
    if past < MINUTE_MS:
        return "just now"
    if past < HOUR_MS:
        return f"{past // MINUTE_MS} min ago"
    if past < DAY_MS:
        return f"{past // HOUR_MS} h ago"
    days = past // DAY_MS
    return on_day(at) if days > FAR_DAYS else "1 day ago" if days == 1 else f"{days} days ago"


def age(at: int, now: int | None = None) -> str:
    """How old it is in words: `today`, `yesterday`, `9 days ago`, `3 weeks ago`, `5 months ago`."""
    today = _local(system_clock() if now is None else now).date()
    days = (today - _local(at).date()).days
    if days < 2:
        return "yesterday" if days == 1 else "today"
    if days < 14:
        return f"{days} days ago"
    return f"{days // 7} weeks ago" if days < 61 else f"{days // 30} months ago"


def _local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone()


def on_day(at: int) -> str:
    """The local date."""
    return _local(at).strftime("%Y-%m-%d")


def moment(at: int | None) -> str:
    """The local date and time."""
    if at is None:
        return ""
    return _local(at).strftime("%Y-%m-%d %H:%M")


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 memory`, `2,000 memories`."""
    if many is None:
        many = one[:-1] + "ies" if one.endswith("y") else one + "s"
    return f"{number:,} {one if number == 1 else many}"


def size(number: float) -> str:
    """Bytes: `3.4 MB`."""
    for unit in ("bytes", "KB", "MB", "GB"):
        if number < 1000:
            return f"{number:,.0f} {unit}" if unit == "bytes" or number >= 100 else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:,.1f} TB"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


SPOKEN = {
    Status.SUPERSEDED.value: "replaced",
    Status.PENDING.value: "needs review",
}


def spoken(name: str) -> str:
    """`coding_preferences` → `coding preferences`; stored values that have other names for people."""
    return SPOKEN.get(name) or name.replace("_", " ")


def place(memory: Memory) -> str:
    """Where a memory holds."""
    if memory.scope is Scope.PROJECT:
        name = project_name(memory.scope_id) or "project not known"
        return name + (f" ({memory.branch})" if memory.branch else "")
    return "one conversation" if memory.scope is Scope.CONVERSATION else "global"


def memory_lines(out: Output, memory: Memory, extra: str = "") -> list[str]:
    """A memory in a list: its words, and under them what and where it is, with its id."""
    words = out.wrapped(" ".join(memory.shown_text.split()))
    condition = f"only {memory.condition}" if memory.condition else ""
    notes = [memory.type.value, place(memory), condition, percent(memory.current_confidence), extra]
    if memory.status is not Status.ACTIVE:
        notes.append(spoken(memory.status.value))
    if memory.privacy_level is not Privacy.NORMAL:
        notes.append(spoken(memory.privacy_level.value))
    if memory.needs_review and memory.status is not Status.PENDING:
        notes.append("needs review")
    if memory.conflict_ids:
        notes.append("in conflict")
    notes += [f"#{tag}" for tag in memory.tags]
    notes.append(since(memory))
    return [*words, *small_print(out, notes, memory.id)]


def since(memory: Memory) -> str:
    """When it was said in a conversation, else when it was added: `from 3 days ago`, `added 5 min ago`."""
    if memory.said_at is None:
        return f"added {ago(memory.created_at)}"
    return f"from {ago(memory.said_at)}"


def changed_lines(out: Output, head: str, memories: Iterable[Memory]) -> Iterable[str]:
    """Yield what was done to memories, and how to undo it."""
    yield head
    yield from separated(memory_lines(out, memory) for memory in memories)
    yield out.style("Undo with: arbor undo", "dim")


def small_print(out: Output, notes: Iterable[str], ident: str) -> list[str]:
    """The line under an entry. The id stands alone at the end of a line, so that it is easily taken."""
    text = "  " + " · ".join(one_line(note) for note in notes if note)
    if len(text) + len(ident) + 3 <= out.width:
        return [out.style(f"{text} · {ident}", "dim")]
    short = text if len(text) <= out.width else text[: out.width - 1].rstrip() + "…"
    return [out.style(short, "dim"), out.style(f"  {ident}", "dim")]


def separated(entries: Iterable[list[str]]) -> list[str]:
    """Entries of several lines each, an empty line between them."""
    lines: list[str] = []
    for entry in entries:
        if lines:
            lines.append("")
        lines += entry
    return lines


def value(content: Any) -> str:
    """A value of a setting or of a change, in one line."""
    if content is None:
        return "nothing"
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, float):
        return f"{content:.4g}"
    if isinstance(content, Mapping):
        return ", ".join(f"{name}: {value(part)}" for name, part in content.items()) or "nothing"
    if isinstance(content, list | tuple):
        return ", ".join(value(part) for part in content) or "none"
    return one_line(str(content))


def more(shown: int, total: int, following: str | None, args: Namespace) -> tuple[str, ...]:
    """Return the note that says how to get more, if there is more: people add a limit, scripts go on."""
    if not following:
        return ()
    from arbor_desktop.memories.checks import MAX_LIMIT  # most lists are whole

    which = "These are" if args.after else "These are the first"
    how = (
        f"the next, add --after {following}"
        if args.after or total > MAX_LIMIT
        else f"all, add --limit {total}"
    )
    return ("", f"{which} {shown:,} of {total:,}. For {how}")
