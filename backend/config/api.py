"""The whole API on one screen."""

from frontrow.accounts.admin_api import router as accounts_admin
from frontrow.accounts.api import router as accounts
from frontrow.accounts.profile_api import router as profile
from frontrow.backoffice.api import router as backoffice
from frontrow.backoffice.people_api import router as people
from frontrow.backoffice.statistics_api import router as statistics
from frontrow.catalogue.admin_api import router as catalogue_admin
from frontrow.catalogue.api import router as catalogue
from frontrow.core.routing import FrontrowAPI
from frontrow.messaging.api import router as messaging
from frontrow.sales.api import router as sales

api = FrontrowAPI(title="Frontrow", version="1.0")
api.add_router("", accounts)
api.add_router("", profile)
api.add_router("", accounts_admin)
api.add_router("", catalogue)
api.add_router("", catalogue_admin)
api.add_router("", messaging)
api.add_router("", sales)
api.add_router("", backoffice)
api.add_router("", people)
api.add_router("", statistics)
