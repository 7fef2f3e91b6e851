"""Discount codes: what one is worth, to whom, for what, and who used it."""

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
    """A word that lowers a price. A personal credit is one that is `for_email` and used once."""

    # In capitals, as it is compared.
    code = models.CharField(max_length=32)
    kind = models.CharField(max_length=7, choices=CodeKind)
    # Percent, or dollars.
    value = models.DecimalField(max_digits=10, decimal_places=2)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    # Nothing: as often as anybody likes.
    max_uses = models.PositiveIntegerField(null=True)
    per_person = models.PositiveIntegerField(null=True)
    # The uses that nobody has back, counted by the database (`count_code_uses`). Beyond `max_uses`
    # only where a refund was undone after the use it had given back was used by somebody else.
    uses = models.PositiveIntegerField(default=0, db_default=0)
    # Only for this address, once it is proven; empty for everybody.
    for_email = models.EmailField(max_length=255, blank=True, db_default="")
    # For the desk alone.
    note = models.CharField(max_length=255, blank=True, db_default="")
    # The name of the lot it was generated in, for the list and the CSV.
    lot = models.CharField(max_length=64, blank=True, db_default="")
    is_active = models.BooleanField(default=True, db_default=True)
    # Of a credit: the purchases whose money it stands for.
    stands_for = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    # Since when that money is not ours: a bank has it back, or asks for it.
    stopped_at = models.DateTimeField(null=True)
    # Whether it lowers an early price, too.
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
    """A package the code is for. A code without any is for everything."""

    # Found by the unique constraints below.
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
    """One purchase paid for with the code."""

    # Found by the index of the desk's list, the newest first.
    code = models.ForeignKey(
        DiscountCode, on_delete=models.PROTECT, related_name="code_uses", db_index=False
    )
    purchase = models.OneToOneField(Purchase, on_delete=models.CASCADE, related_name="code_use")
    # The account, its mailbox and the one that was typed: whom `per_person` counts.
    person_keys = ArrayField(models.TextField(), default=list, db_default=[])
    # By how much the price was lowered.
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    claimed_at = models.DateTimeField(db_default=Now())
    # Since when the person may use the code again: the purchase was refunded.
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
