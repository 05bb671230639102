"""What the window asks of a page: nothing that it must have, a few things that it may."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class PageSpec:
    """One entry of the rail. `make` builds the page when it is first shown, and again after a crash.

    `package` is where the page's code lives: an error from there takes down this page alone. `keys` are
    (keys, what they do) for the sheet of shortcuts; several keys for one thing are parted by "|".
    """

    key: str
    title: str
    glyph: str
    make: Callable[[], QWidget]
    package: str = ""
    shortcut: str = ""
    at_bottom: bool = False
    keys: tuple[tuple[str, str], ...] = ()


@runtime_checkable
class Searchable(Protocol):
    def focus_search(self) -> None:
        """Puts the cursor into the search field and selects what stands there: Ctrl+K, or typing."""
        ...


@runtime_checkable
class Focusable(Protocol):
    def focus_main(self) -> None:
        """Puts the focus to where the work on the page begins."""
        ...


@runtime_checkable
class Refreshable(Protocol):
    def refresh(self) -> None:
        """F5: looks at everything anew."""
        ...


@runtime_checkable
class Undoing(Protocol):
    def undo(self) -> None:
        """Ctrl+Z outside a text field."""
        ...


@runtime_checkable
class Writing(Protocol):
    def save_unsaved(self) -> None:
        """The app ends: what is being written is given to the bridge, not lost. It can be undone later."""
        ...


@runtime_checkable
class Grouped(Protocol):
    def focus_groups(self) -> Sequence[QWidget]:
        """The groups that F6 goes through, in order."""
        ...


@runtime_checkable
class Browsing(Protocol):
    """The page of memories, which others send people to."""

    def add_memory(self) -> None: ...
    def show_memory(self, memory_id: str) -> None: ...
    def show_conversation(self, conversation_id: str) -> None: ...
    def show_rule(self, rule: str, called: str) -> None: ...
    def show_filtered(self, fields: Mapping[str, Any]) -> None: ...
    def read_files(self, paths: Sequence[Path]) -> None: ...


@runtime_checkable
class Answering(Protocol):
    """A page whose search field can be asked."""

    def ask(self) -> None: ...


@runtime_checkable
class Reviewing(Protocol):
    """The page of what waits for a yes or no."""

    def show_memory(self, memory_id: str) -> None: ...


@runtime_checkable
class Deciding(Protocol):
    """The page of memories that contradict each other."""

    def show_conflict(self, conflict_id: str) -> None: ...


@runtime_checkable
class Reading(Protocol):
    """The page of conversations, which others send people to."""

    def open_conversation(self, conversation_id: str, turn: int | None = None) -> None: ...
    def focus_search(self, text: str | None = None) -> None: ...


@runtime_checkable
class OfProjects(Protocol):
    """A page that can be shown for one project."""

    def show_project(self, path: str) -> None: ...


@runtime_checkable
class Integrating(Protocol):
    """The page on which Arbor is set up in AI tools."""

    def show_integrations(self) -> None: ...


@runtime_checkable
class OfModels(Protocol):
    """The page on which a model is chosen."""

    def show_model(self, part: str) -> None: ...


@runtime_checkable
class Lettered(Protocol):
    def set_letters(self, on: bool) -> None:
        """Whether single letters are commands while a list has focus (a setting)."""
        ...


@runtime_checkable
class Sectioned(Protocol):
    """The page of settings, of which others show a section."""

    def show_section(self, key: str) -> None: ...
