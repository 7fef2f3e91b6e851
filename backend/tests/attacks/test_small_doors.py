"""Links that others may read, addresses nobody else can open, log ids, spreadsheets, downloads."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import AuditEntry
from frontrow.catalogue.links import NOT_PUBLIC, link_problem
from frontrow.core.csv_files import csv_lines
from frontrow.messaging.models import SmsConsent
from frontrow.sales.models import Purchase, WaitingEntry
from tests.callers import caller
from tests.factories import make_bootcamp
from tests.sales.free import Guest, free_class, links_to
from tests.sales.waiting import free_one, full_class, get, join, own_token, post, serve, token_of

pytestmark = pytest.mark.django_db


def test_who_reads_the_place_link_gets_no_way_to_the_offer() -> None:
    bootcamp = full_class()
    entry = join("ada", bootcamp)
    free_one(bootcamp)
    serve()
    place = get(f"waiting-list/{own_token(entry)}")
    assert (place.status_code, set(place.json()["offer"])) == (200, {"expiresAt"})
    offer = token_of(entry)
    assert offer not in place.content.decode()
    assert entry.email not in place.content.decode()
    # Each link opens its own page alone; control: the offer's does open the offer.
    assert get(f"offers/{own_token(entry)}").status_code == 404
    assert get(f"waiting-list/{offer}").status_code == 404
    assert get(f"offers/{offer}").json()["email"] == entry.email


def test_links_of_the_list_end_when_the_address_is_another() -> None:
    bootcamp = full_class()
    entry = join("ada", bootcamp)
    free_one(bootcamp)
    serve()
    place, offer = own_token(entry), token_of(entry)
    WaitingEntry.objects.filter(pk=entry.pk).update(email="right@example.test")
    answers = [
        get(f"waiting-list/{place}"),
        post(f"waiting-list/{place}/leave"),
        get(f"offers/{offer}"),
        post(f"offers/{offer}/decline"),
        post("free-seat/look", {"token": offer}),
        post("free-seat/confirm", {"token": offer}),
    ]
    assert [answer.status_code for answer in answers] == [404] * len(answers)
    entry.refresh_from_db()
    assert entry.state == "offered"
    assert get(f"offers/{token_of(entry)}").status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "https://169.254.169.254/latest/meta-data/",
        "https://127.0.0.1/",
        "https://10.0.0.7/admin",
        "https://192.168.1.1/",
        "https://100.64.0.1/",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:169.254.169.254]/",
        "https://localhost/",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://router.home.arpa/",
    ],
)
def test_no_resource_leads_to_the_readers_own_network(address: str) -> None:
    assert link_problem(address) == NOT_PUBLIC
    made = caller("owner").post(
        f"/api/admin/bootcamps/{make_bootcamp().pk}/resources",
        {"title": "Workbook", "type": "link", "url": address},
        content_type="application/json",
    )
    assert made.status_code == 422


@pytest.mark.parametrize(
    "address",
    ["https://files.example.test/a", "https://93.184.215.14/a", "https://localnews.example.com/"],
)
def test_control_other_addresses_are_taken(address: str) -> None:
    assert link_problem(address) == ""


def test_only_a_proxy_of_ours_names_the_request(client: Client, settings: Settings) -> None:
    given = "0123456789abcdef0123456789abcdef"
    answers = {}
    for proxies in (0, 1):
        settings.TRUSTED_PROXY_COUNT = proxies
        answers[proxies] = client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
    assert answers[0] != given
    assert answers[1] == given


@pytest.mark.parametrize(
    "hidden",
    ["", "\u200b", "\ufeff", "\u2060\u200d", "\u00a0", "\u202e", "\u2800", "\u3164", " \t"],
)
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\uff1d"])
def test_a_formula_behind_unseen_letters_is_text(hidden: str, sign: str) -> None:
    cell = f"{hidden}{sign}HYPERLINK(1)"
    [_, line] = "".join(csv_lines(["name"], [[cell]])).splitlines()
    assert line == f"'{cell}"


def test_control_names_and_numbers_stay_as_they_are() -> None:
    [_, line] = "".join(csv_lines(["name", "sum"], [["\u200bAda", -5]])).splitlines()
    assert line == "\u200bAda,-5"


DOWNLOADS = [
    "audit/export",
    "purchases/export",
    "bootcamps/{}/roster.csv",
    "bootcamps/{}/answers.csv",
]


@pytest.mark.parametrize("path", DOWNLOADS)
def test_no_link_elsewhere_starts_a_download_of_the_desk(path: str) -> None:
    owner = caller("owner")
    where = f"/api/admin/{path.format(make_bootcamp().pk)}"
    before = AuditEntry.objects.count()
    for site in ("cross-site", "same-site"):
        answer: Any = owner.get(where, headers={"Sec-Fetch-Site": site})
        assert answer.status_code == 403
        assert "attachment" not in answer.headers.get("Content-Disposition", "")
    assert AuditEntry.objects.count() == before
    # Control: the desk's own button, and an address that was typed.
    for site in ("same-origin", "none"):
        assert owner.get(where, headers={"Sec-Fetch-Site": site}).status_code == 200


def test_a_free_seat_texts_nobodys_phone() -> None:
    """Whoever orders one has paid nothing, and proves an address, never a number."""
    guest, bootcamp = Guest(), free_class()
    typed = {"phone": "+15550100199", "smsConsent": True}
    assert guest.ask(bootcamp, **typed).status_code == 422
    guest.order(bootcamp)
    [token] = links_to(guest.email)
    assert guest.confirm(token).status_code == 200
    assert not SmsConsent.objects.exists()
    assert not Purchase.objects.exclude(guest_phone="").exists()
