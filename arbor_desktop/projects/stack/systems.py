"""Rust (https://doc.rust-lang.org/cargo/reference/manifest.html), Go (https://go.dev/ref/mod#go-mod-file),
and C and C++ by CMake or Meson."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbor_desktop.projects.stack.folder import Folder
from arbor_desktop.projects.stack.found import Found, short

_GO_REQUIRE = re.compile(
    r"^[ \t]*(?:require[ \t]+)?([\w.-]+\.[\w.-]+/\S+)[ \t]+(v[^\s/]+)(?P<indirect>[ \t]*// indirect)?",
    re.MULTILINE,
)
_GO_VERSION = re.compile(r"^go\s+([\d.]+\w*)", re.MULTILINE)
_GO_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)
_VERSION_PART = re.compile(r"/v\d+$")
_CMAKE_PROJECT = re.compile(r"\bproject\s*\(([^)]{1,400})\)", re.IGNORECASE)
_CMAKE_STANDARD = re.compile(r"CMAKE_(CXX|C)_STANDARD\s+(\d+)", re.IGNORECASE)
_CMAKE_PACKAGE = re.compile(r"\bfind_package\s*\(\s*(\w[\w+-]*)", re.IGNORECASE)
_CMAKE_TARGET = re.compile(r"\badd_(executable|library)\s*\(\s*([\w.${}-]+)", re.IGNORECASE)
_CPP_TESTS = {"gtest": "googletest", "googletest": "googletest", "catch2": "catch2", "doctest": "doctest",
              "boost_test": "boost-test"}  # fmt: skip


def _table(data: Mapping[str, Any], *path: str) -> dict[str, Any]:
    here: Any = data
    for name in path:
        here = here.get(name) if isinstance(here, dict) else None
    return here if isinstance(here, dict) else {}


def rust(folder: Folder, at: str, found: Found) -> None:
    path = f"{at}/Cargo.toml" if at else "Cargo.toml"
    data = folder.toml(path)
    if not data and not (not at and folder.has("Cargo.toml")):
        return
    package, workspace = _table(data, "package"), _table(data, "workspace")
    found.named(at, package.get("name"))
    found.runs_on("rust", package.get("rust-version"))
    found.uses("rust", "cargo")
    found.managers.setdefault("cargo", None)
    found.version("rust edition", package.get("edition") or _table(workspace, "package").get("edition"))
    for table, dev in (
        (_table(data, "dependencies"), False), (_table(workspace, "dependencies"), False),
        (_table(data, "dev-dependencies"), True), (_table(data, "build-dependencies"), True),
    ):  # fmt: skip
        for name, said in table.items():
            version = said.get("version") if isinstance(said, dict) else said
            found.depends("rust", name, version if isinstance(version, str) else None, dev=dev)
            features = said.get("features") if isinstance(said, dict) else None
            if name == "sqlx" and isinstance(features, list):
                for database in ("postgres", "mysql", "sqlite"):
                    if database in features:
                        found.databases[database] = None
                        found.uses(database)
    bins = data.get("bin")
    for one in bins if isinstance(bins, list) else []:
        if isinstance(one, dict) and not at:
            found.enters_at(one.get("path"))
    found.weak_types["library" if "lib" in data else "application"] = None
    if at:
        return
    if workspace.get("members"):
        found.patterns["monorepo"] = None
        members = workspace["members"] if isinstance(workspace["members"], list) else []
        found.patterns[short(f"workspaces: {', '.join(str(one) for one in members[:20])}")] = None
    if "main.rs" in folder.listing("src"):
        found.enters_at("src/main.rs")
    if "lib.rs" in folder.listing("src"):
        found.enters_at("src/lib.rs")
        found.weak_types["library"] = None
    found.tests["cargo test"] = None
    for name, command in (("build", "cargo build"), ("test", "cargo test"), ("lint", "cargo clippy"),
                          ("format", "cargo fmt")):  # fmt: skip
        found.usually(name, command)
    if "src/main.rs" in found.entry_points:
        found.usually("run", "cargo run")


def go(folder: Folder, at: str, found: Found) -> None:
    path = f"{at}/go.mod" if at else "go.mod"
    text = folder.script(path)
    if text is None:
        return
    if named := _GO_MODULE.search(text):
        found.named(at, _VERSION_PART.sub("", named[1].strip('"')).rpartition("/")[2])
    version = _GO_VERSION.search(text)
    found.runs_on("go", version[1] if version else None)
    found.uses("go")
    found.managers.setdefault("go", None)
    for match in list(_GO_REQUIRE.finditer(text))[:500]:
        if match["indirect"] is None:
            found.depends("go", match[1], match[2])
    if module := _GO_MODULE.search(text):
        found.version("module", module[1])
    found.weak_types.setdefault("library", None)
    if at:
        return
    if folder.has("main.go"):
        found.enters_at("main.go")
        found.weak_types = {"application": None}
    if folder.names.get("cmd"):
        found.patterns["commands in cmd/"] = None
        found.weak_types = {"application": None}
    if folder.names.get("internal"):
        found.patterns["internal packages"] = None
    if folder.has("go.work"):
        found.patterns["monorepo"] = None
    found.tests["go test"] = None
    for name, command in (("build", "go build ./..."), ("test", "go test ./..."), ("lint", "go vet ./..."),
                          ("format", "gofmt -w .")):  # fmt: skip
        found.usually(name, command)
    if linter := folder.first(".golangci.yml", ".golangci.yaml", ".golangci.toml"):
        found.uses("golangci-lint")
        found.usual["lint"] = "golangci-lint run"
        found.convention("Linted by golangci-lint", linter)


def cmake(folder: Folder, at: str, found: Found) -> None:
    text = folder.script("CMakeLists.txt") if not at else None
    if text is None:
        return
    text = re.sub(r"#[^\n]*", "", text)
    declared = _CMAKE_PROJECT.search(text)
    languages = (declared[1] if declared else "").upper()
    found.runs_on("native")
    found.uses("cmake", *(["c"] if re.search(r"\bC\b", languages) else []))
    if not re.search(r"LANGUAGES\s+C\s*$|\bC\s*$", languages) or "CXX" in languages:
        found.uses("cpp")
    for language, standard in _CMAKE_STANDARD.findall(text)[:2]:
        found.version("cpp" if language.upper() == "CXX" else "c", standard)
    for package in dict.fromkeys(_CMAKE_PACKAGE.findall(text)[:60]):
        lowered = package.lower()
        found.dependencies[lowered] = None
        if lowered in _CPP_TESTS:
            found.tests_with(_CPP_TESTS[lowered])
        if lowered.startswith(("qt5", "qt6")):
            found.uses("qt")
            found.types["desktop app"] = None
    for lowered, framework in _CPP_TESTS.items():
        if re.search(rf"FetchContent_Declare\s*\(\s*{lowered}\b", text, re.IGNORECASE):
            found.tests_with(framework)
    for kind, name in _CMAKE_TARGET.findall(text)[:20]:
        found.weak_types["application" if kind.lower() == "executable" else "library"] = None
        if kind.lower() == "executable" and "$" not in name:
            found.enters_at(name)
    found.usually("build", "cmake -B build && cmake --build build")
    if re.search(r"\benable_testing\s*\(|\binclude\s*\(\s*CTest\b", text, re.IGNORECASE):
        found.tests_with("ctest")
        found.usually("test", "ctest --test-dir build")


def meson(folder: Folder, at: str, found: Found) -> None:
    text = folder.script("meson.build") if not at else None
    if text is None:
        return
    found.runs_on("native")
    found.uses("meson")
    found.weak_types.setdefault("application", None)
    found.usually("build", "meson setup build && meson compile -C build")
    found.usually("test", "meson test -C build")
