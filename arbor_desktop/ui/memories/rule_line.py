"""Under an excerpt: the rule that found the words, how strong it is, and whether that was verified."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.memories.model import HistoryEntry, base_rule, is_correction
from arbor_desktop.ui.components import Badge, IconButton, Label
from arbor_desktop.ui.excerpts.reads import Excerpt
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.reads import Detail
from arbor_desktop.ui.memories.words import tr

_GLYPH, _LINE = 14, 18


class GlyphLine(QWidget):
    """A glyph and words that may take several lines."""

    def __init__(self, icons: Icons, glyph: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._glyph = icons, glyph
        theme, px = icons.theme, icons.theme.px
        self.label = Label(theme, words, "small", "text2", self)
        self.label.setWordWrap(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(px(_GLYPH) + px(8), 0, 0, 0)
        self._row.setSpacing(px(8))
        self._row.addWidget(self.label, 1)
        self.setAccessibleName(words)

    def add(self, widget: QWidget) -> None:
        """Puts something at the right end."""
        self._row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        top = (min(self.height(), theme.px(_LINE)) - theme.px(_GLYPH)) / 2
        self._icons.paint(QPainter(self), self._glyph, "text3", 0, top, _GLYPH)


class RuleLine(GlyphLine):
    """ "Standing instruction: “always …” · confidence 0.95", and a badge where it was verified.

    `rule_wanted(rule, its name)`: the person wants to see what else the rule found.
    """

    rule_wanted = Signal(str, str)

    def __init__(self, icons: Icons, excerpt: Excerpt, parent: QWidget | None = None) -> None:
        words = rule_words(excerpt)
        super().__init__(icons, "sparkle", words, parent)
        evidence = excerpt.evidence
        self.setAccessibleName(tr("Found by the rule {rule}").format(rule=words))
        if evidence.verified:
            badge = Badge(icons, tr("Verified"), "ok", icon="check", parent=self)
            badge.setToolTip(tr("Tests or a build ran well after this, or you said that it works."))
            self.add(badge)
        self.others = IconButton(
            icons, "memories", tr("Show all memories of this rule"), side=20, glyph_size=14
        )
        self.others.clicked.connect(self._show_others)
        self.add(self.others)
        self._rule = base_rule(evidence.rule), excerpt.called.text

    def _show_others(self) -> None:
        self.rule_wanted.emit(*self._rule)


def rule_words(excerpt: Excerpt) -> str:
    """How a rule is called, whether it was a correction, and the confidence it gives by itself."""
    called, evidence = excerpt.called, excerpt.evidence
    kind = tr(called.kind)
    if is_correction(evidence.rule):
        kind = tr("Your correction · {kind}").format(kind=kind)
    words = f"{kind}: {called.phrase}" if called.phrase else kind
    if evidence.confidence is not None:
        words += f" · {tr('confidence')} {evidence.confidence:.2f}"
    return words


def lowered_words(detail: Detail) -> str:
    """Why the memory began with less confidence than its rule gives; empty where it did not."""
    first: HistoryEntry | None = detail.history[-1] if detail.history else None
    if first is None or first.action != "captured" or first.before is not None:
        return ""
    return first.reason or ""
