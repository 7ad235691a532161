"""The browser frontend: a local server that is an ordinary client of the engine process, and the page that it serves."""
