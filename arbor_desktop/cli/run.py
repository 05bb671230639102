"""One run of the command line: arguments in, one answer or one error out, an exit code."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli.commands import Command, parse
from arbor_desktop.cli.inputs import find_projects, interactive
from arbor_desktop.cli.output import FAILED, INTERRUPTED, NOTHING, OK, USAGE, Output, Refused, UsageError
from arbor_desktop.clock import system_clock, to_iso
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.paths import resolve_home

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class Interrupted(ArborError):
    """Ctrl-C."""

    code = "INTERRUPTED"


def main(argv: list[str] | None = None) -> int:
    """Runs one command (default: this process's arguments) and answers the exit code. Never raises."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    out = Output(
        as_json="--json" in arguments,
        quiet="--quiet" in arguments,
        verbose=bool({"-v", "--verbose"} & set(arguments)),
    )
    try:
        code = _guarded(arguments, out)
        out.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read the answer has enough (`arbor list | head`); the rest must not fail on exit either.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.stdout.fileno())
        return OK


def _guarded(arguments: list[str], out: Output) -> int:
    try:
        with _logging(out):
            return _run(arguments, out)
    except SystemExit as done:  # argparse, after --help and --version
        return int(done.code or 0)
    except UsageError as error:
        message = f"{error.message}\n{error.usage}" if error.usage and not out.as_json else error.message
        return _failed(out, InvalidInput(error.message), USAGE, message)
    except Refused as error:
        return _failed(out, error, FAILED)
    except InvalidInput as error:
        return _failed(out, error, USAGE)
    except NotFound as error:
        return _failed(out, error, NOTHING)
    except ArborError as error:
        return _failed(out, error, FAILED)
    except KeyboardInterrupt:
        return _failed(out, Interrupted("Stopped. What was done so far is kept."), INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the last resort: a bug is told in one line, with -v in full
        if out.verbose:
            import traceback

            out.error(traceback.format_exc().rstrip())
        return _failed(out, _bug(error), FAILED)


def _run(arguments: list[str], out: Output) -> int:
    args = parse(arguments)
    # The parser knows best what is an option and what the text of a memory.
    out.as_json, out.quiet, out.verbose = args.json, args.quiet, args.verbose
    unwritable = None

    def open_service() -> MemoryService:
        from arbor_desktop.service import MemoryService

        nonlocal unwritable
        if opened := resolve_home(args.home).tighten():
            names = ", ".join(map(str, opened))
            out.note(f"Other users of this computer could read or change {names}. Now only you can.")
        try:
            service = MemoryService.open(args.home)
        except ArborError as error:
            if error.code != "LOCKED" or args.command.name == "doctor" or not interactive():
                raise
            from arbor_desktop.cli.encryption import ask_key

            service = MemoryService.open(args.home, key=ask_key(resolve_home(args.home), out))
        if service.settings.damaged:
            out.note(service.settings.damaged)
        unwritable = service.unwritable
        try:
            find_projects(service, args, out)
        except ArborError:
            service.close()
            raise
        return service

    command: Command = args.command
    answer = command.run(open_service, args, out)
    if unwritable:
        out.note(unwritable)
    out.answer(answer)
    return answer.code


def _failed(out: Output, error: ArborError, code: int, message: str | None = None) -> int:
    if out.as_json:
        out.document(
            {
                "error": True,
                "code": error.code,
                "message": error.message,
                "context": {name: _jsonable(value) for name, value in error.context.items()},
                "timestamp": to_iso(system_clock()),
            }
        )
    out.error(message or error.message)
    return code


def _jsonable(value: Any) -> Any:
    if isinstance(value, list | tuple | set | frozenset):
        return [_jsonable(part) for part in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _bug(error: Exception) -> ArborError:
    from arbor_desktop.errors import InternalError

    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InternalError(
        f"Something went wrong ({what}). Run it again with -v to see where.",
        kind=type(error).__name__,
    )


@contextlib.contextmanager
def _logging(out: Output) -> Iterator[None]:
    """Log messages go to stderr with -v; otherwise answers and errors say all there is to say."""
    log = logging.getLogger("arbor_desktop")
    level = log.level
    handler: logging.Handler = logging.StreamHandler(out.stderr) if out.verbose else logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    log.addHandler(handler)
    if out.verbose:
        log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
