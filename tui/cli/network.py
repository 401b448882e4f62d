"""The commands about the network alone: what stands in the way here, and a relay."""

from __future__ import annotations

import argparse
import json
import os
from functools import partial

import trio

from p2p.errors import LinkError, Problem
from p2p.reach.addresses import Place
from p2p.reach.doctor import Finding, examine
from p2p.reach.relay.server import Relay, RelayLimits
from p2p.reach.streams import listen_shared
from p2p.system import have_files
from p2p.task_group import run_until_interrupted
from protocol.errors import FairTableError
from tui.cli.errors import WrongCommand, complain
from tui.cli.ways import check_free, place_to_listen, relay_place
from tui.doctor_words import finding_words, summary_words
from tui.language import _


def run_doctor(options: argparse.Namespace) -> int:
    """Look at everything, and say what was found. The exit status."""
    try:
        relay = relay_place(options.relay) if options.relay else None
    except WrongCommand as error:
        complain(error)
        return 2

    def tell(finding: Finding) -> None:
        if not options.json:
            print(finding_words(finding), flush=True)

    found = trio.run(partial(examine, relay=relay, use_dht=not options.no_dht, observe=tell))
    if options.json:
        rows = [
            {"subject": finding.subject, "works": finding.works, "reason": finding.reason, **dict(finding.facts)}
            for finding in found
        ]
        print(json.dumps(rows, indent=2))
    else:
        print(summary_words(found))
    return 0


def run_relay(options: argparse.Namespace) -> int:
    """Be a relay until interrupted. The exit status."""
    try:
        place = place_to_listen(options.listen)
        check_free(place)
        have_files(2 * RelayLimits().connections)
        trio.run(run_until_interrupted, partial(_serve, place))
    except WrongCommand as error:
        complain(error)
        return 2
    except FairTableError as error:
        complain(error)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(place: Place) -> None:
    try:
        sock = listen_shared(Place(place.host or "::", place.port))
    except OSError:
        try:
            if place.host:
                raise
            sock = listen_shared(Place("0.0.0.0", place.port))  # noqa: S104  no IPv6 here
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            facts = {"address": place.host or _("this machine"), "port": place.port, "reason": reason}
            raise LinkError(Problem.CANNOT_LISTEN, **facts) from error
    host, port = sock.getsockname()[:2]
    print(_("The relay listens at {host} port {port}.").format(host=host, port=port), flush=True)
    await Relay().serve([trio.SocketListener(trio.socket.from_stdlib_socket(sock))])
