"""Demo data: feedback of most attendees, a few of them unhappy."""

from datetime import datetime, timedelta

from frontrow.backoffice.demo.purchases import Sales
from frontrow.backoffice.demo.storing import store
from frontrow.sales.models import Feedback, PresenceSpan, PurchaseState

# Score, text, and permission to publish, each used once. All others give only a score.
ANSWERS = (
    (10, "I left with a booking page that takes deposits. I'd put it off for a year.", True),
    (9, "Fast, but Cora looked at my screen every time I got stuck.", True),
    (8, "", False),
    (10, "Worth it for the pricing hour alone. I raised mine the same week.", True),
    (6, "Too quick for me after the break. I'd have liked the slides beforehand.", False),
    (9, "Small group, honest answers, and a list of what to do on Monday.", True),
    (7, "Good content. The sound dropped twice.", False),
    (10, "My first paying customer came nine days later, from the page we wrote in class.", True),
    (9, "I'm not technical at all, and my intake form now sorts requests by itself.", True),
    (8, "Solid. The template for customer interviews is what I still use.", True),
    (9, "", False),
    (10, "She deleted half of my idea in ten minutes and was right about all of it.", True),
    (9, "We shipped something on screen. No homework that never gets done.", True),
    (8, "Bring a real problem. The people with one got the most out of it.", True),
    (5, "I expected more about ads.", False),
    (10, "My team of three uses the dashboard I built that evening, every day.", True),
    (9, "The part about what not to automate saved me a month.", True),
    (9, "Clear, practical, on time. I signed up for the next step in the break.", True),
    (8, "", False),
    (10, "Two agencies quoted me $20,000 for what I had working by nine o'clock.", True),
    (8, "A lot in three hours. The recording helped me catch up on the middle part.", True),
    (9, "Questions got an answer right away, also the ones I was shy to ask.", True),
    (10, "I came with a spreadsheet and left with a tool my clients log in to.", True),
    (9, "Good mix of people. I still talk to two of them.", True),
    (7, "Helpful, though I'd start with the live build and explain later.", True),
    (9, "The coaching hour afterwards made it stick.", True),
)
# Every fifth attendee gives no feedback.
SILENT = 5


def make_feedback(*, now: datetime, sales: Sales) -> None:
    attended = [
        enrollment
        for enrollment in sales.enrollments
        if enrollment.attended_at is not None
        and enrollment.ends_at < now - timedelta(days=1)
        and enrollment.purchase.state == PurchaseState.COMPLETED
    ]
    answered = [enrollment for n, enrollment in enumerate(attended, start=1) if n % SILENT]
    rows: list[Feedback] = []
    for n, enrollment in enumerate(answered):
        score, words, may_show = ANSWERS[n] if n < len(ANSWERS) else (9, "", False)
        user = enrollment.purchase.user
        name = user.first_name if user else enrollment.attendee_name
        rows.append(
            Feedback(
                enrollment=enrollment,
                score=score,
                words=words,
                may_show=may_show,
                first_name=name.split()[0] if may_show and name else "",
                given_at=enrollment.ends_at + timedelta(hours=2, minutes=7 * (n + 1)),
            )
        )
    store(rows)
    # Without these, no feedback would be published.
    store(
        [
            PresenceSpan(
                enrollment=enrollment,
                stay=f"demo/{n}",
                joined_at=enrollment.starts_at,
                left_at=enrollment.ends_at,
            )
            for n, enrollment in enumerate(answered)
        ]
    )
