"""Samurai in words. Nothing here looks at a state's hidden parts."""
