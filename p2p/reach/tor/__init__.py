"""Tor, if one runs on this machine: an onion for the host, a way to it for the joiner. No package, no download."""
