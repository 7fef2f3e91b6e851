"""Who read a free seat's email by mistake holds nothing once the address is corrected."""

import pytest

from frontrow.accounts.models import Role
from tests.callers import caller
from tests.sales.free import Guest, free_class, links_to

pytestmark = pytest.mark.django_db
WRONG, RIGHT = "wrong@example.test", "right@example.test"


def test_the_wrong_readers_link_and_browser_open_nothing_after_the_desks_correction() -> None:
    order = Guest(email=WRONG).order(free_class())
    [token] = links_to(WRONG)
    reader = Guest(email=WRONG)
    assert reader.confirm(token).json()["invitationToken"]
    contact = {"purchaseId": order.pk, "clientSecret": ""}
    # Control: until then both the link and the browser are the buyer's.
    again = reader.confirm(token)
    assert (again.status_code, again.json()["invitationToken"]) == (200, None)
    assert reader.post("purchase-contact/look", contact).status_code == 200
    corrected = caller(Role.SUPPORT.lower()).patch(
        f"/api/admin/purchases/{order.pk}/customer",
        {"email": RIGHT, "fullName": "Rita Right"},
        content_type="application/json",
    )
    assert corrected.status_code == 200, corrected.content
    for guest in (reader, Guest()):
        for answer in (
            guest.confirm(token),
            guest.look(token),
            guest.post("purchase-contact/look", contact),
        ):
            assert answer.status_code == 404
            assert RIGHT not in answer.content.decode()
