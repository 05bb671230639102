"""integrate, hook, mcp: Arbor in AI tools."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli.commands import add_actions, add_project, command
from arbor_desktop.cli.inputs import ask, interactive
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, plain
from arbor_desktop.errors import ArborError
from arbor_desktop.user_files.model import Changed, Integration, Part, Plan, Standing

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.integrations.setup.setup import Setup


STANDINGS = {
    Standing.INSTALLED: ("installed", "green"),
    Standing.ABSENT: ("not installed", "dim"),
    Standing.PARTLY: ("needs repair", "yellow"),
    Standing.BLOCKED: ("left alone", "yellow"),
}
NEXT = "Start a session there; “arbor receipts” then shows what was shared with it."


def _integrate_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    listed = actions.add_parser("list", aliases=["status"], help="list the tools and their state")
    listed.set_defaults(action="list")
    add_project(listed, "the settings of this project instead of yours")
    for name, aliases, text in (
        ("install", [], "install or repair"),
        ("remove", ["uninstall"], "remove it again"),
    ):
        action = actions.add_parser(name, aliases=aliases, help=text)
        action.set_defaults(action=name)
        action.add_argument(
            "name", metavar="NAME", help="claude-code, claude-desktop, codex, cursor or gemini"
        )
        action.add_argument(
            "--part", action="append", choices=["hooks", "mcp"], metavar="PART", help="only this: hooks, mcp"
        )
        add_project(action, "only in the settings of this project")
        action.add_argument("--dry-run", action="store_true", help="only show what would be changed")
        action.add_argument("--yes", action="store_true", help="do not ask")


@command(
    "integrate",
    "Connect AI tools",
    arguments=_integrate_arguments,
    examples=(
        "arbor integrate list",
        "arbor integrate install claude-code --dry-run",
        "arbor integrate install codex --part mcp",
        "arbor integrate remove claude-code",
    ),
)
def integrate(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Connect an AI tool: its hooks share memories with each session, its MCP server lets the AI look things
    up.

    On a terminal you see the exact change of the tool's files first, and are asked. Nothing else in
    these files changes; remove undoes it.

      claude-code     hooks and MCP server
      codex           hooks and MCP server
      gemini          hooks and MCP server
      claude-desktop  MCP server
      cursor          MCP server"""
    _find_project(opened, args)
    setup = _setup(opened, args, out)
    if args.action == "list":
        found = setup.list(args.project)
        return Answer([one.to_dict() for one in found], lambda: _list(found, out))
    plan = setup.plan(args.name, args.action, args.part, args.project)
    if plan.empty:
        return _nothing(setup.one(args.name, args.project), args, out)
    if args.dry_run:
        return Answer(_planned(plan), lambda: _shown(plan, out), notes=_notes(plan))
    notes = _notes(plan)
    if interactive() and not (out.as_json or args.yes):
        _ask(plan, out)
        notes = ()  # were read before the yes
    changed = setup.apply(plan)
    document = {"changed": [one.to_dict() for one in changed]}
    parts = setup.one(args.name, args.project).parts
    hooked = any(part.key == "hooks" and part.standing is Standing.INSTALLED for part in parts)
    after = [NEXT] if args.action == "install" and hooked else []
    return Answer(document, lambda: [*_done(plan, changed), *after], remark=True, notes=notes)


def _find_project(opened: Opener, args: Namespace) -> None:
    if args.project:
        with opened():  # which replaces a name by its path
            pass


def _setup(opened: Opener, args: Namespace, out: Output) -> Setup:
    """The setup, which opens the memory only once something is to be noted in it."""
    from arbor_desktop.integrations.setup.setup import Setup
    from arbor_desktop.paths import resolve_home

    def noted(tool: str, installed: bool) -> None:
        try:
            with opened() as service:
                service.receipts.installed(tool, installed)
        except ArborError as error:
            out.note(f"Arbor can't watch whether the hooks answer: {error.message}")

    return Setup(resolve_home(args.home), os.environ, noted=noted)


# -- list --


def _list(found: Iterable[Integration], out: Output) -> Iterable[str]:
    for one in found:
        word, style = STANDINGS[one.standing]
        if one.standing is Standing.ABSENT and not one.found:
            word = "not found on this computer"
        elif one.standing is Standing.PARTLY and all(p.standing is not Standing.PARTLY for p in one.parts):
            word, style = "partly installed", "green"  # one part was not wanted: nothing to repair
        yield f"{out.style(f'{one.title:<16}', 'bold')}{out.style(word, style)}"
        for part in one.parts:
            yield from _part(part, out)


def _part(part: Part, out: Output) -> Iterable[str]:
    word, style = STANDINGS[part.standing]
    yield f"  {part.title:<14}{out.style(f'{word:<14}', style)}{out.style(_short(part.file), 'dim')}"
    if part.note:
        yield from out.wrapped(part.note, " " * 16)


def _short(path: str) -> str:
    """With ~ for the person's folder."""
    try:
        return f"~{os.sep}{Path(path).relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return path


# -- install and remove --


def _nothing(found: Integration, args: Namespace, out: Output) -> Answer:
    """Nothing is to be done: it is there already, or there is nothing to take away."""
    where = f" in {found.title}"
    out.note(
        f"Arbor is set up{where} already." if args.action == "install" else f"Nothing of Arbor is{where}."
    )
    return Answer({"changed": []}, list, OK if args.action == "install" else NOTHING)


def _planned(plan: Plan) -> dict[str, Any]:
    from arbor_desktop.user_files.operations import unified_diff

    would = [
        {"path": one.path, "what": one.what, "diff": "\n".join(unified_diff(one))} for one in plan.changes
    ]
    return {"changed": [], "would_change": would}


def _shown(plan: Plan, out: Output) -> Iterable[str]:
    from arbor_desktop.user_files.operations import unified_diff

    colours = {"+": "green", "-": "red", "@": "dim"}
    for number, change in enumerate(plan.changes):
        if number:
            yield ""
        for line in unified_diff(change):
            text = plain(line)
            heads = line.startswith(("--- ", "+++ "))
            yield (
                out.style(text, "bold")
                if heads
                else out.style(text, colours[line[0]])
                if line[0] in colours
                else text
            )


def _notes(plan: Plan) -> tuple[str, ...]:
    return ("", *plan.notes) if plan.notes else ()


def _ask(plan: Plan, out: Output) -> None:
    for line in _shown(plan, out):
        out.line(line)
    for note in plan.notes:
        out.line("")
        for line in out.wrapped(note):
            out.line(line)
    out.stdout.flush()
    files = "this file" if len(plan.changes) == 1 else f"these {len(plan.changes)} files"
    out.error("")
    ask(f"Change {files}?", out)


def _done(plan: Plan, changed: Iterable[Changed]) -> Iterable[str]:
    after = {change.path: change.after for change in plan.changes}
    for one in changed:
        verb = "Removed" if after[one.path] is None else "Changed" if one.backup else "Made"
        yield f"{verb} {one.path}"
        if one.backup:
            yield f"  backup: {one.backup}"


def _hook_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("event", metavar="EVENT", help="as the tool calls it: SessionStart, BeforeAgent, …")
    parser.add_argument(
        "--tool", default="claude-code", metavar="NAME", help="claude-code, codex or gemini (claude-code)"
    )


@command(
    "hook",
    "Answer an AI tool's hook (called by AI tools)",
    arguments=_hook_arguments,
    examples=(
        "arbor integrate install claude-code",
        'echo \'{"session_id": "try", "cwd": "\'$PWD\'"}\' | arbor hook SessionStart',
    ),
)
def hook(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Read one JSON object on standard input, as AI tools send it, and answer with what the session should
    know.

    AI tools call it themselves after "arbor integrate install". It never fails towards the tool;
    problems are listed under Activity in Arbor."""
    from arbor_desktop.integrations.hooks import entry

    out.as_json = False  # standard output is the tool's: no document of ours follows the answer
    entry.main(["hook", args.event, "--tool", args.tool, *(["--home", args.home] if args.home else [])])
    return Answer(None, list)


def _mcp_arguments(parser: ArgumentParser) -> None:
    add_project(parser, "the tool's folder, if the tool does not send it")


@command(
    "mcp",
    "Run the MCP server (started by AI tools)",
    arguments=_mcp_arguments,
    examples=("arbor integrate install cursor", "arbor mcp"),
)
def mcp(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Speak the Model Context Protocol on standard input and output until the tool ends.

    AI tools start it themselves after "arbor integrate install"."""
    from arbor_desktop.integrations.mcp.entry import serve

    if interactive():
        out.note("AI tools start this themselves and speak MCP with it. Ctrl-C ends it.")
    out.as_json = False  # standard output is the protocol's: no document of ours follows it
    _find_project(opened, args)
    serve(opened, args.project)
    return Answer(None, list)
