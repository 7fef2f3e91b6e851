"""Discount codes: the discount, who may use it, for what, and its uses."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now, Upper

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.core.timestamps import Stamped
from frontrow.sales.models.purchases import Purchase


class CodeKind(models.TextChoices):
    PERCENT = "percent"
    AMOUNT = "amount"


class DiscountCode(Stamped):
    """A code that lowers a price. A personal credit has `for_email` and is used once."""

    # In upper case, as it is compared.
    code = models.CharField(max_length=32)
    kind = models.CharField(max_length=7, choices=CodeKind)
    # Percent or dollars.
    value = models.DecimalField(max_digits=10, decimal_places=2)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    # Null means unlimited.
    max_uses = models.PositiveIntegerField(null=True)
    per_person = models.PositiveIntegerField(null=True)
    # Uses that weren't returned, counted by the database (`count_code_uses`). Exceeds `max_uses`
    # only if a failed refund restores a use after its return was used by another buyer.
    uses = models.PositiveIntegerField(default=0, db_default=0)
    # Only for this address, once verified. Empty for all.
    for_email = models.EmailField(max_length=255, blank=True, db_default="")
    # Only shown to admins.
    note = models.CharField(max_length=255, blank=True, db_default="")
    # The name of the batch that it was generated in, for the list and the CSV.
    lot = models.CharField(max_length=64, blank=True, db_default="")
    is_active = models.BooleanField(default=True, db_default=True)
    # Of a credit: the purchases that it was given for.
    stands_for = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    # Set while a bank holds or has taken back the money that it was given for.
    stopped_at = models.DateTimeField(null=True)
    # Whether it can be combined with an early price.
    works_with_steps = models.BooleanField(default=False, db_default=False)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        db_table = "discount_codes"
        constraints = (
            models.UniqueConstraint(fields=["code"], name="discount_codes_code_key"),
            models.CheckConstraint(condition=Q(code=Upper("code")), name="codes_in_capitals"),
            models.CheckConstraint(condition=Q(kind__in=CodeKind.values), name="codes_kind_known"),
            models.CheckConstraint(
                condition=Q(value__gt=0) & (Q(kind=CodeKind.AMOUNT) | Q(value__lte=100)),
                name="codes_value_sane",
            ),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True)
                | Q(ends_at__isnull=True)
                | Q(ends_at__gt=models.F("starts_at")),
                name="codes_end_after_start",
            ),
        )
        indexes = (
            models.Index(models.F("created_at").desc(), models.F("id").desc(), name="codes_newest"),
            models.Index(fields=["lot"], condition=~Q(lot=""), name="codes_by_lot"),
            GinIndex(
                OpClass(Upper("code"), name="gin_trgm_ops"),
                OpClass(Upper("note"), name="gin_trgm_ops"),
                OpClass(Upper("for_email"), name="gin_trgm_ops"),
                OpClass(Upper("lot"), name="gin_trgm_ops"),
                name="codes_search",
            ),
        )


class CodeScope(models.Model):
    """A package that the code is for. A code without scopes is for everything."""

    # Uses the unique constraints below.
    code = models.ForeignKey(
        DiscountCode, on_delete=models.CASCADE, related_name="scopes", db_index=False
    )
    bootcamp = models.ForeignKey(Bootcamp, null=True, on_delete=models.CASCADE, related_name="+")
    bundle = models.ForeignKey(Bundle, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        db_table = "code_scopes"
        constraints = (
            models.CheckConstraint(
                condition=Q(bootcamp__isnull=True, bundle__isnull=False)
                | Q(bootcamp__isnull=False, bundle__isnull=True),
                name="code_scopes_one_package",
            ),
            models.UniqueConstraint(
                fields=["code", "bootcamp"], name="code_scopes_one_per_bootcamp"
            ),
            models.UniqueConstraint(fields=["code", "bundle"], name="code_scopes_one_per_bundle"),
        )


class CodeUse(models.Model):
    """One purchase that used the code."""

    # Uses the index of the admin list, newest first.
    code = models.ForeignKey(
        DiscountCode, on_delete=models.PROTECT, related_name="code_uses", db_index=False
    )
    purchase = models.OneToOneField(Purchase, on_delete=models.CASCADE, related_name="code_use")
    # The account, its mailbox and the typed address, which `per_person` counts.
    person_keys = ArrayField(models.TextField(), default=list, db_default=[])
    # By how much the price was lowered.
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    claimed_at = models.DateTimeField(db_default=Now())
    # When the person got the use back, because the purchase was refunded.
    returned_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "code_uses"
        indexes = (
            models.Index(
                fields=["code", "-claimed_at", "-id"],
                include=["amount", "returned_at"],
                name="code_uses_newest",
            ),
            models.Index(
                fields=["code"], condition=Q(returned_at__isnull=True), name="code_uses_standing"
            ),
            GinIndex(
                fields=["person_keys"],
                condition=Q(returned_at__isnull=True),
                name="code_uses_by_keys",
            ),
        )
