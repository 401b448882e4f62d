"""The steady bot: sensible rules of thumb, no search and no memory. Plays like a beginner who has read the rules."""
