"""Words that must reach no model, and the look for them in everything that stand-ins were sent.

A test plants one of these where its kind belongs (`PRIVATE` into a memory that is never shared, `SECRET`
where a person pastes a key, `EXCLUDED` into a project that is excluded, `LEFT_OUT` into a conversation that
is kept out) and need not look itself: `tests/conftest.py` looks after every test, into every request of every
stand-in. The words of whatever memory is never shared in a store of the test are looked for too.
"""

from __future__ import annotations

import json
import re
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from arbor_desktop.paths import DATABASE

PRIVATE = "the violet heron nests behind the third boathouse"
"""For a memory that is never shared, in these words or around them."""
SECRET = "sk-ant-api03-Zr8vQm2LxT5nKp9WcY4dHb7JfSg1EuRa6oVi3-CtNw0PlMk8Xq2ZbGyDh5TjAA"
"""A made-up key of a form that is redacted."""
EXCLUDED = "the copper almanac of project Wrenfold"
"""For what is said in a project that is excluded."""
LEFT_OUT = "seventeen quiet lanterns by the weir"
"""For a conversation that the person keeps out of the memory."""
SENSITIVE = "the amber folder of doctor Quellan"
"""For a sensitive memory whose conversation is read again, or that housekeeping could touch."""
CANARIES = (PRIVATE, SECRET, EXCLUDED, LEFT_OUT, SENSITIVE)
MAY_SEND = "may_send"
"""`@pytest.mark.may_send(SENSITIVE)`: it may be sent here, as what is sensitive is when it is first read."""
_NO_WORD = re.compile(r"[\W_]+")


def squeezed(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())


def leaks(texts: Sequence[str], allowed: Sequence[str] = ()) -> list[str]:
    """Which canaries stand in texts that were sent, whatever their case, white space and punctuation; half of
    one's words in a row are too much."""
    wanted = {part: canary for canary in CANARIES if canary not in allowed for part in _parts(canary)}
    found = []
    for one in texts:
        text = squeezed(one)
        for part, canary in wanted.items():
            if part in text and canary not in found:
                found.append(canary)
    return found


def _parts(canary: str) -> list[str]:
    """Every half of a canary's words in a row; of one without words, every half of its letters."""
    words = canary.split()
    if len(words) > 1:
        length = (len(words) + 1) // 2
        return [squeezed(" ".join(words[at : at + length])) for at in range(len(words) - length + 1)]
    letters = squeezed(canary)
    return [letters[at : at + 20] for at in range(12, len(letters) - 19)]


def never_shared(folder: Path) -> list[str]:
    """The words of all memories that are never shared, in the stores of a folder."""
    found: list[str] = []
    for path in folder.rglob(DATABASE):
        conn = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            rows = conn.execute("SELECT content FROM memory WHERE privacy_level = 'never_share'").fetchall()
            found += [content for (content,) in rows]
        except apsw.Error:  # a store that the test damaged, or locked with a key
            continue
        finally:
            conn.close()
    return found


def told_of(texts: Sequence[str], secrets: Sequence[str]) -> list[str]:
    """Which of the secrets stand in the texts; those of a word or two stand anywhere."""
    together = [squeezed(text) for text in texts]
    long = [one for one in secrets if len(_NO_WORD.split(one.strip())) > 2]
    return [one for one in long if any(squeezed(one) in text for text in together)]


def _all_text(value: Any) -> str:
    """Every text of a body, as it is read and not as JSON writes it."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_all_text(one)}" for key, one in value.items())
    if isinstance(value, list):
        return " ".join(map(_all_text, value))
    return str(value)


class Watch:
    """Knows the stand-ins that were made while it watched."""

    def __init__(self) -> None:
        self._new: list[Any] = []
        self._known: list[tuple[weakref.ref[Any], int]] = []

    def made(self, stand_in: Any) -> None:
        self._new.append(stand_in)

    def fail_on_leaks(self, folder: Path | None = None, allowed: Sequence[str] = ()) -> None:
        """Fails the test that is running where a canary was sent since the last look. `folder`: where a
        stand-in of the `claude` command may have noted its calls."""
        living = [(one, 0) for one in self._new]
        living += [(one, seen) for known, seen in self._known if (one := known()) is not None]
        requests = [request for one, seen in living for request in one.received[seen:]]
        self._new, self._known = [], [(weakref.ref(one), len(one.received)) for one, _ in living]
        texts = [f"{_all_text(request.body)} {request.path}" for request in requests]
        if folder is not None:
            noted = (path for way in ("call-*.json", "*/call-*.json") for path in folder.glob(way))
            texts += [_all_text(json.loads(path.read_text(encoding="utf-8"))["prompt"]) for path in noted]
        found = leaks(texts, allowed)
        if texts and folder is not None:
            found += [one for one in told_of(texts, never_shared(folder)) if one not in (*found, *allowed)]
        if found:
            pytest.fail(f"sent to a model, and must not be: {', '.join(found)}", pytrace=False)


@contextmanager
def watching() -> Iterator[Watch]:
    """Watches every stand-in server that is made meanwhile."""
    from tests.standin.server import StandIn

    watch = Watch()
    make = StandIn.__init__

    def remembering(stand_in: StandIn, *args: Any, **kwargs: Any) -> None:
        make(stand_in, *args, **kwargs)
        watch.made(stand_in)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StandIn, "__init__", remembering)
        yield watch
