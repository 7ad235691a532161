"""The search: its memory, how it chooses, one iteration, and the handle that runs it; solvers to compare it with."""
