"""Egemonia's numbers for Python: moves, events, phases and limits, from the enums of `state.pxd`."""
