"""What a person is told when a model can't be asked: what happened, and what to do."""

from __future__ import annotations

from arbor_desktop.models.model import Trouble

MESSAGES = {
    Trouble.NO_KEY: "No API key is set. Enter one in Settings → Extraction, or with arbor key set.",
    Trouble.NO_PROGRAM: "The claude command is not on the PATH. Install Claude Code or choose another way.",
}
PAUSED = "The model is paused by you. Settings → Extraction lets it go on."
NOT_CHOSEN = (
    "No model is chosen. Choose one in Settings → Extraction, or with arbor settings set extraction.backend."
)
SMALLEST = 0.0001
"""US dollars below this are "less than" it."""


def money(dollars: float) -> str:
    """`$4.20`; small amounts with as many digits as tell something: `$0.0031`."""
    if 0 < dollars < SMALLEST:
        return f"less than ${SMALLEST:.4f}"
    if dollars == 0 or dollars >= 0.995:
        return f"${dollars:,.2f}"
    return f"${dollars:.4f}" if dollars < 0.01 else f"${dollars:.2f}" if dollars >= 0.1 else f"${dollars:.3f}"


def budget_spent(spent: float, limit: float) -> str:
    return (
        f"This month's budget is spent: {money(spent)} of {money(limit)}. Nothing is sent until the next "
        "month. What waits is kept. Raise the budget in Settings → Extraction to go on at once."
    )


def budget_too_small(spent: float, limit: float, held: float, needed: float) -> str:
    """`held`: what calls and batches under way may still cost; `needed`: what the next one may cost."""
    under_way = f", and {money(held)} is held for what is under way" if held else ""
    return (
        f"This month's budget would not last for the next question: {money(spent)} of {money(limit)} is spent"
        f"{under_way}, and the question may cost up to {money(needed)}. What waits is kept. Raise the "
        "budget in Settings → Extraction to go on at once, or wait for the next month."
    )


def handed_in(conversations: int) -> str:
    return f"{conversations:,} conversations are with Anthropic, to be answered within a day"


STOPPED_TITLE = "The model is not asked any more"
WORKS_TITLE = "The model answers again"
