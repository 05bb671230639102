"""Language models as the service uses them: where they run, what they may be told, what they cost."""
