"""The parser of the arguments: global options anywhere, errors as exceptions, one command at a time."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from typing import Any, NoReturn

from arbor_desktop import __version__
from arbor_desktop.cli import commands
from arbor_desktop.cli.commands import Command
from arbor_desktop.cli.output import UsageError, terminal_columns

PROGRAM = "arbor"
HOME_OPTION = "--home"
EPILOG = """\
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing found.
Without a command, and with "demo", the window opens. "arbor COMMAND --help" tells more about a command."""
GLOBAL_TITLE = "Global options, before or after the command"
_GLOBALS = {"home": None, "json": False, "quiet": False, "verbose": False}


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the process; help texts as wide as the terminal."""

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


def _globals(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    group = parser.add_argument_group(GLOBAL_TITLE)
    return [
        group.add_argument(
            HOME_OPTION, metavar="DIR", help="Arbor's data folder (else $ARBOR_HOME, else the system's)"
        ),
        group.add_argument("--json", action="store_true", help="answer with exactly one JSON document"),
        group.add_argument("--quiet", action="store_true", help="no progress, remarks and confirmations"),
        group.add_argument(
            "-v", "--verbose", action="store_true", help="say more; tracebacks of failures too"
        ),
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
        own = known.add_parser(
            asked.name,
            description=_paragraphs(asked.run.__doc__ or f"{asked.help}."),
            epilog=f"Examples:\n{examples}" if examples else None,
        )
        asked.arguments(own)
    return parser


def _paragraphs(text: str) -> str:
    """Return a docstring, wrapped to the terminal; indented lines stay."""
    import inspect  # only `--help` needs it

    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        part if part.startswith(" ") else textwrap.fill(" ".join(part.split()), _width())
        for part in paragraphs
    )


def _overview() -> str:
    lines = ["The memory of your AI conversations, from the command line."]
    for group, names in commands.GROUPS.items():
        lines += ["", f"{group}:"]
        lines += [f"  {name:<16}{commands.named(name).help}" for name in names]
    return "\n".join(lines)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a run, `command` being the Command.

    Raises UsageError; SystemExit(0) after `--help` and `--version`.
    """
    argv = list(argv)
    asked = command_of(argv)
    found = None
    if asked is not None:
        name = commands.ALIASES.get(asked, asked)
        if name not in commands.MODULES:
            import difflib

            near = difflib.get_close_matches(asked, commands.MODULES, 1)
            hint = f' Did you mean "{near[0]}"?' if near else ""
            raise UsageError(f'There is no command "{asked}".{hint} "arbor --help" lists all.')
        found = commands.named(name)
        argv[argv.index(asked)] = name
    spread = _spread(argv) if found and found.name in ("search", "list") else argv
    args, unknown = build(found).parse_known_args(spread)
    if unknown:
        raise UsageError(
            f'What is meant by {" ".join(unknown)}? "arbor {asked or ""} --help" tells what there is.'
        )
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
    from arbor_desktop.cli.arguments import LISTED

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
