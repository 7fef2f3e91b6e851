"""Length limits for passwords, with the form's messages."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError

SHORTEST = 6
# Hashing a megabyte of password would let an attacker waste our CPU time.
LONGEST = 128


class LengthRule:
    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if len(password) < SHORTEST:
            raise ValidationError(f"Password must be at least {SHORTEST} characters")
        if len(password) > LONGEST:
            raise ValidationError(f"Password must be at most {LONGEST} characters")

    def get_help_text(self) -> str:
        return f"{SHORTEST} to {LONGEST} characters"
