"""Tasks of Cline and of its fork Roo Code: a folder a task, its files rewritten whole at every step.

Facts:
- VS Code's `globalStorage/saoudrizwan.claude-dev/tasks/<ms>/` (Cline), also `~/.cline/data/tasks/`;
  `…/rooveterinaryinc.roo-cline/tasks/<uuid>/` (Roo), which has a `history_item.json` besides
  (cline/cline:apps/vscode/src/core/storage/disk.ts, RooCodeInc/Roo-Code:packages/types/src/history.ts).
- `ui_messages.json` (once `claude_messages.json`) is what the person sees, with times: `[{ts, type: ask|say,
  ask|say, text, partial?}]` (cline/cline:src/shared/ExtensionMessage.ts). `partial: true` is still being
  streamed. The kinds of `say` and `ask` are in `cline_messages`.
- `api_conversation_history.json` is what the model sees: `[{role, content}]` with the person's words in
  `<task>`, `<feedback>` or `<answer>`, an `<environment_details>` block after them, and tool calls as tags.
  It is read only where it is alone.
- Roo condenses: `isSummary: true` with the summary; `condenseParent` marks what it stands for
  (RooCodeInc/Roo-Code:src/core/task-persistence/apiMessages.ts).
- `parentTaskId` of `history_item.json`: another task began this one, with a prompt that the model wrote.
- The folder a task ran in: `workspace` of `history_item.json`, `cwdOnTaskInitialization` in
  `state/taskHistory.json`, else `# Current Working Directory (…)` in the environment.

Messages have no ids and their times repeat: a turn is known by its time, kind and words. A task is one
document; what is missing from it later was taken back (a restored checkpoint, an edited prompt).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers import json_lines
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.cline_messages import Said, api_message, object_in, ui_message
from arbor_desktop.conversations.readers.companions import TASK_FILE, TASK_HISTORY, holder
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged, read_json
from arbor_desktop.conversations.readers.gathering import Gathering, content_key

CLINE, ROO = "cline", "roo-code"
ROO_FILE = "history_item.json"
_NAMES = (TASK_FILE, "claude_messages.json", TASK_HISTORY)
_BEGINS = re.compile(rb"\s*\[\s*(?:\]|\{)")
_UI_RECORD = re.compile(rb'"type"\s*:\s*"(?:ask|say)"')
_API_RECORD = re.compile(rb'"role"\s*:\s*"(?:user|assistant)"')
_FOLDER = re.compile(r"# Current (?:Working|Workspace) Directory \(([^()\n]+)\)")
_EDITS = frozenset({"editedExistingFile", "newFileCreated", "appliedDiff", "fileDeleted", "insertContent"})


class ClineReader:
    """Reads Cline's tasks."""

    source = CLINE

    def recognises(self, path: Path, head: bytes) -> bool:
        return _is_task(path, head) and _source_of(path) == self.source

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        finished = document_checkpoint(path)
        out = Gathering(self.source)
        if holder(path) == path:  # else another file of the task holds all of this
            _Task(self.source, path, out).gather()
        yield out.batch(finished)


class RooCodeReader(ClineReader):
    """Reads Roo Code's tasks, which differ in what lies beside them."""

    source = ROO


def _is_task(path: Path, head: bytes) -> bool:
    if path.name not in _NAMES:
        return False
    head = head.removeprefix(b"\xef\xbb\xbf")
    record = _API_RECORD if path.name == TASK_HISTORY else _UI_RECORD
    return bool(_BEGINS.match(head)) and (head.strip(b" \t\r\n[]") == b"" or bool(record.search(head)))


def _source_of(path: Path) -> str:
    """Roo's by what lies beside it, or by the name of its storage; a fork of Roo counts as Roo."""
    storage = path.absolute().parent.parent.parent.name.lower()
    if "claude-dev" in storage or "cline" in storage.replace("roo-cline", ""):
        return CLINE
    return ROO if "roo" in storage or (path.parent / ROO_FILE).exists() else CLINE


class _Task:
    """One task on its way into a gathering."""

    def __init__(self, source: str, path: Path, out: Gathering) -> None:
        self._source = source
        self._path = path
        self._out = out
        self._id = path.absolute().parent.name
        self._parent = ""
        self._half_written = ""
        """The name of a file beside the task's that could not be read."""

    def gather(self) -> None:
        records = read_json(self._path)
        if not isinstance(records, list):
            raise Damaged("The task's file holds no list of messages.")
        self._about(records)
        take = self._take_api if self._path.name == TASK_HISTORY else self._take_ui
        for number, record in enumerate(records):
            if not isinstance(record, dict):
                self._out.unknown += 1
            elif record.get("partial") is not True:
                with self._out.guarded():
                    take(record, number)

    def _take_ui(self, record: Mapping[str, Any], number: int) -> None:
        said = ui_message(record)
        if said is None:
            self._out.unknown += 1
            return
        kind = record.get("say") or record.get("ask")
        for each in said:
            # A task that another task began: its prompt is the model's, unless the person speaks up in it.
            by_model = self._parent and each.kind is TurnKind.SAID and kind != "user_feedback"
            turn = each._replace(kind=TurnKind.SUBAGENT) if by_model else each
            self._say(turn, number, record.get("ts"), kind)
        if record.get("say") == "api_req_started":
            usage = object_in(record.get("text"))
            cached = json_lines.number(usage.get("cacheReads")) + json_lines.number(usage.get("cacheWrites"))
            tokens = json_lines.number(usage.get("tokensIn")) + cached
            self._out.tokens(self._id, tokens, json_lines.number(usage.get("tokensOut")))
        if record.get("say") == "tool" or record.get("ask") == "tool":
            tool = object_in(record.get("text"))
            if json_lines.text(tool.get("tool")) in _EDITS:
                self._out.edited(self._id, json_lines.text(tool.get("path")))

    def _take_api(self, record: Mapping[str, Any], number: int) -> None:
        for each in api_message(record):
            by_model = self._parent and each.kind is TurnKind.SAID
            turn = each._replace(kind=TurnKind.SUBAGENT) if by_model else each
            self._say(turn, number, record.get("ts"), number)

    def _say(self, said: Said, number: int, *place: object) -> None:
        at = json_lines.moment(place[0])
        key = content_key(self._source, self._id, *place, said.kind, said.text.strip())
        self._out.say(self._id, key, said.role, said.text, kind=said.kind, at=at, line=number)

    def _about(self, records: list[Any]) -> None:
        item = self._item()
        cwd = json_lines.text(item.get("workspace")) or json_lines.text(item.get("cwdOnTaskInitialization"))
        cwd = cwd or _folder_in(records) or self._folder_in_history()
        if self._half_written == ROO_FILE or (self._half_written and not cwd):
            # Whose words they are, or whether their folder is excluded, is known only when that is whole.
            raise Damaged(f"{self._half_written}, which tells about the task, is not whole.")
        self._parent = json_lines.text(item.get("parentTaskId"))
        self._out.about(
            self._id,
            title=json_lines.text(item.get("task")),
            cwd=cwd,
            parent=self._parent,
            whole=True,
            model=self._model() or None,
            mode=json_lines.text(item.get("mode")) or None,
        )

    def _item(self) -> Mapping[str, Any]:
        """What the program's list of tasks says of this one: Roo's own file, or Cline's for all tasks."""
        folder = self._path.absolute().parent
        if item := json_lines.mapping(self._read_beside(folder / ROO_FILE)):
            return item
        every = self._read_beside(folder.parent.parent / "state" / "taskHistory.json")
        for item in json_lines.sequence(every):
            if json_lines.mapping(item).get("id") == self._id:
                return json_lines.mapping(item)
        return {}

    def _folder_in_history(self) -> str:
        if self._path.name == TASK_HISTORY:
            return ""
        return _folder_in(json_lines.sequence(self._read_beside(self._path.parent / TASK_HISTORY)))

    def _model(self) -> str:
        metadata = self._read_beside(self._path.parent / "task_metadata.json")
        usage = json_lines.mapping(metadata).get("model_usage")
        models = [
            json_lines.text(json_lines.mapping(each).get("model_id")) for each in json_lines.sequence(usage)
        ]
        return models[-1] if models else ""

    def _read_beside(self, path: Path) -> Any:
        """A file that helps to describe the task: it may be missing, or being written."""
        try:
            return read_json(path)
        except Damaged:
            self._half_written = path.name
        except OSError:
            pass  # it is not there
        return None


def _folder_in(records: list[Any]) -> str:
    """The working folder that the first message's environment tells."""
    for record in records[:4]:
        content = json_lines.mapping(record).get("content")
        parts = content if isinstance(content, list) else [{"text": content}]
        for part in parts:
            if found := _FOLDER.search(json_lines.text(json_lines.mapping(part).get("text"))):
                return found.group(1)
    return ""
