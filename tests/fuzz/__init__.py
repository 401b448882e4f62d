"""Fuzzing: what strangers and damaged disks may hand to the program is taken or refused, and nothing worse.

`targets/` has a file for each kind of input: the seeds, made from real games, and what must hold of any input.
`python -m tests.fuzz.run` searches for inputs for which it does not (needs atheris, see `requirements.txt`);
`python -m tests.fuzz.bounds` measures time and memory; `test_replay.py` tries the seeds and all that was ever found.
"""
