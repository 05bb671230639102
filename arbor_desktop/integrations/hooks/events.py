"""The hooks that run when a session starts or a prompt is sent: print a block, then record its receipt.

The block is looked up if it is ready, else composed (`context/hook_blocks`). The answer is printed first, and
only what was printed is recorded. If the memory file is busy or can't be written, the receipt goes to the
spool: no session waits for another program's transaction, and a full disk costs it only its receipt.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from json import loads

from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.integrations.hooks import home_folder
from arbor_desktop.integrations.hooks.contracts import COMPACTED, FORKED, RESUMED, Call
from arbor_desktop.integrations.hooks.home_folder import HookError, enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbor_desktop.context.hook_blocks import HookBlocks
    from arbor_desktop.database.connection import Connection
    from arbor_desktop.settings import Settings as CheckedSettings

BUSY_MS = 250
"""How long to wait for others who write."""
_DAY_MS = 86_400_000
MEMORY = "memory"
LEAST_LETTERS = 12
LEAST_WORDS = 3
LEAST_WIDE = 6
"""Letters of a script without spaces between words."""
_WIDE_FROM = "\u2e80"

Print = Callable[[dict[str, object]], None]
Settings = Mapping[str, object]


def at_start(call: Call, home: str, settings: Settings, printed: Print) -> None:
    """Print the whole block when a session begins or is resumed; nothing if the session still has all of
    it."""
    session = _Session.opened(call, home, settings)
    if session is None:
        return
    try:
        if not enabled(settings, "injection.enabled", "injection.session_start"):
            session.note(None, None)
            return
        if session.is_without():
            session.note(None, None)
            return
        continues = call.source in (RESUMED, COMPACTED)
        block, keep = session.block(session.conversation() if continues else None)
        if call.source == RESUMED and session.has(block):
            block = block._replace(text="")
        if block.text:
            printed(call.answer(block.text))
        session.note(block, keep)
        if enabled(settings, "injection.prompts") and settings.get("search.vectors") != "off":
            from arbor_desktop.search import similarity_client

            similarity_client.wake(home)  # prompts will follow
    finally:
        session.conn.close()


def with_prompt(call: Call, home: str, settings: Settings, printed: Print) -> None:
    """Print what is relevant to a prompt and new to the session, or all that is relevant to a question to the
    memory; before it the whole block, if the conversation was shortened since the session got that."""
    question, asks = asked(call.prompt, on=enabled(settings, "injection.prompts"))
    shortened = (
        call.contract.shortened_at(call.transcript) if enabled(settings, "injection.session_start") else 0
    )
    if not (asks or shortened or compares(settings)) or not enabled(settings, "injection.enabled"):
        return
    session = _Session.opened(call, home, settings)
    if session is None:
        return
    try:
        whole, keep, block = None, None, None
        if question is None and session.is_without():
            session.note(None, None)
            return
        if enabled(settings, "injection.session_start"):
            shortened = max(shortened, session.released_at())
        if shortened and session.got_block_at() < shortened:
            whole, keep = session.block(session.conversation())
        if question is not None:
            block = session.answer_to(question)
        elif asks:
            block = session.relevant(whole)
        text = "\n\n".join(one.text for one in (whole, block) if one is not None and one.text)
        if text:
            printed(call.answer(text))
        if whole is not None:
            session.note(whole, keep, call.contract.start)
        session.note(block, None)
    finally:
        session.conn.close()


def compares(settings: Settings) -> bool:
    """Return whether sessions with and without memories are compared."""
    return settings.get("comparison.enabled") is True


def asked(prompt: str, *, on: bool) -> tuple[str | None, bool]:
    """Return the question to the memory in a prompt, if it is one, and whether memories are shared with it.
    `on`: they are shared with prompts."""
    question = memory_question(prompt)
    return question, question is not None or (on and has_subject(prompt))


def has_subject(prompt: str) -> bool:
    """Return whether a prompt says what it is about. "yes, go on" and commands of the tool do not."""
    text = prompt.strip()
    if not text or text[0] == "/":
        return False
    beginning = text[:2_000]
    letters = sum(letter.isalnum() for letter in beginning)
    wide = sum(letter >= _WIDE_FROM and letter.isalnum() for letter in beginning)
    return wide >= LEAST_WIDE or (letters >= LEAST_LETTERS and len(beginning.split()) >= LEAST_WORDS)


def memory_question(prompt: str) -> str | None:
    """Return what a prompt that begins with `memory:`, `/memory:` or `/memory ` asks about, else None. Many
    assistants refuse the slash."""
    text = prompt.strip()
    slash = text.startswith("/")
    command, rest = text[slash:][: len(MEMORY)], text[slash:][len(MEMORY) :]
    if command.lower() != MEMORY or not rest.startswith((":", " ", "\t", "\n") if slash else ":"):
        return None
    return rest[1:].strip() or None


class _Session:
    """The session that called, with the memory file open, and its project and branch."""

    def __init__(
        self,
        call: Call,
        home: str,
        settings: Settings,
        conn: Connection,
        key: str | None,
        project: str | None,
        branch: str | None,
    ) -> None:
        self._call, self._home, self._settings = call, home, settings
        self.conn, self._memory_key = conn, key
        self._project, self._branch = project, branch
        self._key = project or "", branch or ""
        self._drawn: ready_blocks.Drawn | None = None

    @classmethod
    def opened(cls, call: Call, home: str, settings: Settings) -> _Session | None:
        """Return the session; None if nothing is shared, as the folder is excluded, there is no memory file,
        or it is locked. Raises HookError."""
        from arbor_desktop.projects.git import branch_at, project_root

        project = project_root(call.cwd)
        if home_folder.excluded(settings, call.cwd, project, call.transcript):
            return None
        key = None
        if home_folder.is_encrypted(home):
            key = key_of(home)
            if key is None:
                home_folder.leave_note(home, call, "called", answered=False)
                return None
        try:
            conn = ready_blocks.open_file(os.path.join(home, home_folder.DATABASE), BUSY_MS, key)
        except ready_blocks.WrongVersion as error:
            older = error.found < ready_blocks.VERSION
            wrong = (
                "an older Arbor wrote it: open Arbor once"
                if older
                else "a newer Arbor wrote it: update this one"
            )
            raise HookError(f"The memory file can't be read yet, as {wrong}.") from error
        if conn is None:
            return None
        if project and project in ready_blocks.apart(conn):  # its worktrees may be projects of their own
            project = project_root(call.cwd, (project,))
        return cls(call, home, settings, conn, key, project, branch_at(call.cwd) if project else None)

    def conversation(self) -> str | None:
        """Return the id of the session's conversation, if some memories apply to it alone."""
        return ready_blocks.conversation_of(self.conn, self._call.tool, self._call.session_id)

    def block(self, conversation: str | None) -> tuple[ready_blocks.Block, Callable[[], None] | None]:
        """Return the block of a session's start, and what keeps it ready for the next session."""
        now = self._call.at
        if conversation is None:
            found = ready_blocks.find(
                self.conn, *self._key, now - now % _DAY_MS, now, ready_blocks.stamp(self._settings.get)
            )
            if found is not None and self._call.contract.takes(found.text):
                return found, lambda: ready_blocks.asked(self.conn, *self._key, now)
        return self._compose(conversation)

    def _compose(self, conversation: str | None) -> tuple[ready_blocks.Block, Callable[[], None] | None]:
        """Return a new block, and what keeps it, unless something changes meanwhile."""
        # It takes far longer to import than a ready block takes to look up.
        from arbor_desktop.context.hook_blocks import HookBlocks, HookRuntime, maker_number

        conn, project, now, number = self.conn, self._project, self._call.at, maker_number()
        settings = _checked_settings(self._home)
        try:
            ready_blocks.transaction(conn, lambda c: ready_blocks.begin(c, *self._key, number, now))
            begun = True
        except ready_blocks.Failed:  # it is shared all the same, but not kept
            begun = False
        if begun and project:
            self._restore_forgotten(project)
        blocks, contract = HookBlocks(HookRuntime(conn, settings, now)), self._call.contract
        made = shared = blocks.at_start(project, self._branch, now, conversation)
        if not contract.takes(made.text):
            shared = blocks.within(contract.most_bytes).at_start(project, self._branch, now, conversation)
        if not begun or conversation is not None:
            return shared, None
        until, stamp = ready_blocks.ends(conn, now), ready_blocks.stamp(settings.stored)
        return shared, lambda: ready_blocks.keep(
            conn, *self._key, number, made, day=now - now % _DAY_MS, until=until, settings=stamp
        )

    def _restore_forgotten(self, project: str) -> None:
        """Restore what was forgotten while the project rested, as `get_context` does; if that fails, the rest
        is shared all the same."""
        from arbor_desktop.memories.queries import lifecycle

        if not lifecycle.archived_while_inactive(self.conn, project, self._call.at):
            return
        from arbor_desktop.errors import ArborError
        from arbor_desktop.service import MemoryService  # once a month and project

        try:
            with MemoryService.open(self._home, key=self._memory_key) as service:
                service.maintenance_parts.lifecycle.restore_project(project)
        except ArborError:
            return

    def has(self, block: ready_blocks.Block) -> bool:
        """Return whether the session got all memories of the block, and none was changed since."""
        return set(loads(block.memories)) <= set(self._shared())

    def is_without(self) -> bool:
        """Return whether the session gets no memories, to be compared with those that do. It stays so when it
        is resumed or shortened, until the person shares memories with it. One that has got some, or has in
        mind what another session got, is not drawn; nor is one whose instruction files have memories."""
        settings, call, project = self._settings, self._call, self._project
        projects = settings.get("comparison.projects")
        if not compares(settings) or not call.session_id:
            return False
        shared, released = ready_blocks.drawn(self.conn, call.tool, call.session_id)
        if shared is None:
            listed = isinstance(projects, list) and project in projects
            if project is None or not listed or released or call.source == FORKED:
                return False
            if ready_blocks.has_instructions(self.conn, project):
                return False
            one_in = settings.get("comparison.one_in", 5)
            one_in = one_in if isinstance(one_in, int) else 5
            shared = ready_blocks.draw(call.session_id, one_in)
            self._drawn = ready_blocks.Drawn(call.tool, call.session_id, call.at, project, shared, one_in)
        return not (shared or released)

    def released_at(self) -> int:
        """Return when the person had memories shared with the session anyway; 0 for never."""
        if not compares(self._settings):
            return 0
        return ready_blocks.released_at(self.conn, self._call.tool, self._call.session_id)

    def _shared(self) -> list[str]:
        call = self._call
        return ready_blocks.delivered_before(self.conn, call.tool, call.session_id, call.contract.start)

    def got_block_at(self) -> int:
        """Return when the session last got the whole block, in milliseconds; 0 for never."""
        call = self._call
        return ready_blocks.delivered_all_at(self.conn, call.tool, call.session_id, call.contract.start)

    def relevant(self, whole: ready_blocks.Block | None) -> ready_blocks.Block:
        """Return what is relevant to the prompt and neither in `whole` nor shared with the session before."""
        call, blocks = self._call, self._blocks()
        return blocks.with_prompt(
            self._project, self._branch, call.at, call.prompt,
            conversation=self.conversation(),
            known=loads(whole.memories) if whole is not None else self._shared(),
            past_tasks=not ready_blocks.asked_before(self.conn, call.tool, call.session_id, call.event),
            budget=blocks.prompt_budget(),
        )  # fmt: skip

    def _blocks(self) -> HookBlocks:
        found = hook_blocks(self.conn, self._home, self._call.at)
        return found.within(self._call.contract.most_bytes)

    def answer_to(self, question: str) -> ready_blocks.Block:
        """Return all that is relevant to a question to the memory."""
        return self._blocks().with_question(
            self._project, self._branch, self._call.at, question, conversation=self.conversation()
        )

    def note(
        self, block: ready_blocks.Block | None, keep: Callable[[], None] | None, event: str | None = None
    ) -> None:
        """Note the receipt, if anything was shared, and that the hook was called. `event`: the block's, if
        not the call's."""
        call = self._call
        receipt = None
        if block is not None and block.text:
            receipt = ready_blocks.Delivery(
                home_folder.new_id(call.at), call.tool, event or call.event, call.session_id, call.at,
                self._project, self._branch, block.text_hash, block.tokens, block.memories,
            )  # fmt: skip

        def write(conn: Connection) -> None:
            if keep is not None:
                keep()
            if self._drawn is not None:
                ready_blocks.note_drawn(conn, self._drawn)
            if receipt is not None:
                ready_blocks.note_delivery(conn, receipt)
            ready_blocks.note_called(conn, call.tool, call.event, call.at, receipt is not None)

        try:
            ready_blocks.transaction(self.conn, write)
        except ready_blocks.Failed:  # busy, or not writable
            if receipt is not None:
                home_folder.leave_note(self._home, call, "told", **receipt._asdict())
            if self._drawn is not None:
                home_folder.leave_note(self._home, call, "drawn", **self._drawn._asdict())
            home_folder.leave_note(self._home, call, "called", answered=receipt is not None)


def key_of(home: str) -> str | None:
    """Return the key of an encrypted memory, from a running window or `watch`, else from the keyring; None if
    the memory is locked. Nobody is asked for anything. Raises HookError."""
    from arbor_desktop.encryption import sealing
    from arbor_desktop.search import similarity_client

    try:
        found = sealing.key_file(home)
    except sealing.Unreadable as error:
        raise HookError(str(error)) from error
    if found is None:  # turned off just now
        return None
    for key in similarity_client.keys(home):
        if sealing.key_id(key) == found["key_id"]:
            return key
    if found["mode"] != "keyring":
        return None
    from pathlib import Path

    from arbor_desktop.encryption import keys  # imports the keyring, in a tenth of a second
    from arbor_desktop.errors import ArborError
    from arbor_desktop.paths import Home

    try:
        return keys.find(Home(Path(home)))
    except ArborError:  # `arbor doctor` says why
        return None


def hook_blocks(conn: Connection, home: str, now: int) -> HookBlocks:
    """Return what composes blocks for a prompt, on an open file."""
    from functools import cache, partial

    from arbor_desktop.context.hook_blocks import HookBlocks, HookRuntime

    settings = _checked_settings(home)
    if settings.get("search.vectors") == "off":
        return HookBlocks(HookRuntime(conn, settings, now))
    from arbor_desktop.search import similarity_client

    return HookBlocks(HookRuntime(conn, settings, now), cache(partial(similarity_client.ask, home)))


def _checked_settings(home: str) -> CheckedSettings:
    """Return the settings with their defaults."""
    from pathlib import Path

    from arbor_desktop.settings import Settings as CheckedSettings

    return CheckedSettings(Path(home, home_folder.SETTINGS))
