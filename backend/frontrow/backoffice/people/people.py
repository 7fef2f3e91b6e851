"""Accounts in the admin panel: find, create and delete them."""

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet, Value
from django.db.models.functions import Concat

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.impersonation import DEMO_STUDENT_EMAIL, demo_student
from frontrow.accounts.lifecycle import keep_team_to_owners
from frontrow.accounts.models import Role, User, UserStatus
from frontrow.backoffice.people.schemas import (
    DeletedUserOut,
    PersonOut,
    PersonPageOut,
    PersonRowOut,
)
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.spellings import CJK, is_cjk, spelled
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.models import Purchase, PurchaseState

PAGE_SIZE = 20
SHORTEST_INSIDE = 3


def list_people(
    *, search: str, role: Role | None, status: UserStatus | None, page: int
) -> PersonPageOut:
    """A page of accounts, newest first. Each word must match the name or the address."""
    people = filter_people(search=search, role=role, status=status).order_by("-created_at", "-id")
    first = (page - 1) * PAGE_SIZE
    shown = list(people[first : first + PAGE_SIZE])
    completed = Purchase.objects.filter(user__in=shown, state=PurchaseState.COMPLETED)
    bought = dict(completed.values_list("user_id").annotate(Count("pk")).order_by())
    rows = [
        PersonRowOut(**dict(PersonOut.model_validate(one)), purchase_count=bought.get(one.pk, 0))
        for one in shown
    ]
    return PersonPageOut(rows=rows, total=people.count(), has_demo_tools=settings.ENV.DEMO_TOOLS)


def filter_people(*, search: str, role: Role | None, status: UserStatus | None) -> QuerySet[User]:
    """The accounts that match the list's filters, unordered."""
    people = find_people(search)
    if role:
        people = people.filter(role=role)
    if status:
        people = people.filter(status=status)
    return people


def find_people(search: str) -> QuerySet[User]:
    """The accounts whose name or address contains each of the words, unordered."""
    return _matching(User.objects.all(), search)


def _matching(people: QuerySet[User], search: str) -> QuerySet[User]:
    words = search.split()
    if words:
        # The same expression as in the index `users_name_search`, or the index isn't used.
        people = people.alias(name=Concat("first_name", Value(" "), "last_name"))
    for word in words:
        people = people.filter(_found(word))
    return people


def _found(word: str) -> Q:
    """Match anywhere in the address or name, or for one or two letters only at the start of a word.

    The trigram index doesn't support shorter words, so every row would be read.
    """
    if is_cjk(word):
        of_cjk = Q(first_name__regex=CJK) | Q(last_name__regex=CJK)
        return of_cjk & Q(name__icontains=word)
    if len(word) >= SHORTEST_INSIDE:
        return Q(email__icontains=word) | spelled("name", word)
    return Q(email__istartswith=word) | Q(name__istartswith=word) | Q(name__icontains=f" {word}")


@transaction.atomic
def seed_test_student(*, by: Actor) -> User:
    """The demo student, created by the first call."""
    is_new = not User.objects.filter(email=DEMO_STUDENT_EMAIL).exists()
    student = demo_student()
    if is_new:
        audit.record(
            by=by,
            action="created test student",
            subject_type="user",
            subject_id=student.pk,
        )
    return student


@transaction.atomic
def delete_person(*, by: Actor, user_id: int) -> DeletedUserOut:
    """Delete an account. The person's purchases remain as a guest's."""
    if user_id == by.user.pk:
        raise Conflict("You can't delete yourself.")
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise NotFound
    keep_team_to_owners(by=by, user=user)
    deleted = DeletedUserOut(id=user.pk, email=user.email)
    audit.record(
        by=by,
        action="deleted user",
        subject_type="user",
        subject_id=user.pk,
        role=user.role,
    )
    remove_account(user=user)
    return deleted
