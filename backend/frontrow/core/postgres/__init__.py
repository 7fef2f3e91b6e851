"""Django's PostgreSQL backend with connections that give up; named by `ENGINE` in the settings."""
