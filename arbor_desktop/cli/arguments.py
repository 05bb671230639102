"""The arguments of every command. Imports no more than the names of things."""

from __future__ import annotations

import argparse
from enum import StrEnum
from typing import Any

from arbor_desktop.branches.switch_model import INSTRUCTION_FILES
from arbor_desktop.conflicts.model import Decision
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.maintenance.model import FULL
from arbor_desktop.memories.filters import SORTS
from arbor_desktop.memories.model import (
    Category,
    FeedbackKind,
    MemoryType,
    Privacy,
    Scope,
    Severity,
    Source,
    Status,
)
from arbor_desktop.task_times import Task

P = argparse.ArgumentParser


def _names(kind: type[StrEnum]) -> list[str]:
    return [member.value for member in kind]


LISTED = {"--type": frozenset(_names(MemoryType)), "--category": frozenset(_names(Category))}
"""Options that take several values after one another, with the values they know."""
STATUSES = ["active", "pending", "archived", "superseded", "rejected", "all"]
TYPES, CATEGORIES = ", ".join(_names(MemoryType)), ", ".join(_names(Category))


def _limit(parser: P, default: int) -> None:
    parser.add_argument(
        "--limit", type=int, default=default, metavar="N", help=f"at most so many (default {default})"
    )


def _after(parser: P) -> None:
    parser.add_argument(
        "--after", metavar="CURSOR", help='go on behind this page: the "next" of the one before'
    )


def _project(parser: P, text: str) -> None:
    parser.add_argument("--project", metavar="PATH", help=text)


def _filters(parser: P) -> None:
    group = parser.add_argument_group("Filters")
    for name, kind, known in (("type", MemoryType, TYPES), ("category", Category, CATEGORIES)):
        group.add_argument(
            f"--{name}", action="append", choices=_names(kind), metavar=name.upper(),
            help=f"one or more of {known}",
        )  # fmt: skip
    group.add_argument("--scope", choices=_names(Scope), metavar="SCOPE", help=", ".join(_names(Scope)))
    group.add_argument("--scope-id", metavar="ID", help="a project's path, or a conversation's id")
    group.add_argument(
        "--project", metavar="PATH", help="what is visible in this project: global and its own"
    )
    group.add_argument(
        "--status", choices=[*STATUSES, Status.DELETED.value], metavar="STATUS", default=Status.ACTIVE.value,
        help=f"{', '.join(STATUSES)} (default active)",
    )  # fmt: skip
    group.add_argument("--source", choices=_names(Source), metavar="SOURCE", help=", ".join(_names(Source)))
    group.add_argument("--privacy", choices=_names(Privacy), metavar="LEVEL", help=", ".join(_names(Privacy)))
    group.add_argument("--tag", action="append", metavar="TAG", help="with this tag; may repeat")
    group.add_argument("--technology", metavar="NAME", help="about this technology")
    group.add_argument("--min-confidence", type=float, metavar="X", help="at least this certain, 0 to 1")
    group.add_argument("--since", metavar="ISO", help="made at this time or later, such as 2026-11-21")
    group.add_argument("--until", metavar="ISO", help="made at this time or earlier")


def many_ids(parser: P, what: str = "memories") -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help=f"ids of {what}")


def one_id(parser: P, what: str = "a memory") -> None:
    parser.add_argument("id", metavar="ID", help=f"id of {what}")


def _fields(parser: P) -> None:
    parser.add_argument("--category", choices=_names(Category), metavar="CATEGORY", help=CATEGORIES)
    parser.add_argument(
        "--scope",
        choices=_names(Scope),
        metavar="SCOPE",
        help="where it holds: global, project, conversation",
    )
    parser.add_argument("--scope-id", metavar="ID", help="the project's path, or the conversation's id")
    parser.add_argument("--branch", metavar="NAME", help="holds only on this branch")
    parser.add_argument(
        "--privacy", choices=_names(Privacy), metavar="LEVEL", help=", ".join(_names(Privacy))
    )
    parser.add_argument("--tag", action="append", metavar="TAG", help="may repeat")
    parser.add_argument("--confidence", type=float, metavar="X", help="how certain, 0 to 1")
    parser.add_argument("--expires", metavar="ISO", help="valid until then, such as 2026-12-31")
    parser.add_argument("--technology", metavar="NAME", help="what it is about")
    parser.add_argument(
        "--details", metavar="JSON", help='fields of its category, such as {"fix": "…"}; null takes one out'
    )


def promote(parser: P) -> None:
    many_ids(parser)
    parser.add_argument("--back", action="store_true", help="back to the project that they come from")
    _project(parser, "with --back: to this project")


def capture(parser: P) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files and folders")
    parser.add_argument("--source", metavar="NAME", help="read them as this source's, such as claude-code")
    parser.add_argument("--backend", metavar="NAME", help="what extracts memories: offline")
    _project(parser, "the conversations belong to this project")
    parser.add_argument("--dry-run", action="store_true", help="store nothing, say what would be")


def watch(parser: P) -> None:
    parser.add_argument("--once", action="store_true", help="take what is there now, then stop")


def memorize(parser: P) -> None:
    many_ids(parser, "conversations")
    parser.add_argument("--again", action="store_true", help="read them anew from the start")
    parser.add_argument("--yes", action="store_true", help="do not ask before many are read by a model")


def leave_out(parser: P) -> None:
    many_ids(parser, "conversations")


def take_in(parser: P) -> None:
    many_ids(parser, "conversations")


def key(parser: P) -> None:
    # No sub-commands: they would say back what they don't know, and that may be the key.
    parser.add_argument(
        "action", nargs="?", default="status", metavar="status|set|clear",
        help="status (default): which key is used, without showing it; set: keep the one that is typed "
        "unseen or piped in; clear: remove it from the keyring",
    )  # fmt: skip
    parser.add_argument("given", nargs="*", help=argparse.SUPPRESS)


def _listing(parser: P, project: str | None = None) -> Any:
    """Actions of a command that lists where none is given."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    parser.set_defaults(action="list", project=project)
    return actions


def sources(parser: P) -> None:
    actions = _listing(parser)
    actions.add_parser("list", help="all sources, with what lies there")
    for name, text in (
        ("enable", "watch a source"),
        ("disable", "watch it no longer; what was captured stays"),
    ):
        actions.add_parser(name, help=text).add_argument("name", metavar="NAME")
    added = actions.add_parser("add", help="watch a folder of your own")
    added.add_argument("path", metavar="PATH")
    added.add_argument(
        "--source", metavar="NAME", help="whose conversations lie there (else told by content)"
    )
    actions.add_parser("remove", help="watch an added folder no longer").add_argument("path", metavar="PATH")


def instructions(parser: P) -> None:
    actions = _listing(parser, ".")
    for name, text in (
        ("list", "what is switched on, and how each file stands"),
        ("on", "switch one on"),
        ("off", "switch one off; the file is as it was before"),
        ("refresh", "bring all that is on up to date now"),
    ):
        action = actions.add_parser(name, help=text)
        if name in ("on", "off"):
            what = (*INSTRUCTION_FILES, "activation", "branches", "worktrees")
            action.add_argument("what", choices=what, metavar="WHAT", help=", ".join(what))
            action.add_argument("--dry-run", action="store_true", help="show the change of each file only")
        if name == "on":
            action.add_argument(
                "--import", dest="imported", action="store_true",
                help="one line that imports a file of its own, instead of the block (CLAUDE.md, GEMINI.md)",
            )  # fmt: skip
        action.add_argument("--project", metavar="PATH", default=".", help="its folder (default: this one)")


def branch(parser: P) -> None:
    actions = _listing(parser, ".")
    for name, text in (
        ("list", "every branch that is known, with its file"),
        ("show", "what is remembered of one, as its file has it or would have it"),
        ("memorize", "go on with it with what is new, and tell what changed"),
        ("clear", "empty it: memories of this branch alone are archived"),
        ("edit", "change it in your editor, or take the text of a file"),
    ):
        action = actions.add_parser(name, help=text)
        if name != "list":
            action.add_argument("name", metavar="NAME", help="the branch")
        if name == "memorize":
            action.add_argument("--again", action="store_true", help="take in again what was cleared")
        if name == "clear":
            action.add_argument("--yes", action="store_true", help="do not ask")
        if name == "edit":
            action.add_argument("--file", metavar="PATH", help='the whole text; "-" is standard input')
        action.add_argument("--project", metavar="PATH", default=".", help="its folder (default: this one)")


def exclude(parser: P) -> None:
    actions = _listing(parser)
    actions.add_parser("list", help="what is never read")
    for name, text in (("add", "never read it"), ("remove", "read it again")):
        actions.add_parser(name, help=text).add_argument("pattern", metavar="PATTERN")


def search(parser: P) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="any words")
    parser.add_argument(
        "--conversations", action="store_true", help="search what was said instead of memories"
    )
    _limit(parser, 20)
    _filters(parser)


def ask(parser: P) -> None:
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="in your words")
    _project(parser, "only what holds in this project, and everywhere")
    parser.add_argument(
        "--backend", choices=["offline", "anthropic", "claude-cli"], metavar="NAME",
        help="who answers instead of the one that is set: offline, anthropic, claude-cli",
    )  # fmt: skip


def chat(parser: P) -> None:
    parser.add_argument("text", nargs="*", metavar="TEXT", help="what you say; - reads it from stdin")
    _project(parser, "the project that a new chat is about")
    parser.add_argument("--continue", dest="goes_on", metavar="ID", help="go on with this chat")
    parser.add_argument("--again", action="store_true", help="ask its last prompt again")


def listing(parser: P) -> None:
    parser.add_argument("--sort", choices=SORTS, default="relevance", metavar="BY", help=", ".join(SORTS))
    parser.add_argument("--order", choices=["asc", "desc"], default="desc", help="default desc")
    _limit(parser, 50)
    _after(parser)
    _filters(parser)


def context(parser: P) -> None:
    _project(parser, "the project that the session is about")
    parser.add_argument("--branch", metavar="NAME", help="its branch")
    parser.add_argument("--conversation", metavar="ID", help="also what holds in this conversation alone")
    parser.add_argument("--prompt", metavar="TEXT", help="also what this prompt asks for")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="the block's size at most")
    parser.add_argument("--as-of", metavar="ISO", help="as it would be told at this time")


def conversations(parser: P) -> None:
    _project(parser, "of this project")
    parser.add_argument("--source", metavar="NAME", help="of this source, such as claude-code")
    parser.add_argument(
        "--status",
        choices=_names(ConversationStatus),
        metavar="STATUS",
        help=", ".join(_names(ConversationStatus)),
    )
    _limit(parser, 50)
    _after(parser)


def project(parser: P) -> None:
    parser.add_argument("path", metavar="PATH", help="its folder")
    parser.add_argument("--refresh", action="store_true", help="read its files now, changed or not")
    parser.add_argument(
        "--kind", choices=("work", "private"), help="private: private facts are shared freely"
    )
    parser.add_argument("--group", metavar="NAME", help='the client or group it belongs to; "" for none')


def similar(parser: P) -> None:
    parser.add_argument("task", nargs="+", metavar="TASK", help="what is to be done, in your words")
    _project(parser, "only tasks of this project")
    _limit(parser, 5)


def add(parser: P) -> None:
    parser.add_argument("text", metavar="TEXT", help='what to remember; "-" reads it from standard input')
    parser.add_argument("--type", required=True, choices=_names(MemoryType), metavar="TYPE", help=TYPES)
    _fields(parser)


def edit(parser: P) -> None:
    one_id(parser)
    parser.add_argument("--content", metavar="TEXT", help="its words")
    parser.add_argument("--type", choices=_names(MemoryType), metavar="TYPE", help=TYPES)
    _fields(parser)


def review(parser: P) -> None:
    parser.add_argument(
        "--proposals", action="store_true", help="what agents propose to change or delete, instead"
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    many_ids(actions.add_parser("accept", help="yes: they become active; proposals are done"))
    many_ids(actions.add_parser("reject", help="no: neither comes again"))


def conflicts(parser: P) -> None:
    parser.add_argument("--all", action="store_true", help="decided ones too")


def resolve(parser: P) -> None:
    one_id(parser, "a conflict")
    known = _names(Decision)
    parser.add_argument("decision", choices=known, metavar="DECISION", help=", ".join(known))
    parser.add_argument("--content", metavar="TEXT", help="with merged: the words that take the place of all")
    parser.add_argument("--note", metavar="TEXT", help="why; kept with the decision and in the history")
    for name in ("older", "newer"):
        parser.add_argument(
            f"--{name}-context", metavar="TEXT",
            help=f"with kept_both_with_context: when the {name} one holds, such as \"in the old app\"",
        )  # fmt: skip
    parser.add_argument("--keep", metavar="ID", help="of more than two: the memory to keep")


def feedback(parser: P) -> None:
    one_id(parser)
    parser.add_argument(
        "kind",
        type=str.upper,
        choices=_names(FeedbackKind),
        metavar="KIND",
        help=", ".join(_names(FeedbackKind)),
    )
    parser.add_argument("--comment", metavar="TEXT", default="", help="why")


def used(parser: P) -> None:
    one_id(parser)
    parser.add_argument("--failed", action="store_true", help="it did not help")
    parser.add_argument(
        "--severity",
        type=str.upper,
        choices=_names(Severity),
        metavar="LEVEL",
        help="how bad: HIGH, MEDIUM, LOW",
    )
    parser.add_argument("--context", metavar="TEXT", default="", help="what for")


def settings(parser: P) -> None:
    actions = _listing(parser)
    actions.add_parser("list", help="all settings")
    actions.add_parser("get", help="one setting").add_argument("key", metavar="KEY")
    change = actions.add_parser("set", help="change one")
    change.add_argument("key", metavar="KEY")
    change.add_argument("value", metavar="VALUE")
    actions.add_parser("reset", help="back to its default").add_argument("key", metavar="KEY")


def vectors(parser: P) -> None:
    parser.set_defaults(action="status", name=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("status", help="the model and how far it is (what it does without an action)")
    use = actions.add_parser("use", help="choose a model")
    use.add_argument("name", metavar="NAME_OR_FOLDER", help="all-MiniLM-L6-v2, or a folder with a BERT model")
    actions.add_parser("off", help="search by words alone; vectors are kept for the next time")
    actions.add_parser("build", help="let the model read now what it has not read yet")
    fetch = actions.add_parser("download", help="download a model; nothing of yours is sent")
    fetch.add_argument("name", metavar="NAME", nargs="?", help="all-MiniLM-L6-v2 (the default)")


def estimate(parser: P) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders that were not read yet")
    parser.add_argument("--source", metavar="NAME", help="they are this source's, such as claude-code")
    parser.add_argument("--waiting", action="store_true", help="what waits to be memorized (the default)")
    parser.add_argument("--all", action="store_true", help="every captured conversation, read again")


def model(parser: P) -> None:
    parser.set_defaults(action="status")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("status", help="who reads, and what it cost (what it does without an action)")
    actions.add_parser("list", help="the models that the service offers")
    test = actions.add_parser("test", help="ask a tiny question, to see whether it answers")
    test.add_argument("--model", metavar="NAME", help="this model instead of the one that is set")
    test.add_argument("--backend", metavar="NAME", help="anthropic or claude-cli instead of what is set")
    actions.add_parser("retry", help="ask again at once, whatever stood in the way")
    calls = actions.add_parser("calls", help="the last calls, the newest first")
    _limit(calls, 20)
    actions.add_parser("cancel", help="take back what is with Anthropic in batches")


def receipts(parser: P) -> None:
    parser.set_defaults(action="list")
    _project(parser, "only sessions of this project")
    _limit(parser, 20)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="what sessions were told, the newest first (without an action)")
    not_used = actions.add_parser("not-used", help="a memory was not used in a session after all")
    not_used.add_argument("conversation", metavar="CONVERSATION", help="id of the conversation")
    not_used.add_argument("memory", metavar="MEMORY", help="id of the memory")


def rules(parser: P) -> None:
    parser.set_defaults(action="list", rule=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="every rule that made a memory (what it does without an action)")
    anew = actions.add_parser("reset", help="count only what you say from now on")
    anew.add_argument(
        "rule", metavar="RULE", nargs="?", help="this rule, such as instruction.always; else all"
    )


def compact(parser: P) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only say what would be shortened")


def category(parser: P) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _summary_place(
        actions.add_parser("list", help="every category, with how many memories it has"), named=False
    )
    _summary_place(actions.add_parser("show", help="one summary, as Markdown"))
    change = actions.add_parser("edit", help="keep your own text")
    _summary_place(change)
    change.add_argument("--content", metavar="TEXT", help="the whole text")
    change.add_argument("--file", metavar="PATH", help='take it from this file; "-" is standard input')
    _summary_place(actions.add_parser("review", help="say that you read it and found it right"))
    clear = actions.add_parser("clear", help="archive its memories")
    _summary_place(clear)
    clear.add_argument("--yes", action="store_true", help="do not ask")
    _summary_place(actions.add_parser("versions", help="the versions that are kept"))
    back = actions.add_parser("restore", help="bring a version back")
    _summary_place(back)
    back.add_argument("--version", type=int, required=True, metavar="N", help="its number")


def _summary_place(parser: P, *, named: bool = True) -> None:
    if named:
        parser.add_argument("name", metavar="NAME", choices=_names(Category), help=CATEGORIES)
    parser.add_argument("--scope", choices=_names(Scope), metavar="SCOPE", help=", ".join(_names(Scope)))
    parser.add_argument("--scope-id", metavar="ID", help="a project's path, or a conversation's id")
    _project(parser, "short for the scope of this project")


def purge(parser: P) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="ids of memories")
    parser.add_argument(
        "--type", choices=_names(MemoryType), metavar="TYPE", help=f"all of this type: {TYPES}"
    )
    _project(parser, "all of this project, its conversations too")
    parser.add_argument("--conversation", metavar="ID", help="this conversation, and what only it told")
    parser.add_argument("--all", action="store_true", help="everything")
    parser.add_argument("--yes", action="store_true", help="yes, for good")


def integrate(parser: P) -> None:
    actions = _listing(parser)
    listed = actions.add_parser("list", help="every tool, and where it stands")
    _project(listed, "the settings of this project instead of yours")
    for name, text in (("install", "set it up, or mend it"), ("remove", "take it out again")):
        action = actions.add_parser(name, help=text)
        action.add_argument(
            "name", metavar="NAME", help="claude-code, claude-desktop, codex, cursor or gemini"
        )
        action.add_argument(
            "--part", action="append", choices=["hooks", "mcp"], metavar="PART", help="only this: hooks, mcp"
        )
        _project(action, "in the settings of this project alone")
        action.add_argument("--dry-run", action="store_true", help="only show what would be changed")
        action.add_argument("--yes", action="store_true", help="do not ask")


def hook(parser: P) -> None:
    parser.add_argument("event", metavar="EVENT", help="as the tool calls it: SessionStart, BeforeAgent, …")
    parser.add_argument(
        "--tool", default="claude-code", metavar="NAME", help="claude-code, codex or gemini (claude-code)"
    )


def mcp(parser: P) -> None:
    _project(parser, "the folder that the tool works in, where it does not say so itself")


def maintain(parser: P) -> None:
    names = [*_names(Task), FULL]
    parser.add_argument("task", nargs="?", choices=names, metavar="TASK", help=", ".join(names))
    parser.add_argument("--log", action="store_true", help="list past runs, of all tasks or of TASK")
    _limit(parser, 20)
    parser.add_argument(
        "--undo", type=int, metavar="RUN", help="take back what a run changed in memories; --log names runs"
    )


def path(parser: P) -> None:
    parser.add_argument("path", metavar="PATH")


def nothing(parser: P) -> None:
    """No arguments of its own."""
