"""Uploads: evidence for disputes, sent as a form in several parts."""

from email.parser import BytesParser
from email.policy import HTTP

from standins.stripe import forms
from standins.stripe.errors import invalid, malformed
from standins.stripe.state import Caller, Json, State, new_id

MB = 1024 * 1024
LARGEST = 5 * MB
BEGINNINGS = {b"%PDF-": "pdf", b"\x89PNG\r\n": "png", b"\xff\xd8\xff": "jpg"}


def parse(kind: str, body: bytes) -> Json:
    """`{"purpose": …, "file": {"name": …, "content": …}}` from a multipart body."""
    message = BytesParser(policy=HTTP).parsebytes(
        b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body
    )
    given: Json = {}
    for part in message.iter_parts():
        content = part.get_payload(decode=True)
        name = part.get_param("name", header="content-disposition")
        if not isinstance(content, bytes) or not isinstance(name, str):
            raise malformed("Invalid request: the body could not be read.")
        given[name] = (
            {"name": part.get_filename(), "content": content.decode("latin-1")}
            if part.get_filename()
            else content.decode()
        )
    return given


def _upload(param: str, value: object) -> Json:
    if not isinstance(value, dict):
        raise malformed("Invalid file: it must be sent as a file of the form", param=param)
    return value


CREATE: forms.Spec = {
    "purpose": forms.one_of("dispute_evidence", "identity_document", "business_logo"),
    "file": _upload,
    "expand": forms.texts,
}


def create(state: State, values: Json, caller: Caller) -> Json:
    forms.require(values, "purpose", "file")
    content = values["file"]["content"].encode("latin-1")
    found = [kind for beginning, kind in BEGINNINGS.items() if content.startswith(beginning)]
    if not found:
        raise invalid("Invalid file: only PDF, PNG and JPEG are taken.", param="file")
    if len(content) > LARGEST:
        raise invalid("The file is too large: evidence is limited to 5 MB.", param="file")
    file = state.add(
        {
            "id": new_id("file"),
            "object": "file",
            "created": state.now(),
            "expires_at": None,
            "filename": values["file"]["name"],
            "purpose": values["purpose"],
            "size": len(content),
            "title": None,
            "type": found[0],
            "url": None,
        }
    )
    state.contents[file["id"]] = content
    return file
