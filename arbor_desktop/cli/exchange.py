"""import and export of memories."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import add_filters, add_project, command, given_filters
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, one_line, plain

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.exchange.model import Imported, Plan

_SHOWN = 20
_OTHERS = {"merged": "merged with", "conflict": "contradicts"}
WRITTEN = (
    "json", "markdown", "obsidian", "agents-md", "csv", "mcp-memory", "mem0", "yaml", "claude-code-memory",
)  # fmt: skip
FORMATS = (
    "auto",
    "arbor",
    "claude-code-memory",
    "obsidian",
    "yaml",
    "mcp-memory",
    "mcp-memory-service",
    "claude-mem",
    "engram",
    "mem0",
    "claude-ai",
    "chatgpt",
    "csv",
    "memory-folder",
    "rules",
    "notes",
    "list",
)


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar="PATH", help="the file, or a folder or ZIP of an account's export or of notes"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="auto", metavar="FORMAT",
        help=f"one of {', '.join(FORMATS)} (default: auto, by its content)",
    )  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="show what would happen")
    add_project(parser, "store them for this project (default: for all projects)")


@command(
    "import",
    "Import memories of another tool",
    arguments=_import_arguments,
    examples=(
        "arbor import memory.jsonl --dry-run",
        "arbor import chatgpt-memories.txt",
        "arbor import memories.json --project .",
    ),
)
def import_(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Import the memories of an Arbor export or another tool.

    Known are claude-mem, Engram, the MCP server "memory", mem0, mcp-memory-service, ChatGPT, Claude.ai, rules
    for AI tools (Cursor, CLAUDE.md), Markdown notes (Claude Code, basic-memory, Obsidian), memory folders of
    projects, and a text with one memory a line, each with a bullet, a number or a date.

    Memories that are saved already are not stored again; up to 2,000 are also merged with those that say the
    same in other words. "arbor undo" undoes the whole import."""
    plan = None
    with opened() as service:
        if args.dry_run:
            plan = service.plan_import(args.path, format=args.format, project=args.project)
            done = plan.result
        else:
            done = service.import_memories(args.path, format=args.format, project=args.project)
    found = done.imported + done.merged + done.duplicates
    return Answer(done.to_dict(), lambda: _lines(done, plan, out), OK if found else NOTHING)


def _lines(done: Imported, plan: Plan | None, out: Output) -> Iterator[str]:
    verb = "Imported" if plan is None else "Would import"
    parts = [
        f"{verb} {formatting.count(done.imported, 'memory')}",
        f"{done.merged:,} merged with yours" if done.merged else "",
        f"{done.conflicts:,} in conflict" if done.conflicts else "",
        f"{done.duplicates:,} already saved" if done.duplicates else "",
        f"{len(done.skipped):,} skipped" if done.skipped else "",
    ]
    yield f"{', '.join(filter(None, parts))}."
    changes = [one for one in plan.entries if one.outcome in _OTHERS] if plan else []
    for entry in changes[:_SHOWN]:
        other = f"“{plain(one_line(entry.other))}”" if entry.other else "another entry"
        yield f"  {plain(one_line(entry.content))}"
        yield out.style(f"    {_OTHERS[entry.outcome]} {other}", "dim")
    if len(changes) > _SHOWN:
        yield out.style(f"  and {len(changes) - _SHOWN:,} more", "dim")
    for one in done.skipped[:_SHOWN]:
        yield out.style(f"  skipped: {plain(one_line(one.what))}: {plain(one.reason)}", "dim")
    if len(done.skipped) > _SHOWN:
        yield out.style(f"  and {len(done.skipped) - _SHOWN:,} more", "dim")


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="the new file or folder")
    parser.add_argument(
        "--format", choices=WRITTEN, default="json", metavar="FORMAT",
        help=f"one of {', '.join(WRITTEN)} (default: json)",
    )  # fmt: skip
    parser.add_argument(
        "--everything", action="store_true", help="include private memories: for your own backup"
    )
    add_filters(parser)


@command(
    "export",
    "Export memories to a file or folder",
    arguments=_export_arguments,
    examples=(
        "arbor export memories.json",
        "arbor export vault/arbor --format obsidian",
        "arbor export AGENTS.md --format agents-md --project .",
        "arbor export backup.json --everything --status all",
    ),
)
def export(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Export the memories that match the filters to a new file or folder.

    json has all that Arbor knows of them, to import it again; markdown is one file to read; obsidian is a
    folder of notes for Obsidian and basic-memory; agents-md is text for AGENTS.md or CLAUDE.md; csv is a
    table; mcp-memory and mem0 are for these programs; yaml is a folder of patterns, pitfalls, preferences and
    lessons from projects; claude-code-memory is one JSON file. "arbor import" reads all of them.

    Memories never to be shared are left out, unless you add --everything; sensitive ones, too, unless you add
    "--privacy sensitive". agents-md never has private memories."""
    with opened() as service:
        done = service.export_memories(
            args.path, format=args.format, everything=args.everything, **given_filters(args)
        )
    if left := sum(done.left_out.values()):
        how = "" if args.format == "agents-md" else " To include them: --everything"
        out.note(f"Left out for privacy: {formatting.count(left, 'memory')}.{how}")
    line = f"Exported {formatting.count(done.exported, 'memory')} to {plain(done.path)}."
    return Answer(done.to_dict(), lambda: [line], OK if done.exported else NOTHING)
