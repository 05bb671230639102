"""A text that is not searched because it holds no stem of a pattern holds nothing that the pattern finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extraction.offline.findings import load_findings
from arbor_desktop.extraction.offline.stems import Stemmed, stemmed
from arbor_desktop.extraction.offline.vocabulary import load_patterns, load_stems


def _shipped() -> dict[str, tuple[re.Pattern[str], Stemmed, list[str]]]:
    voices = resources.read_text("extract/voices.toml")
    findings = resources.read_text("extract/findings.toml")
    found = {}
    for patterns, toml in (
        (load_patterns(voices), voices),
        (load_findings(findings).one, findings),
    ):
        stems = load_stems(toml)
        for name, pattern in stemmed(patterns, stems).items():
            found[name] = (patterns[name], pattern, stems[name])
    return found


SHIPPED = _shipped()


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@given(data=st.data())
def test_whatever_the_pattern_finds_is_found(name: str, data: st.DataObject) -> None:
    pattern, quick, _ = SHIPPED[name]
    text = data.draw(st.from_regex(pattern))
    expected = pattern.search(text)
    found = quick.search(text)
    assert (found and found.span()) == (expected and expected.span())


@pytest.mark.parametrize("name", SHIPPED)
@given(data=st.data())
def test_a_stem_alone_decides_nothing(name: str, data: st.DataObject) -> None:
    pattern, quick, stems = SHIPPED[name]
    parts = st.sampled_from([*stems, *(stem.upper() for stem in stems), "iſſue", "d", "the", " ", "\n", "é"])
    text = "".join(data.draw(st.lists(parts, max_size=8)))
    assert (quick.search(text) is None) == (pattern.search(text) is None)


@pytest.mark.parametrize("text", ["KISSING", "kissing", "Kıſſing", "KİSSING", "é Kissing"])
def test_letters_that_stand_for_others_are_found(text: str) -> None:
    pattern = re.compile("kissing", re.IGNORECASE)
    assert (Stemmed(pattern, ["kiss"]).search(text) is None) == (pattern.search(text) is None)


def test_stems_of_no_pattern_are_refused() -> None:
    with pytest.raises(KeyError):
        stemmed({}, {"unknown": ["x"]})
