"""Which project is which across machines: a project has one key everywhere and a folder on each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from urllib.parse import urlsplit

from arbor_desktop.database.connection import Connection
from arbor_desktop.projects import git, queries

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
    known = set(queries.keyed_paths(conn).values())
    return [path for path in queries.places(conn) if path not in known and PurePath(path).is_absolute()]


def learn(conn: Connection, keys: Mapping[str, str]) -> None:
    """Note the keys of projects here, by their folders, and give memories that came before their project its
    folder."""
    known = set(queries.keyed_paths(conn))
    for path, key in keys.items():
        if key not in known:
            queries.set_keyed_path(conn, key, path)
            queries.move(conn, key, path)
            known.add(key)


def unknown(conn: Connection) -> list[str]:
    """Return the keys of projects that have memories and no folder here."""
    return [key for key in queries.places(conn) if key.startswith((REPOSITORY, FOLDER))]
