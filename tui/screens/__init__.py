"""The screens of the client, a file each."""
