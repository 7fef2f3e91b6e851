"""Create the first admin: possible only once, decided under a lock."""

import hmac
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.models import FirstAdminLatch, Role, User
from frontrow.core.addresses import address_key
from frontrow.core.advisory_locks import AdvisoryLock, lock_until_commit
from frontrow.core.errors import Conflict, Forbidden
from frontrow.core.rate_limit import Limit

GUESSES = Limit(scope="first-admin", count=10, per=timedelta(hours=1))
# An arbitrary number that no other lock uses.


def admins_exist() -> bool:
    """Whether there has ever been an admin. Losing all admins doesn't allow a first one again."""
    return FirstAdminLatch.objects.exists() or User.objects.filter(role=Role.ADMIN).exists()


@transaction.atomic
def become_first_admin(*, request: HttpRequest, user: User, code: str) -> None:
    """Make the caller the first admin. In production, requires the code or a listed address."""
    GUESSES.check(str(user.pk))
    lock_until_commit(AdvisoryLock.FIRST_ADMIN)
    if admins_exist():
        raise Conflict("An admin already exists.")
    if settings.ENV.is_production and not (_knows_code(code) or _is_listed(user)):
        raise Forbidden("This account may not become the first admin.")
    FirstAdminLatch.objects.create(user_id=user.pk)
    User.objects.filter(pk=user.pk).update(role=Role.ADMIN)
    audit.record(
        by=actor_of(request), action="became first admin", subject_type="user", subject_id=user.pk
    )
    request.session.cycle_key()


def _knows_code(code: str) -> bool:
    secret = settings.ENV.ADMIN_BOOTSTRAP_CODE.get_secret_value()
    return bool(secret) and hmac.compare_digest(code.encode(), secret.encode())


def _is_listed(user: User) -> bool:
    verified = EmailAddress.objects.filter(user=user, verified=True)
    return any(address_key(address.email) in settings.ENV.admin_emails for address in verified)
