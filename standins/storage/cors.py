"""The bucket's rule for other origins: the site's pages may send and fetch, nobody else's."""

from collections.abc import Mapping
from dataclasses import dataclass

from standins.storage.errors import S3Error

METHODS = ("GET", "HEAD", "PUT")
HEADERS = ("content-type", "if-none-match")
EXPOSED = "ETag"
MAX_AGE_SECONDS = "3000"


@dataclass(frozen=True)
class Rule:
    origins: frozenset[str]

    def preflight(self, headers: Mapping[str, str]) -> dict[str, str]:
        """What a browser is told before it sends the real thing."""
        method = headers.get("access-control-request-method", "")
        asked = headers.get("access-control-request-headers", "")
        names = [name.strip().lower() for name in asked.split(",") if name.strip()]
        allowed = self.headers(headers.get("origin", ""), method)
        if not allowed or any(name not in HEADERS for name in names):
            raise S3Error("AccessForbidden", "CORSResponse: This CORS request is not allowed.")
        allowed["Access-Control-Max-Age"] = MAX_AGE_SECONDS
        if names:
            allowed["Access-Control-Allow-Headers"] = ", ".join(names)
        return allowed

    def headers(self, origin: str, method: str) -> dict[str, str]:
        """What goes with an answer, so that the page may read it; nothing for strangers."""
        if origin not in self.origins or method not in METHODS:
            return {}
        return {
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Allow-Methods": ", ".join(METHODS),
            "Access-Control-Expose-Headers": EXPOSED,
            "Vary": "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
        }
