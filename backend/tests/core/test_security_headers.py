"""Every answer forbids what an answer never needs."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.urls("tests.core.probe_urls"), pytest.mark.django_db]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 200),
        ("/api/search?page=1", 200),
        ("/api/for-signed-in", 401),
        ("/api/without-gate", 403),
        ("/api/no-such-route", 404),
        ("/no-such-page", 404),
        ("/api/database-away", 503),
    ],
)
def test_no_answer_may_run_be_framed_sniffed_or_kept(
    client: Client, path: str, status: int
) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response["Content-Security-Policy"] == (
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "testserver"])
def test_refusals_before_the_routes_carry_them_too(host: str) -> None:
    response = Client(headers={"Host": host, "Origin": "https://evil.example"}).post(
        "/api/echo", data="{}", content_type="application/json"
    )
    assert response.status_code in {400, 403}
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["X-Request-ID"]
