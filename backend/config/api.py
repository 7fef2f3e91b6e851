"""The API: every router, mounted in one place."""

from frontrow.accounts.admin_api import router as accounts_admin
from frontrow.accounts.api import router as accounts
from frontrow.accounts.profile_api import router as profile
from frontrow.backoffice.audit.api import router as audit
from frontrow.backoffice.before_class.api import router as class_questions
from frontrow.backoffice.bootcamps.api import router as bootcamps
from frontrow.backoffice.bulk.api import router as bulk_acts
from frontrow.backoffice.class_changes.api import router as class_changes
from frontrow.backoffice.classroom.api import router as classroom
from frontrow.backoffice.disputes.api import router as disputes
from frontrow.backoffice.feedback.api import router as feedback_desk
from frontrow.backoffice.messages.api import router as messages
from frontrow.backoffice.notes.api import router as notes
from frontrow.backoffice.people.api import router as people
from frontrow.backoffice.people.record_api import router as records
from frontrow.backoffice.prices.api import router as prices
from frontrow.backoffice.purchases.api import router as purchases
from frontrow.backoffice.readiness.api import router as readiness
from frontrow.backoffice.reconciliation.api import router as reconciliation
from frontrow.backoffice.search.api import router as searching
from frontrow.backoffice.seat_changes.api import router as seat_changes
from frontrow.backoffice.statistics.api import router as statistics
from frontrow.backoffice.waiting_lists.api import router as waiting_lists
from frontrow.catalogue.admin_api import router as catalogue_admin
from frontrow.catalogue.api import router as catalogue
from frontrow.coaching.admin_api import router as coaching_admin
from frontrow.coaching.api import router as coaching
from frontrow.coaching.coach_api import router as coach_desk
from frontrow.core.routing import FrontrowAPI
from frontrow.messaging.admin_api import router as messaging_admin
from frontrow.messaging.api import router as messaging
from frontrow.messaging.mail_events_api import router as mail_events
from frontrow.messaging.text_api import router as texts
from frontrow.messaging.unsubscribe_api import router as unsubscribing
from frontrow.portal.api import router as portal
from frontrow.portal.before_class_api import router as before_class
from frontrow.portal.billing_api import router as billing
from frontrow.portal.privacy_api import router as privacy
from frontrow.portal.progress_api import router as progress
from frontrow.portal.seat_api import router as seats
from frontrow.sales.api import router as sales
from frontrow.sales.class_changes.api import router as class_choices
from frontrow.sales.feedback.api import router as feedback
from frontrow.sales.free_seats.api import router as free_seats
from frontrow.sales.waiting.api import router as waiting

api = FrontrowAPI(title="Frontrow", version="1.0")
api.add_router("", accounts)
api.add_router("", profile)
api.add_router("", accounts_admin)
api.add_router("", catalogue)
api.add_router("", catalogue_admin)
api.add_router("", messaging)
api.add_router("", texts)
api.add_router("", mail_events)
api.add_router("", unsubscribing)
api.add_router("", coaching)
api.add_router("", coaching_admin)
api.add_router("", coach_desk)
api.add_router("", messaging_admin)
api.add_router("", sales)
api.add_router("", waiting)
api.add_router("", free_seats)
api.add_router("", class_choices)
api.add_router("", feedback)
api.add_router("", portal)
api.add_router("", before_class)
api.add_router("", billing)
api.add_router("", progress)
api.add_router("", seats)
api.add_router("", privacy)
api.add_router("", bootcamps)
api.add_router("", class_questions)
api.add_router("", purchases)
api.add_router("", prices)
api.add_router("", reconciliation)
api.add_router("", disputes)
api.add_router("", people)
api.add_router("", records)
api.add_router("", notes)
api.add_router("", audit)
api.add_router("", messages)
api.add_router("", statistics)
api.add_router("", searching)
api.add_router("", seat_changes)
api.add_router("", waiting_lists)
api.add_router("", class_changes)
api.add_router("", classroom)
api.add_router("", readiness)
api.add_router("", feedback_desk)
api.add_router("", bulk_acts)
