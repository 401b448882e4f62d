"""The attempts, a family a file. `tests.malicious.registry` lists them."""
