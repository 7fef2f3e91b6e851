"""Admin endpoints for disputes."""

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.disputes import desk
from frontrow.backoffice.disputes.schemas import DisputeAnswerIn, DisputeEvidenceOut
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/disputes/{dispute_id}", response=DisputeEvidenceOut, auth=needs(Right.MONEY))
def get_dispute(request: HttpRequest, dispute_id: int) -> DisputeEvidenceOut:
    return desk.read_dispute(dispute_id=dispute_id)


# A file, so it isn't in the typed client: the browser opens the URL.
@router.get(
    "/admin/disputes/{dispute_id}/evidence.txt", auth=needs(Right.MONEY), include_in_schema=False
)
def download_dispute_evidence(request: HttpRequest, dispute_id: int) -> HttpResponse:
    name, text = desk.download_evidence(by=actor_of(request), dispute_id=dispute_id)
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.post(
    "/admin/disputes/{dispute_id}/evidence",
    response=DisputeEvidenceOut,
    auth=needs(Right.MONEY, recent=True),
)
def send_dispute_evidence(
    request: HttpRequest, dispute_id: int, payload: DisputeAnswerIn
) -> DisputeEvidenceOut:
    # Evidence sent to the bank can't be withdrawn.
    return desk.send_evidence(by=actor_of(request), dispute_id=dispute_id, note=payload.note)
