"""`python -m standins.mail`: SMTP on one port, the inbox and its control on another."""

import argparse

from standins.mail.inbox import Inbox
from standins.mail.pages import Pages
from standins.mail.smtp import MailServer


def main() -> None:
    parser = argparse.ArgumentParser(description="A mail server with an inbox to look at.")
    parser.add_argument("--smtp-port", type=int, default=1025)
    parser.add_argument("--http-port", type=int, default=1080)
    ports = parser.parse_args()
    mail = MailServer(Inbox(), port=ports.smtp_port)
    mail.open()
    Pages(mail, port=ports.http_port).serve_forever()


if __name__ == "__main__":
    main()
