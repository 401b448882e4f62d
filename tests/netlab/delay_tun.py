"""Hold back each packet that is routed into `tun0` for argv[1] milliseconds: not every kernel has netem."""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import os
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000


def main(milliseconds: float) -> None:
    """Run until killed."""
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", b"tun0", IFF_TUN | IFF_NO_PI))
    subprocess.run(["ip", "link", "set", "tun0", "up"], check=True)
    queue: list[tuple[float, int, bytes]] = []
    number = 0
    while True:
        wait = max(0.0, queue[0][0] - time.monotonic()) if queue else None
        if select.select([tun], [], [], wait)[0]:
            number += 1
            heapq.heappush(queue, (time.monotonic() + milliseconds / 1000, number, os.read(tun, 65535)))
        while queue and queue[0][0] <= time.monotonic():
            with contextlib.suppress(OSError):
                os.write(tun, heapq.heappop(queue)[2])


if __name__ == "__main__":
    main(float(sys.argv[1]))
