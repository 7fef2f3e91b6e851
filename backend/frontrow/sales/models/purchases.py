"""An order of one package, and the counts the admin's list shows."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now, Upper

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.core.spellings import CJK
from frontrow.core.timestamps import Stamped


class PurchaseState(models.TextChoices):
    """Where the money stands. `-ing` states are written before the call to the provider."""

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
    """What the outside sees of a state."""

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
    # Its code's last use went to somebody else.
    CODE_GONE = "code_gone"
    # The class started, or was taken off sale, while the card was being checked.
    OFF_SALE = "off_sale"
    # Its buyer had begun to pay, and does not want it after all.
    DISMISSED = "dismissed"


# What is listed, counted and exported: a purchase begins at the Pay click.
BEGUN = Q(listed_status__isnull=False)


class Purchase(Stamped):
    """One order of one package by one person. Everything that decides it is stored here."""

    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="purchases")
    bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.PROTECT, related_name="purchases"
    )
    bundle = models.ForeignKey(
        Bundle, null=True, on_delete=models.PROTECT, related_name="purchases"
    )
    is_bundle = models.BooleanField(default=False, db_default=False)
    # The package's name when it was bought; a later rename changes no receipt.
    package_name = models.CharField(max_length=255)
    total_amount = models.DecimalField(max_digits=10, decimal_places=2)
    refunded_amount = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    # The sum of what its enrollments have `credited`.
    credited_amount = models.DecimalField(max_digits=10, decimal_places=2, default=0, db_default=0)
    currency = models.CharField(max_length=3, default="usd")
    # How the total came about, line by line, where it isn't simply the package's price.
    price_lines = models.JSONField(default=list, db_default=models.Value("[]"))
    # The code whose use is claimed with the seat.
    code = models.ForeignKey(
        "sales.DiscountCode",
        null=True,
        on_delete=models.PROTECT,
        related_name="purchases",
        db_index=False,
    )
    # When this price ends for this session; nothing where it has no end.
    price_until = models.DateTimeField(null=True)

    state = models.CharField(max_length=10, choices=PurchaseState, default=PurchaseState.PENDING)
    state_since = models.DateTimeField(auto_now_add=True, db_default=Now())
    cancel_reason = models.CharField(max_length=10, choices=CancelReason, blank=True)
    completed_at = models.DateTimeField(null=True)
    # When Pay was clicked, or the card agreed without it. Before that the row is what a visitor
    # typed at the checkout: no list and no figure has it. The database writes this itself.
    begun_at = models.DateTimeField(null=True, editable=False)
    # The seat that this payment moves to a dearer date: what is paid is the price difference.
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
    # The time zone of the browser it was bought with, for what we write to the buyer.
    buyer_timezone = models.CharField(max_length=64, blank=True, default="", db_default="")
    # Agreed to text messages at the Pay click; becomes a consent when the purchase completes.
    wants_sms = models.BooleanField(default=False, db_default=False)
    terms_version = models.CharField(max_length=32, blank=True)
    terms_accepted_at = models.DateTimeField(null=True)
    # The refund rules in force when it was bought.
    policy_version = models.CharField(max_length=32, blank=True)
    # Bought before, and counted toward the price of this one.
    upgrades = models.ManyToManyField(
        "self",
        through="sales.UpgradeCredit",
        through_fields=("purchase", "base"),
        symmetrical=False,
        related_name="upgraded_by",
    )

    stripe_payment_intent_id = models.CharField(max_length=255, null=True)
    stripe_customer_id = models.CharField(max_length=255, blank=True)
    # Counts sessions asked of the provider: a saved error must not stick to the next try.
    payment_attempt = models.PositiveIntegerField(default=0, db_default=0)
    # Hashes of the visitor's checkout cookie and of the payment's client secret: proofs of being
    # the buyer.
    checkout_key = models.CharField(max_length=64, blank=True)
    client_secret_hash = models.CharField(max_length=64, blank=True, db_default="")
    # Keyed hash of the buyer's network, so that one network cannot hold a whole class, nor try
    # cards for ever.
    network_key = models.CharField(max_length=64, blank=True, db_default="")
    # When the courtesy hold ends; it is given once and never extended.
    held_until = models.DateTimeField(null=True)
    card_brand = models.CharField(max_length=32, blank=True, db_default="")
    card_last4 = models.CharField(max_length=4, blank=True, db_default="")

    # What the admin's list shows, sorts and searches by. The database writes these itself: the
    # names follow the account's, which a purchase cannot see change. The keys are plain columns
    # because no index over an expression can be counted off without reading every row.
    customer_name = models.CharField(max_length=301, editable=False, db_default="")
    customer_key = models.CharField(max_length=301, editable=False, db_default="")
    customer_search = models.TextField(editable=False, db_default="")
    package_key = models.GeneratedField(
        expression=Upper("package_name"),
        output_field=models.CharField(max_length=255),
        db_persist=True,
    )
    # What the outside sees; nothing before the purchase has begun.
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
            # One live payment per visitor: a second tab finds the first one's.
            models.UniqueConstraint(
                fields=["checkout_key"],
                condition=Q(state__in=["pending", "capturing"]) & ~Q(checkout_key=""),
                name="purchases_one_live_per_visitor",
            ),
            # Of two who pay to move one seat, one does.
            models.UniqueConstraint(
                fields=["pays_for_move"],
                condition=Q(state__in=["capturing", "completed"], pays_for_move__isnull=False),
                name="purchases_one_paid_move",
            ),
        )
        indexes = (
            # The orders of the admin's list; with the status in them, a filtered page far down
            # is counted off in the index alone.
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
            # What the sweep looks at: everything that has not come to rest.
            models.Index(
                fields=["state_since"],
                condition=Q(state__in=["pending", "capturing", "canceling", "refunding"]),
                name="purchases_unfinished",
            ),
            models.Index(Lower("guest_email"), name="purchases_by_email"),
            # What a browser has under way and has bought: asked at every opening of the checkout.
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
            # The few that were bought with a code.
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
            # As of accounts: looked into by two letters.
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
    """How many purchases came and went, and what they brought: summed up, the figures of now.

    The database adds a row with each change, so counting needs no look at the purchases and no
    two buyers wait for one counter. A job folds the rows together.
    """

    status = models.CharField(max_length=9, choices=PurchaseStatus)
    is_demo = models.BooleanField()
    purchases = models.IntegerField()
    # What was paid and not given back.
    revenue = models.DecimalField(max_digits=14, decimal_places=2)

    class Meta:
        db_table = "purchase_tallies"
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=PurchaseStatus.values), name="tallies_status_known"
            ),
        )
