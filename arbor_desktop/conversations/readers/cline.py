"""Tasks of Cline and of its fork Roo Code: a folder a task, its files rewritten whole at every step.

Facts:
- VS Code's `globalStorage/saoudrizwan.claude-dev/tasks/<ms>/` (Cline), also `~/.cline/data/tasks/`;
  `…/rooveterinaryinc.roo-cline/tasks/<uuid>/` (Roo), which has a `history_item.json` besides
  (cline/cline:apps/vscode/src/core/storage/disk.ts, RooCodeInc/Roo-Code:packages/types/src/history.ts).
- `ui_messages.json` (once `claude_messages.json`) is what the person sees, with times: `[{ts, type: ask|say,
  ask|say, text, partial?}]` (cline/cline:src/shared/ExtensionMessage.ts). `partial: true` is still being
  streamed. The kinds of `say` and `ask` are below.
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

from arbor_desktop.conversations.files import TASK_FILE, TASK_HISTORY, holder
from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    Damaged,
    DocumentReader,
    content_key,
    read_json,
)
from arbor_desktop.conversations.readers.values import (
    BOM,
    Spoken,
    at,
    content_blocks,
    cut_spans,
    first_text,
    mapping,
    mappings,
    moment,
    number,
    objects,
    sequence,
    text,
    tool_call,
    tool_result,
)

CLINE, ROO = "cline", "roo-code"
ROO_FILE = "history_item.json"
_NAMES = (TASK_FILE, "claude_messages.json", TASK_HISTORY)
_BEGINS = re.compile(rb"\s*\[\s*(?:\]|\{)")
_UI_RECORD = re.compile(rb'"type"\s*:\s*"(?:ask|say)"')
_API_RECORD = re.compile(rb'"role"\s*:\s*"(?:user|assistant)"')
_FOLDER = re.compile(r"# Current (?:Working|Workspace) Directory \(([^()\n]+)\)")
_EDITS = frozenset({"editedExistingFile", "newFileCreated", "appliedDiff", "fileDeleted", "insertContent"})
_CHANGES_FLAG = "HAS_CHANGES"
"""Stands at the end of a completion's text (cline/cline:src/shared/ExtensionMessage.ts)."""

_PROMPTS = frozenset({"task", "user_feedback"})
_ANSWERS = frozenset({"text", "completion_result"})
_CALLS = frozenset(
    {"command", "tool", "use_mcp_server", "browser_action", "browser_action_launch", "use_subagents"}
)
_RESULTS = frozenset(
    {"command_output", "mcp_server_response", "mcp_notification", "browser_action_result", "subtask_result",
     "codebase_search_result", "subagent", "user_feedback_diff", "user_edit_todos"}
)  # fmt: skip
_ERRORS = frozenset(
    {"error", "diff_error", "clineignore_error", "rooignore_error", "command_permission_denied",
     "api_req_failed", "mistake_limit_reached"}
)  # fmt: skip
_CONTEXT = frozenset({"new_task", "condense", "summarize_task", "report_bug", "hook_output_stream"})
_SILENT = frozenset(
    {"api_req_started", "api_req_finished", "api_req_retried", "api_req_retry_delayed", "api_req_deleted",
     "api_req_rate_limit_wait", "deleted_api_reqs", "reasoning", "error_retry", "shell_integration_warning",
     "shell_integration_warning_with_suggestion", "mcp_server_request_started", "checkpoint_created",
     "checkpoint_saved", "load_mcp_documentation", "generate_explanation", "info", "task_progress",
     "hook_status",
     "subagent_usage", "conditional_rules_applied", "resume_task", "resume_completed_task", "finishTask",
     "auto_approval_max_req_reached", "condense_context_error", "sliding_window_truncation", "image",
     "too_many_tools_warning"}
)  # fmt: skip
_COMMAND = re.compile(r"/(?:newtask|smol|compact|newrule|reportbug|clear)\s*$")
_USER_TAGS = ("task", "feedback", "answer", "user_message")
_TOOL_RESULT = re.compile(r"\[([\w-]+)(?: for '([^']*)')?[^\]]*\] Result:")
_THINKING = ("thinking", "think")
_TARGETS = ("path", "command", "regex", "query", "url")
_TOOL_TAG = re.compile(r"^<([a-z]+(?:_[a-z]+)+)>\s*$", re.MULTILINE)
_SPEECH_TAGS = {
    "attempt_completion": "result",
    "plan_mode_respond": "response",
    "ask_followup_question": "question",
}


class ClineReader(DocumentReader):
    """Reads Cline's tasks."""

    source = CLINE

    def recognises(self, path: Path, head: bytes) -> bool:
        return _is_task(path, head) and _source_of(path) == self.source

    def take(self, path: Path, out: BatchBuilder) -> None:
        if holder(path) == path:  # else another file of the task holds all of this
            _Task(self.source, path, out).add()


class RooCodeReader(ClineReader):
    """Reads Roo Code's tasks, which differ in what lies beside them."""

    source = ROO


def _is_task(path: Path, head: bytes) -> bool:
    if path.name not in _NAMES:
        return False
    head = head.removeprefix(BOM)
    record = _API_RECORD if path.name == TASK_HISTORY else _UI_RECORD
    return bool(_BEGINS.match(head)) and (head.strip(b" \t\r\n[]") == b"" or bool(record.search(head)))


def _source_of(path: Path) -> str:
    """Roo's by what lies beside it, or by the name of its storage; a fork of Roo counts as Roo."""
    storage = path.absolute().parent.parent.parent.name.lower()
    if "claude-dev" in storage or "cline" in storage.replace("roo-cline", ""):
        return CLINE
    return ROO if "roo" in storage or (path.parent / ROO_FILE).exists() else CLINE


class _Task:
    """One task."""

    def __init__(self, source: str, path: Path, out: BatchBuilder) -> None:
        self._source = source
        self._path = path
        self._out = out
        self._id = path.absolute().parent.name
        self._parent = ""
        self._half_written = ""
        """The name of a file beside the task's that could not be read."""

    def add(self) -> None:
        records = read_json(self._path)
        if not isinstance(records, list):
            raise Damaged("The task's file has no list of messages.")
        self._about(records)
        take = self._take_api if self._path.name == TASK_HISTORY else self._take_ui
        for line, record in enumerate(records):
            if not isinstance(record, dict):
                self._out.unknown += 1
            elif record.get("partial") is not True:
                with self._out.guarded():
                    take(record, line)

    def _take_ui(self, record: Mapping[str, Any], line: int) -> None:
        said = _ui_message(record)
        if said is None:
            self._out.unknown += 1
            return
        kind = record.get("say") or record.get("ask")
        for each in said:
            self._say(each, line, record.get("ts"), kind, by_person=kind == "user_feedback")
        if record.get("say") == "api_req_started":
            usage = _object(record.get("text"))
            came = sum(number(usage, name) for name in ("tokensIn", "cacheReads", "cacheWrites"))
            self._out.tokens(self._id, came, number(usage, "tokensOut"))
        if "tool" in (record.get("say"), record.get("ask")):
            tool = _object(record.get("text"))
            if text(tool, "tool") in _EDITS:
                self._out.edited(self._id, text(tool, "path"))

    def _take_api(self, record: Mapping[str, Any], line: int) -> None:
        for each in _api_message(record):
            self._say(each, line, record.get("ts"), line)

    def _say(self, said: Spoken, line: int, ts: Any, place: object, *, by_person: bool = False) -> None:
        kind = said.kind
        if self._parent and kind is TurnKind.SAID and not by_person:
            # A task that another task began: its prompt is the model's, unless the person speaks up in it.
            kind = TurnKind.SUBAGENT
        key = content_key(self._source, self._id, ts, place, kind, said.text.strip())
        self._out.say(self._id, key, said.role, said.text, kind=kind, at=moment(ts), line=line)

    def _about(self, records: list[Any]) -> None:
        item = self._item()
        cwd = first_text(item, ("workspace", "cwdOnTaskInitialization"))
        cwd = cwd or _folder_in(records) or self._folder_in_history()
        if self._half_written == ROO_FILE or (self._half_written and not cwd):
            # Whose words they are, or whether their folder is excluded, is known only when that is whole.
            raise Damaged(f"{self._half_written}, which describes the task, is not whole.")
        self._parent = text(item, "parentTaskId")
        self._out.about(
            self._id,
            title=text(item, "task"),
            cwd=cwd,
            parent=self._parent,
            whole=True,
            model=self._model(),
            mode=text(item, "mode"),
        )

    def _item(self) -> Mapping[str, Any]:
        """Return the entry of this task in the program's list: Roo's own file, or Cline's for all tasks."""
        folder = self._path.absolute().parent
        if item := mapping(self._read_beside(folder / ROO_FILE)):
            return item
        every = self._read_beside(folder.parent.parent / "state" / "taskHistory.json")
        return next((item for item in mappings(every) if item.get("id") == self._id), {})

    def _folder_in_history(self) -> str:
        if self._path.name == TASK_HISTORY:
            return ""
        return _folder_in(sequence(self._read_beside(self._path.parent / TASK_HISTORY)))

    def _model(self) -> str:
        metadata = self._read_beside(self._path.parent / "task_metadata.json")
        used = mappings(metadata, "model_usage")
        return text(used[-1], "model_id") if used else ""

    def _read_beside(self, path: Path) -> Any:
        """Return a file that helps to describe the task; None if it is missing or being written."""
        try:
            return read_json(path)
        except Damaged:
            self._half_written = path.name
        except OSError:
            pass  # it is not there
        return None


def _folder_in(records: list[Any]) -> str:
    """Return the working folder that the first message's environment tells."""
    for record in records[:4]:
        for part in content_blocks(at(record, "content")):
            if found := _FOLDER.search(text(part, "text")):
                return found.group(1)
    return ""


# -- who speaks in a message --


def _ui_message(record: Mapping[str, Any]) -> list[Spoken] | None:
    """Return what one entry of `ui_messages.json` says; None where its kind is unknown."""
    asks = record.get("type") == "ask"
    kind = text(record, "ask" if asks else "say")
    words = text(record, "text")
    if kind in _SILENT or kind == "condense_context":
        summary = text(record, "contextCondense", "summary")
        return [Spoken(Role.USER, TurnKind.SUMMARY, summary)] if summary else []
    if kind in ("followup", "plan_mode_respond", "act_mode_respond"):
        return _question(words)
    if kind in _ANSWERS:
        return [Spoken(Role.ASSISTANT, TurnKind.SAID, _without_thinking(words.removesuffix(_CHANGES_FLAG)))]
    if kind in _PROMPTS and not asks:
        return [_prompt(words)]
    if kind in _CALLS:
        return [Spoken(Role.ASSISTANT, TurnKind.TOOL, _call(kind, words))]
    if kind in _RESULTS:
        return [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(words))] if words.strip() else []
    if kind in _ERRORS:
        return [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(words, failed=True))]
    if kind in _CONTEXT:
        return [Spoken(Role.USER, TurnKind.INJECTED, words)]
    return None


def _prompt(words: str) -> Spoken:
    words = _unwrapped(words.strip())
    return Spoken(Role.USER, TurnKind.COMMAND if _COMMAND.match(words) else TurnKind.SAID, words)


def _question(words: str) -> list[Spoken]:
    """Return a question or plan, and the offered answer that the person picked."""
    found = _object(words)
    asked = first_text(found, ("question", "response"))
    said = [Spoken(Role.ASSISTANT, TurnKind.SAID, asked or ("" if found else words))]
    if picked := text(found, "selected"):
        said.append(Spoken(Role.USER, TurnKind.SAID, picked))
    return said


def _call(kind: str, words: str) -> str:
    found = _object(words)
    if not found:
        return tool_call(kind, words)
    name = first_text(found, ("tool", "toolName")) or kind
    target = first_text(found, ("path", "command", "regex", "query", "uri", "arguments", "action"))
    return tool_call(name, target)


def _api_message(record: Mapping[str, Any]) -> Iterator[Spoken]:
    """Yield what one message of `api_conversation_history.json` says."""
    parts = content_blocks(record.get("content"))
    if record.get("isSummary") is True:
        for part in parts:
            yield Spoken(Role.USER, TurnKind.SUMMARY, text(part, "text"))
        return
    results = False
    for part in parts:
        words = text(part, "text")
        match part.get("type"), record.get("role"):
            case "text", "user":
                said, results = _user_text(words, results)
                yield from said
            case "text", "assistant":
                yield from _assistant_text(words)
            case "tool_use", _:
                yield _tool_use(part)
            case "tool_result", _:
                yield from _tool_result(part)


def _tool_use(part: Mapping[str, Any]) -> Spoken:
    name, given = text(part, "name"), mapping(part, "input")
    if (field := _SPEECH_TAGS.get(name)) and (words := text(given, field)):
        return Spoken(Role.ASSISTANT, TurnKind.SAID, words)
    target = next((given[field] for field in _TARGETS if given.get(field)), "")
    return Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_call(name, text(target)))


def _tool_result(part: Mapping[str, Any]) -> Iterator[Spoken]:
    output = "\n".join(text(block, "text") for block in content_blocks(part.get("content")))
    rest, prompts = _taken_apart(output)
    yield Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(rest, failed=part.get("is_error") is True))
    yield from prompts


def _user_text(words: str, results: bool) -> tuple[list[Spoken], bool]:
    """Return what a text in the user's role says, and whether what follows is still a tool's output.

    Only what stands in the tags of a prompt was typed. The rest is a tool's output, or what the program says
    to the model.
    """
    words, environment = cut_spans(words, "environment_details")
    said = [Spoken(Role.USER, TurnKind.INJECTED, block) for block in environment]
    rest, prompts = _taken_apart(words)
    if rest.strip():
        results = results or bool(_TOOL_RESULT.match(rest.strip()))
        kind = TurnKind.TOOL if results else TurnKind.INJECTED
        role = Role.ASSISTANT if results else Role.USER
        said.insert(0, Spoken(role, kind, tool_result(rest) if results else rest))
    return prompts + said, results


def _taken_apart(words: str) -> tuple[str, list[Spoken]]:
    """Return the rest of a text, and the prompts in their tags."""
    prompts = []
    for tag in _USER_TAGS:
        words, blocks = cut_spans(words, tag)
        prompts += [_prompt(block) for block in blocks]
    return words, prompts


def _unwrapped(words: str) -> str:
    for tag in _USER_TAGS:
        if words.startswith(f"<{tag}>") and words.endswith(f"</{tag}>"):
            return words[len(tag) + 2 : -len(tag) - 3].strip()
    return words


def _assistant_text(words: str) -> Iterator[Spoken]:
    """Yield an answer, and the tools it calls by tags: `<read_file>` … `</read_file>`."""
    words = _without_thinking(words)
    position = 0
    for opening in _TOOL_TAG.finditer(words):
        tag = opening.group(1)
        end = words.find(f"</{tag}>", opening.end())
        if opening.start() < position or end < 0:
            continue
        if before := words[position : opening.start()].strip():
            yield Spoken(Role.ASSISTANT, TurnKind.SAID, before)
        yield _tagged(tag, words[opening.end() : end])
        position = end + len(tag) + 3
    if rest := words[position:].strip():
        yield Spoken(Role.ASSISTANT, TurnKind.SAID, rest)


def _tagged(tag: str, inside: str) -> Spoken:
    if field := _SPEECH_TAGS.get(tag):
        _, blocks = cut_spans(inside, field)
        words = blocks[0][len(field) + 2 : -len(field) - 3] if blocks else inside
        return Spoken(Role.ASSISTANT, TurnKind.SAID, words)
    for field in _TARGETS:
        _, blocks = cut_spans(inside, field)
        if blocks:
            target = blocks[0][len(field) + 2 : -len(field) - 3]
            return Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_call(tag, target))
    return Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_call(tag))


def _without_thinking(words: str) -> str:
    for tag in _THINKING:
        words = cut_spans(words, tag)[0]
    return words.strip()


def _object(words: Any) -> Mapping[str, Any]:
    """Return the object that a message holds as a text; an empty one where it holds none."""
    return (objects(text(words).encode("utf-8", "replace")) or [{}])[0]
