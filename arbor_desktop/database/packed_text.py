"""Compression of old conversations: a turn has either its text or a packed form of it, never both."""

from __future__ import annotations

import zstandard

LEVEL = 9
WORTH = 200
"""Shorter texts (in bytes) hardly shrink."""


def pack(text: str) -> bytes | None:
    """Return the packed form; None if it would save nothing."""
    data = text.encode()
    if len(data) < WORTH:
        return None
    packed = zstandard.ZstdCompressor(level=LEVEL).compress(data)  # a new one: none serves two threads
    return packed if len(packed) < len(data) else None


def unpack(data: bytes) -> str:
    """Return the text of a packed form."""
    return zstandard.ZstdDecompressor().decompress(data).decode()


def turn_text(text: str | None, packed: bytes | None) -> str:
    """Return the text of a turn, packed or not; "" if it was forgotten."""
    if text is not None:
        return text
    return "" if packed is None else unpack(packed)
