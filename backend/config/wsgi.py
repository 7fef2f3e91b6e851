"""The WSGI entry point that gunicorn loads."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import resolve

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
# The addresses and all the code behind them, or the first request would wait for it.
resolve("/healthz")
