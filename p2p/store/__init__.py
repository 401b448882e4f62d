"""The files of a player: the identity, and a folder for each game."""
