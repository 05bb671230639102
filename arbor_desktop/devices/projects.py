"""Projects across machines: a project has one key on all devices and a folder on each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import urlsplit

from arbor_desktop.database.connection import Connection
from arbor_desktop.devices.model import Changes, Event, Register
from arbor_desktop.devices.queries import group, log
from arbor_desktop.projects import git

REPOSITORY, FOLDER = "repo ", "folder "
"""Beginnings of keys: by the address of the repository, or by the name of the folder and the device."""


def key_of(path: str, device: str) -> str:
    """Return the key of a project: the address of its repository, else a key that is this device's own until
    a person says that two projects are the same."""
    address = _remote(git.main_worktree(path) or path)
    return f"{REPOSITORY}{address}" if address else f"{FOLDER}{PurePath(path).name} {device}"


def _remote(folder: str) -> str | None:
    """Return the address of the repository that a project is a clone of, the same for ssh and https."""
    home = git.git_folder(folder)
    try:
        lines = git.read_start(str(Path(home, "config")), 65_536).splitlines() if home else []
    except OSError:
        return None
    section, found = "", {}
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line
        elif section.startswith('[remote "') and line.partition("=")[0].strip() == "url":
            found[section] = line.partition("=")[2].strip()
    url = found.get('[remote "origin"]') or next(iter(found.values()), "")
    if "://" not in url:
        url = "ssh://" + url.replace(":", "/", 1) if ":" in url else ""
    parts = urlsplit(url)
    place = parts.path.strip("/").removesuffix(".git")
    return f"{parts.hostname}/{place}".casefold() if parts.hostname and place else None


def without_key(conn: Connection) -> list[str]:
    """Return the folders of projects here whose keys are not noted."""
    known = set(group.project_paths(conn).values())
    return [path for path in log.places(conn) if path not in known and PurePath(path).is_absolute()]


def learn(conn: Connection, keys: Mapping[str, str]) -> None:
    """Note the keys of projects here, by their folders, and give memories that came before their project its
    folder."""
    known = set(group.project_paths(conn))
    for path, key in keys.items():
        if key not in known:
            group.set_project_path(conn, key, path)
            group.move(conn, key, path)
            known.add(key)


def same(conn: Connection, key: str, path: str) -> None:
    """Note that a project of another device is the one in this folder here."""
    for other, here in group.project_paths(conn).items():
        if here == path and other != key:
            _rename(conn, other, key)
    group.set_project_path(conn, key, path)
    group.move(conn, key, path)


def _rename(conn: Connection, old: str, new: str) -> None:
    me = group.own(conn)
    here = group.registers(conn, "same ").get(f"same {old}")
    group.put_register(conn, Register(f"same {old}", new, here.clock + 1 if here else 1, me.id), sent=False)
    group.drop_project_path(conn, old)


def unknown(conn: Connection) -> list[str]:
    """Return the keys of projects that have memories and no folder here."""
    return [key for key in log.places(conn) if key.startswith((REPOSITORY, FOLDER))]


def outward(conn: Connection, told: Changes) -> Changes:
    """Return changes with the keys of projects in the place of their folders."""
    keys = {path: key for key, path in sorted(group.project_paths(conn).items(), reverse=True)}
    return _mapped(told, keys)


def inward(conn: Connection, came: Changes) -> Changes:
    """Return changes with the folders that projects have here."""
    paths = group.project_paths(conn)
    renamed = {one.key.partition(" ")[2]: one.value for one in group.registers(conn, "same ").values()}
    renamed |= {one.key.partition(" ")[2]: one.value for one in came.registers if one.key.startswith("same ")}
    for old, new in renamed.items():
        place = paths.get(new, new)
        if paths.get(old) != place:
            group.move(conn, old, place)
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
