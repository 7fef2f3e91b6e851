"""Roles and permissions of the admin panel: the only place that maps roles to rights.

An operation's gate names the right it needs (`needs(Right.MONEY)` in `gates.py`), never a role.
"""

from collections.abc import Mapping
from enum import StrEnum

from frontrow.accounts.models import Role, User


class Right(StrEnum):
    # View the summary, search, and the lists of bootcamps, people and purchases.
    DESK = "desk"
    # Change what is for sale: bootcamps, prices, bundles, meetings, resources.
    CATALOGUE = "catalogue"
    # Open, deactivate and activate accounts of users without an admin role.
    PEOPLE = "people"
    # Enroll, withdraw, correct a buyer, mark attendance, resend a confirmation.
    SEATS = "seats"
    # See who is present in a class. Without `DESK`, only in classes that the user coaches.
    ROOM = "room"
    # Message people: templates, attendee messages, the log, the inbox, suppressions.
    MESSAGES = "messages"
    # All coaching: coaches, their hours, and all sessions.
    COACHING = "coaching"
    # View the site as a student.
    IMPERSONATE = "impersonate"
    # See amounts, refund, export, answer disputes, reconcile.
    MONEY = "money"
    # Grant and revoke roles, and change or delete the account of a user who has one.
    ROLES = "roles"
    AUDIT = "audit"
    # A coach's own sessions, hours and notes.
    OWN_COACHING = "own_coaching"


RIGHTS: Mapping[Role, frozenset[Right]] = {
    # The owner.
    Role.ADMIN: frozenset(Right),
    Role.SUPPORT: frozenset(
        {
            Right.DESK,
            Right.PEOPLE,
            Right.SEATS,
            Right.ROOM,
            Right.MESSAGES,
            Right.COACHING,
            Right.IMPERSONATE,
        }
    ),
    Role.FINANCE: frozenset({Right.DESK, Right.MONEY}),
    Role.COACH: frozenset({Right.OWN_COACHING, Right.ROOM}),
    Role.STUDENT: frozenset(),
}


def rights_of(user: User) -> frozenset[Right]:
    return RIGHTS[Role(user.role)]


def may(user: User, right: Right) -> bool:
    return right in rights_of(user)


def roles_with(right: Right) -> list[Role]:
    return [role for role, rights in RIGHTS.items() if right in rights]
