"""How others talk to petteia: text, binary, client and web page."""
