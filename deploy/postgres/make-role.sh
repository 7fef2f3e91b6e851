#!/bin/sh
# Runs once, when the database's volume is empty: a role that owns one database and nothing else.
# The image's own superuser stays inside the container; no process of ours signs in as it.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    --set password="$(cat "${SECRETS:-/run/secrets}/DATABASE_PASSWORD")" <<'SQL'
CREATE ROLE frontrow LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE frontrow OWNER frontrow;
REVOKE CONNECT, TEMPORARY ON DATABASE frontrow FROM PUBLIC;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
SQL
