"""What a misspelled query may have meant."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator

from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks.data import SEED, Stores, Talk
from tests.benchmarks.measure import Goal, Result, timed
from tests.benchmarks.sizes import Sizes


def slip(word: str, rng: random.Random) -> str:
    """The word with one mistake of typing: letters in the wrong order, one missing, one too many, another."""
    at = rng.randrange(len(word) - 1)
    before, letter, after = word[:at], word[at], word[at + 1 :]
    other = rng.choice(string.ascii_lowercase)
    return rng.choice(
        (
            before + after[:1] + letter + after[1:],
            before + after,
            before + other + letter + after,
            before + other + after,
        )
    )


def suggesting(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Queries of two words, one of which is misspelled; and such as nothing is near to."""
    talk, rng = Talk(3), random.Random(SEED)
    near, far = [], []
    with MemoryService.open(stores.home(sizes.many)) as service:
        for text in stores.texts(sizes.many, sizes.queries):
            words = talk.query(text, 2).split()
            query = " ".join([*words[:-1], slip(words[-1], rng)])
            near.append(timed(service.suggest, query))
            far.append(timed(service.suggest, "".join(rng.choices(string.ascii_lowercase, k=8))))
    of = f"of {sizes.many:,}"
    yield Result(f"did you mean, {of}", tuple(near), Goal("p95", 20))
    yield Result(f"did you mean, nothing near, {of}", tuple(far), Goal("p95", 20))
