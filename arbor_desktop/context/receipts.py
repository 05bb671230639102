"""Receipts: what sessions were given, whether it arrived and was used, and the state of each hook.

The use of memories is judged when a session is memorized, and again when it went on; it is counted once
(spec 5.4). All of it runs on this computer, without a model.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property

from arbor_desktop import resources
from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import DeliverySummary, HookHealth, Pulse, Receipt, ToldFigures, Use
from arbor_desktop.context.queries import receipts
from arbor_desktop.context.queries.receipts import BegunSession, DeliveredMemory, HookState
from arbor_desktop.context.use import Judge, Verdict, Vocabulary
from arbor_desktop.conversations.arrival import SeenBlock, arrived, line_hash
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.conversations.model import Conversation, Turn
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories import checks
from arbor_desktop.memories.confidence import FAILURE_DELTA, USED_DELTA, proven_rate
from arbor_desktop.memories.model import Memory, Severity, Status
from arbor_desktop.memories.queries import memories, relations
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.escaping import one_line
from arbor_desktop.text.sentence import Sentence, joined

SUMMARY_DAYS = 30
NOT_USED = "You marked it as not used."
_COUNTED = (Use.USED, Use.FAILED)
MINUTE_MS = 60_000
MARGIN_MS = 10 * MINUTE_MS
"""A session that began this soon after the hook was installed or called proves nothing: the tool may have
been open before, and clocks differ."""
MANY = 2
LATE_MS = DAY_MS
"""A hook is silent after this many sessions without a call, or one that began this long after it was
installed or last called: a tool reads its hooks when it starts, not when the person speaks."""
TITLES = {"claude-code": "Claude Code", "codex": "Codex", "gemini-cli": "Gemini CLI"}
_SETTLE = {
    "claude-code": Sentence(
        "Restart Claude Code, then type /hooks to check that Arbor's hooks are on. If that doesn't "
        "help, connect it again."
    ),
    "codex": Sentence(
        "Codex runs hooks only after you trust them. Start Codex, type /hooks and trust Arbor's "
        "hooks. Codex asks again whenever the hooks change."
    ),
    "gemini-cli": Sentence(
        "Restart Gemini CLI, then type “/hooks panel” to check that Arbor's hooks are on. If that "
        "doesn't help, connect it again."
    ),
}


class Receipts:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def of_conversation(self, conversation_id: str) -> list[Receipt]:
        """Return the receipts of a session, oldest first."""
        return self._rt.db.read(lambda c: receipts.of_conversation(c, conversation_id))

    def figures(self, conversations: Sequence[str]) -> dict[str, ToldFigures]:
        """Return figures of those of the conversations that were given memories."""
        return self._rt.db.read(lambda c: receipts.figures(c, conversations))

    def latest(self, project: str | None = None, limit: int = 20) -> list[Receipt]:
        """Return the latest receipts of one project or of all, newest first."""
        path = None if project is None else checks.project_path(project)
        return self._rt.db.read(lambda c: receipts.latest(c, path, limit))

    def summary(self, project: str | None = None) -> DeliverySummary:
        """Return figures of the last thirty days."""
        path = None if project is None else checks.project_path(project)
        since = self._rt.clock() - SUMMARY_DAYS * DAY_MS
        return self._rt.db.read(lambda c: receipts.summary(c, since, path))

    def health(self, installed: Collection[str]) -> list[HookHealth]:
        """Return the state of the hooks of the `installed` integrations, in the order given."""

        def read(conn: Connection) -> list[HookHealth]:
            known = receipts.hook_states(conn, list(installed))
            return [self._health(conn, known.get(tool) or HookState(tool)) for tool in installed]

        return self._rt.db.read(read)

    def _health(self, conn: Connection, state: HookState) -> HookHealth:
        since = _quiet_since(state)
        patterns = self._rt.settings.get("capture.excluded")
        begun = [
            one
            for one in (receipts.sessions_since(conn, state.tool, since) if since is not None else ())
            if one.project is None or not excluded_by(one.project, patterns)
        ]
        pulse, message = _pulse(state, begun, self._rt.clock())
        return HookHealth(state.tool, pulse, state.installed_at, state.called_at, state.answered_at, message)

    def installed(self, tool: str, on: bool) -> None:
        """Note that the hooks of an integration were installed or repaired (`on`), or removed."""
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            if on:
                receipts.note_installed(conn, tool, now)
            else:
                receipts.note_removed(conn, tool)

        self._rt.db.write(write)
        self._rt.announce(status=True)

    def not_used(self, conversation_id: str, memory_id: str) -> None:
        """Undo the count of a memory that a person says was not used in a session, and judge it there no
        more. Raises NotFound."""
        by = self._rt.by("user", Sentence("Not used in a session after all"))

        def write(conn: Connection) -> bool:
            row = conversations.row_of(conn, conversation_id)
            memory = memories.get(conn, memory_id, by.policy, by.now)
            before = receipts.use_of(conn, row, memory.row)
            if before is None:
                raise NotFound("That memory was not shared with that conversation.", id=memory_id)
            receipts.set_use(conn, row, memory.row, Use.UNUSED, NOT_USED, None, by_person=True)
            return before.use is Use.USED and _uncount(conn, row, memory, by)

        if self._rt.db.write(write):
            self._rt.announce((memory_id,), (conversation_id,), status=True)
        else:
            self._rt.announce((), (conversation_id,))


# -- arrival --


def note_shown(conn: Connection, conversation: int, shown: Sequence[SeenBlock], by: Write) -> None:
    """Join receipts to a session of which more was stored, with `shown` blocks, and check whether they
    arrived. Part of the caller's transaction."""
    receipts.join(conn, conversation)
    if shown:
        receipts.saw(conn, conversation, shown)
    check_arrival(conn, conversation, by)


def check_arrival(conn: Connection, conversation: int, by: Write) -> None:
    """Store of each receipt whether the session's record shows that it arrived, or did not."""
    open_ones = receipts.unsettled(conn, conversation)
    if not open_ones:
        return
    seen = receipts.seen(conn, conversation)
    answered = receipts.last_answer(conn, conversation)
    for one in open_ones:
        told = memories.get_many(conn, one.memories, by.policy, by.now)
        lines = {line_hash(one_line(memory.told_text)) for memory in told}
        receipts.set_arrived(
            conn, one.row, arrived(one.text_hash, one.event, lines, seen, went_on=answered > one.at)
        )


# -- use --


@dataclass(frozen=True, slots=True)
class Judged:
    """What one session did with one memory."""

    told: DeliveredMemory
    verdict: Verdict


class Uses:
    """Judges the use of memories in sessions, and counts it."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    @cached_property
    def _judge(self) -> Judge:
        return Judge(Vocabulary.parse(resources.read_text("use.toml")))

    def judge(self, conversation: Conversation) -> list[Judged]:
        """Return what a session did with each memory that it was given. Stores nothing."""

        def read(conn: Connection) -> tuple[list[DeliveredMemory], list[Turn]]:
            row = conversations.row_of(conn, conversation.id)
            told = receipts.delivered(conn, row, self._rt.policy, self._rt.clock())
            return told, conversations.turns(conn, row) if told else []

        told, turns = self._rt.db.read(read)
        found: list[Judged] = []
        for at in sorted({one.at for one in told}):
            together = [one for one in told if one.at == at]
            before = max((turn.number for turn in turns if turn.at is not None and turn.at < at), default=0)
            verdicts = self._judge.judge([one.text for one in together], turns, before)
            found += [Judged(one, verdict) for one, verdict in zip(together, verdicts, strict=True)]
        return found

    def commit(self, conn: Connection, row: int, judged: Sequence[Judged], by: Write) -> list[str]:
        """Store what was judged of a conversation, and count what is new. Return the ids of changed
        memories."""
        changed: list[str] = []
        for one in judged:
            before = receipts.use_of(conn, row, one.told.memory)
            if before is None or before.by_person:
                continue  # erased meanwhile, or the person knows better
            if _is_final(before.use, one.verdict.use):
                continue
            receipts.set_use(
                conn, row, one.told.memory, one.verdict.use, one.verdict.reason, one.verdict.turn
            )
            if one.verdict.use in _COUNTED and _count(conn, row, one, by):
                changed.append(one.told.memory_id)
        if judged:
            receipts.set_judged(conn, row, by.now)
        return changed


def _is_final(before: Use | None, now: Use) -> bool:
    """Return whether an earlier verdict is kept: a failure always, a use also if less of it is seen later."""
    if before is Use.FAILED or before is now:
        return True
    return before is Use.USED and now is Use.UNUSED


def _count(conn: Connection, row: int, one: Judged, by: Write) -> bool:
    """Reinforce a memory that was used, weaken one that failed; others than active ones stay. Return whether
    it changed."""
    used = one.verdict.use is Use.USED
    severity = None if used else Severity.MEDIUM if one.verdict.taken_back else Severity.LOW
    if relations.was_counted(conn, one.told.memory, row, used):
        return False
    relations.add_usage(
        conn, one.told.memory, used, severity and severity.value, one.verdict.reason, by.now, conversation=row
    )
    if one.told.status is not Status.ACTIVE:
        return False
    where = f"turn {one.verdict.turn}" if one.verdict.turn is not None else "it"
    reason = (
        f"{'Used' if used else 'Did not hold'} in a session that was told it. {one.verdict.reason} ({where})"
    )
    write = replace(by, action_id=new_id(by.now), reason=reason)
    memory = memories.get(conn, one.told.memory_id, by.policy, by.now)
    if severity is not None:
        failures = memory.failure_count + 1
        memories.adjust(conn, memory.row, FAILURE_DELTA[severity], write, "failed", failure_count=failures)
        return True
    memories.adjust(
        conn, memory.row, USED_DELTA, write, "used",
        use_count=memory.use_count + 1, success_count=memory.success_count + 1, last_used_at=by.now,
        decay_rate=proven_rate(memory.decay_rate, memory.type),
    )  # fmt: skip
    return True


def _uncount(conn: Connection, row: int, memory: Memory, by: Write) -> bool:
    if not relations.drop_usage(conn, memory.row, row):
        return False
    memories.adjust(
        conn, memory.row, -USED_DELTA, by, "not used",
        use_count=max(0, memory.use_count - 1), success_count=max(0, memory.success_count - 1),
    )  # fmt: skip
    return True


# -- hooks --


def title_of(tool: str) -> str:
    """Return the name of a tool for people."""
    return TITLES.get(tool, tool)


def _quiet_since(state: HookState) -> int | None:
    """Return the time from which a session should have called the hook; None if that is unknown."""
    if state.installed_at is None and state.called_at is None:
        return None
    return max(state.installed_at or 0, state.called_at or 0) + MARGIN_MS


def _pulse(state: HookState, begun: Sequence[BegunSession], now: int) -> tuple[Pulse, str]:
    """Return the state of a hook, and what is wrong. `begun`: the sessions of people, outside of excluded
    folders, that began since `_quiet_since`."""
    title = title_of(state.tool)
    heard = state.called_at is not None and state.called_at >= (state.installed_at or 0)
    since = _quiet_since(state)
    silent = [one for one in begun if since is not None and since < one.at <= now]
    if since is not None and (len(silent) >= MANY or any(one.at > since + LATE_MS for one in silent)):
        after = Sentence("the last hook call") if heard else Sentence("the tool was connected")
        what = Sentence(
            "Since {event}, a {tool} session has run without contacting Arbor.", tool=title, event=after
        )
        if len(silent) > 1:
            what = Sentence(
                "Since {event}, {count} {tool} sessions have run without contacting Arbor.",
                count=len(silent), tool=title, event=after,
            )  # fmt: skip
        settle = _SETTLE.get(state.tool) or Sentence("Restart the AI tool or connect it again.")
        return Pulse.SILENT, joined(what, settle)
    if state.trouble and state.trouble_at is not None and state.trouble_at >= (state.called_at or 0):
        return Pulse.FAILING, Sentence(
            "The last {tool} hook call failed: {trouble} Your session continued without memories. "
                "For details, run “arbor doctor” in a terminal.",
            tool=title, trouble=state.trouble,
        )  # fmt: skip
    if heard:
        return Pulse.WELL, ""
    none = Sentence("No {tool} session has contacted Arbor yet.", tool=title)
    if state.tool == "codex":
        then = Sentence("Start Codex, type /hooks and trust Arbor's hooks. Then start a session.")
    else:
        then = Sentence("Start a new {tool} session. It will then see your memories.", tool=title)
    return Pulse.UNHEARD, joined(none, then)
