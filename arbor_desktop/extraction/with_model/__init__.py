"""Language models: the backends that reach them, the prompts they are given, and how their answers are read.

Nothing of an SDK is imported before a backend is made."""
