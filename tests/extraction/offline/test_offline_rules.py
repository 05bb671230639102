from __future__ import annotations

import re

from arbor_desktop import resources
from arbor_desktop.extraction.offline.rules import load_rules, read_rules
from arbor_desktop.extraction.offline.vocabulary import load_vocabulary


def test_every_rule_can_be_compiled_and_has_a_name_of_its_own() -> None:
    texts = (
        resources.read_text(f"extraction/{n}.toml")
        for n in ("vocabulary", "technology", "topics", "patterns")
    )
    book = load_rules(read_rules(), load_vocabulary(*texts))
    for rule in book.rules:
        re.compile(rule.pattern.source)
        assert rule.cues, rule.name
    names = [rule.name for rule in book.rules]
    assert 20 < len(names) < 40
