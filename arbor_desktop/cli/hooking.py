"""hook: one call of an AI tool. `__main__` goes past the command line to it, as a person waits."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from arbor_desktop.cli.answer import Answer
from arbor_desktop.cli.output import Output

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def hook(opened: Opener, args: Namespace, out: Output) -> Answer:
    from arbor_desktop.integrations.hooks import entry

    out.as_json = False  # standard output is the tool's: no document of ours follows the answer
    entry.main(["hook", args.event, "--tool", args.tool, *(["--home", args.home] if args.home else [])])
    return Answer(None, list)
