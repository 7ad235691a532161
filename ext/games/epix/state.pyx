"""Epix: the constants of its kernel that Python uses; state.pxd declares them."""
