"""A visitor of the checkout over one database: a turn and its milliseconds for every line."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import django

django.setup()

from django.test import Client  # noqa: E402
from frontrow.catalogue.models import Bootcamp  # noqa: E402


def answer() -> None:
    bootcamp = Bootcamp.objects.filter(status="active").latest("starts_at").pk
    client = Client(headers={"Sec-Fetch-Site": "same-origin", "Host": "localhost"})
    for number, _ in enumerate(sys.stdin):
        print(json.dumps(dict(_visit(client, bootcamp, number))), flush=True)


def _visit(client: Client, bootcamp: int, number: int) -> Iterator[tuple[str, float]]:
    order = {
        "bootcampIds": [bootcamp],
        "email": "guest-7@example.test",
        "fullName": f"Guest {number}",
    }
    # Another address each time: the limits of a single visitor are not what is measured.
    address = f"10.{number // 250}.{number % 250}.1"
    routes: dict[str, Callable[[], Any]] = {
        "GET /api/checkout": lambda: client.get("/api/checkout", REMOTE_ADDR=address),
        "POST /api/create-payment-intent": lambda: client.post(
            "/api/create-payment-intent",
            order,
            content_type="application/json",
            REMOTE_ADDR=address,
        ),
    }
    for route, ask in routes.items():
        begun = time.perf_counter()
        given = ask()
        yield route, (time.perf_counter() - begun) * 1000
        if given.status_code != 200:
            raise RuntimeError(f"{route}: {given.content!r}")


if __name__ == "__main__":
    answer()
