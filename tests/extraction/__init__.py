"""How good offline extraction is: labelled snippets and conversations, and their score."""
