"""Which questions are asked how: a chapter's questions are in its own module.

The choosers ask the engine what is legal and what would come of it; no rule is written here a second time.
"""
