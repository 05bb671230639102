"""Texts that try to command whoever reads them, put where such texts stand, and what becomes of them.

`cases.toml` holds the texts, `setting.py` puts them into sessions, `obeying.py` is the worst mind that a
model could have: it does whatever a text that it can see demands. `python3 -m tests.injection` prints a
table.
"""
