"""A summary laid out to be read.

The Markdown is not given to Qt: each line is looked at here and its text put in as plain text, so that
nothing a memory says is taken for markup, a link or a picture.
"""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.summaries.document import (
    CONFIDENCE,
    SOURCES,
    STATEMENT,
    UPDATED,
    blocks,
    is_head_line,
    sections,
)
from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.summaries.words import (
    confidence_words,
    heading_words,
    label_words,
    with_day_words,
    with_local_times,
)
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

SCHEME = "memory"
_HEADING = re.compile(r"(#{1,6}) +(.*)")
_BULLET = re.compile(r"( *)[-*] +(?:\*\*([^*]+):\*\* ?)?(.*)")
_LABEL_COLUMN = 132
_CODE = {"small": "mono_small"}
"""The font of code among words of a style, where it is not the usual one."""


class DocumentView(QTextBrowser):
    """`memory_wanted(id)` when a source of a fact is chosen, by mouse or keys."""

    memory_wanted = Signal(str)

    def __init__(self, theme: Theme, clock: Clock = system_clock) -> None:
        super().__init__()
        self._theme, self._clock = theme, clock
        self.markdown = ""
        """What is shown, as it is stored."""
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setAccessibleName(tr("Summary"))
        self.setProperty(RING_PROPERTY, "inside")
        self.setViewportMargins(theme.px(28), theme.px(16), theme.px(28), theme.px(8))
        self.document().setDocumentMargin(0)
        self.document().setUndoRedoEnabled(False)
        self.anchorClicked.connect(self._follow)
        theme.changed.connect(self._lay_out)

    def show_markdown(self, markdown: str) -> None:
        """Shows another document, from its beginning; the same one stays where it is."""
        if markdown == self.markdown:
            return
        self.markdown = markdown
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    def _follow(self, link: QUrl) -> None:
        if link.scheme() == SCHEME:
            self.memory_wanted.emit(link.path())

    def _lay_out(self) -> None:
        place = self.verticalScrollBar().value()
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, self._theme.color("card"))
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        self.setPalette(palette)
        self.clear()
        writer = _Writer(self._theme, QTextCursor(self.document()), self._clock())
        writer.write(self.markdown)
        self.moveCursor(QTextCursor.MoveOperation.Start)  # else the view follows what is written to its end
        self.verticalScrollBar().setValue(place)


class _Writer:
    """Puts lines into a document, one block each."""

    def __init__(self, theme: Theme, cursor: QTextCursor, now: int) -> None:
        self._theme, self._cursor, self._now = theme, cursor, now
        self._first = True
        self._label = ""
        """That of the line before."""

    def write(self, markdown: str) -> None:
        sources = {block.start: block.sources for block in blocks(markdown)}
        parts = sections(markdown)
        head = range(parts[0].start if parts else 0)
        ids: tuple[str, ...] = ()
        for number, line in enumerate(markdown.split("\n")):
            ids = sources.get(number, ids)
            if line.strip() and not (number in head and is_head_line(line)):
                self._line(line, ids)

    def _line(self, line: str, ids: tuple[str, ...]) -> None:
        heading = _HEADING.fullmatch(line)
        bullet = _BULLET.fullmatch(line)
        before, self._label = self._label, "" if bullet is None else bullet[2] or ""
        if heading is not None:
            self._heading(len(heading[1]), heading_words(heading[2]))
        elif bullet is None:
            self._block(6)
            self._put(with_day_words(line.strip(), self._now), "body", "text")
        elif bullet[2] == STATEMENT:
            self._block(16)
            self._put(bullet[3], "section", "text")
        elif bullet[2] == SOURCES:
            self._labelled(tr("Memories"), "")
            self._links(bullet[3], ids)
        elif (before, bullet[2]) == (CONFIDENCE, UPDATED):  # two short ones share a line
            told = tr("last updated {when}").format(when=bullet[3])
            self._put(f"  ·  {told}", "small", "text3")
        elif bullet[2] and bullet[1]:
            value = confidence_words(bullet[3]) if bullet[2] == CONFIDENCE else bullet[3]
            self._labelled(label_words(bullet[2]), value)
        else:
            self._block(4, indent=16, hanging=16)
            self._put("•\t", "body", "text3")
            if bullet[2]:
                self._put(f"{bullet[2]}: ", "body600", "text")
            self._put(bullet[3], "body", "text")

    def _heading(self, rank: int, text: str) -> None:
        if rank == 1:
            self._block(0, after=6)
            self._put(text, "display", "text")
            return
        self._block(26 if rank == 2 else 14, after=2)
        self._put(text, "title" if rank == 2 else "section", "text")

    def _labelled(self, label: str, value: str) -> None:
        self._block(2, indent=_LABEL_COLUMN, hanging=_LABEL_COLUMN)
        self._put(f"{label}\t", "small", "text3")
        self._put(value, "small", "text2")

    def _links(self, value: str, ids: tuple[str, ...]) -> None:
        """Each id as a link that is a number; what stands between them as it is."""
        place = 0
        for number, ident in enumerate(ids, 1):
            found = value.find(ident, place)
            if found < 0:
                continue
            self._put(value[place:found], "small", "text2")
            form = self._form("small", "accentText")
            form.setAnchor(True)
            form.setAnchorHref(f"{SCHEME}:{ident}")
            form.setToolTip(tr("Open memory"))
            self._cursor.insertText(str(number), form)
            place = found + len(ident)
        self._put(value[place:], "small", "text2")

    def _block(self, before: int, *, after: int = 0, indent: int = 0, hanging: int = 0) -> None:
        px = self._theme.px
        form = QTextBlockFormat()
        form.setTopMargin(px(0 if self._first else before))
        form.setBottomMargin(px(after))
        form.setLeftMargin(px(indent))
        form.setTextIndent(-px(hanging))
        form.setLineHeight(px(3), QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        if hanging:
            stop = QTextOption.Tab(px(hanging), QTextOption.TabType.LeftTab)
            form.setTabPositions([stop])
        if self._first:
            self._cursor.setBlockFormat(form)
        else:
            self._cursor.insertBlock(form)
        self._first = False

    def _put(self, text: str, style: str, token: str) -> None:
        """Code among the words looks like code, as on the cards."""
        said, codes = code_spans(with_local_times(text, self._now))
        place = 0
        for start, end in codes:
            self._cursor.insertText(said[place:start], self._form(style, token))
            self._cursor.insertText(said[start:end], self._form(_CODE.get(style, "mono"), token))
            place = end
        self._cursor.insertText(said[place:], self._form(style, token))

    def _form(self, style: str, token: str) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self._theme.font(style))
        form.setForeground(self._theme.color(token))
        form.setProperty(QTextFormat.Property.UserProperty, style)
        return form
