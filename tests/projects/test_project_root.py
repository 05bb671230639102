"""Which project a working folder belongs to, with real repositories."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from arbor_desktop.projects.git import project_root

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Noor", "-c", "user.email=noor@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    made = tmp_path / "kiln"
    (made / "src" / "deep").mkdir(parents=True)
    git(made, "init", "-q")
    git(made, "commit", "-q", "--allow-empty", "-m", "first")
    return made


@needs_git
class TestRepositories:
    def test_any_folder_of_it_belongs_to_it(self, repository: Path) -> None:
        assert project_root(str(repository / "src" / "deep")) == str(repository)
        assert project_root(str(repository / "src" / "gone" / "since")) == str(repository)

    def test_a_worktree_belongs_to_the_main_one(self, repository: Path, tmp_path: Path) -> None:
        git(repository, "worktree", "add", "-q", str(tmp_path / "elsewhere"), "-b", "side")
        git(repository, "worktree", "add", "-q", str(repository / ".claude" / "worktrees" / "x"), "-b", "x")
        assert project_root(str(tmp_path / "elsewhere")) == str(repository)
        assert project_root(str(repository / ".claude" / "worktrees" / "x")) == str(repository)

    def test_a_worktree_of_a_bare_repository_is_its_own_project(
        self, repository: Path, tmp_path: Path
    ) -> None:
        bare = tmp_path / "bare.git"
        git(tmp_path, "clone", "-q", "--bare", str(repository), str(bare))
        git(bare, "worktree", "add", "-q", str(tmp_path / "work"))
        assert project_root(str(tmp_path / "work")) == str(tmp_path / "work")

    def test_a_repository_within_another_is_its_own_project(self, repository: Path) -> None:
        inner = repository / "vendor" / "inner"
        inner.mkdir(parents=True)
        git(inner, "init", "-q")
        assert project_root(str(inner)) == str(inner)

    def test_a_manifest_below_makes_no_project_of_its_own(self, repository: Path) -> None:
        (repository / "src" / "package.json").write_text("{}")
        assert project_root(str(repository / "src")) == str(repository)

    def test_a_link_leads_to_the_real_place(self, repository: Path, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(repository)
        assert project_root(str(tmp_path / "link" / "src")) == str(repository)

    def test_a_worktree_of_a_submodule_belongs_to_the_submodule(
        self, repository: Path, tmp_path: Path
    ) -> None:
        library = tmp_path / "glaze"
        library.mkdir()
        git(library, "init", "-q")
        git(library, "commit", "-q", "--allow-empty", "-m", "first")
        git(
            repository,
            "-c",
            "protocol.file.allow=always",
            "submodule",
            "add",
            "-q",
            str(library),
            "lib/glaze",
        )
        inner = repository / "lib" / "glaze"
        assert project_root(str(inner)) == str(inner)
        git(inner, "worktree", "add", "-q", str(tmp_path / "side"), "-b", "side")
        assert project_root(str(tmp_path / "side")) == str(inner)

    def test_within_gits_own_folder_it_is_the_repository(self, repository: Path) -> None:
        assert project_root(str(repository / ".git" / "hooks")) == str(repository)

    @pytest.mark.parametrize("place", [".claude/worktrees/side", ".worktrees/side", ".worktrees/side/src"])
    def test_a_worktree_that_is_gone_belongs_to_where_it_lay(self, place: str) -> None:
        assert project_root(f"/srv/was/kiln/{place}") == "/srv/was/kiln"

    def test_dots_lead_where_they_say(self, repository: Path) -> None:
        assert project_root(str(repository / "src" / ".." / "src")) == str(repository)
        assert project_root("/srv/was/../here/") == "/srv/here"

    def test_paths_of_windows_mean_nothing_where_there_is_no_windows(
        self, repository: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(repository)
        assert project_root("C:\\work\\kiln") == "C:\\work\\kiln", "not the folder that tests run in"
        assert project_root("D:/work/kiln/") == "D:/work/kiln"
        assert project_root("\\\\share\\team\\kiln") == "\\\\share\\team\\kiln"


@needs_git
class TestBroken:
    def test_a_worktree_whose_repository_says_nothing_is_its_own_project(self, tmp_path: Path) -> None:
        folder = tmp_path / "odd"
        folder.mkdir()
        (folder / ".git").write_text("gitdir: /srv/gone/.git/modules/x/worktrees/y\n")
        assert project_root(str(folder)) == str(folder)


class TestElsewhere:
    def test_the_nearest_manifest(self, tmp_path: Path) -> None:
        (tmp_path / "app" / "core").mkdir(parents=True)
        (tmp_path / "app" / "pyproject.toml").write_text("")
        assert project_root(str(tmp_path / "app" / "core")) == str(tmp_path / "app")

    def test_a_folder_that_is_gone_is_still_a_project(self) -> None:
        assert project_root("/srv/was/here") == "/srv/was/here"

    @pytest.mark.parametrize(
        "folder",
        [
            None,
            "",
            "relative/path",
            "/",
            "C:\\",
            "C:/",
            "C:\\Users\\noor",
            "/home/nobody-here",
            "/Users/nobody-here",
        ],
    )
    def test_what_is_none(self, folder: str | None) -> None:
        assert project_root(folder) is None

    def test_the_home_folder_is_none_even_with_a_repository_in_it(self) -> None:
        (Path.home() / ".git").mkdir()
        (Path.home() / "talk").mkdir()
        assert project_root(str(Path.home())) is None
        assert project_root(str(Path.home() / "talk")) == str(Path.home() / "talk")

    def test_a_git_file_of_another_kind_is_no_worktree(self, tmp_path: Path) -> None:
        for number, text in enumerate(("gitdir: ../.git/modules/sub\n", "junk", "", "\x00\xff")):
            folder = tmp_path / str(number)
            folder.mkdir()
            (folder / ".git").write_text(text)
            assert project_root(str(folder)) == str(folder)
