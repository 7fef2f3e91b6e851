"""Readiness cells (red, amber, green): a pure function of facts, with at most one repair per cell.

Green requires a known fact. Unreported facts are amber at best. If nothing can be known yet, there
is no cell: a reminder before it is due, or questions for a class without any.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from frontrow.backoffice.readiness.known import ClassFacts
from frontrow.catalogue.models import MeetingState

# A job writes due reminders each minute. Until it has run, a missing reminder is no finding.
GRACE = timedelta(minutes=5)


class State(StrEnum):
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


ORDER = (State.RED, State.AMBER, State.GREEN)


class Repair(StrEnum):
    """How to fix a cell: an admin operation, or the page where it is done."""

    MAKE_MEETING = "make_meeting"
    ADD_LINK = "add_link"
    ADD_MATERIAL = "add_material"
    SEND_REMINDERS = "send_reminders"
    SERVE_LIST = "serve_list"
    DECIDE_MINIMUM = "decide_minimum"
    ASSIGN_COACH = "assign_coach"
    OPEN_PURCHASE = "open_purchase"
    RECONCILE = "reconcile"
    RESEND_CONFIRMATION = "resend_confirmation"
    RESEND_SEAT = "resend_seat"
    CORRECT_ADDRESS = "correct_address"
    REVIEW_ADDRESS = "review_address"
    SEND_REMINDER = "send_reminder"
    TEXT_REMINDER = "text_reminder"
    ACTIVATE_ACCOUNT = "activate_account"
    ASK_TO_TEST = "ask_to_test"
    ASK_TO_ANSWER = "ask_to_answer"


LABELS = {
    Repair.MAKE_MEETING: "Make the meeting",
    Repair.ADD_LINK: "Add a link",
    Repair.ADD_MATERIAL: "Add material",
    Repair.SEND_REMINDERS: "Send the reminders",
    Repair.SERVE_LIST: "Offer the seats",
    Repair.DECIDE_MINIMUM: "Decide what happens",
    Repair.ASSIGN_COACH: "Open coaching",
    Repair.OPEN_PURCHASE: "Open the purchase",
    Repair.RECONCILE: "Open reconciliation",
    Repair.RESEND_CONFIRMATION: "Send again",
    Repair.RESEND_SEAT: "Send again",
    Repair.CORRECT_ADDRESS: "Correct the address",
    Repair.REVIEW_ADDRESS: "Review the address",
    Repair.SEND_REMINDER: "Send the reminder",
    Repair.TEXT_REMINDER: "Send a text",
    Repair.ACTIVATE_ACCOUNT: "Activate the account",
    Repair.ASK_TO_TEST: "Ask by email",
    Repair.ASK_TO_ANSWER: "Ask by email",
}


@dataclass(frozen=True, kw_only=True)
class Cell:
    key: str
    state: State
    words: str
    repair: Repair | None = None


def worst_of(cells: Iterable[Cell]) -> State:
    """The worst state. A class without any cells is not ready, because no facts is not green."""
    states = {cell.state for cell in cells}
    return next((state for state in ORDER if state in states), State.AMBER)


def class_cells(facts: ClassFacts) -> list[Cell]:
    if facts.is_canceled:
        return [Cell(key="meeting", state=State.RED, words="This class was canceled.")]
    return [cell for say in _SAID_OF_CLASS if (cell := say(facts)) is not None]


def _meeting(facts: ClassFacts) -> Cell:
    repair = Repair.MAKE_MEETING if facts.can_make_meeting else Repair.ADD_LINK
    match facts.meeting:
        case MeetingState.PASTED:
            return green("meeting", "The meeting's link was added by hand")
        case MeetingState.READY if facts.is_meeting_in_step:
            return green("meeting", "The meeting is made")
        case MeetingState.READY:
            return amber("meeting", "The meeting isn't up to date with the class yet", repair)
        case MeetingState.FAILING:
            return red("meeting", "Zoom couldn't make or change the meeting", repair)
        case _:
            return red("meeting", "There's no meeting and no link", repair)


def _host_link(facts: ClassFacts) -> Cell | None:
    if facts.meeting not in {MeetingState.PASTED, MeetingState.READY}:
        # The meeting's own cell reports it.
        return None
    if facts.has_pasted_host_link:
        return green("host_link", "The host link was added by hand")
    if facts.meeting == MeetingState.READY and facts.is_meeting_ours:
        # The host link expires after two hours and is fetched on click. We check what is needed to
        # fetch it.
        return green("host_link", "The host link is fetched when you press Start")
    return amber("host_link", "There's no host link", Repair.ADD_LINK)


def _recording(facts: ClassFacts) -> Cell | None:
    if facts.meeting not in {MeetingState.PASTED, MeetingState.READY}:
        return None
    if facts.is_meeting_ours and facts.is_meeting_in_step:
        # Every meeting we create or update has recording on, and the provider has confirmed it.
        return green("recording", "Set to record in the cloud")
    if facts.is_meeting_ours:
        return amber("recording", "Recording isn't confirmed yet", Repair.MAKE_MEETING)
    # The settings of a meeting that we didn't create are unknown.
    return amber("recording", "Recording isn't confirmed: switch it on in the meeting itself")


def _material(facts: ClassFacts) -> Cell:
    if facts.materials:
        return green("material", f"{counted(facts.materials, 'resource')} for the class")
    return amber("material", "There's no material yet", Repair.ADD_MATERIAL)


def _reminders(facts: ClassFacts) -> Cell | None:
    # Attendees on the suppression list have a separate cell for that.
    due = [one for one in facts.attendees if one.reminder_due_at and not one.suppressed]
    if not due:
        return None
    missing = [one for one in due if one.reminder is None and one.reminder_text is None]
    if not missing:
        return green("reminders", f"Written to {counted(len(due), 'person', 'people')}")
    words = f"{counted(len(missing), 'person has', 'people have')} no reminder"
    oldest = min(one.reminder_due_at for one in missing if one.reminder_due_at)
    if facts.as_of - oldest <= GRACE:
        return amber("reminders", f"{words} yet", Repair.SEND_REMINDERS)
    return red("reminders", words, Repair.SEND_REMINDERS)


def _waiting_list(facts: ClassFacts) -> Cell:
    if facts.overdue_offers:
        words = counted(facts.overdue_offers, "offer has", "offers have")
        return red("waiting_list", f"{words} run out and still hold seats", Repair.SERVE_LIST)
    if facts.is_list_served_in_turn and facts.waiting and facts.free_seats:
        words = f"{counted(facts.free_seats, 'seat is', 'seats are')} free while people wait"
        return red("waiting_list", words, Repair.SERVE_LIST)
    if facts.waiting:
        return green("waiting_list", f"{facts.waiting} waiting, and no seat is free")
    return green("waiting_list", "Nobody is waiting")


def _minimum(facts: ClassFacts) -> Cell | None:
    if facts.min_seats is None:
        return None
    words = f"{facts.sold_seats} of at least {facts.min_seats} seats sold"
    if facts.sold_seats >= facts.min_seats:
        return green("minimum", words)
    # The operator may have decided to hold the class anyway.
    return amber("minimum", words, Repair.DECIDE_MINIMUM)


def _coaching(facts: ClassFacts) -> Cell | None:
    if facts.coach_hours is None:
        return None
    hours, students = facts.coach_hours, facts.coaching_students
    words = f"{counted(hours, 'coach hour')} for {counted(students, 'student')} to book"
    if hours >= students:
        return green("coaching", words)
    return (amber if hours else red)("coaching", words, Repair.ASSIGN_COACH)


def _questions(facts: ClassFacts) -> Cell | None:
    if not facts.questions:
        return None
    done = sum(one.answers >= facts.questions for one in facts.attendees)
    people = counted(len(facts.attendees), "person has", "people have")
    asked = counted(facts.questions, "question")
    return green("questions", f"{asked} asked: {done} of {people} answered")


_SAID_OF_CLASS: Sequence[Callable[[ClassFacts], Cell | None]] = (
    _meeting,
    _host_link,
    _recording,
    _material,
    _reminders,
    _waiting_list,
    _minimum,
    _coaching,
    _questions,
)


def counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def green(key: str, words: str) -> Cell:
    return Cell(key=key, state=State.GREEN, words=words)


def amber(key: str, words: str, repair: Repair | None = None) -> Cell:
    return Cell(key=key, state=State.AMBER, words=words, repair=repair)


def red(key: str, words: str, repair: Repair | None = None) -> Cell:
    return Cell(key=key, state=State.RED, words=words, repair=repair)
