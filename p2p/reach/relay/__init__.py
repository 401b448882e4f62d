"""A meeting point and blind relay that anybody can run: its server, and what both players do with one."""
