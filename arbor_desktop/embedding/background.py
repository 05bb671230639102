"""Texts about this and that, beside which a few memories are looked at.

How far a memory stands out from all others can be said where there are many. Of three, one always does; so a
small store is compared as if it also held these, which have nothing to do with each other or with anybody.
"""

from __future__ import annotations

FEW = 256
"""Below so many vectors the texts count too."""
TEXTS = (
    "The library opens at nine and closes at six",
    "Tests run before every merge",
    "Her brother moved to another city last autumn",
    "The parser reads one line at a time",
    "Rice should rest for ten minutes after cooking",
    "The budget is reviewed in the second quarter",
    "Error messages are written in plain language",
    "The train was late because of snow",
    "Images are scaled down before they are stored",
    "He plays the piano on weekends",
    "The contract ends in five years",
    "Passwords are never written to the log",
    "A cold front brings rain from the north",
    "The function returns an empty list when nothing fits",
    "They painted the kitchen yellow",
    "Our customers are mostly small shops",
    "The museum shows old maps and globes",
    "Every branch is named after its ticket",
    "Vitamin C is found in peppers",
    "The server has two network cards",
    "My neighbour grows tomatoes on the balcony",
    "Dates are given in the international format",
    "The team won by a single point",
    "Backups are kept on a separate disk",
    "She prefers tea without sugar",
    "The queue is emptied every minute",
    "Whales breathe air and sleep near the surface",
    "Invoices are sent at the end of the month",
    "The button turns grey while it loads",
    "We met at a concert by the lake",
    "The old bridge was closed for repairs",
    "Variables have short and telling names",
)
