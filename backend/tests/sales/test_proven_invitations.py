"""An invitation opened from its email proves the address: no third email asks to confirm it."""

from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress

from frontrow.accounts.models import EmailRequest
from frontrow.sales.buyers.invitations import invitation_link, invite, token_of
from frontrow.sales.models import AccountInvitation, Purchase
from tests.accounts.codes import asked, use
from tests.accounts.people import PASSWORD, browser, post, register, told
from tests.factories import make_purchase

pytestmark = pytest.mark.django_db

GUEST = "guest@example.test"


def invitation(email: str = GUEST) -> AccountInvitation:
    return invite(purchase=make_purchase(user=None, guest_email=email, guest_full_name="Grace"))


def proof_in(link: str) -> str:
    [proof] = parse_qs(urlsplit(link).query)["proof"]
    return proof


def is_verified(email: str = GUEST) -> bool:
    return bool(EmailAddress.objects.get(email=email).verified)


def test_an_account_made_from_the_email_is_verified_and_keeps_its_password() -> None:
    found = invitation()
    client = browser()
    proof = proof_in(invitation_link(found))
    assert register(client, "grace", email=GUEST, addressProof=proof).status_code == 200
    assert is_verified()
    assert not EmailRequest.objects.exists()
    claim = post(client, "/api/complete-account-creation", invitationToken=token_of(found))
    assert claim.status_code == 200
    assert Purchase.objects.get().user is not None
    # As walker7 did: once with a code, then with the password again.
    assert told(use(*asked(GUEST)))[1] == {"next": "done", "passwordRemoved": False}
    again = post(browser(), "/api/auth/login", username="grace", password=PASSWORD)
    assert again.status_code == 200


def test_without_the_email_the_address_must_still_be_confirmed() -> None:
    """The control: the browser that bought has the invitation too, and it proves nothing."""
    found = invitation()
    client = browser()
    assert register(client, "grace", email=GUEST).status_code == 200
    post(client, "/api/complete-account-creation", invitationToken=token_of(found))
    assert not is_verified()
    assert EmailRequest.objects.count() == 1
    assert told(use(*asked(GUEST)))[1] == {"next": "done", "passwordRemoved": True}
    again = post(browser(), "/api/auth/login", username="grace", password=PASSWORD)
    assert told(again) == (
        401,
        {"message": "Invalid credentials. Please try again.", "fields": {}},
    )


def test_neither_a_made_up_proof_nor_that_of_another_address_proves_anything() -> None:
    others = proof_in(invitation_link(invitation("other@example.test")))
    address, _, signed = others.partition("-")
    until, _, signature = signed.partition(".")
    made_up = ["1", "..", others, f"{address}-{int(until) + 10}.{signature}", others[:-1]]
    for n, proof in enumerate(made_up):
        email = f"made{n}@example.test"
        assert register(browser(), f"made{n}", email=email, addressProof=proof).status_code == 200
        assert not is_verified(email), proof


def test_a_proof_ends_with_its_invitation() -> None:
    found = invitation()
    found.expires_at = found.created_at
    ended = proof_in(invitation_link(found))
    assert register(browser(), "grace", email=GUEST, addressProof=ended).status_code == 200
    assert not is_verified()
