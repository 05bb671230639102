"""The calendar in which a day is chosen."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QToolButton, QWidget

from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class DayCalendar(QCalendarWidget):
    """`chosen(date)`; offers the days from `first` to `last`."""

    chosen = Signal(object)

    def __init__(self, icons: Icons, first: date, last: date, day: date, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        color, px = self._theme.color, self._theme.px
        self.setAccessibleName(tr("Choose a day"))
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setHorizontalHeaderFormat(QCalendarWidget.HorizontalHeaderFormat.ShortDayNames)
        self.setFirstDayOfWeek(QLocale().firstDayOfWeek())
        self.setMinimumSize(px(280), px(264))
        head = QTextCharFormat()
        head.setFont(self._theme.font("caption"))
        head.setForeground(color("text3"))
        head.setBackground(color("card"))
        self.setHeaderTextFormat(head)
        for weekend in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.setWeekdayTextFormat(weekend, self.weekdayTextFormat(Qt.DayOfWeek.Monday))
        for name, icon in (("prev", "chevron-left"), ("next", "chevron-right")):
            if (button := self.findChild(QToolButton, f"qt_calendar_{name}month")) is not None:
                button.setIcon(icons.icon(icon))
        self.setDateRange(_qt(first), _qt(last))
        self.setSelectedDate(_qt(day))
        for picked in (self.clicked, self.activated):
            picked.connect(lambda at: self.chosen.emit(date(at.year(), at.month(), at.day())))

    def paintCell(self, painter: QPainter, rect: QRect, day: QDate | date) -> None:
        assert isinstance(day, QDate)
        theme, at = self._theme, day
        offered = self.minimumDate() <= at <= self.maximumDate() and at.month() == self.monthShown()
        token = "text" if offered else "disabled"
        if at == self.selectedDate():
            side = min(rect.width(), rect.height()) - theme.px(4)
            box = QRect(0, 0, side, side)
            box.moveCenter(rect.center())
            rounded(painter, box, theme.px(6), theme.color("accent"))
            token = "onAccent"
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color(token))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(at.day()))


def _qt(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
