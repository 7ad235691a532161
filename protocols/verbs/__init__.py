"""The verbs of UHI: how each is written, and what it does."""
