"""The redaction door, by the megabyte of several sorts of text."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.data import Stores
from tests.benchmarks.measure import Goal, Result
from tests.benchmarks.sizes import Sizes
from tests.redaction.making import CASES, read
from tests.redaction.scoring import redactor

_SLOWEST = 50.0
"""Milliseconds for a million characters: 20 MB/s."""
_CHECKOUT = Path(__file__).parents[2]
_FLOOR = re.compile(r"password|secret|token")


def redaction(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Milliseconds of one core for a million characters, beside a search for three words."""
    del stores
    length = int(sizes.redacted_mb * 1e6)
    door = redactor()
    for name, text in _texts(length).items():
        samples, floor = [], []
        for _ in range(max(3, sizes.repeats)):
            samples.append(_taken(lambda text=text: door.find(text)) / len(text) * 1e6)
            floor.append(_taken(lambda text=text: sum(1 for _ in _FLOOR.finditer(text))) / len(text) * 1e6)
        yield Result(
            f"redact 1 MB of {name}",
            tuple(samples),
            Goal("p50", _SLOWEST),
            tuple(floor),
            "regular expression of three words",
        )


def _taken(work) -> float:  # type: ignore[no-untyped-def]
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _texts(length: int) -> dict[str, str]:
    """Our own code and documents, made-up logs, and a conversation of both with a secret now and then."""
    chooser = random.Random(8)
    code = "".join(
        path.read_text(encoding="utf-8") for path in sorted((_CHECKOUT / "arbor_desktop").rglob("*.py"))
    )
    prose = "".join(path.read_text(encoding="utf-8") for path in sorted((_CHECKOUT / "docs").glob("*.md")))
    log = "".join(_log_line(chooser, number) for number in range(2000))
    secrets = [case.text for file in sorted(CASES.glob("*.txt")) for case in read(file)]
    talk = []
    while sum(map(len, talk)) < min(length, 400_000):
        for source in (prose, code, log, prose):
            at = chooser.randrange(max(1, len(source) - 3000))
            talk.append(source[at : at + 3000])
        talk.append(chooser.choice(secrets))
    return {
        name: (text * (length // len(text) + 1))[:length]
        for name, text in {"code": code, "prose": prose, "logs": log, "conversation": "\n".join(talk)}.items()
    }


def _log_line(chooser: random.Random, n: int) -> str:
    return chooser.choice(
        (
            f"2024-05-{n % 28 + 1:02} 10:{n % 60:02}:07,{n % 1000:03} INFO  [worker-{n % 8}] app.http "
            f"GET /api/v1/items/{n}?page=2 200 {n % 90} ms id={chooser.getrandbits(128):032x}\n",
            f"npm warn deprecated package-{n}@1.{n % 9}.0: use another; see https://example.org/{n}\n",
            f'  File "/srv/app/module_{n}.py", line {n}, in handle\n    value = self.read(key, default)\n',
            f"test_item_{n} (tests.test_items.ItemTests) ... ok ({n % 10}.{n % 97:02} s)\n",
            f'{{"level":"debug","input_tokens":{n},"model":"m-{n % 3}","took":{n % 77}}}\n',
        )
    )
