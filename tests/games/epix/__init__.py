"""Tests of Epix's rules."""
