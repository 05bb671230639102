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
    from arbor_desktop.exchange.model import Imported

_SHOWN = 20
WRITTEN = ("json", "markdown", "csv", "mcp-memory")
FORMATS = (
    "auto",
    "arbor",
    "mcp-memory",
    "mcp-memory-service",
    "mem0",
    "claude-ai",
    "chatgpt",
    "notes",
    "list",
)


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="the file, or a folder of notes")
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

    Known are the MCP server "memory", mem0, mcp-memory-service, ChatGPT, Claude.ai, Markdown
    notes with properties (Claude Code, basic-memory, Obsidian), and a text with one memory a line, each with
    a bullet, a number or a date.

    Memories that are saved already are not stored again. "arbor undo" undoes the whole import."""
    with opened() as service:
        done = service.import_memories(
            args.path, format=args.format, project=args.project, dry_run=args.dry_run
        )
    found = done.imported + done.merged + done.duplicates
    return Answer(done.to_dict(), lambda: _lines(done, out, dry_run=args.dry_run), OK if found else NOTHING)


def _lines(done: Imported, out: Output, *, dry_run: bool) -> Iterator[str]:
    verb = "Would import" if dry_run else "Imported"
    known = done.merged + done.duplicates
    parts = [
        f"{verb} {formatting.count(done.imported, 'memory')}",
        f"{known:,} already saved" if known else "",
        f"in {formatting.count(done.conflicts, 'conflict')}" if done.conflicts else "",
        f"{len(done.skipped):,} skipped" if done.skipped else "",
    ]
    yield f"{', '.join(filter(None, parts))}."
    for one in done.skipped[:_SHOWN]:
        yield out.style(f"  skipped: {plain(one_line(one.what))}: {plain(one.reason)}", "dim")
    if len(done.skipped) > _SHOWN:
        yield out.style(f"  and {len(done.skipped) - _SHOWN:,} more", "dim")


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="the new file")
    parser.add_argument(
        "--format", choices=WRITTEN, default="json", metavar="FORMAT",
        help=f"one of {', '.join(WRITTEN)} (default: json, which arbor import reads)",
    )  # fmt: skip
    parser.add_argument("--everything", action="store_true", help="sensitive and never shared ones, too")
    add_filters(parser)


@command(
    "export",
    "Export memories to a file",
    arguments=_export_arguments,
    examples=(
        "arbor export memories.json",
        "arbor export memories.md --format markdown --project .",
        "arbor export backup.json --everything --status all",
    ),
)
def export(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Export the memories that match the filters. Sensitive memories and those never to be shared are left
    out, unless you add --everything."""
    with opened() as service:
        done = service.export_memories(
            args.path, format=args.format, everything=args.everything, **given_filters(args)
        )
    if left := sum(done.left_out.values()):
        out.note(f"Left out for privacy: {formatting.count(left, 'memory')}. To include them: --everything")
    line = f"Exported {formatting.count(done.exported, 'memory')} to {plain(done.path)}."
    return Answer(done.to_dict(), lambda: [line], OK if done.exported else NOTHING)
