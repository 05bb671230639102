"""Words in the person's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def translated(context: str, text: str, count: int = -1) -> str:
    """`text` in the person's language; `%n` becomes `count`, its thousands parted ("1,577")."""
    said = QCoreApplication.translate(context, text, None, count)
    # Qt puts the number in itself, but without separators.
    return said.replace(str(count), f"{count:,}", 1) if count >= 1000 and "%n" in text else said
