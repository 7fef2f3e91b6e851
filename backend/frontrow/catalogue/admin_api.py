"""Admin endpoints for bundles, learning materials and the meeting."""

from datetime import timedelta
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from pydantic import TypeAdapter

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.catalogue import bundles, files, meetings, resources
from frontrow.catalogue.admin_schemas import (
    AdminBundleOut,
    AdminResourceOut,
    BundleChangeIn,
    BundleIn,
    BundleStatusIn,
    FileLinkOut,
    HostLinkOut,
    ResourceChangeIn,
    ResourceIn,
    ResourceOrderIn,
    UploadIn,
    UploadOut,
)
from frontrow.catalogue.models import Resource
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router

router = Router(tags=["admin"])

UPLOADS = LimitedBy(
    Limit(scope="uploads", count=60, per=timedelta(minutes=10)),
    key=lambda request: str(request.user.pk),
)

_encode_bundles = TypeAdapter(list[AdminBundleOut]).dump_json


@router.get("/admin/bundles", response=list[AdminBundleOut], auth=needs(Right.DESK))
def list_admin_bundles(request: HttpRequest) -> HttpResponse:
    # Serialized here: for thousands of members, Ninja's renderer takes several times as long.
    body = _encode_bundles(bundles.list_bundles(), by_alias=True)
    return HttpResponse(body, content_type="application/json")


@router.post("/admin/bundles", response=AdminBundleOut, auth=needs(Right.CATALOGUE, recent=True))
def create_bundle(request: HttpRequest, payload: BundleIn) -> AdminBundleOut:
    return bundles.create_bundle(by=actor_of(request), wanted=payload)


@router.patch(
    "/admin/bundles/{bundle_id}", response=AdminBundleOut, auth=needs(Right.CATALOGUE, recent=True)
)
def change_bundle(request: HttpRequest, bundle_id: UUID, payload: BundleChangeIn) -> AdminBundleOut:
    return bundles.change_bundle(by=actor_of(request), bundle_id=bundle_id, wanted=payload)


@router.patch(
    "/admin/bundles/{bundle_id}/status", response=AdminBundleOut, auth=needs(Right.CATALOGUE)
)
def switch_bundle(request: HttpRequest, bundle_id: UUID, payload: BundleStatusIn) -> AdminBundleOut:
    return bundles.switch_bundle(
        by=actor_of(request), bundle_id=bundle_id, is_active=payload.is_active
    )


@router.delete(
    "/admin/bundles/{bundle_id}", response=MessageOut, auth=needs(Right.CATALOGUE, recent=True)
)
def delete_bundle(request: HttpRequest, bundle_id: UUID) -> MessageOut:
    bundles.delete_bundle(by=actor_of(request), bundle_id=bundle_id)
    return MessageOut(message="Bundle deleted.")


@router.get(
    "/admin/bootcamps/{bootcamp_id}/resources",
    response=list[AdminResourceOut],
    auth=needs(Right.DESK),
)
def list_bootcamp_resources(request: HttpRequest, bootcamp_id: int) -> list[Resource]:
    return resources.list_resources(bootcamp_id=bootcamp_id)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/resources",
    response=AdminResourceOut,
    auth=needs(Right.CATALOGUE),
)
def add_resource(request: HttpRequest, bootcamp_id: int, payload: ResourceIn) -> Resource:
    return resources.add_resource(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)


@router.put(
    "/admin/bootcamps/{bootcamp_id}/resources/order",
    response=list[AdminResourceOut],
    auth=needs(Right.CATALOGUE),
)
def order_resources(
    request: HttpRequest, bootcamp_id: int, payload: ResourceOrderIn
) -> list[Resource]:
    return resources.put_resources_in_order(
        by=actor_of(request), bootcamp_id=bootcamp_id, ids=payload.ids
    )


@router.patch(
    "/admin/bootcamps/resources/{resource_id}",
    response=AdminResourceOut,
    auth=needs(Right.CATALOGUE),
)
def change_resource(request: HttpRequest, resource_id: int, payload: ResourceChangeIn) -> Resource:
    return resources.change_resource(by=actor_of(request), resource_id=resource_id, wanted=payload)


@router.delete(
    "/admin/bootcamps/resources/{resource_id}", response=MessageOut, auth=needs(Right.CATALOGUE)
)
def delete_resource(request: HttpRequest, resource_id: int) -> MessageOut:
    resources.delete_resource(by=actor_of(request), resource_id=resource_id)
    return MessageOut(message="Resource deleted.")


@router.post(
    "/admin/bootcamps/resources/{resource_id}/restore",
    response=AdminResourceOut,
    auth=needs(Right.CATALOGUE),
)
def restore_resource(request: HttpRequest, resource_id: int) -> Resource:
    return resources.restore_resource(by=actor_of(request), resource_id=resource_id)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/host-link", response=HostLinkOut, auth=needs(Right.CATALOGUE)
)
def get_host_link(request: HttpRequest, bootcamp_id: int) -> HostLinkOut:
    return HostLinkOut(url=meetings.host_link(by=actor_of(request), bootcamp_id=bootcamp_id))


@router.post(
    "/admin/bootcamps/{bootcamp_id}/meeting", response=MessageOut, auth=needs(Right.CATALOGUE)
)
def retry_meeting(request: HttpRequest, bootcamp_id: int) -> MessageOut:
    meetings.try_again(by=actor_of(request), bootcamp_id=bootcamp_id)
    return MessageOut(message="Trying again now.")


@router.get(
    "/admin/bootcamps/resources/{resource_id}/link", response=FileLinkOut, auth=needs(Right.DESK)
)
def link_to_resource(request: HttpRequest, resource_id: int) -> FileLinkOut:
    return files.open_resource(resource_id=resource_id)


@router.post("/objects/upload", response=UploadOut, auth=needs(Right.CATALOGUE), throttle=[UPLOADS])
def start_upload(request: HttpRequest, payload: UploadIn | None = None) -> UploadOut:
    return files.start_upload(by=actor_of(request), wanted=payload)
