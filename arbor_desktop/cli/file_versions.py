"""versions: what is kept of AI tools' memory files, and how it is restored."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import add_actions, command
from arbor_desktop.cli.inputs import ask, interactive
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, plain
from arbor_desktop.errors import NotFound
from arbor_desktop.file_versions.model import FileVersion, KeptFile, ToolFiles
from arbor_desktop.user_files.model import FileChange

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService

TOOLS = ("claude-code", "codex", "gemini-cli")


def _versions_arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    actions.add_parser("list", help="list tools and files")
    for name, text in (
        ("show", "list the versions of a file, or show what one changed"),
        ("restore", "restore a version; the present file is kept as a version first"),
        ("delete", "delete all versions of a file permanently; the file is not changed"),
    ):
        action = actions.add_parser(name, help=text)
        action.add_argument("file", metavar="FILE", help="its path, or the end of it")
        if name == "show":
            action.add_argument("version", metavar="N", type=int, nargs="?", help="the version's number")
        if name == "restore":
            action.add_argument("version", metavar="N", type=int, help="the version's number")
        if name == "delete":
            action.add_argument("--yes", action="store_true", help="do not ask")
    for name, text in (("on", "keep versions of a tool's files"), ("off", "stop; versions stay")):
        action = actions.add_parser(name, help=text)
        action.add_argument("tool", metavar="TOOL", choices=TOOLS, help=", ".join(TOOLS))


@command(
    "versions",
    "Keep and restore versions of AI tools' memory files",
    arguments=_versions_arguments,
    examples=(
        "arbor versions on claude-code",
        "arbor versions show MEMORY.md",
        "arbor versions show MEMORY.md 17",
        "arbor versions restore MEMORY.md 16",
    ),
)
def versions(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Keep versions of the files in which Claude Code, Codex and Gemini CLI store their memories, so that you
    can restore what a tool overwrites or deletes.

    Off until you turn it on for a tool. The window and "arbor watch" look for changes; so does this
    command. Versions are neither searched nor shared, and secrets in them are not removed."""
    with opened() as service:
        return _ACTIONS[args.action](service, args, out)


def _list(service: MemoryService, args: Namespace, out: Output) -> Answer:
    kept = service.file_versions
    kept.look()
    tools = kept.tools()
    notes = tuple(plain(why) for tool in tools for why in tool.troubles)
    return Answer([tool.to_dict() for tool in tools], lambda: _tools(tools, out), notes=notes)


def _tools(tools: Iterable[ToolFiles], out: Output) -> Iterable[str]:
    for tool in tools:
        word, style = ("on", "green") if tool.on else ("off", "dim")
        if not tool.found:
            word = f"{word}, not found on this computer"
        yield f"{out.style(f'{tool.title:<14}', 'bold')}{out.style(word, style)}"
        for file in tool.files:
            about = [formatting.count(file.versions, "version"), f"changed {formatting.ago(file.newest.at)}"]
            line = f"  {plain(file.path)}  {out.style(' · '.join(about), 'dim')}"
            yield line if file.newest.exists else f"{line} {out.style('deleted', 'yellow')}"


def _show(service: MemoryService, args: Namespace, out: Output) -> Answer:
    kept = service.file_versions
    kept.look()
    file = kept.file(args.file)
    found = kept.versions(file.path)
    if args.version is None:
        document = {"path": file.path, "versions": [version.to_dict() for version in found]}
        return Answer(document, lambda: _lines(file, found, out))
    version, before = _one(found, args)
    older = None if before is None else kept.content(before.id)
    change = FileChange(file.path, older, kept.content(version.id))
    from arbor_desktop.user_files.operations import unified_diff

    diff = list(unified_diff(change))
    return Answer(version.to_dict() | {"diff": "\n".join(diff)}, lambda: _diff(diff, out))


def _one(found: Sequence[FileVersion], args: Namespace) -> tuple[FileVersion, FileVersion | None]:
    """Return the named version and the one before."""
    for number, version in enumerate(found):
        if version.id == args.version:
            return version, found[number + 1] if number + 1 < len(found) else None
    raise NotFound(
        f"{args.file} has no version {args.version}. “arbor versions show {args.file}” lists them."
    )


def _lines(file: KeptFile, found: Sequence[FileVersion], out: Output) -> Iterable[str]:
    yield out.style(plain(file.path), "bold")
    yield from out.table(
        ("N", "When", "Change"),
        [(str(one.id), formatting.moment(one.at), _change(one)) for one in found],
        frozenset({0}),
    )


def _change(version: FileVersion) -> str:
    if not version.exists:
        return "deleted"
    if not version.kept:
        return f"{formatting.size(version.size or 0)}: too large to keep"
    words = f"+{version.added} −{version.removed} lines"
    if version.loss:
        words += f" (of {version.lines_before})"
    return f"{words}, restored" if version.restored else words


def _diff(lines: Iterable[str], out: Output) -> Iterable[str]:
    colours = {"+": "green", "-": "red", "@": "dim"}
    for line in lines:
        style = "bold" if line.startswith(("--- ", "+++ ")) else colours.get(line[:1])
        yield out.style(plain(line), style) if style else plain(line)


def _restore(service: MemoryService, args: Namespace, out: Output) -> Answer:
    kept = service.file_versions
    file = kept.file(args.file)
    version, _ = _one(kept.versions(file.path), args)
    done = kept.restore(version.id)
    path = plain(file.path)
    lines = [
        f"Restored {path}." if done.now.exists else f"Deleted {path}.",
        f"Undo with: arbor versions restore {plain(args.file)} {done.before.id}",
    ]
    return Answer(done.to_dict(), lambda: lines, remark=True)


def _delete(service: MemoryService, args: Namespace, out: Output) -> Answer:
    kept = service.file_versions
    file = kept.file(args.file)
    if not args.yes and interactive() and not out.as_json:
        many = formatting.count(file.versions, "version")
        ask(f"Delete {many} of {plain(file.path)} permanently?", out, "Nothing was deleted.")
    count = kept.forget(file.path)
    lines = [f"Deleted {formatting.count(count, 'version')} of {plain(file.path)}."]
    return Answer({"path": file.path, "deleted": count}, lambda: lines, remark=True)


def _switch(service: MemoryService, args: Namespace, out: Output) -> Answer:
    kept = service.file_versions
    service.settings.set(kept.settings[args.tool], args.action == "on")
    kept.look()
    [tool] = [one for one in kept.tools() if one.name == args.tool]
    files = formatting.count(len(tool.files), "file")
    line = (
        f"Keeping versions of {files} of {tool.title}." if tool.on else f"{tool.title}: off. Versions stay."
    )
    code = OK if tool.found or not tool.on else NOTHING
    missing = f"{tool.title} is not on this computer: {tool.folder}"
    notes = tuple(map(plain, tool.troubles)) if tool.found else (missing,)
    return Answer(tool.to_dict(), lambda: [line], code, remark=True, notes=notes)


_ACTIONS: dict[str, Callable[[MemoryService, Namespace, Output], Answer]] = {
    "list": _list,
    "show": _show,
    "restore": _restore,
    "delete": _delete,
    "on": _switch,
    "off": _switch,
}
