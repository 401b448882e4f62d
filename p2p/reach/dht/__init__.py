"""A guest in the Mainline DHT (BEP 5, 42, 43, 44): it leaves small signed letters, and finds the other's."""
