"""Proof that a personal code's owner asks: a signature that only the email to them carries.

What is typed at the checkout is the code alone, or code and proof with a point between, as the link
in the email puts them there. The proof names the code and its address, so a correction of the
address ends the links that were sent before.
"""

import secrets

from django.conf import settings
from django.utils.crypto import salted_hmac

from frontrow.core.addresses import address_key
from frontrow.sales.models import DiscountCode

POINT = "."
# 80 bits, in letters that survive being turned into capitals.
LENGTH = 20
# What is shown of a code to those who may not know it.
MASKED = "\N{BULLET}" * 8


def personal_link(code: DiscountCode) -> str:
    proof = _proof(code, settings.SECRET_KEY)
    return f"{settings.SITE_URL}/checkout?code={code.code}{POINT}{proof}"


def split_proof(typed: str) -> tuple[str, str]:
    """The code as it is compared, and the proof beside it or nothing."""
    code, _, proof = typed.strip().upper().partition(POINT)
    return code.strip(), proof


def is_proof(proof: str, code: DiscountCode) -> bool:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(secrets.compare_digest(proof.encode(), _proof(code, key).encode()) for key in keys)


def _proof(code: DiscountCode, key: str) -> str:
    named = f"{code.pk} {address_key(code.for_email)}"
    signed = salted_hmac("frontrow personal code", named, secret=key, algorithm="sha256")
    return signed.hexdigest()[:LENGTH].upper()
