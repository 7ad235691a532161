"""The kernels of the games: a folder each, with the same files in each."""
