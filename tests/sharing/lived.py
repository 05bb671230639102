"""A world that was lived through: its conversations as session files, captured one after another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from arbor_desktop.service import MemoryService
from arbor_desktop.service.demo import WRITERS
from arbor_desktop.service.demo_scripts import Project, Script, Step
from tests.sharing.world import Session, World

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
"""When the cases' sessions begin."""


class Clock:
    """Milliseconds since 1970, set by whoever lives through a world."""

    def __init__(self) -> None:
        self.now = _ms(NOW)

    def __call__(self) -> int:
        return self.now


def live_through(world: World, service: MemoryService, clock: Clock, person: Path) -> dict[str, Path]:
    """Lay the places out below the `person`'s home, then write and capture each conversation when it ends.

    Returns the folder of each place by its name.
    """
    root = person / "src"
    folders = {}
    for place in world.places.values():
        folders[place.name] = root / place.name
        folders[place.name].mkdir(parents=True)
        for name, text in place.files.items():
            file = folders[place.name] / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    for session in world.sessions:
        clock.now = _ms(NOW)
        path = _written(world, session, person, root)
        clock.now = max(path.stat().st_mtime_ns // 1_000_000, _ms(_beginning(session))) + 120_000
        service.capture([path])
    clock.now = _ms(NOW)
    return folders


def _written(world: World, session: Session, person: Path, root: Path) -> Path:
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
    playing = WRITERS[session.client](script, project, root, _ms(NOW))
    playing.play(script.turns)
    return playing.write(person)


def _beginning(session: Session) -> datetime:
    return datetime.fromisoformat(session.at).replace(tzinfo=UTC)


def _ms(moment: datetime) -> int:
    return int((moment - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1))
