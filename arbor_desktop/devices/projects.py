"""Projects across machines: a project has one key on all devices and a folder on each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arbor_desktop.database.connection import Connection
from arbor_desktop.devices.model import Changes, Event, Register
from arbor_desktop.devices.queries import group
from arbor_desktop.projects import queries


def same(conn: Connection, key: str, path: str) -> None:
    """Note that a project of another device is the one in this folder here."""
    for other, here in queries.keyed_paths(conn).items():
        if here == path and other != key:
            _rename(conn, other, key)
    queries.set_keyed_path(conn, key, path)
    queries.move(conn, key, path)


def _rename(conn: Connection, old: str, new: str) -> None:
    me = group.own(conn)
    here = group.registers(conn, "same ").get(f"same {old}")
    group.put_register(conn, Register(f"same {old}", new, here.clock + 1 if here else 1, me.id), sent=False)
    queries.drop_keyed_path(conn, old)


def outward(conn: Connection, told: Changes) -> Changes:
    """Return changes with the keys of projects in the place of their folders."""
    keys = {path: key for key, path in sorted(queries.keyed_paths(conn).items(), reverse=True)}
    return _mapped(told, keys)


def inward(conn: Connection, came: Changes) -> Changes:
    """Return changes with the folders that projects have here."""
    paths = queries.keyed_paths(conn)
    renamed = {one.key.partition(" ")[2]: one.value for one in group.registers(conn, "same ").values()}
    renamed |= {one.key.partition(" ")[2]: one.value for one in came.registers if one.key.startswith("same ")}
    for old, new in renamed.items():
        place = paths.get(new, new)
        if paths.get(old) != place:
            queries.move(conn, old, place)
        paths[old] = place
    return _mapped(came, paths)


def _mapped(changes: Changes, names: Mapping[str, str]) -> Changes:
    def fields(found: dict[str, Any] | None) -> dict[str, Any] | None:
        if found is None or found.get("scope_id") not in names:
            return found
        return found | {"scope_id": names[found["scope_id"]]}

    def event(one: Event) -> Event:
        return replace(one, before=fields(one.before), after=fields(one.after) or {})

    def register(one: Register) -> Register:
        kind, _, place = one.key.partition(" ")
        return replace(one, key=f"project {names[place]}") if kind == "project" and place in names else one

    return Changes(
        list(map(event, changes.events)), changes.withdrawn, list(map(register, changes.registers))
    )
