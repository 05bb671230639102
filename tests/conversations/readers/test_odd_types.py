"""Any value of any file may be of another type: no reader raises, and what is beside it is read."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from claude_builder import Seen
from odd_types import SAMPLES, TALKS, changed, odd

from arbor_desktop.conversations.model import ReadTurn, SessionPart
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.extraction.worker import LATEST, MOST, InlineWorker, NotAConversation, ReadRequest

FEW, MANY = 20, 1500
TEXTS = ("session_id", "unsaid_keys", "title", "cwd", "branch", "paths", "parent_session_id")


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.mark.parametrize(
    "count", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", SAMPLES)
def test_no_value_of_another_type_ends_a_reading(
    worker: InlineWorker, tmp_path: Path, name: str, count: int
) -> None:
    path = SAMPLES[name](tmp_path)
    sound = whole(worker, path)
    assert sound.turns
    assert sound.parts[0].source == getattr(detect(path), "source", None)
    for file in itertools.islice(changed(tmp_path, random.Random(f"{name} {count}")), count):
        try:
            seen = whole(worker, path)
        except Exception as error:
            error.add_note(f"{file}: {file.read_bytes()[:2000]!r}")
            raise
        for part in seen.parts:
            assert_storable(part)


@pytest.mark.parametrize(
    "count", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", ["chatgpt", "claude-ai"])
def test_the_other_conversations_of_an_export_are_read(
    worker: InlineWorker, tmp_path: Path, name: str, count: int
) -> None:
    path = SAMPLES[name](tmp_path)
    talks = json.loads(path.read_bytes())
    path.write_text(json.dumps([talks[0], *talks[2:]]))
    others = whole(worker, path).turns.keys()
    assert len(talks) == TALKS
    chance = random.Random(f"{name} {count}")
    for _ in range(count):
        changed_one = odd(json.dumps(talks[1]).encode(), chance)
        path.write_bytes(b"[%s,%s,%s]" % (_json(talks[0]), changed_one, _json(talks[2])))
        assert others <= whole(worker, path).turns.keys(), changed_one


def whole(worker: InlineWorker, path: Path) -> Seen:
    """All that a reader says of the file, which is read twice; OSError is what it may end with."""
    seen = Seen()
    try:
        since = seen.take(worker.read(ReadRequest(str(path))))
        seen.take(worker.read(ReadRequest(str(path), since, source=None)))
    except (OSError, NotAConversation):
        pass
    return seen


def assert_storable(part: SessionPart) -> None:
    assert 0 <= part.input_tokens <= MOST
    assert 0 <= part.output_tokens <= MOST
    for turn in part.turns:
        assert turn.at is None or 0 <= turn.at <= LATEST
        assert all(_is_text(turn, name) for name in ("key", "text"))
    assert all(_is_text(part, name) for name in TEXTS)
    json.dumps(part.extra, ensure_ascii=False).encode()


def _is_text(record: ReadTurn | SessionPart, name: str) -> bool:
    value = getattr(record, name)
    for text in value if isinstance(value, tuple) else (value,):
        assert text is None or isinstance(text, str), name
        (text or "").encode()
    return True


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()
