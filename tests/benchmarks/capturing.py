"""Reading sessions and memorizing them, against parsing the same bytes with the standard library."""

from __future__ import annotations

import json
import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from arbor_desktop.capture.watcher import Scanner
from arbor_desktop.clock import system_clock
from arbor_desktop.conversations.files import stamp
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.queries import captures
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks import mixed, sessions
from tests.benchmarks.data import Stores
from tests.benchmarks.measure import Goal, Result, timed
from tests.benchmarks.processes import child
from tests.benchmarks.sizes import Sizes

_MOST_EXTRACTION = 7
"""Times as long as finding all words: 5 MB a second on a core that finds words in 35."""
_WORD = re.compile(r"\w+")


def capture(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """A folder of sessions, as the command line captures it and as the window does (with its worker); and a
    folder of several assistants' conversations."""
    folder = stores.folder / "sessions"
    sessions.write_folder(folder, sizes.captured_mb, sizes.session_mb, system_clock())
    yield from _captured(sizes, stores, folder, sorted(folder.rglob("*.jsonl")), "")
    folder = stores.folder / "mixed"
    files = mixed.write_mixed(folder, sizes.captured_mb, sizes.session_mb, system_clock())
    yield from _captured(sizes, stores, folder, files, " of four assistants")


def _captured(sizes: Sizes, stores: Stores, folder: Path, files: list[Path], whose: str) -> Iterator[Result]:
    written = sum(path.stat().st_size for path in files)
    size = f"{written / sessions.MB:.3g} MB in {len(files)} files{whose}"
    taken: dict[str, list[dict[str, Any]]] = {"inline": [], "worker": []}
    floor = []
    for number in range(sizes.repeats):
        for how, reports in taken.items():
            reports.append(
                child("capture", folder, stores.folder / f"captured-{folder.name}-{how}-{number}", how)
            )
        floor.append(timed(_parse, files))
    for how, said in (("inline", "on the command line"), ("worker", "with the worker process")):
        reports = taken[how]
        yield Result(
            f"capture {size}, {said}",
            tuple(report["ms"] for report in reports),
            Goal("ratio", 4),
            tuple(floor),
            "reading and parsing the same bytes with json of the standard library",
            note=f"{reports[0]['turns']} turns, {reports[0]['memories']} memories",
        )
        peaks = tuple(report["peak_mb"] for report in reports)
        yield Result(f"peak memory of that, {said}", peaks, Goal("worst", 300), unit="MB")


def _parse(files: list[Path]) -> None:
    for path in files:
        with path.open("rb") as file:
            if path.suffix == ".json":
                json.load(file)
                continue
            for line in file:
                json.loads(line)


def grown(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """One new line at the end of a big file that was read before: time to its turn being stored."""
    with (
        tempfile.TemporaryDirectory(dir=stores.folder) as name,
        MemoryService.open(Path(name) / "home") as service,
    ):
        path = Path(name) / "projects" / "-home-somebody-src-big" / "big.jsonl"
        last = sessions.write_session(path, sizes.grown_mb, 7, system_clock())
        service.capture([path])
        wall, work = [], []
        for number in range(sizes.growths):
            last = sessions.grow(path, f"We keep the {number}. copy of the ledger in Lisbon.", last, number)
            began = time.process_time()
            wall.append(timed(_read_again, service, path))
            work.append((time.process_time() - began) * 1_000)
    what = f"one new line on {sizes.grown_mb:g} MB"
    yield Result(f"{what}: read, stored and memorized", tuple(wall), Goal("p95", 20))
    yield Result(f"{what}: processor time of that", tuple(work), Goal("p95", 20))


def looking(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """What a start does where nothing changed. One file in a hundred is read before; the others are stored as
    if they had been, as reading them all takes minutes."""
    with tempfile.TemporaryDirectory(dir=stores.folder) as name:
        folder = Path(name) / "files"

        def write(number: int) -> Path:
            path = folder / f"{number // 500}" / f"{number:06}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            words = f"We keep the {number}. copy of the ledger in Lisbon."
            said = [{"role": "user", "content": words}, {"role": "assistant", "content": "Noted."}]
            path.write_text("\n".join(map(json.dumps, said)))
            return path

        for number in range(0, sizes.looked_at, 100):
            write(number)
        with MemoryService.open(Path(name) / "home") as service:
            service.add_source(str(folder))
            service.watch_once()
            rest = {str(path): stamp(path) for n in range(sizes.looked_at) if n % 100 for path in [write(n)]}
            service._rt.db.write(lambda conn: captures.save_in_vain(conn, rest, system_clock()))
        samples, floor = [], []
        for _ in range(sizes.repeats):
            with MemoryService.open(Path(name) / "home") as service:
                scanner = Scanner(service._rt, service.sources_part, lambda trouble: None)
                samples.append(_processor(scanner.changed_files))
            floor.append(_processor(lambda: _walk(folder)))
    yield Result(
        f"looking through {sizes.looked_at:,} unchanged files at a start: processor time",
        tuple(samples), Goal("ratio", 4), tuple(floor), "os.walk of the folders and stat of the files",
    )  # fmt: skip


def _processor(work: Callable[[], object]) -> float:
    began = time.process_time()
    found = work()
    if found:
        raise RuntimeError(f"an unchanged file was found: {found}")
    return (time.process_time() - began) * 1_000


def _walk(folder: Path) -> None:
    for here, _, names in os.walk(folder):
        for name in names:
            os.stat(os.path.join(here, name))  # noqa: PTH116, PTH118 - the floor makes no Path


def _read_again(service: MemoryService, path: Path) -> None:
    rows = service.capture([path])
    if [row.new_turns for row in rows] != [1]:
        raise RuntimeError(f"the new line was not read: {rows}")


def memorize(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """A long conversation, of which all was said: stored turns to memories, and extraction alone."""
    turns = _long_conversation(sizes.conversation_mb)
    said = sum(len(turn.text) for turn in turns) / sessions.MB
    worker = InlineWorker()
    excerpt = Excerpt("long", "claude-code", tuple(turns))
    worker.extract(Excerpt("first", "claude-code", tuple(turns[:2])))  # reads its rules
    extraction = _extraction(sizes, worker, excerpt)
    with (
        tempfile.TemporaryDirectory(dir=stores.folder) as name,
        MemoryService.open(Path(name) / "home") as service,
    ):
        path = Path(name) / "long.jsonl"
        _write_said(path, turns)
        service.capture([path])
        ident = service.conversations().conversations[0].id
        whole = tuple(timed(service.memorize, ident, again=True) for _ in range(sizes.repeats))
    yield Result(f"memorize a conversation of {said:.2g} MB", whole, Goal("p95", 1_000))
    yield extraction


def _extraction(sizes: Sizes, worker: InlineWorker, excerpt: Excerpt) -> Result:
    """Milliseconds of one core for a million characters, beside finding all words of the same text."""
    megabytes = sum(len(turn.text) for turn in excerpt.turns) / sessions.MB
    samples, floor = [], []
    for _ in range(max(3, sizes.repeats)):
        samples.append(_taken(lambda: worker.extract(excerpt)) / megabytes)
        floor.append(_taken(lambda: [_WORD.findall(turn.text) for turn in excerpt.turns]) / megabytes)
    return Result(
        "extract 1 MB of a conversation offline",
        tuple(samples),
        Goal("ratio", _MOST_EXTRACTION),
        tuple(floor),
        "finding all words of the same text with a regular expression",
        note=f"{1_000 / statistics.median(samples):.2g} MB a second",
    )


def _taken(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1_000


def _long_conversation(megabytes: float) -> list[Turn]:
    session = sessions.Speech(5)
    turns: list[Turn] = []
    size = 0
    while size < megabytes * sessions.MB:
        role = Role.ASSISTANT if len(turns) % 2 else Role.USER
        text = session.prompt() if role is Role.USER else session.prose(700)
        turns.append(
            Turn(len(turns) + 1, role, TurnKind.SAID, text, 1_760_000_000_000 + len(turns), f"k{len(turns)}")
        )
        size += len(text)
    return turns


def _write_said(path: Path, turns: list[Turn]) -> None:
    speech = sessions.Speech(6)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for turn in turns:
            said = (
                speech.user(turn.text)
                if turn.role is Role.USER
                else speech.assistant({"type": "text", "text": turn.text})
            )
            file.write(json.dumps(said, separators=(",", ":")) + "\n")
