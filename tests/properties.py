"""How many examples a property test tries."""

from typing import Any

from hypothesis import settings


def times(factor: float, **more: Any) -> settings:
    """Return settings that try `factor` times as many examples as the profile says (tests/conftest.py)."""
    return settings(max_examples=max(1, round(factor * settings.default.max_examples)), **more)
