"""Signing out clears the browser's checkout cookies, because the next user may be someone else."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from frontrow.sales.buyers.visitors import CHECKOUT_COOKIE, INVITATION_COOKIE


class ForgetBuyerMiddleware:
    """Clears the checkout's cookies in the response of any request that signs a user out.

    The next user of the browser could otherwise see the purchase, the address and a live
    invitation.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Django replaces the lazy user by an AnonymousUser at sign-out. Checking the lazy user
        # instead would load the session of every visitor.
        if type(request.user) is AnonymousUser:
            for name in (CHECKOUT_COOKIE, INVITATION_COOKIE):
                if name in request.COOKIES:
                    response.delete_cookie(name, samesite="Lax")
        return response
