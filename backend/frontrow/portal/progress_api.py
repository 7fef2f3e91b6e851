"""Endpoints of a student's progress, and the public check of a certificate."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import anyone, current_user, signed_in
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal import progress
from frontrow.portal.progress_schemas import CertificateOut, ProgressOut
from frontrow.sales.buyers.visitors import visitor_of

router = Router(tags=["progress"])

# A code has sixty random bits. The limit makes guessing hopeless.
CHECKS = LimitedBy(Limit(scope="certificate checks", count=60, per=timedelta(minutes=1)))
ISSUES = LimitedBy(Limit(scope="certificates", count=30, per=timedelta(minutes=1)))


@router.get("/user/bootcamps/{bootcamp_id}/progress", response=ProgressOut, auth=signed_in)
def get_progress(request: HttpRequest, bootcamp_id: int) -> ProgressOut:
    return progress.progress_of(user=current_user(request), bootcamp_id=bootcamp_id)


@router.post(
    "/user/bootcamps/{bootcamp_id}/certificate",
    response=CertificateOut,
    auth=signed_in,
    throttle=[ISSUES],
)
def issue_certificate(request: HttpRequest, bootcamp_id: int) -> CertificateOut:
    return progress.issue_certificate(user=current_user(request), bootcamp_id=bootcamp_id)


@router.get("/certificates/{code}/picture.png", auth=anyone, throttle=[CHECKS])
def draw_certificate(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse(
        progress.draw_certificate(code=code),
        content_type="image/png",
        # Cached only briefly, because a revoked certificate has no picture.
        headers={"Cache-Control": "public, max-age=300", "X-Robots-Tag": "noindex"},
    )


@router.get("/certificates/{code}", response=CertificateOut, auth=anyone, throttle=[CHECKS])
def verify_certificate(request: HttpRequest, response: HttpResponse, code: str) -> CertificateOut:
    # Public for people who have the code, but not for search engines.
    response.headers["X-Robots-Tag"] = "noindex"
    return progress.verify_certificate(code=code, reader=visitor_of(request).user)
