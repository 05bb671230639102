"""Add names with a sign that the tokenizer drops to what a memory is found by: C++ as `cplusplus`, .env as
`dotenv`."""

from __future__ import annotations

import re
from typing import Any

_SIGNED = re.compile(
    r"(?<!\w)(?P<plus>[A-Za-z]\w?)\+\+(?![\w+])|(?<!\w)(?P<sharp>[A-Za-z])\#(?![\w#])"
    r"|(?<![\w.)\]])\.(?P<dot>[A-Za-z]\w+)"
)


def apply(conn: Any) -> None:
    signed = conn.execute("SELECT row, content FROM memory WHERE content GLOB '*[+#.]*' ORDER BY row")
    for row, content in signed.fetchall():
        if names := _signed_names(content):
            conn.execute(
                "UPDATE memory SET search_text = trim(search_text || ' ' || ?) WHERE row = ?",
                (" ".join(names), row),
            )


def _signed_names(text: str) -> list[str]:
    names = []
    for found in _SIGNED.finditer(text):
        name = str(found[str(found.lastgroup)]).lower()
        names.append(
            {"plus": f"{name}plusplus", "sharp": f"{name}sharp"}.get(str(found.lastgroup), f"dot{name}")
        )
    return list(dict.fromkeys(names))
