"""The coaching list as the desk sees it: with the names that only a guest's purchase knows."""

from frontrow.coaching import outcomes
from frontrow.coaching.admin_schemas import CoachingSessionPageOut, SessionsShown
from frontrow.sales.models import Purchase


def list_coaching(
    *, shown: SessionsShown, coach_id: int | None, page: int
) -> CoachingSessionPageOut:
    found = outcomes.list_coaching(shown=shown, coach_id=coach_id, page=page)
    guests = [row.purchase_id for row in found.rows if row.is_guest and row.purchase_id]
    bought = Purchase.objects.filter(pk__in=guests).values_list(
        "pk", "guest_full_name", "guest_email"
    )
    named = {pk: (name, email) for pk, name, email in bought}
    for row in found.rows:
        if row.is_guest and row.purchase_id in named:
            row.student_name, row.student_email = named[row.purchase_id]
    return found
