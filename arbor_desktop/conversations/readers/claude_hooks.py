"""What a Claude Code record shows of what hooks gave to the model.

Each answer of a hook is an attachment of its own: `hook_additional_context` (`content`: a text of each
hook), `hook_success` (`content` is what the model got, `stdout` what the hook wrote), `hook_cancelled` and
others for those that came to nothing, each with its `hookEvent`. Seen in sessions of versions 2.1; older ones
put the text into the prompt's own record, inside of tags.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbor_desktop.conversations.arrival import SeenBlock, blocks_in, holds_block
from arbor_desktop.conversations.readers.claude_records import (
    Attachment,
    Block,
    Message,
    Record,
    hook_texts,
    texts,
)

_GIVEN = ("hook_additional_context", "hook_success")


def may_show(record: Record) -> bool:
    """Whether `shown_in` may find anything; asked of every record, so it costs next to nothing."""
    message = record.message
    if record.attachment is not None:
        return (record.attachment.type or "").startswith("hook_")
    if message is None or record.type != "user":
        return False
    content = message if isinstance(message, str) else message.content
    if content is None or isinstance(content, str):
        return content is not None and holds_block(content)
    for part in content:
        text = part if isinstance(part, str) else part.text
        if text and holds_block(text):
            return True
    return False


def shown_in(record: Record) -> Iterator[SeenBlock]:
    """The blocks that a user record or an attachment shows; a hook's answer without one is told as such."""
    if record.type == "user":
        for text in _texts_of(record.message):
            if holds_block(text):
                yield from blocks_in(text)
    elif record.attachment is not None and (record.attachment.type or "").startswith("hook_"):
        yield from _answered(record.attachment)


def _answered(attachment: Attachment) -> Iterator[SeenBlock]:
    event = attachment.hook_event or ""
    yield SeenBlock(event)
    if attachment.type in _GIVEN:
        for text in hook_texts(attachment):
            yield from blocks_in(text, event)


def _texts_of(message: Message | str | None) -> list[str]:
    """The texts of a user record, without what tools gave back."""
    if not isinstance(message, Message):
        return [message] if message else []
    if not isinstance(message.content, list):
        return texts(message.content)
    return [
        (part.text or "") if isinstance(part, Block) else part
        for part in message.content
        if isinstance(part, str) or part.type == "text"
    ]
