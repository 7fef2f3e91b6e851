"""The time zone in which a user reads sessions: the browser's, until they choose one."""

from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User, ZoneChoice

_FOLLOWS_BROWSER = Q(timezone_choice__in=["", ZoneChoice.AUTOMATIC])


def note_browser_zone(*, user: User, timezone: str) -> User:
    """Store the browser's zone, unless the user has chosen a zone or none.

    `timezone` is a known zone or empty. The UPDATE itself checks the choice, so a profile saved
    concurrently in another tab wins.
    """
    if not timezone or (user.timezone, user.timezone_choice) == (timezone, ZoneChoice.AUTOMATIC):
        return user
    theirs = User.objects.filter(_FOLLOWS_BROWSER, pk=user.pk)
    if theirs.update(timezone=timezone, timezone_choice=ZoneChoice.AUTOMATIC, updated_at=Now()):
        user.timezone, user.timezone_choice = timezone, ZoneChoice.AUTOMATIC
    return user
