"""How a project's folders look: how many files of which languages lie where. Names only, no contents.

Bounded by entries and by depth; no symbolic link is followed; what git ignores at the top (roughly: the plain
patterns of its .gitignore, https://git-scm.com/docs/gitignore) and what tools build or download is left out.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from arbor_desktop.projects.stack.knowledge import Knowledge, Patterns

MOST_ENTRIES = 20_000
MOST_DEEP = 8
MOST_FOLDERS = 60
"""So many folders are told of."""
SHOWN_DEEP = 2
MOST_TEST_FOLDERS = 20
LONGEST_PATTERN = 1_000
"""Characters: a longer one names no folder, and takes seconds to compile."""
MANIFESTS_DEEP = 3
MOST_MANIFESTS = 40

MANIFESTS = frozenset(
    ("package.json", "pyproject.toml", "setup.py", "requirements.txt", "Pipfile", "Cargo.toml", "go.mod",
     "pom.xml", "build.gradle", "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "pubspec.yaml",
     "Package.swift")
)  # fmt: skip
MANIFEST_ENDINGS = (".csproj", ".fsproj", ".sln")


@dataclass(slots=True)
class Tree:
    """`folders`: files below each folder down to `SHOWN_DEEP`, the largest ones, "." for those at the top.
    `manifests` lie below the top. `cut`: there was more than is counted."""

    folders: dict[str, int] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)
    manifests: list[str] = field(default_factory=list)
    test_folders: list[str] = field(default_factory=list)
    beside_tests: int = 0
    """Test files that lie beside what they test."""
    files: int = 0
    cut: bool = False


class Walk:
    def __init__(
        self, root: Path, known: Knowledge, excluded: Callable[[str], bool], ignored: Iterable[str]
    ) -> None:
        self._root = str(root)
        self._known = known
        self._excluded = excluded
        names, paths = _ignored(ignored)
        self._names, self._paths = (
            Patterns((one, one) for one in names),
            Patterns((one, one) for one in paths),
        )
        self._tree = Tree()
        self._counts: Counter[str] = Counter()
        self._manifests: set[str] = set()

    def run(self) -> Tree:
        """Walks breadth first: what is near the top is seen also in a folder of any size."""
        waiting: deque[tuple[str, int, bool, bool]] = deque([("", 0, False, False)])
        left = MOST_ENTRIES
        while waiting:
            folder, depth, tests, aside = waiting.popleft()
            entries, more = self._list(folder, left)
            left -= len(entries)
            self._tree.cut = self._tree.cut or more
            for name, is_folder in entries:
                path = f"{folder}/{name}" if folder else name
                if not is_folder:
                    self._file(folder, name, depth, tests, aside)
                elif self._left_out(name, path):
                    continue
                elif depth >= MOST_DEEP:
                    self._tree.cut = True
                else:
                    is_test = tests or bool(self._known.test_folders.of(name))
                    if is_test and not tests and len(self._tree.test_folders) < MOST_TEST_FOLDERS:
                        self._tree.test_folders.append(path)
                    waiting.append((path, depth + 1, is_test, aside or name.lower() in self._known.aside))
            if left <= 0 and waiting:
                self._tree.cut = True
                break
        self._tree.folders = self._shown()
        self._tree.manifests.sort(key=lambda path: (path.count("/"), path))
        return self._tree

    def _list(self, folder: str, most: int) -> tuple[list[tuple[str, bool]], bool]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as found:  # noqa: PTH118
                entries: list[tuple[str, bool]] = []
                for entry in found:
                    if len(entries) >= most:
                        return sorted(entries), True
                    if not entry.is_symlink():
                        entries.append((entry.name, entry.is_dir(follow_symlinks=False)))
                return sorted(entries), False
        except OSError:  # no right to look there, or gone meanwhile: it counts for nothing
            return [], False

    def _left_out(self, name: str, path: str) -> bool:
        return (
            bool(self._known.skipped.of(name))
            or bool(self._names.of(name))
            or bool(self._paths.of(path))
            or self._excluded(os.path.join(self._root, path))  # noqa: PTH118
        )

    def _file(self, folder: str, name: str, depth: int, tests: bool, aside: bool) -> None:
        tree = self._tree
        tree.files += 1
        parts = folder.split("/") if folder else []
        for shown in range(1, min(len(parts), SHOWN_DEEP) + 1):
            self._counts["/".join(parts[:shown])] += 1
        if not parts:
            self._counts["."] += 1
        language = self._known.languages.get(name.rpartition(".")[2].lower()) if "." in name[1:] else None
        if language:
            tree.languages[language] += 1
            stem = name.rpartition(".")[0]
            if not tests and (stem.endswith((".test", ".spec", "_test", "_spec"))):
                tree.beside_tests += 1
        is_manifest = name in MANIFESTS or name.endswith(MANIFEST_ENDINGS)
        if is_manifest and not aside and 0 < depth <= MANIFESTS_DEEP and len(tree.manifests) < MOST_MANIFESTS:
            tree.manifests.append(f"{folder}/{name}")

    def _shown(self) -> dict[str, int]:
        largest = sorted(self._counts.items(), key=lambda one: (one[0].count("/"), -one[1], one[0]))
        return dict(sorted(largest[:MOST_FOLDERS]))


def _ignored(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Patterns of names of folders, and of paths from the top. A line that takes something back, or has `**`
    inside, is left out: rather count too much than hide what belongs to the project."""
    names: list[str] = []
    paths: list[str] = []
    for line in lines:
        pattern = line.strip()
        if not pattern or pattern[0] in "#!" or len(pattern) > LONGEST_PATTERN:
            continue
        if len(names) + len(paths) >= 200:
            break
        plain = pattern.removeprefix("**/").rstrip("/")
        if not plain.strip("*/") or "**" in plain:
            continue
        if "/" in plain:
            paths.append(plain.lstrip("/"))
        elif "." not in plain.strip(".") or pattern.endswith("/"):
            names.append(plain)
    return names, paths
