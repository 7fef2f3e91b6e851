"""Encrypt text that is stored in the database and that only this application can read.

Each purpose has a separate key, so a value sealed for one purpose can't be opened for another.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes


class SealBroken(Exception):
    """The value was sealed with a retired key or for another purpose, or it was tampered with."""


def seal(text: str, *, purpose: str) -> str:
    return _seals(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, *, purpose: str) -> str:
    try:
        return _seals(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise SealBroken(purpose) from error


def _seals(purpose: str) -> MultiFernet:
    """The newest key encrypts. Older keys still decrypt, so a key rotation loses nothing."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret, purpose)) for secret in secrets])


def _key(secret: str | bytes, purpose: str) -> bytes:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"frontrow {purpose}".encode())
    return base64.urlsafe_b64encode(derive.derive(force_bytes(secret)))
