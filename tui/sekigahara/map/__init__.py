"""The map of Sekigahara: where its locations lie, and how it is drawn."""
