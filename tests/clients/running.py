"""The command line of ``python3 -m tests.clients``."""

from __future__ import annotations

import argparse
import datetime
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from tests._setup import CHECKOUT
from tests.clients.checks import examine
from tests.clients.clients import CLIENTS, Client
from tests.clients.installing import installed
from tests.clients.processes import Trouble
from tests.clients.table import CHECKS, Cell, failed, no, table


def main(arguments: Sequence[str]) -> int:
    """Examines the named clients, or all; 1 if a check failed."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.clients", description=__doc__)
    names = [client.name for client in CLIENTS]
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=f"{', '.join(names)}; all without")
    cache = Path(platformdirs.user_cache_dir("arbor-clients"))
    parser.add_argument("--cache", type=Path, default=cache, help=f"where clients are installed ({cache})")
    parser.add_argument("--program", type=Path, default=CHECKOUT, help="the checkout of Arbor to examine")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/integrations.md")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the clients' homes here")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.clients if name not in names]:
        parser.error(f"no such client: {', '.join(unknown)}")
    if options.keep and options.keep.exists():
        parser.error(f"{options.keep} exists already; --keep makes its folder")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    chosen = [client for client in CLIENTS if not options.clients or client.name in options.clients]
    try:
        rows = _rows(chosen, options.cache.absolute(), options.program.resolve(), options.keep)
    except KeyboardInterrupt:
        return 130
    if options.markdown:
        print(f"Seen on {datetime.date.today():%-d %B %Y}:\n")
    print(table(rows, markdown=options.markdown))
    return int(failed(rows))


def _rows(
    chosen: Sequence[Client], cache: Path, program: Path, keep: Path | None
) -> dict[str, dict[str, Cell]]:
    rows = {}
    for client in chosen:
        print(f"{client.title} {client.version}…", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="arbor-clients-", ignore_cleanup_errors=True) as folder:
            place = Path(keep or folder).resolve() / client.name
            try:
                row = examine(client, place, program, installed(client, cache))
            except Trouble as trouble:
                row = dict.fromkeys(CHECKS, no(str(trouble)))
        wrong = sum(cell.good is False for cell in row.values())
        print(f"{client.title}: {wrong} checks failed", file=sys.stderr, flush=True)
        rows[f"{client.title} {client.version}"] = row
    return rows
