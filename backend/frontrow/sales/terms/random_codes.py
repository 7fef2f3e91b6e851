"""Random codes that can be read aloud, without look-alikes and too many to guess."""

import secrets

# Without 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V, which are easily confused.
ALPHABET = "ACDEFGHJKMNPQRTVWXY34679"
LENGTH = 8


def random_letters(length: int = LENGTH) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def random_code(prefix: str = "") -> str:
    """Eight of 24 letters are about 37 bits. Guesses are limited to ten an hour."""
    return f"{prefix.rstrip('-_')}-{random_letters()}" if prefix else random_letters()
