"""Where a sign-in leads back to: a page of ours, whatever the address says."""

from urllib.parse import urljoin, urlsplit

import pytest

from frontrow.accounts.return_to import safe_return_to
from tests.accounts.people import who
from tests.accounts.stand_in import OUR_HOST, STARTS, begin, visitor

pytestmark = pytest.mark.django_db

OURS = f"http://{OUR_HOST}"
HOSTILE = [
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "//evil.example/portal",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\\/evil.example",
    "//\\evil.example",
    "@evil.example",
    "https:evil.example",
    "https:/evil.example",
    "https://evil.example",
    "HTTPS://evil.example",
    "http:evil.example",
    "http:\\\\evil.example",
    "//127.0.0.1@evil.example",
    "https://127.0.0.1@evil.example",
    "https://127.0.0.1.evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "mailto:x@evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "/portal\r\nLocation: https://evil.example",
    "/portal\r\nSet-Cookie: session=x",
    "/\x00/evil.example",
    "\x00//evil.example",
    "/\x0b/evil.example",
    "/\u2028/evil.example",
    "/\u00a0/evil.example",
    "evil.example",
    "evil.example/portal",
    "portal",
    ".",
    "..//evil.example",
    "?next=//evil.example",
    "#//evil.example",
    "",
]
# They look odd, and stay on our site all the same.
ODD = [
    "/%09/evil.example",
    "/%5cevil.example",
    "/%2f%2fevil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/@evil.example",
    "/:@evil.example",
    "/;//evil.example",
    "/?https://evil.example",
    "/#//evil.example",
]
FINE = [
    "/",
    "/portal",
    "/confirmation?auth_completed=true",
    "/auth/register?a=b&c=%20d#part",
    "/seite/münchen",
]


def stays_ours(location: str) -> bool:
    """As browsers read it: tabs and line breaks vanish, and a backslash is a slash."""
    seen = location.strip().replace("\\", "/")
    for vanishing in "\t\r\n":
        seen = seen.replace(vanishing, "")
    parts = urlsplit(urljoin(f"{OURS}/api/login", seen))
    return (parts.scheme, parts.netloc) == ("http", OUR_HOST)


@pytest.mark.parametrize("wanted", [*HOSTILE, None])
def test_what_could_leave_our_site_becomes_the_portal(wanted: str | None) -> None:
    assert safe_return_to(wanted) == "/portal"


@pytest.mark.parametrize("wanted", [*FINE, *ODD])
def test_a_path_of_ours_is_kept_as_it_is(wanted: str) -> None:
    assert safe_return_to(wanted) == wanted
    assert stays_ours(wanted)


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize("wanted", [*HOSTILE[::2], *ODD[::3], FINE[2]])
def test_the_whole_way_there_and_back_ends_on_our_site(provider: str, wanted: str) -> None:
    client = visitor()
    response = client.get(begin(client, provider, wanted).agree(email="ada@gmail.com"))
    assert response.status_code == 302
    assert response["Location"].startswith("/")
    assert stays_ours(response["Location"])
    assert (response["Location"] == "/portal") is (wanted in HOSTILE)
    assert who(client) == 200


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize("wanted", HOSTILE[1::2])
def test_the_provider_is_asked_to_send_nobody_elsewhere(provider: str, wanted: str) -> None:
    client = visitor()
    flow = begin(client, provider, wanted)
    assert "evil.example" not in flow.location
    [kept] = client.session["socialaccount_states"].values()
    assert kept[0]["next"] == "/portal"


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize("provider", ["openid", "google"])
def test_allauths_own_parameter_leads_nowhere_either(provider: str) -> None:
    client = visitor()
    evil = {"next": "https://evil.example", "process": "connect"}
    location = client.get(STARTS[provider], query_params=evil)["Location"]
    flow = type(begin(client, provider))(provider, location)
    back = flow.agree(email="ada@gmail.com") + "&next=https://evil.example"
    assert client.get(back)["Location"] == "/portal"
