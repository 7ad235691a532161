"""Who plays: players, levels, evaluation and matches."""
