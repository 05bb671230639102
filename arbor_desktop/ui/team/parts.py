"""An avatar, quotes, and the question before a member is trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.team.model import Shared
from arbor_desktop.ui.components import AskDialog, Label
from arbor_desktop.ui.components.boxes import MIDDLE, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.team.words import first_name, initials
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


class RowMark(QWidget):
    """What stands at the left of a row: the letters of a person or a team, or a glyph."""

    def __init__(
        self, icons: Icons, *, name: str = "", glyph: str = "", token: str = "text2", team: bool = False
    ) -> None:
        """`token`: the colour of the glyph; `team`: larger, and a square."""
        super().__init__()
        self._icons, self._glyph, self._token, self._team = icons, glyph, token, team
        self._letters = initials(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        self._letters = initials(name)
        self.update()

    def sizeHint(self) -> QSize:
        side = self._icons.theme.px(18 if self._glyph else 36 if self._team else 24)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        if self._glyph:
            self._icons.paint(painter, self._glyph, self._token, 0, 0, 18)
            return
        radius = theme.px(8) if self._team else self.width() / 2
        rounded(painter, self.rect(), radius, theme.color("sunken"), theme.color("border"))
        painter.setFont(theme.font("body600" if self._team else "caption600"))
        painter.setPen(theme.color("text2"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letters)


class QuoteLines(Card):
    """The words that prove a memory, as a member shares them."""

    def __init__(self, theme: Theme, quotes: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(theme)
        px = theme.px
        lines = [Label(theme, f"“{one['text']}”", "small", wrap=True) for one in quotes]
        vbox(*lines, on=self, margins=(px(14), px(8), px(12), px(8)), gap=px(6))
        self.setAccessibleName(tr("Quote"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        bar = QRect(1, self._theme.px(4), self._theme.px(3), self.height() - 2 * self._theme.px(4))
        QPainter(self).fillRect(bar, self._theme.color("markBar"))


class SharedSource(QWidget):
    """Who shared a memory and when, and the words that came along."""

    def __init__(self, icons: Icons, shared: Shared, quotes: Sequence[Mapping[str, Any]], now: int) -> None:
        super().__init__()
        theme, px = icons.theme, icons.theme.px
        when = tr("Shared {when}").format(when=ago(shared.shared_at, now))
        who = vbox(Label(theme, shared.author, "body500"), Label(theme, when, "caption", "text3"))
        column = vbox(
            hbox((RowMark(icons, name=shared.author), MIDDLE), (who, 1), gap=px(10)), on=self, gap=px(8)
        )
        if quotes:
            column.addWidget(QuoteLines(theme, quotes))
        words = tr("{name} shared this quote. The rest of the conversation stays with them.")
        if not quotes:
            words = tr("{name} shared it without a quote.")
        column.addWidget(
            Label(theme, words.format(name=first_name(shared.author)), "small", "text2", wrap=True)
        )


def trust_dialog(icons: Icons, name: str, parent: QWidget) -> AskDialog:
    """Return the question before memories of a member are used without review."""
    return AskDialog(
        icons,
        tr("Trust {name}?").format(name=name),
        (
            tr("What {name} shares from now on is used right away, without review.").format(
                name=first_name(name)
            ),
            tr("What looks like an attack still needs your review."),
        ),
        tr("Trust"),
        parent=parent,
    )
