"""What happens to files of every source, and what must hold whatever happens to them."""

from __future__ import annotations

import random
from pathlib import Path

from claude_builder import Seen
from hypothesis import HealthCheck, settings

from arbor_desktop.conversations.readers.base import Reader

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
"""For property tests that write over one file in one folder again and again."""


def whole(reader: Reader, path: Path) -> Seen:
    seen = Seen()
    seen.take(reader.read(path, None))
    return seen


def cut_and_finished(reader: Reader, path: Path, data: bytes, cut: int) -> tuple[Seen, Seen]:
    """What is seen of a file that was cut at a byte and read on when whole; and of the whole read at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data[:cut])
    seen = Seen()
    since = seen.take(reader.read(path, None))
    path.write_bytes(data)
    seen.take(reader.read(path, since))
    return seen, whole(reader, path)


def broken(reader: Reader, path: Path, data: bytes, seed: int, flips: int) -> Seen:
    """Reads a file with some bytes broken: nothing is raised, every key is there once, and a second reading
    sees the same."""
    chance = random.Random(seed)
    bad = bytearray(data)
    for _ in range(flips):
        bad[chance.randrange(len(bad))] = chance.randrange(256)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bad)
    seen = whole(reader, path)
    keys = [turn.key for part in seen.parts for turn in part.turns]
    assert len(keys) == len(set(keys))
    assert set(whole(reader, path).turns) == set(keys)
    return seen
