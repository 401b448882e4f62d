"""The questions of the game as steps of a dialogue, a module a chapter as in the engine."""
