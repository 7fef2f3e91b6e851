"""The mail server keeps what it is given, refuses what is malformed, and fails as it is told to."""

import smtplib
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

import pytest

from tests.fakes.mail import MailServer, running_mail


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServer]:
    with running_mail(tmp_path_factory.mktemp("mail")) as server:
        yield server


@pytest.fixture
def server(shared: MailServer) -> MailServer:
    shared.reset()
    return shared


def a_mail(name: str = "one", to: str = "zoe@example.test") -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = "Seat 7 is yours, Zoë"
    mail["From"] = "hello@example.test"
    mail["To"] = to
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{name}@example.test>"
    mail.set_content("See you there.")
    return mail


def send(server: MailServer, mail: EmailMessage | None = None, *, timeout: float = 10) -> None:
    with smtplib.SMTP("127.0.0.1", server.port, timeout=timeout) as connection:
        connection.send_message(mail or a_mail())


def send_bytes(server: MailServer, raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as connection:
        connection.sendmail("hello@example.test", "zoe@example.test", raw)


def test_a_mail_is_kept_with_its_parts_and_shown_without_running_anything(
    server: MailServer,
) -> None:
    mail = a_mail()
    mail.add_alternative("<p>See you <b>there</b>.</p><script>alert(1)</script>", subtype="html")
    mail.add_attachment(b"BEGIN:VCALENDAR", "text", "calendar", filename="class.ics")
    send(server, mail)

    [kept] = server.messages()
    assert (kept["to"], kept["subject"]) == (["zoe@example.test"], "Seat 7 is yours, Zoë")
    assert kept["headers"]["Message-ID"] == "<one@example.test>"
    assert kept["text"] == "See you there.\n"
    assert kept["attachments"] == [{"name": "class.ics", "type": "text/calendar"}]

    page = f"http://127.0.0.1:{server.http_port}/view/{kept['id']}"
    shown = urllib.request.urlopen(page).read().decode()
    assert "<script>" not in shown
    assert '<iframe sandbox srcdoc="' in shown

    server.call("DELETE", "/messages")
    assert server.messages() == []


def test_the_emails_to_one_address_can_be_asked_for(server: MailServer) -> None:
    for name, to in [("one", "zoe@example.test"), ("two", "max+1@example.test")]:
        send(server, a_mail(name, to))

    told = server.call("GET", "/messages?to=max%2B1%40example.test")
    assert [one["headers"]["Message-ID"] for one in told] == ["<two@example.test>"]
    assert server.call("GET", "/messages?to=nobody%40example.test") == []


@pytest.mark.parametrize("missing", ["From", "Date"])
def test_a_mail_without_a_needed_header_is_refused(server: MailServer, missing: str) -> None:
    mail = a_mail()
    del mail[missing]
    with pytest.raises(smtplib.SMTPDataError, match="550"):
        send_bytes(server, mail.as_bytes(policy=SMTP))
    assert (server.counts(), server.log()) == ({}, [("<one@example.test>", "malformed")])


def test_a_bare_line_feed_is_refused(server: MailServer) -> None:
    with pytest.raises(smtplib.SMTPDataError, match="Bare line feed"):
        send_bytes(server, a_mail().as_bytes())
    assert server.counts() == {}


@pytest.mark.parametrize(
    ("at", "error"),
    [
        ("mail", smtplib.SMTPSenderRefused),
        ("rcpt", smtplib.SMTPRecipientsRefused),
        ("data", smtplib.SMTPDataError),
        ("content", smtplib.SMTPDataError),
    ],
)
@pytest.mark.parametrize("status", [451, 550])
def test_it_refuses_where_it_is_told_to_and_once(
    server: MailServer, at: str, error: type[smtplib.SMTPException], status: int
) -> None:
    server.fail("status", at, status=status)
    with pytest.raises(error, match=str(status)):
        send(server)
    assert server.counts() == {}
    send(server)
    assert server.counts() == {"<one@example.test>": 1}


@pytest.mark.parametrize("at", ["connect", "mail", "rcpt", "data", "content"])
def test_a_cut_connection_leaves_nothing_behind(server: MailServer, at: str) -> None:
    server.fail("cut", at)
    with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionResetError)):
        send(server)
    assert server.counts() == {}
    send(server)
    assert server.counts() == {"<one@example.test>": 1}


def test_a_lost_reply_leaves_a_mail_that_its_sender_does_not_know_of(server: MailServer) -> None:
    server.fail("lost_reply", "content")
    with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionResetError)):
        send(server)
    send(server)
    assert server.counts() == {"<one@example.test>": 2}
    assert server.log() == [
        ("<one@example.test>", "kept, reply lost"),
        ("<one@example.test>", "kept"),
    ]
    # The second sender said goodbye, and so had read the yes.
    assert server.unheard() == {"<one@example.test>": 1}


@pytest.mark.parametrize("at", ["connect", "mail", "content"])
def test_a_stall_outlasts_a_senders_patience(server: MailServer, at: str) -> None:
    server.fail("stall", at, ms=1500)
    with pytest.raises((TimeoutError, smtplib.SMTPServerDisconnected)):
        send(server, timeout=0.3)


def test_421_hangs_up(server: MailServer) -> None:
    server.fail("status", "mail", status=421)
    with smtplib.SMTP("127.0.0.1", server.port) as connection:
        with pytest.raises(smtplib.SMTPSenderRefused):
            connection.send_message(a_mail())
        with pytest.raises(smtplib.SMTPServerDisconnected):
            connection.noop()


def test_a_fault_can_be_meant_for_one_reader(server: MailServer) -> None:
    server.fail("status", "rcpt", status=550, to="gone@*", times=None)
    send(server)
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        send(server, a_mail("two", to="gone@example.test"))
    assert server.counts() == {"<one@example.test>": 1}


def test_it_can_go_away_with_its_connections_and_come_back(server: MailServer) -> None:
    with smtplib.SMTP("127.0.0.1", server.port, timeout=5) as connection:
        server.go_away()
        with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionResetError)):
            connection.noop()
    with pytest.raises(ConnectionRefusedError):
        send(server)
    server.come_back()
    send(server)
    assert server.counts() == {"<one@example.test>": 1}


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "fire"},
        {"kind": "cut", "at": "teatime"},
        {"kind": "lost_reply", "at": "mail"},
        {"kind": "stall", "ms": 600_000},
        {"kind": "status", "status": 250},
        {"kind": "cut", "color": "red"},
    ],
)
def test_what_is_not_a_fault_is_refused(server: MailServer, fault: dict[str, object]) -> None:
    with pytest.raises(urllib.error.HTTPError, match="400"):
        server.call("POST", "/_control/faults", {"faults": [fault]})
    send(server)
