"""Models of a class day: link tests, questions and answers, presence, feedback."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models.enrollments import Enrollment


class LinkTest(models.Model):
    """A student's confirmation before the class that the join link works. Not attendance."""

    enrollment = models.OneToOneField(
        Enrollment, on_delete=models.CASCADE, primary_key=True, related_name="link_test"
    )
    tested_at = models.DateTimeField(db_default=Now())
    # The browser's time zone during the test. Empty if it wasn't reported.
    zone = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        db_table = "link_tests"


class QuestionKind(models.TextChoices):
    LINE = "line"
    TEXT = "text"
    YES_NO = "yes_no"


class ClassQuestion(models.Model):
    """A question of the instructor before the class. A class has at most three."""

    # Uses the unique constraint below.
    bootcamp = models.ForeignKey(
        Bootcamp, on_delete=models.CASCADE, related_name="questions", db_index=False
    )
    words = models.CharField(max_length=200)
    kind = models.CharField(max_length=6, choices=QuestionKind)
    position = models.SmallIntegerField()

    class Meta:
        db_table = "class_questions"
        constraints = (
            # Deferred, so that questions can swap positions.
            models.UniqueConstraint(
                fields=["bootcamp", "position"],
                name="class_questions_one_per_position",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=3), name="class_questions_three_at_most"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=QuestionKind.values), name="class_questions_kind_known"
            ),
        )


class ClassAnswer(models.Model):
    """The seat holder's answer to one question of the instructor."""

    question = models.ForeignKey(
        ClassQuestion, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    enrollment = models.ForeignKey(Enrollment, on_delete=models.CASCADE, related_name="answers")
    words = models.CharField(max_length=500)
    answered_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "class_answers"
        constraints = (
            models.UniqueConstraint(
                fields=["question", "enrollment"], name="class_answers_one_per_seat"
            ),
        )


class PresenceSpan(models.Model):
    """One stay in the meeting, from joining to leaving, as the provider reported it.

    The two reports may arrive in any order, late and twice. Each sets one of the times.
    """

    enrollment = models.ForeignKey(
        Enrollment, on_delete=models.CASCADE, related_name="presence_spans", db_index=False
    )
    # The provider's name for this stay. A participant who comes back gets another.
    stay = models.CharField(max_length=64)
    joined_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "presence_spans"
        constraints = (
            models.UniqueConstraint(
                fields=["enrollment", "stay"], name="presence_spans_one_per_stay"
            ),
            models.CheckConstraint(
                condition=Q(joined_at__isnull=False) | Q(left_at__isnull=False),
                name="presence_spans_has_a_side",
            ),
        )


class HiddenBecause(models.TextChoices):
    ABUSIVE = "abusive"
    PRIVATE = "private"
    OFF_TOPIC = "off_topic"
    ASKED = "asked"


class Feedback(models.Model):
    """An attendee's feedback, given once: a score, and text that may be published."""

    enrollment = models.OneToOneField(
        Enrollment, on_delete=models.CASCADE, primary_key=True, related_name="feedback"
    )
    score = models.SmallIntegerField()
    words = models.CharField(max_length=1000, blank=True, default="", db_default="")
    may_show = models.BooleanField(default=False, db_default=False)
    # Shown next to the text: the first name or its initial. Nothing else about them is published.
    first_name = models.CharField(max_length=50, blank=True, default="", db_default="")
    given_at = models.DateTimeField(db_default=Now())
    hidden_at = models.DateTimeField(null=True)
    hidden_because = models.CharField(
        max_length=9, choices=HiddenBecause, blank=True, default="", db_default=""
    )
    hidden_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    # When an operator approved it, if it is only published with approval.
    approved_at = models.DateTimeField(null=True)
    # When a team member dealt with a low score.
    handled_at = models.DateTimeField(null=True)
    handled_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )

    class Meta:
        db_table = "feedback"
        constraints = (
            models.CheckConstraint(
                condition=Q(score__gte=0, score__lte=10), name="feedback_score_known"
            ),
            models.CheckConstraint(
                condition=Q(hidden_at__isnull=True, hidden_because="")
                | Q(hidden_at__isnull=False, hidden_because__in=HiddenBecause.values),
                name="feedback_hidden_for_a_reason",
            ),
        )
        indexes = (
            models.Index(
                fields=["-given_at"],
                condition=Q(may_show=True, hidden_at__isnull=True) & ~Q(words=""),
                name="feedback_shown",
            ),
            models.Index(
                fields=["given_at"],
                condition=Q(score__lte=6, handled_at__isnull=True),
                name="feedback_to_handle",
            ),
        )
