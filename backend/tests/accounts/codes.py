"""Asking for sign-in codes, reading them in the outbox, and using them."""

from typing import TYPE_CHECKING

from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.accounts.sign_in_codes import write_code
from frontrow.core.sealing import unseal
from frontrow.messaging.account_emails import SIGN_IN_CODE
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import LINK_PURPOSE
from tests.accounts.people import browser, post
from tests.places import plain

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

ASK, USE = "/api/auth/sign-in-code", "/api/auth/sign-in-code/use"
ADDRESS = "ada@example.test"


def ask(client: Client, email: str = ADDRESS) -> None:
    assert post(client, ASK, email=email).status_code == 200


def use(client: Client, code: str) -> "Answer":
    return post(client, USE, code=code)


def code_emails() -> list[Message]:
    """Let the jobs look at what was asked for; the emails in the outbox, oldest first."""
    jobs = ProcrastinateJob.objects.filter(task_name="accounts.sign_in_codes.write_code")
    for job in jobs.order_by("id"):
        # Running one twice does nothing, so those of earlier are no trouble.
        write_code(**job.args)
    return list(Message.objects.filter(category=SIGN_IN_CODE).order_by("id"))


def code_in(email: Message) -> str:
    """The code its reader will get; the row holds it sealed."""
    assert plain(email.content).count("[private code]") == 1
    assert plain(email.html).count("[private code]") == 1
    return unseal(email.sealed_link, purpose=LINK_PURPOSE)


def asked(email: str = ADDRESS, *, address: str = "127.0.0.1") -> tuple[Client, str]:
    """A browser that asked, and the code that came."""
    client = browser(address)
    ask(client, email)
    return client, code_in(code_emails()[-1])


def wrong_for(code: str, n: int = 1) -> str:
    """Another one of six digits; the n-th after it."""
    return f"{(int(code) + n) % 1_000_000:06}"
