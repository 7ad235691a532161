"""Egemonia's kernel. The rules are in engine/games/egemonia/RULES.md."""
