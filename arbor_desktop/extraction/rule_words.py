"""What the rules of extraction are called, for people: words of resources/extract/rule_words.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbor_desktop import resources
from arbor_desktop.memories.model import base_rule

_FILE = "extract/rule_words.toml"
_MODEL = "model:"
"""So begins the rule of what a model read: `model:extraction/1`, the prompt and its version."""


@dataclass(frozen=True, slots=True)
class Called:
    """The kind of statement, and the words a rule looks for: "Standing instruction", "always …"."""

    kind: str
    phrase: str

    @property
    def text(self) -> str:
        return f"{self.kind}: {self.phrase}" if self.phrase else self.kind


@dataclass(frozen=True, slots=True)
class RuleWords:
    families: Mapping[str, str]
    rules: Mapping[str, str]

    def of(self, rule: str) -> Called:
        """How a rule is called. One without words of its own: its family, and its name as words."""
        base = base_rule(rule)
        if base.startswith(_MODEL):
            version = base.rpartition("/")[2]
            return Called(self.families["model"], f"version {version} of the prompt")
        family, _, name = base.partition(".")
        kind = self.families.get(family) or _plain(family).capitalize()
        return Called(kind, self.rules.get(base, _plain(name)))


def load_rule_words() -> RuleWords:
    """Reads the file. Raises FileNotFoundError for a damaged installation."""
    import tomllib  # most commands never name a rule

    raw = tomllib.loads(resources.read_text(_FILE))
    return RuleWords(raw["family"], raw["rule"])


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
