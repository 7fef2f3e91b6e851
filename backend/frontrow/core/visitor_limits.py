"""Limits for a launch: tight for one browser, far higher for the address that a campus shares.

A browser is told by its checkout cookie. A script that throws its cookies away is new each time,
and meets the address's ceiling, and what counts by network (declined cards, holds).
"""

from dataclasses import dataclass, field, replace

from frontrow.core.rate_limit import Limit

# A lecture hall behind one address.
CROWD = 40


@dataclass(frozen=True, kw_only=True)
class VisitorLimit:
    """`browser` is the cookie's hash and the address; without a cookie, all of an address share."""

    own: Limit
    crowd: int = CROWD
    everyone: Limit = field(init=False)

    def __post_init__(self) -> None:
        everyone = replace(
            self.own, scope=f"{self.own.scope} of an address", count=self.own.count * self.crowd
        )
        object.__setattr__(self, "everyone", everyone)

    def check(self, *, browser: str, address: str) -> None:
        self.own.check(browser)
        self.everyone.check(address)

    def refuse_if_used_up(self, *, browser: str, address: str) -> None:
        self.own.refuse_if_used_up(browser)
        self.everyone.refuse_if_used_up(address)
