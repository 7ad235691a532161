"""Tests of Epireia's rules."""
