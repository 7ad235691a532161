"""petteia beside the engines that people in this field use, on the same games in one run: ``python -m bench.peers``."""
