"""import: what it prints, and its exit codes."""

from __future__ import annotations

from arbor_desktop.cli import exchange
from arbor_desktop.exchange import exports, formats


def test_it_names_the_formats_that_there_are():
    assert set(exchange.WRITTEN) == {one.name for one in exports.FORMATS}
    assert set(exchange.FORMATS) == {"auto", *(one.name for one in formats.FORMATS)}


def test_import_prints_counts_and_what_it_skipped(run, tmp_path):
    file = tmp_path / "memories.txt"
    file.write_text("- User prefers pnpm over npm\n- ok\n")
    assert "Would import 1 memory, 1 skipped." in run("import", str(file), "--dry-run").out
    said = run("import", str(file), "--json")
    assert said.json.keys() == {
        "format", "imported", "merged", "duplicates", "conflicts", "skipped", "action_id"
    }  # fmt: skip
    assert said.json["skipped"] == [{"what": "ok", "reason": "too short"}]
    assert "Imported 0 memories, 1 already saved, 1 skipped." in run("import", str(file)).out
    assert "1 memory" in run("undo").out
    assert run("list", "--json").json["total"] == 0


def test_a_dry_run_names_what_an_import_touches(run, tmp_path):
    run("add", "Always use ruff to format Python code.", "--type", "instruction")
    run("add", "Use npm to install packages.", "--type", "instruction")
    file = tmp_path / "memories.txt"
    file.write_text("- Please, always use ruff to format Python code\n- Use pnpm to install packages.\n")
    said = run("import", str(file), "--dry-run").out
    assert "Would import 1 memory, 1 merged with yours, 1 in conflict." in said
    assert "merged with “Always use ruff to format Python code.”" in said
    assert "contradicts “Use npm to install packages.”" in said
    assert "Imported 1 memory, 1 merged with yours, 1 in conflict." in run("import", str(file)).out


def test_a_file_without_memories_is_refused(run, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Lena,\nsee you on Friday.\n")
    said = run("import", str(file))
    assert said.code == 2
    assert "Arbor found no memories in letter.txt" in said.err
    assert run("import", str(file), "--format", "other").code == 2


def test_export_says_what_it_left_out(run, tmp_path):
    run("add", "User prefers tabs over spaces", "--type", "preference")
    run("add", "User takes insulin twice a day", "--type", "fact", "--privacy", "sensitive")
    file = tmp_path / "memories.json"
    said = run("export", str(file))
    assert f"Exported 1 memory to {file}." in said.out
    assert "Left out for privacy: 1 memory" in said.err
    assert run("export", str(file), "--json").code == 2
    said = run("export", str(tmp_path / "all.json"), "--everything", "--json")
    assert said.json == {
        "exported": 2, "format": "json", "path": str(tmp_path / "all.json"),
        "left_out": {"never_share": 0, "sensitive": 0},
    }  # fmt: skip


def test_export_for_ai_tools_offers_no_private_memories(run, tmp_path):
    run("add", "User takes insulin twice a day", "--type", "fact", "--privacy", "sensitive")
    run("add", "User prefers tabs over spaces", "--type", "preference")
    said = run("export", str(tmp_path / "AGENTS.md"), "--format", "agents-md", "--everything")
    assert "Left out for privacy: 1 memory." in said.err
    assert "--everything" not in said.err
    assert (
        tmp_path / "AGENTS.md"
    ).read_text() == "# Memories\n\n## Preferences\n\n- User prefers tabs over spaces\n"


def test_an_exported_folder_is_imported(run, tmp_path):
    run("add", "User prefers tabs over spaces", "--type", "preference")
    assert run("export", str(tmp_path / "vault"), "--format", "obsidian").code == 0
    assert run("import", str(tmp_path / "vault"), "--json").json["duplicates"] == 1
