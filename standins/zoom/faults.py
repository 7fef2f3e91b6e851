"""How a call to Zoom goes wrong."""

from dataclasses import dataclass

from standins import faults


@dataclass
class Fault(faults.Fault):
    """`kind` is one of:

    - `status`: answer `status` without doing anything; 429 carries `retry_after`
    - `reset`: cut the connection before doing anything
    - `lost_reply`: do the work, then cut the connection
    - `slow`: wait `ms`, then go on as usual
    """

    kinds = {"status", "reset", "lost_reply", "slow"}

    method: str = "*"
    path: str = "*"
    status: int = 500
    retry_after: str = ""
    ms: int = 0
