"""The commands of the window, with their keys: what the palette and the sheet of shortcuts list."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Undone
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.shell.navigation import PROJECTS, REVIEW, SETTINGS
from arbor_desktop.ui.shell.pages import PageSpec, Undoing
from arbor_desktop.ui.shell.shortcuts import Command, Commands, Palette, ShortcutSheet
from arbor_desktop.ui.status import tomorrow_at, tr

if TYPE_CHECKING:
    from arbor_desktop.ui.shell.window import MainWindow

HOUR_MS = 3_600_000
_OWN_UNDO = frozenset({PROJECTS, REVIEW, SETTINGS})
"""Pages that first take back what only they know of."""


class WindowCommands:
    """Registers everything that can be done anywhere; opens the palette and the sheet."""

    def __init__(self, window: MainWindow, clock: Clock) -> None:
        self._window, self._clock = window, clock
        self._commands = Commands(window)
        self._numbered = 0
        self._undo_words, self._undone_at = "", 0
        anywhere = tr("Anywhere")
        add, go = self._commands.add, window.navigation
        add(Command("search", tr("Search memories"), go.search, "Ctrl+K", anywhere))
        add(Command("ask", tr("Ask your memory"), go.ask, "Ctrl+Shift+A", anywhere))
        add(Command("new", tr("New memory"), go.add_memory, "Ctrl+N", anywhere))
        add(Command("undo", tr("Undo the last change"), self.undo, "Ctrl+Z", anywhere))
        add(Command("refresh", tr("Refresh"), window.refresh, "F5", anywhere))
        add(Command("pane", tr("Next pane"), window.next_pane, "F6", anywhere, in_palette=False))
        add(
            Command("pane-back", tr("Previous pane"), self._pane_back, "Shift+F6", anywhere, in_palette=False)
        )
        add(
            Command(
                "palette", tr("All commands"), self.open_palette, "Ctrl+Shift+P", anywhere, in_palette=False
            )
        )
        add(Command("shortcuts", tr("Keyboard shortcuts"), self.open_sheet, "?", anywhere))
        add(Command("review", tr("Review new memories"), go.show_review))
        add(Command("conflicts", tr("Resolve conflicts"), go.show_conflict))
        add(Command("summaries", tr("Summaries of what is remembered"), go.open_summaries))
        add(Command("activity", tr("Show activity"), window.show_activity))
        add(Command("maintenance-log", tr("Show the log of maintenance"), go.show_maintenance_log))
        add(Command("maintenance-run", tr("Run maintenance now"), go.run_maintenance))
        add(Command("pause-hour", tr("Pause watching for 1 hour"), partial(self.pause, "hour")))
        add(
            Command(
                "pause-tomorrow", tr("Pause watching until tomorrow 08:00"), partial(self.pause, "tomorrow")
            )
        )
        add(Command("pause", tr("Pause watching until I resume"), partial(self.pause, "resume")))
        add(Command("resume", tr("Resume watching"), window.resume))
        for mode, text in {
            "system": tr("Theme: as the system says"),
            "light": tr("Theme: light"),
            "dark": tr("Theme: dark"),
        }.items():
            add(Command(f"theme-{mode}", text, partial(self.set_theme, mode)))
        window.bridge.changed.connect(self._changed)
        add(Command("quit", tr("Quit Arbor"), window.quit_wanted.emit, "Ctrl+Q", anywhere))

    def all(self) -> tuple[Command, ...]:
        return self._commands.all()

    def add_page(self, spec: PageSpec) -> None:
        """Registers the way to a page: Ctrl+1, 2, … in the order of the rail, or the key the page names."""
        keys = spec.shortcut
        if not keys and not spec.at_bottom:
            self._numbered += 1
            keys = f"Ctrl+{self._numbered}"
        text = tr("Go to {page}").format(page=spec.title)
        run = partial(self._window.show_page, spec.key)
        self._commands.add(Command(f"go-{spec.key}", text, run, keys, tr("Anywhere")))

    def pause(self, how: str) -> None:
        """`how`: "hour", "tomorrow" or "resume"."""
        now = self._clock()
        until = {"hour": now + HOUR_MS, "tomorrow": tomorrow_at(8, now)}.get(how)
        self._window.pause(until)

    def set_theme(self, mode: str) -> None:
        """Applied at once, and kept."""
        self._window.theme.set_setting(mode)
        bridge = self._window.bridge
        bridge.run(bridge.service.settings.set, "appearance.theme", mode)

    def name_undo(self) -> None:
        """Looks up what Ctrl+Z would take back, for the palette."""
        bridge = self._window.bridge
        bridge.run(bridge.service.next_undo, done=self._undo_named, key="shell.undo")

    def _changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories:
            self.name_undo()

    def _undo_named(self, undone: Undone | None) -> None:
        from arbor_desktop.ui.memories.history_words import (
            next_undo_words,
        )  # not before the first page needs it

        former, self._undone_at = self._undone_at, undone.at if undone is not None else 0
        if self._undone_at < former:  # something was undone, perhaps elsewhere
            self._window.close_undo_strips()
        self._undo_words = next_undo_words(undone)

    def undo(self) -> None:
        """The page takes the last change back and says so; where it can't, the window does."""
        page = self._window.current_page
        if isinstance(page, Undoing):
            page.undo()
            return
        bridge = self._window.bridge
        bridge.run(bridge.service.undo, done=self._undone)

    def _undone(self, undone: Undone | None) -> None:
        words = tr("Nothing to undo") if undone is None else tr("The last change was taken back")
        self._window.notice.show_notice(words, "info")

    def open_palette(self) -> Palette:
        """Ctrl+Shift+P."""
        commands = list(self.all())
        if self._undo_words and self._window.current_key not in _OWN_UNDO:
            commands = [replace(c, text=self._undo_words) if c.name == "undo" else c for c in commands]
        palette = Palette(self._window.icons, commands, self._window)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open_over(self._window)
        return palette

    def open_sheet(self) -> ShortcutSheet:
        """The question mark."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for command in self.all():
            if command.keys:
                groups.setdefault(command.group, []).append((command.keys, command.text))
        here = self._window.current_key
        # What can be pressed here and now is looked for first.
        for spec in sorted(self._window.specs, key=lambda spec: spec.key != here):
            if spec.keys:
                groups[spec.title] = list(spec.keys)
        sheet = ShortcutSheet(self._window.icons, list(groups.items()), self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()
        return sheet

    def _pane_back(self) -> None:
        self._window.next_pane(-1)
