"""Admin endpoints for bootcamps and their attendees."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Query
from pydantic import Field, TypeAdapter

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.bootcamps import attendee_lists, cohort_money, desk, export, listing
from frontrow.backoffice.bootcamps.desk import show_bootcamp
from frontrow.backoffice.bootcamps.schemas import (
    AttendanceIn,
    AttendeeOut,
    BootcampPageOut,
    ChangePreviewOut,
    CohortMoneyOut,
    CohortOptionOut,
    CohortSort,
    CohortState,
    MovePreviewIn,
    MovePreviewOut,
    RecentAttendeeOut,
)
from frontrow.catalogue import bootcamps, publishing
from frontrow.catalogue.admin_schemas import (
    AdminBootcampOut,
    ArchivedOut,
    BootcampChangeIn,
    BootcampIn,
    CopiesIn,
    Id,
    PublishIn,
    PublishSeveralIn,
)
from frontrow.catalogue.models import BootcampStatus, BootcampType
from frontrow.core.clock import now
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router
from frontrow.core.text_fields import OneLine

router = Router(tags=["admin"])

Search = Annotated[OneLine, Field(max_length=100)]
Page = Annotated[int, Field(ge=1, le=100_000)]
PageSize = Annotated[int, Field(ge=1, le=50)]

_encode_bootcamps = TypeAdapter(list[AdminBootcampOut]).dump_json


# Before the routes with an id at this position, which would match the word.
@router.post("/admin/bootcamps/archive-expired", response=ArchivedOut, auth=needs(Right.CATALOGUE))
def archive_expired_bootcamps(request: HttpRequest) -> ArchivedOut:
    return ArchivedOut(archived=bootcamps.archive_expired_for_admin(by=actor_of(request)))


@router.get("/admin/bootcamps/page", response=BootcampPageOut, auth=needs(Right.DESK))
def list_bootcamp_page(
    request: HttpRequest,
    *,
    search: Search = "",
    status: BootcampStatus | None = None,
    kind: Annotated[BootcampType | None, Query(alias="type")] = None,
    state: CohortState | None = None,
    sort: CohortSort | None = None,
    descending: bool = False,
    page: Page = 1,
    size: PageSize = 20,
) -> BootcampPageOut:
    return listing.list_page(
        search=search,
        status=status,
        kind=kind,
        state=state,
        sort=sort,
        descending=descending,
        page=page,
        size=size,
    )


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get("/admin/bootcamps/export", auth=needs(Right.DESK), include_in_schema=False)
def export_bootcamps(
    request: HttpRequest,
    *,
    search: Search = "",
    status: BootcampStatus | None = None,
    kind: Annotated[BootcampType | None, Query(alias="type")] = None,
    state: CohortState | None = None,
) -> StreamingHttpResponse:
    found = listing.find_bootcamps(search=search, status=status, kind=kind, state=state)
    lines = export.export_bootcamps(by=actor_of(request), found=found)
    return csv_file(lines, name=f"bootcamps-{now():%Y-%m-%d}")


@router.get("/admin/bootcamps/options", response=list[CohortOptionOut], auth=needs(Right.DESK))
def list_cohort_options(
    request: HttpRequest,
    *,
    search: Search = "",
    on_sale: Annotated[bool, Query(alias="onSale")] = False,
    chosen: Id | None = None,
) -> list[CohortOptionOut]:
    return listing.list_options(search=search, on_sale=on_sale, chosen=chosen)


@router.post(
    "/admin/bootcamps/publish", response=list[AdminBootcampOut], auth=needs(Right.CATALOGUE)
)
def publish_bootcamps(request: HttpRequest, payload: PublishSeveralIn) -> list[AdminBootcampOut]:
    published = publishing.publish_bootcamps(by=actor_of(request), ids=payload.ids, at=payload.at)
    return [show_bootcamp(each) for each in published]


@router.get("/admin/bootcamps", response=list[AdminBootcampOut], auth=needs(Right.DESK))
def list_admin_bootcamps(request: HttpRequest) -> HttpResponse:
    # Serialized here: Ninja's renderer takes several times as long for thousands of rows.
    body = _encode_bootcamps(desk.list_bootcamps(), by_alias=True)
    return HttpResponse(body, content_type="application/json")


@router.post("/admin/bootcamps", response=AdminBootcampOut, auth=needs(Right.CATALOGUE))
def create_bootcamp(request: HttpRequest, payload: BootcampIn) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.create_bootcamp(by=actor_of(request), wanted=payload))


@router.get("/admin/bootcamps/{bootcamp_id}", response=AdminBootcampOut, auth=needs(Right.DESK))
def get_admin_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.find_bootcamp(bootcamp_id=bootcamp_id))


@router.patch(
    "/admin/bootcamps/{bootcamp_id}",
    response=AdminBootcampOut,
    auth=needs(Right.CATALOGUE, recent=True),
)
def change_bootcamp(
    request: HttpRequest, bootcamp_id: int, payload: BootcampChangeIn
) -> AdminBootcampOut:
    return show_bootcamp(
        desk.change_bootcamp(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)
    )


@router.delete(
    "/admin/bootcamps/{bootcamp_id}", response=MessageOut, auth=needs(Right.CATALOGUE, recent=True)
)
def delete_bootcamp(request: HttpRequest, bootcamp_id: int) -> MessageOut:
    bootcamps.delete_bootcamp(by=actor_of(request), bootcamp_id=bootcamp_id)
    return MessageOut(message="Bootcamp deleted.")


@router.post(
    "/admin/bootcamps/{bootcamp_id}/clone", response=AdminBootcampOut, auth=needs(Right.CATALOGUE)
)
def clone_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(desk.clone_bootcamp(by=actor_of(request), bootcamp_id=bootcamp_id))


@router.post(
    "/admin/bootcamps/{bootcamp_id}/copies",
    response=list[AdminBootcampOut],
    auth=needs(Right.CATALOGUE),
)
def copy_to_dates(
    request: HttpRequest, bootcamp_id: int, payload: CopiesIn
) -> list[AdminBootcampOut]:
    made = desk.copy_to_dates(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)
    return [show_bootcamp(each) for each in made]


@router.post(
    "/admin/bootcamps/{bootcamp_id}/publish", response=AdminBootcampOut, auth=needs(Right.CATALOGUE)
)
def publish_bootcamp(
    request: HttpRequest, bootcamp_id: int, payload: PublishIn | None = None
) -> AdminBootcampOut:
    return show_bootcamp(
        publishing.publish_bootcamp(
            by=actor_of(request),
            bootcamp_id=bootcamp_id,
            already_held=payload is not None and payload.already_held,
            at=payload.at if payload else None,
        )
    )


@router.delete(
    "/admin/bootcamps/{bootcamp_id}/publish", response=AdminBootcampOut, auth=needs(Right.CATALOGUE)
)
def cancel_publishing(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(
        publishing.cancel_publishing(by=actor_of(request), bootcamp_id=bootcamp_id)
    )


@router.patch(
    "/admin/bootcamps/{bootcamp_id}/archive", response=AdminBootcampOut, auth=needs(Right.CATALOGUE)
)
def archive_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(bootcamps.archive_bootcamp(by=actor_of(request), bootcamp_id=bootcamp_id))


@router.patch(
    "/admin/bootcamps/{bootcamp_id}/unarchive",
    response=AdminBootcampOut,
    auth=needs(Right.CATALOGUE),
)
def unarchive_bootcamp(request: HttpRequest, bootcamp_id: int) -> AdminBootcampOut:
    return show_bootcamp(
        bootcamps.unarchive_bootcamp(by=actor_of(request), bootcamp_id=bootcamp_id)
    )


@router.get(
    "/admin/bootcamps/{bootcamp_id}/change-preview",
    response=ChangePreviewOut,
    auth=needs(Right.DESK),
)
def preview_bootcamp_change(request: HttpRequest, bootcamp_id: int) -> ChangePreviewOut:
    return desk.preview_change(bootcamp_id=bootcamp_id)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/move-preview",
    response=MovePreviewOut,
    auth=needs(Right.CATALOGUE),
)
def preview_bootcamp_move(
    request: HttpRequest, bootcamp_id: int, payload: MovePreviewIn
) -> MovePreviewOut:
    return desk.preview_move(bootcamp_id=bootcamp_id, wanted=payload)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/attendees", response=list[AttendeeOut], auth=needs(Right.DESK)
)
def list_attendees(request: HttpRequest, bootcamp_id: int) -> list[AttendeeOut]:
    return attendee_lists.list_attendees(bootcamp_id=bootcamp_id)


@router.put(
    "/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance",
    response=AttendeeOut,
    auth=needs(Right.SEATS),
)
def mark_attendance(
    request: HttpRequest, bootcamp_id: int, purchase_id: int, payload: AttendanceIn
) -> AttendeeOut:
    return attendee_lists.mark_attendance(
        by=actor_of(request),
        bootcamp_id=bootcamp_id,
        purchase_id=purchase_id,
        attended=payload.attended,
    )


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get(
    "/admin/bootcamps/{bootcamp_id}/roster.csv",
    auth=needs(Right.SEATS, recent=True),
    include_in_schema=False,
)
def export_roster(request: HttpRequest, bootcamp_id: int) -> StreamingHttpResponse:
    lines = attendee_lists.export_roster(by=actor_of(request), bootcamp_id=bootcamp_id)
    return csv_file(lines, name=f"roster-{bootcamp_id}")


@router.get(
    "/admin/bootcamps/{bootcamp_id}/money", response=CohortMoneyOut, auth=needs(Right.MONEY)
)
def get_cohort_money(request: HttpRequest, bootcamp_id: int) -> CohortMoneyOut:
    return cohort_money.read_money(bootcamp_id=bootcamp_id)


@router.get("/admin/recent-attendees", response=list[RecentAttendeeOut], auth=needs(Right.DESK))
def list_recent_attendees(request: HttpRequest) -> list[RecentAttendeeOut]:
    return attendee_lists.list_recent_attendees()
