"""`python -m tui.cli` is the `sekigahara` command."""

from __future__ import annotations

import sys

from tui.cli import main

sys.exit(main())
