"""The kinds of entry, a file each: what its body is, how it is written, judged and audited.

`protocol.kinds` lists them.
"""
