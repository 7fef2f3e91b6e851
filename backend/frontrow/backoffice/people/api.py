"""Admin endpoints for people."""

from typing import Annotated

from django.http import HttpRequest, StreamingHttpResponse
from pydantic import Field

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs, require_right
from frontrow.accounts.models import Role, User, UserStatus
from frontrow.accounts.new_account import open_account_for
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import UserStateOut
from frontrow.backoffice.people import coaching_desk, export, people
from frontrow.backoffice.people.acts import correct_member
from frontrow.backoffice.people.person_detail import show_person
from frontrow.backoffice.people.record_schemas import CorrectAccountIn
from frontrow.backoffice.people.schemas import (
    CreateUserIn,
    PersonDetailOut,
    PersonPageOut,
    UserDeletedOut,
)
from frontrow.coaching.admin_schemas import (
    CoachingReminderIn,
    CoachingSessionPageOut,
    RemindedOut,
    SessionsShown,
)
from frontrow.core.clock import now
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router
from frontrow.core.text_fields import OneLine

router = Router(tags=["admin"])


@router.get("/admin/users", response=PersonPageOut, auth=needs(Right.DESK))
def list_users(
    request: HttpRequest,
    search: Annotated[OneLine, Field(max_length=100)] = "",
    role: Role | None = None,
    status: UserStatus | None = None,
    page: Annotated[int, Field(ge=1, le=100_000)] = 1,
) -> PersonPageOut:
    return people.list_people(search=search, role=role, status=status, page=page)


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get("/admin/users/export", auth=needs(Right.DESK, recent=True), include_in_schema=False)
def export_users(
    request: HttpRequest,
    search: Annotated[OneLine, Field(max_length=100)] = "",
    role: Role | None = None,
    status: UserStatus | None = None,
) -> StreamingHttpResponse:
    lines = export.export_members(by=actor_of(request), search=search, role=role, status=status)
    return csv_file(lines, name=f"members-{now():%Y-%m-%d}")


@router.get(
    "/admin/people/guests/export", auth=needs(Right.DESK, recent=True), include_in_schema=False
)
def export_guests(
    request: HttpRequest, search: Annotated[OneLine, Field(max_length=100)] = ""
) -> StreamingHttpResponse:
    lines = export.export_guests(by=actor_of(request), search=search)
    return csv_file(lines, name=f"guests-{now():%Y-%m-%d}")


@router.post("/admin/create-user", response=UserStateOut, auth=needs(Right.PEOPLE, recent=True))
def create_user(request: HttpRequest, payload: CreateUserIn) -> User:
    # As for granting a role: a stolen session must not create another admin.
    if payload.role != Role.STUDENT:
        require_right(current_user(request), Right.ROLES)
    return open_account_for(
        request=request,
        email=payload.email,
        first_name=payload.first_name,
        last_name=payload.last_name,
        role=payload.role,
    )


@router.post("/admin/seed-test-student", response=UserStateOut, auth=needs(Right.IMPERSONATE))
def seed_test_student(request: HttpRequest) -> User:
    return people.seed_test_student(by=actor_of(request))


@router.get("/admin/users/{user_id}/details", response=PersonDetailOut, auth=needs(Right.DESK))
def get_user_details(request: HttpRequest, user_id: int) -> PersonDetailOut:
    return show_person(user_id=user_id)


@router.patch(
    "/admin/users/{user_id}", response=UserStateOut, auth=needs(Right.PEOPLE, recent=True)
)
def correct_user(request: HttpRequest, user_id: int, payload: CorrectAccountIn) -> User:
    # The person who reads the new address can choose a password.
    return correct_member(by=actor_of(request), user_id=user_id, wanted=payload)


@router.delete(
    "/admin/users/{user_id}", response=UserDeletedOut, auth=needs(Right.PEOPLE, recent=True)
)
def delete_user(request: HttpRequest, user_id: int) -> UserDeletedOut:
    return UserDeletedOut(deleted_user=people.delete_person(by=actor_of(request), user_id=user_id))


@router.post("/admin/coaching/reminders", response=RemindedOut, auth=needs(Right.COACHING))
def remind_to_book(request: HttpRequest, payload: CoachingReminderIn) -> RemindedOut:
    return coaching_desk.remind_to_book(by=actor_of(request), session_id=payload.session_id)


@router.get("/admin/coaching/sessions", response=CoachingSessionPageOut, auth=needs(Right.COACHING))
def list_admin_coaching_sessions(
    request: HttpRequest,
    shown: SessionsShown = SessionsShown.UPCOMING,
    coachId: int | None = None,  # noqa: N803
    search: Annotated[OneLine, Field(max_length=100)] = "",
    page: Annotated[int, Field(ge=1, le=100_000)] = 1,
) -> CoachingSessionPageOut:
    return coaching_desk.list_coaching(shown=shown, coach_id=coachId, search=search, page=page)
