"""What the terminal and the browser's server both need: seats, taking back, files, rules pages, data folders."""
