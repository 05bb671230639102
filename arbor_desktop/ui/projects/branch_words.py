"""How the Branches tab says things: where a memory lies, what memorizing did, how a file stands."""

from __future__ import annotations

from pathlib import PurePath

from arbor_desktop.branches.model import BranchDocument, BranchUpdate, Change, ChangeKind, Section
from arbor_desktop.ui.projects.words import tr
from arbor_desktop.user_files.model import Part, Standing


def section_label(section: Section) -> str:
    return {
        Section.FACTS: tr("Facts"),
        Section.DECISIONS: tr("Architectural decisions"),
        Section.CONVENTIONS: tr("Conventions"),
        Section.BUGS: tr("Bug patterns"),
    }[section]


def entries(count: int) -> str:
    return tr("1 entry") if count == 1 else tr("%n entries", count)


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
        (ChangeKind.ADDED, tr("%n added", kinds.count(ChangeKind.ADDED))),
        (ChangeKind.UPDATED, tr("%n updated", kinds.count(ChangeKind.UPDATED))),
        (ChangeKind.REMOVED, tr("%n removed", kinds.count(ChangeKind.REMOVED))),
        (ChangeKind.KEPT, tr("%n kept", kinds.count(ChangeKind.KEPT))),
    )
    return " · ".join(words for kind, words in named if kind in kinds) or tr(
        "Nothing is remembered of it yet"
    )


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
        return tr("Arbor does not write into it.")
    said = {
        Standing.INSTALLED: tr("It carries the memory of the branch."),
        Standing.PARTLY: tr("It is switched on, and not up to date."),
        Standing.BLOCKED: tr("It is left alone."),
    }[part.standing]
    return part.note or said
