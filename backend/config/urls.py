"""URL configuration: the API and the operator's endpoints."""

from django.urls import path

from config.api import api
from frontrow.accounts.provider_urls import urlpatterns as provider_urlpatterns
from frontrow.backoffice.statistics.shop_metrics import SHOP_NUMBERS, ViolationsCollector
from frontrow.core.error_answers import bad_request, not_found, permission_denied, server_error
from frontrow.core.health import healthz, readyz
from frontrow.core.metrics import NumbersCollector, metrics

shop = {"collectors": [NumbersCollector(SHOP_NUMBERS), ViolationsCollector()]}

urlpatterns = [
    *provider_urlpatterns,
    path("api/", api.urls),
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics, shop),
]

handler400 = bad_request
handler403 = permission_denied
handler404 = not_found
handler500 = server_error
