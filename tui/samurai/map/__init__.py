"""The board of Samurai: where its hexes lie, and how it is drawn."""
