"""Tests of each game's rules, on the kernel and on the reference.

For all games, over the registry: `test_perft`, `test_lockstep`, `test_whole_games`, `test_components`, `test_files`.

For each game, in its folder: `position` (how a test sets up and plays a position), `styles` (what random games are
played, and how), `perft.toml`, `test_rules` (one test for each numbered rule), `test_views` (what seats see),
`test_sampling` (the kernel's sampled worlds against the reference's count), and further subjects by their names.
"""
