"""A person's credit is theirs: in their export, and void when their account is gone."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from frontrow.sales.buyers.account_removal import NOBODYS_ADDRESS, remove_account
from frontrow.sales.models import DiscountCode
from tests.backoffice.coding import make_code
from tests.factories import make_user
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def test_only_ones_own_credits_are_exported_and_without_the_teams_note(client: Client) -> None:
    user = make_user(email="ada@example.test")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    make_code("ADAS", kind="amount", for_email="ada@example.test", note="Shouted at us")
    make_code("OTHERS", for_email="bo@example.test")
    make_code("FORALL")
    sign_in_recently(client, user)
    answer = client.get("/api/user/export").content
    [credit] = json.loads(answer)["credits"]
    assert (credit["code"], credit["kind"], credit["forEmail"]) == (
        "ADAS",
        "amount",
        "ada@example.test",
    )
    assert b"Shouted" not in answer


def test_a_credit_is_void_and_nobodys_when_the_account_is_gone() -> None:
    user = make_user(email="Ada@example.test")
    theirs = make_code("ADAS", for_email="ada@example.test", note="For Ada")
    other = make_code("OTHERS", for_email="bo@example.test", note="For Bo")
    remove_account(user=user)
    codes = {one.code: one for one in DiscountCode.objects.all()}
    # Not empty: it would be everybody's.
    left = codes[theirs.code]
    assert (left.for_email, left.note, left.is_active) == (NOBODYS_ADDRESS, "", False)
    assert (codes[other.code].for_email, codes[other.code].is_active) == ("bo@example.test", True)
