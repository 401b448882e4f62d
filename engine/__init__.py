"""Rules of games with hidden pieces. Pure: no I/O, no clock, no randomness of its own, no cryptography."""
