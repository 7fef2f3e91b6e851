"""How a conversation with a mail server goes wrong."""

from dataclasses import dataclass

from standins import faults

# Where a conversation can break: before the greeting, at a command, or after the last dot.
PLACES = {"connect", "mail", "rcpt", "data", "content"}
LONGEST_STALL_MS = 60_000


@dataclass
class Fault(faults.Fault):
    """`kind` is one of:

    - `status`: answer `status` and take nothing; 421 hangs up as well
    - `stall`: say nothing for `ms`, then go on as usual
    - `cut`: break the connection off, having taken nothing
    - `lost_reply`: keep the mail, then break off before the 250 (at `content` only)
    """

    kinds = {"status", "stall", "cut", "lost_reply"}

    at: str = "mail"
    to: str = "*"
    """Whose mail; only known from `rcpt` on."""
    status: int = 451
    ms: int = 0

    def is_possible(self) -> bool:
        return (
            super().is_possible()
            and self.at in PLACES
            and (self.kind != "lost_reply" or self.at == "content")
            and 0 <= self.ms <= LONGEST_STALL_MS
            and 400 <= self.status <= 599  # noqa: PLR2004
        )
