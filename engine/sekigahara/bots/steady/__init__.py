"""The steady bot: sensible rules of thumb, without search or chance. Plays like a beginner who has read the rules."""
