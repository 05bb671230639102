"""instructions: which files of a project carry what Arbor remembers of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.branches.switch_model import INSTRUCTION_FILES, Switches, Way
from arbor_desktop.cli.answer import Answer, UsageError
from arbor_desktop.cli.output import Output, one_line, plain
from arbor_desktop.user_files.model import Part, Plan, Standing

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.service import MemoryService

JOINING, BRANCHES, WORKTREES = "activation", "branches", "worktrees"
_WORDS = {
    Standing.INSTALLED: ("on", "green"),
    Standing.ABSENT: ("off", "dim"),
    Standing.PARTLY: ("on, not up to date", "yellow"),
    Standing.BLOCKED: ("left alone", "yellow"),
}


def instructions(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        project = service.branch_files.switches.project_of(args.project)
        if args.action == "list":
            here = Path(project).is_dir()
            return _standing(service, project, out, () if here else (f"{project} is no folder here.",))
        if args.action == "refresh":
            notes = service.branch_files.switches.refresh(project)
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


def _fields(switches: Switches, args: Namespace) -> dict[str, Any]:
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


def _lines(project: str, switches: Switches, parts: Iterable[Part], out: Output) -> Iterable[str]:
    yield out.style(one_line(project), "bold")
    for part in parts:
        word, style = _WORDS[part.standing]
        yield f"  {part.key:<12}{out.style(word, style)}"
        if part.note:
            yield from out.wrapped(part.note, " " * 14)
    for name, on in ((BRANCHES, switches.branch_files), (WORKTREES, switches.share_worktrees)):
        yield f"  {name:<12}{out.style('on', 'green') if on else out.style('off', 'dim')}"


def _planned(plan: Plan) -> dict[str, Any]:
    from arbor_desktop.integrations.setup.showing import unified

    would = [{"path": one.path, "what": one.what, "diff": "\n".join(unified(one))} for one in plan.changes]
    return {"would_change": would, "notes": list(plan.notes)}


def _shown(plan: Plan, out: Output) -> Iterable[str]:
    from arbor_desktop.integrations.setup.showing import unified

    if plan.empty:
        yield "No file would change."
    for change in plan.changes:
        yield out.style(f"{one_line(change.path)}: {change.what}", "bold")
        yield from (plain(line) for line in unified(change))
