"""How a question is put to a server, and what is left out for one that does not understand it.

Anthropic's models: `claude-haiku-5-5` thinks by default, which costs time and money and adds nothing where an
answer of a fixed shape is wanted, so it is turned off. How that is asked for differs by model
(https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting): most take `disabled`,
Sonnet 5.5 `between_tools`, Opus 5.5 and Fable always think and take a low `effort`. A model that does not
know one way says so with a 400, and the next is tried. Thinking blocks would also have to be sent back with
the use of a tool, which is not done here. There is no temperature: newer models refuse one.

The fixed part of a prompt is marked for the service's cache. Below a size that differs by model (512 to 4,096
tokens) the service ignores the mark without a word and charges as usual.

Other servers that speak the protocol know parts of it (docs.ollama.com/api/anthropic-compatibility,
lmstudio.ai/docs/developer/anthropic-compat, docs.litellm.ai/docs/anthropic_unified): Ollama and LM Studio
tell of no structured output, cache or batches, LiteLLM hands them on to models that have them. What they do
not know most ignore; some answer 400 or 422.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from anthropic import transform_schema

from arbor_desktop.models.anthropic.errors import by_status, is_own, told
from arbor_desktop.models.model import Access, Ask, Message, Trouble

KEYLESS = "none"
"""The key of a server that wants none: the SDK sends nothing without one."""
QUIET: tuple[dict[str, Any], ...] = (
    {"thinking": {"type": "disabled"}},
    {"thinking": {"type": "between_tools"}},
    {"output_config": {"effort": "low"}},
    {},
)
"""Ways to ask for little thinking; each is tried where a model refuses the one before."""
ALWAYS_THINKS = 2
"""From this way on the model thinks, and its thoughts count as answer."""
ROOM_TO_THINK = 8192
_SCHEMA_WORDS = ("output_config", "output_format", "json_schema", "structured", "schema")
_NOT_UNDERSTOOD = (400, 422, 501)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server is spoken to in. `schema`: it takes a JSON Schema for the answer; `blocks`: the system
    prompt as a list with a mark for the cache; `quiet`: index into QUIET."""

    schema: bool = True
    blocks: bool = True
    quiet: int = 0

    def without(self, other: Dialect) -> Dialect:
        """What neither of both leaves out."""
        return Dialect(
            self.schema and other.schema, self.blocks and other.blocks, max(self.quiet, other.quiet)
        )


def simpler(dialect: Dialect, status: int, body: object, ask: Ask, access: Access) -> Dialect | None:
    """The next way to put a question that a server refused; None where there is none."""
    if status not in _NOT_UNDERSTOOD or by_status(status, body, access).trouble is not Trouble.BAD_REQUEST:
        return None
    said = told(body)[1].casefold()
    if is_own(access):
        return _quieter(dialect, ask, said)
    drops_schema = ask.schema is not None and dialect.schema
    drops_blocks = dialect.blocks and bool(ask.system or ask.context)
    if drops_blocks and ("cache_control" in said or "system" in said):
        return replace(dialect, blocks=False)
    if drops_schema:
        return replace(dialect, schema=False)
    return replace(dialect, blocks=False) if drops_blocks else None


def _quieter(dialect: Dialect, ask: Ask, said: str) -> Dialect | None:
    if ("thinking" in said or "effort" in said) and dialect.quiet + 1 < len(QUIET):
        return replace(dialect, quiet=dialect.quiet + 1)
    if ask.schema is not None and dialect.schema and any(word in said for word in _SCHEMA_WORDS):
        return replace(dialect, schema=False)
    return None


def request_of(ask: Ask, access: Access, dialect: Dialect) -> dict[str, Any]:
    """The body of a question, as the SDK's arguments."""
    quiet = QUIET[dialect.quiet] if is_own(access) else {}
    thinks = is_own(access) and dialect.quiet >= ALWAYS_THINKS
    request: dict[str, Any] = {
        "model": access.model,
        "max_tokens": ask.max_tokens + (ROOM_TO_THINK if thinks else 0),
        "messages": [_message(one) for one in ask.messages if _blocks(one)],
    }
    if system := _system(ask, dialect):
        request["system"] = system
    config = dict(quiet.get("output_config", {}))
    if ask.schema is not None and dialect.schema:
        config["format"] = {"type": "json_schema", "schema": strict(ask.schema)}
    if config:
        request["output_config"] = config
    if "thinking" in quiet:
        request["thinking"] = quiet["thinking"]
    if ask.tools:
        request["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
            for tool in ask.tools
        ]
    return request


def _system(ask: Ask, dialect: Dialect) -> list[dict[str, Any]] | str:
    parts = [_plain(ask.system), _plain(ask.context)]
    if ask.schema is not None and not dialect.schema:
        parts.append(
            "Answer with JSON alone, without any other text, of this JSON Schema:\n"
            + json.dumps(ask.schema, ensure_ascii=False)
        )
    if not dialect.blocks:
        return "\n\n".join(part for part in parts if part.strip())
    blocks: list[dict[str, Any]] = [{"type": "text", "text": part} for part in parts if part.strip()]
    if ask.system.strip():
        blocks[0]["cache_control"] = {"type": "ephemeral"}
    return blocks


def _message(message: Message) -> dict[str, Any]:
    return {"role": message.role, "content": _blocks(message)}


def _blocks(message: Message) -> list[dict[str, Any]]:
    """Results come first, as the service wants it; a text of white space alone would be refused."""
    blocks: list[dict[str, Any]] = [
        {
            "type": "tool_result",
            "tool_use_id": one.use_id,
            "content": _plain(one.text),
            "is_error": one.failed,
        }
        for one in message.results
    ]
    if message.text.strip():
        blocks.append({"type": "text", "text": _plain(message.text)})
    blocks += [
        {"type": "tool_use", "id": one.id, "name": one.name, "input": one.input} for one in message.uses
    ]
    return blocks


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema as the service takes it: it refuses bounds of numbers, texts and lists, and wants every
    object closed (https://platform.claude.com/docs/en/build-with-claude/structured-outputs). The SDK puts the
    bounds into the description, where the model reads them."""
    strict_one: dict[str, Any] = transform_schema(_one_type_each(schema))
    return strict_one


def _one_type_each(schema: Any) -> Any:
    """The SDK wants `anyOf` in place of a list of types."""
    if isinstance(schema, list):
        return [_one_type_each(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kinds = schema.get("type")
    if isinstance(kinds, list) and "enum" not in schema:
        variants = [{**schema, "type": kind} if kind != "null" else {"type": "null"} for kind in kinds]
        return {"anyOf": [_one_type_each(variant) for variant in variants]}
    return {
        name: {key: _one_type_each(inner) for key, inner in value.items()}
        if name in ("properties", "$defs") and isinstance(value, dict)
        else value
        if name in ("enum", "const", "required")
        else _one_type_each(value)
        for name, value in schema.items()
    }


def _plain(text: str) -> str:
    """Half characters, which no UTF-8 has, become question marks."""
    return text.encode(errors="replace").decode()


def estimated(ask: Ask) -> int:
    """About how many tokens a question takes, on the high side, where nobody counts them."""
    request = request_of(ask, Access("anthropic"), Dialect())
    return len(json.dumps(request, ensure_ascii=False).encode()) // 3
