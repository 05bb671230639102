"""mcp: the MCP server on standard input and output."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from arbor_desktop.cli.answer import Answer
from arbor_desktop.cli.output import Output
from arbor_desktop.cli.parser import interactive

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def mcp(opened: Opener, args: Namespace, out: Output) -> Answer:
    from arbor_desktop.integrations.mcp.entry import serve

    if interactive():
        out.note("AI tools start this themselves and speak MCP with it. Ctrl-C ends it.")
    out.as_json = False  # standard output is the protocol's: no document of ours follows it
    serve(opened, args.project)
    return Answer(None, list)
