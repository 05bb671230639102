"""What people type: ids, whole or a unique beginning or end; projects, by path or name; texts, given, piped
in or written in their editor."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.cli.output import Output, Refused, UsageError
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.text.words import storable

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


WHOLE, SHORTEST = 36, 8
"""Characters of an id, and of the shortest part of one that is looked up."""
EVERY = 100_000
MOST_READ = 10_000


def memory_id(service: MemoryService, given: str) -> str:
    """Return the id that begins or ends with `given`; `given` itself if none does, so that the service
    reports it as unknown. Raises InvalidInput if several do, NotFound if it is too short."""
    return _completed([given], lambda: service.find_ids(status="all", sort="created"))[0]


def memory_ids(service: MemoryService, given: Iterable[str]) -> list[str]:
    """As `memory_id`, for several; the same one twice is answered once."""
    return _completed(given, lambda: service.find_ids(status="all", sort="created"))


def review_ids(service: MemoryService, given: Iterable[str]) -> list[str]:
    """As `memory_ids`, for what waits for a decision: memories, and proposals of agents."""
    return _completed(
        given,
        lambda: [*service.find_ids(status="all", sort="created"), *(one.id for one in service.proposals())],
    )


def conversation_id(service: MemoryService, given: str) -> str:
    """As `memory_id`, for a conversation."""
    return conversation_ids(service, [given])[0]


def conversation_ids(service: MemoryService, given: Iterable[str]) -> list[str]:
    """As `memory_ids`, for conversations."""
    return _completed(given, lambda: [one.id for one in service.conversations(limit=EVERY).conversations])


def conflict_id(service: MemoryService, given: str) -> str:
    """As `memory_id`, for a conflict, decided or not."""
    known = service.list_conflicts
    return _completed([given], lambda: [one.id for one in known(include_resolved=True, up_to_date=False)])[0]


def _completed(given: Iterable[str], known: Callable[[], list[str]]) -> list[str]:
    every: list[str] | None = None
    found: dict[str, None] = {}
    for text in given:
        start = storable(text).strip().lower()
        if not start or len(start) >= WHOLE:
            found[start] = None
            continue
        every = known() if every is None else every
        fitting = [ident for ident in every if ident.startswith(start) or ident.endswith(start)]
        if fitting and len(start) < SHORTEST:
            raise NotFound(f"{start} is too short: give at least {SHORTEST} characters of the id.")
        if len(fitting) > 1:
            raise InvalidInput(
                f"{len(fitting)} ids have {start}, such as {fitting[0]} and {fitting[1]}. "
                f"Give the last {SHORTEST} characters.",
                ids=fitting[:10],
            )
        found[fitting[0] if fitting else start] = None
    return list(found)


def project(service: MemoryService, given: str, out: Output, *, certain: bool = True) -> str:
    """Return the path of a project that is given by its path or name; a folder that exists comes first.

    Say if there is neither such a folder nor such a project; without `certain`, `given` may be no project and
    is returned unchanged then. Raises InvalidInput if several projects have the name.
    """
    from arbor_desktop.memories.checks import project_path
    from arbor_desktop.projects.names import project_name

    path = project_path(given)
    if os.path.isdir(path):  # noqa: PTH112 - False for any odd name
        return path
    known = [one.path for one in service.list_projects()]
    if path in known:
        return path
    named = [one for one in known if project_name(one).casefold() == given.casefold()]
    if len(named) > 1:
        raise InvalidInput(f"Several projects are named {given}. Give a path: {', '.join(named)}")
    if named:
        return named[0]
    if certain:
        out.note(f"There is no folder {path}, and no project of that name.")
    return path if certain else given


def find_projects(service: MemoryService, args: Namespace, out: Output) -> None:
    """Replace the projects among the arguments of a command by their paths."""
    scope = getattr(args, "scope", None)
    if getattr(args, "project", None):
        args.project = project(service, args.project, out)
    if getattr(args, "scope_id", None) and scope in (None, "project"):
        args.scope_id = project(service, args.scope_id, out, certain=scope is not None)
    if getattr(args, "projects", None):
        args.projects = [project(service, one, out) for one in args.projects]


NO_EDITOR = "No editor is set. Set EDITOR, or give the text with --file or on standard input."


def given_text(args: Namespace) -> str | None:
    """The text of `--file` or of standard input; None if a person at a terminal is to write it."""
    if args.file is None and interactive():
        return None
    try:
        return sys.stdin.read() if args.file in (None, "-") else Path(args.file).read_text("utf-8")
    except OSError as error:
        raise Refused(f"{args.file} can't be read: {error.strerror}.", path=args.file) from None
    except UnicodeDecodeError:
        raise Refused("The text is not UTF-8.", path=args.file) from None


def edited_file(file: Path, text: str, environ: Mapping[str, str]) -> str:
    """What a person makes of `text` in their editor, which is shown it as `file`."""
    import shlex  # few commands open an editor
    import subprocess

    editor = environ.get("VISUAL") or environ.get("EDITOR")
    if not editor:
        raise UsageError(NO_EDITOR)
    file.write_text(text, "utf-8")
    command = shlex.split(editor, posix=os.name != "nt")
    try:
        ended = subprocess.run([*command, str(file)], check=False).returncode
    except OSError as error:
        raise Refused(f"{editor} can't be started: {error.strerror}.") from None
    if ended:
        raise Refused(f"{editor} ended with {ended}; nothing was changed.")
    return file.read_text("utf-8")


def typed(prompt: str, *, seen: bool = False) -> str:
    """Return a line that is typed or piped in; never an argument, which the list of processes would show."""
    if not interactive():
        return sys.stdin.readline(MOST_READ).rstrip("\r\n") if sys.stdin is not None else ""
    import getpass

    try:
        if not seen:
            return getpass.getpass(prompt)
        sys.stderr.write(prompt)
        sys.stderr.flush()
        return sys.stdin.readline(MOST_READ).strip()
    except EOFError:
        return ""


def ask(question: str, out: Output, otherwise: str = "Nothing was changed.") -> None:
    """Ask the person at the terminal. Raises Refused, with `otherwise`, unless the answer is yes."""
    out.stderr.write(f"{question} [y/N] ")
    out.stderr.flush()
    if sys.stdin.readline(MOST_READ).strip().lower() not in ("y", "yes"):
        raise Refused(otherwise)


def confirm(question: str, args: Namespace, out: Output) -> None:
    """Ask, unless `--yes` was given. Raises Refused, also where nobody can be asked."""
    if args.yes:
        return
    if not interactive():
        raise Refused("Nothing was changed. Without asking: --yes")
    ask(question, out)


def interactive() -> bool:
    """Whether a person sits at stdin, who can be asked."""
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:
        return False
