"""Uploaded files: sent directly to storage, verified there, downloaded by short-lived links.

An `Upload` row is written before a URL is signed, and records what it was signed for. Only an
upload with such a row can become a resource, and only once. Unused uploads are removed after a day.
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
# Storage checks the expiry when a transfer begins, not when it ends.
SEND_WITHIN = timedelta(minutes=5)
ATTACH_WITHIN = timedelta(hours=24)
# Later than the expiry, so that an upload that is being attached isn't removed.
TIDY_AFTER = timedelta(hours=25)
LINK_LASTS = timedelta(seconds=60)
TIDIED_AT_ONCE = 200


@dataclass(frozen=True, kw_only=True)
class StoredFile:
    """A file's real properties in the private bucket, not those the browser reported."""

    upload_id: int
    key: str
    url: str
    size: int


def start_upload(*, by: Actor, wanted: UploadIn | None) -> UploadOut:
    """Sign an upload URL for one file, of this type and length if they are given.

    Without them, any file may be uploaded under `incoming/`, and all of it is verified when
    attached.
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
    """The object that an admin has just uploaded to `url` (without its query string).

    Verifies that it exists in storage, has the signed length and type, and begins like a file of
    that name. An upload without a declared type is copied to a key that no URL was signed for, so
    that it can't be replaced after verification.
    """
    _need_storage()
    upload = _find_upload(by=by, url=url)
    if upload.attached_at:
        # Not verified again: the response that this upload was attached got lost.
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
    """Attach the upload to a resource, in the caller's transaction. Idempotent.

    If it is attached already, returns the same resource.
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
    """The URL of a resource. A stored file's URL is signed and expires after a minute.

    The caller must have checked that the user may read it.
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
    """A resource's URL for an admin, signed on click."""
    resource = Resource.objects.filter(pk=resource_id).first()
    if resource is None:
        raise NotFound("Resource not found")
    if resource.storage_key:
        _need_storage()
        if storage.find(resource.storage_key) is None:
            raise NotFound("The file is no longer there.")
    return FileLinkOut(url=link_to(resource=resource))


def is_stored_file_in_use(*, storage_key: str) -> bool:
    """Whether any resource refers to the object, because copies of a bootcamp share files.

    A deleted resource that can still be restored counts too.
    """
    return Resource.with_deleted.filter(storage_key=storage_key).exists()


def discard_stored_files(*, storage_keys: Iterable[str]) -> None:
    """Remove the objects of deleted resources, after the caller's transaction commits."""
    for storage_key in sorted(set(storage_keys) - {""}):
        enqueue(discard_stored_file, storage_key=storage_key)


@job(attempts=UNTIL_DONE)
def discard_stored_file(storage_key: str) -> None:
    if storage.is_configured():
        _delete_unless_used(storage_key)


@job(every="17 3 * * *")
def tidy_uploads(timestamp: int) -> None:
    """Remove uploads that never became a resource, and delete expired upload rows."""
    if not storage.is_configured():
        return
    before = database_now() - TIDY_AFTER
    old = Upload.objects.filter(created_at__lt=before).order_by("pk")
    while uploads := list(old[:TIDIED_AT_ONCE]):
        for upload in uploads:
            for key in {upload.key, upload.storage_key} - {""}:
                _delete_unless_used(key)
            upload.delete()
    # Objects without a row, for example after a restored backup.
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
    """Raises the same error for an upload that is missing, expired or another user's."""
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
    # Written first: if the process dies, the nightly cleanup finds the copy.
    free = Upload.objects.filter(pk=upload.pk, storage_key__in=["", upload.storage_key])
    if not free.update(storage_key=upload.storage_key):
        raise Conflict(ANOTHER)
    try:
        storage.copy(
            source=upload.key, etag=etag, key=upload.storage_key, content_type=content_type
        )
    except storage.ObjectChanged as error:
        raise Conflict(ANOTHER) from error
