"""What a person is told when a model can't be asked: what happened, and what to do."""

from __future__ import annotations

from arbor_desktop.core.model import Trouble

MESSAGES = {
    Trouble.NO_KEY: "No API key is set. Enter one in Settings → Extraction, or with arbor key set.",
    Trouble.NO_PROGRAM: "The claude command is not on the PATH. Install Claude Code or choose another way.",
    Trouble.BUDGET: (
        "This month's budget is spent. Raise it in Settings → Extraction, or wait for the next month."
    ),
}
