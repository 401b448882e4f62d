"""Somebody who watches the ways."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio

from p2p.reach.ways import State, Way, WayReport


@dataclass
class Watch:
    """Keeps every report, and tells when one comes that is waited for."""

    reports: list[WayReport] = field(default_factory=list)
    _change: trio.Event = field(default_factory=trio.Event)

    def __call__(self, report: WayReport) -> None:
        self.reports.append(report)
        self._change.set()
        self._change = trio.Event()

    async def until(self, state: State, way: Way | None = None) -> WayReport:
        """The latest report, as soon as it has `state`."""
        with trio.fail_after(30):
            while True:
                for report in self.reports[::-1]:
                    if report.state is state and way in (None, report.way):
                        return report
                await self._change.wait()
