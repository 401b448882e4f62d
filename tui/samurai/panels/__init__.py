"""The pages beside the board, and the lines above it."""
