"""What two machines say to each other: invites, TLS, the proof of who is who, frames and messages."""
