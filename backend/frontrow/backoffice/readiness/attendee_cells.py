"""The cells of one attendee: paid, seated, reachable, notified and prepared."""

from collections.abc import Callable, Sequence

from frontrow.backoffice.readiness.cells import GRACE, Cell, Repair, amber, counted, green, red
from frontrow.backoffice.readiness.known import AttendeeFacts, ClassFacts, Sent
from frontrow.messaging.mail_events import BOUNCED
from frontrow.messaging.models import MessageFate, MessageStatus

SENT_NOT_CONFIRMED = "Sent, not confirmed"


def attendee_cells(facts: AttendeeFacts, *, of: ClassFacts) -> list[Cell]:
    """None for a canceled class, which has no attendees."""
    if of.is_canceled:
        return []
    return [cell for say in _SAID_OF_ATTENDEE if (cell := say(facts, of)) is not None]


def _paid(one: AttendeeFacts, of: ClassFacts) -> Cell:
    if not one.is_completed:
        return red("paid", "The payment isn't complete", Repair.OPEN_PURCHASE)
    if one.is_free:
        return green("paid", "Nothing to pay")
    if not one.has_payment:
        return red("paid", "No payment is recorded", Repair.RECONCILE)
    if one.has_open_dispute:
        words = "The buyer's bank has opened a dispute"
        return amber("paid", words, Repair.OPEN_PURCHASE)
    return green("paid", "Paid")


def _seat(one: AttendeeFacts, of: ClassFacts) -> Cell:
    if one.seat_number is None:
        return red("seat", "No seat is kept for them", Repair.RECONCILE)
    return green("seat", f"Seat {one.seat_number}")


def _way_in(one: AttendeeFacts, of: ClassFacts) -> Cell:
    if one.is_active:
        return green("way_in", "Has an account")
    if one.is_active is False:
        return red("way_in", "Their account is deactivated", Repair.ACTIVATE_ACCOUNT)
    # Guests join by the private link in an email to exactly this address.
    if any(_went_out(sent) for sent in (one.confirmation, one.reminder)):
        return green("way_in", "Has a private link")
    return red("way_in", "No account, and no private link was sent", _send_again(one))


def _confirmation(one: AttendeeFacts, of: ClassFacts) -> Cell | None:
    if _is_bouncing(one) and one.confirmation and one.confirmation.fate == MessageFate.BOUNCED:
        # The same fact as the address cell's, with the same repair.
        return None
    return _told("confirmation", one.confirmation, again=_send_again(one))


def _reminder(one: AttendeeFacts, of: ClassFacts) -> Cell | None:
    if one.reminder_due_at is None:
        return None
    if one.reminder_text is not None and one.reminder_text.delivered_at is not None:
        return green("reminder", "Delivered as a text")
    again = _remind_again(one)
    sent = one.reminder or one.reminder_text
    if sent is None and again != Repair.SEND_REMINDER and not _is_bouncing(one):
        return amber("reminder", "Not sent: they don't want our emails", again)
    if sent is None and of.as_of - one.reminder_due_at <= GRACE:
        return amber("reminder", "It's being written", again)
    return _told("reminder", sent, again=again)


def _address(one: AttendeeFacts, of: ClassFacts) -> Cell | None:
    if _is_bouncing(one):
        return red("address", "Email to this address bounces", Repair.CORRECT_ADDRESS)
    if one.suppressed:
        words = "They don't want our emails, so they get no reminders"
        return amber("address", words, Repair.REVIEW_ADDRESS)
    if one.has_delivery:
        return green("address", "Gets our emails")
    # The confirmation's cell reports a missing delivery receipt.
    return None


def _time_zone(one: AttendeeFacts, of: ClassFacts) -> Cell | None:
    if one.is_zone_known:
        return green("time_zone", "Time zone known")
    if one.link_tested_at is None:
        # The link test reports it too. One request is enough for both.
        return None
    return amber("time_zone", "Time zone unknown", Repair.ASK_TO_TEST)


def _link_test(one: AttendeeFacts, of: ClassFacts) -> Cell:
    if one.link_tested_at is not None:
        return green("link_test", "Link tested")
    return amber("link_test", "Link not tested", Repair.ASK_TO_TEST)


def _questions(one: AttendeeFacts, of: ClassFacts) -> Cell | None:
    if not of.questions:
        return None
    words = f"{one.answers} of {counted(of.questions, 'question')} answered"
    if one.answers >= of.questions:
        return green("questions", words)
    return amber("questions", words, Repair.ASK_TO_ANSWER)


_SAID_OF_ATTENDEE: Sequence[Callable[[AttendeeFacts, ClassFacts], Cell | None]] = (
    _paid,
    _seat,
    _way_in,
    _confirmation,
    _reminder,
    _address,
    _time_zone,
    _link_test,
    _questions,
)


def _told(key: str, sent: Sent | None, *, again: Repair) -> Cell:
    """An email or a text. Delivered is green, but sent without a receipt is not."""
    if sent is None:
        return red(key, "Never sent", again)
    if sent.fate == MessageFate.BOUNCED:
        repair = again if again == Repair.TEXT_REMINDER else Repair.CORRECT_ADDRESS
        return red(key, "Bounced", repair)
    if sent.status == MessageStatus.FAILED:
        return red(key, "Couldn't be sent", again)
    if sent.delivered_at is not None:
        return green(key, "Delivered")
    if sent.status == MessageStatus.PENDING:
        return amber(key, "Waiting to be sent", again)
    return amber(key, SENT_NOT_CONFIRMED, again)


def _went_out(sent: Sent | None) -> bool:
    return sent is not None and sent.status == MessageStatus.SENT


def _send_again(one: AttendeeFacts) -> Repair:
    """A recipient of a transferred seat never had the buyer's confirmation."""
    return Repair.RESEND_SEAT if one.is_handed_over else Repair.RESEND_CONFIRMATION


def _remind_again(one: AttendeeFacts) -> Repair:
    """By email if that is delivered, else by text if they agreed to texts."""
    if not _is_bouncing(one) and not one.suppressed:
        return Repair.SEND_REMINDER
    if one.can_text:
        return Repair.TEXT_REMINDER
    return Repair.CORRECT_ADDRESS if _is_bouncing(one) else Repair.REVIEW_ADDRESS


def _is_bouncing(one: AttendeeFacts) -> bool:
    return one.suppressed == BOUNCED or one.has_bounce
