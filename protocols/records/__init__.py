"""Game records: the text format ``.uhg``."""
