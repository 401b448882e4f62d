"""A record as a file that needs no program of ours: lines of text, a picture of a moment, or a page for a browser."""
