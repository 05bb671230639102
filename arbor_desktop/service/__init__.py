"""MemoryService and its parts: plain Python, no Qt."""
