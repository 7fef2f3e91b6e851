"""Buyers who enter codes, and what they are told."""

from typing import Any

from allauth.account.models import EmailAddress

from frontrow.accounts.models import User
from tests.factories import make_user
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper


def told(answer: Any) -> tuple[int, str, str]:
    said = answer.json()
    return answer.status_code, said.get("code", ""), said.get("message", "")


def quoted(shopper: Shopper, **body: Any) -> dict[str, Any]:
    answer = shopper.post("quote", {"bootcampIds": [], **body})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def proven(address: str) -> User:
    """A member who has confirmed their address."""
    user = make_user(email=address)
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)
    return user


def another(stripe: StripeServer, number: int, **fields: Any) -> Shopper:
    """Somebody else, at a browser and a network of their own."""
    address = f"10.7.{number // 250}.{number % 250 + 1}"
    return Shopper(stripe, email=f"buyer{number}@example.test", address=address, **fields)
