"""Endpoints of the admin's desk: bootcamps, and who comes to them."""

from django.http import HttpRequest, HttpResponse
from pydantic import TypeAdapter

from frontrow.accounts.gates import admin
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.bootcamps import attendee_lists, desk
from frontrow.backoffice.bootcamps.desk import show_bootcamp
from frontrow.backoffice.bootcamps.schemas import (
    AttendanceIn,
    AttendeeOut,
    ChangePreviewOut,
    RecentAttendeeOut,
)
from frontrow.catalogue import bootcamps
from frontrow.catalogue.admin_schemas import (
    AdminBootcampOut,
    ArchivedOut,
    BootcampChangeIn,
    BootcampIn,
    PublishIn,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])

_encode_bootcamps = TypeAdapter(list[AdminBootcampOut]).dump_json


# Before the routes with an id in this place, which would take the word for one.
@router.post("/admin/bootcamps/archive-expired", response=ArchivedOut, auth=admin)
def archive_expired_bootcamps(request: HttpRequest) -> ArchivedOut:
    return ArchivedOut(archived=bootcamps.archive_expired_for_admin(request=request))


@router.get("/admin/bootcamps", response=list[AdminBootcampOut], auth=admin)
def list_admin_bootcamps(request: HttpRequest) -> HttpResponse:
    # Encoded here: thousands of rows through Ninja's own renderer take several times as long.
    body = _encode_bootcamps(desk.list_bootcamps(), by_alias=True)
    return HttpResponse(body, content_type="application/json")


@router.post("/admin/bootcamps", response=AdminBootcampOut, auth=admin)
def create_bootcamp(request: HttpRequest, payload: BootcampIn) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.create_bootcamp(request=request, wanted=payload))


@router.get("/admin/bootcamps/{bootcamp_id}", response=AdminBootcampOut, auth=admin)
def get_admin_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.find_bootcamp(bootcamp_id=bootcamp_id))


@router.patch("/admin/bootcamps/{bootcamp_id}", response=AdminBootcampOut, auth=admin)
def change_bootcamp(
    request: HttpRequest, bootcamp_id: int, payload: BootcampChangeIn
) -> AdminBootcampOut:
    return show_bootcamp(
        desk.change_bootcamp(request=request, bootcamp_id=bootcamp_id, wanted=payload)
    )


@router.delete("/admin/bootcamps/{bootcamp_id}", response=MessageOut, auth=admin)
def delete_bootcamp(request: HttpRequest, bootcamp_id: int) -> MessageOut:
    bootcamps.delete_bootcamp(request=request, bootcamp_id=bootcamp_id)
    return MessageOut(message="Bootcamp deleted.")


@router.post("/admin/bootcamps/{bootcamp_id}/clone", response=AdminBootcampOut, auth=admin)
def clone_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.clone_bootcamp(request=request, bootcamp_id=bootcamp_id))


@router.post("/admin/bootcamps/{bootcamp_id}/publish", response=AdminBootcampOut, auth=admin)
def publish_bootcamp(
    request: HttpRequest, bootcamp_id: int, payload: PublishIn | None = None
) -> AdminBootcampOut:
    return show_bootcamp(
        bootcamps.publish_bootcamp(
            request=request,
            bootcamp_id=bootcamp_id,
            already_held=payload is not None and payload.already_held,
        )
    )


@router.patch("/admin/bootcamps/{bootcamp_id}/archive", response=AdminBootcampOut, auth=admin)
def archive_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.archive_bootcamp(request=request, bootcamp_id=bootcamp_id))


@router.patch("/admin/bootcamps/{bootcamp_id}/unarchive", response=AdminBootcampOut, auth=admin)
def unarchive_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.unarchive_bootcamp(request=request, bootcamp_id=bootcamp_id))


@router.get("/admin/bootcamps/{bootcamp_id}/change-preview", response=ChangePreviewOut, auth=admin)
def preview_bootcamp_change(request: HttpRequest, bootcamp_id: int) -> ChangePreviewOut:
    return desk.preview_change(bootcamp_id=bootcamp_id)


@router.get("/admin/bootcamps/{bootcamp_id}/attendees", response=list[AttendeeOut], auth=admin)
def list_attendees(request: HttpRequest, bootcamp_id: int) -> list[AttendeeOut]:
    return attendee_lists.list_attendees(bootcamp_id=bootcamp_id)


@router.put(
    "/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance",
    response=AttendeeOut,
    auth=admin,
)
def mark_attendance(
    request: HttpRequest, bootcamp_id: int, purchase_id: int, payload: AttendanceIn
) -> AttendeeOut:
    return attendee_lists.mark_attendance(
        request=request,
        bootcamp_id=bootcamp_id,
        purchase_id=purchase_id,
        attended=payload.attended,
    )


@router.get("/admin/recent-attendees", response=list[RecentAttendeeOut], auth=admin)
def list_recent_attendees(request: HttpRequest) -> list[RecentAttendeeOut]:
    return attendee_lists.list_recent_attendees()
