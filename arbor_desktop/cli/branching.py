"""branch: what is remembered of each branch of a project, as the document that its file has."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.branches.sections import Change, ChangeKind, EvolvedBranch, KeptDocument
from arbor_desktop.cli import words
from arbor_desktop.cli.answer import NOTHING, OK, Answer, Refused
from arbor_desktop.cli.editor import edited_file, given_text
from arbor_desktop.cli.output import Output, one_line, plain
from arbor_desktop.cli.parser import interactive
from arbor_desktop.projects.model import Branch

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.service import MemoryService

_SIGNS = {
    ChangeKind.ADDED: ("+", "green"),
    ChangeKind.UPDATED: ("~", "blue"),
    ChangeKind.REMOVED: ("-", "red"),
    ChangeKind.KEPT: (" ", "dim"),
}


def branch(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        project = service.branch_files.switches.project_of(args.project)
        return _ACTIONS[args.action](service, project, args, out)


def _list(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    found = service.list_branches(project)
    if not found:
        out.note(f"No branch of {project} is known.")
    return Answer(
        [one.to_dict() for one in found], lambda: (_line(one, out) for one in found), OK if found else NOTHING
    )


def _line(one: Branch, out: Output) -> str:
    told = ["checked out"] if one.checked_out else []
    told += [f"{words.count(one.memories, 'memory')} of its own"] if one.memories else []
    told += [words.count(one.conversations, "conversation")] if one.conversations else []
    told += [f"changed {words.ago(one.updated_at)}"] if one.updated_at else []
    told += [Path(one.path).name] if one.path else []
    told += ["edited since"] if one.edited else []
    line = f"{plain(one_line(one.name)):<30} {out.style(' · '.join(told), 'dim')}"
    return f"{line}\n{'':<31}{out.style(plain(one.trouble), 'yellow')}" if one.trouble else line


def _show(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    found = service.get_branch_memory(project, args.name)
    if not found.empty and found.branch not in {one.name for one in service.list_branches(project)}:
        out.note(
            f"No branch {plain(found.branch)} is known; this is what holds in the whole project. "
            "arbor branch list names those that are known."
        )
    return _document(found, out)


def _document(found: KeptDocument, out: Output) -> Answer:
    if found.empty:
        out.note(f"Nothing is remembered of branch {plain(found.branch)}.")
    return Answer(
        found.to_dict(),
        lambda: plain(found.text).rstrip("\n").split("\n"),
        NOTHING if found.empty else OK,
        notes=_notes(found),
    )


def _notes(found: KeptDocument) -> tuple[str, ...]:
    notes = []
    if found.edited:
        notes.append(f"{found.path} was changed since Arbor read it; it is read before it is written.")
    if found.waiting:
        waiting = words.count(found.waiting, "entry", "entries")
        wait = "waits" if found.waiting == 1 else "wait"
        notes.append(f"{waiting} came into the file from elsewhere and {wait} for your yes: arbor review.")
    if found.left_out:
        was, taken = ("was", "it") if found.left_out == 1 else ("were", "them")
        notes.append(
            f"{words.count(found.left_out, 'memory')} of the whole project {was} cleared from this branch; "
            f"arbor branch memorize --again takes {taken} in."
        )
    if found.trouble:
        notes.append(f"{found.path} is left alone: {found.trouble}")
    return tuple(notes)


def _memorize(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    made = service.memorize_branch(project, args.name, again=args.again)
    found = service.get_branch_memory(project, args.name)
    document = made.to_dict() | {
        "branch": found.branch,
        "project": found.project,
        "path": found.path if found.has_file else None,
        "trouble": found.trouble,
    }
    return Answer(
        document,
        lambda: _audit(made, found, out),
        NOTHING if found.empty else OK,
        notes=((made.warning,) if made.warning else ()) + _notes(found),
    )


def _audit(made: EvolvedBranch, found: KeptDocument, out: Output) -> Iterable[str]:
    counts = made.counts()
    for change in made.changes:
        if change.kind is not ChangeKind.KEPT:
            yield from _change(change, out)
    told = ", ".join(f"{many} {kind}" for kind, many in counts.items() if many) or "nothing yet"
    where = f" Written: {found.path}" if found.has_file and not found.trouble else ""
    yield out.style(f"{plain(found.branch)}: {told}.{where}", "dim")


def _change(change: Change, out: Output) -> Iterable[str]:
    sign, colour = _SIGNS[change.kind]
    yield f"{out.style(sign, colour)} {plain(change.text)}  {out.style(change.section.value, 'dim')}"
    for before in change.before:
        yield out.style(f"  was: {plain(before)}", "dim")
    if change.reason:
        yield out.style(f"  {plain(change.reason)}", "dim")


def _clear(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    before = service.get_branch_memory(project, args.name)
    if before.empty:
        out.note(f"There is nothing to clear in branch {plain(before.branch)}.")
        return Answer(before.to_dict() | {"archived": 0}, list, NOTHING)
    if not args.yes and interactive() and not out.as_json:
        many = words.count(len(before.entries()), "entry", "entries")
        out.stderr.write(f"Clear {many} of branch {plain(before.branch)}? [y/N] ")
        out.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise Refused("Nothing was cleared.")
    archived = service.clear_branch_memory(project, args.name)
    after = service.get_branch_memory(project, args.name)
    lines = [f"Cleared branch {plain(after.branch)}."]
    if archived:
        lines.append(f"Archived {words.count(archived, 'memory')} of this branch. arbor undo takes it back.")
    if after.left_out:
        stay = "stays, and is" if after.left_out == 1 else "stay, and are"
        lines.append(f"{words.count(after.left_out, 'memory')} of the whole project {stay} left out here.")
    return Answer(after.to_dict() | {"archived": archived}, lambda: lines, remark=True)


def _edit(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    before = service.get_branch_memory(project, args.name)
    text = given_text(args)
    if text is None:
        with tempfile.TemporaryDirectory(prefix="arbor-") as folder:  # private to its user
            text = edited_file(Path(folder) / "branch-memory.md", before.text, os.environ)
        if text == before.text:
            out.note("Nothing was changed.")
            return Answer(before.to_dict(), list, NOTHING if before.empty else OK)
    elif not text.strip():
        raise Refused("Nothing was given: the text is empty. Nothing was changed.")
    after = service.edit_branch_memory(project, args.name, text, was=before.text)
    return Answer(
        after.to_dict(),
        lambda: [f"Kept: the memory of branch {plain(after.branch)}. arbor undo takes it back."],
        remark=True,
        notes=_notes(after),
    )


_ACTIONS = {"list": _list, "show": _show, "memorize": _memorize, "clear": _clear, "edit": _edit}
