"""branch: what is remembered of each branch of a project, as the document that its file has."""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.branches.model import (
    INSTRUCTION_FILES,
    WRITTEN_FILES,
    BranchUpdate,
    Change,
    ChangeKind,
    FileOptions,
    KeptDocument,
    Way,
)
from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import add_actions, command
from arbor_desktop.cli.inputs import ask, edited_file, given_text, interactive
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, Refused, UsageError, one_line, plain
from arbor_desktop.projects.model import Branch
from arbor_desktop.user_files.model import Part, Plan, Standing

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService


_SIGNS = {
    ChangeKind.ADDED: ("+", "green"),
    ChangeKind.UPDATED: ("~", "blue"),
    ChangeKind.REMOVED: ("-", "red"),
    ChangeKind.KEPT: (" ", "dim"),
}


def _branch_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser, ".")
    for name, text in (
        ("list", "list branches and their files"),
        ("show", "show the memory of a branch, as in its file"),
        ("memorize", "add what is new, and show what changed"),
        ("clear", "empty it: memories of this branch alone are archived"),
        ("edit", "change it in your editor, or take the text of a file"),
    ):
        action = actions.add_parser(name, help=text)
        if name != "list":
            action.add_argument("name", metavar="NAME", help="the branch")
        if name == "memorize":
            action.add_argument("--again", action="store_true", help="include cleared memories again")
        if name == "clear":
            action.add_argument("--yes", action="store_true", help="do not ask")
        if name == "edit":
            action.add_argument("--file", metavar="PATH", help='the whole text; "-" is standard input')
        action.add_argument("--project", metavar="PATH", default=".", help="its folder (default: this one)")


@command(
    "branch",
    "Show the memory of a project's branches",
    arguments=_branch_arguments,
    examples=(
        "arbor branch list --project .",
        "arbor branch show main",
        "arbor branch memorize feature/login --project .",
        "arbor branch edit main",
        "arbor branch clear old-experiment --yes",
    ),
)
def branch(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show the memory of a branch: facts, architectural decisions, conventions, bug patterns.

    It has what applies in the whole project, and what applies on this branch only. With "arbor
    instructions on branches" it is also kept in a file of the project."""
    with opened() as service:
        project = service.branch_memory.options.project_of(args.project)
        return _ACTIONS[args.action](service, project, args, out)


def _list(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    found = service.list_branches(project)
    if not found:
        out.note(f"No branches in {project} yet.")
    return Answer(
        [one.to_dict() for one in found], lambda: (_line(one, out) for one in found), OK if found else NOTHING
    )


def _line(one: Branch, out: Output) -> str:
    told = ["checked out"] if one.checked_out else []
    told += [f"{formatting.count(one.memories, 'memory')} of its own"] if one.memories else []
    told += [formatting.count(one.conversations, "conversation")] if one.conversations else []
    told += [f"changed {formatting.ago(one.updated_at)}"] if one.updated_at else []
    told += [Path(one.path).name] if one.path else []
    told += ["edited since"] if one.edited else []
    line = f"{plain(one_line(one.name)):<30} {out.style(' · '.join(told), 'dim')}"
    return f"{line}\n{'':<31}{out.style(plain(one.trouble), 'yellow')}" if one.trouble else line


def _show(service: MemoryService, project: str, args: Namespace, out: Output) -> Answer:
    found = service.get_branch_memory(project, args.name)
    if not found.empty and found.branch not in {one.name for one in service.list_branches(project)}:
        out.note(
            f"There is no branch {plain(found.branch)} yet; this applies to the whole project. "
            "To list branches: arbor branch list"
        )
    return _document(found, out)


def _document(found: KeptDocument, out: Output) -> Answer:
    if found.empty:
        out.note(f"No memories of branch {plain(found.branch)}.")
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
        waiting = formatting.count(found.waiting, "entry", "entries")
        wait = "needs" if found.waiting == 1 else "need"
        notes.append(f"{waiting} came into the file from elsewhere and {wait} review: arbor review.")
    if found.left_out:
        was, taken = ("was", "it") if found.left_out == 1 else ("were", "them")
        notes.append(
            f"{formatting.count(found.left_out, 'memory')} of the whole project {was} cleared here; "
            f"arbor branch memorize --again takes {taken} in."
        )
    if found.trouble:
        notes.append(f"{found.path} is left unchanged: {found.trouble}")
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


def _audit(made: BranchUpdate, found: KeptDocument, out: Output) -> Iterable[str]:
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
        out.note(f"Nothing to clear in branch {plain(before.branch)}.")
        return Answer(before.to_dict() | {"archived": 0}, list, NOTHING)
    if not args.yes and interactive() and not out.as_json:
        many = formatting.count(len(before.entries()), "entry", "entries")
        ask(f"Clear {many} of branch {plain(before.branch)}?", out, "Nothing was cleared.")
    archived = service.clear_branch_memory(project, args.name)
    after = service.get_branch_memory(project, args.name)
    lines = [f"Cleared branch {plain(after.branch)}."]
    if archived:
        lines.append(f"Archived {formatting.count(archived, 'memory')} of this branch. Undo with: arbor undo")
    if after.left_out:
        stay = "stays, and is" if after.left_out == 1 else "stay, and are"
        lines.append(
            f"{formatting.count(after.left_out, 'memory')} of the whole project {stay} left out here."
        )
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
        raise Refused("The text is empty. Nothing was changed.")
    after = service.edit_branch_memory(project, args.name, text, was=before.text)
    return Answer(
        after.to_dict(),
        lambda: [f"Saved the memory of branch {plain(after.branch)}. Undo with: arbor undo"],
        remark=True,
        notes=_notes(after),
    )


_ACTIONS = {"list": _list, "show": _show, "memorize": _memorize, "clear": _clear, "edit": _edit}


JOINING, BRANCHES, WORKTREES = "activation", "branches", "worktrees"
_WORDS = {
    Standing.INSTALLED: ("on", "green"),
    Standing.ABSENT: ("off", "dim"),
    Standing.PARTLY: ("on, not up to date", "yellow"),
    Standing.BLOCKED: ("left alone", "yellow"),
}


def _instructions_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser, ".")
    for name, text in (
        ("list", "show what is on, and the state of each file"),
        ("on", "switch one on"),
        ("off", "turn one off, and restore the file"),
        ("refresh", "update all files now"),
    ):
        action = actions.add_parser(name, help=text)
        if name in ("on", "off"):
            what = (*WRITTEN_FILES, "activation", "branches", "worktrees")
            action.add_argument("what", choices=what, metavar="WHAT", help=", ".join(what))
            action.add_argument("--dry-run", action="store_true", help="only show the change of each file")
        if name == "on":
            action.add_argument(
                "--import", dest="imported", action="store_true",
                help="one line that imports a file of its own, instead of the block (CLAUDE.md, GEMINI.md)",
            )  # fmt: skip
        action.add_argument("--project", metavar="PATH", default=".", help="its folder (default: this one)")


@command(
    "instructions",
    "Manage memories in CLAUDE.md, AGENTS.md, GEMINI.md",
    arguments=_instructions_arguments,
    examples=(
        "arbor instructions list --project .",
        "arbor instructions on CLAUDE.md --project . --dry-run",
        "arbor instructions on CLAUDE.md --import",
        "arbor instructions off CLAUDE.md",
    ),
)
def instructions(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Write the memory of the current branch into files that AI tools read automatically.

    Off for each project and file until you switch it on. Arbor changes only its own part, between two
    marker lines, and removes it when you switch it off.

      CLAUDE.md, AGENTS.md, GEMINI.md  a block at the end of the file
      ONBOARDING.md                    how the project works, for colleagues (arbor project digest)
      activation                       build CLAUDE.md from CLAUDE_base.md and CLAUDE_<branch>.md
      branches                         a file for each branch in .arbor/memory/branches
      worktrees                        worktrees share the memory of their repository (default: on)"""
    with opened() as service:
        project = service.branch_memory.options.project_of(args.project)
        if args.action == "list":
            here = Path(project).is_dir()
            return _standing(service, project, out, () if here else (f"{project} is not a folder here.",))
        if args.action == "refresh":
            notes = service.branch_memory.options.refresh(project)
            return _standing(service, project, out, tuple(notes))
        fields = _fields(service.switches(project), args)
        plan = service.plan_switch(project, **fields)
        if args.dry_run:
            return Answer(_planned(plan), lambda: _shown(plan, out), notes=plan.notes)
        service.switch(project, **fields)
        return _standing(service, project, out, (*_written(plan), *plan.notes))


def _written(plan: Plan) -> list[str]:
    """Which files were made, changed or removed, one a line."""
    verb = {True: "Changed", False: "Made"}
    return [
        f"{'Removed' if one.after is None else verb[one.before is not None]} {one.path}"
        for one in plan.changes
        if one.changes
    ]


def _fields(switches: FileOptions, args: Namespace) -> dict[str, Any]:
    on = args.action == "on"
    way = Way.IMPORT if on and args.imported else Way.BLOCK
    if way is Way.IMPORT and args.what not in INSTRUCTION_FILES:
        raise UsageError(f"--import is for {' and '.join(INSTRUCTION_FILES)}, not for {args.what}.")
    names = {JOINING: "activation", BRANCHES: "branch_files", WORKTREES: "share_worktrees"}
    if args.what in names:
        return {names[args.what]: on}
    ways = {file: one for file, one in switches.instructions if file != args.what}
    return {"instructions": ways | ({args.what: way} if on else {})}


def _standing(service: MemoryService, project: str, out: Output, notes: tuple[str, ...] = ()) -> Answer:
    switches, parts = service.switches(project), service.instruction_states(project)
    document = {"project": project} | switches.to_dict() | {"files": [part.to_dict() for part in parts]}
    return Answer(document, lambda: _lines(project, switches, parts, out), notes=notes)


def _lines(project: str, switches: FileOptions, parts: Iterable[Part], out: Output) -> Iterable[str]:
    yield out.style(one_line(project), "bold")
    for part in parts:
        word, style = _WORDS[part.standing]
        yield f"  {part.key:<15}{out.style(word, style)}"
        if part.note:
            yield from out.wrapped(part.note, " " * 14)
    for name, on in ((BRANCHES, switches.branch_files), (WORKTREES, switches.share_worktrees)):
        yield f"  {name:<15}{out.style('on', 'green') if on else out.style('off', 'dim')}"


def _planned(plan: Plan) -> dict[str, Any]:
    from arbor_desktop.user_files.operations import unified_diff

    would = [
        {"path": one.path, "what": one.what, "diff": "\n".join(unified_diff(one))} for one in plan.changes
    ]
    return {"would_change": would, "notes": list(plan.notes)}


def _shown(plan: Plan, out: Output) -> Iterable[str]:
    from arbor_desktop.user_files.operations import unified_diff

    if plan.empty:
        yield "No file would change."
    for change in plan.changes:
        yield out.style(f"{one_line(change.path)}: {change.what}", "bold")
        yield from (plain(line) for line in unified_diff(change))
