"""Admin endpoints for the audit log: read, filter, export."""

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import AuditActOut, AuditListQuery, AuditPageOut, AuditQuery
from frontrow.backoffice.audit import log
from frontrow.core.clock import now
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/audit", response=AuditPageOut, auth=needs(Right.AUDIT))
def list_audit_log(request: HttpRequest, asked: Query[AuditListQuery]) -> AuditPageOut:
    return log.read_audit(asked)


@router.get("/admin/audit/acts", response=list[AuditActOut], auth=needs(Right.AUDIT))
def list_audit_acts(request: HttpRequest) -> list[AuditActOut]:
    return log.list_acts()


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get("/admin/audit/export", auth=needs(Right.AUDIT, recent=True), include_in_schema=False)
def export_audit_log(request: HttpRequest, asked: Query[AuditQuery]) -> StreamingHttpResponse:
    lines = log.export_audit(by=actor_of(request), asked=asked)
    return csv_file(lines, name=f"audit-{now():%Y-%m-%d}")
