"""``python3 -m tests.retrieval [SET…] [--vectors MODEL] [--json FILE] [--misses]``: are memories found?

Sets are the files of tests/retrieval/sets; README.md there says what is measured. Of the blind sets only
figures are told.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.retrieval")

import argparse
import json
from pathlib import Path
from typing import Any

from arbor_desktop.embedding.bert import ModelMissing, ModelUnusable
from arbor_desktop.embedding.catalogue import MINILM
from tests.retrieval.labels import BLIND, load, names
from tests.retrieval.report import figures, misses, tables
from tests.retrieval.scoring import answers


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.retrieval", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help="one of: " + ", ".join(names()))
    parser.add_argument(
        "--vectors",
        metavar="MODEL",
        default=MINILM,
        help="name or folder of a model of vectors (%(default)s); off: by words",
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the figures there")
    parser.add_argument("--misses", action="store_true", help="list what is not found, and what is instead")
    asked = parser.parse_args(arguments)
    for name in asked.sets:
        if name not in names():
            parser.error(f"there is no {name}; there are: {', '.join(names())}")
        if asked.misses and name.endswith(BLIND):
            parser.error(f"{name} is blind: nobody looks at its misses")
    chosen = asked.sets or [name for name in names() if not (asked.misses and name.endswith(BLIND))]
    report: dict[str, Any] = {}
    for name in chosen:
        given = load(name)
        try:
            found = answers(given, asked.vectors)
        except (ModelMissing, ModelUnusable) as trouble:
            parser.error(trouble.message)
        print(f"{name}: {len(given.memories)} memories, {len(given.questions)} questions\n")
        print(tables(found), flush=True)
        if asked.misses:
            print(misses(given, found))
        report[name] = figures(found)
    if asked.json:
        asked.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
