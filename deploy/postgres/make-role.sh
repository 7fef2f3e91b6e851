#!/bin/sh
# Runs once, when the database's volume is empty: two roles for one database. migrate alone signs in as
# frontrow_owner, which owns the tables. All other processes sign in as frontrow, which reads and writes
# rows and changes no table, function or trigger: the audit log stays append-only for them.
# The image's own superuser stays inside the container; no process of ours signs in as it.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    --set password="$(cat "$secrets/DATABASE_PASSWORD")" \
    --set owner="$(cat "$secrets/MIGRATION_PASSWORD")" <<'SQL'
CREATE ROLE frontrow_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'owner';
CREATE ROLE frontrow LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE frontrow OWNER frontrow_owner;
REVOKE CONNECT, TEMPORARY ON DATABASE frontrow FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE frontrow TO frontrow;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
\connect frontrow
ALTER DEFAULT PRIVILEGES FOR ROLE frontrow_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO frontrow;
ALTER DEFAULT PRIVILEGES FOR ROLE frontrow_owner GRANT SELECT, UPDATE, USAGE ON SEQUENCES TO frontrow;
SQL
