"""The tree of a Claude Code session's prompts, the queue of prompts, and the count of tokens.

All of them can be rebuilt from the same records, which is how a grown file is read on.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict, deque
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from arbor_desktop.conversations.readers.claude_records import Usage

_NOBODY = -1
_REMEMBERED = 64


class UnknownParent(Exception):
    """A prompt hangs on a record that lies before the part of the file that was looked at."""


@dataclass(slots=True)
class _Prompt:
    """A genuine prompt and the keys of all turns that it led to, up to the next prompt."""

    before: int
    keys: list[str] = field(default_factory=list)
    followed: bool = False
    unsaid: bool = False


class PromptTree:
    """Finds rewinds: two prompts under the same turn, of which only the later one still counts.

    Records are linked by `uuid` and `parentUuid`. Links pass through records that are no turns (progress,
    attachments, hooks), so each record is filed under the nearest turn above it, its anchor. Only prompts are
    compared: parallel tool calls fork the tree all the time and mean nothing.

    `complete` says that every record before the current one was fed. Where it was not, `place` raises
    UnknownParent for a prompt whose anchor can't be known from the records fed so far.
    """

    def __init__(self, complete: bool) -> None:
        self._complete = complete
        self._anchors: dict[str, int] = {}
        self._strangers: dict[str, int] = {}
        self._owners = array("q")
        self._prompts: list[_Prompt] = []
        self._prompt_at: dict[int, int] = {}
        self._last_owner = _NOBODY

    def __contains__(self, uuid: str) -> bool:
        return uuid in self._anchors

    def place(self, parent: str | UnsetType | None, session: str, *, prompt: bool) -> int:
        """Return the anchor of a record with this parent. Raises UnknownParent, and changes nothing then."""
        if parent is UNSET:
            return _NOBODY
        if not isinstance(parent, str):
            # "\n" is in no uuid: the start of a session is no record.
            return self._stranger(f"\n{session}", prompt)
        anchor = self._anchors.get(parent, _NOBODY)
        return self._stranger(parent, prompt) if anchor == _NOBODY else anchor

    def add(
        self, uuid: str, above: int, *, turn: bool, prompt: bool, at_root: bool, keys: list[str]
    ) -> list[str]:
        """File a record under `above` (from `place`), with the keys of its turns.

        Returns the keys of the turns that it takes back.
        """
        owner = self._owners[above] if above != _NOBODY else _NOBODY
        if owner != _NOBODY:
            self._prompts[owner].followed = True
        taken_back: list[str] = []
        if prompt:
            if above != _NOBODY:
                taken_back = self._take_back(above, at_root)
            self._prompts.append(_Prompt(before=owner))
            owner = len(self._prompts) - 1
            if above != _NOBODY:
                self._prompt_at[above] = owner
        self._anchors[uuid] = self._new_anchor(owner, self._strangers.pop(uuid, None)) if turn else above
        if owner != _NOBODY:
            self._last_owner = owner
            self._prompts[owner].keys.extend(keys)
        return taken_back

    def add_loose(self, key: str) -> None:
        """File a turn without links (a queued prompt) with the record before it."""
        if self._last_owner != _NOBODY:
            self._prompts[self._last_owner].keys.append(key)

    def _stranger(self, name: str, prompt: bool) -> int:
        if not self._complete:
            if prompt:
                raise UnknownParent(name)
            return _NOBODY
        anchor = self._strangers.get(name)
        if anchor is None:
            anchor = self._strangers[name] = self._new_anchor(_NOBODY, None)
        return anchor

    def _new_anchor(self, owner: int, reserved: int | None) -> int:
        if reserved is not None:
            self._owners[reserved] = owner
            return reserved
        self._owners.append(owner)
        return len(self._owners) - 1

    def _take_back(self, anchor: int, at_root: bool) -> list[str]:
        earlier = self._prompt_at.get(anchor)
        if earlier is None:
            return []
        if at_root and not self._prompts[earlier].followed:
            # Some writers never link records at all: then two prompts at the root are no rewind.
            return []
        branch = {earlier}
        for number in range(earlier + 1, len(self._prompts)):
            if self._prompts[number].before in branch:
                branch.add(number)
        taken_back: list[str] = []
        for number in sorted(branch):
            prompt = self._prompts[number]
            if not prompt.unsaid:
                prompt.unsaid = True
                taken_back += prompt.keys
        return taken_back


class QueuedPrompt(NamedTuple):
    """Words typed while the assistant was working."""

    text: str
    said: str
    """The person's own words in it; "" for a notification."""
    session: str
    timestamp: str | float | None
    offset: int


class PromptQueue:
    """Follows prompts through the queue of Claude Code.

    `enqueue` puts words in. `remove` hands them to the model while it works, and they appear in no other
    record (newer versions also write a `queued_command` attachment); `dequeue` sends them as an ordinary
    user record; `popAll` gives them back to the person for editing. None of these names the words it is
    about, so the oldest waiting ones are meant. Whoever types an ordinary prompt has an empty queue.

    `known` says whether everything that waits was seen go in. It becomes true at the first ordinary prompt.
    """

    def __init__(self, known: bool) -> None:
        self.known = known
        self.gap = not known
        """Words that nobody saw go in may have been handed over, and not been given out yet."""
        self._waiting: deque[QueuedPrompt] = deque()
        self._handed_over: list[QueuedPrompt] = []
        self._given_out: list[str] = []
        self._attached_early = 0
        self._sending = not known

    def enqueue(self, prompt: QueuedPrompt) -> None:
        """Put words into the queue."""
        self._waiting.append(prompt)

    def remove(self, text: str) -> None:
        """Hand words to the model. `text` names them where the record does."""
        if self._attached_early:
            self._attached_early -= 1
            return
        self.gap |= not self.known
        prompt = self._take(text)
        if prompt is not None and prompt.said:
            self._handed_over.append(prompt)

    def dequeue(self) -> None:
        """Send the oldest words as an ordinary user record, which is the one to keep."""
        if self._take("") is not None or not self.known:
            self._sending = True

    def take_back(self) -> None:
        """Give all words back to the person."""
        self._waiting.clear()

    def attach(self, text: str) -> bool:
        """Note a `queued_command` attachment. False where its words were given out before."""
        wanted = _folded(text)
        if self._drop(self._handed_over, wanted):
            return True
        if wanted in self._given_out:
            return False
        if self._drop(self._waiting, wanted):
            self._attached_early += 1
        return True

    def prompted(self, text: str) -> None:
        """Note an ordinary user record: words from the queue again, or new ones."""
        wanted = _folded(text)
        again = self._drop(self._handed_over, wanted) or self._drop(self._waiting, wanted)
        if not again and not self._sending:
            self._waiting.clear()
            self._attached_early = 0
            self.known = True
        self._sending = False

    def give_out(self) -> list[QueuedPrompt]:
        """Return words that the model got: to be called when the conversation goes on.

        Not before, because an attachment with the same words and a better id may follow the `remove`.
        """
        self.gap = False
        if not self._handed_over:
            return []
        given, self._handed_over = self._handed_over, []
        self._given_out = (self._given_out + [_folded(prompt.text) for prompt in given])[-_REMEMBERED:]
        return given

    def answered(self) -> None:
        """Note that the assistant spoke, so that what was dequeued has been said."""
        self._sending = False

    def _drop(self, prompts: MutableSequence[QueuedPrompt], wanted: str) -> bool:
        for prompt in prompts:
            if wanted in (_folded(prompt.text), _folded(prompt.said)):
                prompts.remove(prompt)
                return True
        return False

    def _take(self, text: str) -> QueuedPrompt | None:
        if not self._waiting:
            return None
        wanted = _folded(text)
        chosen = next((p for p in self._waiting if wanted and _folded(p.text) == wanted), None)
        if chosen is None:
            # Notifications leave the queue without a word, so a person's words go first.
            chosen = next((p for p in self._waiting if p.said), self._waiting[0])
        self._waiting.remove(chosen)
        return chosen


def _folded(text: str) -> str:
    return " ".join(text.split())


class TokenCounter:
    """Counts the tokens of each model answer once: its usage is repeated, and grows, in several records."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, tuple[int, int]] = OrderedDict()

    def count(self, message_id: str, usage: Usage) -> tuple[int, int]:
        """Return the input and output tokens that are new with this record."""
        now = (max(0, usage.input_tokens or 0), max(0, usage.output_tokens or 0))
        before = self._seen.get(message_id, (0, 0))
        self._seen[message_id] = (max(now[0], before[0]), max(now[1], before[1]))
        self._seen.move_to_end(message_id)
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return max(0, now[0] - before[0]), max(0, now[1] - before[1])
