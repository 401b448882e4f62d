"""How two machines find each other: addresses, dialling, listening, and whom the host lets in."""
