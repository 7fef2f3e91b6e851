"""Purchases (orders of one package), and the counts for the admin's list."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now, Upper

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.core.spellings import CJK
from frontrow.core.timestamps import Stamped


class PurchaseState(models.TextChoices):
    """The state of the money. `-ing` states are written before the call to the provider."""

    PENDING = "pending"
    CAPTURING = "capturing"
    CANCELING = "canceling"
    COMPLETED = "completed"
    REFUNDING = "refunding"
    REFUNDED = "refunded"
    FAILED = "failed"


# Paid for at some time, whatever became of the money since.
PAID_FOR = (PurchaseState.COMPLETED, PurchaseState.REFUNDING, PurchaseState.REFUNDED)


class PurchaseStatus(models.TextChoices):
    """The public status of a state."""

    PENDING = "pending"
    COMPLETED = "completed"
    REFUNDED = "refunded"
    FAILED = "failed"


SHOWN_AS: dict[str, PurchaseStatus] = {
    PurchaseState.PENDING: PurchaseStatus.PENDING,
    PurchaseState.CAPTURING: PurchaseStatus.PENDING,
    PurchaseState.CANCELING: PurchaseStatus.PENDING,
    PurchaseState.COMPLETED: PurchaseStatus.COMPLETED,
    PurchaseState.REFUNDING: PurchaseStatus.COMPLETED,
    PurchaseState.REFUNDED: PurchaseStatus.REFUNDED,
    PurchaseState.FAILED: PurchaseStatus.FAILED,
}


class CancelReason(models.TextChoices):
    EXPIRED = "expired"
    SOLD_OUT = "sold_out"
    REPLACED = "replaced"
    ADMIN = "admin"
    MISMATCH = "mismatch"
    # Another buyer got the code's last use.
    CODE_GONE = "code_gone"
    # The class started or was taken off sale while the card was being checked.
    OFF_SALE = "off_sale"
    # The buyer had begun to pay and canceled.
    DISMISSED = "dismissed"


# Purchases that are listed, counted and exported. A purchase begins at the Pay click.
BEGUN = Q(listed_status__isnull=False)


class Purchase(Stamped):
    """One person's order of one package, with all the data that determines it."""

    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="purchases")
    bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.PROTECT, related_name="purchases"
    )
    bundle = models.ForeignKey(
        Bundle, null=True, on_delete=models.PROTECT, related_name="purchases"
    )
    is_bundle = models.BooleanField(default=False, db_default=False)
    # The package's name when it was bought, because a later rename must not change receipts.
    package_name = models.CharField(max_length=255)
    total_amount = models.DecimalField(max_digits=10, decimal_places=2)
    refunded_amount = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    # The sum of its enrollments' `credited`.
    credited_amount = models.DecimalField(max_digits=10, decimal_places=2, default=0, db_default=0)
    currency = models.CharField(max_length=3, default="usd")
    # The price lines, if the total isn't the package's plain price.
    price_lines = models.JSONField(default=list, db_default=models.Value("[]"))
    # The code whose use is claimed together with the seat.
    code = models.ForeignKey(
        "sales.DiscountCode",
        null=True,
        on_delete=models.PROTECT,
        related_name="purchases",
        db_index=False,
    )
    # When this price ends for this session. Null if it has no end.
    price_until = models.DateTimeField(null=True)

    state = models.CharField(max_length=10, choices=PurchaseState, default=PurchaseState.PENDING)
    state_since = models.DateTimeField(auto_now_add=True, db_default=Now())
    cancel_reason = models.CharField(max_length=10, choices=CancelReason, blank=True)
    completed_at = models.DateTimeField(null=True)
    # When Pay was clicked, or the card was authorized without it. Before that the row is only what
    # a visitor typed, and isn't in any list or statistic. Written by the database.
    begun_at = models.DateTimeField(null=True, editable=False)
    # The seat that this payment moves to a dearer date. The amount is the price difference.
    pays_for_move = models.ForeignKey(
        "sales.Enrollment",
        null=True,
        on_delete=models.PROTECT,
        related_name="differences",
        db_index=False,
    )
    # Given by an admin without payment.
    is_complimentary = models.BooleanField(default=False, db_default=False)

    guest_email = models.EmailField(max_length=255, blank=True)
    guest_full_name = models.CharField(max_length=255, blank=True)
    guest_phone = models.CharField(max_length=16, blank=True)
    # The browser's time zone at the purchase, for emails to the buyer.
    buyer_timezone = models.CharField(max_length=64, blank=True, default="", db_default="")
    # Consent to text messages at the Pay click. Recorded when the purchase completes.
    wants_sms = models.BooleanField(default=False, db_default=False)
    terms_version = models.CharField(max_length=32, blank=True)
    terms_accepted_at = models.DateTimeField(null=True)
    # The version of the refund policy when it was bought.
    policy_version = models.CharField(max_length=32, blank=True)
    # Earlier purchases that counted toward the price of this one.
    upgrades = models.ManyToManyField(
        "self",
        through="sales.UpgradeCredit",
        through_fields=("purchase", "base"),
        symmetrical=False,
        related_name="upgraded_by",
    )

    stripe_payment_intent_id = models.CharField(max_length=255, null=True)
    stripe_customer_id = models.CharField(max_length=255, blank=True)
    # Part of the idempotency key. Increased after an error, which the provider would repeat.
    payment_attempt = models.PositiveIntegerField(default=0, db_default=0)
    # Hashes of the visitor's checkout cookie and of the payment's client secret, which prove the
    # buyer.
    checkout_key = models.CharField(max_length=64, blank=True)
    client_secret_hash = models.CharField(max_length=64, blank=True, db_default="")
    # Keyed hash of the buyer's network, so that one network can't hold a whole class or test cards
    # without limit.
    network_key = models.CharField(max_length=64, blank=True, db_default="")
    # When the courtesy hold ends. It is given once and never extended.
    held_until = models.DateTimeField(null=True)
    card_brand = models.CharField(max_length=32, blank=True, db_default="")
    card_last4 = models.CharField(max_length=4, blank=True, db_default="")

    # Columns for the admin's list, written by the database. The names follow the account's names.
    # The keys are plain columns, because an index over an expression can't be counted without
    # reading every row.
    customer_name = models.CharField(max_length=301, editable=False, db_default="")
    customer_key = models.CharField(max_length=301, editable=False, db_default="")
    customer_search = models.TextField(editable=False, db_default="")
    package_key = models.GeneratedField(
        expression=Upper("package_name"),
        output_field=models.CharField(max_length=255),
        db_persist=True,
    )
    # The public status. Null until the purchase has begun.
    listed_status = models.CharField(
        max_length=9, choices=PurchaseStatus, null=True, editable=False
    )

    class Meta:
        db_table = "purchases"
        constraints = (
            models.UniqueConstraint(
                fields=["stripe_payment_intent_id"], name="purchases_stripe_payment_intent_id_key"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | (~Q(guest_email="") & ~Q(guest_full_name="")),
                name="purchases_have_a_buyer",
            ),
            models.CheckConstraint(
                condition=Q(is_bundle=True, bundle__isnull=False, bootcamp__isnull=True)
                | Q(is_bundle=False, bundle__isnull=True, bootcamp__isnull=False),
                name="purchases_one_package",
            ),
            models.CheckConstraint(
                condition=Q(state__in=PurchaseState.values), name="purchases_state_known"
            ),
            models.CheckConstraint(
                condition=Q(total_amount__gte=0), name="purchases_amount_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(refunded_amount__gte=0, refunded_amount__lte=F("total_amount")),
                name="purchases_refund_within_amount",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["completed", "refunding", "refunded"])
                | Q(completed_at__isnull=False),
                name="purchases_completed_has_time",
            ),
            models.CheckConstraint(
                condition=Q(cancel_reason__in=["", *CancelReason.values]),
                name="purchases_cancel_reason_known",
            ),
            models.CheckConstraint(
                condition=Q(guest_phone="") | Q(guest_phone__regex=r"^\+[1-9][0-9]{6,14}$"),
                name="purchases_phone_e164",
            ),
            models.CheckConstraint(
                condition=~Q(state=PurchaseState.CANCELING) | ~Q(cancel_reason=""),
                name="purchases_canceling_has_reason",
            ),
            # One open payment per visitor: a second tab finds the first one's.
            models.UniqueConstraint(
                fields=["checkout_key"],
                condition=Q(state__in=["pending", "capturing"]) & ~Q(checkout_key=""),
                name="purchases_one_live_per_visitor",
            ),
            # Of two concurrent payments to move one seat, only one succeeds.
            models.UniqueConstraint(
                fields=["pays_for_move"],
                condition=Q(state__in=["capturing", "completed"], pays_for_move__isnull=False),
                name="purchases_one_paid_move",
            ),
        )
        indexes = (
            # The sort orders of the admin's list. They include the status, so that distant filtered
            # pages are counted in the index alone.
            models.Index(
                F("created_at").desc(),
                F("id").desc(),
                include=["listed_status"],
                name="purchases_newest",
            ),
            models.Index(
                F("total_amount").desc(),
                F("id").desc(),
                include=["listed_status"],
                name="purchases_by_amount",
            ),
            models.Index(
                "customer_key", "id", include=["listed_status"], name="purchases_by_customer"
            ),
            models.Index(
                "package_key", "id", include=["listed_status"], name="purchases_by_package"
            ),
            models.Index(
                "listed_status",
                F("created_at").desc(),
                F("id").desc(),
                name="purchases_by_status",
            ),
            # Purchases in states that aren't final, for the sweep.
            models.Index(
                fields=["state_since"],
                condition=Q(state__in=["pending", "capturing", "canceling", "refunding"]),
                name="purchases_unfinished",
            ),
            models.Index(Lower("guest_email"), name="purchases_by_email"),
            # A browser's open and completed purchases, read whenever the checkout is opened.
            models.Index(
                fields=["checkout_key"], condition=~Q(checkout_key=""), name="purchases_by_visitor"
            ),
            models.Index(
                fields=["network_key"], condition=~Q(network_key=""), name="purchases_by_network"
            ),
            models.Index(
                fields=["network_key", "held_until"],
                condition=Q(held_until__isnull=False),
                name="purchases_held_by_network",
            ),
            # Partial, because few are bought with a code.
            models.Index(
                fields=["code"], condition=Q(code__isnull=False), name="purchases_by_code"
            ),
            # The revenue of each code, read from the index alone.
            models.Index(
                fields=["code"],
                include=["listed_status", "total_amount", "refunded_amount", "user"],
                condition=Q(code__isnull=False),
                name="purchases_revenue_by_code",
            ),
            # For searches by two letters, as for accounts.
            models.Index(
                fields=["id"],
                condition=Q(customer_search__regex=CJK),
                name="purchases_cjk_names",
            ),
            GinIndex(
                OpClass(Upper("customer_search"), name="gin_trgm_ops"), name="purchases_search"
            ),
        )

    @property
    def buyer_email(self) -> str:
        """The account's where there is one. The purchase comes with its user loaded."""
        return self.user.email if self.user else self.guest_email

    @property
    def status(self) -> PurchaseStatus:
        return SHOWN_AS[self.state]


class PurchaseTally(models.Model):
    """Counts and revenue per status. The sum of all rows gives the current figures.

    The database adds a row with each change, so that counting doesn't read the purchases and buyers
    don't wait for one counter. A job compacts the rows.
    """

    status = models.CharField(max_length=9, choices=PurchaseStatus)
    is_demo = models.BooleanField()
    purchases = models.IntegerField()
    # Payments minus refunds.
    revenue = models.DecimalField(max_digits=14, decimal_places=2)

    class Meta:
        db_table = "purchase_tallies"
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=PurchaseStatus.values), name="tallies_status_known"
            ),
        )
