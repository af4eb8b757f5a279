"""The engine: positions in, decisions and values out, as plain lines of text."""
