"""The commands of the window, with their keys: what the palette and the sheet of shortcuts list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Undone
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import Button, KeyCap, Label
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.pages import PROJECTS, REVIEW, SETTINGS, PageSpec, Undoing
from arbor_desktop.ui.status import tomorrow_at
from arbor_desktop.ui.translation import tr, translated

if TYPE_CHECKING:
    from arbor_desktop.ui.shell.palette import Palette
    from arbor_desktop.ui.shell.window import MainWindow


_SIGNS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Return": "Enter"}


def key_words(keys: str) -> str:
    """Return "Ctrl Shift P" for "Ctrl+Shift+P", "Alt ←" for "Alt+Left", in the words of this system."""
    text = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    words = [text] if len(text) == 1 else text.replace("+", " ").split()
    return " ".join(_SIGNS.get(word, word) for word in words) or _SIGNS.get(keys, keys)


class ShortcutSheet(QDialog):
    """All keys, by where they work."""

    def __init__(
        self, icons: Icons, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], parent: QWidget
    ) -> None:
        """`groups` are (heading, [(keys, what they do)])."""
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        px = icons.theme.px
        body = QWidget(self)
        beside = hbox(on=body, margins=(px(20), px(16), px(20), px(16)), gap=px(36))
        # The keys of the whole window at the left, those of its pages at the right.
        for part in (groups[:1], groups[1:]):
            if part:
                beside.addLayout(self._part(icons, part, body), 1)
        scroll = ScrollArea(body, name=tr("Keyboard shortcuts"), focusable=True, parent=self)
        title = Label(icons.theme, tr("Keyboard shortcuts"), "title", parent=self)
        title.setContentsMargins(px(20), px(16), px(20), 0)
        close = Button(icons, tr("Close"), parent=self, clicked=self.accept)
        close.setDefault(True)
        foot = hbox(STRETCH, close, margins=(px(20), px(10), px(20), px(14)))
        vbox(title, (scroll, 1), foot, on=self)
        width = min(px(820 if len(groups) > 1 else 460), parent.width() - px(40))
        wanted = beside.heightForWidth(width) + px(110)
        self.resize(width, min(wanted, px(620), parent.height() - px(40)))

    def _part(
        self, icons: Icons, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], body: QWidget
    ) -> QVBoxLayout:
        theme, px = icons.theme, icons.theme.px
        column = vbox(gap=px(6))
        for heading, keys in groups:
            title = Label(theme, heading, "section", parent=body)
            title.setContentsMargins(0, px(8) if column.count() else 0, 0, px(2))
            column.addWidget(title)
            for key, text in keys:
                column.addLayout(self._row(icons, key, text, body))
        column.addStretch(1)
        return column

    def _row(self, icons: Icons, keys: str, text: str, body: QWidget) -> QHBoxLayout:
        """What keys do, and the keys at the right; the words wrap where there is little room."""
        words = Label(icons.theme, text, "body", "text2", parent=body, wrap=True)
        row = hbox((words, 1), gap=icons.theme.px(4))
        for key in keys.split("|"):
            row.addWidget(KeyCap(icons.theme, key_words(key), body))
        return row


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do. `keys` as QKeySequence reads them; `group` heads it in the sheet; `found_by` finds it
    in the palette, where its text quotes something."""

    name: str
    text: str
    run: Callable[[], object]
    keys: str = ""
    group: str = ""
    in_palette: bool = True
    found_by: str = ""


class Commands:
    """The window's commands, each with its key."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._commands: dict[str, Command] = {}

    def add(self, command: Command) -> QAction:
        """Registers a command and its key within the window. Raises ValueError for a name known already."""
        if command.name in self._commands:
            raise ValueError(f"there is a command {command.name!r} already")
        action = QAction(command.text, self._window)
        if command.keys:
            action.setShortcut(QKeySequence(command.keys))
        action.triggered.connect(lambda: command.run())
        self._window.addAction(action)
        self._actions[command.name] = action
        self._commands[command.name] = command
        return action

    def all(self) -> tuple[Command, ...]:
        return tuple(self._commands.values())

    def action(self, name: str) -> QAction:
        return self._actions[name]


_LEAST = 32
"""A letter scores 48 at the start of a word and 64 after another match; on average it must reach this."""


def fuzzy_score(wanted: str, text: str) -> int | None:
    """How well `wanted` fits: all its letters must occur in order. Higher is better; None is no match."""
    wanted, lowered = "".join(wanted.lower().split()), text.lower()
    if not wanted:
        return 0
    at, score, last = 0, 0, -2
    for letter in wanted:
        found = lowered.find(letter, at)
        if found < 0:
            return None
        # A letter at the start of a word is preferred to one that merely comes earlier.
        start = _word_start(lowered, letter, at)
        if start is not None and found != last + 1:
            found = start
        if found == last + 1:
            score += 4
        if found == 0 or not lowered[found - 1].isalnum():
            score += 3
        score -= min(3, (found - last - 1) // 8)
        last, at = found, found + 1
    return score * 16 - len(text)


def _word_start(text: str, letter: str, at: int) -> int | None:
    """Where from `at` on a word begins with `letter`, if letters remain to be found after it."""
    for index in range(at, len(text)):
        if text[index] == letter and (index == 0 or not text[index - 1].isalnum()):
            return index
    return None


def ranked(wanted: str, commands: Sequence[Command]) -> list[Command]:
    """Return the commands that match, best first; without words, as they were registered.

    Letters that are merely scattered through a text are no match.
    """
    least = _LEAST * len("".join(wanted.split()))
    texts = [c.found_by or c.text for c in commands]
    scored = [(fuzzy_score(wanted, text), n, len(text)) for n, text in enumerate(texts)]
    fitting = [(-s, n) for s, n, length in scored if s is not None and s + length >= least]
    return [commands[n] for _, n in sorted(fitting)]


_HOUR_MS = 3_600_000
_OWN_UNDO = frozenset({PROJECTS, REVIEW, SETTINGS})
"""Pages that first undo what only they know of."""


class WindowCommands(Commands):
    """Everything that can be done anywhere; opens the palette and the sheet of shortcuts."""

    def __init__(self, window: MainWindow, clock: Clock) -> None:
        super().__init__(window)
        self._main, self._clock = window, clock
        self._numbered = 0
        self._undo_words, self._undone_at = "", 0
        go = window.navigation
        for name, text, run, keys in (
            ("search", tr("Search"), go.search, "Ctrl+K"),
            ("search-memories", tr("Search memories"), go.search_memories, ""),
            ("ask", tr("Ask your memories"), go.ask, "Ctrl+Shift+A"),
            ("new", tr("New memory"), go.add_memory, "Ctrl+N"),
            ("undo", tr("Undo last change"), self.undo, "Ctrl+Z"),
            ("back", tr("Back"), go.back, "Alt+Left"),
            ("forward", tr("Forward"), go.forward, "Alt+Right"),
            ("refresh", tr("Refresh"), window.refresh, "F5"),
            ("pane", tr("Next pane"), window.next_pane, "F6"),
            ("status", tr("Status and costs"), window.show_status, "F9"),
            ("pane-back", tr("Previous pane"), partial(window.next_pane, -1), "Shift+F6"),
            ("palette", tr("Find anything"), self.open_palette, "Ctrl+Shift+P"),
            ("shortcuts", tr("Keyboard shortcuts"), self.open_sheet, "?"),
            ("review", tr("Review new memories"), go.show_review, ""),
            ("conflicts", tr("Resolve conflicts"), go.show_conflict, ""),
            ("week", tr("Your week"), go.show_week, ""),
            ("time-machine", tr("Time machine"), go.show_earlier, "Ctrl+Shift+T"),
            ("summaries", tr("Open summaries"), go.open_summaries, ""),
            ("setup", tr("Set up Arbor"), window.setup_wanted.emit, ""),
            ("activity", tr("Show activity"), window.show_activity, ""),
            ("back-up", tr("Back up now"), self.back_up, ""),
            ("export", tr("Export Insights data"), go.export_figures, ""),
            ("maintenance-log", tr("Show maintenance log"), go.show_maintenance_log, ""),
            ("maintenance-run", tr("Run maintenance now"), go.run_maintenance, ""),
            ("pause-hour", tr("Pause reading for 1 hour"), partial(self.pause, "hour"), ""),
            ("pause-tomorrow", tr("Pause reading until 08:00 tomorrow"), partial(self.pause, "tomorrow"), ""),
            ("pause", tr("Pause reading until I resume"), partial(self.pause, "resume"), ""),
            ("resume", tr("Resume"), window.resume, ""),
            ("theme-system", tr("Theme: System"), partial(self.set_theme, "system"), ""),
            ("theme-light", tr("Theme: Light"), partial(self.set_theme, "light"), ""),
            ("theme-dark", tr("Theme: Dark"), partial(self.set_theme, "dark"), ""),
            ("quit", tr("Quit Arbor"), window.quit_wanted.emit, "Ctrl+Q"),
        ):
            in_palette = name not in ("search", "back", "forward", "pane", "pane-back", "palette")
            self.add(Command(name, text, run, keys, tr("Anywhere"), in_palette))
        self.action("shortcuts").setShortcuts([QKeySequence("?"), QKeySequence("F1")])
        window.indicator.help_wanted.connect(self.open_sheet)
        window.bridge.changed.connect(self._changed)

    def add_page(self, spec: PageSpec) -> None:
        """Register the way to a page: Ctrl+1, 2, … in the order of the rail, or the key the page names."""
        keys = spec.shortcut
        if not keys and not spec.at_bottom:
            self._numbered += 1
            keys = f"Ctrl+{self._numbered}"
        text = tr("Go to {page}").format(page=spec.title)
        run = partial(self._main.show_page, spec.key)
        self.add(Command(f"go-{spec.key}", text, run, keys, tr("Anywhere")))

    def pause(self, how: str) -> None:
        """`how`: "hour", "tomorrow" or "resume"."""
        now = self._clock()
        until = {"hour": now + _HOUR_MS, "tomorrow": tomorrow_at(8, now)}.get(how)
        self._main.pause(until)

    def set_theme(self, mode: str) -> None:
        """Apply a theme at once, and keep it."""
        self._main.theme.set_setting(mode)
        bridge = self._main.bridge
        bridge.run(bridge.service.settings.set, "appearance.theme", mode)

    def back_up(self) -> None:
        """Copy the memory file to the folder of backups, and say where it is."""
        if self._main.specs:  # the service is open
            self._main.bridge.start(self._back_up(), self._main)

    async def _back_up(self) -> None:
        bridge = self._main.bridge
        made = await bridge.call(bridge.service.backup)
        self._main.notice.show_notice(tr("Backed up to {path}").format(path=made["path"]), "ok")

    # Undo

    def name_undo(self) -> None:
        """Look up what Ctrl+Z undoes, for the palette."""
        self._main.bridge.start(self._name_undo(), self._main)

    async def _name_undo(self) -> None:
        bridge = self._main.bridge
        undone: Undone | None = await bridge.call(
            lambda: bridge.service.next_undo(here=True), key="shell.undo"
        )
        from arbor_desktop.ui.memory.history_words import next_undo_words  # as late as its first use

        former, self._undone_at = self._undone_at, undone.at if undone is not None else 0
        if self._undone_at < former:  # something was undone, perhaps elsewhere
            self._main.close_undo_strips()
        self._undo_words = next_undo_words(undone)

    def _changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories:
            self.name_undo()

    def undo(self) -> None:
        """The page undoes the last change and says so; where it can't, the window does."""
        page = self._main.current_page
        if isinstance(page, Undoing):
            page.undo()
        else:
            self._main.bridge.start(self._undo(), self._main)

    async def _undo(self) -> None:
        bridge = self._main.bridge
        from arbor_desktop.ui.memory.history_words import undone_words  # as late as its first use

        try:
            words, _returns = undone_words(await bridge.call(bridge.service.undo, here=True))
        except NotFound as error:
            words = translated(error.message)
        self._main.notice.show_notice(words, "info")

    # Palette and sheet

    def open_palette(self) -> Palette:
        """Open the palette over the page, or return the one that is open."""
        from arbor_desktop.ui.shell.palette import Palette  # as late as its first use
        from arbor_desktop.ui.shell.palette_results import Finder

        if (former := self._main.findChild(Palette)) is not None and former.isVisible():
            return former
        commands = [command for command in self.all() if command.in_palette]
        if self._undo_words and self._main.current_key not in _OWN_UNDO:
            undo = partial(replace, text=self._undo_words, found_by=tr("Undo"))
            commands = [undo(c) if c.name == "undo" else c for c in commands]
        finder = Finder(self._main, commands, self._clock)
        palette = Palette(self._main.icons, finder, self._main)
        self._main.navigation.moved.connect(palette.close)
        palette.open()
        return palette

    def open_sheet(self) -> ShortcutSheet:
        """Open the sheet of shortcuts, what can be pressed here and now first."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for command in self.all():
            if command.keys:
                keys = [key.toString() for key in self.action(command.name).shortcuts()]
                groups.setdefault(command.group, []).append(("|".join(keys), command.text))
        here = self._main.current_key
        for spec in sorted(self._main.specs, key=lambda spec: spec.key != here):
            if keys_of_page := spec.keys():
                groups[spec.title] = list(keys_of_page)
        sheet = ShortcutSheet(self._main.icons, list(groups.items()), self._main)
        return opened(sheet)
