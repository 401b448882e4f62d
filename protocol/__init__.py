"""Fairness between two peers who trust nobody. Bytes and values in, bytes and values out; knows no game, does no I/O.

`table.Table` is one player's end of a game, `audit.audit` checks a whole record, `record` is the file format. The
messages, derivations and checks are written down in docs/protocol.md, for whoever wants to write a second
implementation.
"""
