"""A second, slow, plain-Python reading of each game's rules, independent of the kernels."""
