# Sourced by the tools: where things are, and settings that follow from the ports.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT=$PWD
RUN=$ROOT/.run
PYTHON=$ROOT/.venv/bin/python
# PORT chooses the site's port; inside it is SITE_PORT, as honcho gives each process a PORT of its own.
export SITE_PORT=${PORT:-8000}
export WEB_PORT=${WEB_PORT:-$((SITE_PORT + 1))}
export SMTP_PORT=${SMTP_PORT:-1025}
export INBOX_PORT=${INBOX_PORT:-1080}
export IDENTITY_PORT=${IDENTITY_PORT:-8009}
export STRIPE_PORT=${STRIPE_PORT:-8010}
export ZOOM_PORT=${ZOOM_PORT:-8011}
export OPENID_SERVER_URL=${OPENID_SERVER_URL:-http://localhost:$IDENTITY_PORT}
export GOOGLE_STAND_IN_URL=${GOOGLE_STAND_IN_URL:-http://localhost:$IDENTITY_PORT}
export SMTP_URL=${SMTP_URL:-smtp://127.0.0.1:$SMTP_PORT}
export PYTHONUNBUFFERED=1
mkdir -p "$RUN"

need_setup() {
    [ -x "$PYTHON" ] && [ -d frontend/node_modules ] && [ -f .env ] && return
    echo "Run \`make setup\` first." >&2
    exit 1
}

# The setting as the application reads it: from the environment, else from .env.
setting() {
    "$PYTHON" -c "from config.environment import Environment; print(Environment().$1)"
}

# Payments meet the stand-in, with its keys, whatever .env says.
stripe_stand_in() {
    export STRIPE_STAND_IN_URL=http://localhost:$STRIPE_PORT
    export STRIPE_SECRET_KEY=sk_test_standin STRIPE_PUBLISHABLE_KEY=pk_test_standin
    export STRIPE_WEBHOOK_SECRET=whsec_standin
}

# The stand-in, unless there are keys and no STRIPE_STAND_IN_URL: those are meant for Stripe itself.
payments() {
    local keys
    keys=$(cd backend && setting "STRIPE_SECRET_KEY.get_secret_value() and not Environment().STRIPE_STAND_IN_URL")
    if [ "$keys" = True ]; then
        export PAYMENTS=https://dashboard.stripe.com/test
        PROCESSES=(--concurrency stripe=0)
    else
        stripe_stand_in
        export PAYMENTS=$STRIPE_STAND_IN_URL/_control/ledger
        PROCESSES=()
    fi
}

# Meetings likewise.
zoom_stand_in() {
    export ZOOM_STAND_IN_URL=http://localhost:$ZOOM_PORT ZOOM_HOST=me
    export ZOOM_ACCOUNT_ID=standin-account ZOOM_CLIENT_ID=standin-client
    export ZOOM_CLIENT_SECRET=standin-secret ZOOM_WEBHOOK_SECRET=standin-webhooks
}

# The stand-in, unless there is an account and no ZOOM_STAND_IN_URL: that is meant for Zoom itself.
meetings() {
    local account
    account=$(cd backend && setting "has_zoom and not Environment().ZOOM_STAND_IN_URL")
    if [ "$account" = True ]; then
        # Honcho hears only the last of several such options.
        PROCESSES=(--concurrency "${PROCESSES[1]:+${PROCESSES[1]},}zoom=0")
    else
        zoom_stand_in
    fi
}

database_ready() {
    local url
    url=$(cd backend && setting DATABASE_URL)
    psql "$url" -qc 'SELECT 1' >/dev/null 2>&1 || createdb --maintenance-db="${url%/*}/postgres" "${url##*/}"
    (cd backend && "$PYTHON" manage.py migrate --verbosity 0)
}
