"""The games: a folder each, with the same files in each."""
