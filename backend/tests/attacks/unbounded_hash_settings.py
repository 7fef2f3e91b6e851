"""For a control: the real settings with Django's own Argon2, one in each thread."""

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
