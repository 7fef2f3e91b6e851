"""Materials and recordings of a bootcamp for its students."""

from frontrow.accounts.models import User
from frontrow.catalogue.files import link_to
from frontrow.catalogue.models import Resource, ResourceType
from frontrow.catalogue.resources import LINKED_TYPES
from frontrow.core.errors import NotFound
from frontrow.portal.access import NOT_YOURS, THE_MATERIAL, THE_RECORDING, find_paid_enrollment
from frontrow.portal.schemas import OpenedLinkOut, PortalResourceOut
from frontrow.sales.attending.progress import note_opened
from frontrow.sales.enrollment.attendees import owned_bootcamp_ids


def list_materials(*, user: User, bootcamp_id: int) -> list[PortalResourceOut]:
    """The materials in the admin's order. Only students who have paid can see them."""
    if bootcamp_id not in owned_bootcamp_ids(user=user):
        raise NotFound(NOT_YOURS)
    found = Resource.objects.filter(bootcamp_id=bootcamp_id).order_by("sort_order", "id")
    return [_as_answer(resource) for resource in found]


def _as_answer(resource: Resource) -> PortalResourceOut:
    return PortalResourceOut(
        id=resource.pk,
        type=ResourceType(resource.type),
        title=resource.title,
        description=resource.description,
        url=resource.url if resource.type in LINKED_TYPES else None,
        file_name=resource.file_name,
        file_size=resource.file_size,
    )


def open_material(*, user: User, resource_id: int) -> OpenedLinkOut:
    """Return the material's link (signed for a file) and record that it was opened."""
    resource = Resource.objects.filter(pk=resource_id).first()
    if resource is None:
        raise NotFound(NOT_YOURS)
    find_paid_enrollment(user=user, bootcamp_id=resource.bootcamp_id, wanted=THE_MATERIAL)
    url = link_to(resource=resource)
    if not url:
        raise NotFound("There's nothing to open here yet.")
    note_opened(user=user, resource=resource)
    return OpenedLinkOut(url=url)


def open_recording(*, user: User, bootcamp_id: int) -> OpenedLinkOut:
    enrollment = find_paid_enrollment(user=user, bootcamp_id=bootcamp_id, wanted=THE_RECORDING)
    if not enrollment.bootcamp.recording_url:
        raise NotFound("There's no recording yet.")
    return OpenedLinkOut(url=enrollment.bootcamp.recording_url)
