"""`python -m config.probe`: a container's health check of the local gunicorn."""

import sys
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from config.environment import Environment

TIMEOUT_SECONDS = 4


def is_alive() -> bool:
    env = Environment()
    # Uses the site's own host name, because any other is refused.
    host = urlsplit(env.SITE_URL).netloc
    gunicorn = HTTPConnection("127.0.0.1", env.WEB_PORT, timeout=TIMEOUT_SECONDS)
    try:
        gunicorn.request("GET", "/healthz", headers={"Host": host})
        return gunicorn.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_alive() else 1)
