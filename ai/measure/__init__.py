"""How fast the engine is, and a signature of how it behaves: what ``petteia bench`` and the protocol's ``bench`` do."""
