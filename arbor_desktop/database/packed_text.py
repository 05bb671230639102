"""Old text of conversations, compressed: a turn holds either its text or a packed form of it, never both."""

from __future__ import annotations

import zstandard

LEVEL = 9
WORTH = 200
"""Shorter texts (in bytes) hardly shrink."""


def pack(text: str) -> bytes | None:
    """The packed form; None where it would save nothing."""
    data = text.encode()
    if len(data) < WORTH:
        return None
    packed = zstandard.ZstdCompressor(level=LEVEL).compress(data)  # a new one: none serves two threads
    return packed if len(packed) < len(data) else None


def unpack(data: bytes) -> str:
    return zstandard.ZstdDecompressor().decompress(data).decode()


def turn_text(text: str | None, packed: bytes | None) -> str:
    """What a turn says, however it is kept; "" where its text is gone."""
    if text is not None:
        return text
    return "" if packed is None else unpack(packed)
