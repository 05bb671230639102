"""``python3 -m tests.sharing [WORLD…] [-v]``: do the right memories reach the right session?

Each world's conversations are written as the session files of real clients, captured one after another, and
its cases asked for with `get_context`: as captured, once every review is accepted, and with each thing stored
by hand in its place. By words alone is what a hook finds while Arbor is not running. `-v` says what went
wrong, but never of a world whose name begins with `blind`.
"""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.sharing")

import argparse
import os
import tempfile
from pathlib import Path

from arbor_desktop.context.model import Context
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.service import MemoryService
from tests.sharing import scoring
from tests.sharing.lived import Clock, lay_out, live_through, store_by_hand
from tests.sharing.world import WORLDS, World, load

BLIND = "blind"


def measure(world: World, verbose: bool) -> str:
    """Live through a world and return its figures."""
    with tempfile.TemporaryDirectory(prefix="arbor-sharing-") as folder:
        person = Path(folder) / "person"
        person.mkdir()
        os.environ["HOME"] = str(person)
        clock = Clock()
        with MemoryService.open(person / "arbor", clock=clock) as service:
            folders = lay_out(world, service, person)
            live_through(world, service, clock, person)
            lines = [f"{world.name}: {len(world.sessions)} conversations, {len(world.cases)} cases"]
            lines += _measured(world, service, folders, "as captured", verbose)
            _review(service)
            lines += _measured(world, service, folders, "reviews accepted", verbose)
            service.settings.set("search.vectors", "off")
            lines += _measured(world, service, folders, "the same, by words alone", verbose=False)
        with MemoryService.open(person / "by hand", clock=clock) as service:
            folders = lay_out(world, service, person)
            store_by_hand(world, service, clock, folders)
            lines += _measured(world, service, folders, "stored by hand", verbose)
    return "\n".join(lines)


def _measured(
    world: World, service: MemoryService, folders: dict[str, Path], title: str, verbose: bool
) -> list[str]:
    if service.settings.get("search.vectors") != "off":
        service.vectors.build()  # as the running window does
    kept = _kept(service)
    stored = scoring.stored_things(world, (memory.content for memory in kept))
    lasting = {thing.id for thing in world.things.values() if thing.lasting and not thing.replaced_by}
    active = scoring.stored_things(world, (one.content for one in kept if one.status is Status.ACTIVE))
    score = scoring.Score()
    starts: dict[str, Context] = {}
    for case in world.cases:
        folder = folders.get(case.place)
        context = service.get_context(
            project=str(folder) if folder else None,
            branch=case.branch if folder else None,
            prompt=case.prompt or None,
            log_access=False,
        )
        starts.setdefault(case.id, context)
        scoring.add_case(score, world, case, context, starts[case.start or case.id], stored)
    lines = [
        f" {title}: {len(lasting & stored)} of {len(lasting)} lasting things captured,"
        f" {len(lasting & active)} active, {len(kept)} memories",
        scoring.report(score),
    ]
    if verbose and not world.name.startswith(BLIND):
        missed = (f"not captured: {world.things[one].says}" for one in sorted(lasting - stored))
        lines += [f"    {line}" for line in (*sorted(score.lines), *missed)]
    return lines


def _review(service: MemoryService) -> None:
    """Accept all that is new, and confirm as outdated what was marked so."""
    items = service.review_items()
    outdated = [item.id for item in items if item.outdated]
    new = [item.id for item in items if not item.outdated]
    if new:
        service.accept(*new)
    if outdated:
        service.reject(*outdated)


def _kept(service: MemoryService) -> list[Memory]:
    """Return what is active or waits for review."""
    return list(service.query(status=(Status.ACTIVE, Status.PENDING), limit=10_000).memories)


def main() -> None:
    """Print the figures of the worlds."""
    names = sorted(folder.name for folder in WORLDS.iterdir())
    parser = argparse.ArgumentParser(prog="python3 -m tests.sharing", description=__doc__)
    parser.add_argument("worlds", nargs="*", default=[name for name in names if not name.startswith(BLIND)])
    parser.add_argument("-v", "--verbose", action="store_true")
    chosen = parser.parse_args()
    for name in chosen.worlds:
        print(measure(load(WORLDS / name), chosen.verbose), flush=True)


if __name__ == "__main__":
    main()
