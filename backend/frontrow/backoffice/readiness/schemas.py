"""Schemas of class readiness. They contain no amounts, links or answers."""

from datetime import datetime

from frontrow.backoffice.readiness.cells import LABELS, Cell, Repair, State
from frontrow.backoffice.readiness.standing import Person, Standing
from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.messaging.models import Channel


class CellRepairOut(AnswerModel):
    kind: Repair
    label: str


class ReadinessCellOut(AnswerModel):
    key: str
    state: State
    words: str
    repair: CellRepairOut | None


class ReadinessCountsOut(AnswerModel):
    """Cells by state, of the class and of its attendees."""

    red: int
    amber: int
    green: int


class AttendeeReadinessOut(AnswerModel):
    enrollment_id: int
    purchase_id: int
    user_id: int | None
    name: str
    email: str
    # Attended by a person other than the buyer. The address is the seat's, not the purchase's.
    is_handed_over: bool
    worst: State
    cells: list[ReadinessCellOut]


class ReadinessOut(AnswerModel):
    as_of: datetime
    worst: State
    counts: ReadinessCountsOut
    cells: list[ReadinessCellOut]
    attendees: list[AttendeeReadinessOut]


class ClassReadinessOut(AnswerModel):
    bootcamp_id: int
    name: str
    starts_at: datetime
    timezone: str
    worst: State
    red: int
    amber: int
    green: int
    first_reason: str


class SendReminderIn(RequestModel):
    """For one attendee, or for all who lack it."""

    enrollment_id: SmallId | None = None
    channel: Channel = Channel.EMAIL


class RemindersSentOut(AnswerModel):
    count: int


def readiness_out(standing: Standing) -> ReadinessOut:
    return ReadinessOut(
        as_of=standing.facts.as_of,
        worst=standing.worst,
        counts=ReadinessCountsOut(**{state.value: standing.count(state) for state in State}),
        cells=[_cell_out(cell) for cell in standing.cells],
        attendees=[_attendee_out(person) for person in standing.people],
    )


def class_out(standing: Standing) -> ClassReadinessOut:
    facts = standing.facts
    return ClassReadinessOut(
        bootcamp_id=facts.bootcamp_id,
        name=facts.name,
        starts_at=facts.starts_at,
        timezone=facts.timezone,
        worst=standing.worst,
        red=standing.count(State.RED),
        amber=standing.count(State.AMBER),
        green=standing.count(State.GREEN),
        first_reason=standing.first_reason,
    )


def _attendee_out(person: Person) -> AttendeeReadinessOut:
    facts = person.facts
    return AttendeeReadinessOut(
        enrollment_id=facts.enrollment_id,
        purchase_id=facts.purchase_id,
        user_id=facts.user_id,
        name=facts.name,
        email=facts.email,
        is_handed_over=facts.is_handed_over,
        worst=person.worst,
        cells=[_cell_out(cell) for cell in person.cells],
    )


def _cell_out(cell: Cell) -> ReadinessCellOut:
    kind = cell.repair
    repair = CellRepairOut(kind=kind, label=LABELS[kind]) if kind is not None else None
    return ReadinessCellOut(key=cell.key, state=cell.state, words=cell.words, repair=repair)
