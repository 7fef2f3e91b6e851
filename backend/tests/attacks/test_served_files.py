"""What a site serves is compared with what was built: one changed byte is an alarm."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tools.served_files import differences


class Site(SimpleHTTPRequestHandler):
    """Serves a folder as nginx does, with the policies of the build."""

    is_careful = True

    def end_headers(self) -> None:
        if self.is_careful:
            self.send_header("Content-Security-Policy", "default-src 'self'")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    for place in ("built", "served"):
        (tmp_path / place / "assets").mkdir(parents=True)
        (tmp_path / place / "index.html").write_text("<h1>Hello</h1>")
        (tmp_path / place / "assets/app-12345678.js").write_text("start()")
    return tmp_path


@pytest.fixture
def site(dist: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    handler = functools.partial(Site, directory=str(dist / "served"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_untouched_site_is_as_it_was_built(site: str, dist: Path) -> None:
    assert list(differences(site, dist / "built")) == []


def test_a_changed_byte_is_found(site: str, dist: Path) -> None:
    (dist / "served/assets/app-12345678.js").write_text("start();")
    assert list(differences(site, dist / "built")) == [
        "/assets/app-12345678.js: not the file that was built"
    ]


PAGE = "<h1>{0}</h1><script>{1}</script><script type='application/json'>{0}</script>{2}"


@pytest.mark.parametrize(
    ("script", "more", "is_changed"),
    [
        ("start()", "", False),
        ("start();", "", True),
        ("start()", "<script src='https://evil.example.test/x.js'></script>", True),
        ("start()", "<script type='module'>steal()</script>", True),
        ("start()", "<img src='x' onerror='steal()'>", True),
        ("start()", "<base href='https://evil.example.test/'>", True),
    ],
)
def test_of_the_page_that_is_rendered_anew_what_runs_is_compared(
    site: str, dist: Path, script: str, more: str, *, is_changed: bool
) -> None:
    (dist / "built/index.html").write_text(PAGE.format("No dates", "start()", ""))
    (dist / "served/index.html").write_text(PAGE.format("Today's dates", script, more))
    wanted = ["/: runs something that was not built"] if is_changed else []
    assert list(differences(site, dist / "built")) == wanted
    # Whatever is wrong with it, the rest is looked at too.
    (dist / "served/assets/app-12345678.js").write_text("start();")
    assert len(list(differences(site, dist / "built"))) == len(wanted) + 1


def test_a_missing_file_or_policy_is_found(
    site: str, dist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (dist / "served/assets/app-12345678.js").unlink()
    monkeypatch.setattr(Site, "is_careful", False)
    assert list(differences(site, dist / "built")) == [
        "/assets/app-12345678.js: HTTP Error 404: File not found",
        "/: sent without Content-Security-Policy",
    ]


def test_nothing_built_is_no_silence(site: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert list(differences(site, nowhere)) == [f"nothing is built in {nowhere}"]
