from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "frontrow.accounts"
