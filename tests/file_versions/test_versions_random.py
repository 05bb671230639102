"""Whatever happens to a file: its newest version is the file, and each version can be restored and undone."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.file_versions import model
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.properties import times

NAMES = ("a.md", "b.md")
CONTENTS = st.sampled_from([b"", b"a\n", b"a\nb\nc\nd\n", b"\xff\x00", b"x" * 40])
STEPS = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), CONTENTS),
    st.tuples(st.just("delete"), st.sampled_from(NAMES), st.none()),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.none()),
    st.tuples(st.just("look"), st.sampled_from(NAMES), st.none()),
    st.tuples(st.just("restore"), st.sampled_from(NAMES), st.integers(0, 5)),
)


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


@times(3)
@given(st.lists(STEPS, max_size=25))
def test_nothing_is_lost_between_two_looks(steps: list[tuple[str, str, object]]) -> None:
    person = Path(tempfile.mkdtemp(prefix="versions-"))
    folder = person / ".codex" / "memories"
    folder.mkdir(parents=True)
    clock = ManualClock()
    try:
        with MemoryService.open(person / "arbor", clock=clock, environ={"HOME": str(person)}) as service:
            service.settings.set("file_versions.codex", True)
            kept = service.file_versions
            for step, name, given_ in steps:
                path = folder / name
                clock.advance(seconds=1000)
                if step == "write" and isinstance(given_, bytes):
                    path.write_bytes(given_)
                elif step == "delete":
                    path.unlink(missing_ok=True)
                elif step == "rename" and path.exists():
                    path.replace(folder / NAMES[name == NAMES[0]])
                elif step == "restore" and (found := kept.versions(str(path))) and isinstance(given_, int):
                    version = found[given_ % len(found)]
                    before, wanted = content(path), kept.content(version.id)
                    restored = kept.restore(version.id)
                    assert content(path) == wanted == kept.content(restored.now.id)
                    assert kept.content(restored.before.id) == before
                    assert restored.before.exists is (before is not None)
                else:
                    kept.look()
                    for each in NAMES:
                        versions = kept.versions(str(folder / each))
                        now = content(folder / each)
                        assert (kept.content(versions[0].id) if versions else None) == now
                        assert len(versions) <= model.MOST_VERSIONS
                    assert kept.look() == 0
    finally:
        shutil.rmtree(person)
