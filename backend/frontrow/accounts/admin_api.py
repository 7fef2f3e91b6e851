"""Admin endpoints for accounts."""

from django.http import HttpRequest

from frontrow.accounts import first_admin, impersonation, lifecycle
from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import acting, acting_user, needs, oneself, signed_in
from frontrow.accounts.models import User
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import (
    AdminsExistOut,
    BootstrapIn,
    ImpersonateIn,
    MessageOut,
    RoleIn,
    UserStateOut,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/exists", response=AdminsExistOut, auth=signed_in)
def tell_if_admins_exist(request: HttpRequest) -> AdminsExistOut:
    return AdminsExistOut(admins_exist=first_admin.admins_exist())


@router.post("/admin/bootstrap", response=MessageOut, auth=oneself)
def bootstrap_admin(request: HttpRequest, payload: BootstrapIn | None = None) -> MessageOut:
    first_admin.become_first_admin(
        request=request, user=acting_user(request), code=payload.code if payload else ""
    )
    return MessageOut(message="You are now an admin!")


@router.post(
    "/admin/impersonate/start", response=MessageOut, auth=needs(Right.IMPERSONATE, recent=True)
)
def start_impersonation(request: HttpRequest, payload: ImpersonateIn) -> MessageOut:
    target = impersonation.find_target(user_id=payload.target_user_id, role=payload.role)
    impersonation.start_impersonation(
        request=request, acting=acting_user(request), target=target, reason=payload.reason
    )
    return MessageOut(message=f"You're now viewing the site as {target.full_name}.")


@router.post("/admin/impersonate/stop", response=MessageOut, auth=acting)
def stop_impersonation(request: HttpRequest) -> MessageOut:
    impersonation.stop_impersonation(request=request)
    return MessageOut(message="Impersonation stopped.")


@router.patch(
    "/admin/users/{user_id}/role", response=UserStateOut, auth=needs(Right.ROLES, recent=True)
)
def grant_role(request: HttpRequest, user_id: int, payload: RoleIn) -> User:
    return lifecycle.grant_role(by=actor_of(request), user_id=user_id, role=payload.role)


@router.patch(
    "/admin/users/{user_id}/activate", response=UserStateOut, auth=needs(Right.PEOPLE, recent=True)
)
def activate_user(request: HttpRequest, user_id: int) -> User:
    return lifecycle.activate(by=actor_of(request), user_id=user_id)


@router.patch(
    "/admin/users/{user_id}/deactivate",
    response=UserStateOut,
    auth=needs(Right.PEOPLE, recent=True),
)
def deactivate_user(request: HttpRequest, user_id: int) -> User:
    return lifecycle.deactivate(by=actor_of(request), user_id=user_id)
