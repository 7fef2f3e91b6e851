"""Hands one text message to the provider. None is set up, so each is refused, and says so."""


class SmsRefused(Exception):
    """It will never be delivered; trying again would change nothing."""


def is_configured() -> bool:
    return False


def send(*, to: str, text: str) -> None:
    raise SmsRefused("Text messages are not set up.")
