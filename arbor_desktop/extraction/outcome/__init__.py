"""What a session came to, read from its transcript without any model (spec 5.5)."""

from arbor_desktop.extraction.outcome.checks import Proof, Verdict
from arbor_desktop.extraction.outcome.derivation import RULES, Derived, derive
from arbor_desktop.extraction.outcome.marks import Marks, load_marks

__all__ = ["RULES", "Derived", "Marks", "Proof", "Verdict", "derive", "load_marks"]
