"""The picture beside a link to a certificate: for anybody with the code, while it is valid."""

import struct

import pytest
from django.test import Client

from frontrow.core.clock import now
from frontrow.sales.attending import certificate_picture
from frontrow.sales.models import Certificate
from tests.factories import CertificateFactory

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n"


def ask(client: Client, code: str) -> tuple[int, bytes]:
    answer = client.get(f"/api/certificates/{code}/picture.png")
    return answer.status_code, answer.content


def test_it_is_a_png_of_the_size_that_other_sites_show(client: Client) -> None:
    certificate = CertificateFactory.create(holder_name="Zoë Ångström")
    answer = client.get(f"/api/certificates/{certificate.code}/picture.png")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "public, max-age=300"
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer.content.startswith(PNG)
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert len(answer.content) < 100_000


def test_it_shows_what_stands_on_the_certificate(client: Client) -> None:
    """Another name, class or day is another picture; another code alone is not."""
    first = CertificateFactory.create(holder_name="Ada Lovelace")
    _, drawn = ask(client, first.code)
    for change in (
        {"holder_name": "Grace Hopper"},
        {"bootcamp_name": "Launch"},
        {"starts_at": first.starts_at.replace(year=2031)},
    ):
        same = {"holder_name": "Ada Lovelace", "bootcamp_name": first.bootcamp_name}
        other = CertificateFactory.create(**{**same, "starts_at": first.starts_at, **change})
        assert ask(client, other.code)[1] != drawn, change
        other.delete()
    twin = CertificateFactory.create(
        holder_name="Ada Lovelace", bootcamp_name=first.bootcamp_name, starts_at=first.starts_at
    )
    assert ask(client, twin.code)[1] == drawn


def test_a_revoked_one_has_none(client: Client) -> None:
    certificate = CertificateFactory.create()
    assert ask(client, certificate.code)[0] == 200
    Certificate.objects.update(revoked_at=now())
    assert ask(client, certificate.code)[0] == 404
    Certificate.objects.update(revoked_at=None)
    assert ask(client, certificate.code)[0] == 200
    # The account it was made for is gone.
    Certificate.objects.update(holder_name="", revoked_at=now())
    assert ask(client, certificate.code)[0] == 404
    assert ask(client, "AAAAAAAAAAAA")[0] == 404


def test_guessing_by_pictures_is_limited(client: Client) -> None:
    statuses = [ask(client, f"AAAAAAAAA{number:03}")[0] for number in range(70)]
    assert statuses[:60] == [404] * 60
    assert statuses[-1] == 429


def test_it_is_drawn_once_for_many(client: Client) -> None:
    certificate = CertificateFactory.create(holder_name="Drawn Once")
    before = certificate_picture._drawn.cache_info().misses
    for _ in range(5):
        assert ask(client, certificate.code)[0] == 200
    assert certificate_picture._drawn.cache_info().misses == before + 1


@pytest.mark.parametrize("name", ["山田太郎", "Ⲁⲛⲛⲁ", "x" * 250, "\u202eevil", "👩‍🚀 Ada"])
def test_any_name_is_drawn_or_left_out(client: Client, name: str) -> None:
    certificate = CertificateFactory.create(holder_name=name)
    status, drawn = ask(client, certificate.code)
    assert (status, drawn[:8]) == (200, PNG)
