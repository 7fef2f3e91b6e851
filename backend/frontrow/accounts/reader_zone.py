"""The time zone a person reads sessions in: what their browser says, until they choose."""

from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User, ZoneChoice

_FOLLOWS_BROWSER = Q(timezone_choice__in=["", ZoneChoice.AUTOMATIC])


def note_browser_zone(*, user: User, timezone: str) -> User:
    """Keep the zone of the browser they use, unless they have chosen one or want none.

    `timezone` is one we know, or empty. The choice is asked in the statement: whoever saves the
    profile in another tab at the same moment has the last word.
    """
    if not timezone or (user.timezone, user.timezone_choice) == (timezone, ZoneChoice.AUTOMATIC):
        return user
    theirs = User.objects.filter(_FOLLOWS_BROWSER, pk=user.pk)
    if theirs.update(timezone=timezone, timezone_choice=ZoneChoice.AUTOMATIC, updated_at=Now()):
        user.timezone, user.timezone_choice = timezone, ZoneChoice.AUTOMATIC
    return user
