"""Signing out takes along what a browser knows of its buyer: the next person there is another."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from frontrow.sales.buyers.visitors import CHECKOUT_COOKIE, INVITATION_COOKIE


class ForgetBuyerMiddleware:
    """Clears the checkout's cookies in the answer to whatever signed somebody out.

    The purchase, the address and a live invitation would be shown to whoever sits there next.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Django puts a plain nobody in place of the lazy user when it signs one out; looking at
        # the user itself would read the session of every visitor.
        if type(request.user) is AnonymousUser:
            for name in (CHECKOUT_COOKIE, INVITATION_COOKIE):
                if name in request.COOKIES:
                    response.delete_cookie(name, samesite="Lax")
        return response
