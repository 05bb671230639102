"""The commands: how one is declared, which module declares which, the parser of their arguments, and the
arguments that several of them have.

A new command is a function with `@command` and a line in `GROUPS`.
"""

from __future__ import annotations

import argparse
import importlib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NoReturn

from arbor_desktop import __version__
from arbor_desktop.cli.output import Answer, Output, UsageError, terminal_columns
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from datetime import date

    from arbor_desktop.service import MemoryService

Opener = Callable[[], "MemoryService"]
"""Opens the service, for commands that need it."""
Handler = Callable[[Opener, Namespace, Output], Answer]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its handler, whose docstring is what `--help` says of it, and its arguments."""

    name: str
    help: str
    run: Handler
    arguments: Callable[[ArgumentParser], None]
    examples: tuple[str, ...]


def command(
    name: str,
    help: str,
    *,
    arguments: Callable[[ArgumentParser], None] = lambda parser: None,
    examples: tuple[str, ...] = (),
) -> Callable[[Handler], Command]:
    """Declare the decorated function to be a command. `help` is its line in `arbor --help`."""
    return lambda run: Command(name, help, run, arguments, examples)


GROUPS = {
    "Capture": {
        "capture": "capture",
        "watch": "capture",
        "sources": "capture",
        "exclude": "capture",
        "memorize": "capture",
        "estimate": "models",
        "ignore": "capture",
        "unignore": "capture",
    },
    "Find": {
        "search": "search",
        "ask": "ask",
        "chat": "ask",
        "list": "memories",
        "show": "memories",
        "context": "search",
        "conversations": "conversations",
        "conversation": "conversations",
        "receipts": "conversations",
        "why": "conversations",
        "projects": "projects",
        "project": "projects",
        "similar": "projects",
    },
    "Memories": {
        "add": "memories",
        "import": "exchange",
        "export": "exchange",
        "edit": "memories",
        "promote": "memories",
        "archive": "memories",
        "restore": "memories",
        "delete": "memories",
        "review": "review",
        "conflicts": "review",
        "resolve": "review",
        "reopen": "review",
        "history": "memories",
        "undo": "memories",
        "feedback": "memories",
        "used": "memories",
        "category": "categories",
        "branch": "branches",
    },
    "Arbor itself": {
        "stats": "home",
        "status": "home",
        "instructions": "branches",
        "integrate": "integrations",
        "versions": "file_versions",
        "hook": "integrations",
        "mcp": "integrations",
        "settings": "home",
        "key": "models",
        "model": "models",
        "rules": "maintenance",
        "effect": "effect",
        "vectors": "search",
        "maintain": "maintenance",
        "compact": "maintenance",
        "backup": "home",
        "restore-backup": "home",
        "encrypt": "encryption",
        "sync": "sync",
        "team": "team",
        "purge": "home",
        "secrets": "secrets",
        "doctor": "home",
    },
}
MODULES = {name: module for commands in GROUPS.values() for name, module in commands.items()}
ALIASES = {"leave-out": "ignore", "take-in": "unignore"}
"""Former names of commands, which still work; `arbor --help` does not list them."""


def named(name: str) -> Command:
    """Import and return a command."""
    module = importlib.import_module(f"arbor_desktop.cli.{MODULES[name]}")
    return next(one for one in vars(module).values() if isinstance(one, Command) and one.name == name)


# -- the parser --

PROGRAM = "arbor"
HOME_OPTION = "--home"
EPILOG = """\
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing found.
Without a command, and with "demo", the window opens. See "arbor COMMAND --help" for a command."""
GLOBAL_TITLE = "Global options, before or after the command"
_GLOBALS = {"home": None, "json": False, "quiet": False, "verbose": False}


class Parser(ArgumentParser):
    """Raises UsageError where argparse would end the process; help texts as wide as the terminal."""

    about = ""
    """A docstring that `--help` shows as the description."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", _Help)
        super().__init__(allow_abbrev=False, add_help=False, **options)
        self._positionals.title, self._optionals.title = "Arguments", "Options"
        for action in _globals(self):
            action.default = argparse.SUPPRESS  # a sub-command must not overwrite what stood before it

    def error(self, message: str) -> NoReturn:
        raise UsageError(message[:1].upper() + message[1:] + ".", self.format_usage().strip())

    def format_help(self) -> str:
        self._action_groups.sort(key=lambda group: group.title == GLOBAL_TITLE)  # what all have comes last
        if self.about:
            self.description = _paragraphs(self.about)
        return super().format_help()


def _width() -> int:
    return min(100, terminal_columns())


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=_width())

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        own = [action for action in actions if action.dest not in {*_GLOBALS, "help"}]
        super().add_usage(usage, own, groups, "Usage: " if prefix is None else prefix)


def _globals(parser: ArgumentParser) -> list[argparse.Action]:
    group = parser.add_argument_group(GLOBAL_TITLE)
    return [
        group.add_argument(
            HOME_OPTION, metavar="DIR", help="Arbor's data folder (else $ARBOR_HOME, else the system's)"
        ),
        group.add_argument("--json", action="store_true", help="print one JSON document"),
        group.add_argument("--quiet", action="store_true", help="no progress, remarks and confirmations"),
        group.add_argument("-v", "--verbose", action="store_true", help="more detail, with tracebacks"),
        group.add_argument("-h", "--help", action="help", help="show this help"),
    ]


def build(asked: Command | None) -> Parser:
    """Return the parser of one command, or of none."""
    parser = Parser(
        prog=PROGRAM,
        usage="arbor COMMAND [OPTIONS]",
        description=None if asked else _overview(),
        epilog=EPILOG,
    )
    parser.add_argument(
        "--version", action="version", version=f"Arbor Desktop {__version__}", help=argparse.SUPPRESS
    )
    known = parser.add_subparsers(
        dest="command", prog=PROGRAM, metavar="COMMAND", help=argparse.SUPPRESS, parser_class=Parser
    )
    if asked is not None:
        examples = "\n".join(f"  {line}" for line in asked.examples)
        own = known.add_parser(asked.name, epilog=f"Examples:\n{examples}" if examples else None)
        own.about = asked.run.__doc__ or f"{asked.help}."
        asked.arguments(own)
    return parser


def _paragraphs(text: str) -> str:
    """Return a docstring, wrapped to the terminal; indented lines stay."""
    import inspect  # only `--help` needs these
    import textwrap

    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        part if part.startswith(" ") else textwrap.fill(" ".join(part.split()), _width())
        for part in paragraphs
    )


def _overview() -> str:
    lines = ["The memory of your AI conversations, from the command line."]
    for group, names in GROUPS.items():
        lines += ["", f"{group}:"]
        lines += [f"  {name:<16}{named(name).help}" for name in names]
    return "\n".join(lines)


def parse(argv: Sequence[str]) -> Namespace:
    """Return the arguments of a run, `command` being the Command.

    Raises UsageError; SystemExit(0) after `--help` and `--version`.
    """
    argv = list(argv)
    asked = command_of(argv)
    found = None
    if asked is not None:
        name = ALIASES.get(asked, asked)
        if name not in MODULES:
            import difflib

            near = difflib.get_close_matches(asked, MODULES, 1)
            hint = f' Did you mean "{near[0]}"?' if near else ""
            raise UsageError(f'There is no command "{asked}".{hint} "arbor --help" lists all.')
        found = named(name)
        argv[argv.index(asked)] = name
    spread = _spread(argv) if found and found.name in ("search", "list") else argv
    args, unknown = build(found).parse_known_args(spread)
    if unknown:
        raise UsageError(f'Unknown: {" ".join(unknown)}. See "arbor {asked or ""} --help".')
    for name, default in _GLOBALS.items():
        if not hasattr(args, name):
            setattr(args, name, default)
    if found is None:
        raise UsageError('Name a command; "arbor --help" lists all.')
    args.command = found
    return args


def command_of(argv: Sequence[str]) -> str | None:
    """The first argument that is neither an option nor the value of a global one."""
    rest = iter(argv)
    for argument in rest:
        if argument == HOME_OPTION:
            next(rest, None)
        elif not argument.startswith("-"):
            return argument
    return None


def _spread(argv: list[str]) -> list[str]:
    """`--type fact skill` → `--type fact --type skill`.

    argparse's own lists of values would take the query that follows them for one more.
    """
    result: list[str] = []
    option: str | None = None  # whose values are being read
    for place, argument in enumerate(argv):
        if argument == "--":
            return result + argv[place:]
        if argument in LISTED:
            option = argument
        elif option is not None and result[-1] != option:
            if argument in LISTED[option]:
                result.append(option)
            else:
                option = None
        result.append(argument)
    return result


# -- arguments of several commands --


def names_of(kind: type[StrEnum]) -> list[str]:
    return [member.value for member in kind]


LISTED = {"--type": frozenset(names_of(MemoryType)), "--category": frozenset(names_of(Category))}
"""Options that take several values after one another, with the values they know."""
STATUSES = ["active", "pending", "archived", "superseded", "rejected", "all"]
TYPES, CATEGORIES = ", ".join(names_of(MemoryType)), ", ".join(names_of(Category))


def add_limit(parser: ArgumentParser, default: int) -> None:
    parser.add_argument(
        "--limit",
        type=int,
        default=default,
        metavar="N",
        help=f"maximum number (default {default})",
    )


def add_after(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--after", metavar="CURSOR", help='show the page after this cursor: the "next" of the page before'
    )


def add_project(parser: ArgumentParser, text: str) -> None:
    parser.add_argument("--project", metavar="PATH", help=text)


def _status(given: str) -> str:
    return Status.PENDING.value if given in ("needs-review", "needs_review") else given


def add_filters(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("Filters")
    for name, kind, known in (("type", MemoryType, TYPES), ("category", Category, CATEGORIES)):
        group.add_argument(
            f"--{name}", action="append", choices=names_of(kind), metavar=name.upper(),
            help=f"one or more of {known}",
        )  # fmt: skip
    group.add_argument("--scope", choices=names_of(Scope), metavar="SCOPE", help=", ".join(names_of(Scope)))
    group.add_argument("--scope-id", metavar="ID", help="a project's path, or a conversation's id")
    group.add_argument("--project", metavar="PATH", help="memories of this project, and global ones")
    group.add_argument(
        "--status", type=_status, choices=[*STATUSES, Status.DELETED.value], metavar="STATUS",
        default=Status.ACTIVE.value, help=f"{', '.join(STATUSES)} (default active); needs-review is pending",
    )  # fmt: skip
    group.add_argument(
        "--source", choices=names_of(Source), metavar="SOURCE", help=", ".join(names_of(Source))
    )
    group.add_argument(
        "--privacy", choices=names_of(Privacy), metavar="LEVEL", help=", ".join(names_of(Privacy))
    )
    group.add_argument("--tag", action="append", metavar="TAG", help="with this tag; may repeat")
    group.add_argument("--technology", metavar="NAME", help="about this technology")
    group.add_argument("--min-confidence", type=float, metavar="X", help="at least this certain, 0 to 1")
    group.add_argument("--since", metavar="ISO", help="created at this time or later, such as 2026-11-21")
    group.add_argument("--until", metavar="ISO", help="created at this time or earlier")


def given_filters(args: Namespace) -> dict[str, Any]:
    """Return the filters that were given, under the service's names."""
    given = {
        "types": args.type,
        "categories": args.category,
        "scope": args.scope,
        "scope_id": args.scope_id,
        "project": args.project,
        "status": args.status,
        "sources": args.source,
        "privacy": args.privacy,
        "tags": args.tag,
        "technology": args.technology,
        "min_confidence": args.min_confidence,
        "since": args.since,
        "until": args.until,
    }
    return {name: value for name, value in given.items() if value is not None}


def add_ids(parser: ArgumentParser, what: str = "memories") -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help=f"ids of {what}")


def add_id(parser: ArgumentParser, what: str = "a memory") -> None:
    parser.add_argument("id", metavar="ID", help=f"id of {what}")


def add_on(parser: ArgumentParser, text: str) -> None:
    parser.add_argument("--on", type=_day, metavar="DAY", help=f"{text}, such as 2026-05-03")


def _day(text: str) -> date:
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"Not a day: {text!r}. Write it like 2026-05-03.") from None


def add_fields(parser: ArgumentParser) -> None:
    parser.add_argument("--category", choices=names_of(Category), metavar="CATEGORY", help=CATEGORIES)
    parser.add_argument(
        "--scope",
        choices=names_of(Scope),
        metavar="SCOPE",
        help="where it applies: global, project, conversation",
    )
    parser.add_argument("--scope-id", metavar="ID", help="the project's path, or the conversation's id")
    parser.add_argument("--branch", metavar="NAME", help="applies only on this branch")
    parser.add_argument(
        "--privacy", choices=names_of(Privacy), metavar="LEVEL", help=", ".join(names_of(Privacy))
    )
    parser.add_argument("--tag", action="append", metavar="TAG", help="may repeat")
    parser.add_argument("--confidence", type=float, metavar="X", help="how certain, 0 to 1")
    parser.add_argument("--expires", metavar="ISO", help="valid until then, such as 2026-12-31")
    parser.add_argument("--technology", metavar="NAME", help="the technology it applies to, such as react")
    parser.add_argument(
        "--details", metavar="JSON", help='fields of its category, such as {"fix": "…"}; null removes one'
    )


def add_actions(parser: ArgumentParser, project: str | None = None) -> Any:
    """Actions of a command that lists where none is given."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    parser.set_defaults(action="list", project=project)
    return actions
