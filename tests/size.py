"""``python3 -m tests.size``: how large the package is, room by room.

Code lines are neither blank, comment nor docstring.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "arbor_desktop"
_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


@dataclass
class Size:
    """Of one file or several."""

    files: int = 0
    lines: int = 0
    statements: int = 0

    def add(self, other: Size) -> None:
        """Count another one's too."""
        self.files += other.files
        self.lines += other.lines
        self.statements += other.statements


def docstring_lines(tree: ast.AST) -> set[int]:
    """Return the numbers of all lines of docstrings, also of attributes."""
    found: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return found


def size_of(path: Path) -> tuple[Size, int]:
    """Return a file's size, and the code lines of its longest function."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    documented = docstring_lines(tree)
    code = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    } - documented
    longest = 0
    statements = 0
    for node in ast.walk(tree):
        statements += isinstance(node, ast.stmt)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            longest = max(longest, sum(node.lineno <= line <= (node.end_lineno or 0) for line in code))
    return Size(1, len(code), statements), longest


def main() -> None:
    """Print the table."""
    rooms: defaultdict[str, Size] = defaultdict(Size)
    files: list[tuple[int, str]] = []
    functions: list[tuple[int, str]] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        size, longest = size_of(path)
        rooms[inside.parts[0] if len(inside.parts) > 1 else "(leaves)"].add(size)
        files.append((size.lines, str(inside)))
        functions.append((longest, str(inside)))
    outside, inside_ui = Size(), rooms["ui"]
    for name, size in rooms.items():
        if name != "ui":
            outside.add(size)
    print(f"{'room':<16}{'files':>6}{'lines':>8}{'statements':>12}")
    for name, size in sorted(rooms.items(), key=lambda room: -room[1].lines):
        print(f"{name:<16}{size.files:>6}{size.lines:>8}{size.statements:>12}")
    for name, size in (("outside ui", outside), ("ui", inside_ui)):
        print(f"{name:<16}{size.files:>6}{size.lines:>8}{size.statements:>12}")
    tables = (CHECKOUT / "resources").rglob("*.toml")
    data = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in tables)
    print(f"lines of resources/**/*.toml: {data}")
    print("longest file: {1} ({0})".format(*max(files)))
    print("longest function: in {1} ({0})".format(*max(functions)))


if __name__ == "__main__":
    main()
