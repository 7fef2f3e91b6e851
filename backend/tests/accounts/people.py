"""What the account tests share: people with proven addresses, browsers, and the emails sent."""

import json
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.accounts.email_requests import write_email
from frontrow.accounts.models import AuditEntry, Role, User
from frontrow.core.sealing import unseal
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import LINK_PURPOSE
from tests.factories import make_user
from tests.places import plain

if TYPE_CHECKING:
    # What a test client answers with; at run time the name is Django's own business.
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PASSWORD = "correct horse battery"
ANOTHER = "a different staple"
INVALID = {"message": "Invalid credentials. Please try again.", "fields": {}}
JSON = "application/json"


def person(name: str = "ada", *, verified: bool = True, **fields: Any) -> User:
    user = make_user(
        **{
            "email": f"{name}@example.test",
            "username": name,
            "password": PASSWORD,
            "first_name": name.title(),
            "last_name": "Person",
            **fields,
        }
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


def an_admin(name: str = "root", **fields: Any) -> User:
    return person(name, role=Role.ADMIN, **fields)


def browser(address: str = "127.0.0.1", **headers: str) -> Client:
    return Client(headers={"Sec-Fetch-Site": "same-origin", **headers}, REMOTE_ADDR=address)


def send(client: Client, method: str, path: str, **body: Any) -> "Answer":
    return client.generic(method, path, json.dumps(body), content_type=JSON)


def post(client: Client, path: str, **body: Any) -> "Answer":
    return send(client, "POST", path, **body)


def patch(client: Client, path: str, **body: Any) -> "Answer":
    return send(client, "PATCH", path, **body)


def told(response: "Answer") -> tuple[int, Any]:
    """Status and body; a refusal's code follows from its kind (tests/core/test_error_codes.py)."""
    body = json.loads(response.content)
    if isinstance(body, dict):
        body.pop("code", None)
    return response.status_code, body


def refusal(message: str, **fields: str) -> dict[str, Any]:
    return {"message": message, "fields": fields}


def wrong(**fields: str) -> dict[str, Any]:
    return refusal("Please check the highlighted fields.", **fields)


def register(client: Client, name: str = "ada", **fields: str) -> "Answer":
    body = {"username": name, "email": f"{name}@example.test", "password": PASSWORD}
    return post(client, "/api/auth/register", **{**body, **fields})


def log_in(client: Client, name: str = "ada", password: str = PASSWORD) -> "Answer":
    return post(client, "/api/auth/login", username=name, password=password)


def who(client: Client) -> int:
    """200 for somebody, 401 for nobody."""
    return client.get("/api/auth/user").status_code


def session_key(client: Client) -> str:
    return client.cookies["session"].value


def with_session(key: str) -> Client:
    """A browser that kept this session key, whatever has happened since."""
    client = browser()
    client.cookies["session"] = key
    return client


def emails() -> list[Message]:
    """Let the jobs look at what was asked for; the emails in the outbox, oldest first."""
    waiting = ProcrastinateJob.objects.filter(task_name="accounts.email_requests.write_email")
    for job in waiting.order_by("id"):
        # Running one twice does nothing, so those of earlier are no trouble.
        write_email(**job.args)
    return list(Message.objects.order_by("id"))


def link_in(email: Message) -> str:
    """The link its reader will get; the row holds it sealed."""
    assert plain(email.content).count("[private link]") == 1
    # An email's other private links follow, one on each line.
    return unseal(email.sealed_link, purpose=LINK_PURPOSE).split("\n")[0]


def key_in(email: Message) -> str:
    return link_in(email).partition("#key=")[2]


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))
