"""The small vocabulary that every kernel and the search share: for Python, the constants of types.pxd."""
