"""Proofs that an entry is honest, checked when it arrives. Pure: bytes and integers in and out, no game, no I/O.

`pieces` is what a table needs: the points of a pool's pieces, the proof that a mix kept them, the proof of a claim, the
check of an opening. `chain` is where draws come from. Below them, `mix` is the proof of a shuffle for any points and
`claims` the one-of-many proof; `transcripts` is the one hash behind every challenge and `group` the one place that
calls libsodium. docs/proofs.md says it all, for whoever wants to check it or to write a second verifier.
"""
