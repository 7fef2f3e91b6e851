"""Every operation of the API, hidden ones included, for tests that must not miss one."""

from collections.abc import Iterator
from dataclasses import dataclass

from ninja.operation import Operation

from config.api import api
from frontrow.core.routing import FrontrowAPI


@dataclass(frozen=True, kw_only=True)
class Listed:
    method: str
    path: str
    operation: Operation

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def operations(of: FrontrowAPI = api) -> Iterator[Listed]:
    for router in of._get_bound_routers():
        for path, view in router.path_operations.items():
            for operation in view.operations:
                for method in operation.methods:
                    full = f"/api/{router.prefix}{path}".replace("//", "/")
                    yield Listed(method=method, path=full, operation=operation)
