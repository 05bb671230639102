"""A turn that is dropped unread holds nothing that findings are read for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extract.offline.findings import Findings, load_findings
from arbor_desktop.extract.offline.vocabulary import load_vocabulary

PATTERNS = load_findings(resources.read_text("extract/findings.toml"))
FINDINGS = Findings(
    load_vocabulary(
        *(
            resources.read_text(f"extract/{name}.toml")
            for name in ("vocabulary", "technology", "topics", "patterns")
        )
    ),
    PATTERNS,
)
MENTIONS = PATTERNS.one["mentions"]


@given(st.from_regex(MENTIONS))
def test_whatever_the_pattern_finds_is_mentioned(text: str) -> None:
    assert FINDINGS.mentions(text) == (MENTIONS.search(text) is not None)


@given(
    st.lists(
        st.sampled_from([*PATTERNS.stems, "ISSUE", "Fixed", "iſſue", "d", "the", " ", "\n", "é"]), max_size=8
    )
)
def test_a_stem_alone_decides_nothing(parts: list[str]) -> None:
    text = "".join(parts)
    assert FINDINGS.mentions(text) == (MENTIONS.search(text) is not None)
