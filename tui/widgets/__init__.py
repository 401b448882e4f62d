"""The parts that screens are made of, a file each."""
