"""A table played over connections that come and go."""
