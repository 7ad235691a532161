"""Small games with known solutions, by which the search is checked."""
