"""What a session is told: looked up where it lies ready, else put together; and the receipt of it.

The answer is written first. Only what was written is noted, and where the file is busy or can't be written,
the notes go to the spool: nobody waits for another program's transaction, and on a full disk a session lacks
nothing but its receipt.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from json import loads

from arbor_desktop.context.queries import prepared
from arbor_desktop.integrations.hooks import notes, place, prompts
from arbor_desktop.integrations.hooks.call import Call, Contract
from arbor_desktop.integrations.hooks.trouble import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbor_desktop.context.session_blocks import SessionBlocks
    from arbor_desktop.database.connection import Connection

BUSY_MS = 250
"""So long is waited for others who write."""
_DAY_MS = 86_400_000
COMPACTED = "compact"

Say = Callable[[dict[str, object]], None]
Settings = Mapping[str, object]


def start(contract: Contract, call: Call, home: str, settings: Settings, say: Say) -> None:
    """A session begins or goes on: the whole block; one that still has all of it in mind is told nothing."""
    here = _Here.of(contract, call, home, settings)
    if here is None:
        return
    try:
        if not place.on(settings, "injection.enabled", "injection.session_start"):
            here.note(None, None)
            return
        goes_on = call.source in contract.resumes or call.source == COMPACTED
        conversation = here.conversation() if goes_on else None
        block, making = here.ready(conversation)
        if call.source in contract.resumes and here.knows(block):
            block = block._replace(text="")
        if block.text:
            say(contract.answer(call.event, block.text))
        here.note(block, making)
        if place.on(settings, "injection.prompts") and settings.get("search.vectors") != "off":
            from arbor_desktop.search import similarity_client

            similarity_client.wake(home)  # prompts will follow
    finally:
        here.conn.close()


def prompted(contract: Contract, call: Call, home: str, settings: Settings, say: Say) -> None:
    """A person asks something: what is relevant to it and was not told yet; or, asked for by name, all that
    is known of it. Where the conversation was shortened since the session was told all, all is told again."""
    question = prompts.memory_question(call.prompt)
    asks = question is not None or (
        place.on(settings, "injection.prompts") and prompts.worth_asking(call.prompt)
    )
    shortened = contract.shortened_at(call.transcript) if place.on(settings, "injection.session_start") else 0
    if not (asks or shortened) or not place.on(settings, "injection.enabled"):
        return
    here = _Here.of(contract, call, home, settings)
    if here is None:
        return
    try:
        whole, making = here.ready(here.conversation()) if here.told_all_before(shortened) else (None, None)
        block = None
        if question is not None:
            block = here.asked(question)
        elif asks:
            block = here.fitting(whole)
        text = "\n\n".join(one.text for one in (whole, block) if one is not None and one.text)
        if text:
            say(contract.answer(call.event, text))
        if whole is not None:
            here.note(whole, making, contract.start)
        here.note(block, None)
    finally:
        here.conn.close()


class _Here:
    """One call with the memory file open, in the project and branch that it comes from."""

    def __init__(
        self,
        contract: Contract,
        call: Call,
        home: str,
        settings: Settings,
        project: str | None,
        conn: Connection,
    ) -> None:
        from arbor_desktop.projects.root import branch_at

        self._contract, self._call, self._home, self._settings = contract, call, home, settings
        self.conn = conn
        self._project = project
        self._branch = branch_at(call.cwd) if project else None

    @classmethod
    def of(cls, contract: Contract, call: Call, home: str, settings: Settings) -> _Here | None:
        """None where nothing is to be told: in what is kept out of Arbor, or before there is a memory file.
        Raises Trouble."""
        project = place.project(call.cwd)
        if place.excluded(settings, call.cwd, project, call.transcript):
            return None
        try:
            conn = prepared.open_file(os.path.join(home, place.DATABASE), BUSY_MS)
        except prepared.WrongVersion as error:
            older = error.found < prepared.VERSION
            wrong = (
                "an older Arbor wrote it: open Arbor once"
                if older
                else "a newer Arbor wrote it: update this one"
            )
            raise Trouble(f"The memory file can't be read yet, as {wrong}.") from error
        if conn is None:
            return None
        return cls(contract, call, home, settings, place.of_its_own(conn, call.cwd, project), conn)

    def conversation(self) -> str | None:
        return prepared.conversation_of(self.conn, self._contract.source, self._call.session_id)

    def ready(self, conversation: str | None) -> tuple[prepared.Prepared, Callable[[], None] | None]:
        """The block, and what keeps it for the next session if it was made just now."""
        now = self._call.at
        if conversation is None:
            found = prepared.find(
                self.conn, *self._key, now - now % _DAY_MS, now, prepared.stamp(self._settings.get)
            )
            if found is not None:
                return found, lambda: prepared.asked(self.conn, *self._key, now)
        from arbor_desktop.integrations.hooks import making

        return making.block(self.conn, self._home, self._project, self._branch, conversation, now)

    def knows(self, block: prepared.Prepared) -> bool:
        """Whether the session was told all that the block tells of, and nobody changed it since."""
        return set(loads(block.memories)) <= set(self._known())

    def _known(self) -> list[str]:
        return prepared.told_before(self.conn, self._call.tool, self._call.session_id, self._contract.start)

    def told_all_before(self, moment: int) -> bool:
        """Return whether the session was last given everything before a moment, if ever; never before 0."""
        told = prepared.told_all_at(self.conn, self._call.tool, self._call.session_id, self._contract.start)
        return told < moment

    def fitting(self, whole: prepared.Prepared | None) -> prepared.Prepared:
        """What fits the prompt and is in neither `whole` nor what the session has in mind of before it."""
        call, telling = self._call, self._telling()
        return telling.with_prompt(
            self._project, self._branch, call.at, call.prompt,
            conversation=self.conversation(),
            known=loads(whole.memories) if whole is not None else self._known(),
            past_tasks=not prepared.asked_before(self.conn, call.tool, call.session_id, call.event),
            budget=telling.prompt_budget(),
        )  # fmt: skip

    def asked(self, question: str) -> prepared.Prepared:
        telling = self._telling()
        return telling.with_question(
            self._project, self._branch, self._call.at, question, conversation=self.conversation()
        )

    def note(
        self, block: prepared.Prepared | None, keep: Callable[[], None] | None, event: str | None = None
    ) -> None:
        """The receipt, if anything was told, and that the hook was called. `event`: the one that the block
        is of, if not the call's."""
        call = self._call
        told = None
        if block is not None and block.text:
            told = prepared.Told(
                notes.new_id(call.at), call.tool, event or call.event, call.session_id, call.at,
                self._project, self._branch, block.text_hash, block.tokens, block.memories,
            )  # fmt: skip

        def write(conn: Connection) -> None:
            if keep is not None:
                keep()
            if told is not None:
                prepared.note_told(conn, told)
            prepared.note_called(conn, call.tool, call.event, call.at, told is not None)

        try:
            prepared.transaction(self.conn, write)
        except prepared.Failed:  # busy, or not to be written at all
            if told is not None:
                notes.leave(self._home, call, "told", **told._asdict())
            notes.leave(self._home, call, "called", answered=told is not None)

    @property
    def _key(self) -> tuple[str, str]:
        return self._project or "", self._branch or ""

    def _telling(self) -> SessionBlocks:
        from arbor_desktop.integrations.hooks import making

        return making.telling(self.conn, self._home, self._call.at)
