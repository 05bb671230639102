"""What the tests of the setup share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.user_files.model import Integration, Part, Plan

PYTHON = "/opt/arbor/.venv/bin/python"


def install(setup: Setup, name: str, **more: Any) -> Plan:
    plan = setup.plan(name, "install", **more)
    setup.apply(plan)
    return plan


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder, with what is in them."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def part(found: Integration, key: str) -> Part:
    return next(part for part in found.parts if part.key == key)
