"""Own changes that the team does not have yet, worked out from the memories whenever they are wanted: nothing
that was shared is forgotten, and nothing private is ever written down to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.queries.quotes import quotes
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.gate import WORK
from arbor_desktop.projects.names import folder_name
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.team import rules
from arbor_desktop.team.model import Role
from arbor_desktop.team.queries import local


@dataclass(slots=True)
class Batch:
    """Changes to send: rows, and ids of memories to withdraw. `private`: those of them that became private;
    `looked`: (id, hash, last event) of all that were looked at, as the server has them once this is sent."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    private: list[str] = field(default_factory=list)
    looked: list[tuple[str, str, int]] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.rows) + len(self.withdrawn)

    def withdrawals(self) -> Batch:
        """Return only what is withdrawn: a reader sends nothing else."""
        gone = set(self.withdrawn)
        return Batch([], self.withdrawn, self.private, [one for one in self.looked if one[0] in gone])


class Outgoing:
    """Decides what of this person's memories others get, with one connection."""

    def __init__(self, rt: Runtime, conn: Connection) -> None:
        self._rt, self._conn = rt, conn
        self._keys, self._kinds = local.keys(conn), projects.kinds(conn)

    def key(self, memory: Memory) -> str:
        """Return the key of a memory's project; its folder if that has none yet."""
        return self._keys.get(memory.scope_id or "", memory.scope_id or "")

    def problem(self, memory: Memory, role: str) -> str:
        """Return the code of the reason for which a memory can't be shared now, or ''."""
        if role == Role.READER:
            return "reader"
        code = self.never(memory)
        return code or ("" if memory.status is Status.ACTIVE else "not_active")

    def never(self, memory: Memory) -> str:
        """Return the code of the reason for which a memory never leaves, or ''."""
        kind = self._kinds.get(memory.scope_id or "", (WORK, ""))[0]
        code = rules.private(memory, excluded=self._rt.is_excluded(memory.scope_id), kind=kind)
        if code:
            return code
        row = self.row(memory, [])
        if any(self._rt.redact(text) != text for text in rules.texts_of(row) if len(text) > len("{}")):
            return "secret"
        return "too_long" if rules.too_long(row) else ""

    def row(self, memory: Memory, said: Sequence[dict[str, Any]]) -> dict[str, Any]:
        return rules.outgoing(memory, self.key(memory), folder_name(memory.scope_id), said)

    def quotes(self, memory: Memory) -> list[dict[str, Any]]:
        """Return the words that prove a memory, without secrets."""
        found = quotes(self._conn, memory.id) if memory.evidence else []
        return [one | {"text": self._rt.redact(one["text"])} for one in found]


def excluded(rt: Runtime, conn: Connection) -> list[str]:
    return [path for path in projects.places(conn) if rt.is_excluded(path)]


def collect(rt: Runtime, conn: Connection, limit: int, after: str = "") -> Batch:
    """Return what is to be sent of the next `limit` memories that changed, `after` one. Nothing looked at:
    that is all."""
    shares = local.changed(conn, excluded(rt, conn), limit, after)
    found = memories.get_many(conn, [one.memory for one in shares], rt.policy, rt.clock())
    known = {memory.id: memory for memory in found}
    out, batch = Outgoing(rt, conn), Batch()
    for share in shares:
        memory = known.get(share.memory)
        gone = memory is None or memory.status in rules.ENDED or not share.wanted
        if memory is not None and not gone and out.never(memory):
            batch.private.append(share.memory)
            gone = True
        if memory is None or gone:
            if share.sent:
                batch.withdrawn.append(share.memory)
            batch.looked.append((share.memory, "", share.last))
        elif memory.status is not Status.ACTIVE and share.sent != local.LOST:
            # In review or archived: the others keep what they have.
            batch.looked.append((share.memory, share.sent, share.last))
        else:
            row = out.row(memory, out.quotes(memory) if share.quote else [])
            hashed = rules.digest(row)
            if hashed != share.sent:
                batch.rows.append(row)
            batch.looked.append((share.memory, hashed, share.last))
    return batch


MOST_COUNTED = 500


def waiting(rt: Runtime, conn: Connection, role: str) -> int:
    """Return the number of changes to send; of very many, of those that may be one."""
    if role == Role.READER:
        return len(collect(rt, conn, MOST_COUNTED).withdrawn)
    new = local.not_shared_yet(conn)
    maybe = len(local.changed(conn, excluded(rt, conn), -1))
    return new + (maybe if maybe > MOST_COUNTED else collect(rt, conn, MOST_COUNTED).count)
