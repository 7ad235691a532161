"""``python -m bench.load``: many people, many connections and bad clients on one real server, on this machine only."""
