"""Files of a bootcamp's material: sent straight to storage, checked there, fetched by short links.

An `Upload` row is written before an address is signed, and says what it was signed for. Only what
has such a row can become a resource, once; what never does is removed a day later.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.admin_schemas import FileLinkOut, UploadIn, UploadOut
from frontrow.catalogue.file_kinds import (
    BEGINNING,
    FILE_KINDS,
    check_beginning,
    extension_of,
    name_problem,
)
from frontrow.catalogue.models import Bootcamp, Resource, Upload
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound, NotSetUp
from frontrow.core.jobs import UNTIL_DONE, enqueue, job
from frontrow.integrations import storage

NO_STORAGE = "File uploads aren't set up on this site. Add a link instead."
UNKNOWN = "We can't find this upload. Please upload the file again."
ANOTHER = "The file isn't the one you chose. Please upload it again."
LASTING, INCOMING = "resources/", "incoming/"
# Storage looks at the clock when a transfer begins, not when it ends.
SEND_WITHIN = timedelta(minutes=5)
ATTACH_WITHIN = timedelta(hours=24)
# Later than that, so that nothing is removed which is being attached this moment.
TIDY_AFTER = timedelta(hours=25)
LINK_LASTS = timedelta(seconds=60)
TIDIED_AT_ONCE = 200


@dataclass(frozen=True, kw_only=True)
class StoredFile:
    """A file as it really lies in the private bucket, not as the browser described it."""

    upload_id: int
    key: str
    url: str
    size: int


def start_upload(*, by: Actor, wanted: UploadIn | None) -> UploadOut:
    """Sign an address for one file: of this type and length, if they are told beforehand.

    Without them it takes anything under `incoming/`, and all of it is checked at attaching.
    """
    _need_storage()
    if wanted is None or not (wanted.file_name or wanted.file_size):
        upload = Upload(key=f"{INCOMING}{secrets.token_urlsafe(24)}")
    else:
        _check_announced(wanted)
        extension = extension_of(wanted.file_name)
        key = f"{LASTING}{secrets.token_urlsafe(24)}.{extension}"
        upload = Upload(
            key=key,
            storage_key=key,
            content_type=FILE_KINDS[extension].content_type,
            file_size=wanted.file_size,
        )
    signed = storage.sign_upload(
        key=upload.key,
        content_type=upload.content_type,
        length=upload.file_size,
        expires=int(SEND_WITHIN.total_seconds()),
    )
    _remember(by=by, upload=upload)
    return UploadOut(
        upload_url=signed.url,
        headers=signed.headers,
        expires_at=upload.created_at + SEND_WITHIN,
    )


@transaction.atomic
def _remember(*, by: Actor, upload: Upload) -> None:
    upload.uploader_id = by.user.pk
    upload.created_at = database_now()
    upload.save()
    audit.record(
        by=by,
        action="signed upload",
        subject_type="upload",
        subject_id=upload.pk,
        file_size=upload.file_size,
        content_type=upload.content_type,
    )


def find_stored_file(*, by: Actor, url: str, file_name: str, file_size: int) -> StoredFile:
    """The object an admin has just uploaded to the address `url` (its query part cut off).

    Storage is asked that it is there, has the length and type it was signed for, and begins like
    a file of that name. What came without being announced is copied to a key that no address was
    signed for, so that it stays what it was when we looked.
    """
    _need_storage()
    upload = _find_upload(by=by, url=url)
    if upload.attached_at:
        # Not looked at again: the answer that this upload is taken was lost on the way.
        return StoredFile(upload_id=upload.pk, key=upload.storage_key, url=url, size=file_size)
    found = storage.find(upload.key)
    if found is None:
        raise Conflict(
            "The file hasn't arrived. Please upload it again.", code=ErrorCode.UPLOAD_INCOMPLETE
        )
    announced = upload.file_size is not None
    content_type = FILE_KINDS[extension_of(file_name)].content_type
    if found.length != file_size or (announced and found.length != upload.file_size):
        raise Conflict(ANOTHER)
    if announced and not found.content_type == upload.content_type == content_type:
        raise Conflict(ANOTHER)
    _check_size(found.length)
    beginning = storage.read_beginning(key=upload.key, count=BEGINNING)
    check_beginning(file_name=file_name, beginning=beginning)
    if not announced:
        _move_in(upload=upload, etag=found.etag, file_name=file_name, content_type=content_type)
    return StoredFile(upload_id=upload.pk, key=upload.storage_key, url=url, size=found.length)


def claim_upload(*, stored: StoredFile, bootcamp: Bootcamp) -> Resource | None:
    """Take the upload for a resource, in the caller's transaction.

    Taken already, it is the resource it was taken for: a second answer to the same question.
    """
    upload = Upload.objects.select_for_update().filter(pk=stored.upload_id).first()
    if upload is None:
        raise Conflict(UNKNOWN)
    if upload.attached_at:
        claimed = bootcamp.resources.filter(storage_key=upload.storage_key).order_by("pk").first()
        if claimed is None:
            raise Conflict(
                "This upload is in use already. Please upload the file again.",
                code=ErrorCode.IN_USE,
            )
        return claimed
    upload.attached_at = database_now()
    upload.save(update_fields=["attached_at"])
    if upload.key != upload.storage_key:
        enqueue(discard_stored_file, storage_key=upload.key)
    return None


def link_to(*, resource: Resource) -> str:
    """The way to a resource: for a stored file, an address that is good for a minute.

    Whoever asks must have been allowed to already.
    """
    if not resource.storage_key:
        return resource.url
    _need_storage()
    kind = FILE_KINDS.get(extension_of(resource.file_name))
    return storage.sign_download(
        key=resource.storage_key,
        file_name=resource.file_name or "file",
        content_type=kind.content_type if kind else "application/octet-stream",
        expires=int(LINK_LASTS.total_seconds()),
    )


def open_resource(*, resource_id: int) -> FileLinkOut:
    """The way to a resource for an admin, made at the click."""
    resource = Resource.objects.filter(pk=resource_id).first()
    if resource is None:
        raise NotFound("Resource not found")
    if resource.storage_key:
        _need_storage()
        if storage.find(resource.storage_key) is None:
            raise NotFound("The file is no longer there.")
    return FileLinkOut(url=link_to(resource=resource))


def is_stored_file_in_use(*, storage_key: str) -> bool:
    """A copy of a bootcamp shares its files: an object may go only when nothing names it.

    One that is deleted and can still be restored names it too.
    """
    return Resource.with_deleted.filter(storage_key=storage_key).exists()


def discard_stored_files(*, storage_keys: Iterable[str]) -> None:
    """Remove the objects behind deleted resources, once the caller's transaction is through."""
    for storage_key in sorted(set(storage_keys) - {""}):
        enqueue(discard_stored_file, storage_key=storage_key)


@job(attempts=UNTIL_DONE)
def discard_stored_file(storage_key: str) -> None:
    if storage.is_configured():
        _delete_unless_used(storage_key)


@job(every="17 3 * * *")
def tidy_uploads(timestamp: int) -> None:
    """Remove what was uploaded and never became a resource, and forget the addresses signed."""
    if not storage.is_configured():
        return
    before = database_now() - TIDY_AFTER
    old = Upload.objects.filter(created_at__lt=before).order_by("pk")
    while uploads := list(old[:TIDIED_AT_ONCE]):
        for upload in uploads:
            for key in {upload.key, upload.storage_key} - {""}:
                _delete_unless_used(key)
            upload.delete()
    # What no row speaks of any more, after a restored backup for example.
    for key in list(storage.list_keys(prefix=INCOMING, before=before)):
        _delete_unless_used(key)


def _delete_unless_used(storage_key: str) -> None:
    if not is_stored_file_in_use(storage_key=storage_key):
        storage.delete(storage_key)


def _need_storage() -> None:
    if not storage.is_configured():
        raise NotSetUp(NO_STORAGE)


def _check_announced(wanted: UploadIn) -> None:
    if problem := name_problem(wanted.file_name):
        raise Invalid(problem, fields={"fileName": problem})
    if not wanted.file_size:
        raise Invalid("The file is empty", fields={"fileSize": "The file is empty"})
    _check_size(wanted.file_size)


def _check_size(size: int) -> None:
    most = settings.ENV.MAX_UPLOAD_MB
    if size > most * 1024 * 1024:
        message = f"Files may be at most {most} MB"
        raise Invalid(message, fields={"fileSize": message})


def _find_upload(*, by: Actor, url: str) -> Upload:
    """Missing, too old, or another person's: the three are told apart by nobody."""
    upload = Upload.objects.filter(
        key=storage.key_at(url),
        uploader_id=by.user.pk,
        created_at__gt=database_now() - ATTACH_WITHIN,
    ).first()
    if upload is None:
        raise Conflict(UNKNOWN)
    return upload


def _move_in(*, upload: Upload, etag: str, file_name: str, content_type: str) -> None:
    token = upload.key.removeprefix(INCOMING)
    upload.storage_key = f"{LASTING}{token}.{extension_of(file_name)}"
    # Written first: whatever happens next, the copy will be found by the nightly tidying.
    free = Upload.objects.filter(pk=upload.pk, storage_key__in=["", upload.storage_key])
    if not free.update(storage_key=upload.storage_key):
        raise Conflict(ANOTHER)
    try:
        storage.copy(
            source=upload.key, etag=etag, key=upload.storage_key, content_type=content_type
        )
    except storage.ObjectChanged as error:
        raise Conflict(ANOTHER) from error
