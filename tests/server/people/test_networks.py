"""Networks: by which key an address is counted, and whom a proxy may speak for."""

from __future__ import annotations

import pytest

from quedlinburg.server.people.networks import LOOPBACK, Proxies, network_of

LOCAL = Proxies(LOOPBACK)
CHAIN = Proxies(("10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1"))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:ffff:ffff:ffff", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", "unknown"),
        ("nonsense", "unknown"),
        ("192.0.2.7\n", "unknown"),
        ("1" * 10_000, "unknown"),
    ],
)
def test_an_address_is_counted_by_its_network(address: str, network: str) -> None:
    """An IPv4 address by itself, also inside IPv6; an IPv6 one by its /64."""
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("proxies", "peer", "lines", "client"),
    [
        # Nobody is trusted, or the peer is a stranger: the header counts for nothing.
        (Proxies(), "127.0.0.1", ["192.0.2.1"], "127.0.0.1"),
        (LOCAL, "198.51.100.9", ["192.0.2.1"], "198.51.100.9"),
        # A proxy on this machine says whom it heard; what the client wrote stands further left.
        (LOCAL, "127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        (LOCAL, "::ffff:127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        (LOCAL, "127.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        (LOCAL, "127.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        (LOCAL, "127.0.0.1", ["127.0.0.1, 192.0.2.1"], "192.0.2.1"),
        # A chain is walked from the right past every trusted proxy, over several lines.
        (CHAIN, "127.0.0.1", ["6.6.6.6, 192.0.2.1, 10.1.1.1", "10.2.2.2"], "192.0.2.1"),
        (CHAIN, "2001:db8:1::5", ["192.0.2.1, 2001:db8:1::9"], "192.0.2.1"),
        (CHAIN, "127.0.0.1", ["10.1.1.1"], "10.1.1.1"),
        # A port and brackets are no part of the address.
        (LOCAL, "127.0.0.1", ["192.0.2.1:5000"], "192.0.2.1"),
        (LOCAL, "127.0.0.1", ["[2001:db8::7]:5000"], "2001:db8::7"),
        (LOCAL, "127.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        # Malformed: the last address that can be trusted.
        (LOCAL, "127.0.0.1", ["nonsense"], "127.0.0.1"),
        (LOCAL, "127.0.0.1", ["192.0.2.1, "], "127.0.0.1"),
        (LOCAL, "127.0.0.1", [""], "127.0.0.1"),
        (CHAIN, "127.0.0.1", ["192.0.2.1, unknown, 10.1.1.1"], "10.1.1.1"),
        (LOCAL, "127.0.0.1", [], "127.0.0.1"),
        (LOCAL, "a pipe", ["192.0.2.1"], "a pipe"),
    ],
)
def test_a_proxy_speaks_for_the_nearest_stranger(
    proxies: Proxies, peer: str, lines: list[str], client: str
) -> None:
    """Nobody chooses an own address by writing a header."""
    assert proxies.client_of(peer, lines) == client


def test_what_is_no_network_is_refused() -> None:
    """With the word that was wrong."""
    with pytest.raises(ValueError, match="localhost"):
        Proxies(("localhost",))
