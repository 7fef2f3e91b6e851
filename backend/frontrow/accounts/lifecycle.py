"""State changes of an account: roles, deactivation, activation, sign-out and deletion."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import logout
from django.db import transaction
from django.db.models import ProtectedError
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor, actor_of
from frontrow.accounts.gates import RightNeeded
from frontrow.accounts.models import Role, Session, User, UserStatus
from frontrow.accounts.rights import Right, may
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound

OWNERS_ALONE = "Only an owner can change the account of someone who works at the desk."
LAST_ADMIN = "The last active admin can't be demoted or deactivated."
LAST_ADMIN_STAYS = "The last active admin can't be deleted. Make someone else an admin first."
COACH_STAYS = "A coach can't be deleted: students have sessions in that calendar."


def end_all_sessions(*, user: User) -> None:
    """Sign a person out everywhere, effective with the next call."""
    Session.objects.filter(user=user).delete()


@transaction.atomic
def hand_over_to_owner(*, user: User) -> None:
    """The owner proved the address from outside the account. No change if it was already verified.

    If it was unverified, the person who opened the account only typed that address. All of their
    credentials are removed: password, sessions, code generator and linked identities.
    """
    if EmailAddress.objects.filter(user=user, verified=True).exists():
        return
    user.set_unusable_password()
    user.save(update_fields=["password", "updated_at"])
    SocialAccount.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    end_all_sessions(user=user)
    EmailAddress.objects.update_or_create(
        user=user, primary=True, defaults={"email": user.email, "verified": True}
    )


@transaction.atomic
def sign_out_everywhere(*, request: HttpRequest, user: User) -> None:
    audit.record(
        by=actor_of(request),
        action="signed out everywhere",
        subject_type="user",
        subject_id=user.pk,
    )
    end_all_sessions(user=user)
    logout(request)


@transaction.atomic
def grant_role(*, by: Actor, user_id: int, role: Role) -> User:
    user = _locked_with_admins(user_id)
    if user.role == role:
        return user
    if user.is_admin:
        _keep_one_admin(besides=user)
    audit.record(
        by=by,
        action="granted role",
        subject_type="user",
        subject_id=user.pk,
        role=role,
        was=user.role,
    )
    user.role = role
    user.save(update_fields=["role", "updated_at"])
    return user


@transaction.atomic
def deactivate(*, by: Actor, user_id: int) -> User:
    user = _locked_with_admins(user_id)
    if user.pk == by.person_id:
        raise Conflict("You can't deactivate yourself.")
    keep_team_to_owners(by=by, user=user)
    if not user.is_active:
        raise Conflict("Only active users can be deactivated.")
    if user.is_admin:
        _keep_one_admin(besides=user)
    audit.record(by=by, action="deactivated", subject_type="user", subject_id=user.pk)
    user.status = UserStatus.INACTIVE
    user.save(update_fields=["status", "updated_at"])
    end_all_sessions(user=user)
    return user


@transaction.atomic
def activate(*, by: Actor, user_id: int) -> User:
    user = _locked_with_admins(user_id)
    keep_team_to_owners(by=by, user=user)
    if user.is_active:
        raise Conflict("This user is already active.")
    audit.record(by=by, action="activated", subject_type="user", subject_id=user.pk)
    user.status = UserStatus.ACTIVE
    user.save(update_fields=["status", "updated_at"])
    return user


@transaction.atomic
def delete_user(*, user_id: int) -> None:
    """Delete the account with its sessions, addresses and credentials.

    The caller first saves data that must outlive the user. See `account_removal` in `sales`.
    """
    user = _locked_with_admins(user_id)
    if user.is_admin and user.is_active:
        _keep_one_admin(besides=user, refusal=LAST_ADMIN_STAYS)
    try:
        user.delete()
    except ProtectedError as error:
        raise Conflict(COACH_STAYS) from error


def _locked_with_admins(user_id: int) -> User:
    """Lock the user together with all admins, in order of id.

    Two admins who demote each other concurrently are serialized, and the second call sees that only
    one admin is left.
    """
    everyone = User.objects.filter(role=Role.ADMIN) | User.objects.filter(pk=user_id)
    locked = {user.pk: user for user in everyone.order_by("pk").select_for_update()}
    if user_id not in locked:
        raise NotFound
    return locked[user_id]


def keep_team_to_owners(*, by: Actor, user: User) -> None:
    """Only an owner may change the account of a user with an admin role.

    Otherwise support could lock an owner out, or reactivate a former staff member.
    """
    if user.has_desk_role and not may(by.user, Right.ROLES):
        raise RightNeeded(OWNERS_ALONE)


def _keep_one_admin(*, besides: User, refusal: str = LAST_ADMIN) -> None:
    others = User.objects.filter(role=Role.ADMIN, status=UserStatus.ACTIVE).exclude(pk=besides.pk)
    if not others.exists():
        raise Conflict(refusal, code=ErrorCode.LAST_ADMIN)
