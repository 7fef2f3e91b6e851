"""The inbox shows what was sent, as it was sent."""

import json
import smtplib
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.conf import settings

from tests.faults.processes import free_port


@pytest.fixture(scope="module")
def ports() -> Iterator[tuple[int, int]]:
    smtp, http = free_port(), free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "standins.mail", f"--smtp-port={smtp}", f"--http-port={http}"],
        cwd=Path(settings.BASE_DIR),
    )
    deadline = time.monotonic() + 10
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{http}/messages").close()
            break
        except OSError:
            assert time.monotonic() < deadline, "the inbox did not start"
            time.sleep(0.05)
    yield smtp, http
    server.terminate()
    server.wait(timeout=5)


def test_a_mail_is_kept_with_its_parts_and_shown_without_running_anything(
    ports: tuple[int, int],
) -> None:
    smtp, http = ports
    mail = EmailMessage()
    mail["Subject"] = "Seat 7 is yours, Zoë"
    mail["From"] = "hello@example.test"
    mail["To"] = "zoe@example.test"
    mail["Message-ID"] = "<one@example.test>"
    mail.set_content("See you there.")
    mail.add_alternative("<p>See you <b>there</b>.</p><script>alert(1)</script>", subtype="html")
    mail.add_attachment(b"BEGIN:VCALENDAR", "text", "calendar", filename="class.ics")
    with smtplib.SMTP("127.0.0.1", smtp) as connection:
        connection.send_message(mail)

    [kept] = json.load(urllib.request.urlopen(f"http://127.0.0.1:{http}/messages"))
    assert (kept["to"], kept["subject"]) == (["zoe@example.test"], "Seat 7 is yours, Zoë")
    assert kept["headers"]["Message-ID"] == "<one@example.test>"
    assert kept["text"] == "See you there.\n"
    assert kept["attachments"] == [{"name": "class.ics", "type": "text/calendar"}]

    page = urllib.request.urlopen(f"http://127.0.0.1:{http}/view/{kept['id']}").read().decode()
    assert "<script>" not in page
    assert '<iframe sandbox srcdoc="' in page

    request = urllib.request.Request(f"http://127.0.0.1:{http}/messages", method="DELETE")
    urllib.request.urlopen(request).close()
    assert json.load(urllib.request.urlopen(f"http://127.0.0.1:{http}/messages")) == []
