"""Join links: the address in a letter that opens the page of one session for one purchase.

The token is computed, so nothing is stored and every letter holds the same one. It says only which
purchase and bootcamp it is for; whether it still opens anything is decided at every click.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer


def join_page_link(*, purchase_id: int, bootcamp_id: int) -> str:
    return f"{settings.SITE_URL}/join/{join_token(purchase_id, bootcamp_id)}"


def sample_join_link(*, purchase_id: int | None, bootcamp_id: int | None) -> str:
    """As long as the real one, for previews and tests; it opens nothing."""
    real = join_token(purchase_id or 1, bootcamp_id or 1)
    shown, _, secret = real.partition(".")
    return f"{settings.SITE_URL}/join/{shown}.{'x' * len(secret)}"


def join_token(purchase_id: int, bootcamp_id: int) -> str:
    return _signer().sign(f"{purchase_id}-{bootcamp_id}")


def read_join_token(token: str) -> tuple[int, int] | None:
    """The purchase and the bootcamp it is for; nothing when it is not one of ours."""
    try:
        purchase_id, bootcamp_id = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return int(purchase_id), int(bootcamp_id)


def _signer() -> Signer:
    return Signer(salt="frontrow join link", sep=".")
