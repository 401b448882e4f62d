"""What a player sees: the `sekigahara` command and its screens."""
