"""Ways from one home to another: what the router opens, addresses raced, punching, Tor, a relay, a letter box.

Every way says how it fares as data (`p2p.reach.ways`); no sentence for a player is made here. Input and output come in
by parameter, and all time is trio's.
"""
