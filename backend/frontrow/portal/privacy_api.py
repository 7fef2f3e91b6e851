"""Endpoints to export and delete one's personal data."""

from datetime import timedelta

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import acting_user, oneself, signed_in
from frontrow.accounts.reauthentication import require_recent_sign_in
from frontrow.accounts.schemas import MessageOut
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal.account_deletion import delete_own_account
from frontrow.portal.data_export import export_of
from frontrow.portal.privacy_schemas import DeleteAccountIn

router = Router(tags=["privacy"])

EXPORTS = LimitedBy(Limit(scope="exports", count=10, per=timedelta(hours=1)))
DELETIONS = LimitedBy(Limit(scope="deletions", count=10, per=timedelta(hours=1)))


@router.get("/user/export", response={200: dict[str, object]}, auth=signed_in, throttle=[EXPORTS])
def export_data(request: HttpRequest) -> HttpResponse:
    require_recent_sign_in(request)
    return JsonResponse(
        export_of(by=actor_of(request), user=acting_user(request)),
        encoder=DjangoJSONEncoder,
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={
            "Content-Disposition": 'attachment; filename="my-data.json"',
            "Cache-Control": "no-store",
        },
    )


@router.post("/user/delete-account", response=MessageOut, auth=oneself, throttle=[DELETIONS])
def delete_account(request: HttpRequest, payload: DeleteAccountIn) -> MessageOut:
    require_recent_sign_in(request)
    delete_own_account(
        request=request, user=acting_user(request), confirmation=payload.confirmation
    )
    return MessageOut(message="Your account is deleted.")
