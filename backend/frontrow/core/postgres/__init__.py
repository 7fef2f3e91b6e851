"""Django's PostgreSQL backend with connection timeouts. `ENGINE` in the settings names it."""
