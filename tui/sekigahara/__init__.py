"""What the client must know of Sekigahara to show it and to ask its questions."""
