"""The words of the page, and its keys."""

from __future__ import annotations

from arbor_desktop.editing.model import Certain, GroupKind, Relation, ReviewGroup, ReviewItem
from arbor_desktop.memories.model import Privacy, Scope, Source
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.formatting import age as age_in_days
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.memory.words import privacy_label, type_label
from arbor_desktop.ui.review.model import ProposalItem
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import QT_TR_NOOP, number, tr

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000


def memories(count: int) -> str:
    return tr("%n memories", None, count)


def level_tip(value: float) -> str:
    """Return what is very certain, in figures."""
    return tr("Very certain: confidence {value} or higher.").format(value=number(value, 2))


def accept_all_words(certain: int) -> str:
    return tr("Accept %n very certain memories", None, certain)


def none_certain(new: int, touching: int) -> str:
    """Why there is nothing to accept at once; empty where nothing new waits."""
    if touching:
        return tr("%n very certain, but in conflict", None, touching)
    return tr("None is certain enough") if new else ""


def title_line(new: int, talks: int, outdated: int, proposed: int = 0, team: int = 0) -> str:
    """`5 new memories from 2 conversations · 3 from your team · 1 marked outdated · 2 suggestions from AI
    tools`."""
    parts = []
    if new:
        said = tr("%n new memories", None, new)
        if talks:
            from_ = tr("from %n conversations", None, talks)
            said = f"{said} {from_}"
        parts.append(said)
    if team:
        parts.append(tr("%n from your team", None, team))
    if outdated:
        parts.append(tr("%n marked outdated", None, outdated))
    if proposed:
        parts.append(tr("%n suggestions from AI tools", None, proposed))
    return " · ".join(parts)


def short_title_line(new: int, outdated: int, proposed: int = 0, team: int = 0) -> str:
    """`5 new · 1 outdated`, where there is little room."""
    parts = [
        tr("%n new", None, new) if new else "",
        tr("%n from your team", None, team) if team else "",
        tr("%n outdated", None, outdated) if outdated else "",
        tr("%n suggestions", None, proposed) if proposed else "",
    ]
    return " · ".join(part for part in parts if part)


def age(at: int, now: int) -> str:
    """`38 min ago`, `2 hours ago`; in days as everywhere from yesterday on."""
    passed = now - at
    if passed < _MINUTE:
        return tr("just now")
    if passed < _HOUR:
        return tr("%n min ago", None, passed // _MINUTE)
    in_days = age_in_days(at, now)
    if passed < _DAY and in_days == age_in_days(now, now):
        hours = passed // _HOUR
        return tr("%n hours ago", None, hours)
    return in_days


def group_title(group: ReviewGroup) -> str:
    if group.conversation is not None:
        return " ".join(group.conversation.title.split()) or tr("Untitled conversation")
    return {
        GroupKind.TEAM: tr("Your team"),
        GroupKind.ASSISTANT: tr("Saved by an AI tool"),
        GroupKind.OTHER: tr("No conversation"),
        GroupKind.OUTDATED: tr("Marked as outdated"),
    }.get(group.kind, "")


def group_meta(group: ReviewGroup, now: int) -> str:
    """What stands beside the title: source, project and age, or what is asked."""
    talk = group.conversation
    if talk is None:
        return tr("Still true?") if group.kind is GroupKind.OUTDATED else ""
    at = talk.ended_at or talk.started_at
    project = project_name(talk.project) if talk.project else ""
    parts = [source_words(talk.source).label, project, age(at, now) if at else ""]
    return " · ".join(part for part in parts if part)


def group_letters(group: ReviewGroup) -> str:
    """The source in two letters; nothing where a glyph stands for it."""
    return source_words(group.conversation.source).letters if group.conversation else ""


def group_glyph(kind: GroupKind) -> str:
    return {GroupKind.ASSISTANT: "sparkle", GroupKind.OUTDATED: "clock"}.get(kind, "edit")


def place_label(scope: Scope, scope_id: str | None) -> str:
    if scope is Scope.PROJECT:
        return project_name(scope_id) or tr("Project not known")
    return tr("Global") if scope is Scope.GLOBAL else tr("One conversation")


def lines_label(item: ReviewItem) -> str:
    """`Lines 18–20`; nothing for what comes from no conversation."""
    if item.conversation is None or not item.first_turn:
        return ""
    if item.first_turn == item.last_turn:
        return tr("Line {lines}").format(lines=item.first_turn)
    return tr("Lines {lines}").format(lines=f"{item.first_turn}–{item.last_turn}")


def relation_label(item: ReviewItem) -> str:
    """What stands before the other memory's words; nothing where it touches none."""
    return {
        Relation.UPDATES: tr("Updates an older memory:"),
        Relation.CONTRADICTS: tr("Contradicts:"),
    }.get(item.relation, "")


def quoted(text: str) -> str:
    return f"“{plain(' '.join(text.split()))}”"


PLANTED = QT_TR_NOOP("May try to take control of your AI. Reject it unless you asked for it.")


def edit_verb(item: object) -> str:
    """What the button that edits it is called: another member's memory is copied."""
    return tr("Edit a copy") if is_team(item) else tr("Edit")


def is_team(item: object) -> bool:
    """Return whether another member of the team shared it."""
    return isinstance(item, ReviewItem) and item.source is Source.TEAM


def verbs(item: object) -> tuple[str, str]:
    """What a yes and a no to it, a memory or a proposal, are called."""
    if isinstance(item, ReviewItem) and item.outdated:
        return tr("Keep"), tr("Confirm as outdated")
    if isinstance(item, ProposalItem):
        return (
            (tr("Delete memory"), tr("Keep")) if item.deletes else (tr("Accept change"), tr("Keep unchanged"))
        )
    return tr("Accept and replace") if replaces(item) else tr("Accept"), tr("Reject")


def replaces(item: object) -> bool:
    """Return whether a yes to it is also a no to an older memory, which it updates."""
    return isinstance(item, ReviewItem) and item.relation is Relation.UPDATES and item.conflict is not None


def after_no_words(item: object) -> str:
    """What becomes of a card that is turned down."""
    if not isinstance(item, ReviewItem):
        return tr("Keeping the memory rejects the suggestion")
    if item.outdated:
        return tr("Memories confirmed as outdated are kept but no longer shared")
    return tr("Rejected memories are kept but never shared")


def accepted_words(items: list[ReviewItem]) -> str:
    if len(items) > 1:
        return tr("%n memories accepted", None, len(items))
    if items[0].outdated:
        return tr("Memory kept")
    if items[0].relation is Relation.UPDATES:
        return tr("Memory accepted. The older one stays active until you resolve the conflict between them.")
    if items[0].relation is Relation.CONTRADICTS:
        return tr("Memory accepted. It still conflicts with another memory: see Conflicts.")
    return tr("Memory accepted")


def rejected_words(items: list[ReviewItem]) -> str:
    if len(items) == 1:
        return tr("Memory confirmed as outdated") if items[0].outdated else tr("Memory rejected")
    if all(item.outdated for item in items):
        return tr("%n memories confirmed as outdated", None, len(items))
    return tr("%n memories rejected", None, len(items))


def certain_words(done: Certain) -> str:
    """How many were accepted, how many not, and why."""
    accepted, left = len(done.accepted), len(done.left)
    why = tr("%n still need review: they conflict with or update other memories.", None, left)
    if not accepted and not left:
        return tr("No memory is very certain")
    if not accepted:
        return tr("None accepted. {why}").format(why=why)
    said = tr("%n memories accepted", None, accepted)
    return f"{said}. {why}" if left else said


def done_words(accepted: int, rejected: int, kept: int, outdated: int) -> str:
    """What was decided since the page was opened: of new memories, and of those marked outdated. Empty where
    nothing was."""
    parts = []
    if accepted:
        parts.append(tr("%n accepted", None, accepted))
    if rejected:
        parts.append(tr("%n rejected", None, rejected))
    if kept:
        parts.append(tr("%n kept", None, kept))
    if outdated:
        parts.append(tr("%n confirmed as outdated", None, outdated))
    return tr("Reviewed just now: {what}.").format(what=", ".join(parts)) if parts else ""


def item_sentence(item: ReviewItem) -> str:
    """What a screen reader says of a card."""
    place = place_label(item.scope, item.scope_id)
    where = tr("project {name}").format(name=place) if item.scope is Scope.PROJECT else place.lower()
    head = [type_label(item.type), where]
    if item.privacy is not Privacy.NORMAL:
        head.append(privacy_label(item.privacy).lower())
    if item.outdated:
        head.append(tr("marked outdated"))
    head.append(tr("confidence {value}").format(value=number(item.confidence, 2)))
    text = plain(" ".join(item.content.split()))
    said = [f"{', '.join(head)}.", text if text.endswith((".", "!", "?")) else f"{text}."]
    if relation_label(item):
        said.append(f"{relation_label(item)} {quoted(item.other_content)}.")
    if lines_label(item):
        said.append(f"{lines_label(item)}.")
    return " ".join(said)


def no_source_words(item: ReviewItem) -> str:
    """Of what comes from no conversation."""
    if item.source is Source.TEAM:
        return tr("From your team.")
    if item.source is Source.AGENT_STORED:
        return tr("Saved by an AI tool. No conversation available.")
    if item.source is Source.USER_STATED:
        return tr("Added by you.")
    return tr("The conversation is no longer available.")


SEVERAL_KEYS = {"Alt+I": "pin", "Alt+A": "archive", "Alt+M": "merge"}
"""What keys do to the selected memories, wherever on the page the focus is."""


def review_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down|J|K", tr("Previous and next memory")),
        ("A|Del", tr("Accept or reject; if marked outdated: keep or confirm")),
        ("E|Return", tr("Edit text")),
        ("Ctrl+Return", tr("While editing: save and accept")),
        ("Ctrl+S|Esc", tr("While editing: save or cancel")),
        ("Shift+A", tr("Accept all very certain memories")),
        ("Alt+I|Alt+A|Alt+M", tr("Always include, archive or merge selected memories")),
        ("T", tr("Trust the author of a team memory")),
        ("Right", tr("Compare with the conflicting or older memory")),
        ("Ctrl+O", tr("Open the source conversation, or the memory that a suggestion is about")),
    )
