"""Programs written by somebody who has the documents alone, and run on what this project's own programs write."""
