"""Networks: by which key an address is counted, and which address a proxy speaks for."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# One household or one hoster's customer has so many bits of an IPv6 address in common.
IPV6_BITS = 64
LOOPBACK = ("127.0.0.0/8", "::1/128")
UNKNOWN = "unknown"


def _parse(text: str) -> Address | None:
    """The address in a text, an IPv4 address in IPv6 as the IPv4 one; None if it is malformed."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def network_of(text: str) -> str:
    """The network by which an address is counted: an IPv4 address, or the /64 of an IPv6 one.

    >>> network_of("::ffff:192.0.2.7"), network_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '2001:db8::/64')
    """
    address = _parse(text)
    if address is None:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    # The number of the zone, as in fe80::1%eth0, is not a part of the network.
    bits = int(address) >> (128 - IPV6_BITS) << (128 - IPV6_BITS)
    return str(ipaddress.IPv6Network((bits, IPV6_BITS)))


def _forwarded(entry: str) -> Address | None:
    """The address in an entry of X-Forwarded-For, with or without a port; None if malformed."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return _parse(text)


class Proxies:
    """The proxies whose `X-Forwarded-For` is believed: addresses and networks."""

    def __init__(self, trusted: Sequence[str] = ()) -> None:
        """Trust the proxies in some networks; ValueError for what is not one."""
        self._networks: list[Network] = [ipaddress.ip_network(one) for one in trusted]

    def trusts(self, text: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        address = _parse(text)
        return address is not None and self._is_trusted(address)

    def _is_trusted(self, address: Address) -> bool:
        """Whether an address is in one of the networks."""
        return any(address in network for network in self._networks)

    def client_of(self, peer: str, lines: Sequence[str]) -> str:
        """The client behind a peer: the nearest address that is not a trusted proxy's.

        Each proxy adds, at the right end of the last line, whom it heard. What stands further left
        than the first stranger was written by that stranger. A malformed entry ends the walk at
        the proxy that passed it on.
        """
        address = _parse(peer)
        entries = ",".join(lines).split(",") if lines else []
        while address is not None and self._is_trusted(address) and entries:
            nearer = _forwarded(entries.pop())
            if nearer is None:
                break
            address = nearer
        return str(address) if address is not None else peer
