"""What a page shows when it has nothing to show, or could not, with its picture."""

from __future__ import annotations

import re
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from arbor_desktop.errors import ArborError
from arbor_desktop.ui.components.boxes import STRETCH, hbox
from arbor_desktop.ui.components.buttons import Button, Slot
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr, translated

_PEN = '<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="3" stroke="{%s}">'
_DISC = '<circle cx="56" cy="48" r="46" fill="{%s}"/>'
_WARN = (
    '<circle cx="80" cy="66" r="12" fill="{warn}"/>' + _PEN % "card" + '<path d="M80 60v7M80 71.5v.1"/></g>'
)
"""The mark of a warning at the lower right."""
_SPARK = (
    '<path d="M54 24c2.5 12.5 8.5 18.5 21 21-12.5 2.5-18.5 8.5-21 21-2.5-12.5-8.5-18.5-21-21 '
    '12.5-2.5 18.5-8.5 21-21z" fill="{card}"/><path d="M76 25v9M71.5 29.5h9"/>'
)

PICTURES = {
    "memories": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<path d="M32 74h48"/><path d="M56 74V46"/><path d="M56 64c0-9-15-5-15-15"/></g>'
    '<circle cx="56" cy="34" r="13" fill="{accent}"/><circle cx="40" cy="46" r="8.5" fill="{chFact}"/>'
    + _PEN
    % "accent"
    + '<path d="M56 61c0-8 19-2 19-8"/><circle cx="76" cy="44" r="7" stroke-width="2.5" '
    'stroke-dasharray="2 5.33"/></g>',
    "conflicts": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<rect x="26" y="32" width="26" height="32" rx="5" fill="{card}"/>'
    '<rect x="60" y="32" width="26" height="32" rx="5" fill="{card}"/>'
    '<path d="M33 42h12M33 50h8M67 42h12M67 50h8"/></g>'
    '<circle cx="56" cy="66" r="12" fill="{accent}"/>'
    + _PEN % "onAccent"
    + '<path d="M50.5 66.5l4 4 7.5-8"/></g>',
    "review": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<path d="M30 54l6-20a5 5 0 0 1 5-4h30a5 5 0 0 1 5 4l6 20v10a5 5 0 0 1-5 5H35a5 5 0 0 1-5-5z" '
    'fill="{card}"/><path d="M30 54h13l3.5 7h19l3.5-7h13"/></g>',
    "search": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="52" cy="43" r="17" fill="{card}"/><path d="M65 56l13 13"/>'
    '<path d="M43 41a10 10 0 0 1 8-7"/></g>',
    "conversations": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<path d="M30 33a5 5 0 0 1 5-5h30a5 5 0 0 1 5 5v17a5 5 0 0 1-5 5H45l-9 8v-8h-1a5 5 0 0 1-5-5z" '
    'fill="{card}"/><path d="M40 38h20M40 46h12"/>'
    '<path d="M78 42a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5v7l-8-7H58"/></g>',
    "activity": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="56" cy="48" r="24" fill="{card}"/><path d="M56 33v15l10 6"/></g>',
    "error": _DISC % "dangerSoft"
    + _PEN % "danger"
    + '<rect x="30" y="29" width="48" height="36" rx="6" fill="{card}"/><path d="M30 40h48"/>'
    '<path d="M40 53h14"/></g><circle cx="76" cy="64" r="12" fill="{danger}"/>'
    + _PEN % "onDanger"
    + '<path d="M71.5 59.5l9 9M80.5 59.5l-9 9"/></g>',
    "key": _DISC % "dangerSoft"
    + _PEN % "danger"
    + '<circle cx="42" cy="56" r="11"/><path d="M50 48l26-26M66 32l8 8M58 40l5 5"/></g>'
    '<circle cx="76" cy="64" r="12" fill="{danger}"/>'
    + _PEN % "onDanger"
    + '<path d="M71.5 59.5l9 9M80.5 59.5l-9 9"/></g>',
    "warning": _DISC % "warnSoft"
    + _PEN % "warn"
    + '<path d="M28 38a5 5 0 0 1 5-5h14l6 6h21a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H33a5 5 0 0 1-5-5z" '
    'fill="{card}"/></g>' + _WARN,
    "no-key": _DISC % "warnSoft"
    + _PEN % "warn"
    + '<circle cx="42" cy="56" r="11"/><path d="M50 48l26-26M66 32l8 8M58 40l5 5"/></g>'
    + _WARN,
    "budget": _DISC % "warnSoft" + _PEN % "warn" + '<ellipse cx="52" cy="34" rx="20" ry="8" fill="{card}"/>'
    '<path d="M32 34v12c0 4.4 9 8 20 8s20-3.6 20-8V34"/>'
    '<path d="M32 46v12c0 4.4 9 8 20 8 5 0 9-.7 12.5-1.9"/></g>' + _WARN,
    "terminal": _DISC % "warnSoft"
    + _PEN % "warn"
    + '<rect x="28" y="28" width="50" height="38" rx="6" fill="{card}"/>'
    '<path d="M37 40l7 6-7 6M49 53h9"/></g>' + _WARN,
    "model-warning": _DISC % "warnSoft" + _PEN % "warn" + _SPARK + "</g>" + _WARN,
    "model": _DISC % "accentSoft" + _PEN % "accent" + _SPARK + "</g>",
    "network": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="56" cy="48" r="23" fill="{card}"/><path d="M33 48h46"/>'
    '<path d="M56 25c8 6.5 11.5 14 11.5 23S64 64.5 56 71c-8-6.5-11.5-14-11.5-23S48 31.5 56 25z"/></g>',
    "lock": _DISC % "accentSoft" + _PEN % "accent" + '<path d="M45 45v-8a11 11 0 0 1 22 0v8"/>'
    '<rect x="36" y="45" width="40" height="28" rx="6" fill="{card}"/><path d="M56 56v6"/></g>',
    "devices": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<rect x="27" y="28" width="38" height="28" rx="4" fill="{card}"/><path d="M46 56v9M37 65h18"/>'
    '<rect x="66" y="42" width="20" height="28" rx="4" fill="{card}"/><path d="M74 63h4"/></g>',
    "team": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="47" cy="38" r="9" fill="{card}"/><path d="M31 66c0-9 7-15 16-15s16 6 16 15"/>'
    '<path d="M66 30a9 9 0 0 1 0 16M70 52c7 2 11 7 11 14"/></g>',
    "paused": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="56" cy="48" r="24" fill="{card}"/><path d="M49 39v18M63 39v18"/></g>',
}
"""SVG bodies by kind; `{name}` is a colour token."""


def paint_picture(painter: QPainter, theme: Theme, kind: str, rect: QRectF) -> None:
    """Draws the picture `kind` into `rect` (7:6). Raises KeyError for unknown kinds."""
    body = re.sub(r"\{(\w+)\}", lambda m: theme.color(m.group(1)).name(), PICTURES[kind])
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 112 96">{body}</svg>'
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, rect)


@runtime_checkable
class ShowsBackups(Protocol):
    """A window that has a page of backups."""

    def show_backups(self) -> None: ...


class EmptyState(QWidget):
    """A picture, a title, one or two lines, at most two actions, perhaps one line of code.

    `kind` is one of the pictures: memories, conflicts, review, search, conversations, activity, error, key,
    warning.
    """

    def __init__(
        self,
        icons: Icons,
        kind: str,
        title: str,
        text: str = "",
        *,
        code: str = "",
        actions: tuple[Button, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._wordless = False
        theme = icons.theme
        self._picture = _Picture(theme, self)
        self.title = Label(theme, "", "title", parent=self)
        self.text = Label(theme, "", "body", "text2", parent=self)
        self.code = _Code(theme, self)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            label.setWordWrap(True)
        self.text.setMinimumWidth(theme.px(200))
        self._buttons = hbox(gap=theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(24), theme.px(16), theme.px(24), theme.px(16))
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(theme.px(18))
        column.addWidget(self.title)
        column.addSpacing(theme.px(4))
        column.addLayout(_centred(self.text, theme.px(360)))
        column.addSpacing(theme.px(12))
        column.addWidget(self.code, 0, Qt.AlignmentFlag.AlignHCenter)
        self._gap = QSpacerItem(0, 0)
        column.addItem(self._gap)
        column.addLayout(self._buttons)
        column.addStretch(1)
        self.show_state(kind, title, text, code=code, actions=actions)

    def show_state(
        self, kind: str, title: str, text: str = "", *, code: str = "", actions: tuple[Button, ...] = ()
    ) -> None:
        """Shows another state in the same place; former actions are removed."""
        if kind not in PICTURES:
            raise ValueError(f"no picture of kind {kind!r}")
        if len(actions) > 2:
            raise ValueError("an empty state offers at most two actions")
        self._picture.kind = kind
        self._picture.update()
        self.title.setText(title)
        self.text.setText(text)
        self.set_wordless(self._wordless)
        self.code.setText(code)
        self.code.setVisible(bool(code))
        # Without code, the space above it is most of the space above the buttons.
        self._gap.changeSize(0, self._icons.theme.px(16 if code else 4))
        self.setAccessibleName(". ".join(part for part in (title, text, code) if part))
        self.set_actions(actions)

    def show_failed(self, title: str, error: BaseException, retry: Slot) -> None:
        """Show what could not be read, with a button to try again; if the memory file is damaged, also one
        that leads to its backups."""
        again = Button(self._icons, tr("Try again"), icon="refresh", clicked=retry)
        text, code = tr("Nothing was lost or changed. Try again."), f"{type(error).__name__}: {error}"
        actions: tuple[Button, ...] = (again,)
        if isinstance(error, ArborError):
            code = translated(error.message)
            if error.context.get("damaged"):
                text, code = (
                    tr("Your memory file is damaged. Restore a backup, or try again."),
                    error.context["why"],
                )
                actions = (*self._way_to_backups(), again)
        self.show_state("error", title, text, code=code, actions=actions)

    def _way_to_backups(self) -> tuple[Button, ...]:
        window = self.window()
        if not isinstance(window, ShowsBackups):
            return ()
        words = tr("Restore a backup…")
        return (Button(self._icons, words, variant="primary", icon="history", clicked=window.show_backups),)

    def set_wordless(self, wordless: bool) -> None:
        """Show only the actions, where something beside it says the rest."""
        self._wordless = wordless
        self._picture.setHidden(wordless)
        self.title.setHidden(wordless)
        self.text.setVisible(bool(self.text.text()) and not wordless)

    def set_actions(self, actions: tuple[Button, ...]) -> None:
        """Shows these buttons in place of the former ones."""
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget not in actions:
                widget.hide()
                widget.deleteLater()
        self._buttons.addStretch(1)
        for button in actions:
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)


def _centred(label: QLabel, width: int) -> QHBoxLayout:
    """A row with the wrapped label in the middle, at most `width` wide."""
    label.setMaximumWidth(width)
    return hbox(STRETCH, (label, 100), STRETCH)


class _Picture(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kind = "memories"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(112), self._theme.px(96))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_picture(QPainter(self), self._theme, self.kind, QRectF(self.rect()))


class _Code(QLabel):
    """The raw code of a failure, once, in mono; can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFont(theme.font("mono_small"))
        self.setContentsMargins(theme.px(12), theme.px(6), theme.px(12), theme.px(6))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setTextFormat(Qt.TextFormat.PlainText)
        theme.changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        palette = self.palette()
        palette.setColor(palette.ColorRole.WindowText, self._theme.color("text2"))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._theme
        rounded(painter, self.rect(), theme.px(8), theme.color("sunken"), theme.color("border"))
        painter.end()
        super().paintEvent(event)
