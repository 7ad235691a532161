"""The games as C structs and the search over them; nothing here imports the other layers."""
