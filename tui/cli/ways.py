"""The options that say which ways to the other side are to be tried."""

from __future__ import annotations

import argparse
import os
import socket
from typing import Final

from p2p.errors import LinkError, Problem
from p2p.reach.addresses import Kind, Place, family_of, ip_of, kind_of
from p2p.reach.invitation import FINGERPRINT_SIZE, SECRET_SIZE, make_invitation
from p2p.reach.listening import parse_place
from p2p.reach.tokens import TokenError
from p2p.store.game_folder import HERE_ONLY, Ways
from tui.cli.errors import WrongCommand
from tui.language import _
from tui.network_words import error_words

RELAY_PORT: Final = 1600
"""Of a relay, where none is said."""


def ways_to_host(options: argparse.Namespace) -> Ways:
    """Raises WrongCommand, or LinkError if somebody else listens there."""
    if options.tor == "only" and (options.address or options.relay or options.listen or options.only_address):
        raise WrongCommand(
            _("With --tor only nothing else is told: leave --address, --only-address, --listen, --relay out.")
        )
    if options.only_address and not options.address:
        raise WrongCommand(_("--only-address needs an --address that the opponent can reach."))
    listen = place_to_listen(options.listen) if options.listen else None
    addresses = tuple(_own(text) for text in options.address)
    relay = _relay(options.relay) if options.relay else None
    if listen is not None:
        check_free(listen)
        if kind_of(listen.host) is Kind.LOOPBACK and not addresses and relay is None:
            return replace_listen(HERE_ONLY, listen)
    only = options.only_address
    return Ways(
        listen=None if listen is None else (listen.host, listen.port),
        addresses=addresses,
        only_addresses=only,
        router=not only,
        dht=not (only or options.no_dht or options.tor == "only"),
        tor=not only and options.tor != "off",
        tor_only=options.tor == "only",
        relay=relay,
    )


def ways_to_join(options: argparse.Namespace) -> Ways:
    """Raises WrongCommand."""
    if options.tor == "only" and (options.address or options.relay):
        raise WrongCommand(_("With --tor only nothing else is told or tried: leave --address and --relay out."))
    return Ways(
        addresses=tuple(_own(text) for text in options.address),
        relay=_relay(options.relay) if options.relay else None,
        dht=not options.no_dht,
        tor=options.tor != "off",
        tor_only=options.tor == "only",
    )


def ways_to_resume(options: argparse.Namespace, role: str, kept: Ways) -> Ways:
    """What was chosen before, with what is said now. Raises WrongCommand, or LinkError as `ways_to_host`."""
    said = {name: getattr(options, name) for name in _NOTHING_SAID if getattr(options, name) is not None}
    if not said:
        return kept
    if role != "host" and ("listen" in said or "only_address" in said):
        raise WrongCommand(_("--listen and --only-address are for the host: you have joined this game."))
    before = _as_said(kept)
    if said.get("tor") == "only":
        before = {**_NOTHING_SAID}
    elif kept.tor_only and "tor" not in said:
        raise WrongCommand(_("This game goes by Tor alone, by your choice: say --tor auto too, to have it otherwise."))
    both = argparse.Namespace(**{**before, **said})
    both.address = [text for text in both.address if text]
    return ways_to_host(both) if role == "host" else ways_to_join(both)


_NOTHING_SAID: Final[dict[str, object]] = {
    "listen": "",
    "address": [],
    "only_address": False,
    "relay": None,
    "no_dht": False,
    "tor": "auto",
}


def _as_said(ways: Ways) -> dict[str, object]:
    """The options that made `ways`."""
    if ways.only_addresses and ways.listen is not None and kind_of(ways.listen[0]) is Kind.LOOPBACK:
        return {**_NOTHING_SAID, "listen": _text(*ways.listen)}
    return {
        "listen": "" if ways.listen is None else _text(*ways.listen),
        "address": [_text(*place) for place in ways.addresses],
        "only_address": ways.only_addresses,
        "relay": None if ways.relay is None else _text(*ways.relay),
        "no_dht": not (ways.dht or ways.only_addresses or ways.tor_only),
        "tor": "only" if ways.tor_only else "auto" if ways.tor or ways.only_addresses else "off",
    }


def _text(host: str, port: int) -> str:
    """A place as it is typed."""
    bracketed = f"[{host}]" if ":" in host else host
    return f"{bracketed}:{port}" if port else bracketed


def replace_listen(ways: Ways, listen: Place) -> Ways:
    """`ways` of this machine alone, with another place to listen at."""
    return Ways(
        listen=(listen.host, listen.port),
        addresses=((listen.host, 0),),
        only_addresses=ways.only_addresses,
        router=ways.router,
        dht=ways.dht,
        tor=ways.tor,
    )


def place_to_listen(text: str) -> Place:
    """An IP address of this machine (empty: all) and a port (0: any free one). Raises WrongCommand."""
    place = _place(text)
    if place.host and ip_of(place.host) is None:
        raise WrongCommand(
            _("Nobody can listen at {host!r}: give an IP address of this machine.").format(host=place.host)
        )
    return place


def check_free(place: Place) -> None:
    """Raise LinkError if nobody can listen at `place`."""
    host = place.host or "::"
    family = family_of(host)
    try:
        both = host == "::" and socket.has_dualstack_ipv6()
        socket.create_server((host, place.port), family=family, dualstack_ipv6=both).close()
    except OSError as error:
        if host == "::" and not place.host:
            return  # no IPv6 here: seen when it begins
        raise LinkError(
            Problem.CANNOT_LISTEN, address=place.host, port=place.port, reason=os.strerror(error.errno or 0)
        ) from error


def relay_place(text: str) -> Place:
    """Where a relay is. Raises WrongCommand."""
    return Place(*_relay(text))


def _relay(text: str) -> tuple[str, int]:
    host, port = _own(text)
    return host, port or RELAY_PORT


def _own(text: str) -> tuple[str, int]:
    """A place that can stand in an invite. Raises WrongCommand."""
    place = _place(text)
    try:
        make_invitation([Place(place.host, place.port or 1)], bytes(FINGERPRINT_SIZE), bytes(SECRET_SIZE))
    except TokenError as error:
        raise WrongCommand(
            _("{text!r} is not an address: give a host name or an IP address that can be dialled.").format(text=text)
        ) from error
    return place.host, place.port


def _place(text: str) -> Place:
    try:
        return parse_place(text)
    except LinkError as error:
        raise WrongCommand(error_words(error)) from error
