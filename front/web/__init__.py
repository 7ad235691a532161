"""The browser frontend: a local server, an ordinary client of the engine process, and the page that it serves."""
