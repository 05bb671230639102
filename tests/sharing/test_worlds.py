"""Every world loads, and its labels name what there is."""

from __future__ import annotations

import pytest

from arbor_desktop.demo.sessions import WRITERS
from arbor_desktop.projects.gate import KINDS
from tests.sharing.world import WORLDS, World, load

FOLDERS = sorted(folder for folder in WORLDS.iterdir() if folder.is_dir())


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def world(request: pytest.FixtureRequest) -> World:
    return load(request.param)


def test_its_conversations_are_of_places_and_clients_that_there_are(world: World) -> None:
    assert world.sessions
    for session in world.sessions:
        assert session.branch in ("", *world.places[session.place].branches), session.name
        assert session.client in WRITERS, session.name
        assert session.turns and {role for role, _ in session.turns} <= {"user", "assistant"}, session.name
    assert {place.kind for place in world.places.values()} <= set(KINDS)


def test_its_things_were_said_and_are_replaced_by_things(world: World) -> None:
    sessions = {session.name for session in world.sessions}
    for thing in world.things.values():
        assert thing.said and set(thing.said) <= sessions, thing.id
        assert not thing.replaced_by or thing.replaced_by in world.things, thing.id
        assert thing.is_said_by(thing.says), thing.id


def test_its_cases_label_each_thing_once(world: World) -> None:
    assert len({case.id for case in world.cases}) == len(world.cases) > 0
    for case in world.cases:
        assert case.place in world.places, case.id
        assert case.labels.keys() <= world.things.keys(), case.id
        assert set(case.labels.values()) <= {"must", "may", "must_not"}, case.id
        assert bool(case.start) == bool(case.prompt), case.id
