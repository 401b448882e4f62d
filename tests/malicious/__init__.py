"""One malicious peer with a switch for each attempt of docs/threats.md, and the table of what became of each.

`peer` is the program: it plays over the real network layer against the real program. `table` runs it with every switch
and prints, or writes, what happened. `switches/` has the attempts, a family a file.
"""
