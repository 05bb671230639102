"""One exchange with the server: own changes go out, others' come in, a page at a time."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.team import incoming, outbox
from arbor_desktop.team.model import REMOVED, VERSION, Position, Refused, Role
from arbor_desktop.team.outbox import Batch
from arbor_desktop.team.queries import local
from arbor_desktop.team.queries.local import Own
from arbor_desktop.text.sentence import Sentence

if TYPE_CHECKING:
    from arbor_desktop.team.server.client import Server

AT_ONCE = 500
"""Memories that are sent or stored at a time."""


class Exchange:
    """`run` does it. Its results so far: `sent` (a number), `received` (ids of memories that changed here),
    `erased` (whether any is gone) and `problems`."""

    def __init__(self, runtime: Runtime, there: Server, me: Own) -> None:
        self._rt, self._there, self._me = runtime, there, me
        self._role = me.role
        self._invalid: Counter[str] = Counter()
        self.sent = 0
        self.received: dict[str, None] = {}
        self.erased = False
        self.problems: list[str] = []

    def run(self) -> None:
        """Raises Unreachable, Refused."""
        position, settled = self._begin()
        more = True
        while more:
            self._send()  # before each page: a newcomer has many to read
            position, more = self._receive(position, settled)
        names = self._rt.db.read(local.members)
        for author, count in self._invalid.items():
            name = names[author].name if author in names else author
            self.problems.append(
                Sentence("{count} memories of {name} are not valid.", count=count, name=name)
            )

    def _begin(self) -> tuple[Position, Position]:
        """Return where to go on reading, and before which place nothing can change any more."""
        hello = self._there.hello()
        if hello.member != self._me.member:
            raise Refused(REMOVED)
        position = Position.parse(self._me.position)
        if hello.epoch != self._me.epoch:  # another history, or the first time
            name, version = self._there.team()
            if version > VERSION:
                raise Refused(Sentence("This team needs a newer version of Arbor."))
            again = bool(self._me.epoch)
            self._rt.db.write(lambda c: local.begin(c, name, hello.epoch, again=again))
            position = Position()
        members = self._there.members(position.changed)
        self._role = next((one.role for one in members if one.id == self._me.member), self._me.role)

        def write(conn: Connection) -> None:
            local.put_members(conn, members)
            local.set_own(conn, role=self._role)

        if members:
            self._rt.db.write(write)
        return position, Position(hello.settled)

    def _send(self) -> None:
        after, reads_only = "", self._role == Role.READER
        if not reads_only:
            self._rt.db.write(lambda c: local.share_new(c, self._rt.clock()))
        while True:
            batch = self._rt.db.read(partial(outbox.collect, self._rt, limit=AT_ONCE, after=after))
            if not batch.looked:
                return
            after = batch.looked[-1][0]
            batch = batch.withdrawals() if reads_only else batch
            self._send_batch(batch)
            self.sent += batch.count

    def _send_batch(self, batch: Batch) -> None:
        if batch.rows:  # should they be withdrawn after a kill
            self._rt.db.write(lambda c: local.sending(c, [row["id"] for row in batch.rows]))
        try:
            self._there.put(batch.rows, batch.withdrawn)
        except InvalidInput:  # the server does not take one of them
            for row in batch.rows:
                try:
                    self._there.put([row], [])
                except InvalidInput as error:
                    self.problems.append(Sentence("One memory can't be sent. {why}", why=error.message))
            self._there.put([], batch.withdrawn)

        def note(conn: Connection) -> None:
            local.end_shares(conn, batch.private)
            local.was_sent(conn, batch.looked)

        self._rt.db.write(note)

    def _receive(self, position: Position, settled: Position) -> tuple[Position, bool]:
        """Store a page of changes. Return where the next one begins, and whether there may be one."""
        rows = self._there.changes(position, self._me.member, AT_ONCE)
        more = len(rows) == AT_ONCE
        if rows:
            position = Position(rows[-1].changed, rows[-1].id)
        now = self._rt.clock()
        names = self._rt.db.read(local.members)
        some = [
            incoming.read(self._rt, row, now, trusted=row.author in names and names[row.author].trusted)
            for row in rows
        ]
        # Transactions that are not done yet may still bring changes before what was read.
        through = min(position, settled) if more else settled

        def take(conn: Connection) -> incoming.Taken:
            taken = incoming.take(self._rt, conn, some, local.paths(conn), self._rt.by(incoming.ACTOR))
            local.set_own(conn, position=str(through))
            return taken

        taken = self._rt.db.write(take)
        self.received |= dict.fromkeys(taken.changed)
        self.erased |= taken.erased
        self._invalid.update(taken.invalid)
        return position, more
