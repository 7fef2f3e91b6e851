"""The demo's feedback: most of those who attended answered, a few of them unhappy."""

from datetime import datetime, timedelta

from frontrow.backoffice.demo.purchases import Sales
from frontrow.backoffice.demo.storing import store
from frontrow.sales.models import Feedback, PurchaseState

# Score, words, and whether they may be shown.
ANSWERS = (
    (
        10,
        "I left with a booking page that takes deposits. I'd been putting it off for a year.",
        True,
    ),
    (9, "Fast, but somebody looked at my screen every time I got stuck.", True),
    (8, "", False),
    (10, "Worth it for the pricing hour alone.", True),
    (6, "Too quick for me after the break. I'd have liked the slides beforehand.", False),
    (9, "Small group, honest answers, and a list of what to do on Monday.", True),
    (7, "Good content. The sound dropped twice.", False),
)
# Every fifth attendee says nothing.
SILENT = 5


def make_feedback(*, now: datetime, sales: Sales) -> None:
    attended = [
        enrolment
        for enrolment in sales.enrolments
        if enrolment.attended_at is not None
        and enrolment.ends_at < now - timedelta(days=1)
        and enrolment.purchase.state == PurchaseState.COMPLETED
    ]
    answered = [enrolment for n, enrolment in enumerate(attended, start=1) if n % SILENT]
    rows: list[Feedback] = []
    for n, enrolment in enumerate(answered):
        score, words, may_show = ANSWERS[n % len(ANSWERS)]
        user = enrolment.purchase.user
        name = user.first_name if user else enrolment.attendee_name
        rows.append(
            Feedback(
                enrolment=enrolment,
                score=score,
                words=words,
                may_show=may_show,
                first_name=name.split()[0] if may_show and name else "",
                given_at=enrolment.ends_at + timedelta(hours=2, minutes=7 * (n + 1)),
            )
        )
    store(rows)
