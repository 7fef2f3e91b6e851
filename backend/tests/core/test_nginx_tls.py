"""nginx as a stranger meets it: TLS, the right name, safe headers, nothing that is not theirs."""

import getpass
import resource
import shutil
import socket
import ssl
import subprocess
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from config.environment import REPOSITORY

pytestmark = pytest.mark.slow

NAME = "bootcamps.example.org"
HSTS = "max-age=31536000; includeSubDomains"


class Gunicorn(BaseHTTPRequestHandler):
    """Answers with the one header the test asks about."""

    def do_GET(self) -> None:
        wanted = self.headers["X-Wanted"] or "X-Forwarded-For"
        body = (self.headers[wanted] or "").encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *args: Any) -> None: ...


@dataclass(frozen=True)
class Site:
    http: int
    https: int
    certificate: Path
    log: Path

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    @contextmanager
    def line(self, context: ssl.SSLContext, *, name: str = NAME) -> Iterator[ssl.SSLSocket]:
        with (
            socket.create_connection(("127.0.0.1", self.https), timeout=10) as plain,
            context.wrap_socket(plain, server_hostname=name) as line,
        ):
            yield line

    def ask(self, path: str, *, method: str = "GET", **options: Any) -> httpx.Response:
        with self.browser() as browser:
            return browser.request(method, path, extensions={"sni_hostname": NAME}, **options)

    def browser(self) -> httpx.Client:
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.https}",
            verify=self.tls(),
            headers={"Host": NAME},
            timeout=10,
            trust_env=False,
        )

    def ask_in_the_clear(self, path: str, *, host: str = NAME) -> httpx.Response:
        url = f"http://127.0.0.1:{self.http}{path}"
        with httpx.Client(trust_env=False, timeout=10) as browser:
            return browser.get(url, headers={"Host": host})


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def write_pages(folder: Path) -> None:
    (folder / "dist/assets").mkdir(parents=True)
    (folder / "dist-meta").mkdir()
    (folder / "dist/index.html").write_text("landing")
    (folder / "dist/__spa.html").write_text("shell")
    (folder / "dist/assets/main-1.js").write_text("1")
    (folder / "dist-meta/security-headers.conf").write_text(
        "add_header X-Content-Type-Options nosniff always;\n"
    )


def make_certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", f"/CN={NAME}"),
            *("-addext", f"subjectAltName=DNS:{NAME}"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


@contextmanager
def running_site(
    folder: Path, *, gunicorn: type[BaseHTTPRequestHandler] | None, changes: dict[str, str]
) -> Iterator[Site]:
    """nginx as it is deployed, but for the changes; without gunicorn nobody listens behind it."""
    write_pages(folder / "pages")
    certificate, key = make_certificate(folder)
    (folder / "acme/.well-known/acme-challenge").mkdir(parents=True)
    (folder / "acme/.well-known/acme-challenge/token").write_text("answer")
    behind = ThreadingHTTPServer(("127.0.0.1", 0), gunicorn) if gunicorn else None
    if behind:
        threading.Thread(target=behind.serve_forever, daemon=True).start()
    log = folder / "nginx.log"
    found = Site(http=free_port(), https=free_port(), certificate=certificate, log=log)
    settings = {
        "SERVER_NAME": NAME,
        "CERTIFICATE": certificate,
        "CERTIFICATE_KEY": key,
        "PAGES": folder / "pages",
        "WEB": f"127.0.0.1:{behind.server_port if behind else free_port()}",
        "ACME": folder / "acme",
        "HTTP_PORT": f"127.0.0.1:{found.http}",
        "HTTPS_PORT": f"127.0.0.1:{found.https}",
        "TEMP": folder,
        "PID": folder / "nginx.pid",
        "ERROR_LOG": log,
        "RUN_AS": getpass.getuser(),
        "PATH": "/usr/bin:/bin",
    }
    subprocess.run(
        [REPOSITORY / "deploy/nginx/render", folder / "conf"],
        env={name: str(value) for name, value in settings.items()},
        check=True,
    )
    conf = folder / "conf/nginx.conf"
    text = conf.read_text()
    for said, instead in changes.items():
        assert said in text
        text = text.replace(said, instead)
    conf.write_text(text)
    nginx = [shutil.which("nginx") or "nginx", "-e", "stderr", "-c", str(conf)]
    server = subprocess.Popen([*nginx, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    for _ in range(200):
        if server.poll() is None and (folder / "nginx.pid").exists():
            break
        time.sleep(0.05)
    yield found
    server.terminate()
    server.wait(10)
    if behind:
        behind.shutdown()
        behind.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("tls"), gunicorn=Gunicorn, changes={}) as found:
        yield found


def test_pages_come_over_tls_with_safe_headers_and_say_how_long_to_keep_them(site: Site) -> None:
    landing, asset = site.ask("/"), site.ask("/assets/main-1.js")
    assert (landing.status_code, landing.text) == (200, "landing")
    assert landing.headers["Cache-Control"] == "no-cache"
    assert asset.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for answer in (landing, asset, site.ask("/nowhere")):
        assert answer.headers["Strict-Transport-Security"] == HSTS
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Server"] == "nginx"


def test_browsers_get_http_2_over_the_newest_tls(site: Site) -> None:
    context = site.tls()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with site.line(context) as line:
        assert (line.version(), line.selected_alpn_protocol()) == ("TLSv1.3", "h2")


@pytest.mark.parametrize(
    ("newest", "ciphers", "agreed"),
    [
        (ssl.TLSVersion.TLSv1_2, "DEFAULT", True),
        (ssl.TLSVersion.TLSv1_2, "ECDHE+AES+SHA1:ECDHE+AES+SHA256:!AESGCM", False),
        (ssl.TLSVersion.TLSv1_1, "DEFAULT", False),
    ],
)
def test_old_protocols_and_weak_ciphers_are_refused(
    site: Site, newest: ssl.TLSVersion, ciphers: str, agreed: bool
) -> None:
    context = site.tls()
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = newest
    # OpenSSL would not even ask for the old ones by itself.
    context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
    with nullcontext() if agreed else pytest.raises(ssl.SSLError), site.line(context) as line:
        assert (line.version(), (line.cipher() or ("",))[0][-4:]) == ("TLSv1.2", "A384")


def test_another_name_gets_no_answer(site: Site) -> None:
    context = site.tls()
    context.check_hostname = False
    elsewhere = "elsewhere.example.org"
    with pytest.raises(ssl.SSLError), site.line(context, name=elsewhere):
        pass
    with pytest.raises(httpx.TransportError):
        site.ask_in_the_clear("/", host=elsewhere)


def test_in_the_clear_people_are_sent_on_and_programs_are_refused(site: Site) -> None:
    sent_on = site.ask_in_the_clear("/contact?from=mail")
    assert (sent_on.status_code, sent_on.headers["Location"]) == (
        301,
        f"https://{NAME}/contact?from=mail",
    )
    refused = site.ask_in_the_clear("/api/bootcamps")
    assert (refused.status_code, refused.json()) == (
        403,
        {"code": "forbidden", "message": "Use https.", "fields": {}},
    )
    proof = site.ask_in_the_clear("/.well-known/acme-challenge/token")
    assert (proof.status_code, proof.text) == (200, "answer")


def test_the_application_learns_the_address_nginx_saw_last(site: Site) -> None:
    forged = site.ask("/api/bootcamps", headers={"X-Forwarded-For": "203.0.113.9"})
    assert forged.text == "203.0.113.9, 127.0.0.1"


@pytest.mark.parametrize(
    ("header", "arrives"),
    [
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Ssl", ""),
        ("X-Forwarded-Protocol", ""),
        ("Forwarded", ""),
    ],
)
@pytest.mark.parametrize("forged", ["http", "off", "proto=http;for=203.0.113.9"])
def test_what_a_visitor_says_about_the_way_here_reaches_nobody(
    site: Site, header: str, arrives: str, forged: str
) -> None:
    answer = site.ask("/api/bootcamps", headers={header: forged, "X-Wanted": header})
    assert answer.text == arrives
    # Without a word from the visitor the application is told the same.
    assert site.ask("/api/bootcamps", headers={"X-Wanted": header}).text == arrives


def test_numbers_stay_inside_and_large_bodies_out(site: Site) -> None:
    assert site.ask("/metrics").status_code == 404
    assert site.ask("/healthz").status_code == 200
    large = site.ask("/api/contact", method="POST", content=b"x" * 300 * 1024)
    assert (large.status_code, large.json()) == (
        413,
        {"code": "too_large", "message": "The request is too large.", "fields": {}},
    )


def test_a_flood_from_one_address_is_turned_away_in_words(site: Site) -> None:
    passed = 0
    with site.browser() as browser:
        # A burst of 200 and 50 more each second pass: a loaded machine takes its time, and may let
        # one more pass after the first was turned away.
        for _ in range(20_000):
            answer = browser.get("/api/bootcamps", extensions={"sni_hostname": NAME})
            if answer.status_code == 429:
                break
            passed += 1
    assert passed >= 150
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert answer.json()["message"] == "Too many requests. Please wait a moment."


SECRETS = {
    "/confirmation?invite=SECRET-INVITATION&email=victim%40example.com": "SECRET-INVITATION",
    "/join/12-3.SECRET-JOIN": "SECRET-JOIN",
    "/api/calendar/3-1.SECRET-FEED.ics": "SECRET-FEED",
    "/api/check-user-exists/victim@example.com": "victim@example.com",
    "/api/auth/google/callback?state=s&code=SECRET-CODE": "SECRET-CODE",
    "/api/admin/users?search=Jane+Doe": "Jane+Doe",
}


def ask_for_secrets(site: Site) -> str:
    """The log, after what used to be written down: nobody behind nginx, too large, too many."""
    with site.browser() as browser:
        for path in SECRETS:
            browser.get(path, extensions={"sni_hostname": NAME})
        large = b"x" * 300 * 1024
        for path in SECRETS:
            browser.post(path, content=large, extensions={"sni_hostname": NAME})
        turned_away = 0
        for turn in range(20_000):
            path = list(SECRETS)[turn % len(SECRETS)]
            answer = browser.get(path, extensions={"sni_hostname": NAME})
            turned_away += answer.status_code == 429
            if turned_away == len(SECRETS):
                break
    assert turned_away == len(SECRETS)
    return site.log.read_text()


def test_no_secret_of_an_address_is_written_down(tmp_path: Path) -> None:
    with running_site(tmp_path, gunicorn=None, changes={}) as site:
        log = ask_for_secrets(site)
    assert [secret for secret in SECRETS.values() if secret in log] == []
    assert "127.0.0.1" not in log


def test_control_at_the_usual_level_every_secret_is(tmp_path: Path) -> None:
    usual = {"error_log /dev/null crit;": ""}
    with running_site(tmp_path, gunicorn=None, changes=usual) as site:
        log = ask_for_secrets(site)
    assert [secret for secret in SECRETS.values() if secret not in log] == []


@contextmanager
def half_sent_requests(site: Site, count: int) -> Iterator[None]:
    """So many connections of one address, each with a header that does not end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < count + 500:
        pytest.skip(f"this machine lets a process have {hard} files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 500), hard))
    with ExitStack() as opened:
        opened.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(count):
            line = opened.enter_context(socket.socket())
            line.bind(("127.0.0.9", 0))
            line.settimeout(0.5)
            # A server without room lets the rest wait at the door.
            with suppress(TimeoutError, OSError):
                line.connect(("127.0.0.1", site.http))
                line.sendall(f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX: ".encode())
        yield


def is_served(site: Site) -> bool:
    try:
        return site.ask("/").status_code == 200
    except httpx.TransportError:
        return False


# More than the room that each process of nginx had before, with some to spare: one that it has not
# read from yet makes room for the next.
HALF_SENT = 3_000
VISITORS = 20


ONE_PROCESS = {"worker_processes auto;": "worker_processes 1;"}


def test_half_sent_requests_of_one_address_leave_room_for_everybody_else(tmp_path: Path) -> None:
    with running_site(tmp_path, gunicorn=Gunicorn, changes=ONE_PROCESS) as site:
        with half_sent_requests(site, HALF_SENT):
            assert all(is_served(site) for _ in range(VISITORS))
        assert "worker_connections are not enough" not in site.log.read_text()
