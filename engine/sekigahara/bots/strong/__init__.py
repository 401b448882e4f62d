"""The strong bot: plans of a movement phase, tried out in worlds that agree with all it may know."""
