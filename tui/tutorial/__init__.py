"""Lessons that are played on the real board, by the real rules, and told by data. Knows no game.

A lesson of the game `x` is a file in `tui/x/lessons/` (`tui.tutorial.lessons` says what is in it); what else must be
known of the game is its `Guide`, made by `make_guide` in `tui.x.guide`.
"""
