"""The coaching list for admins, including guests, whose names only their purchases have."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.coaching import outcomes
from frontrow.coaching.admin_schemas import CoachingSessionPageOut, RemindedOut, SessionsShown
from frontrow.coaching.emails import reminder_to_book
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core import clock
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.outbox import write_messages
from frontrow.sales.buyers.invitations import renew_invitation
from frontrow.sales.models import Purchase, PurchaseState

# A student is reminded of the same hour at most once a day, by any admin.
REMIND_AGAIN_AFTER = timedelta(days=1)


def list_coaching(
    *, shown: SessionsShown, coach_id: int | None, search: str, page: int
) -> CoachingSessionPageOut:
    found = outcomes.list_coaching(
        shown=shown, coach_id=coach_id, page=page, found=_matching(search)
    )
    guests = [row.purchase_id for row in found.rows if row.is_guest and row.purchase_id]
    bought = Purchase.objects.filter(pk__in=guests).values_list(
        "pk", "guest_full_name", "guest_email"
    )
    named = {pk: (name, email) for pk, name, email in bought}
    for row in found.rows:
        if row.is_guest and row.purchase_id in named:
            row.student_name, row.student_email = named[row.purchase_id]
    return found


def _matching(search: str) -> Q:
    """Each word must match the student's name or address, guests included, or the bootcamp's
    name."""
    wanted = Q()
    for word in search.split():
        guests = Purchase.objects.filter(
            Q(guest_full_name__icontains=word) | Q(guest_email__icontains=word)
        )
        wanted &= (
            Q(user__first_name__icontains=word)
            | Q(user__last_name__icontains=word)
            | Q(user__email__icontains=word)
            | Q(user=None, purchase_id__in=guests.values("pk"))
            | Q(bootcamp__name__icontains=word)
        )
    return wanted


def remind_to_book(*, by: Actor, session_id: int | None) -> RemindedOut:
    """Remind one student who hasn't booked, or all of them."""
    waiting = CoachingSession.objects.exclude(user__is_demo=True).order_by("pk")
    if session_id is not None:
        waiting = waiting.filter(pk=session_id)
        if not waiting.exists():
            raise NotFound("Coaching session not found")
    sessions = list(
        waiting.filter(status=CoachingStatus.PENDING).select_related("user", "bootcamp")
    )
    if session_id is not None and not sessions:
        raise Conflict("This session already has a time, or is over.")
    reminded = [session for session in sessions if _remind(by, session)]
    return RemindedOut(reminded=len(reminded), skipped=len(sessions) - len(reminded))


@transaction.atomic
def _remind(by: Actor, session: CoachingSession) -> bool:
    """Remind one student. A guest gets an invitation instead, because booking needs an account.

    Returns whether this call sent it.
    """
    guest = None
    if session.user is None and session.purchase_id is not None:
        # Locks the purchase before the session, as everywhere.
        guest = (
            Purchase.objects.select_for_update()
            .filter(pk=session.purchase_id, user=None, state=PurchaseState.COMPLETED)
            .first()
        )
        if guest is None:
            return False
    now = clock.now()
    claimed = (
        CoachingSession.objects.filter(pk=session.pk, status=CoachingStatus.PENDING)
        .filter(Q(reminded_at=None) | Q(reminded_at__lt=now - REMIND_AGAIN_AFTER))
        .update(reminded_at=now)
    )
    if not claimed:
        return False
    if guest is not None:
        renew_invitation(purchase=guest)
    elif session.user is not None:
        write_messages([reminder_to_book(session=session, student=session.user, at=now)])
    audit.record(
        by=by,
        action="reminded to book coaching",
        subject_type="coaching session",
        subject_id=session.pk,
    )
    return True
