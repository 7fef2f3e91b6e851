"""The demo's people have addresses as registered ones do, or Google would take their passwords."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core.management import call_command
from django.db.models import F

from frontrow.accounts.models import User
from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.volume import make_volume
from frontrow.catalogue.models import Bundle
from tests.accounts.people import browser, log_in, person

pytestmark = pytest.mark.django_db(transaction=True)


def run_demo() -> None:
    call_command("demo", stdout=StringIO())


def whole() -> bool:
    """Everybody has one address, their own."""
    own = EmailAddress.objects.filter(primary=True, email=F("user__email"))
    return bool(own.count() == EmailAddress.objects.count() == User.objects.count())


def test_everybody_has_an_address_and_few_have_not_proven_it() -> None:
    run_demo()
    assert whole()
    assert EmailAddress.objects.filter(verified=False).count() == 3
    for name in ("admin", "coach", "student", "bundle.student"):
        assert EmailAddress.objects.get(email=marks.address(name)).verified
    assert log_in(browser(), marks.address("student"), marks.PASSWORD).status_code == 200


def test_running_it_again_and_growing_it_keeps_that_and_leaves_others_alone() -> None:
    mine = person()
    run_demo()
    first = EmailAddress.objects.count()
    bundle = Bundle.objects.get(is_active=False)
    make_volume(now=datetime.now(UTC), bundle=bundle, users=120, purchases=50)
    assert whole()
    assert EmailAddress.objects.count() == first + 120
    crowd = User.objects.filter(email__endswith=marks.VOLUME_DOMAIN)[0]
    SocialAccount.objects.create(user=crowd, provider="google", uid="crowd")
    run_demo()
    assert whole()
    assert EmailAddress.objects.count() == first
    assert EmailAddress.objects.get(user=mine).verified
