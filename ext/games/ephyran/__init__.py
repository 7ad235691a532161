"""Ephyran's kernel. The rules are in engine/games/ephyran/RULES.md."""
