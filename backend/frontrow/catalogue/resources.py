"""Learning material of a bootcamp: added, put in order, removed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.catalogue.admin_schemas import ResourceIn
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.links import is_youtube
from frontrow.catalogue.models import Bootcamp, Resource, ResourceType
from frontrow.core.errors import Conflict, Invalid, NotFound

FILE_EXTENSIONS = frozenset(
    {
        "pdf",
        "doc",
        "docx",
        "ppt",
        "pptx",
        "xls",
        "xlsx",
        "txt",
        "rtf",
        "zip",
        "rar",
        "png",
        "jpg",
        "jpeg",
        "gif",
        "mp4",
        "mp3",
        "wav",
    }
)
LINKED_TYPES = (ResourceType.YOUTUBE, ResourceType.LINK)


@dataclass(frozen=True, kw_only=True)
class StoredFile:
    """A file as it really lies in the private bucket, not as the browser described it."""

    key: str
    url: str
    size: int


def list_resources(*, bootcamp_id: int) -> list[Resource]:
    return _in_order(find_bootcamp(bootcamp_id=bootcamp_id))


def add_resource(*, request: HttpRequest, bootcamp_id: int, wanted: ResourceIn) -> Resource:
    """Add a link, or a file that is already in the bucket.

    The bucket is asked first, outside any transaction.
    """
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    stored = None
    if wanted.type == ResourceType.FILE or (
        wanted.type == ResourceType.DOCUMENT and wanted.file_name
    ):
        _check_file(wanted)
        stored = find_stored_file(
            url=wanted.url, file_name=wanted.file_name, file_size=wanted.file_size or 0
        )
    else:
        _check_link(wanted)
    return _store(request=request, bootcamp=bootcamp, wanted=wanted, stored=stored)


def find_stored_file(*, url: str, file_name: str, file_size: int) -> StoredFile:
    """The object an admin has just uploaded to the address `url` (its query part cut off).

    Object storage answers here: that the key is one we signed for an upload, that the object is
    there, and that its length and kind are what they were signed for. No storage is configured
    yet, so no file can be added: an unchecked key would hand out somebody else's object.
    """
    raise Conflict("File uploads are not set up on this site. Add a link instead.")


def is_stored_file_in_use(*, storage_key: str) -> bool:
    """A copy of a bootcamp shares its files: an object may go only when nothing names it."""
    return Resource.objects.filter(storage_key=storage_key).exists()


@transaction.atomic
def put_resources_in_order(
    *, request: HttpRequest, bootcamp_id: int, ids: Sequence[int]
) -> list[Resource]:
    """Order them as listed. The list must hold each one once, or it speaks of another state."""
    bootcamp = _locked(bootcamp_id)
    present = {resource.pk: resource for resource in _in_order(bootcamp)}
    if sorted(ids) != sorted(present):
        raise Conflict("The resources have changed meanwhile. Please reload the page.")
    ordered = [present[pk] for pk in ids]
    for place, resource in enumerate(ordered):
        resource.sort_order = place
    Resource.objects.bulk_update(ordered, ["sort_order"])
    _note(request, "ordered resources", bootcamp, resource_ids=list(ids))
    return ordered


@transaction.atomic
def delete_resource(*, request: HttpRequest, resource_id: int) -> None:
    resource = Resource.objects.select_related("bootcamp").filter(pk=resource_id).first()
    if resource is None:
        raise NotFound("Resource not found")
    _note(request, "deleted resource", resource.bootcamp, resource_id=resource.pk)
    resource.delete()


def _check_file(wanted: ResourceIn) -> None:
    fields = {}
    if PurePosixPath(wanted.file_name).suffix.lstrip(".").lower() not in FILE_EXTENSIONS:
        fields["fileName"] = "This kind of file is not accepted"
    if not wanted.file_size:
        fields["fileSize"] = "The file is empty"
    if fields:
        raise Invalid(next(iter(fields.values())), fields=fields)


def _check_link(wanted: ResourceIn) -> None:
    message = ""
    if not wanted.url and wanted.type in LINKED_TYPES:
        message = "URL is required for YouTube videos and external links"
    elif not wanted.url:
        message = "Add an address or a file"
    elif wanted.type == ResourceType.YOUTUBE and not is_youtube(wanted.url):
        message = "Use an address on YouTube"
    if message:
        raise Invalid(message, fields={"url": message})


@transaction.atomic
def _store(
    *, request: HttpRequest, bootcamp: Bootcamp, wanted: ResourceIn, stored: StoredFile | None
) -> Resource:
    bootcamp = _locked(bootcamp.pk)
    sort_order = wanted.sort_order
    if sort_order is None:
        # Equal to the last one's: among equals the older comes first.
        sort_order = bootcamp.resources.aggregate(last=Max("sort_order"))["last"] or 0
    resource = Resource.objects.create(
        bootcamp=bootcamp,
        type=wanted.type,
        title=wanted.title,
        description=wanted.description,
        url=stored.url if stored else wanted.url,
        storage_key=stored.key if stored else "",
        file_name=wanted.file_name if stored else "",
        file_size=stored.size if stored else None,
        sort_order=sort_order,
    )
    _note(request, "added resource", bootcamp, resource_id=resource.pk, type=wanted.type)
    return resource


def _in_order(bootcamp: Bootcamp) -> list[Resource]:
    return list(bootcamp.resources.order_by("sort_order", "id"))


def _locked(bootcamp_id: int) -> Bootcamp:
    bootcamp = Bootcamp.objects.select_for_update(no_key=True).filter(pk=bootcamp_id).first()
    if bootcamp is None:
        raise NotFound("Bootcamp not found")
    return bootcamp


def _note(request: HttpRequest, action: str, bootcamp: Bootcamp, **details: Any) -> None:
    audit.record(
        request=request,
        action=action,
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        **details,
    )
