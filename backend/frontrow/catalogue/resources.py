"""A bootcamp's learning materials: add, change, reorder, delete and restore."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NoReturn

from django.db import transaction
from django.db.models import Max, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.admin_schemas import ResourceChangeIn, ResourceIn
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.file_kinds import name_problem
from frontrow.catalogue.files import (
    StoredFile,
    claim_upload,
    discard_stored_files,
    find_stored_file,
)
from frontrow.catalogue.links import is_youtube, link_problem
from frontrow.catalogue.models import Bootcamp, Resource, ResourceType
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.jobs import job

LINKED_TYPES = (ResourceType.YOUTUBE, ResourceType.LINK)
# The page offers undo for seconds. Support can restore within this time.
RESTORABLE_FOR = timedelta(hours=1)
REMOVED_AT_ONCE = 200
TOO_LATE = "This resource can't be restored anymore. Please add it again."


def list_resources(*, bootcamp_id: int) -> list[Resource]:
    return _in_order(find_bootcamp(bootcamp_id=bootcamp_id))


def add_resource(*, by: Actor, bootcamp_id: int, wanted: ResourceIn) -> Resource:
    """Add a link, or a file that is already in the bucket.

    The bucket is checked first, outside any transaction.
    """
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    stored = None
    if wanted.type == ResourceType.FILE or (
        wanted.type == ResourceType.DOCUMENT and wanted.file_name
    ):
        _check_file(wanted)
        stored = find_stored_file(
            by=by,
            url=wanted.url,
            file_name=wanted.file_name,
            file_size=wanted.file_size or 0,
        )
    else:
        _check_link(wanted)
    return _store(by=by, bootcamp=bootcamp, wanted=wanted, stored=stored)


def change_resource(*, by: Actor, resource_id: int, wanted: ResourceChangeIn) -> Resource:
    """Change a resource's text or address, or replace its file. Its kind and id stay.

    Links in emails contain the id, so they lead to the new content.
    """
    resource = Resource.objects.select_related("bootcamp").filter(pk=resource_id).first()
    if resource is None:
        raise NotFound("Resource not found")
    sent = wanted.model_dump(exclude_unset=True, by_alias=True)
    now = {"title": resource.title, "description": resource.description, "url": resource.url}
    whole = ResourceIn.model_validate({"type": resource.type, **now, **sent})
    stored = None
    if wanted.file_name:
        if not resource.storage_key:
            raise Invalid(fields={"fileName": "Only a file can be replaced by another file."})
        _check_file(whole)
        stored = find_stored_file(
            by=by,
            url=whole.url,
            file_name=whole.file_name,
            file_size=whole.file_size or 0,
        )
    elif resource.storage_key and whole.url != resource.url:
        raise Invalid(fields={"url": "Upload another file to replace this one."})
    elif not resource.storage_key:
        _check_link(whole)
    return _store_change(by=by, resource=resource, wanted=whole, stored=stored)


@transaction.atomic
def put_resources_in_order(*, by: Actor, bootcamp_id: int, ids: Sequence[int]) -> list[Resource]:
    """Reorder as listed. The list must contain each resource once, or it is out of date."""
    bootcamp = _locked(bootcamp_id)
    present = {resource.pk: resource for resource in _in_order(bootcamp)}
    if sorted(ids) != sorted(present):
        raise Conflict(
            "The resources have changed meanwhile. Please reload the page.",
            code=ErrorCode.CHANGED_MEANWHILE,
        )
    ordered = [present[pk] for pk in ids]
    for place, resource in enumerate(ordered):
        resource.sort_order = place
    Resource.objects.bulk_update(ordered, ["sort_order"])
    _note(by, "ordered resources", bootcamp, resource_ids=list(ids))
    return ordered


@transaction.atomic
def delete_resource(*, by: Actor, resource_id: int) -> None:
    """Hide the resource at once. Its file and the record of who opened it stay until it is
    removed."""
    found = Resource.objects.select_for_update(of=("self",)).select_related("bootcamp")
    resource = found.filter(pk=resource_id).first() or _gone()
    resource.deleted_at = database_now()
    resource.save(update_fields=["deleted_at"])
    _note(by, "deleted resource", resource.bootcamp, resource_id=resource.pk)


@transaction.atomic
def restore_resource(*, by: Actor, resource_id: int) -> Resource:
    """Undo a deletion and restore the position. Idempotent."""
    found = Resource.with_deleted.select_for_update(of=("self",)).select_related("bootcamp")
    resource = found.filter(pk=resource_id).first()
    if resource is None:
        raise NotFound(TOO_LATE)
    if resource.deleted_at is not None:
        resource.deleted_at = None
        resource.save(update_fields=["deleted_at"])
        _note(by, "restored resource", resource.bootcamp, resource_id=resource.pk)
    return resource


@job(every="23 * * * *")
def remove_deleted_resources(timestamp: int) -> None:
    """Remove resources deleted an hour ago, and files that no resource refers to."""
    before = database_now() - RESTORABLE_FOR
    while _remove_some(Resource.with_deleted.filter(deleted_at__lt=before)):
        pass


@transaction.atomic
def _remove_some(deleted: QuerySet[Resource]) -> int:
    some = list(deleted.select_for_update(skip_locked=True).order_by("pk")[:REMOVED_AT_ONCE])
    Resource.with_deleted.filter(pk__in=[resource.pk for resource in some]).delete()
    discard_stored_files(storage_keys=[resource.storage_key for resource in some])
    return len(some)


def _check_file(wanted: ResourceIn) -> None:
    fields = {}
    if problem := name_problem(wanted.file_name):
        fields["fileName"] = problem
    if not wanted.file_size:
        fields["fileSize"] = "The file is empty"
    if fields:
        raise Invalid(next(iter(fields.values())), fields=fields)


def _check_link(wanted: ResourceIn) -> None:
    message: str = ""
    if not wanted.url and wanted.type in LINKED_TYPES:
        message = "URL is required for YouTube videos and external links"
    elif not wanted.url:
        message = "Add an address or a file"
    elif problem := link_problem(wanted.url):
        message = problem
    elif wanted.type == ResourceType.YOUTUBE and not is_youtube(wanted.url):
        message = "Use an address on YouTube"
    if message:
        raise Invalid(message, fields={"url": message})


@transaction.atomic
def _store(
    *, by: Actor, bootcamp: Bootcamp, wanted: ResourceIn, stored: StoredFile | None
) -> Resource:
    bootcamp = _locked(bootcamp.pk)
    if stored and (claimed := claim_upload(stored=stored, bootcamp=bootcamp)):
        return claimed
    sort_order = wanted.sort_order
    if sort_order is None:
        # Equal to the last position: ties are ordered by id.
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
    _note(by, "added resource", bootcamp, resource_id=resource.pk, type=wanted.type)
    return resource


@transaction.atomic
def _store_change(
    *, by: Actor, resource: Resource, wanted: ResourceIn, stored: StoredFile | None
) -> Resource:
    bootcamp = _locked(resource.bootcamp_id)
    resource = bootcamp.resources.filter(pk=resource.pk).first() or _gone()
    if stored and (claimed := claim_upload(stored=stored, bootcamp=bootcamp)):
        return claimed
    values: dict[str, Any] = {"title": wanted.title, "description": wanted.description}
    if stored:
        values |= {
            "url": stored.url,
            "storage_key": stored.key,
            "file_name": wanted.file_name,
            "file_size": stored.size,
        }
    elif not resource.storage_key:
        values["url"] = wanted.url
    changed = sorted(name for name, value in values.items() if getattr(resource, name) != value)
    if not changed:
        return resource
    before = resource.storage_key
    for name, value in values.items():
        setattr(resource, name, value)
    resource.save(update_fields=[*values, "updated_at"])
    shown = ["file" if name == "storage_key" else name for name in changed if "file_" not in name]
    _note(by, "changed resource", bootcamp, resource_id=resource.pk, changed=shown)
    if stored:
        discard_stored_files(storage_keys=[before])
    return resource


def _gone() -> NoReturn:
    raise NotFound("Resource not found")


def _in_order(bootcamp: Bootcamp) -> list[Resource]:
    return list(bootcamp.resources.order_by("sort_order", "id"))


def _locked(bootcamp_id: int) -> Bootcamp:
    bootcamp = Bootcamp.objects.select_for_update(no_key=True).filter(pk=bootcamp_id).first()
    if bootcamp is None:
        raise NotFound("Bootcamp not found")
    return bootcamp


def _note(by: Actor, action: str, bootcamp: Bootcamp, **details: Any) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        **details,
    )
