"""Sekigahara in plain words."""
