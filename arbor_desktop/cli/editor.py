"""A text from a person: given with the command, on standard input, or written in their editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from arbor_desktop.cli.answer import Refused, UsageError
from arbor_desktop.cli.parser import interactive

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
