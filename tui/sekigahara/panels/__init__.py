"""What the panels beside the map tell."""
