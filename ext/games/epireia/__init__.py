"""Epireia's kernel. The rules are in engine/games/epireia/RULES.md."""
