"""What people may change about themselves."""

from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.models import User
from frontrow.core.errors import Invalid
from frontrow.core.zones import ALLOWED_ZONES


@transaction.atomic
def update_profile(
    *,
    request: HttpRequest,
    user: User,
    first_name: str,
    last_name: str,
    phone: str,
    timezone: str,
) -> User:
    if timezone and timezone not in ALLOWED_ZONES:
        raise Invalid(fields={"timezone": "Please select a valid timezone"})
    if (first_name, last_name) != (user.first_name, user.last_name):
        user.name_edited = True
    user.first_name, user.last_name = first_name, last_name
    user.phone, user.timezone = phone, timezone
    # Only these: the rest may have changed since the row was read, such as the role.
    user.save(
        update_fields=[
            "first_name",
            "last_name",
            "name_edited",
            "phone",
            "timezone",
            "updated_at",
        ]
    )
    audit.record(request=request, action="changed profile", subject_type="user", subject_id=user.pk)
    return user
