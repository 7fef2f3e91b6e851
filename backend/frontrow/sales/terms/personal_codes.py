"""Proof that a visitor owns a personal code: a signature that only the email to the owner has.

The checkout accepts the code alone, or the code and the proof separated by a point, as in the
email's link. The proof covers the code and its address, so correcting the address revokes earlier
links.
"""

import secrets

from django.conf import settings
from django.utils.crypto import salted_hmac

from frontrow.core.addresses import address_key
from frontrow.sales.models import DiscountCode

POINT = "."
# 80 bits, in letters that survive conversion to upper case.
LENGTH = 20
# How a code is shown to people who may not know it.
MASKED = "\N{BULLET}" * 8


def personal_link(code: DiscountCode) -> str:
    proof = _proof(code, settings.SECRET_KEY)
    return f"{settings.SITE_URL}/checkout?code={code.code}{POINT}{proof}"


def split_proof(typed: str) -> tuple[str, str]:
    """The normalized code, and the proof or an empty string."""
    code, _, proof = typed.strip().upper().partition(POINT)
    return code.strip(), proof


def is_proof(proof: str, code: DiscountCode) -> bool:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(secrets.compare_digest(proof.encode(), _proof(code, key).encode()) for key in keys)


def _proof(code: DiscountCode, key: str) -> str:
    named = f"{code.pk} {address_key(code.for_email)}"
    signed = salted_hmac("frontrow personal code", named, secret=key, algorithm="sha256")
    return signed.hexdigest()[:LENGTH].upper()
