"""How even the games are when the search plays itself: `python -m bench.balance --help`.

Every number of a game is data, so whoever changes one runs this again, as may an owner of the printed game who put the
printed values in (`--data`).
"""
