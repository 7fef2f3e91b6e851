"""Whose address counts is decided by our own proxies, never by the client."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from frontrow.core.client_address import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "peer", "expected"),
    [
        (0, None, "203.0.113.9", "203.0.113.9"),
        (0, "198.51.100.1", "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1", "127.0.0.1", "198.51.100.1"),
        (1, "6.6.6.6, 198.51.100.1", "127.0.0.1", "198.51.100.1"),
        (2, "6.6.6.6, 198.51.100.1, 10.0.0.1", "127.0.0.1", "198.51.100.1"),
        (2, "10.0.0.1", "127.0.0.1", "127.0.0.1"),
        (1, None, "127.0.0.1", "127.0.0.1"),
        (1, "not an address", "127.0.0.1", "127.0.0.1"),
        (1, "2001:db8:1:2:3:4:5:6", "127.0.0.1", "2001:db8:1:2::"),
        (1, "2001:db8:1:2:ffff::9", "127.0.0.1", "2001:db8:1:2::"),
        (1, "::ffff:198.51.100.1", "127.0.0.1", "198.51.100.1"),
        (1, "198.51.100.1", "", "198.51.100.1"),
        (0, None, "", "0.0.0.0"),  # noqa: S104
    ],
)
def test_the_nearest_hop_that_is_not_ours(
    settings: Settings, proxies: int, forwarded: str | None, peer: str, expected: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer)
    assert client_address(request) == expected
