"""A world that was lived through: its conversations as session files, captured one after another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from arbor_desktop.demo.scripts import Project, Script, Step
from arbor_desktop.demo.sessions import WRITERS
from arbor_desktop.memories.confidence import rate_of
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.service import MemoryService
from tests.sharing.world import Session, World

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
"""When the cases' sessions begin."""


class Clock:
    """Milliseconds since 1970, set by whoever lives through a world."""

    def __init__(self) -> None:
        self.now = _ms(NOW)

    def __call__(self) -> int:
        return self.now


def lay_out(world: World, service: MemoryService, person: Path) -> dict[str, Path]:
    """Write the places' files below the `person`'s home and say what kind they are.

    Returns the folder of each place by its name, without those of chats.
    """
    folders = {}
    for place in world.places.values():
        if place.chats:
            continue
        folder = folders[place.name] = person / "src" / place.name
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in place.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        service.set_project(str(folder), kind=place.kind, group=place.group)
        service.read_project(str(folder))
    return folders


def live_through(world: World, service: MemoryService, clock: Clock, person: Path) -> None:
    """Write each conversation as its client does, and capture it when it ends."""
    for session in world.sessions:
        clock.now = _ms(NOW)
        path = _written(world, session, person)
        clock.now = max(path.stat().st_mtime_ns // 1_000_000, _ms(_beginning(session))) + 120_000
        service.capture([path])
    clock.now = _ms(NOW)


def store_by_hand(world: World, service: MemoryService, clock: Clock, folders: dict[str, Path]) -> None:
    """Store each lasting thing as somebody would who knows where it belongs, in the order they were said,
    without those of chats only: they have no place."""
    sessions = {session.name: session for session in world.sessions}
    for thing in sorted(world.things.values(), key=lambda one: sessions[one.said[0]].at):
        if not thing.lasting or thing.replaced_by:
            continue
        said = sessions[thing.said[0]]
        everywhere = thing.scope == "everywhere"
        if not everywhere and said.place not in folders:
            continue
        clock.now = _ms(_beginning(said))
        kind = MemoryType.INSTRUCTION if everywhere and thing.about != "person" else MemoryType.FACT
        service.store(
            thing.says,
            type=kind.value,
            decay_rate=rate_of(kind),
            scope="global" if everywhere else "project",
            scope_id=None if everywhere else str(folders[said.place]),
            branch=said.branch if thing.scope == "branch" else None,
            technology=thing.language or None,
            privacy_level="sensitive" if thing.private else "normal",
        )
    clock.now = _ms(NOW)


def _written(world: World, session: Session, person: Path) -> Path:
    place = world.places[session.place]
    files = tuple(place.files) or ("notes.md",)
    project = Project(place.name, files, ("",), (), {})
    steps = tuple(Step(said=text) if role == "user" else Step(reply=text) for role, text in session.turns)
    begins = _beginning(session)
    script = Script(
        project=place.name, turns=steps, branch=session.branch, assistant=session.client,
        days_ago=(NOW.date() - begins.date()).days, start=f"{begins:%H:%M}",
        name=f"{world.name} {session.name}",
    )  # fmt: skip
    playing = WRITERS[session.client](script, project, person / "src", _ms(NOW))
    playing.play(script.turns)
    return playing.write(person)


def _beginning(session: Session) -> datetime:
    return datetime.fromisoformat(session.at).replace(tzinfo=UTC)


def _ms(moment: datetime) -> int:
    return int((moment - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1))
