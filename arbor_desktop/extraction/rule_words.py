"""Names of the rules of extraction for people."""

from __future__ import annotations

from collections.abc import Mapping

from arbor_desktop import resources
from arbor_desktop.memories.model import base_rule
from arbor_desktop.quick_dataclass import dataclass

_FILE = "extraction/rule_words.toml"
_MODEL = "model:"
"""Prefix of the rule of a model's memories: `model:extraction/1`, the prompt and its version."""


@dataclass(frozen=True, slots=True)
class Called:
    """Name of a rule: its kind of statement, and the words it finds: "Standing instruction", "always …"."""

    kind: str
    phrase: str

    @property
    def text(self) -> str:
        return f"{self.kind}: {self.phrase}" if self.phrase else self.kind


@dataclass(frozen=True, slots=True)
class RuleWords:
    """Names of rules for people, by family and rule."""

    families: Mapping[str, str]
    rules: Mapping[str, str]

    def of(self, rule: str) -> Called:
        """Return the name of a rule; without an entry of its own, its family and its name as words."""
        base = base_rule(rule)
        if base.startswith(_MODEL):
            version = base.rpartition("/")[2]
            return Called(self.families["model"], f"version {version} of the prompt")
        family, _, name = base.partition(".")
        kind = self.families.get(family) or _plain(family).capitalize()
        return Called(kind, self.rules.get(base, _plain(name)))


def load_rule_words() -> RuleWords:
    """Read the file. Raises FileNotFoundError for a damaged installation."""
    import tomllib  # most commands never name a rule

    raw = tomllib.loads(resources.read_text(_FILE))
    return RuleWords(raw["family"], raw["rule"])


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
