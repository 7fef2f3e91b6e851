"""What users may change about themselves."""

from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.models import User, ZoneChoice
from frontrow.core.errors import Invalid
from frontrow.core.rate_limit import Limit
from frontrow.core.zones import known_zone

# Each change writes an audit entry, which can't be deleted.
CHANGES = Limit(scope="profile", count=20, per=timedelta(hours=1))


@transaction.atomic
def update_profile(
    *,
    request: HttpRequest,
    user: User,
    first_name: str,
    last_name: str,
    phone: str,
    timezone: str,
    timezone_choice: ZoneChoice | None,
) -> User:
    CHANGES.check(str(user.pk))
    zone, choice = _chosen_zone(user, timezone, timezone_choice)
    if (first_name, last_name) != (user.first_name, user.last_name):
        user.name_edited = True
    user.first_name, user.last_name = first_name, last_name
    user.phone, user.timezone, user.timezone_choice = phone, zone, choice
    # Only these columns: others, such as the role, may have changed since the row was read.
    user.save(
        update_fields=[
            "first_name",
            "last_name",
            "name_edited",
            "phone",
            "timezone",
            "timezone_choice",
            "updated_at",
        ]
    )
    audit.record(
        by=actor_of(request), action="changed profile", subject_type="user", subject_id=user.pk
    )
    return user


def _chosen_zone(user: User, timezone: str, choice: ZoneChoice | None) -> tuple[str, ZoneChoice]:
    """The zone to store.

    If the choice is omitted, a zone counts as chosen, and an empty one as each bootcamp's own.
    """
    zone = known_zone(timezone)
    if choice is None:
        choice = ZoneChoice.CHOSEN if timezone else ZoneChoice.BOOTCAMP
    if choice == ZoneChoice.BOOTCAMP:
        return "", choice
    if choice == ZoneChoice.AUTOMATIC:
        return zone or user.timezone, choice
    if not zone:
        raise Invalid(fields={"timezone": "Please select a valid timezone"})
    return zone, choice
