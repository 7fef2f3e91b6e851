"""Users, their sessions, sign-in codes, the first-admin latch and the audit log."""

import unicodedata
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Concat, Lower, Now, Upper

from frontrow.core.addresses import address_key, with_address
from frontrow.core.spellings import CJK
from frontrow.core.timestamps import Stamped
from frontrow.core.zones import known_zone


class Role(models.TextChoices):
    """`rights.py` maps each role to its rights."""

    # The owner of the site has every right.
    ADMIN = "ADMIN"
    SUPPORT = "SUPPORT"
    FINANCE = "FINANCE"
    COACH = "COACH"
    STUDENT = "STUDENT"


class UserStatus(models.TextChoices):
    ACTIVE = "active"
    INACTIVE = "inactive"


class ZoneChoice(models.TextChoices):
    """In whose zone a user reads sessions. Empty until their browser has reported one."""

    AUTOMATIC = "automatic"
    CHOSEN = "chosen"
    # Each bootcamp's own zone only.
    BOOTCAMP = "bootcamp"


class UserManager(BaseUserManager["User"]):
    def with_address(self, address: str) -> models.QuerySet["User"]:
        return with_address(self.all(), address)

    def called(self, name: str) -> "User | None":
        """The user with this address or username. Addresses take precedence: they are proven."""
        owner = self.with_address(name).first() if "@" in name else None
        return owner or self.filter(username_key=username_key(name)).first()

    def create_user(self, *, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser, Stamped):
    """A person with an account. Django's flags derive from role and status."""

    email = models.EmailField(max_length=255)
    username = models.CharField(max_length=150, unique=True)
    # The key for comparing usernames: lookalikes count as one name.
    username_key = models.CharField(max_length=150, unique=True)
    first_name = models.CharField(max_length=150, blank=True)
    last_name = models.CharField(max_length=150, blank=True)
    # Until the user edits it, a name from a purchase may replace the one from sign-up.
    name_edited = models.BooleanField(default=False, db_default=False)
    profile_image_url = models.URLField(max_length=512, blank=True)
    role = models.CharField(max_length=10, choices=Role, default=Role.STUDENT)
    status = models.CharField(max_length=10, choices=UserStatus, default=UserStatus.ACTIVE)
    phone = models.CharField(max_length=16, blank=True)
    timezone = models.CharField(max_length=64, blank=True)
    timezone_choice = models.CharField(
        max_length=9, choices=ZoneChoice, blank=True, default="", db_default=""
    )
    stripe_customer_id = models.CharField(max_length=255, blank=True)
    stripe_subscription_id = models.CharField(max_length=255, blank=True)
    # A demo student takes no seat, counts in no figure and gets no email.
    is_demo = models.BooleanField(default=False, db_default=False)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        db_table = "users"
        constraints = (
            models.UniqueConstraint(Lower("email"), name="users_email_unique"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="users_role_known"),
            models.CheckConstraint(
                condition=Q(status__in=UserStatus.values), name="users_status_known"
            ),
            models.CheckConstraint(
                condition=Q(phone="") | Q(phone__regex=r"^\+[1-9][0-9]{6,14}$"),
                name="users_phone_e164",
            ),
        )
        indexes = (
            models.Index(F("created_at").desc(), F("id").desc(), name="users_newest"),
            models.Index(fields=["id"], condition=Q(role=Role.ADMIN), name="users_admins"),
            # A few rows among tens of thousands. The index lets figures exclude them without a full
            # scan.
            models.Index(fields=["id"], condition=Q(is_demo=True), name="users_demo"),
            # Names searched by two letters. There are few, and they are read one by one.
            models.Index(
                fields=["id"],
                condition=Q(first_name__regex=CJK) | Q(last_name__regex=CJK),
                name="users_cjk_names",
            ),
            GinIndex(OpClass(Upper("email"), name="gin_trgm_ops"), name="users_email_search"),
            GinIndex(
                OpClass(
                    Upper(Concat("first_name", models.Value(" "), "last_name")),
                    name="gin_trgm_ops",
                ),
                name="users_name_search",
            ),
        )

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.username_key = username_key(self.username)
        # Each address is stored in one spelling, however a person typed it.
        self.email = address_key(self.email)
        super().save(*args, **kwargs)

    @property
    def is_active(self) -> bool:  # type: ignore[override]
        return self.status == UserStatus.ACTIVE

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN

    @property
    def has_desk_role(self) -> bool:
        """Whether the user has any admin role."""
        return self.role != Role.STUDENT

    @property
    def own_zone(self) -> str:
        """The zone in which the user reads sessions. Empty if it is unknown or not wanted."""
        return "" if self.timezone_choice == ZoneChoice.BOOTCAMP else known_zone(self.timezone)

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def display_name(self) -> str:
        return self.full_name or self.username


class Session(AbstractBaseSession):
    """A session that stores its user, so that all of a user's sessions can be ended at once."""

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        db_table = "sessions"
        abstract = False


class EmailKind(models.TextChoices):
    VERIFY_ADDRESS = "verify_address"
    RESET_PASSWORD = "reset_password"  # noqa: S105
    SET_PASSWORD = "set_password"  # noqa: S105
    # Written by `sales`, the only area that knows the purchases.
    FIND_PURCHASES = "find_purchases"


class EmailRequest(models.Model):
    """A request to send an email to an address, deleted once a job has handled it.

    Known and unknown addresses cost the same, so the response time reveals nothing.
    """

    kind = models.CharField(max_length=16, choices=EmailKind)
    email = models.EmailField(max_length=255)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "letter_requests"
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=EmailKind.values), name="letter_requests_kind_known"
            ),
        )


class SignInCode(models.Model):
    """One row per requested sign-in code, whether or not the address has an account.

    Requesting and guessing therefore cost the same for known and unknown addresses.
    """

    # Until a job has handled it.
    email = models.EmailField(max_length=255, blank=True)
    # Null if the address has no account.
    user = models.ForeignKey(
        User, null=True, on_delete=models.CASCADE, related_name="sign_in_codes"
    )
    # Hash of the cookie in the browser that asked. The code works in no other browser.
    browser_key = models.CharField(max_length=64)
    # Keyed hash of the code. Empty if it is not sent yet, used, or replaced.
    code_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    wrong_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Key of a browser that has signed in to the account before. It has a separate counter.
    device = models.CharField(max_length=32, blank=True, default="", db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "sign_in_codes"
        constraints = (
            models.UniqueConstraint(fields=["browser_key"], name="sign_in_codes_browser_key_key"),
            models.CheckConstraint(
                condition=Q(code_hash="") | Q(user__isnull=False), name="sign_in_codes_have_a_user"
            ),
            models.CheckConstraint(
                condition=Q(wrong_tries__lte=5), name="sign_in_codes_five_tries"
            ),
        )


class FirstAdminLatch(models.Model):
    """One row once an admin has existed, so that a first admin can't be created again."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    closed_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    user_id = models.BigIntegerField()

    class Meta:
        db_table = "first_admin_latch"
        constraints = (
            models.CheckConstraint(condition=Q(id=1), name="first_admin_latch_single_row"),
        )


class AuditEntry(models.Model):
    """Who did what, when, and for whom. The database refuses to change or delete an entry.

    Users and subjects are plain ids: an entry outlives them and holds no personal data.
    """

    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    actor_id = models.BigIntegerField(null=True)
    # Set while an admin impersonates another user.
    acting_as_id = models.BigIntegerField(null=True)
    action = models.CharField(max_length=64)
    subject_type = models.CharField(max_length=32, blank=True)
    subject_id = models.CharField(max_length=64, blank=True)
    details = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "audit_log"
        indexes = (
            models.Index(F("created_at").desc(), F("id").desc(), name="audit_newest"),
            models.Index("actor_id", F("id").desc(), name="audit_by_actor"),
            models.Index("subject_type", "subject_id", name="audit_by_subject"),
        )


def username_key(username: str) -> str:
    """Compatibility forms, case and spaces don't distinguish usernames: a full-width A is an a."""
    return " ".join(unicodedata.normalize("NFKC", username).split()).casefold()
