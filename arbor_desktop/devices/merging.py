"""Exchange of changes with other devices, within the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from arbor_desktop.database.connection import Connection
from arbor_desktop.devices import registers
from arbor_desktop.devices.model import Changes, Event, Folded
from arbor_desktop.devices.queries import conflicts, group, log
from arbor_desktop.devices.queries.group import Own
from arbor_desktop.devices.rules import FIELDS, LATEST_CLOCK, apart_id, before_others, fold
from arbor_desktop.editing.queries import purge
from arbor_desktop.ids import new_id
from arbor_desktop.maintenance import duplicates
from arbor_desktop.memories.model import LIVING, Status
from arbor_desktop.memories.queries import events, memories, records
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.text.sentence import Sentence

ACTOR = "devices"


def prepare(conn: Connection, excluded: Collection[str], by: Write) -> None:
    """Bring the log in order before it is sent or added to: decide what stays on this device, and have it say
    all that memories and registers say."""
    me = group.own(conn)
    private = set(log.private(conn, excluded))
    rows = [here["row"] for here in log.rows(conn, private).values()]
    private |= set(log.ids_of(conn, purge.with_merged(conn, rows)))
    before = log.kept_back(conn)
    new = sorted(private - before)
    sent = log.was_sent(conn, new, me.ids, me.sent)
    log.keep_back(conn, new)
    if log.withdraw(conn, sent, None):
        group.set_own(conn, rewrite=True)
    group.drop_registers(conn, [registers.quotes_key(ident) for ident in new])
    changed = log.changed_here(conn, me.ids, me.sent)
    log.share_derived(conn, changed)
    for ident, here in log.rows(conn, before - private - log.withdrawn(conn)).items():
        since = _record_all(conn, ident, here, me, by)
        log.release(conn, ident, since)
        changed.append(ident)
    align(conn, changed, me, by)
    registers.note(conn, changed, me, excluded, by.now)


def align(conn: Connection, ids: Collection[str], me: Own, by: Write) -> None:
    """Record what memories say and their changes do not: this device's memory is what its person knows."""
    ids = set(ids) - log.kept_back(conn)
    log_of = log.of_memories(conn, ids)
    for ident, here in log.rows(conn, ids).items():
        made = fold(log_of[ident])
        if made is None:
            _record_all(conn, ident, here, me, by)
        elif changed := [name for name in FIELDS if here[name] != made.fields[name]]:
            before = {name: made.fields[name] for name in changed}
            newest = max(log_of[ident], key=lambda one: one.position)
            worded = [one.position for one in log_of[ident] if "content" in one.after]
            log.insert(
                conn,
                Event(
                    ident, max(by.now << 16, newest.clock + 1), me.id, by.now, ACTOR, "shared", by.action_id,
                    before, {name: here[name] for name in changed},
                    max(worded) if "content" in changed else None,
                ),
            )  # fmt: skip


def _record_all(conn: Connection, ident: str, here: dict[str, object], me: Own, by: Write) -> int:
    """Record a memory as if it began now. Return the clock."""
    clock = max(by.now << 16, events.newest_clock(conn, ident) + 1)
    after = {name: here[name] for name in FIELDS}
    log.insert(conn, Event(ident, clock, me.id, by.now, ACTOR, "shared", by.action_id, None, after))
    return clock


def receive(conn: Connection, came: Changes, by: Write) -> tuple[list[str], bool]:
    """Merge changes of other devices. Return the ids of memories that changed, and whether any were deleted
    permanently."""
    me = group.own(conn)
    kept_back = log.kept_back(conn)
    gone = [one for one in log.withdraw(conn, came.withdrawn, 0) if one not in kept_back]
    erased = _erase(conn, gone)
    dead = log.withdrawn(conn) | kept_back
    new = [one for one in came.events if one.memory not in dead and 0 < one.clock < LATEST_CLOCK]
    ids = list(dict.fromkeys(one.memory for one in new))
    align(conn, ids, me, by)
    touched = log.add(conn, new)
    changed = settle(conn, touched, by)
    changed += _revive(conn, touched, by)
    changed += merge_same(conn, changed, by)
    changed += registers.receive(
        conn, [one for one in came.registers if not dead & registers.memories_of(one)], by
    )
    return [*dict.fromkeys([*gone, *changed])], erased


def _erase(conn: Connection, ids: Sequence[str]) -> bool:
    """Delete memories that were withdrawn permanently, with what only derives from them. Return whether there
    was anything."""
    log.remove(conn, [apart for ident in ids for apart in log.apart_of(conn, ident)])
    rows = [here["row"] for here in log.rows(conn, ids).values()]
    known = [ident for ident, said in log.of_memories(conn, ids).items() if said]
    if rows:
        purge.erase_memories(conn, rows)
    log.drop(conn, known)
    if known:
        group.set_own(conn, rewrite=True)
    return bool(rows)


def settle(conn: Connection, ids: Iterable[str], by: Write) -> list[str]:
    """Make memories what their changes say. Return the ids of those that changed."""
    changed: list[str] = []
    for part in records.chunks(list(dict.fromkeys(ids))):
        said, rows = log.of_memories(conn, part), log.rows(conn, part)
        for ident in part:
            made = fold(said[ident])
            if made is None:
                continue
            if log.write(conn, ident, made, rows.get(ident)):
                changed.append(ident)
            changed += _set_apart(conn, ident, made)
    return changed


def _set_apart(conn: Connection, ident: str, made: Folded) -> list[str]:
    """Keep texts of a memory that lost as memories of their own, in a conflict with it. Return their ids."""
    lost = {apart_id(one): one for one in made.lost}
    derived = set(log.apart_of(conn, ident))
    log.remove(conn, sorted(derived - set(lost)))
    lost = {apart: one for apart, one in lost.items() if apart not in log.withdrawn(conn)}
    changed = []
    for apart, one in lost.items():
        known = log.of_memories(conn, [apart])[apart]
        if apart in derived or not known:
            log.drop(conn, [apart] if known else [])
            log.insert(conn, _derived(apart, one, ident, made))
            result = fold(log.of_memories(conn, [apart])[apart])
            assert result is not None  # it has all fields
            if log.write(conn, apart, result, log.rows(conn, [apart]).get(apart)):
                changed.append(apart)
        if log.rows(conn, [apart]):
            conflicts.open_apart(conn, ident, apart, one.clock)
    return changed


def _derived(apart: str, one: Event, ident: str, made: Folded) -> Event:
    status = made.fields["status"] if made.fields["status"] in LIVING else Status.ACTIVE
    after = made.fields | {"content": one.after["content"], "status": status, "created_at": one.at}
    after |= {log.APART_FROM: ident}
    return Event(apart, one.clock, one.device, one.at, log.DERIVED, "kept apart", apart, None, after)


def merge_same(conn: Connection, ids: Sequence[str], by: Write) -> list[str]:
    """Merge memories that say the same in the same place, as every device does. Return the ids of all that
    changed."""
    changed: list[str] = []
    for ident in ids:
        for other in log.same(conn, ident):
            pair = memories.get_many(conn, [ident, other], by.policy, by.now)
            if len(pair) != 2 or not duplicates.may_merge(conn, pair[0], pair[1]):
                continue
            why = replace(by, actor="maintenance", action_id=new_id(by.now))
            keeper, loser = sorted(pair, key=before_others)
            changed += duplicates.merge(conn, keeper, loser, why)
            if ident == loser.id:
                break
    return changed


def _revive(conn: Connection, ids: Iterable[str], by: Write) -> list[str]:
    """Restore the first of several memories that devices merged into each other, each in another direction.
    Return the ids of those restored."""
    revived = []
    for ident in ids:
        ring, taker = [ident], log.merged_into(conn, ident)
        while taker is not None and taker not in ring:
            ring.append(taker)
            taker = log.merged_into(conn, taker)
        if taker != ident:
            continue
        first = min(memories.get_many(conn, ring, by.policy, by.now), key=before_others)
        why = replace(
            by, actor="maintenance", reason=Sentence("Two devices merged it in different directions")
        )
        memories.change(conn, first.row, {"status": Status.ACTIVE}, why, "restored", touch=False)
        revived.append(first.id)
    return revived


def outgoing(conn: Connection, *, everything: bool) -> tuple[Changes, int]:
    """Return what this device has to tell the others, all or what is new, and the last event of that."""
    me = group.own(conn)
    found = Changes(
        log.own(conn, me.ids, 0 if everything else me.sent),
        log.withdrawals(conn, all_of_them=everything),
        list(group.registers(conn).values()) if everything else group.unsent(conn),
    )
    return found, events.last_seq(conn)


def sent(conn: Connection, told: Changes, through: int, number: int) -> None:
    """Note that a segment has these changes."""
    group.set_own(conn, sent=through, written=number)
    log.withdrawals_sent(conn, told.withdrawn, number)
    group.registers_sent(conn, told.registers)
