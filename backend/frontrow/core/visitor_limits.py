"""Rate limits for a launch: tight per browser, far looser per network address.

A campus shares one address, so each browser is counted separately, by its checkout cookie. A script
that discards its cookies counts as a new browser each time, but still meets the limit of its
address and the limits per network (declined cards, holds).
"""

from dataclasses import dataclass, field, replace

from frontrow.core.rate_limit import Limit

# A lecture hall behind one address.
CROWD = 40


@dataclass(frozen=True, kw_only=True)
class VisitorLimit:
    """`browser` is a hash of the cookie and the address. Requests without a cookie share one."""

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
