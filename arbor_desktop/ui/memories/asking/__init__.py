"""“Ask your memory” on the Memories page: a question, its answer, and the memories that say so."""
