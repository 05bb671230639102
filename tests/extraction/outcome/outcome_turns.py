"""Sessions for tests of outcomes, written as a few lines of what was said and done."""

from __future__ import annotations

from arbor_desktop import resources
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.extraction.outcome.derivation import Derived, derive
from arbor_desktop.extraction.outcome.steps import load_marks

MARKS = load_marks(resources.read_text("extraction/outcome.toml"))
MINUTE = 60_000


def person(text: str) -> tuple[Role, TurnKind, str]:
    return Role.USER, TurnKind.SAID, text


def assistant(text: str) -> tuple[Role, TurnKind, str]:
    return Role.ASSISTANT, TurnKind.SAID, text


def call(text: str) -> tuple[Role, TurnKind, str]:
    return Role.ASSISTANT, TurnKind.TOOL, text


def result(text: str) -> tuple[Role, TurnKind, str]:
    return Role.USER, TurnKind.TOOL, text


def ran(command: str, output: str = "", *, failed: bool = False) -> list[tuple[Role, TurnKind, str]]:
    """A command of the shell, and how it ended."""
    state = "error" if failed else "ok"
    return [call(f"Bash: {command}"), result(f"{state}\n{output}" if output else state)]


def edited(path: str) -> list[tuple[Role, TurnKind, str]]:
    return [call(f"Edit: {path}"), result(f"ok\nThe file {path} has been updated successfully.")]


def wrote(path: str) -> list[tuple[Role, TurnKind, str]]:
    return [call(f"Write: {path}"), result(f"ok\nFile created successfully at: {path}")]


Said = tuple[Role, TurnKind, str]


def turns(*said: Said | list[Said]) -> list[Turn]:
    """Numbered turns, one a minute."""
    flat = [one for part in said for one in (part if isinstance(part, list) else [part])]
    return [
        Turn(number, role, kind, text, at=number * MINUTE)
        for number, (role, kind, text) in enumerate(flat, 1)
    ]


def derived(*said: Said | list[Said], project: str | None = None) -> Derived:
    return derive(turns(*said), MARKS, project=project)


def outcome(*said: Said | list[Said], project: str | None = None) -> Outcome:
    return derived(*said, project=project).outcome
