"""The words of the page, and its keys."""

from __future__ import annotations

from pathlib import Path, PurePath

from arbor_desktop.branches.model import BranchDocument, BranchUpdate, Change, ChangeKind, Section
from arbor_desktop.conversations.outcome import OutcomeStatus, TaskType
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.model import Branch, ProjectSession, ProjectSummary
from arbor_desktop.ui.formatting import age, moment, task_size
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files.model import Part, Standing

MOST_TAGS = 12
"""Technologies of a project that its line in the list may hold; how many fit is a matter of room."""
_PLUMBING = frozenset({
    "bun", "bundler", "cargo", "composer", "deno", "go modules", "gradle", "make", "maven", "node", "npm",
    "pdm", "pip", "pipenv", "pnpm", "poetry", "uv", "yarn",
})  # fmt: skip
"""What nearly every project of its kind has: it tells least, and comes last."""


def memories(count: int) -> str:
    return tr("%n memories", None, count)


def conversations(count: int) -> str:
    return tr("%n conversations", None, count)


def files(count: int) -> str:
    return tr("%n files", None, count)


def shown_path(path: str) -> str:
    """The path with `~` for the person's home folder."""
    home = str(Path.home())
    return "~" + path[len(home) :] if path == home or path.startswith((home + "/", home + "\\")) else path


def seen(at: int | None, now: int) -> str:
    """`today`, `3 days ago`, `19 Nov`; empty where nothing is known."""
    return "" if at is None else age(at, now)


def read_words(read_at: int | None, now: int) -> str:
    """When the project's files were read last."""
    if read_at is None:
        return tr("Not scanned yet")
    ago = (now - read_at) // 60_000
    if ago < 1:
        return tr("Scanned just now")
    if ago < 60:
        return tr("Scanned %n min ago", None, ago)
    return tr("Scanned {when}").format(when=moment(read_at, now))


def summary_tags(summary: ProjectSummary) -> tuple[str, ...]:
    """What it is, and what it is made with, the most telling first."""
    kind = (summary.type,) if summary.type else ()
    stack = sorted(summary.stack, key=lambda name: name in _PLUMBING)
    return tuple(dict.fromkeys((*kind, *stack)))[:MOST_TAGS]


def summary_sentence(summary: ProjectSummary, now: int) -> str:
    """What a screen reader says of a project in the list."""
    said = [f"{summary.name}, {shown_path(summary.path)}."]
    if not summary.there:
        said.append(tr("Not on this computer."))
    if tags := summary_tags(summary):
        said.append(f"{', '.join(tags)}.")
    said.append(f"{memories(summary.memories)}, {conversations(summary.conversations)}.")
    if when := seen(summary.last_seen, now):
        said.append(tr("Last seen {when}.").format(when=when))
    return " ".join(said)


def branch_counts(branch: Branch) -> str:
    """What belongs to it; nothing is said of what there is none of."""
    parts = [memories(branch.memories) if branch.memories else ""]
    parts.append(conversations(branch.conversations) if branch.conversations else "")
    return " · ".join(part for part in parts if part) or tr("Nothing yet")


def file_trouble(branch: Branch) -> str:
    """What a person should see to in the file of its memory; mostly nothing."""
    if branch.trouble:
        return tr("File left unchanged")
    return tr("File edited outside Arbor") if branch.edited else ""


def branch_sentence(branch: Branch, now: int) -> str:
    """What a screen reader says of a branch."""
    head = tr("Branch {name}, checked out.") if branch.checked_out else tr("Branch {name}.")
    head = head.format(name=branch.name)
    counts = f"{branch_counts(branch)}."
    if trouble := file_trouble(branch):
        counts += f" {trouble}."
    when = seen(branch.last_seen, now)
    return f"{head} {counts}" + (" " + tr("Last seen {when}.").format(when=when) if when else "")


# What sessions came to


def status_word(status: str | None, state: str = "") -> str:
    """How a session ended, in words; also where nothing shows it. `state` of its conversation says why it has
    no outcome."""
    if status is None:
        return {
            "pending": tr("Not read yet"),
            "processing": tr("Reading…"),
            "error": tr("Couldn't be read"),
            "skipped": tr("Too short"),
        }.get(state, tr("No outcome"))
    return {
        OutcomeStatus.SUCCESS.value: tr("Succeeded"),
        OutcomeStatus.PARTIAL.value: tr("Partly done"),
        OutcomeStatus.FAILED.value: tr("Failed"),
        OutcomeStatus.UNKNOWN.value: tr("Outcome unknown"),
    }.get(status, tr("Outcome unknown"))


def status_look(status: str | None) -> tuple[str, str]:
    """Glyph and colour of how a session ended."""
    return {
        OutcomeStatus.SUCCESS.value: ("check", "ok"),
        OutcomeStatus.PARTIAL.value: ("clock", "warn"),
        OutcomeStatus.FAILED.value: ("x", "danger"),
    }.get(status or "", ("info", "text3"))


def type_word(kind: str | None) -> str:
    """What kind of task it was; empty where that is not known."""
    return {
        TaskType.FEATURE.value: tr("Feature"),
        TaskType.FIX.value: tr("Fix"),
        TaskType.REFACTOR.value: tr("Refactoring"),
        TaskType.TEST.value: tr("Tests"),
        TaskType.DOCS.value: tr("Documentation"),
        TaskType.QUESTION.value: tr("Question"),
    }.get(kind or "", "")


def errors_words(met: int, solved: int) -> str:
    """Errors that were met, and how many of them went away; empty without any."""
    if not met:
        return ""
    if solved == met:
        return tr("%n errors resolved", None, met)
    if not solved:
        return tr("%n unresolved errors", None, met)
    return tr("{solved} of {met} errors resolved").format(solved=solved, met=met)


def task_of(session: ProjectSession) -> str:
    """The conversation's title, as on its own page; else what was asked for, in one line without pasted
    code."""
    return in_a_line(session.title) or in_a_line(session.task) or tr("Untitled conversation")


def in_a_line(task: str) -> str:
    """The words up to the first pasted code, or without it where it stands first."""
    parts = [" ".join(part.split()) for part in task.split("```")]
    return next((part for part in parts[::2] if part), parts[0])


def session_sentence(session: ProjectSession, now: int) -> str:
    """What a screen reader says of a session."""
    parts = [type_word(session.type), status_word(session.status, session.state)]
    if session.complexity is not None:
        parts.append(task_size(session.complexity))
    parts += [
        files(session.files) if session.files else "",
        errors_words(session.errors, session.errors_solved),
        tr("branch {name}").format(name=session.branch) if session.branch else "",
        memories(session.memories) if session.memories else "",
        source_words(session.source).label,
        moment(session.at, now) if session.at is not None else "",
    ]
    return f"{sentence(task_of(session))} {', '.join(part for part in parts if part)}."


def sentence(text: str) -> str:
    """With a full stop, unless it ends in one."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


# Memories


def is_quirk(memory: Memory) -> bool:
    """Whether it warns: a bug that was met, or something that holds in one part of the project alone."""
    if memory.category.value == "bug_patterns":
        return True
    return memory.category.value == "project_conventions" and bool(memory.details.get("applies_to"))


def section_label(section: Section) -> str:
    return {
        Section.FACTS: tr("Facts"),
        Section.DECISIONS: tr("Architecture"),
        Section.CONVENTIONS: tr("Conventions"),
        Section.BUGS: tr("Bug patterns"),
    }[section]


def entries(count: int) -> str:
    return tr("%n entries", None, count)


def entry_count(document: BranchDocument) -> int:
    return sum(len(texts) for texts in document.sections.values())


def shown_file(path: str, project: str) -> str:
    """Below the project without its path."""
    file = PurePath(path)
    return file.relative_to(project).as_posix() if file.is_relative_to(project) else path


def audit_line(evolved: BranchUpdate) -> str:
    """`2 added · 1 updated · 1 removed · 9 kept`."""
    kinds = [change.kind for change in evolved.changes]
    named = (
        (ChangeKind.ADDED, tr("%n added", None, kinds.count(ChangeKind.ADDED))),
        (ChangeKind.UPDATED, tr("%n updated", None, kinds.count(ChangeKind.UPDATED))),
        (ChangeKind.REMOVED, tr("%n removed", None, kinds.count(ChangeKind.REMOVED))),
        (ChangeKind.KEPT, tr("%n kept", None, kinds.count(ChangeKind.KEPT))),
    )
    return " · ".join(words for kind, words in named if kind in kinds) or tr("No memories yet")


def changed(evolved: BranchUpdate) -> list[Change]:
    """What is not merely kept."""
    return [change for change in evolved.changes if change.kind is not ChangeKind.KEPT]


def change_look(kind: ChangeKind) -> tuple[str, str]:
    """Word and colour."""
    return {
        ChangeKind.ADDED: (tr("Added"), "ok"),
        ChangeKind.UPDATED: (tr("Updated"), "info"),
        ChangeKind.REMOVED: (tr("Removed"), "danger"),
        ChangeKind.KEPT: (tr("Kept"), "neutral"),
    }[kind]


def standing_words(part: Part | None) -> str:
    """How an instruction file stands."""
    if part is None or part.standing is Standing.ABSENT:
        return tr("Arbor doesn't write to this file.")
    said = {
        Standing.INSTALLED: tr("Contains the branch memory."),
        Standing.PARTLY: tr("On, but not up to date."),
        Standing.BLOCKED: tr("Left unchanged."),
    }[part.standing]
    return part.note or said


def project_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down", tr("Previous and next project")),
        ("A–Z", tr("Start search")),
        ("Return|Escape", tr("Open project or selected item; back to list")),
        ("Alt+1|Alt+2|Alt+3|Alt+4", tr("Overview, Memories, Conversations, Branches")),
        ("Ctrl+F", tr("Find similar past tasks")),
        ("F5", tr("Scan the project's files again")),
    )
