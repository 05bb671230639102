"""The overview of a project, from its files and sessions: cards, in two columns where there is room."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.projects.gate import PRIVATE, WORK
from arbor_desktop.projects.model import Often, Project, ProjectFacts, Quirk
from arbor_desktop.ui.components import Button, Label, SectionCard, Segment, TextField
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.cards import (
    QuirkRow,
    command_row,
    count_row,
    folder_rows,
    named_row,
    tag_flow,
    wrapped,
)
from arbor_desktop.ui.projects.words import conversations
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import tr

_TWO_COLUMNS = 700
_MOST_FOLDERS = 12
_MOST_LINES = 12
_FILE = re.compile(r"\s*[(\[]([^()\[\]]+)[)\]]\.?$")
"""A convention ends in the file that says so."""


class Overview(ScrollArea):
    """Only what is known is there. `memory_wanted(id)` for a quirk; `read_wanted` where nothing was read;
    `kind_wanted(kind)` and `group_wanted(name)` from the card about sharing."""

    memory_wanted = Signal(str)
    read_wanted = Signal()
    kind_wanted = Signal(object)
    group_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(name=tr("Overview"), focusable=True, clear=True, parent=parent)
        self._icons, self._theme = icons, icons.theme
        self._path = ""
        self._told: tuple[object, ...] = ()
        self._columns: _Columns | None = None
        self.sharing: SharingCard | None = None
        self.setProperty(RING_PROPERTY, "inside")  # it reaches to the window's edge
        self.verticalScrollBar().setSingleStep(self._theme.px(40))

    def show_project(self, project: Project) -> None:
        """Replaces what is shown, unless it is the same; the place stays where it is the same project."""
        told = _told(project)
        if told == self._told:
            return
        place = self.verticalScrollBar().value() if self._path == project.path else 0
        self._told, self._path = told, project.path
        cards = _Columns(self._icons)
        for card, left in self._cards(project):
            cards.add(card, left=left)
        if cards.empty:
            cards.add(self._nothing(project), left=True)
        focused = QApplication.focusWidget()
        held = self.sharing is not None and focused is not None and self.sharing.isAncestorOf(focused)
        self.sharing = SharingCard(self._icons, project)
        self.sharing.kind_wanted.connect(self.kind_wanted)
        self.sharing.group_wanted.connect(self.group_wanted)
        cards.add(self.sharing, left=False)
        cards.place(self.viewport().width())
        self._columns = cards
        self.setWidget(cards)  # the former one is deleted
        cards.setAutoFillBackground(False)
        if held:
            self.sharing.kind.button(project.summary.kind).setFocus()
        self.verticalScrollBar().setValue(place)

    @property
    def cards(self) -> list[SectionCard]:
        """Those that are shown, the left column first."""
        return [] if self._columns is None else self._columns.cards

    def _cards(self, project: Project) -> list[tuple[SectionCard, bool]]:
        facts = project.facts
        found = [
            (self._what_it_is(facts), True),
            (self._commands(facts.commands), True),
            (self._quirks(project.quirks), False),
            (self._conventions(facts), True),
            (self._layout_of(facts), False),
            (self._folders(facts.file_tree), False),
            (self._often(tr("Frequently edited files"), project.frequent_files, path=True), False),
            (self._often(tr("Frequently run commands"), project.frequent_commands, path=False), True),
        ]
        return [(card, left) for card, left in found if card.rows]

    # The cards

    def _what_it_is(self, facts: ProjectFacts) -> SectionCard:
        card = SectionCard(self._theme, tr("About"))
        for name, value in (
            (tr("Type"), facts.type),
            (tr("Runtime"), _with_version(facts.runtime, facts.versions)),
            (tr("Package manager"), _with_version(facts.package_manager, facts.versions)),
            (tr("Database"), _with_version(facts.database, facts.versions)),
        ):
            if value:
                card.add(named_row(self._theme, name, wrapped(self._theme, value), drop=2))
        for name, words in (
            (tr("Tests"), facts.test_frameworks),
            (tr("Stack"), _further(facts)),
        ):
            tags = [_with_version(word, facts.versions) for word in words]
            if tags:
                card.add(named_row(self._theme, name, tag_flow(self._theme, tags, name)))
        if facts.patterns:
            lines = wrapped(self._theme, "\n".join(facts.patterns))
            card.add(named_row(self._theme, tr("Layout"), lines, drop=2))
        return card

    def _commands(self, commands: dict[str, str]) -> SectionCard:
        card = SectionCard(self._theme, tr("Commands"))
        for name, command in list(commands.items())[:_MOST_LINES]:
            card.add(command_row(self._icons, name, command))
        self._more(card, len(commands) - _MOST_LINES)
        return card

    def _quirks(self, quirks: tuple[Quirk, ...]) -> SectionCard:
        card = SectionCard(self._theme, tr("Quirks"))
        for quirk in quirks[:_MOST_LINES]:
            row = QuirkRow(self._theme, quirk)
            row.clicked.connect(lambda _on=False, id_=quirk.memory_id: self.memory_wanted.emit(id_))
            card.add(row)
        self._more(card, len(quirks) - _MOST_LINES)
        return card

    def _conventions(self, facts: ProjectFacts) -> SectionCard:
        card = SectionCard(self._theme, tr("Conventions"))
        for sentence in facts.conventions[:_MOST_LINES]:
            found = _FILE.search(sentence)
            said = sentence[: found.start()] if found else sentence
            row = QWidget()
            px = self._theme.px
            column = vbox(wrapped(self._theme, said), on=row, margins=(px(16), px(8), px(14), px(8)))
            if found:
                column.addWidget(wrapped(self._theme, found[1], "mono_small", "text3"))
            card.add(row)
        self._more(card, len(facts.conventions) - _MOST_LINES)
        return card

    def _layout_of(self, facts: ProjectFacts) -> SectionCard:
        card = SectionCard(self._theme, tr("Key files and folders"))
        for name, paths in (
            (tr("Entry points"), facts.entry_points),
            (tr("Test folders"), facts.test_folders),
            (tr("Config files"), facts.config_files),
        ):
            if paths:
                more = len(paths) - _MOST_LINES
                lines = [*paths[:_MOST_LINES], *([tr("and %n more", None, more)] if more > 0 else [])]
                card.add(named_row(self._theme, name, wrapped(self._theme, "\n".join(lines), "mono_small")))
        return card

    def _folders(self, tree: dict[str, int]) -> SectionCard:
        card = SectionCard(self._theme, tr("Files by folder"))
        fullest = sorted(tree.items(), key=lambda item: (-item[1], item[0]))[:_MOST_FOLDERS]
        if fullest:
            card.add(folder_rows(self._theme, sorted(fullest, key=lambda item: item[0].split("/"))))
            self._more(card, len(tree) - _MOST_FOLDERS)
        return card

    def _often(self, title: str, often: tuple[Often, ...], *, path: bool) -> SectionCard:
        card = SectionCard(self._theme, title)
        mode = Qt.TextElideMode.ElideLeft if path else Qt.TextElideMode.ElideRight
        for one in often[:_MOST_LINES]:
            card.add(count_row(self._theme, one.name, conversations(one.sessions), mode=mode))
        return card

    def _more(self, card: SectionCard, count: int) -> None:
        if count > 0:
            label = Label(self._theme, tr("and %n more", None, count), "small", "text3")
            px = self._theme.px
            label.setContentsMargins(px(16), px(6), px(14), px(8))
            card.add(label)

    def _nothing(self, project: Project) -> SectionCard:
        """Where neither files nor sessions tell anything."""
        card = SectionCard(self._theme, tr("About"))
        there = project.summary.there
        words = tr("No known tools or languages found in this folder.")
        if not there:
            words = tr("This folder isn't on this computer, so Arbor can't scan it. To see what was saved, "
                "open Memories or Conversations.")  # fmt: skip
        elif project.read_at is None:
            words = tr("Not scanned yet.")
        row = QWidget()
        line = QHBoxLayout(row)
        px = self._theme.px
        line.setContentsMargins(px(16), px(12), px(14), px(12))
        line.addWidget(wrapped(self._theme, words, "body", "text2"), 1)
        if there:
            again = Button(self._icons, tr("Scan again"), size="small", icon="refresh", parent=row)
            again.clicked.connect(self.read_wanted)
            line.addWidget(again)
        card.add(row)
        return card

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar = self.verticalScrollBar()
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
            return
        super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._columns is not None:
            self._columns.place(self.viewport().width())
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._columns is not None:
            self._columns.place(self.viewport().width())


class _Columns(QWidget):
    """Cards beside each other, or one below the other where there is no room."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._theme = icons.theme
        px = icons.theme.px
        self._added: list[tuple[SectionCard, bool]] = []
        self._two: bool | None = None
        row = hbox(on=self, margins=(px(16), px(14), px(16), px(20)), gap=px(16))
        self._sides = (QVBoxLayout(), QVBoxLayout())
        for side in self._sides:
            side.setSpacing(px(18))
            row.addLayout(side, 1)

    @property
    def empty(self) -> bool:
        return not self._added

    @property
    def cards(self) -> list[SectionCard]:
        return [card for card, _ in self._added]

    def add(self, card: SectionCard, *, left: bool) -> None:
        card.setParent(self)
        self._added.append((card, left))

    def place(self, width: int) -> None:
        """Puts the cards where they belong at this width."""
        sides = {left for _, left in self._added}
        two = width >= self._theme.px(_TWO_COLUMNS) and len(sides) == 2
        if two == self._two:
            return
        self._two = two
        for side in self._sides:
            while side.takeAt(0) is not None:
                pass
        for card, left in self._added:
            self._sides[0 if left or not two else 1].addWidget(card)
            card.show()
        for side in self._sides:
            side.addStretch(1)
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.setStretch(1, 1 if two else 0)
        row.setSpacing(self._theme.px(16) if two else 0)


def _told(project: Project) -> tuple[object, ...]:
    """All that the cards say: while that stays, so do they, with the focus in them."""
    one = project
    read = one.read_at is not None
    said = one.path, one.summary.there, one.summary.kind, one.summary.group
    return *said, read, one.facts, one.quirks, one.frequent_files, one.frequent_commands


def _further(facts: ProjectFacts) -> list[str]:
    """The technologies that no row of their own says already."""
    said = {facts.runtime, facts.package_manager, facts.database, *facts.test_frameworks}
    return [name for name in facts.stack if name not in said]


def _with_version(name: str | None, versions: dict[str, str]) -> str:
    """`react 19.0.0`, where the files say which."""
    if not name:
        return ""
    version = versions.get(name) or versions.get(name.lower())
    return f"{name} {version}" if version else name


class SharingCard(SectionCard):
    """`kind_wanted(kind)` and `group_wanted(name)` are what a person chooses."""

    kind_wanted = Signal(object)
    group_wanted = Signal(str)

    def __init__(self, icons: Icons, project: Project) -> None:
        super().__init__(icons.theme, tr("Sharing"))
        theme, summary = icons.theme, project.summary
        self.kind = Segment(icons, tr("Kind"))
        for key, words in ((WORK, tr("Work")), (PRIVATE, tr("Private"))):
            self.kind.add(key, words)
        self.kind.set_current(summary.kind)
        self.kind.setToolTip(
            tr(
                "Personal facts from private projects are shared in work projects only if you ask about "
                "yourself or pin them."
            )
        )
        self.kind.changed.connect(self.kind_wanted)
        box = QWidget()
        hbox(self.kind, STRETCH, on=box)
        self.add(named_row(theme, tr("Kind"), box, drop=7))
        self.group = TextField(icons, tr("Group"), tr("None"), summary.group)
        self.group.setToolTip(tr("Projects in the same group share memories that mention the group's name."))
        self._group = summary.group
        self.group.editingFinished.connect(self._typed)
        self.add(named_row(theme, tr("Group"), self.group, drop=8))
        if summary.kind == WORK and project.read_at is not None and not project.facts.stack:
            self._propose(icons)

    def _propose(self, icons: Icons) -> None:
        """A folder without code may well be private: nobody but the person knows."""
        row = QWidget()
        px = icons.theme.px
        words = wrapped(
            icons.theme, tr("This folder has no code. Is this a private project?"), "small", "text2"
        )
        self.proposal = Button(icons, tr("Mark as private"), size="small", parent=row)
        self.proposal.clicked.connect(lambda: self.kind.set_current(PRIVATE))
        hbox((words, 1), self.proposal, on=row, margins=(px(16), px(8), px(14), px(10)), gap=None)
        self.add(row)

    def _typed(self) -> None:
        wanted = " ".join(self.group.text().split())
        if wanted != self._group:
            self._group = wanted
            self.group_wanted.emit(wanted)
