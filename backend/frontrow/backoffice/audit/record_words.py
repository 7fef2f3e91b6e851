"""The one place where machine words become words for people: acts, provider events, their details.

The audit log and the provider's events are stored under short names for ever. Whatever shows them
asks here, and what has no words of its own is still never shown as it was written.
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

# Everything the audit log can hold. A test reads the code for acts that are missing here.
ACTS: dict[str, str] = {
    "accepted seat": "Accepted a seat that was handed over",
    "activated": "Activated account",
    "added coach": "Added coach",
    "added coach's exception": "Added a coach's date override",
    "added early price": "Added an early price",
    "added note": "Added a note",
    "added resource": "Added resource",
    "answered contact message": "Answered contact message",
    "archived bootcamp": "Archived bootcamp",
    "archived expired bootcamps": "Archived expired bootcamps",
    "assigned contact message": "Assigned contact message",
    "asked for refund": "Requested a refund",
    "gave up free seat": "Gave up a free seat",
    "asked for the meeting again": "Requested the meeting again",
    "became first admin": "Became the first admin",
    "booked coaching session": "Booked coaching session",
    "canceled bulk action": "Canceled a bulk action",
    "called coaching session off": "Canceled coaching session",
    "canceled publishing": "Canceled scheduled publishing",
    "cancelled scheduled message": "Canceled scheduled message",
    "changed bootcamp": "Changed bootcamp",
    "changed bundle": "Changed bundle",
    "changed class questions": "Changed the instructor's questions",
    "changed coach": "Changed coach",
    "changed code": "Changed discount code",
    "changed password": "Changed password",
    "changed profile": "Changed profile",
    "changed resource": "Changed resource",
    "changed template": "Changed template",
    "chose notices": "Changed their notices",
    "cloned bootcamp": "Cloned bootcamp",
    "closed contact message": "Closed contact message",
    "completed coaching session": "Marked coaching session as completed",
    "corrected account": "Corrected account",
    "corrected customer": "Corrected customer",
    "corrected own purchase": "Corrected their own name or address",
    "created bootcamp": "Created bootcamp",
    "created bundle": "Created bundle",
    "created template": "Created template",
    "created test student": "Created test student",
    "created user": "Created user",
    "deactivated": "Deactivated account",
    "deleted account": "Deleted their account",
    "deleted bootcamp": "Deleted bootcamp",
    "deleted bundle": "Deleted bundle",
    "deleted note": "Deleted a note",
    "deleted resource": "Deleted resource",
    "deleted template": "Deleted template",
    "deleted user": "Deleted user",
    "downloaded dispute evidence": "Downloaded dispute evidence",
    "enrolled by hand": "Enrolled by hand",
    "exported audit log": "Exported the audit log",
    "exported books": "Exported the books",
    "exported codes": "Exported discount codes",
    "exported data": "Exported their data",
    "exported purchases": "Exported purchases",
    "exported bootcamps": "Exported bootcamps",
    "exported feedback": "Exported feedback",
    "exported guests": "Exported guests",
    "exported members": "Exported members",
    "exported messages": "Exported the message log",
    "exported waiting list": "Exported a class's waiting list",
    "exported class answers": "Exported answers to the instructor's questions",
    "exported roster": "Exported a class's roster",
    "handled feedback": "Marked feedback as dealt with",
    "hid review": "Hid a review",
    "showed review": "Showed a review",
    "reopened feedback": "Reopened feedback",
    "showed review again": "Showed a review again",
    "generated codes": "Generated discount codes",
    "granted role": "Granted role",
    "lifted suppression": "Resumed sending",
    "made code": "Created discount code",
    "marked attendance": "Marked attendance",
    "marked coaching session as missed": "Marked coaching session as missed",
    "moved coaching session": "Moved coaching session",
    "moved seat": "Moved a seat to another date",
    "canceled class": "Canceled a class",
    "moved class": "Moved a class to another date",
    "reminded students to choose": "Reminded students to choose",
    "chose for student": "Chose for a student",
    "offered seat": "Offered a seat to someone else",
    "offered seat from waiting list": "Offered a seat from the waiting list",
    "ordered resources": "Reordered resources",
    "paused code": "Paused discount code",
    "published bootcamp": "Published bootcamp",
    "refunded purchase": "Refunded purchase",
    "registered": "Registered",
    "reminded to book coaching": "Sent coaching reminder",
    "removed coach's exception": "Removed a coach's date override",
    "removed from waiting list": "Removed someone from the waiting list",
    "removed second factor": "Turned off two-step verification",
    "renewed coach's calendar link": "Renewed a coach's calendar link",
    "reopened coaching session": "Reopened coaching session",
    "reopened contact message": "Reopened contact message",
    "repaired mismatch": "Fixed an issue",
    "resent confirmation": "Resent confirmation",
    "resent invitation": "Resent invitation",
    "reset password": "Reset password",
    "restored resource": "Restored resource",
    "resumed code": "Resumed discount code",
    "scheduled publishing": "Scheduled publishing",
    "scheduled message": "Scheduled message to attendees",
    "sent dispute evidence": "Sent dispute evidence",
    "sent message again": "Sent message again",
    "sent reminders": "Sent reminders",
    "sent seat again": "Sent a seat's email again",
    "served waiting list": "Had free seats offered to the waiting list",
    "sent message to attendees": "Sent message to attendees",
    "sent message to person": "Emailed this person",
    "sent sign-in email": "Sent a sign-in email",
    "set coach's hours": "Set a coach's hours",
    "set up second factor": "Turned on two-step verification",
    "signed in": "Signed in",
    "signed out everywhere": "Signed out everywhere",
    "signed out": "Signed out",
    "signed upload": "Started an upload",
    "started bulk action": "Started a bulk action",
    "started impersonation": "Started impersonation",
    "stopped impersonation": "Stopped impersonation",
    "switched bundle off": "Switched bundle off",
    "switched bundle on": "Switched bundle on",
    "took back answer": "Took back an answer before it was sent",
    "took the host link": "Opened the host link",
    "took message back": "Took an email back before it was sent",
    "unarchived bootcamp": "Unarchived bootcamp",
    "unmarked attendance": "Removed an attendance mark",
    "verified address": "Verified email address",
    "withdrew early price": "Withdrew an early price",
    "withdrew enrolment": "Withdrew enrollment",
    "withdrew seat offer": "Withdrew the offer of a seat",
    "wrote coaching notes": "Wrote coaching notes",
}

# What the provider tells us of. All but the bank's own acts are plumbing, which the page folds.
PLUMBING: dict[str, str] = {
    "payment_intent.created": "Payment opened",
    "payment_intent.requires_action": "The bank asked the buyer to confirm",
    "payment_intent.processing": "Payment in progress",
    "payment_intent.amount_capturable_updated": "Card authorized",
    "payment_intent.payment_failed": "Card declined",
    "payment_intent.succeeded": "Payment received",
    "payment_intent.canceled": "Payment canceled",
    "charge.succeeded": "Card authorized",
    "charge.captured": "Card charged",
    "charge.failed": "Card declined",
    "charge.expired": "Card authorization expired",
    "charge.updated": "Payment updated",
    "charge.refunded": "Refund recorded",
    "charge.refund.updated": "Refund updated",
    "refund.created": "Refund created",
    "refund.updated": "Refund updated",
    "refund.failed": "Refund failed",
}
DISPUTES: dict[str, str] = {
    "charge.dispute.created": "The buyer's bank has opened a dispute",
    "charge.dispute.updated": "The dispute has changed at the bank",
    "charge.dispute.closed": "The bank has closed the dispute",
    "charge.dispute.funds_withdrawn": "The bank has taken the disputed money",
    "charge.dispute.funds_reinstated": "The bank has returned the disputed money to us",
}
UNKNOWN_EVENT = "Update from the payment provider"

# Names of details that are no words by themselves; "" where nobody can read anything from it.
_DETAILS = {
    "batch": "",
    "dispute": "",
    "refund": "",
    "was": "Before",
    "because": "Reason",
    "bootcamp_id": "Bootcamp",
    "bootcamp_ids": "Bootcamps",
    "bundle_ids": "Bundles",
    "mended": "Fixed",
    "original_id": "Copied from bootcamp",
    "resource_ids": "Resources",
    "resource_id": "Resource",
    "user_id": "User",
}
_AMOUNTS = {"amount", "price"}
_MACHINE_WORD = re.compile(r"[A-Za-z0-9]+(?:[_.][A-Za-z0-9]+)+")
_UPPER_WORD = re.compile(r"[A-Z][A-Z0-9]+")


def act_in_words(action: str) -> str:
    return ACTS.get(action) or _spelled_out(action)


def acts_worded(word: str) -> list[str]:
    """The acts that are shown with this word: people search for what they read."""
    return [act for act, words in ACTS.items() if word.casefold() in words.casefold()]


def event_in_words(kind: str) -> str:
    return DISPUTES.get(kind) or PLUMBING.get(kind) or UNKNOWN_EVENT


def details_in_words(details: Mapping[str, Any]) -> dict[str, str]:
    told = {}
    for name, value in details.items():
        label = _DETAILS.get(name, _spelled_out(name))
        text = _amount(value) if name in _AMOUNTS else _value_in_words(value)
        if label and text:
            told[label] = text
    return told


def _value_in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {text}" for name, text in details_in_words(value).items())
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, (_value_in_words(one) for one in value)))
    if value is None:
        return ""
    text = str(value)
    is_name = _MACHINE_WORD.fullmatch(text) and not _is_number(text)
    return _spelled_out(text) if is_name or _UPPER_WORD.fullmatch(text) else text


def _amount(value: Any) -> str:
    if value is None:
        return ""
    return f"${Decimal(str(value)):,.2f}" if _is_number(str(value)) else _value_in_words(value)


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False


def _spelled_out(name: str) -> str:
    words = re.sub(r"[_.\s]+", " ", name).strip()
    return words[:1].upper() + (words[1:].lower() if words.isupper() else words[1:])
