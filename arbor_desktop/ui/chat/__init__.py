"""The Chat page: a plain conversation with a model that is told what is remembered."""
