"""An encrypted store beside a plain one: storing, searching, and a hook that asks a running window for the
key."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from arbor_desktop.encryption.keyfile import new_key
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests import _setup
from tests.benchmarks.data import Stores, Talk, store_arguments
from tests.benchmarks.measure import Pairs, Result
from tests.benchmarks.sizes import Sizes

MOST, MOST_HOOK = 1.3, 8.0
PROJECT = "/home/somebody/src/project-3"
PASSPHRASE = "only for this run"


def encryption(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Store and search against a plain copy, and the start of a session against an interpreter."""
    plain = stores.home(sizes.hooked)
    home = Home(Path(shutil.copytree(plain, stores.folder / "encrypted")))
    new = new_key(PASSPHRASE)
    Encryption(home).turn_on(new)
    other = Path(shutil.copytree(plain, stores.folder / "plain"))
    said = f"of {sizes.hooked:,}"
    with MemoryService.open(home, key=new.key) as encrypted, MemoryService.open(other) as beside:
        for service in (encrypted, beside):
            service.settings.set("conflicts.detect", False)
        talk, stored, found = Talk(7), Pairs(), Pairs()
        for _ in range(sizes.stored):
            one, two = store_arguments(talk), store_arguments(talk)
            stored.take(lambda one=one: encrypted.store(**one), lambda two=two: beside.store(**two))  # type: ignore[misc]
        yield stored.result(f"encrypted: store one a transaction, {said}", MOST, "the same, plain")
        many = Pairs()
        for _ in range(sizes.repeats):
            ones, twos = ([store_arguments(talk) for _ in range(sizes.stored_at_once)] for _ in range(2))
            many.take(lambda ones=ones: encrypted.store_many(ones), lambda twos=twos: beside.store_many(twos))  # type: ignore[misc]
        yield many.result(f"encrypted: store_many {sizes.stored_at_once:,}", MOST, "the same, plain")
        for text in stores.texts(sizes.hooked, sizes.queries):
            query = talk.query(text, 4)
            found.take(lambda q=query: encrypted.search(q), lambda q=query: beside.search(q))  # type: ignore[misc]
        yield found.result(f"encrypted: search, {said}", MOST, "the same, plain")
        encrypted.vectors.start()
        yield _hook(sizes, home, said)


def _hook(sizes: Sizes, home: Home, said: str) -> Result:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ["PYTHONPATH"] = str(_setup.CHECKOUT)
    numbers = iter(range(1_000_000))

    def call() -> bytes:
        asked = {"session_id": f"session-{next(numbers)}", "cwd": PROJECT, "source": "startup"}
        return subprocess.run(
            [sys.executable, "-m", "arbor_desktop", "hook", "SessionStart", "--home", str(home.folder)],
            input=json.dumps(asked).encode(), env=environ, stdout=subprocess.PIPE, check=True,
        ).stdout  # fmt: skip

    def floor() -> None:
        subprocess.run([sys.executable, "-c", "pass"], env=environ, check=True)

    if b"user_context" not in call():
        raise RuntimeError("a session was told nothing")
    pairs = Pairs()
    for _ in range(sizes.hooks):
        pairs.take(call, floor)
    return pairs.result(f"encrypted: a session starts, {said}", MOST_HOOK, "the same interpreter, pass")
