"""The players: at random, one move ahead, determinised search, and the information-set search."""
