"""Removed secrets: their list, the search of everything stored, the purge, and its report."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.editing.removed import (
    PURGED,
    SAVED,
    PurgeReport,
    RemovedSecret,
    RemovedSecrets,
    backups_with,
    place_of,
    to_change,
)
from arbor_desktop.editing.secrets import Step
from arbor_desktop.errors import Cancelled
from arbor_desktop.redaction.kinds import name_of
from arbor_desktop.runtime.runtime import REDACTED
from arbor_desktop.ui.components import AskDialog, Badge, Button, Card, ElidedLabel, Label, ProgressBar
from arbor_desktop.ui.components.boxes import MIDDLE, hbox, vbox
from arbor_desktop.ui.components.cards import SettingRow
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.components.labels import GlyphLine, Hairline
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.formatting import day, short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, RowList
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import number, tr, translated

SHOWN_AT_FIRST = 5
OpenUrl = Callable[[QUrl], bool]
_LOOK_EVERY_MS = 100
_WIDTHS = (0, 2), (0, 3), (56, 0), (130, 0), (66, 0)
"""Of the columns: kind, place, day, state, button; and their shares of what is left."""
_PATHS = 5


class Run:
    """A search or purge that is under way. The thread that works calls it; the window looks at it."""

    def __init__(self, closing: threading.Event) -> None:
        self._closing, self._stop = closing, threading.Event()
        self.now = Step.LOOKING, 0, 0

    def __call__(self, step: Step, done: int, total: int) -> None:
        """Raise Cancelled to stop."""
        if self._stop.is_set() or self._closing.is_set():
            raise Cancelled
        self.now = step, done, total

    def stop(self) -> None:
        self._stop.set()


class Warned(Card):
    """Words on the colour of a warning, and perhaps a button."""

    def __init__(self, icons: Icons, button: Button | None = None) -> None:
        super().__init__(icons.theme, radius=7, fill="warnSoft", edge="warnSoft")
        self._icons = icons
        px = icons.theme.px
        self.title = Label(icons.theme, "", "body600", parent=self, wrap=True)
        self.text = Label(icons.theme, "", "small", "text2", parent=self, wrap=True)
        row = hbox(
            (vbox(self.title, self.text), 1), on=self, margins=(px(44), px(10), px(10), px(10)), gap=px(12)
        )
        if button is not None:
            row.addWidget(button)

    def say(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.setAccessibleName(f"{title}. {text}")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        px = self._theme.px
        self._icons.paint(QPainter(self), "warning", "warn", px(16), px(11), 18)


class SecretsCard(CardBox):
    """`said(words)` after something was done."""

    said = Signal(str)

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        clock: Clock,
        open_url: OpenUrl,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons.theme, tr("Removed secrets"), parent=parent)
        self._icons, self._settings, self._clock, self._open_url = icons, settings, clock, open_url
        self.found = RemovedSecrets(())
        self._all = False
        self._run: Run | None = None
        self._purged: Collection[int | None] = ()
        """The numbers of what is being purged."""
        self.dialog: AskDialog | None = None
        self.report: ReportSheet | None = None
        self._add_head()
        self._add_rows()
        self._timer = QTimer(self, interval=_LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look_at_run)
        self._show(self.found)

    def _add_head(self) -> None:
        icons, px = self._icons, self._icons.theme.px
        self.looked = ElidedLabel(icons.theme, "", "small", "text2")
        self.looked.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = ProgressBar(icons.theme, tr("Progress"))
        self.bar.setFixedWidth(px(96))
        self.look_button = Button(icons, tr("Look again"), size="small", icon="refresh", clicked=self.look)
        self.look_button.setAccessibleDescription(tr("Searches everything stored with today's rules."))
        self.cancel = Button(icons, tr("Cancel"), size="small", clicked=self.stop)
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        column.removeWidget(self.title)
        column.insertLayout(
            0,
            hbox(self.title, (self.looked, 1), (self.bar, MIDDLE), self.look_button, self.cancel, gap=px(8)),
        )

    def _add_rows(self) -> None:
        icons, theme, px = self._icons, self._theme, self._theme.px
        self.purge_button = Button(
            icons, tr("Purge everywhere…"), variant="danger", size="small", icon="trash",
            clicked=lambda: self.ask_to_purge(),
        )  # fmt: skip
        self.banner = Warned(icons, self.purge_button)
        self.add(self.banner)
        self.trouble = SettingRow(theme, tr("Couldn't search for secrets"), "")
        self.add(self.trouble)
        self.set_present(self.trouble, False)
        words = (tr("Kind"), tr("Where it was"), tr("When"), tr("State"))
        self.columns = _Columns(icons, *(Label(theme, word, "small", "text2") for word in words), None)
        self.add(self.columns)
        self.list = RowList(theme)
        self.add(self.list, tr("redaction secrets credentials keys tokens passwords rotate"))
        self.count = Label(theme, "", "small", "text2", wrap=True)
        self.more_button = Button(icons, tr("Show all"), variant="link", clicked=self._show_all)
        self.foot = QWidget()
        hbox((self.count, 1), self.more_button, on=self.foot, margins=(px(16), px(8), px(16), px(8)))
        self.add(self.foot, tr("redaction secrets credentials keys tokens passwords rotate"))

    # -- the list --

    def refresh(self) -> None:
        """Read the list again."""
        self._settings.start(self._read())

    async def _read(self) -> None:
        self._show(await self._settings.ask("secrets", self._settings.service.secrets.removed))

    def _show_all(self) -> None:
        self._all = True
        self._show(self.found)

    def _show(self, found: RemovedSecrets) -> None:
        self.found = found
        saved, listed = len(found.saved), len(found.secrets)
        shown = found.secrets if self._all else found.secrets[: max(SHOWN_AT_FIRST, saved)]
        self.list.set_rows([self._row(one) for one in shown])
        self.banner.say(
            tr("%n secrets were saved before Arbor recognized them", None, saved),
            tr("Purge every copy, backups included, then change them."),
        )
        self.count.setText(
            tr("{shown} of {all} · kinds and places only, never the secret").format(
                shown=number(len(shown)), all=f"{number(listed)}+" if found.more else number(listed)
            )
            if listed
            else tr("No secrets were removed yet.")
        )
        self.more_button.setVisible(len(shown) < listed)
        self.set_present(self.banner, saved > 0)
        self.set_present(self.columns, listed > 0)
        self.set_present(self.list, listed > 0)
        self._look_at_run()

    def _row(self, one: RemovedSecret) -> QWidget:
        theme, now = self._theme, self._clock()
        kind, place = translated(name_of(one.kind)), translated_place(one)
        state, look = tr("Never saved"), ("ok", "check")
        if one.state == SAVED:
            state, look = tr("%n copies", None, one.copies), ("warn", "warning")
        elif one.state == PURGED:
            state = tr("Purged {day}").format(day=day(one.purged_at or now, now))
        action: QWidget | None = None
        if one.number is not None and one.number in self._purged:
            state, look = tr("Purging…"), ("info", "clock")
        elif one.number is not None and one.can_be_purged:
            action = Button(
                self._icons, tr("Purge"), variant="danger", size="small",
                clicked=partial(self.ask_to_purge, (one.number,)),
            )  # fmt: skip
            action.setAccessibleName(tr("Purge: {kind}, {place}").format(kind=kind, place=place))
            action.setEnabled(self._run is None)
        about = _about(one)
        where = QWidget()
        lines = [ElidedLabel(theme, place, "body")]
        lines += [ElidedLabel(theme, " · ".join(about), "caption", "text2")] if about else []
        vbox(*lines, on=where)
        when = day(one.at, now)
        row = _Columns(
            self._icons, Label(theme, kind, "body500", wrap=True), where, Label(theme, when, "body", "text2"),
            Badge(self._icons, state, *look), action,
        )  # fmt: skip
        row.setAccessibleName(", ".join((kind, place, *about, when, state)))
        return row

    # -- searching and purging --

    def look(self) -> None:
        """Search everything stored with today's rules."""
        self._begin()
        self._settings.start(self._look(), self._failed)

    async def _look(self) -> None:
        await self._settings.bridge.call(self._settings.service.secrets.look, self._run, ordered=False)
        self._end()

    def ask_to_purge(self, numbers: Collection[int] | None = None) -> AskDialog:
        """Ask before secrets are purged; all that are found, or those with these numbers."""
        asked = [one for one in self.found.saved if numbers is None or one.number in numbers]
        backups = backups_with(asked)
        copies = (
            tr("Arbor replaces every copy in its folder and rewrites %n backups.", None, backups)
            if backups
            else tr("Arbor replaces every copy in its folder. No backup has one.")
        )
        dialog = AskDialog(
            self._icons,
            tr("Purge %n secrets everywhere?", None, len(asked)),
            (copies, tr("This can't be undone.")),
            tr("Purge"),
            danger=True,
            parent=self.window(),
        )
        dialog.confirmed.connect(dialog.finish)
        dialog.confirmed.connect(lambda: self._start_purge([one.number for one in asked], numbers))
        self.dialog = dialog
        return opened(dialog)

    def _start_purge(self, numbers: Collection[int | None], only: Collection[int] | None) -> None:
        self._purged = numbers
        self._begin()
        self._settings.start(self._purge(only), self._failed)

    async def _purge(self, only: Collection[int] | None) -> None:
        service = self._settings.service
        report = await self._settings.bridge.call(service.secrets.purge, self._run, only, ordered=False)
        self._end()
        self.report = ReportSheet(self._icons, report, self._clock(), self._open_url, self.window())
        opened(self.report)

    def stop(self) -> None:
        """Stop what is under way, at its next check."""
        if self._run is not None:
            self._run.stop()
            self.cancel.setEnabled(False)

    def _begin(self) -> None:
        self._run = Run(self._settings.bridge.closing)
        self.set_present(self.trouble, False)
        self._timer.start()
        self._show(self.found)

    def _end(self) -> None:
        self._timer.stop()
        self._run, self._purged = None, ()
        self.refresh()
        self._look_at_run()

    def _failed(self, error: BaseException) -> None:
        purging = bool(self._purged)
        self._end()
        if isinstance(error, Cancelled):
            self.said.emit(
                tr("Cancelled. Some copies may remain. Purge again to finish.")
                if purging
                else tr("Cancelled. Nothing was changed.")
            )
            return
        self._settings.report(error)
        self.set_present(self.trouble, True)
        self.trouble.show_error(error_words(error))

    def _look_at_run(self) -> None:
        run = self._run
        for widget in (self.bar, self.cancel):
            widget.setVisible(run is not None)
        self.look_button.setVisible(run is None)
        self.purge_button.setEnabled(run is None)
        if run is not None:
            step, done, total = run.now
            self.looked.setText(step_words(step))
            self.bar.set_value(done, total)
            self.cancel.setEnabled(self.cancel.isEnabled() and step is not Step.MEMORY)
            return
        self.cancel.setEnabled(True)
        at = self.found.looked_at
        words = tr("Looked through %n conversations {when}", None, self.found.conversations)
        self.looked.setText("" if at is None else words.format(when=ago(at, self._clock())))


class _Columns(QWidget):
    """A row of the list, or its headings."""

    def __init__(self, icons: Icons, *cells: QWidget | None) -> None:
        super().__init__()
        px = icons.theme.px
        row = hbox(on=self, margins=(px(16), px(7), px(16), px(7)), gap=px(12))
        for widget, (width, share) in zip(cells, _WIDTHS, strict=True):
            box = QWidget()
            inner = hbox(on=box)
            if isinstance(widget, Button):
                inner.addStretch()
            if widget is not None:
                inner.addWidget(widget)
            if isinstance(widget, Badge):
                inner.addStretch()
            if width:
                box.setFixedWidth(px(width))
            else:
                box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            row.addWidget(box, share)


def _about(one: RemovedSecret, *place: str) -> list[str]:
    """Return its project, its place if that is given, and the message in its conversation."""
    message = tr("message {number}").format(number=number(one.spot.number)) if one.spot.number else ""
    return [words for words in (one.project_name, *place, message) if words]


def step_words(step: Step) -> str:
    """Return what is being done."""
    return {
        Step.LOOKING: tr("Looking…"),
        Step.FILES: tr("Changing files…"),
        Step.BACKUPS: tr("Rewriting backups…"),
        Step.MEMORY: tr("Changing the memory file…"),
    }[step]


def translated_place(one: RemovedSecret) -> str:
    """Return the name of a secret's place; titles and memories are people's own words."""
    place = place_of(one)
    return place if place == one.title else translated(place)


class ReportSheet(Sheet):
    """What was purged, where, what remains outside Arbor, and what to change. It stays until Done."""

    def __init__(
        self, icons: Icons, report: PurgeReport, now: int, open_url: OpenUrl, parent: QWidget | None = None
    ) -> None:
        count = len(report.purged)
        title = tr("%n secrets purged", None, count) if count or report.kept else tr("No secrets found")
        super().__init__(icons, title, tr("Done"), parent=parent)
        self._report, self._open_url = report, open_url
        px = icons.theme.px
        kinds = dict.fromkeys(translated(name_of(one.kind)) for one in report.purged)
        days = dict.fromkeys(day(one.at, now) for one in report.purged)
        if count:
            words = tr("{kinds}; first saved on {days}.")
            self.purpose.setText(words.format(kinds=", ".join(kinds), days=", ".join(days)))
        self.cancel.hide()
        self.copy = Button(
            icons, tr("Copy report"), variant="quiet", icon="copy", parent=self,
            clicked=lambda: QGuiApplication.clipboard().setText(self.words()),
        )  # fmt: skip
        foot = self._foot.itemAt(1)
        buttons = foot.layout() if foot is not None else None
        assert isinstance(buttons, QBoxLayout)
        buttons.insertWidget(0, self.copy)
        card = Card(icons.theme)
        self.places = _places(report)
        lines = vbox(on=card, margins=(px(16), px(10), px(16), px(10)), gap=px(9))
        for glyph, token, name, words in self.places:
            line = GlyphLine(icons, glyph, name, token=token)
            line.setAccessibleName(f"{name}: {words}")
            line.label.set_token("text")
            line.add(Label(icons.theme, words, "small", "text2", wrap=True))
            if lines.count():
                lines.addWidget(Hairline(icons.theme))
            lines.addWidget(line)
        self.column.addWidget(card)
        self.advice = [
            tr("{kind} in {project}: {advice}").format(
                kind=translated(name_of(one.kind)),
                project=" · ".join(_about(one, translated_place(one))),
                advice=translated(advice),
            )
            for one, advice in to_change(report)
        ]
        if self.advice:
            change = Warned(icons)
            change.say(tr("Change these now"), "\n".join(self.advice))
            self.column.addWidget(change)
        if report.outside:
            self._add_outside(report.outside)
        note = tr("A purge can't be undone. The report lists kinds and places, never the secrets.")
        self.column.addWidget(Label(icons.theme, note, "small", "text2", wrap=True))
        self.column.addStretch()
        self.confirmed.connect(self.accept)

    def _add_outside(self, paths: tuple[str, ...]) -> None:
        icons = self._icons
        shown = [short_path(path) for path in paths[:_PATHS]]
        if len(paths) > _PATHS:
            shown.append(tr("and %n more", None, len(paths) - _PATHS))
        line = GlyphLine(icons, "folder", "\n".join(shown))
        line.label.set_style("mono_small")
        folder = str(Path(paths[0]).parent)
        if REDACTED not in folder:
            show = Button(icons, tr("Show files"), variant="link")
            show.clicked.connect(lambda: self._open_url(QUrl.fromLocalFile(folder)))
            line.add(show)
        self.column.addWidget(line)

    def words(self) -> str:
        """Return the report as text."""
        lines = [self.heading.text(), self.purpose.text(), ""]
        lines += [f"{name}: {words}" for _, _, name, words in self.places]
        if self.advice:
            lines += ["", tr("Change these now"), *self.advice]
        return "\n".join([*lines, "", *self._report.outside]).rstrip() + "\n"

    def reject(self) -> None:
        """Stay: the report is shown once."""


def _places(report: PurgeReport) -> list[tuple[str, str, str, str]]:
    """Return the lines of the report: glyph, its colour, the place, and what was done there."""
    ok, note = ("check", "ok"), ("info", "warn")
    nothing = tr("none contained them")
    lines = [
        (*ok, tr("Memory file and its journal"), tr("%n texts replaced", None, report.values)),
        (*ok, tr("Search index"), tr("%n entries rebuilt", None, report.indexed)),
        (
            *ok,
            tr("Backups"),
            tr("{count} of {all} written again").format(count=report.backups, all=report.all_backups)
            if report.backups
            else nothing,
        ),
        (
            *ok,
            tr("Other files in Arbor's folder"),
            tr("%n changed", None, report.files) if report.files else nothing,
        ),
    ]
    if report.unreadable:
        lines.append((*note, tr("Backups that can't be read"), "\n".join(report.unreadable)))
    if report.left:
        lines.append((*note, tr("Still in Arbor's folder"), "\n".join(map(short_path, report.left))))
    outside = len(report.outside)
    words = tr("%n files of your AI tools still contain them", None, outside) if outside else nothing
    lines.append((*(note if outside else ok), tr("Outside Arbor"), words))
    return lines
