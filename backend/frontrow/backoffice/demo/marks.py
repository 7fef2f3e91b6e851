"""How demo rows are identified: by addresses under a reserved domain."""

from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings

DOMAIN = "demo.example.test"
VOLUME_DOMAIN = f"volume.{DOMAIN}"
SITE = f"https://{DOMAIN}"
HELP_ADDRESS = f"hello@{DOMAIN}"

# The password of every demo account. The command refuses to run in production.
PASSWORD = "front-row-demo"  # noqa: S105

PAYMENT_PREFIX = "pi_demo_"
EVENT_PREFIX = "evt_demo_"
REQUEST_ID = "demo"


def address(name: str) -> str:
    return f"{name}@{DOMAIN}"


def session_url(slug: str) -> str:
    """The session URL of a demo bootcamp, by which it is found again."""
    return f"https://live.{DOMAIN}/{slug}"


def join_url(slug: str) -> str:
    """The join link: a page of the meeting emulator, if one is running."""
    stand_in = settings.ENV.ZOOM_STAND_IN_URL
    return f"{stand_in}/class/{slug}" if stand_in else f"{session_url(slug)}/join"


def bundle_id(slug: str) -> UUID:
    return uuid5(NAMESPACE_URL, f"{SITE}/bundles/{slug}")


def phone(number: int) -> str:
    """A number from the range reserved for fiction: 555-0100 to 555-0199."""
    return f"+1{212 + number // 100}55501{number % 100:02}"


FICTIONAL_PHONE = r"^\+1[0-9]{3}55501[0-9]{2}$"
