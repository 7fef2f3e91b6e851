"""One click ends optional mail, whoever clicks for the person; another brings it back."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from frontrow.messaging.models import Channel, Suppression
from frontrow.messaging.suppression_list import reasons_for
from frontrow.messaging.unsubscribe import one_click_link, page_link

pytestmark = pytest.mark.django_db

ADA = "ada@example.test"


def key_of(link: str) -> str:
    parts = urlsplit(link)
    return parse_qs(parts.query or parts.fragment)["key"][0]


def say(client: Client, what: str, key: str) -> tuple[int, dict[str, object]]:
    response = client.post(f"/api/unsubscribe{what}", {"key": key}, content_type="application/json")
    return response.status_code, response.json()


def suppressed() -> list[tuple[str, str, str]]:
    return list(Suppression.objects.values_list("channel", "address", "reason"))


def test_a_mail_program_unsubscribes_with_one_post(client: Client) -> None:
    path = one_click_link("Ada@Example.test").removeprefix("http://testserver")
    mail_program = Client()
    for _ in range(2):
        response = mail_program.post(path, {"List-Unsubscribe": "One-Click"})
        assert (response.status_code, response.json()) == (
            200,
            {"address": ADA, "isUnsubscribed": True},
        )
    assert suppressed() == [(Channel.EMAIL, ADA, "unsubscribed")]


def test_every_spelling_of_an_address_leaves_and_comes_back_as_one(client: Client) -> None:
    full_width = "\N{FULLWIDTH LATIN CAPITAL LETTER A}da@Example.test"
    assert say(client, "", key_of(page_link(full_width))) == (
        200,
        {"address": ADA, "isUnsubscribed": True},
    )
    assert list(reasons_for(channel=Channel.EMAIL, addresses=[full_width])) == [ADA]
    say(client, "/undo", key_of(page_link(ADA)))
    assert suppressed() == []


def test_opening_the_link_changes_nothing_and_leads_to_the_page(client: Client) -> None:
    path = one_click_link(ADA).removeprefix("http://testserver")
    response = client.get(path)
    assert response.status_code == 302
    where = response.headers["Location"]
    assert where.startswith("/unsubscribe#key=")
    assert say(client, "/look", key_of(where)) == (200, {"address": ADA, "isUnsubscribed": False})
    assert suppressed() == []


def test_a_person_leaves_on_the_page_and_can_come_back(client: Client) -> None:
    key = key_of(page_link(ADA))
    assert say(client, "", key) == (200, {"address": ADA, "isUnsubscribed": True})
    assert say(client, "/look", key) == (200, {"address": ADA, "isUnsubscribed": True})
    assert say(client, "/undo", key) == (200, {"address": ADA, "isUnsubscribed": False})
    assert suppressed() == []


def test_an_address_that_bounced_does_not_come_back_by_a_click(client: Client) -> None:
    Suppression.objects.create(channel=Channel.EMAIL, address=ADA, reason="bounced")
    say(client, "/undo", key_of(page_link(ADA)))
    assert suppressed() == [(Channel.EMAIL, ADA, "bounced")]


@pytest.mark.parametrize("what", ["", "/look", "/undo"])
def test_a_made_up_key_is_refused_and_changes_nothing(client: Client, what: str) -> None:
    message = "This link isn't valid."
    assert say(client, what, "made-up") == (
        422,
        {"code": "invalid", "message": message, "fields": {"key": message}},
    )
    assert suppressed() == []


def test_the_link_does_not_show_whose_it_is() -> None:
    assert ADA not in page_link(ADA)
    assert key_of(page_link(ADA)) != key_of(page_link(ADA))
