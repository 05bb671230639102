"""How other tools get the memories, and give theirs."""
