"""A project's folder may hold anything. It is read without harm, within bounds, and nothing outside of it."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.documents import document
from arbor_desktop.projects.model import ProjectFacts
from arbor_desktop.projects.stack.collector import LONGEST, Knowledge, load_knowledge
from arbor_desktop.projects.stack.folder import (
    MAX_BYTES,
    MOST_DEEP,
    MOST_FOLDERS,
    Folder,
    is_secret,
    parse_json,
    parse_xml,
    parse_yaml,
)
from arbor_desktop.projects.stack.reader import is_current, read_project
from tests.properties import times

KNOWN = load_knowledge(resources.read_text("projects.toml"))
NAMES = (
    "package.json",
    "pnpm-workspace.yaml",
    "tsconfig.json",
    "deno.json",
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "requirements.txt",
    "Pipfile",
    "tox.ini",
    "Cargo.toml",
    "rust-toolchain.toml",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "gradle/libs.versions.toml",
    "settings.gradle",
    "composer.json",
    "Gemfile",
    "mix.exs",
    "a.csproj",
    "global.json",
    "pubspec.yaml",
    "Package.swift",
    "CMakeLists.txt",
    "meson.build",
    "Makefile",
    "justfile",
    "Taskfile.yml",
    "Dockerfile",
    "docker-compose.yml",
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    ".prettierrc",
    ".eslintrc",
    "biome.json",
    ".editorconfig",
    "rustfmt.toml",
    ".clang-format",
    ".pre-commit-config.yaml",
    ".commitlintrc",
    ".gitignore",
    "mise.toml",
    ".tool-versions",
    ".nvmrc",
    "Procfile",
    "mypy.ini",
    "pytest.ini",
    "packages/a/package.json",
    "b/pyproject.toml",
)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_KEYS = """
name scripts dependencies devDependencies workspaces packages engines bin main exports tool project poetry
group dev ruff lint
select format mypy paths compilerOptions strict package workspace members edition tasks require
prettier singleQuote extends formatter sdk version fmt imports tools toolchain channel packageManager
node python contributes options env include-group hatch envs uv pdm build-system build-backend
"""
KEYS = st.text(max_size=8) | st.sampled_from(_KEYS.split())
VALUE = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=30,
)
_LINES = """\
jobs:|  test:|  - run: x|services:|  db:|    image: postgres|- x|[tool.ruff]|line-length = 3|a: b: c
<project>|</project>|require (|gem "x"|FROM a:b|CMD [|project(|{|}|[|]|'''|<!DOCTYPE x>|*.py|!|#
test:|- |a: >|  - - b"""
LINES = st.lists(
    st.sampled_from(_LINES.replace("\n", "|").split("|")) | st.text(max_size=30), max_size=25
).map("\n".join)
CONTENT = (
    LINES.map(lambda text: text.encode("utf-8", "replace"))
    | VALUE.map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=200)
)


def bounded(facts: ProjectFacts) -> None:
    for name, value in document(facts).items():
        values = (
            [*value, *value.values()]
            if isinstance(value, dict)
            else value
            if isinstance(value, list)
            else [value]
        )
        assert len(values) <= 150, name
        assert all(one is None or isinstance(one, int) or len(one) <= 2 * LONGEST for one in values), name
        assert all(not isinstance(one, str) or "\n" not in one for one in values), name
    json.dumps(document(facts), ensure_ascii=False)


@times(3, suppress_health_check=[HealthCheck.too_slow])
@given(files=st.dictionaries(st.sampled_from(NAMES), CONTENT, max_size=6))
def test_any_contents_are_read_without_harm(
    files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("project")
    for name, raw in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(raw)
    reading = read_project(root, KNOWN)
    bounded(reading.facts)
    assert all(len(trouble) <= 300 for trouble in reading.troubles)
    assert is_current(root, reading.fingerprint, KNOWN)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", "[" * 100_000),
        ("package.json", '{"a":' * 50_000),
        ("package.json", "/*" * 200_000),
        ("package.json", '"\\"' * 200_000),
        ("package.json", "{" + "," * 500_000 + "}"),
        ("pyproject.toml", "a=" + "[" * 50_000),
        ("pyproject.toml", "x" * 900_000),
        ("pom.xml", "<a>" * 100_000),
        ("go.mod", "a." * 300_000),
        ("Package.swift", ".package(" * 50_000),
        ("mix.exs", '{:a,"b"' * 50_000),
        ("setup.py", "install_requires=[" * 30_000),
        ("build.gradle", "implementation " * 50_000),
        ("CMakeLists.txt", "project(" * 60_000),
        ("docker-compose.yml", "a" + " " * 900_000),
        ("docker-compose.yml", "- " * 300_000),
        (".github/workflows/ci.yml", "a:\n" * 200_000),
        ("Makefile", "a" * 900_000),
        ("justfile", "a " * 400_000),
        (".editorconfig", "[" * 900_000),
        (".gitignore", "a*" * 400_000),
        ("requirements.txt", "a[" * 400_000),
    ],
)
def test_hostile_files_take_no_time(name: str, text: str, tmp_path: Path) -> None:
    before = time.process_time()
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text)
    bounded(read_project(tmp_path, KNOWN).facts)
    assert time.process_time() - before < 5  # seconds of this process; milliseconds in fact


class TestBroken:
    def test_what_is_broken_is_noted_and_the_rest_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "package.json").write_text('{"dependencies": ')
        (tmp_path / "pyproject.toml").write_text('[project]\nname="x"\ndependencies=["flask"]\n')
        (tmp_path / "pom.xml").write_text("<project>")
        reading = read_project(tmp_path, KNOWN)
        assert "flask" in reading.facts.stack and "node" in reading.facts.stack
        assert [trouble.partition(" ")[0] for trouble in reading.troubles] == ["package.json", "pom.xml"]
        assert "is broken" in reading.troubles[0]

    def test_what_is_too_large_is_not_read(self, tmp_path: Path) -> None:
        text = json.dumps({"dependencies": {"react": "1"}})
        (tmp_path / "package.json").write_text(text + " " * MAX_BYTES)
        reading = read_project(tmp_path, KNOWN)
        assert "react" not in reading.facts.stack
        assert reading.troubles == ("package.json is too large to be read",)

    def test_a_folder_that_is_gone_says_nothing(self, tmp_path: Path) -> None:
        reading = read_project(tmp_path / "gone", KNOWN)
        assert reading.facts == ProjectFacts()

    def test_entities_of_xml_are_refused(self, tmp_path: Path) -> None:
        bomb = (
            '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;">]><project><groupId>&y;</groupId></project>'
        )
        with pytest.raises(ValueError, match="entities"):
            parse_xml(bomb.encode())
        (tmp_path / "pom.xml").write_text(bomb)
        assert "entities" in read_project(tmp_path, KNOWN).troubles[0]

    def test_external_entities_reach_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("here")
        outer = f'<!DOCTYPE a [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]><a>&x;</a>'
        with pytest.raises(ValueError, match="entities"):
            parse_xml(outer.encode())


class TestWithinTheFolder:
    def test_a_link_out_of_it_is_not_followed(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "package.json").write_text('{"dependencies": {"react": "1"}}')
        (outside / "a.py").write_text("")
        root = tmp_path / "root"
        root.mkdir()
        (root / "package.json").symlink_to(outside / "package.json")
        (root / "more").symlink_to(outside)
        facts = read_project(root, KNOWN).facts
        assert "react" not in facts.stack and facts.file_tree == {}

    def test_a_link_within_it_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "real.json").write_text('{"dependencies": {"react": "1"}}')
        (tmp_path / "package.json").symlink_to("real.json")
        assert "react" in read_project(tmp_path, KNOWN).facts.stack

    def test_a_link_to_a_secret_is_not_read(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text('{"dependencies": {"react": "1"}}')
        (tmp_path / "package.json").symlink_to(".env")
        assert "react" not in read_project(tmp_path, KNOWN).facts.stack

    def test_links_in_a_circle_end(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "again").symlink_to(tmp_path)
        (tmp_path / "package.json").symlink_to("package.json")
        assert read_project(tmp_path, KNOWN).facts.file_tree == {}

    @pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "package.json")
        assert read_project(tmp_path, KNOWN).facts.package_manager == "npm"

    @pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="rights are not kept")
    def test_what_may_not_be_read_is_noted(self, tmp_path: Path) -> None:
        (tmp_path / "package.json").write_text("{}")
        (tmp_path / "package.json").chmod(0)
        assert "can't be read" in read_project(tmp_path, KNOWN).troubles[0]


class TestSecrets:
    @pytest.mark.parametrize(
        "name",
        [
            ".env",
            ".env.local",
            "id_rsa",
            "server.pem",
            ".npmrc",
            "credentials.json",
            "secrets.yaml",
            ".netrc",
        ],
    )
    def test_files_that_may_hold_some_are_never_read(self, name: str, tmp_path: Path) -> None:
        (tmp_path / name).write_text("TOKEN=x")
        folder = Folder(tmp_path, lambda path: False)
        assert is_secret(name) and folder.text(name) is None and not folder.read

    def test_they_are_listed(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("TOKEN=kiln-kiln-kiln")
        reading = read_project(tmp_path, KNOWN)
        assert reading.facts.config_files == (".env",)
        assert "kiln-kiln" not in repr(reading)


class TestExcluded:
    def test_an_excluded_folder_is_neither_read_nor_counted(self, tmp_path: Path) -> None:
        for name in ("open", "closed"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "package.json").write_text(json.dumps({"dependencies": {name: "1"}}))
            (tmp_path / name / "a.py").write_text("")
        facts = read_project(tmp_path, KNOWN, lambda path: "closed" in path).facts
        assert facts.dependencies == ("open",) and facts.file_tree == {"open": 2}


class TestTree:
    def test_what_tools_made_and_git_ignores_is_left_out(self, tmp_path: Path) -> None:
        (tmp_path / ".gitignore").write_text("# mine\n/generated/\nscratch\n!kept\n*.log\nsub/made/\n")
        for folder in (
            "src",
            "node_modules/x",
            ".venv/lib",
            "target",
            "generated",
            "scratch",
            "sub/made",
            "sub/own",
            "kept",
        ):
            (tmp_path / folder).mkdir(parents=True)
            (tmp_path / folder / "a.py").write_text("")
        assert read_project(tmp_path, KNOWN).facts.file_tree == {
            ".": 1,
            "kept": 1,
            "src": 1,
            "sub": 1,
            "sub/own": 1,
        }

    def test_counts_are_of_all_below_and_folders_are_few(self, tmp_path: Path) -> None:
        (tmp_path / "src" / "deep" / "deeper").mkdir(parents=True)
        (tmp_path / "src" / "deep" / "deeper" / "a.py").write_text("")
        for number in range(MOST_FOLDERS + 20):
            (tmp_path / f"d{number}").mkdir()
            (tmp_path / f"d{number}" / "b.py").write_text("")
        tree = read_project(tmp_path, KNOWN).facts.file_tree
        assert len(tree) == MOST_FOLDERS
        (tmp_path / "only").mkdir()
        assert read_project(tmp_path / "src", KNOWN).facts.file_tree == {"deep": 1, "deep/deeper": 1}

    def test_a_deep_folder_ends_somewhere(self, tmp_path: Path) -> None:
        deep = tmp_path
        for _ in range(MOST_DEEP + 3):
            deep = deep / "d"
            deep.mkdir()
        (deep / "a.py").write_text("")
        reading = read_project(tmp_path, KNOWN)
        assert reading.facts.file_tree == {} and "more than is counted" in reading.troubles[0]

    def test_a_large_folder_is_counted_as_far_as_the_limit(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("arbor_desktop.projects.stack.folder.MOST_ENTRIES", 50)
        (tmp_path / "many").mkdir()
        for number in range(80):
            (tmp_path / "many" / f"{number}.py").write_text("")
        reading = read_project(tmp_path, KNOWN)
        assert reading.facts.file_tree == {"many": 49} and reading.troubles
        assert reading.facts.stack == ("python",)


class TestFingerprint:
    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        (tmp_path / "package.json").write_text('{"name": "kiln"}')
        (tmp_path / "src").mkdir()
        (tmp_path / "src" / "a.ts").write_text("")
        return tmp_path

    def test_it_holds_while_nothing_that_was_read_changes(self, project: Path) -> None:
        mark = read_project(project, KNOWN).fingerprint
        (project / "src" / "b.ts").write_text("new")
        assert is_current(project, mark, KNOWN)

    def test_a_changed_file_is_noticed(self, project: Path) -> None:
        mark = read_project(project, KNOWN).fingerprint
        (project / "package.json").write_text('{"name": "glaze"}')
        assert not is_current(project, mark, KNOWN)

    @pytest.mark.parametrize("name", ["pnpm-lock.yaml", "pyproject.toml", "vitest.config.ts", "Dockerfile"])
    def test_a_new_file_of_a_known_name_is_noticed(self, name: str, project: Path) -> None:
        mark = read_project(project, KNOWN).fingerprint
        (project / name).write_text("")
        assert not is_current(project, mark, KNOWN)

    def test_a_file_that_is_gone_is_noticed(self, project: Path) -> None:
        mark = read_project(project, KNOWN).fingerprint
        (project / "package.json").unlink()
        assert not is_current(project, mark, KNOWN)

    def test_other_knowledge_reads_anew(self, project: Path) -> None:
        mark = read_project(project, KNOWN).fingerprint
        other: Knowledge = load_knowledge(resources.read_text("projects.toml") + "\n# more\n")
        assert not is_current(project, mark, other)
        assert not is_current(project, "", KNOWN)


def test_yaml_values_are_texts_and_tags_are_ignored() -> None:
    text = (
        "on: [push, 'pull']\nsteps:\n- uses: a@v1\n- run: |\n    one\n    two\n  name: last # said\n"
        "'odd key': yes\nversion: 3.10\nscript: !reference [.setup, script]\n---\nanother: document\n"
    )
    assert parse_yaml(text) == {
        "on": ["push", "pull"],
        "steps": [{"uses": "a@v1"}, {"run": "one\ntwo\n", "name": "last"}],
        "odd key": "yes",
        "version": "3.10",
        "script": [".setup", "script"],
    }


@pytest.mark.parametrize("text", ["[" * 200_000, "- " * 20_000, "a: b: c", "\tx", "{{ templated }}: : x"])
def test_what_is_no_yaml_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_yaml(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, // b\n}', {"a": 1}),
        ('{"a": "// no /* comment */", /* c */ "b": [1, 2,],}', {"a": "// no /* comment */", "b": [1, 2]}),
        ('{"a": ",}"}', {"a": ",}"}),
        ("[1,]// end", [1]),
    ],
)
def test_json_with_comments(text: str, value: object) -> None:
    assert parse_json(text) == value


@pytest.mark.parametrize("text", ['{"a', "{/* no end", "nothing", ""])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_json(text)


def test_technologies_are_named_as_memories_name_them() -> None:
    """Else no memory of them would count more in the project (spec 5.3)."""
    import tomllib

    vocabulary = tomllib.loads(resources.read_text("extraction/technology.toml"))["names"]
    for name in (
        "vitest",
        "jest",
        "pytest",
        "node",
        "react",
        "nextjs",
        "tailwind",
        "postgres",
        "spring",
        "csharp",
    ):
        assert name in vocabulary
    table = tomllib.loads(resources.read_text("projects.toml"))
    named = {name for kind in ("stack", "tests", "database") for one in table[kind].values() for name in one}
    spelled = {other: name for name, others in vocabulary.items() for other in others}
    differing = {name for name in named if name in spelled and name not in vocabulary}
    assert differing <= {"nuxt", "sass", "mongoose", "firestore", "helm", "swiftui"}, "besides, not instead"
