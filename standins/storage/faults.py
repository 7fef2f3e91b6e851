"""How a call to the file storage goes wrong."""

from dataclasses import dataclass

from standins import faults


@dataclass
class Fault(faults.Fault):
    """`kind` is one of:

    - `status`: answer `InternalError`
    - `reset`: cut the connection after `after_bytes` of the body
    - `slow`: take the body in at `bytes_per_second`
    """

    kinds = {"status", "reset", "slow"}

    method: str = "*"
    key: str = "*"
    after_bytes: int = 0
    bytes_per_second: int = 1_000_000
