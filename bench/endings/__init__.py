"""How much of the game a player loses where the truth is known: `python -m bench.endings --help`.

`data/` has a set of solved endings for each game (`sets`). The reference rules solved them (`tests/reference`), in
games that players played (`making`). `regret` asks a player for its choice in each and says what it loses.
"""
