"""The readiness of a class: its cells, its attendees', the worst state and the main reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from frontrow.backoffice.readiness.attendee_cells import attendee_cells
from frontrow.backoffice.readiness.cells import ORDER, Cell, State, class_cells, worst_of
from frontrow.backoffice.readiness.facts import gather
from frontrow.backoffice.readiness.known import AttendeeFacts, ClassFacts
from frontrow.catalogue.models import Bootcamp, BootcampStatus
from frontrow.core.errors import NotFound

AHEAD = timedelta(days=7)


@dataclass(frozen=True, kw_only=True)
class Person:
    facts: AttendeeFacts
    cells: Sequence[Cell]

    @property
    def worst(self) -> State:
        return worst_of(self.cells)


@dataclass(frozen=True, kw_only=True)
class Standing:
    facts: ClassFacts
    cells: Sequence[Cell]
    # Those with the worst problems first.
    people: Sequence[Person]

    @property
    def worst(self) -> State:
        return worst_of(self.all_cells)

    @property
    def all_cells(self) -> list[Cell]:
        return [*self.cells, *(cell for person in self.people for cell in person.cells)]

    def count(self, state: State) -> int:
        return sum(cell.state == state for cell in self.all_cells)

    @property
    def first_reason(self) -> str:
        """Why it isn't green, in one line. The class's reasons precede an attendee's."""
        said = [*((cell, cell.words) for cell in self.cells), *self._said_of_people()]
        for state in (State.RED, State.AMBER):
            for cell, words in said:
                if cell.state == state:
                    return words
        return ""

    def _said_of_people(self) -> Iterator[tuple[Cell, str]]:
        for person in self.people:
            yield from ((cell, f"{person.facts.name}: {cell.words}") for cell in person.cells)


def look_at(*, bootcamp_id: int) -> Standing:
    found = gather(Bootcamp.objects.filter(pk=bootcamp_id))
    if not found:
        raise NotFound("Bootcamp not found")
    return standing_of(found[0])


def look_ahead(*, within: timedelta = AHEAD) -> list[Standing]:
    """Every class that begins soon or is under way, soonest first."""
    taking_place = Q(status=BootcampStatus.ACTIVE, published_at__isnull=False, canceled_at=None)
    soon = Bootcamp.objects.filter(taking_place, starts_at__lte=Now() + within, ends_at__gt=Now())
    return [standing_of(facts) for facts in gather(soon)]


def standing_of(facts: ClassFacts) -> Standing:
    people = [Person(facts=one, cells=attendee_cells(one, of=facts)) for one in facts.attendees]
    return Standing(
        facts=facts,
        cells=class_cells(facts),
        people=sorted(people, key=lambda one: (ORDER.index(one.worst), one.facts.name.casefold())),
    )
