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
export STORAGE_PORT=${STORAGE_PORT:-8012}
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

# Files meet the stand-in, with its keys, whatever .env says.
storage_stand_in() {
    export S3_ENDPOINT_URL=http://localhost:$STORAGE_PORT S3_REGION=us-east-1 S3_BUCKET=frontrow-files
    export S3_ACCESS_KEY_ID=standin S3_SECRET_ACCESS_KEY=standin-secret
}

# The stand-in, unless .env names another storage: an endpoint elsewhere, or AWS by a bucket alone.
files() {
    local elsewhere
    elsewhere=$(cd backend && setting "S3_BUCKET and 'localhost' not in Environment().S3_ENDPOINT_URL")
    if [ "$elsewhere" = True ]; then
        export FILES="in the bucket of .env"
        # honcho listens to the last --concurrency only.
        [ ${#PROCESSES[@]} -gt 0 ] || PROCESSES=(--concurrency web=1)
        PROCESSES[1]+=,storage=0
    else
        storage_stand_in
        export FILES=$S3_ENDPOINT_URL/_control/objects
    fi
}

database_ready() {
    local url
    url=$(cd backend && setting DATABASE_URL)
    psql "$url" -qc 'SELECT 1' >/dev/null 2>&1 || createdb --maintenance-db="${url%/*}/postgres" "${url##*/}"
    (cd backend && "$PYTHON" manage.py migrate --verbosity 0)
}
