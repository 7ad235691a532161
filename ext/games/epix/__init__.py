"""Epix's kernel. The rules are in engine/games/epix/RULES.md."""
