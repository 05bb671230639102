"""A memory of a conflict as a card, the suggestion above, and how it was decided."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.conflicts.model import Conflict, Member
from arbor_desktop.memories.model import Privacy, Source, Status
from arbor_desktop.text.diff import Kind, Span, marked_pieces, shortened
from arbor_desktop.ui.components import (
    Badge,
    Button,
    Card,
    ConfidenceBar,
    ElidedLabel,
    Hairline,
    IconButton,
    Label,
)
from arbor_desktop.ui.components.boxes import TOP, hbox, vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.text_runs import Run, RunsView, side_runs
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.model import Action, label
from arbor_desktop.ui.conflicts.words import ago, members_of, place_words, side_name, when
from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.excerpts import Excerpt, ExcerptHead, ExcerptLines, clip
from arbor_desktop.ui.memory.words import privacy_icon, privacy_word, scope_icon, status_label, type_label
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr, translated


class Box(QFrame):
    """A glyph, and what stands beside it, on the accent's tint."""

    def __init__(
        self, icons: Icons, glyph: str, tint: str = "accentSoft", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._glyph, self._tint = icons, glyph, tint
        self.top = 9
        """Where the glyph is, in pixels of the design."""
        px = icons.theme.px
        self.column = vbox(on=self, margins=(px(14) + px(18) + px(8), px(8), px(14), px(8)))

    def set_look(self, glyph: str, tint: str) -> None:
        if (glyph, tint) != (self._glyph, self._tint):
            self._glyph, self._tint = glyph, tint
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        rounded(painter, self.rect(), theme.px(8), theme.color(self._tint))
        ink = "warn" if self._tint == "warnSoft" else "accentText"
        self._icons.paint(painter, self._glyph, ink, theme.px(12), theme.px(self.top), 18)


class Suggestion(Box):
    """ "Suggested: keep newer – it is more certain", and under it what that comes from."""

    def __init__(
        self,
        icons: Icons,
        conflict: Conflict,
        suggested: Action,
        parent: QWidget | None = None,
        *,
        low: bool = False,
    ) -> None:
        """`low`: all but the figures in one line."""
        super().__init__(icons, "sparkle", parent=parent)
        theme, px = icons.theme, icons.theme.px
        action = label(conflict, suggested).lower()
        lead = tr("Suggested: {action}").format(action=action)
        why = translated(conflict.suggestion.why)
        reason = f" – {why}" if why else ""
        bold = theme.font("body600").weight()
        self.words = RunsView(
            theme,
            [Run(lead, weight=bold), Run(reason)],
            line=20,
            style="body",
            spoken=lead + reason,
            parent=self,
        )
        about = hbox(gap=px(8))
        if low:
            about.addWidget(self.words, 1)
        else:
            self.column.addWidget(self.words)
        self.about = Label(theme, words.explained(), "small", "text2", self, wrap=True)
        self.about.setContentsMargins(0, px(1), 0, px(1))
        self.more = Button(icons, tr("Show details"), variant="link", size="small", parent=self)
        self.more.setAutoDefault(True)
        self.more.clicked.connect(self.toggle)
        self.about.setHidden(low)
        if not low:
            about.addWidget(self.about, 1)
        about.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        self.column.addLayout(about)
        self.figures = Figures(theme, conflict, self)
        self.figures.hide()
        self.column.addWidget(self.figures)
        self.setAccessibleName(f"{lead}{reason}")
        self.setToolTip(_tip(conflict))

    def toggle(self) -> None:
        """Shows or hides the table of all factors."""
        shown = self.figures.isHidden()
        self.figures.setVisible(shown)
        self.more.set_label(tr("Hide details") if shown else tr("Show details"))


def _tip(conflict: Conflict) -> str:
    members = members_of(conflict)
    lines = [" × ".join(words.figure_name(name) for name in words.FIGURES)]
    for place, member in enumerate(members):
        score = conflict.suggestion.scores.get(member.memory.id)
        if score is not None:
            lines.append(f"{side_name(members, place)}: {words.formula(score)}")
    return "\n".join(lines)


class Figures(QWidget):
    """The factors of each member, as a table whose rows are products."""

    def __init__(self, theme: Theme, conflict: Conflict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme.px
        grid = QGridLayout(self)
        grid.setContentsMargins(0, px(8), 0, px(2))
        grid.setHorizontalSpacing(px(14))
        grid.setVerticalSpacing(px(2))
        for column, name in enumerate(words.FIGURES, start=1):
            head = Label(theme, words.figure_name(name), "caption", "text3", self)
            head.setToolTip(words.figure_tip(name))
            grid.addWidget(head, 0, column)
        grid.addWidget(Label(theme, tr("Score"), "caption600", "text3", self), 0, len(words.FIGURES) + 1)
        members = members_of(conflict)
        said = []
        for row, member in enumerate(members, start=1):
            score = conflict.suggestion.scores.get(member.memory.id)
            if score is None:
                continue
            name = side_name(members, row - 1)
            grid.addWidget(Label(theme, name, "small500", "text2", self), row, 0)
            for column, figure in enumerate(words.FIGURES, start=1):
                sign = "" if column == 1 else "× "
                cell = Label(theme, f"{sign}{number(getattr(score, figure), 2)}", "small", "text", self)
                cell.setToolTip(words.figure_tip(figure))
                grid.addWidget(cell, row, column)
            grid.addWidget(
                Label(theme, f"= {number(score.score, 2)}", "small600", "text", self),
                row,
                len(words.FIGURES) + 1,
            )
            said.append(f"{name}: {words.formula(score)}")
        grid.setColumnStretch(len(words.FIGURES) + 2, 1)
        self.setAccessibleName(". ".join(said))


class Decided(Box):
    """What became of it, the note, and the way back. `reopen_wanted` by its button."""

    reopen_wanted = Signal()

    def __init__(self, icons: Icons, conflict: Conflict, now: int, parent: QWidget | None = None) -> None:
        super().__init__(icons, "check", parent=parent)
        theme, px = icons.theme, icons.theme.px
        self.words = Label(theme, words.decision_sentence(conflict, now), "body600", "text", self, wrap=True)
        self.words.setMinimumHeight(px(30))
        self.words.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.top = 14
        said = vbox(self.words, gap=px(2))
        if conflict.notes:
            self.note = Label(theme, f"{tr('Note')}: {conflict.notes}", "body", "text2", self, wrap=True)
            said.addWidget(self.note)
        self.reopen = Button(icons, tr("Reopen"), icon="undo", parent=self, clicked=self.reopen_wanted)
        self.reopen.setAutoDefault(True)
        self.reopen.setToolTip(tr("Reopen conflict and restore its memories"))
        line = hbox((said, 1), (self.reopen, TOP), gap=px(12))
        self.column.addLayout(line)
        self.setAccessibleName(self.words.text())


_LONG = 480
"""A longer text is shown around its marked words at first."""
_WORDS_AROUND = 14
_SAID_CHARS, _BESIDE_CHARS = 280, 80
"""So much is shown of a turn that said it, and of one beside it."""


def trimmed(excerpt: Excerpt) -> Excerpt:
    """With so much of each turn that two memories with their buttons fit into a window."""
    evidence, turns = excerpt.evidence, []
    for turn in excerpt.turns:
        most = _SAID_CHARS if excerpt.is_evidence(turn) else _BESIDE_CHARS
        here = turn.number == evidence.first_turn and excerpt.evidence.span_start is not None
        start = (excerpt.evidence.span_start or 0) if here else 0
        end = (excerpt.evidence.span_end or start) if here else 0
        text, start, end = clip(turn.text, start, end, most)
        if not here and text.count("`") % 2:  # code was cut in two: what is left of it is words
            text = "".join(text.rsplit("`", 1))
        turns.append(replace(turn, text=text))
        if here:
            evidence = replace(evidence, span_start=start, span_end=end)
    return replace(excerpt, evidence=evidence, turns=tuple(turns))


def shown(member: Member) -> tuple[str, list[Span]]:
    """The text as it is shown: without the marks around code, and where the code is."""
    return code_spans(member.memory.shown_text)


class MemberCard(Card):
    """`open_wanted(conversation, turn)` by the link beside the conversation's title; `keep` is its button."""

    open_wanted = Signal(str, object)

    def __init__(
        self, icons: Icons, member: Member, name: str, now: int, marks: list[Span], kind: Kind, *,
        suggested: bool, can_open: bool, crowded: bool = False, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """`marks`: the words that set it apart; `kind`: REMOVED or ADDED, which looks older or newer;
        `crowded`: there are more than two beside each other."""
        super().__init__(icons.theme, parent)
        self._icons, self._member, self._suggested = icons, member, suggested
        self._marks, self._kind, self._can_open, self._crowded = marks, kind, can_open, crowded
        self.keep: ActionButton | None = None
        self.links: list[Button | IconButton] = []
        theme, px = icons.theme, icons.theme.px
        self._name = name
        self.setAccessibleName(f"{name}. {member.memory.shown_text}")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(px(16), px(12), px(16), px(14))
        self.column.setSpacing(0)
        self.column.addLayout(self._head(name, now))
        self.column.addSpacing(px(10))
        self.text = RunsView(theme, [], line=26, style="compare", pad=3, parent=self)
        self.column.addWidget(self.text)
        self._whole: Button | None = None
        self._say(shortly=True)
        self.column.addSpacing(px(12))
        self.column.addWidget(Meta(icons, member, crowded, self))
        condition = member.memory.condition
        if condition:
            self.column.addSpacing(px(6))
            self.column.addWidget(GlyphLine(icons, "filter", f"{tr('Condition')}: {condition}", self))

    def _head(self, name: str, now: int) -> QHBoxLayout:
        theme, px = self._theme, self._theme.px
        title = Label(theme, name, "section", parent=self)
        title.setMinimumHeight(px(24))
        row = hbox(title, gap=px(8))
        if self._suggested and not self._crowded:  # else its button says so, and its edge
            row.addWidget(Badge(self._icons, tr("Suggested"), "accent", icon="sparkle", parent=self))
        state = self._member.memory.status
        if state is not Status.ACTIVE:
            row.addWidget(Badge(self._icons, status_label(state), "neutral", parent=self))
        elif self._member.memory.needs_review:
            row.addWidget(Badge(self._icons, tr("Outdated"), "warn", icon="clock", parent=self))
        row.addStretch(1)
        said = when(self._member.at, now)
        at = ElidedLabel(
            theme, ago(self._member.at, now) if self._crowded else said, "small", "text2", parent=self
        )
        at.setAccessibleName(said)
        at.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.addWidget(at, 10)
        return row

    # The words

    def _say(self, *, shortly: bool) -> None:
        text, codes = shown(self._member)
        pieces = marked_pieces(text, self._marks, self._kind)
        cut = shortly and len(text) > _LONG
        if cut:
            pieces, codes = shortened(pieces, words=_WORDS_AROUND), []
            if sum(len(piece.text) for piece in pieces) > len(text) * 0.9:
                cut, pieces = False, marked_pieces(text, self._marks, self._kind)
        self.text.set_runs(side_runs(pieces, codes) or [Run(" ")], spoken=text)
        if cut and self._whole is None:
            self._whole = Button(self._icons, tr("Show full text"), variant="link", parent=self)
            self._whole.setAutoDefault(True)
            self._whole.clicked.connect(self._show_all)
            self.links.append(self._whole)
            self.column.addWidget(self._whole, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        if self._whole is not None:
            self._whole.hide()
        self._say(shortly=False)

    # Where it comes from

    def add_source(self, whole: Excerpt | None, now: int) -> None:
        """The conversation with the lines that said it marked, or that there is none."""
        excerpt = trimmed(whole) if whole is not None else None
        px = self._theme.px
        self.column.addSpacing(px(12))
        line = Hairline(self._theme, parent=self)
        self.column.addWidget(_Wide(line, px(16) - 1, self))
        self.column.addSpacing(px(10))
        if excerpt is None:
            by_hand = self._member.memory.source is Source.USER_STATED
            words = tr("Added by you") if by_hand else tr("No conversation available")
            self.column.addWidget(GlyphLine(self._icons, "edit" if by_hand else "info", words, self))
            return
        head = hbox((ExcerptHead(self._theme, excerpt, now, self), 1), gap=px(4))
        if self._can_open and excerpt.conversation is not None:
            opens = IconButton(self._icons, "link", tr("Open conversation"), parent=self)
            opens.setAccessibleName(f"{tr('Open conversation')}: {self._name}")
            ident, turn = excerpt.evidence.conversation_id, excerpt.evidence.first_turn
            opens.clicked.connect(lambda: self.open_wanted.emit(ident, turn))
            self.links.append(opens)
            head.addWidget(opens)
        self.column.addLayout(head)
        if excerpt.turns:
            self.column.addSpacing(px(8))
            self.column.addWidget(ExcerptLines(self._theme, excerpt, self))

    def add_keep(self, button: ActionButton) -> None:
        """The button at the foot of the card."""
        self.keep = button
        self.column.addStretch(1)
        self.column.addSpacing(self._theme.px(12))
        self.column.addWidget(button)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._suggested:
            theme = self._theme
            rounded(QPainter(self), self.rect(), theme.px(8), None, theme.color("accent"))


class _Wide(QWidget):
    """A line from edge to edge of its card."""

    def __init__(self, line: QWidget, out: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._line, self._out = line, out
        line.setParent(parent)
        line.lower()
        self.setFixedHeight(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def moveEvent(self, event: object) -> None:
        self._place()

    def _place(self) -> None:
        at = self.pos()
        self._line.setGeometry(at.x() - self._out, at.y(), self.width() + 2 * self._out, 1)


class Meta(QWidget):
    """Type and place at the left, stored and present confidence at the right; below each other where that is
    too wide."""

    def __init__(self, icons: Icons, member: Member, crowded: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        memory = member.memory
        self._what, self._worth = QWidget(self), QWidget(self)
        left = QHBoxLayout(self._what)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(px(8))
        left.addWidget(Badge(icons, type_label(memory.type), memory.type.value, parent=self._what))
        where = Glyphed(icons, scope_icon(memory.scope), place_words(memory), self._what)
        where.setToolTip(memory.scope_id or tr("Applies to all projects"))
        left.addWidget(where)
        if memory.privacy_level is not Privacy.NORMAL:
            level = memory.privacy_level
            left.addWidget(Glyphed(icons, privacy_icon(level), privacy_word(level), self._what))
        left.addStretch(1)
        self.bar = ConfidenceBar(theme, memory.current_confidence, self._worth, bars_first=crowded)
        figures = tr("Confidence {stored} before fading, {now} now")
        self.bar.setToolTip(
            figures.format(stored=number(memory.confidence, 2), now=number(memory.current_confidence, 2))
        )
        hbox(self.bar, on=self._worth)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(px(6))
        self._box.addWidget(self._what, 1)
        self._box.addWidget(self._worth, 0, Qt.AlignmentFlag.AlignLeft)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self._what.sizeHint().width() + self._worth.sizeHint().width() + self._box.spacing()
        wide = needed <= self.width()
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._box.direction() != way:
            self._box.setDirection(way)


class Glyphed(QWidget):
    """A glyph and a word."""

    def __init__(self, icons: Icons, glyph: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._glyph = icons, glyph
        theme: Theme = icons.theme
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(14) + theme.px(4), 0, 0, 0)
        row.addWidget(ElidedLabel(theme, text, "small", "text2", parent=self))
        self.setAccessibleName(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        top = (self.height() - self._icons.theme.px(14)) / 2
        self._icons.paint(QPainter(self), self._glyph, "text3", 0, top, 14)


_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ActionButton(Button):
    """`pointed(action)` when the pointer or the focus comes to it, `pointed(None)` when the pointer leaves.

    What is decided makes place for the next conflict, whose buttons lie where these were: a key that is held,
    or the second click of two, must not decide that one unseen.
    """

    pointed = Signal(object)

    def __init__(
        self, icons: Icons, action: Action, text: str, *, icon: str, keycap: str | None,
        primary: bool = False, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            icons, text, variant="primary" if primary else "secondary", size="large", icon=icon,
            keycap=keycap, parent=parent,
        )  # fmt: skip
        self.action = action
        self.setAutoDefault(True)  # Return presses it, as Space does
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() and event.key() in _PRESS:
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.action)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.action)
