"""The strip of a project whose current session gets no memories, to be compared with others."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.context.queries.comparison import SessionWithout
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class ComparisonStrip(Bar):
    """Hidden unless there is such a session."""

    def __init__(self, icons: Icons, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(icons.theme, parent, fill="sunken")
        px = icons.theme.px
        self._icons, self._bridge, self._project = icons, bridge, ""
        self._session: SessionWithout | None = None
        self.label = Label(icons.theme, "", "body", "text2", parent=self)
        self.share = Button(icons, tr("Share anyway"), size="small", parent=self, clicked=self._share)
        margins = (px(16) + px(18) + px(8), px(6), px(16), px(6) + 1)
        hbox((self.label, 1), self.share, on=self, margins=margins, gap=px(10))
        self.hide()

    def look(self, project: str | None) -> None:
        """Read whether the last session of a project is one without memories."""
        effect = self._bridge.service.effect
        self._bridge.run(
            partial(effect.current, project), key="context.comparison", owner=self, done=self.show_session
        )

    def show_session(self, session: SessionWithout | None) -> None:
        self._session = session
        self.setVisible(session is not None)
        if session is not None:
            words = tr("For comparison, this session started without memories.")
            if session.title:
                words = tr("For comparison, “{title}” started without memories.").format(title=session.title)
            self.label.setText(words)

    def _share(self) -> None:
        session = self._session
        if session is not None:
            self._bridge.run(
                self._bridge.service.effect.share_anyway, session.tool, session.session_id,
                owner=self, done=lambda _none: self.show_session(None),
            )  # fmt: skip

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        y = (self.height() - 1 - self._icons.theme.px(16)) / 2
        self._icons.paint(QPainter(self), "flask", "text2", self._icons.theme.px(16), y, 16)
