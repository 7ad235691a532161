"""Tests of Egemonia's rules."""
