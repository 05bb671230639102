"""Who speaks in a message of Cline or Roo Code. Pure functions; the facts are told in `cline`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers import json_lines
from arbor_desktop.conversations.readers.speech import cut_spans, tool_call, tool_result

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
_TOOL_TAG = re.compile(r"^<([a-z]+(?:_[a-z]+)+)>\s*$", re.MULTILINE)
_SPEECH_TAGS = {
    "attempt_completion": "result",
    "plan_mode_respond": "response",
    "ask_followup_question": "question",
}


class Said(NamedTuple):
    role: Role
    kind: TurnKind
    text: str


def ui_message(record: Mapping[str, Any]) -> list[Said] | None:
    """What one entry of `ui_messages.json` says; None where its kind is unknown."""
    asks = record.get("type") == "ask"
    kind = json_lines.text(record.get("ask" if asks else "say"))
    words = json_lines.text(record.get("text"))
    if kind in _SILENT or kind == "condense_context":
        summary = json_lines.text(json_lines.mapping(record.get("contextCondense")).get("summary"))
        return [Said(Role.USER, TurnKind.SUMMARY, summary)] if summary else []
    if kind in ("followup", "plan_mode_respond", "act_mode_respond"):
        return _question(words)
    if kind in _ANSWERS:
        return [Said(Role.ASSISTANT, TurnKind.SAID, without_thinking(words.removesuffix(_CHANGES_FLAG)))]
    if kind in _PROMPTS and not asks:
        return [_prompt(words)]
    if kind in _CALLS:
        return [Said(Role.ASSISTANT, TurnKind.TOOL, _call(kind, words))]
    if kind in _RESULTS:
        return [Said(Role.ASSISTANT, TurnKind.TOOL, tool_result(words))] if words.strip() else []
    if kind in _ERRORS:
        return [Said(Role.ASSISTANT, TurnKind.TOOL, tool_result(words, failed=True))]
    if kind in _CONTEXT:
        return [Said(Role.USER, TurnKind.INJECTED, words)]
    return None


def _prompt(words: str) -> Said:
    words = _unwrapped(words.strip())
    return Said(Role.USER, TurnKind.COMMAND if _COMMAND.match(words) else TurnKind.SAID, words)


def _question(words: str) -> list[Said]:
    """A question or plan, and the offered answer that the person picked."""
    found = object_in(words)
    text = json_lines.text(found.get("question")) or json_lines.text(found.get("response"))
    said = [Said(Role.ASSISTANT, TurnKind.SAID, text or ("" if found else words))]
    if picked := json_lines.text(found.get("selected")):
        said.append(Said(Role.USER, TurnKind.SAID, picked))
    return said


def _call(kind: str, words: str) -> str:
    found = object_in(words)
    if not found:
        return tool_call(kind, words)
    name = json_lines.text(found.get("tool")) or json_lines.text(found.get("toolName")) or kind
    for field in ("path", "command", "regex", "query", "uri", "arguments", "action"):
        if target := json_lines.text(found.get(field)):
            return tool_call(name, target)
    return tool_call(name)


def api_message(record: Mapping[str, Any]) -> Iterator[Said]:
    """What one message of `api_conversation_history.json` says."""
    content = record.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else json_lines.sequence(content)
    if record.get("isSummary") is True:
        for part in parts:
            yield Said(Role.USER, TurnKind.SUMMARY, json_lines.text(json_lines.mapping(part).get("text")))
        return
    results = False
    for part in map(json_lines.mapping, parts):
        words = json_lines.text(part.get("text"))
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


def _tool_use(part: Mapping[str, Any]) -> Said:
    name, given = json_lines.text(part.get("name")), json_lines.mapping(part.get("input"))
    if (field := _SPEECH_TAGS.get(name)) and (words := json_lines.text(given.get(field))):
        return Said(Role.ASSISTANT, TurnKind.SAID, words)
    target = next(
        (given[name] for name in ("path", "command", "regex", "query", "url") if given.get(name)), ""
    )
    return Said(Role.ASSISTANT, TurnKind.TOOL, tool_call(name, json_lines.text(target)))


def _tool_result(part: Mapping[str, Any]) -> Iterator[Said]:
    content = part.get("content")
    texts = [content] if isinstance(content, str) else [
        json_lines.text(json_lines.mapping(each).get("text")) for each in json_lines.sequence(content)
    ]  # fmt: skip
    rest, prompts = _taken_apart("\n".join(texts))
    yield Said(Role.ASSISTANT, TurnKind.TOOL, tool_result(rest, failed=part.get("is_error") is True))
    yield from prompts


def _user_text(words: str, results: bool) -> tuple[list[Said], bool]:
    """(what a text in the user's role says, whether what follows is still a tool's output).

    Only what stands in the tags of a prompt was typed. The rest is a tool's output, or what the program says
    to the model.
    """
    words, environment = cut_spans(words, "environment_details")
    said = [Said(Role.USER, TurnKind.INJECTED, block) for block in environment]
    rest, prompts = _taken_apart(words)
    if rest.strip():
        found = _TOOL_RESULT.match(rest.strip())
        if found:
            results = True
        kind = TurnKind.TOOL if results else TurnKind.INJECTED
        role = Role.ASSISTANT if results else Role.USER
        said.insert(0, Said(role, kind, tool_result(rest) if results else rest))
    return prompts + said, results


def _taken_apart(words: str) -> tuple[str, list[Said]]:
    """(the rest, the prompts in their tags)."""
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


def _assistant_text(words: str) -> Iterator[Said]:
    """An answer, and the tools it calls by tags: `<read_file>` … `</read_file>`."""
    words = without_thinking(words)
    position = 0
    for opening in _TOOL_TAG.finditer(words):
        tag = opening.group(1)
        end = words.find(f"</{tag}>", opening.end())
        if opening.start() < position or end < 0:
            continue
        if before := words[position : opening.start()].strip():
            yield Said(Role.ASSISTANT, TurnKind.SAID, before)
        yield _tagged(tag, words[opening.end() : end])
        position = end + len(tag) + 3
    if rest := words[position:].strip():
        yield Said(Role.ASSISTANT, TurnKind.SAID, rest)


def _tagged(tag: str, inside: str) -> Said:
    if field := _SPEECH_TAGS.get(tag):
        _, blocks = cut_spans(inside, field)
        words = blocks[0][len(field) + 2 : -len(field) - 3] if blocks else inside
        return Said(Role.ASSISTANT, TurnKind.SAID, words)
    for field in ("path", "command", "regex", "query", "url"):
        _, blocks = cut_spans(inside, field)
        if blocks:
            return Said(
                Role.ASSISTANT, TurnKind.TOOL, tool_call(tag, blocks[0][len(field) + 2 : -len(field) - 3])
            )
    return Said(Role.ASSISTANT, TurnKind.TOOL, tool_call(tag))


def without_thinking(words: str) -> str:
    for tag in _THINKING:
        words = cut_spans(words, tag)[0]
    return words.strip()


def object_in(words: Any) -> Mapping[str, Any]:
    """The object that a message holds as a text; an empty one where it holds none."""
    words = json_lines.text(words)
    return (json_lines.objects(words.encode("utf-8", "replace")) or [{}])[0]
