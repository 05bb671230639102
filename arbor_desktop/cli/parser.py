"""Reading the arguments: global options anywhere, errors as exceptions, one command's parser."""

from __future__ import annotations

import argparse
import difflib
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from arbor_desktop import __version__
from arbor_desktop.cli.answer import UsageError

PROGRAM = "arbor"
HOME_OPTION = "--home"
EPILOG = """\
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing found.
Without a command, and with "demo", the window opens. "arbor COMMAND --help" tells more about a command."""
GLOBAL_TITLE = "Global options, before or after the command"
_GLOBALS = {"home": None, "json": False, "quiet": False, "verbose": False}


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `handler` is `module:function` below `arbor_desktop.cli`, imported when it is run.

    `arguments(parser)` declares its arguments; `theme` groups it in the help.
    """

    name: str
    theme: str
    help: str
    handler: str
    arguments: Callable[[argparse.ArgumentParser], None]
    about: str = ""
    examples: tuple[str, ...] = ()


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


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        width = min(100, shutil.get_terminal_size((80, 24)).columns)
        super().__init__(prog, max_help_position=28, width=width)

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


def build(commands: Sequence[Command], asked: str | None) -> Parser:
    """The parser; of the commands only the `asked` one is declared in full, which saves most of the time."""
    parser = Parser(
        prog=PROGRAM, usage="arbor COMMAND [OPTIONS]", description=_overview(commands), epilog=EPILOG
    )
    parser.add_argument(
        "--version", action="version", version=f"Arbor Desktop {__version__}", help=argparse.SUPPRESS
    )
    known = parser.add_subparsers(
        dest="command", prog=PROGRAM, metavar="COMMAND", help=argparse.SUPPRESS, parser_class=Parser
    )
    for command in commands:
        if command.name == asked:
            declare(known, command)
    return parser


def declare(known: Any, command: Command) -> None:
    examples = "\n".join(f"  {line}" for line in command.examples)
    parser = known.add_parser(
        command.name,
        description=command.about or f"{command.help}.",
        epilog=f"Examples:\n{examples}" if examples else None,
    )
    command.arguments(parser)


def _overview(commands: Sequence[Command]) -> str:
    lines = ["The memory of your AI conversations, from the command line."]
    theme = ""
    for command in commands:
        if command.theme != theme:
            theme = command.theme
            lines += ["", f"{theme}:"]
        lines.append(f"  {command.name:<16}{command.help}")
    return "\n".join(lines)


def parse(commands: Sequence[Command], argv: Sequence[str]) -> argparse.Namespace:
    """The arguments of a run. Raises UsageError; SystemExit(0) after `--help` and `--version`."""
    asked = command_of(argv)
    names = [command.name for command in commands]
    if asked is not None and asked not in names:
        near = difflib.get_close_matches(asked, names, 1)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        raise UsageError(f'There is no command "{asked}".{hint} "arbor --help" lists all.')
    spread = _spread(list(argv)) if asked in ("search", "list") else list(argv)
    args, unknown = build(commands, asked).parse_known_args(spread)
    if unknown:
        raise UsageError(
            f'What is meant by {" ".join(unknown)}? "arbor {asked or ""} --help" tells what there is.'
        )
    for name, default in _GLOBALS.items():
        if not hasattr(args, name):
            setattr(args, name, default)
    if args.command is None:
        raise UsageError('Name a command; "arbor --help" lists all.')
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


def interactive() -> bool:
    """Whether a person sits at stdin, who can be asked."""
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:
        return False
