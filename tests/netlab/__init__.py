"""Two homes and the internet between them, in network namespaces of this machine; no packet leaves it."""
