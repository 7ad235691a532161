"""Epireia's words for people: made from views and events, and from nothing else."""
