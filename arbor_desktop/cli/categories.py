"""category: the summaries of the six categories, to be read, edited, reviewed and cleared."""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import CATEGORIES, add_project, command, names_of
from arbor_desktop.cli.inputs import ask, edited_file, given_text, interactive
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, UsageError, plain
from arbor_desktop.memories.model import Category, Scope
from arbor_desktop.summaries.model import CategoryInfo, CategorySummary

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.service import MemoryService


def _summary_place(parser: ArgumentParser, *, named: bool = True) -> None:
    if named:
        parser.add_argument("name", metavar="NAME", choices=names_of(Category), help=CATEGORIES)
    parser.add_argument(
        "--scope",
        choices=names_of(Scope),
        metavar="SCOPE",
        help=", ".join(names_of(Scope)),
    )
    parser.add_argument("--scope-id", metavar="ID", help="a project's path, or a conversation's id")
    add_project(parser, "short for the scope of this project")


def _category_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _summary_place(actions.add_parser("list", help="list categories"), named=False)
    _summary_place(actions.add_parser("show", help="show a summary, as Markdown"))
    change = actions.add_parser("edit", help="replace it with your text")
    _summary_place(change)
    change.add_argument("--content", metavar="TEXT", help="the whole text")
    change.add_argument("--file", metavar="PATH", help='take it from this file; "-" is standard input')
    _summary_place(actions.add_parser("review", help="mark it as reviewed"))
    clear = actions.add_parser("clear", help="archive its memories")
    _summary_place(clear)
    clear.add_argument("--yes", action="store_true", help="do not ask")
    _summary_place(actions.add_parser("versions", help="list saved versions"))
    back = actions.add_parser("restore", help="restore a version")
    _summary_place(back)
    back.add_argument("--version", type=int, required=True, metavar="N", help="its number")


@command(
    "category",
    "Show and edit category summaries",
    arguments=_category_arguments,
    examples=(
        "arbor category list",
        "arbor category show coding_preferences",
        "arbor category edit facts --project . --file facts.md",
        "arbor category clear bug_patterns --project . --yes",
    ),
)
def category(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show the summary of a category: key facts with their sources, contradictions and notes.

    It is made from your memories and follows them. If you edit it, your words stay and new memories are
    added."""
    with opened() as service:
        return _ACTIONS[args.action](service, args, out)


def _place(args: Namespace) -> dict[str, Any]:
    """The place of a summary, as the service takes it."""
    if args.project is not None:
        if args.scope is not None or args.scope_id is not None:
            raise UsageError("Give either --project or --scope.")
        return {"project": args.project}
    if args.scope_id is not None and args.scope is None:
        raise UsageError("--scope-id needs --scope.")
    return {} if args.scope is None else {"scope": args.scope, "scope_id": args.scope_id}


def _list(service: MemoryService, args: Namespace, out: Output) -> Answer:
    infos = service.list_categories(**_place(args))
    found = any(info.item_count or info.edited for info in infos)
    if not found:
        out.note("Nothing to summarize yet.")
    return Answer([info.to_dict() for info in infos], lambda: _lines(infos, out), OK if found else NOTHING)


def _lines(infos: list[CategoryInfo], out: Output) -> Iterable[str]:
    place: tuple[str, str | None] | None = None
    for info in infos:
        if (info.scope, info.scope_id) != place:
            if place is not None:
                yield ""
            place = (info.scope, info.scope_id)
            yield out.style(info.scope_id or "Everywhere", "bold")
        told = [formatting.count(info.item_count, "memory") if info.item_count else "nothing yet"]
        told += ["edited by you"] if info.edited else []
        told += [f"reviewed {formatting.ago(info.reviewed_at)}"] if info.reviewed_at else []
        yield f"  {info.name:<25}{out.style(' · '.join(told), 'dim')}"


def _show(service: MemoryService, args: Namespace, out: Output) -> Answer:
    return _document(service.get_category(args.name, **_place(args)), out)


def _document(found: CategorySummary, out: Output) -> Answer:
    if found.empty:
        out.note(f"No summary of {found.title} yet.")
    return Answer(found.to_dict(), lambda: _text(found), NOTHING if found.empty else OK)


def _text(found: CategorySummary) -> list[str]:
    return plain(found.markdown).rstrip("\n").split("\n") if found.markdown else []


def _edit(service: MemoryService, args: Namespace, out: Output) -> Answer:
    place = _place(args)
    before = service.get_category(args.name, **place)
    text = _given(args)
    if text is None:
        text = _from_editor(before)
        if text.strip() == before.markdown.strip():
            out.note("Nothing was changed.")
            return Answer(before.to_dict(), list, NOTHING if before.empty else OK)
    after = service.edit_category(args.name, text, version=before.version, **place)
    notes = tuple(after.problems[:5])
    if notes:
        notes = ("Kept as you wrote it. To be a whole summary again:", *(f"  {note}" for note in notes))
    return Answer(after.to_dict(), lambda: [f"Kept: {after.title}."], remark=True, notes=notes)


def _given(args: Namespace) -> str | None:
    """The new text; None if a person at a terminal is to write it."""
    if args.content is not None and args.file is not None:
        raise UsageError("Give either --content or --file.")
    return given_text(args) if args.content is None else str(args.content)


def _from_editor(before: CategorySummary) -> str:
    """What a person makes of the summary in their editor."""
    with tempfile.TemporaryDirectory(prefix="arbor-") as folder:  # private to its user
        file = Path(folder) / f"{before.name}.md"
        return edited_file(file, before.markdown or f"# {before.title}\n", os.environ)


def _review(service: MemoryService, args: Namespace, out: Output) -> Answer:
    found = service.mark_category_reviewed(args.name, **_place(args))
    return Answer(found.to_dict(), lambda: [f"Reviewed: {found.title}."], remark=True)


def _clear(service: MemoryService, args: Namespace, out: Output) -> Answer:
    place = _place(args)
    before = service.get_category(args.name, **place)
    if before.empty:
        out.note(f"Nothing to clear in {before.title}.")
        return Answer(before.to_dict() | {"archived": 0}, list, NOTHING)
    if not args.yes and interactive() and not out.as_json:
        _ask(before, out)
    private = service.private_in_category(args.name, **place)
    after = service.clear_category(args.name, **place)
    if before.item_count:
        archived = formatting.count(before.item_count, "memory")
        lines = [f"Archived {archived} of {before.title}. Undo with: arbor undo"]
    else:  # no memory changed, so undo would take back something else
        lines = [f"Emptied {before.title}. To undo: arbor category restore, version {before.version}."]
    if private:
        stays = "is kept" if private == 1 else "are kept"
        lines.append(
            f"{formatting.count(private, 'private memory')} {stays}: summaries leave private memories out."
        )
    return Answer(after.to_dict() | {"archived": before.item_count}, lambda: lines, remark=True)


def _ask(before: CategorySummary, out: Output) -> None:
    what = formatting.count(before.item_count, "memory")
    ask(f"Archive {what} of {before.title}, and empty its summary?", out, "Nothing was cleared.")


def _versions(service: MemoryService, args: Namespace, out: Output) -> Answer:
    found = service.category_versions(args.name, **_place(args))
    if not found:
        out.note("No versions yet.")
    return Answer([one.to_dict() for one in found], lambda: map(_version, found), OK if found else NOTHING)


def _version(one: CategorySummary) -> str:
    whose = "yours" if one.actor == "user" else "with your words" if one.edited else "from the memories"
    size = "empty" if one.empty else formatting.count(one.item_count, "memory")
    return f"{one.version:>4}  {formatting.moment(one.updated_at)}  {whose}, {size}"


def _restore(service: MemoryService, args: Namespace, out: Output) -> Answer:
    found = service.restore_category(args.name, args.version, **_place(args))
    return Answer(
        found.to_dict(), lambda: [f"Restored version {args.version} of {found.title}."], remark=True
    )


_ACTIONS = {
    "list": _list,
    "show": _show,
    "edit": _edit,
    "review": _review,
    "clear": _clear,
    "versions": _versions,
    "restore": _restore,
}
