"""What the service is doing, kept current for everyone who shows it, and the words for it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.conversations.model import TRIVIAL, Activity
from arbor_desktop.llm.model import LASTING, Trouble
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.neighbour import Reason
from arbor_desktop.runtime.status import ModelStatus, ServiceStatus
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.formatting import day_words, percent_number
from arbor_desktop.ui.translation import QT_TR_NOOP, number, tr

if TYPE_CHECKING:
    from arbor_desktop.ui.model_status.words import TroubleLook

MAINTENANCE = "maintenance"
"""The kind of activity that is a run of maintenance."""
MODEL = "model"
"""The kind of activity that tells that a model is asked no more, or again."""
HOOK = "hook"
"""The kind of activity that tells what a hook of an AI tool met."""
PROJECT_FILES = {"instructions": QT_TR_NOOP("Project file"), "branch": QT_TR_NOOP("Branch memory")}
"""The kinds of activity that tell of files that Arbor keeps in a project, with their words."""
_SECOND, _MINUTE, _HOUR = 1000, 60_000, 3_600_000


class StatusWatch(QObject):
    """Asks for the status whenever something changed; `changed(ServiceStatus)` when it is another one."""

    changed = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None, clock: Clock = system_clock) -> None:
        super().__init__(parent)
        self._bridge, self._clock = bridge, clock
        self.status = ServiceStatus("ready")
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self.refresh)
        bridge.changed.connect(self._look)

    def refresh(self) -> None:
        """Asks now."""
        self._bridge.run(self._bridge.service.get_status, key="shell.status", owner=self, done=self.show)

    def _look(self, changes: Changes) -> None:
        # Reviewing and deciding change what waits without a word about the status.
        waits = changes.memories or changes.all_memories or changes.conflicts
        if changes.status or changes.sources or changes.maintenance or waits:
            self.refresh()

    def show(self, status: ServiceStatus) -> None:
        """Shows this status until the service gives another."""
        self._look_later(status)
        if status != self.status:
            self.status = status
            self.changed.emit(status)

    def _look_later(self, status: ServiceStatus) -> None:
        """A model that rests may be asked again from a moment on, of which nobody tells."""
        retry_at = None if status.model is None else status.model.readiness.retry_at
        if retry_at is None:
            self._later.stop()
        else:
            self._later.start(min(max(retry_at - self._clock(), 0) + _SECOND, _HOUR))


def status_line(status: ServiceStatus, now: int) -> str:
    """One line: "Ready · watching 3 sources", "Processing 2 of 5", "Paused until 15:00", or the error."""
    if status.state == "processing":
        return tr("Reading {n} of {total}").format(n=_position(status), total=number(status.total))
    if status.state == "paused":
        if status.paused_until is None:
            return tr("Paused")
        return tr("Paused until {time}").format(time=clock_time(status.paused_until, now))
    if waits_for_model(status):
        return model_line(status)
    if status.state == "error":
        return first_line(status.last_error) or tr("Something went wrong")
    if status.waiting is not None:
        words = tr(_PUT_OFF[status.waiting.reason][1])
        return f"{words} · {number(status.queue)}" if status.waiting.battery is not None else words
    if status.unread:
        return tr("%n conversations waiting to be read", None, status.unread)
    count = len(status.watching)
    if count == 0:
        return tr("No sources turned on")
    if status.team_offline:
        return tr("Ready · team offline")
    return tr("Ready · watching %n sources", None, count)


_PUT_OFF = {
    Reason.BATTERY: ("battery", QT_TR_NOOP("Waiting for power"), QT_TR_NOOP("Waiting for power")),
    Reason.BUSY: ("cpu", QT_TR_NOOP("Waiting · computer is busy"), QT_TR_NOOP("Waiting · busy")),
    Reason.FULL_SCREEN: (
        "full-screen", QT_TR_NOOP("Waiting · full screen"), QT_TR_NOOP("Waiting · full screen"),
    ),
}  # fmt: skip
"""Of each reason for which reading is put off: the glyph, the words, and short ones."""


def put_off_glyph(status: ServiceStatus) -> str:
    """The glyph of what reading waits for; empty where it does not, or where something else is shown."""
    waits = status.state == "ready" and not waits_for_model(status)
    return _PUT_OFF[status.waiting.reason][0] if waits and status.waiting is not None else ""


def reading_words(status: ServiceStatus, now: int) -> str:
    """When conversations that were found become memories: "Memories in about 40 s."."""
    if status.state == "processing":
        return tr("Reading {n} of {total}…").format(n=_position(status), total=number(status.total))
    if status.state == "paused":
        return tr("Reading is paused.")
    if status.waiting is not None:
        return status_line(status, now)
    if status.reads_at is None or status.reads_at <= now:
        return tr("Memories will appear in a few seconds.")
    seconds = -(-(status.reads_at - now) // (10 * _SECOND)) * 10
    if seconds > 60:
        return tr("Memories will appear in about %n minutes.", None, -(-seconds // 60))
    return tr("Memories will appear in about %n seconds.", None, seconds)


def so_far_words(status: ServiceStatus) -> str:
    """ "Reading 3 of 41 conversations, 7 memories so far"."""
    words = tr("Reading {n} of %n conversations, {memories} so far", None, status.total)
    return words.format(n=_position(status), memories=memories_words(status.found))


def paused_words(status: ServiceStatus) -> str:
    """ "Paused after 2 of 41 conversations, 7 memories so far"."""
    words = tr("Paused after {n} of %n conversations, {memories} so far", None, status.total)
    return words.format(n=number(status.done), memories=memories_words(status.found))


def read_words(status: ServiceStatus) -> str:
    """ "Read 41 conversations: 38 memories"."""
    words = tr("Read %n conversations: {memories}", None, status.done)
    return words.format(memories=memories_words(status.found))


def memories_words(count: int) -> str:
    """ "1 memory", "no memories"."""
    return tr("%n memories", None, count) if count else tr("no memories")


def time_left_words(status: ServiceStatus) -> str:
    """ "about 40 s left", "about 3 min left"; empty where that is not known."""
    seconds = status.seconds_left
    if seconds is None:
        return ""
    if seconds > 90:
        return tr("about %n min left", None, round(seconds / 60))
    return tr("about %n s left", None, max(seconds, 1) if seconds < 10 else round(seconds / 10) * 10)


def waits_for_model(status: ServiceStatus) -> bool:
    """Whether conversations wait because the model can't be asked, and nothing else went wrong."""
    model = status.model
    if model is None or not model.holds_up or status.state not in ("ready", "error"):
        return False
    return status.state == "ready" or status.last_error == model.readiness.reason


def model_line(status: ServiceStatus) -> str:
    """ "Waiting for the model · 24"."""
    waiting = status.model.waiting if status.model is not None else 0
    return f"{tr('Waiting for the model')} · {number(waiting)}"


def model_look(model: ModelStatus, now: int) -> TroubleLook:
    """Why the model can't be asked, and what helps."""
    from arbor_desktop.ui.model_status.words import trouble_look  # most windows never need to say it

    return trouble_look(model.readiness, now, model.waiting, model.server)


def waiting_line(status: ServiceStatus) -> str:
    """What waits for the person: "5 to review, 2 conflicts"; empty where nothing does."""
    parts = []
    if status.to_review:
        parts.append(tr("%n to review", None, status.to_review))
    if status.open_conflicts:
        parts.append(conflicts_words(status.open_conflicts))
    return ", ".join(parts)


def shows_team_offline(status: ServiceStatus) -> bool:
    """Whether nothing else is to be said but that the team's server is out of reach."""
    quiet = status.state == "ready" and not waits_for_model(status) and not status.unread
    return status.team_offline and quiet and status.waiting is None and bool(status.watching)


def batched_words(count: int) -> str:
    """ "24 conversations are with Anthropic, answered within a day."; empty where none is."""
    return (
        tr("Anthropic is processing %n conversations. Results arrive within a day.", None, count)
        if count
        else ""
    )


def conflicts_words(count: int) -> str:
    """ "1 conflict", "2 conflicts"."""
    return tr("%n conflicts", None, count)


def status_short(status: ServiceStatus, now: int) -> str:
    """The same where a line is too long: without what is watched; only the numbers of what goes on."""
    if status.state == "ready" and not waits_for_model(status):
        if status.waiting is not None:
            return tr(_PUT_OFF[status.waiting.reason][2])
        if status.unread:
            return tr("%n to read", None, status.unread)
        if shows_team_offline(status):
            return tr("Team offline")
        return tr("Ready") if status.watching else tr("No sources turned on")
    if status.state == "processing":
        return tr("{n} of {total}").format(n=_position(status), total=number(status.total))
    if not waits_for_model(status):
        # Of "~/.claude/projects: Permission denied" the place: the reason has room in the tooltip.
        line = status_line(status, now)
        place = line.rpartition(": ")[0] if line.startswith(("/", "~")) else ""
        return tr("Can't read {place}").format(place=place) if place else line
    return tr("Waiting for model · {n}").format(n=number(status.model.waiting) if status.model else "0")


def maintenance_line(progress: Progress) -> str:
    """ "Maintenance: 3 of 7, checking memories"."""
    step = progress.step[:1].lower() + progress.step[1:]
    words = maintenance_short(progress)
    return f"{words}, {step}" if step else words


def maintenance_short(progress: Progress) -> str:
    """ "Maintenance: 3 of 7": the step that is under way, of all steps of the task."""
    number = min(progress.steps_done + 1, max(1, progress.steps))
    return tr("Maintenance: {n} of {total}").format(n=number, total=max(1, progress.steps))


def model_tone(model: ModelStatus) -> str:
    """How loud it is that the model can't be asked: "info" for what passes by itself or was wanted so,
    "warn" for what a person has to do something about, "danger" for a key that was refused."""
    trouble = model.readiness.trouble
    if trouble not in LASTING:
        return "info"
    return "danger" if trouble is Trouble.KEY_REFUSED else "warn"


def _position(status: ServiceStatus) -> str:
    return number(min(status.done + 1, max(status.total, 1)))


def tray_state(status: ServiceStatus) -> str:
    """Which tray icon: error wins over attention, attention over processing. A model that waits for the
    person asks for attention; one that will work again by itself does not."""
    if waits_for_model(status) and status.model is not None:
        tone = model_tone(status.model)
        if tone != "info":
            return "error" if tone == "danger" else "attention"
    elif status.state == "error":
        return "error"
    if status.to_review or status.open_conflicts:
        return "attention"
    return {"processing": "processing", "paused": "paused"}.get(status.state, "idle")


def first_line(text: str | None) -> str:
    return (text or "").strip().splitlines()[0] if (text or "").strip() else ""


def clock_time(at: int, now: int) -> str:
    """ "15:00" today, "tomorrow 08:00", else "23 Nov, 08:00". Local time."""
    moment, today = datetime.fromtimestamp(at / 1000), datetime.fromtimestamp(now / 1000)
    time = f"{moment.hour:02}:{moment.minute:02}"
    if moment.date() == today.date():
        return time
    if moment.date() == today.date() + timedelta(days=1):
        return tr("tomorrow {time}").format(time=time)
    return f"{day_words(moment)}, {time}"


def ago(at: int, now: int) -> str:
    """ "just now", "4 min ago", "3 h ago", "yesterday 16:42", "19 Nov, 16:42". Local time."""
    passed = now - at
    if passed < _MINUTE:
        return tr("just now")
    if passed < _HOUR:
        return tr("%n min ago", None, passed // _MINUTE)
    moment, today = datetime.fromtimestamp(at / 1000), datetime.fromtimestamp(now / 1000)
    time = f"{moment.hour:02}:{moment.minute:02}"
    if moment.date() == today.date():
        return tr("%n h ago", None, passed // _HOUR)
    if moment.date() == today.date() - timedelta(days=1):
        return tr("yesterday {time}").format(time=time)
    return f"{day_words(moment, year=moment.year != today.year)}, {time}"


def tomorrow_at(hour: int, now: int) -> int:
    """The next day's full hour in local time, in milliseconds."""
    day = datetime.fromtimestamp(now / 1000) + timedelta(days=1)
    return round(day.replace(hour=hour, minute=0, second=0, microsecond=0).timestamp() * 1000)


def activity_result(activity: Activity) -> tuple[str, str, str | None]:
    """(words, badge kind, icon) of what became of a conversation, or of a run of maintenance."""
    if activity.kind == MODEL:
        return tr("Model"), *(("warn", "warning") if activity.status == "error" else ("ok", "check"))
    if activity.kind == HOOK:
        return tr("Hook"), "warn", "warning"
    if activity.kind in PROJECT_FILES and activity.status in ("warning", "error"):
        return tr(PROJECT_FILES[activity.kind]), "warn", "warning"
    if activity.status == "error":
        return tr("Error"), "danger", "warning"
    if activity.kind == MAINTENANCE:
        return tr("Maintenance"), "neutral", "refresh"
    if activity.kind == "learning":
        return tr("Now global"), "ok", "globe"
    if activity.status == "skipped":
        return tr("Too short") if activity.reason == TRIVIAL else tr("Skipped"), "neutral", None
    if activity.status in ("pending", "queued"):
        return tr("Waiting"), "neutral", "clock"
    if activity.status == "processing":
        return tr("Reading"), "accent", "refresh"
    if activity.items_extracted:
        words = tr("%n memories", None, activity.items_extracted)
        return words, "ok", "check"
    return tr("Nothing new"), "neutral", None


class Head(NamedTuple):
    """The state in words. `glyph`: empty for a dot in the colour; `buttons`: the best first."""

    glyph: str
    token: str
    title: str
    text: str
    buttons: tuple[str, ...]


def head_of(status: ServiceStatus, now: int) -> Head:
    """Return the state: the first of error, limit, paused, reading, waiting and ready."""
    line = status_line(status, now)
    if waits_for_model(status) and status.model is not None:
        look = model_look(status.model, now)
        return Head(
            look.glyph, look.tone if look.tone != "info" else "text2", look.title, look.text, ("retry",)
        )
    if status.state == "error":
        rest = (status.last_error or "").removeprefix(first_line(status.last_error)).strip()
        return Head("warning", "danger", line, rest, ("retry",))
    if status.state == "paused":
        return Head("pause", "text2", line, tr("Nothing is read until you resume."), ("resume",))
    if status.state == "processing":
        about = " · ".join(part for part in (status.current, time_left_words(status)) if part)
        return Head("refresh", "accentText", line, about, ("pause", "cancel"))
    if status.waiting is not None:
        title, why = _put_off_words(status)
        return Head(put_off_glyph(status), "text2", title, why, ("read", "pause"))
    if status.maintenance is not None:
        return Head("refresh", "accentText", maintenance_line(status.maintenance), "", ("stop",))
    if shows_team_offline(status):
        about = tr("Your changes are sent when the server is back.")
        return Head("server-off", "text2", line, about, ("pause",))
    dot = "accent" if status.unread else "confHigh" if status.watching else "control"
    text = tr("Everything is read.") if dot == "confHigh" else ""
    return Head("", dot, line, text, ("pause",))


def _put_off_words(status: ServiceStatus) -> tuple[str, str]:
    waiting, count = status.waiting, status.queue
    if waiting is not None and waiting.reason is Reason.BATTERY:
        why = tr("On battery, {percent}. Reading starts when you plug in.")
        title = tr("%n conversations are waiting for power", None, count)
        return title, why.format(percent=percent_number(waiting.battery or 0))
    if waiting is not None and waiting.reason is Reason.BUSY:
        why = tr("Other programs use the processor. Reading starts when they use less.")
        return tr("%n conversations are waiting: the computer is busy", None, count), why
    why = tr("A program fills the screen. Reading starts when it no longer does.")
    return tr("%n conversations are waiting: full screen", None, count), why
