"""Roles and permissions of the desk: which right each role has. The only place that says so.

An operation's gate names the right it needs (`needs(Right.MONEY)` in `gates.py`), never a role.
"""

from collections.abc import Mapping
from enum import StrEnum

from frontrow.accounts.models import Role, User


class Right(StrEnum):
    # Look around: summary, search, and the lists of bootcamps, people and purchases.
    DESK = "desk"
    # Change what is for sale: bootcamps, prices, bundles, meetings, resources.
    CATALOGUE = "catalogue"
    # Open, deactivate and activate accounts of people without a role at the desk.
    PEOPLE = "people"
    # Enroll, withdraw, correct a buyer, mark attendance, send a confirmation again.
    SEATS = "seats"
    # Look into a class's room: who is there. Without `DESK`, only of a class one coaches.
    ROOM = "room"
    # Write to people: templates, attendee messages, the log, the inbox, suppressions.
    MESSAGES = "messages"
    # Everybody's coaching: coaches, their hours, and all sessions.
    COACHING = "coaching"
    # See the site as a student does.
    IMPERSONATE = "impersonate"
    # See sums, refund, export, answer disputes, reconcile.
    MONEY = "money"
    # Give and take roles, and change or delete the account of somebody who has one.
    ROLES = "roles"
    AUDIT = "audit"
    # One's own sessions, hours and notes as a coach.
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
