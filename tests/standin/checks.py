"""What the Messages API refuses, so that a request which the real service would not take fails here too.

https://platform.claude.com/docs/en/api/messages, .../build-with-claude/structured-outputs and
.../api/errors#common-validation-errors. Messages are worded as the service words them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]
MAX_MARKS = 4
IDENT = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MAX_BATCH = 100_000
MAX_OPTIONAL = 24
"""Properties of all objects of a schema that are not required."""
_FIELDS = frozenset(
    ("model", "max_tokens", "messages", "system", "stream", "tools", "tool_choice", "output_config",
     "thinking", "metadata", "stop_sequences", "service_tier", "cache_control", "container")
)  # fmt: skip
_KEYWORDS = frozenset(
    ("type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "allOf",
     "$defs", "$ref", "description", "title", "format", "minItems", "default")
)  # fmt: skip


def wrong(body: Body, headers: dict[str, str], *, counts: bool = False) -> str | None:
    """Why the service would answer 400, None where it would not. `counts`: tokens are only counted."""
    if "anthropic-version" not in headers:
        return "anthropic-version: header is required"
    return next(_all_wrong(body, counts), None)


def _all_wrong(body: Body, counts: bool) -> Iterator[str]:
    for name in ("model", "messages") if counts else ("model", "max_tokens", "messages"):
        if name not in body:
            yield f"{name}: Field required"
            return
    for name in sorted(set(body) - _FIELDS):
        yield f"{name}: Extra inputs are not permitted"
    for name in ("temperature", "top_p", "top_k"):
        if name in body:
            yield f"`{name}` is not supported for this model."
    if not counts and (not isinstance(body["max_tokens"], int) or body["max_tokens"] < 1):
        yield "max_tokens: Input should be greater than or equal to 1"
    yield from _messages(body["messages"])
    yield from _system(body.get("system"))
    yield from _marks(body)
    yield from _tools(body.get("tools"))
    yield from _format(body.get("output_config"))
    yield from _thinking(body.get("thinking"))


def _messages(messages: Any) -> Iterator[str]:
    if not isinstance(messages, list) or not messages:
        yield "messages: at least one message is required"
        return
    wanted: list[str] = []
    for index, message in enumerate(messages):
        where = f"messages.{index}"
        role = message.get("role")
        if role not in ("user", "assistant"):
            yield f'{where}: role must be "user" or "assistant"'
        blocks = _blocks(message.get("content"))
        if not blocks:
            yield f"{where}: all messages must have non-empty content"
        results = [block.get("tool_use_id") for block in blocks if block.get("type") == "tool_result"]
        if wanted and not set(wanted) <= set(results):
            yield f"{where}: `tool_use` ids were found without `tool_result` blocks after them: {wanted}"
        if set(results) - set(wanted):
            yield f"{where}: unexpected `tool_use_id` found in `tool_result` blocks: {results}"
        wanted = [block["id"] for block in blocks if block.get("type") == "tool_use"]
        yield from _content(blocks, role, where)
    if wanted:
        yield f"`tool_use` ids were found without `tool_result` blocks after them: {wanted}"
    if messages[0].get("role") != "user":
        yield 'messages: first message must use the "user" role'
    if messages[-1].get("role") == "assistant":
        yield "This model does not support assistant message prefill: end with a user message."


def _content(blocks: list[Body], role: Any, where: str) -> Iterator[str]:
    for block in blocks:
        kind = block.get("type")
        if kind == "text" and not str(block.get("text", "")).strip():
            yield f"{where}: text content blocks must contain non-whitespace text"
        if kind == "tool_use" and (role != "assistant" or not isinstance(block.get("input"), dict)):
            yield f"{where}: `tool_use` blocks can only be in `assistant` messages, with an input"
        if kind == "tool_result" and role != "user":
            yield f"{where}: `tool_result` blocks can only be in `user` messages"
        if kind not in ("text", "tool_use", "tool_result"):
            yield f"{where}: Input tag {kind!r} found using 'type' does not match any of the expected tags"
    kinds = [block.get("type") for block in blocks]
    if "tool_result" in kinds and "text" in kinds[: len(kinds) - kinds[::-1].index("tool_result")]:
        yield f"{where}: `tool_result` blocks must come first"


def _system(system: Any) -> Iterator[str]:
    if system is None or isinstance(system, str):
        return
    for index, block in enumerate(system):
        if block.get("type") != "text" or not str(block.get("text", "")).strip():
            yield f"system.{index}: text content blocks must be non-empty"


def _marks(body: Body) -> Iterator[str]:
    blocks = [] if isinstance(body.get("system"), str) else list(body.get("system") or ())
    blocks += list(body.get("tools") or ())
    for message in body["messages"]:
        blocks += _blocks(message.get("content"))
    marked = [block["cache_control"] for block in blocks if "cache_control" in block]
    if len(marked) > MAX_MARKS:
        yield f"A maximum of {MAX_MARKS} blocks with cache_control may be provided. Found {len(marked)}."
    if any(mark.get("type") != "ephemeral" for mark in marked):
        yield "cache_control.type: Input should be 'ephemeral'"


def _tools(tools: Any) -> Iterator[str]:
    names = []
    for index, tool in enumerate(tools or ()):
        names.append(tool.get("name"))
        if not IDENT.fullmatch(str(tool.get("name"))):
            yield f"tools.{index}.name: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'"
        if tool.get("input_schema", {}).get("type") != "object":
            yield f"tools.{index}.input_schema.type: Input should be 'object'"
    if len(names) != len(set(names)):
        yield "tools: Tool names must be unique."


def _format(config: Any) -> Iterator[str]:
    config = config or {}
    if config.get("effort") not in (None, "low", "medium", "high", "xhigh", "max"):
        yield "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"
    form = config.get("format")
    if form is None:
        return
    if form.get("type") != "json_schema" or not isinstance(form.get("schema"), dict):
        yield "output_config.format: Input should be a json_schema with its schema"
        return
    yield from _schema(form["schema"], "output_config.format.schema")
    if (optional := _optional(form["schema"])) > MAX_OPTIONAL:
        yield f"output_config.format.schema: Schemas contains too many optional parameters ({optional})"


def _schema(schema: Any, where: str) -> Iterator[str]:
    if not isinstance(schema, dict):
        yield f"{where}: a schema must be an object"
        return
    for name in sorted(set(schema) - _KEYWORDS):
        yield f"{where}: property '{name}' is not supported"
    if schema.get("minItems", 0) not in (0, 1):
        yield f"{where}: For 'array' type, 'minItems' values other than 0 or 1 are not supported"
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield f"{where}: For 'object' type, 'additionalProperties' must be explicitly set to false"
    for name, inner in (schema.get("properties") or {}).items():
        yield from _schema(inner, f"{where}.{name}")
    for inner in [*schema.get("anyOf", ()), *schema.get("allOf", ()), *(schema.get("$defs") or {}).values()]:
        yield from _schema(inner, where)
    if "items" in schema:
        yield from _schema(schema["items"], f"{where}.items")


def _optional(schema: Any) -> int:
    if isinstance(schema, list):
        return sum(map(_optional, schema))
    if not isinstance(schema, dict):
        return 0
    properties = schema.get("properties") or {}
    own = len(set(properties) - set(schema.get("required", ())))
    inner = [
        *properties.values(),
        schema.get("items"),
        schema.get("anyOf"),
        *(schema.get("$defs") or {}).values(),
    ]
    return own + sum(map(_optional, inner))


def _thinking(thinking: Any) -> Iterator[str]:
    kind = (thinking or {}).get("type", "adaptive")
    if kind == "enabled":
        yield '"thinking.type.enabled" is not supported for this model.'
    elif kind not in ("adaptive", "disabled", "between_tools"):
        yield "thinking.type: Input should be 'adaptive', 'disabled' or 'between_tools'"


def wrong_batch(body: Body, headers: dict[str, str]) -> str | None:
    requests = body.get("requests")
    if not isinstance(requests, list) or not 1 <= len(requests) <= MAX_BATCH:
        return "requests: List should have between 1 and 100000 items"
    idents = [one.get("custom_id") for one in requests]
    if any(not isinstance(ident, str) or not IDENT.fullmatch(ident) for ident in idents):
        return "requests: custom_id: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"
    if len(set(idents)) != len(idents):
        return "requests: custom_id must be unique"
    return None if "anthropic-version" in headers else "anthropic-version: header is required"


def _blocks(content: Any) -> list[Body]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return list(content or ())


def unfit(value: Any, schema: Body, where: str = "$", root: Body | None = None) -> str | None:
    """Where a value does not fit a JSON Schema of the kind that the service takes; None where it does."""
    root = root or schema
    if "$ref" in schema:
        return unfit(value, root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], where, root)
    if "anyOf" in schema and all(unfit(value, one, where, root) for one in schema["anyOf"]):
        return f"{where} fits none of anyOf"
    if "const" in schema and value != schema["const"]:
        return f"{where} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} is none of {schema['enum']}"
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return f"{where} is not {' or '.join(kinds)}"
    if isinstance(value, dict):
        return _unfit_object(value, schema, where, root)
    if isinstance(value, list) and "items" in schema:
        found = (unfit(one, schema["items"], f"{where}[{index}]", root) for index, one in enumerate(value))
        return next((one for one in found if one), None)
    return None


def _unfit_object(value: Body, schema: Body, where: str, root: Body) -> str | None:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{where}.{name} is missing"
    for name, inner in value.items():
        if name in known:
            if found := unfit(inner, known[name], f"{where}.{name}", root):
                return found
        elif schema.get("additionalProperties") is False:
            return f"{where}.{name} is not allowed"
    return None


def _is(value: Any, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    wanted = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return isinstance(value, wanted[kind])
