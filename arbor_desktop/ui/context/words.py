"""The words of the page, and its keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arbor_desktop.context.block_text import ALWAYS
from arbor_desktop.context.layers import CONVERSATION, GLOBAL, PROMPT
from arbor_desktop.context.model import Excluded, Included
from arbor_desktop.integrations.view_as import BYTES, FILE, IGNORED, NO_PROJECT, OFF, Client
from arbor_desktop.memories.model import Memory, Scope, Source
from arbor_desktop.projects.gate import titled
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import search_terms
from arbor_desktop.ui.components.painting import confidence_word
from arbor_desktop.ui.formatting import percent, plain
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import number, tr, translated

if TYPE_CHECKING:
    from arbor_desktop.ui.context.model import Preview

NOTHING = "–"


def memories(count: int) -> str:
    return tr("%n memories", None, count)


_WORD = re.compile(r"\w[\w.+#/-]*\w|\w")
_MOST_TERMS, _MOST_MATCHED = 200, 4


def tokens_short(count: int) -> str:
    """`34 tok`, or a dash where nothing is known."""
    return tr("%n tok", None, count) if count else NOTHING


def tokens_long(count: int) -> str:
    return tr("%n tokens", None, count)


def why_told(item: Included, memory: Memory | None, project: str | None, prompt: str) -> tuple[str, str]:
    """Return glyph and words of what brought a memory into the block. `memory`: itself, if it is known."""
    if item.layer == ALWAYS:
        return "pin", tr("Always included")
    if item.layer == PROMPT:
        return "search", ": ".join(filter(None, (tr("Matches your prompt"), matched(item.content, prompt))))
    if item.layer == CONVERSATION:
        return "conversations", tr("This conversation")
    if memory is not None and memory.source is Source.TEAM:
        return "team", translated(item.reason)
    if item.layer == GLOBAL or item.scope is Scope.GLOBAL:
        if memory is not None and memory.technology:
            return "tag", tr("For projects that use {technology}").format(
                technology=titled(memory.technology)
            )
        return "globe", tr("Applies to all projects")
    if memory is not None and memory.branch:
        return "branch", tr("Only on {branch}").format(branch=memory.branch)
    if memory is not None and memory.scope_id and project and memory.scope_id != project:
        return "folder", translated(item.reason)  # a folder above, or all of its group
    return "folder", tr("This project")


def matched(text: str, prompt: str) -> str:
    """Return the first words of a prompt that a text has in any form; empty where it only means the same."""
    there = {stem(term) for term in search_terms(text, _MOST_TERMS)}
    asked = dict.fromkeys(word for word in _WORD.findall(prompt))
    wanted = {stem(term) for term in search_terms(prompt, _MOST_TERMS)}
    said = [
        word
        for word in asked
        if any((found := stem(term)) in there and found in wanted for term in search_terms(word))
    ]
    return ", ".join(said[:_MOST_MATCHED])


def why_not_told(item: Excluded, memory: Memory | None, client: Client) -> tuple[str, str]:
    """Return glyph and words of why a memory stays out."""
    branch = memory.branch if memory is not None else None
    of_project = project_name(item.scope_id) if item.scope_id else ""
    reason = translated(item.reason)
    look = {
        "over_budget": ("filter", tr("No room left: needs %n tokens", None, item.tokens)),
        "over_limit": (
            "filter",
            tr("Over the limit of {tool}: needs %n tokens", None, item.tokens).format(tool=client.title),
        ),
        "not_in_file": (
            "file",
            tr("Files get only undisputed conventions, decisions and bug patterns of the project"),
        ),
        "never_share": ("eye-off", tr("Marked “Never share”")),
        "sensitive": ("lock", tr("Sensitive: shared only when it matches your prompt")),
        "expired": ("clock", tr("Expired")),
        "low_confidence": ("warning", f"{tr('Low confidence')} · {number(item.confidence, 2)}"),
        "less_recent": ("history", tr("Used less recently than others")),
        "other_branch": ("branch", tr("Only on {branch}").format(branch=branch or NOTHING)),
        "other_project": (
            "folder",
            _of(tr("Other project"), of_project) if of_project else reason,
        ),
        "no_project": ("chat", tr("Said in a chat without a project: shared when your prompt is about it")),
        "other_technology": ("tag", reason),
        "about_person": ("chat", tr("About you: shared only when it matches your prompt")),
        "conflict": ("conflicts", reason),
        "replaced": ("refresh", reason),
        "outdated": ("history", tr("Marked as outdated")),
        "pending": ("review", tr("Needs review")),
    }.get(item.kind)
    return look or ("info", reason)


def reason_name(kind: str) -> str:
    """Return why a memory stays out, in a word or two: several kinds may have the same."""
    room, replaced, project = tr("No room"), tr("Replaced"), tr("Project")
    return {
        "over_budget": room,
        "over_limit": room,
        "less_recent": room,
        "not_in_file": tr("Not for files"),
        "never_share": tr("Never share"),
        "sensitive": tr("Sensitive"),
        "about_person": tr("About you"),
        "expired": tr("Expired"),
        "low_confidence": tr("Low confidence"),
        "other_branch": tr("Branch"),
        "other_project": project,
        "no_project": project,
        "other_technology": tr("Technology"),
        "conflict": tr("Conflict"),
        "replaced": replaced,
        "outdated": replaced,
        "pending": tr("Needs review"),
    }.get(kind, tr("Other"))


def limit_words(preview: Preview) -> str:
    """Return how much of a client's limit is taken, or of the budget; or that the limit is near."""
    if preview.near:
        return tr("near the limit")
    words = tr("{share} of its limit") if preview.client.limit else tr("{share} of your budget")
    return words.format(share=percent(preview.share))


def size_words(preview: Preview) -> str:
    """Return the size and the limit of a client, in the unit of the limit; empty where it has none."""
    client = preview.client
    if client.limit is None:
        return ""
    words = tr("{size} of {limit} bytes") if client.unit == BYTES else tr("{size} of {limit} characters")
    return words.format(size=number(preview.size), limit=number(client.limit))


def how_words(preview: Preview) -> str:
    """Return when and how a client gets the text."""
    client = preview.client
    if client.name == FILE:
        return tr("in the file, without a prompt")
    if client.contract is None:
        return tr("when the AI asks, through the MCP server")
    if preview.prompted:
        return tr("at start and with the prompt, through the hook")
    return tr("at session start, through the hook")


def nothing_words(preview: Preview) -> tuple[str, str]:
    """Return title and text of why a client gets nothing, if that is no matter of memories."""
    if preview.trouble:
        return tr("{file} can't be changed").format(file=preview.client.title), translated(preview.trouble)
    return {
        OFF: (tr("Sharing is off"), tr("Turn it on in Settings → Sharing.")),
        IGNORED: (tr("This project is ignored"), tr("Nothing is read from it or shared with it.")),
        NO_PROJECT: (tr("No project"), tr("Each project has its own CLAUDE.md. Choose a project.")),
    }[preview.nothing]


def _of(what: str, name: str | None) -> str:
    return f"{what} · {name}" if name else what


def spoken_row(item: Included | Excluded, why: str, *, told: bool) -> str:
    """What a screen reader says of a row."""
    head = f"{type_label(item.type)}, {tr('included') if told else tr('left out')}: {why}."
    text = plain(" ".join(item.content.split()))
    text = text if text.endswith((".", "!", "?")) else f"{text}."
    worth = tr("Confidence {value}: {level}").format(
        value=number(item.confidence, 2), level=confidence_word(item.confidence)
    )
    cost = f" {tokens_long(item.tokens)}." if item.tokens else ""
    return f"{head} {text} {worth}.{cost}"


def context_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Alt+P|Alt+B|Alt+Q", tr("Go to project, branch or prompt")),
        ("Alt+1|Alt+2|Alt+3|Alt+4|Alt+5", tr("View as another tool")),
        ("Ctrl+Shift+C", tr("Copy text")),
        ("Alt+T", tr("Manage integrations")),
        ("Up|Down", tr("Previous and next memory")),
        ("Return", tr("Open memory")),
        ("Alt+I", tr("Always include")),
        ("Right|Left", tr("Show all / show less")),
        ("Shift+F10", tr("Menu: never share, change confidence, show in text")),
    )
