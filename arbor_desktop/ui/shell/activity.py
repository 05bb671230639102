"""The activity list: what was captured when, with its result. A panel over the status indicator."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.conversations.model import TRIVIAL, Activity
from arbor_desktop.maintenance.model import MaintenanceStatus
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import EmptyState, Hairline, IconButton, Label
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.cards import PopupFrame
from arbor_desktop.ui.components.painting import badge_width, paint_badge, paint_text, rounded
from arbor_desktop.ui.components.row_model import Index, ItemRole, ItemsModel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.card import RunProgress
from arbor_desktop.ui.maintenance.words import activities
from arbor_desktop.ui.status import (
    HOOK,
    MAINTENANCE,
    MODEL,
    PROJECT_FILES,
    activity_result,
    ago,
    batched_words,
    first_line,
    model_look,
    status_line,
    waits_for_model,
)
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import tr, translated

LIMIT = 100


class ActivityModel(ItemsModel[Activity]):
    """The newest first."""

    def __init__(self, clock: Clock = system_clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock

    def text(self, item: Activity) -> str:
        return item.title

    def spoken(self, item: Activity) -> str:
        words, _, _ = activity_result(item)
        return f"{item.title}. {words}. {second_line(item, self._clock())}"

    def tip(self, item: Activity) -> str | None:
        return item.reason


def second_line(activity: Activity, now: int) -> str:
    """ "harbor-api · 4 min ago · reason"."""
    reason = (
        "" if activity.reason == TRIVIAL else translated(first_line(activity.reason))
    )  # the badge says it
    parts = [project_name(activity.project), ago(activity.at, now), reason]
    return " · ".join(part for part in parts if part)


def leads_on(activity: Activity) -> bool:
    """Whether a click on the line shows more of it."""
    of_project = activity.kind in PROJECT_FILES and bool(activity.project)
    return bool(activity.conversation_id) or activity.kind in (MAINTENANCE, MODEL, HOOK) or of_project


class _ActivityDelegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._icons.theme.px(50))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._icons.theme
        activity: Activity = index.data(ItemRole)
        row = option.rect.adjusted(theme.px(6), 1, -theme.px(6), -1)
        if option.state & QStyle.StateFlag.State_MouseOver and leads_on(activity):
            rounded(painter, row, theme.px(8), theme.color("hover"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            rounded(painter, row, theme.px(8), None, theme.color("focus"), 2)
        words, kind, icon = activity_result(activity)
        width = badge_width(theme, words, icon is not None)
        right = row.right() - theme.px(10)
        paint_badge(painter, self._icons, right - width, row.top() + theme.px(6), words, kind, icon)
        left = row.left() + theme.px(10)
        title = QRect(left, row.top() + theme.px(5), right - width - theme.px(10) - left, theme.px(20))
        paint_text(painter, theme, title, activity.title, "body500", "text")
        below = QRect(left, title.bottom() + 1, right - left, theme.px(18))
        failed = activity.status == "error" and activity.kind not in (MODEL, HOOK)
        ink = "danger" if failed else "text3"
        paint_text(painter, theme, below, second_line(activity, self._clock()), "caption", ink)


class ActivityPanel(PopupFrame):
    """`conversation_chosen(id)` when a person picks a line; `maintenance_chosen` where that is a run,
    `model_chosen` where it tells of the model, `hooks_chosen` of a hook, `project_chosen(path)` of a file
    that Arbor keeps in a project."""

    conversation_chosen = Signal(str)
    maintenance_chosen = Signal()
    model_chosen = Signal()
    hooks_chosen = Signal()
    project_chosen = Signal(str)
    stop_maintenance_wanted = Signal()
    pause_wanted = Signal()
    resume_wanted = Signal()

    def __init__(
        self, icons: Icons, bridge: Bridge, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons.theme, parent)
        self.setAccessibleName(tr("Activity"))
        self._icons, self._bridge, self._clock = icons, bridge, clock
        theme = icons.theme
        self.heading = Label(theme, tr("Activity"), "section", parent=self)
        self.state = Label(theme, "", "small", "text2", parent=self, wrap=True)
        self.pause = IconButton(icons, "pause", tr("Pause"), parent=self, clicked=self.pause_wanted)
        self.resume = IconButton(icons, "play", tr("Resume"), parent=self, clicked=self.resume_wanted)
        self.maintenance = RunProgress(icons, self)
        self.maintenance.cancelled.connect(self._stop_maintenance)
        self._stopping = False
        self.maintenance.hide()
        self.model = ActivityModel(clock, self)
        self.list = _List(self)
        self.list.setAccessibleName(tr("Recent activity"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(_ActivityDelegate(icons, clock, self.list))
        self.list.clicked.connect(self._open)
        self.list.activated.connect(self._open)
        self.empty = EmptyState(
            icons,
            "activity",
            tr("No activity yet"),
            tr("Keep working as usual. Conversations that Arbor reads appear here, with the result."),
            parent=self,
        )
        self._corner = QPoint()
        self._stack = stacked(self.list, self.empty, parent=self)
        self._lay_out()
        bridge.changed.connect(self._look)

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        words = vbox(self.heading, self.state)
        under_way = hbox(self.maintenance, margins=(px(16), 0, px(14), px(10)))
        head = hbox((words, 1), self.pause, self.resume, margins=(px(16), px(12), px(10), px(10)), gap=None)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, px(6))
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(under_way)
        column.addWidget(Hairline(self._icons.theme, parent=self))
        column.addSpacing(px(4))
        column.addWidget(self._stack, 1)

    def open_at(self, corner: QPoint, status: ServiceStatus) -> None:
        """Opens with its lower left corner there, within the screen, and loads the list."""
        self.show_status(status)
        self._corner = corner
        self._place()
        self.refresh()
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        """As high as its lines need, up to a limit; upwards from the corner."""
        px = self._icons.theme.px
        size = QSize(px(400), px(460))
        count = self.model.rowCount()
        self._stack.updateGeometry()
        self._column.activate()  # what it is least high is of the page that is shown now
        if count:
            head = self._column.sizeHint().height() - self._stack.sizeHint().height()
            rows = count * self.list.sizeHintForRow(0)
            size.setHeight(max(px(160), min(size.height(), head + rows + px(8))))
        self.place(self._corner, size)

    def show_status(self, status: ServiceStatus) -> None:
        """The line under the heading, whole."""
        text = status_line(status, self._clock())
        stuck = waits_for_model(status)
        if stuck and (model := status.model) is not None:
            look = model_look(model, self._clock())
            text = f"{look.title}. {look.text}"
        elif status.state == "error" and status.last_error:
            text = status.last_error
        elif status.current:
            text = f"{text} · {status.current}"
        if batched := batched_words(status.batched):
            text = f"{text.removesuffix('.')}. {batched}"
        self.state.setText(text)
        self.state.set_token("danger" if status.state == "error" and not stuck else "text2")
        self.pause.setVisible(status.state != "paused")
        self.resume.setVisible(status.state == "paused")
        self._show_maintenance(status)

    def _show_maintenance(self, status: ServiceStatus) -> None:
        ended = status.maintenance is None and not self.maintenance.isHidden()
        self._stopping = self._stopping and status.maintenance is not None
        self.maintenance.setVisible(status.maintenance is not None)
        shown = MaintenanceStatus(running=status.maintenance)
        self.maintenance.show_status(shown, stopping=self._stopping)
        if ended and self.isVisible():
            self.refresh()

    def _stop_maintenance(self) -> None:
        self._stopping = True
        self.maintenance.cancel.setEnabled(False)
        self.stop_maintenance_wanted.emit()

    def refresh(self) -> None:
        """Read the list again."""
        self._bridge.start(self._read(), self)

    async def _read(self) -> None:
        bridge = self._bridge
        self._fill(await bridge.call(activities, bridge.service, LIMIT, key="shell.activity"))

    def _fill(self, rows: Sequence[Activity]) -> None:
        self.model.show(rows)
        self._stack.setCurrentWidget(self.list if rows else self.empty)
        # A page that is not shown would hold the panel open for itself.
        ignored, preferred = QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
        self.empty.setSizePolicy(*((ignored, ignored) if rows else (preferred, preferred)))
        if self.isVisible():
            self._place()

    def _look(self, changes: Changes) -> None:
        if self.isVisible() and (changes.conversations or changes.status or changes.all_memories):
            self.refresh()

    def _open(self, index: QModelIndex) -> None:
        activity = self.model.items[index.row()]
        if activity.conversation_id:
            self.close()
            self.conversation_chosen.emit(activity.conversation_id)
        elif activity.kind == MAINTENANCE:
            self.close()
            self.maintenance_chosen.emit()
        elif activity.kind == MODEL:
            self.close()
            self.model_chosen.emit()
        elif activity.kind == HOOK:
            self.close()
            self.hooks_chosen.emit()
        elif activity.kind in PROJECT_FILES and activity.project:
            self.close()
            self.project_chosen.emit(activity.project)


class _List(QListView):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setProperty(RING_PROPERTY, "none")
