"""Two strangers' machines, connected: invites, TLS, frames, the files of a game, and the session that plays a table.

Everything that waits is trio's; the clock, the network and the disk come in by parameter.
"""
