"""`manage.py demo`: fill a development database with realistic demo data."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Manager

from frontrow.accounts.models import User
from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.catalogue import make_bootcamps, make_bundles
from frontrow.backoffice.demo.coaching import make_coaching_sessions
from frontrow.backoffice.demo.codes import make_codes
from frontrow.backoffice.demo.feedback import make_feedback
from frontrow.backoffice.demo.invitations import make_invitations
from frontrow.backoffice.demo.messages import make_messages
from frontrow.backoffice.demo.people import CAST, make_people
from frontrow.backoffice.demo.purchases import make_purchases
from frontrow.backoffice.demo.records import make_records
from frontrow.backoffice.demo.removal import remove_earlier_demo
from frontrow.backoffice.demo.storing import without_time_limits
from frontrow.backoffice.demo.visitors import make_visitors
from frontrow.backoffice.demo.volume import make_volume
from frontrow.backoffice.demo.workbook import store_workbook
from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.coaching.models import CoachingSession
from frontrow.core.clock import now
from frontrow.messaging.models import ContactMessage, Message
from frontrow.sales.ledger.tallies import fold_tallies
from frontrow.sales.models import AccountInvitation, DiscountCode, Feedback, Purchase, Refund

NO_FILE = (
    "The workbook is not stored: file storage is not answering."
    " Run `make demo` again while `make dev` or `make serve` is running."
)
COUNTED: dict[str, Manager[Any]] = {
    "people with an account": User.objects,
    "bootcamps": Bootcamp.objects,
    "seats": Seat.objects,
    "bundles": Bundle.objects,
    "discount codes": DiscountCode.objects,
    "purchases": Purchase.objects,
    "refunds": Refund.objects,
    "invitations": AccountInvitation.objects,
    "coaching sessions": CoachingSession.objects,
    "answers after a class": Feedback.objects,
    "messages": Message.objects,
    "contact messages": ContactMessage.objects,
}


class Command(BaseCommand):
    help = "Fill a development database with demo data, replacing an earlier demo's."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--size",
            choices=["small", "large"],
            default="small",
            help="large adds 50,000 people and 100,000 purchases",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.ENV.is_production:
            raise CommandError("The demo has a public password: it does not run in production.")
        with without_time_limits():
            others, bundle = _make_demo()
            if options["size"] == "large":
                self.stdout.write("Adding volume ...")
                make_volume(now=now(), bundle=bundle)
            fold_tallies(timestamp=0)
        if not store_workbook():
            self.stdout.write(NO_FILE)
        self._tell(others)

    def _tell(self, others: int) -> None:
        if others:
            self.stdout.write(f"Left alone: {others} purchases that are not the demo's.")
        self.stdout.write(f"Sign in with the password {marks.PASSWORD}:")
        for mailbox, who in CAST.items():
            self.stdout.write(f"  {marks.address(mailbox):36} {who}")
        self.stdout.write(f"  {marks.address('guest'):36} a guest: bought without an account")
        self.stdout.write("In the database now:")
        for things, rows in COUNTED.items():
            self.stdout.write(f"  {rows.count():>8,} {things}")


@transaction.atomic
def _make_demo() -> tuple[int, Bundle]:
    """Create the demo in one transaction.

    Returns how many purchases aren't part of it, and last season's bundle.
    """
    moment = now()
    remove_earlier_demo()
    others = Purchase.objects.count()
    people = make_people(now=moment)
    bootcamps = make_bootcamps(now=moment)
    bundles = make_bundles(bootcamps=bootcamps)
    sales = make_purchases(
        now=moment,
        people=people,
        bootcamps=bootcamps,
        bundles=bundles,
        codes=make_codes(admin=people.admin),
    )
    make_invitations(now=moment, people=people, sales=sales)
    make_coaching_sessions(now=moment, people=people, sales=sales)
    make_feedback(now=moment, sales=sales)
    make_messages(now=moment, people=people, sales=sales)
    make_records(now=moment, people=people, sales=sales)
    make_visitors()
    return others, bundles[1]
