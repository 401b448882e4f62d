"""What the system says of files and networks, so that the catalogues have it: a reason is said as `_(reason)`."""

from __future__ import annotations

from typing import Final

from tui.language import N_

REASONS: Final = (
    N_("Address already in use"),
    N_("Bad file descriptor"),
    N_("Broken pipe"),
    N_("Cannot assign requested address"),
    N_("Connection refused"),
    N_("Connection reset by peer"),
    N_("Connection timed out"),
    N_("Device or resource busy"),
    N_("Directory not empty"),
    N_("Disk quota exceeded"),
    N_("File exists"),
    N_("File name too long"),
    N_("File too large"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("Name or service not known"),
    N_("Network is unreachable"),
    N_("No route to host"),
    N_("No space left on device"),
    N_("No such device or address"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Operation not supported"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Resource temporarily unavailable"),
    N_("Text file busy"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
