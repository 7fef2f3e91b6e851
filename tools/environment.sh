# Sourced by the tools: where things are, and settings that follow from the ports.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT=$PWD
RUN=${RUN_FOLDER:-$ROOT/.run}
PYTHON=$ROOT/.venv/bin/python
# PORT chooses the site's port; inside it is SITE_PORT, as honcho gives each process a PORT of its own.
export SITE_PORT=${PORT:-8000}
export WEB_PORT=${WEB_PORT:-$((SITE_PORT + 1))}
export PAGES_PORT=${PAGES_PORT:-$((SITE_PORT + 3))}
export SMTP_PORT=${SMTP_PORT:-1025}
export INBOX_PORT=${INBOX_PORT:-1080}
export IDENTITY_PORT=${IDENTITY_PORT:-8009}
export STRIPE_PORT=${STRIPE_PORT:-8010}
export ZOOM_PORT=${ZOOM_PORT:-8011}
export STORAGE_PORT=${STORAGE_PORT:-8012}
export TWILIO_PORT=${TWILIO_PORT:-8013}
# A production has no stand-ins and refuses their addresses; its backups come through here too.
if [ "${ENVIRONMENT:-$(sed -n 's/^ENVIRONMENT=//p' .env 2>/dev/null || true)}" = development ]; then
    export OPENID_SERVER_URL=${OPENID_SERVER_URL:-http://localhost:$IDENTITY_PORT}
    export GOOGLE_STAND_IN_URL=${GOOGLE_STAND_IN_URL:-http://localhost:$IDENTITY_PORT}
    export SMTP_URL=${SMTP_URL:-smtp://127.0.0.1:$SMTP_PORT}
fi
export PYTHONUNBUFFERED=1
# Compiled Python is kept: compiling Django anew costs every process seconds.
unset PYTHONDONTWRITEBYTECODE
mkdir -p "$RUN"

need_setup() {
    [ -x "$PYTHON" ] && [ -d frontend/node_modules ] && [ -f .env ] && return
    echo "Run \`make setup\` first." >&2
    exit 1
}

# Debian's packages by name, and none of their servers: the distribution would start each.
install_packages() {
    [ $# -gt 0 ] || return 0
    echo "Installing $*"
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq "$@" >/dev/null
}

# The setting as the application reads it: from the environment, else from .env.
setting() {
    "$PYTHON" -c "from config.environment import Environment; print(Environment().$1)"
}

# Vendors meet their stand-ins, with the stand-ins' keys, whatever .env says.
stripe_stand_in() {
    export STRIPE_STAND_IN_URL=http://localhost:$STRIPE_PORT
    export STRIPE_SECRET_KEY=sk_test_standin STRIPE_PUBLISHABLE_KEY=pk_test_standin
    export STRIPE_WEBHOOK_SECRET=whsec_standin
}
zoom_stand_in() {
    export ZOOM_STAND_IN_URL=http://localhost:$ZOOM_PORT ZOOM_HOST=me
    export ZOOM_ACCOUNT_ID=standin-account ZOOM_CLIENT_ID=standin-client
    export ZOOM_CLIENT_SECRET=standin-secret ZOOM_WEBHOOK_SECRET=standin-webhooks
}
storage_stand_in() {
    export S3_ENDPOINT_URL=http://localhost:$STORAGE_PORT S3_REGION=us-east-1 S3_BUCKET=frontrow-files
    export S3_ACCESS_KEY_ID=standin S3_SECRET_ACCESS_KEY=standin-secret
}
twilio_stand_in() {
    export TWILIO_STAND_IN_URL=http://localhost:$TWILIO_PORT TWILIO_FROM=+15005550006
    export TWILIO_ACCOUNT_SID=AC55555555555555555555555555555555 TWILIO_AUTH_TOKEN=standin-twilio-token
}

# The stand-in of each vendor, unless .env has keys for the vendor itself; PROCESSES leaves out those
# that are not needed.
stand_ins() {
    local real off=web=1
    real=$(cd backend && "$PYTHON" -c "
from config.environment import Environment
env = Environment()
print('stripe' if env.STRIPE_SECRET_KEY.get_secret_value() and not env.STRIPE_STAND_IN_URL else '')
print('zoom' if env.has_zoom and not env.ZOOM_STAND_IN_URL else '')
print('storage' if env.S3_BUCKET and 'localhost' not in env.S3_ENDPOINT_URL else '')
print('twilio' if env.TWILIO_ACCOUNT_SID and not env.TWILIO_STAND_IN_URL else '')")
    export PAYMENTS=https://dashboard.stripe.com/test FILES="in the bucket of .env"
    for vendor in stripe zoom storage twilio; do
        if grep -qx "$vendor" <<<"$real"; then
            off+=,$vendor=0
        else
            "${vendor}_stand_in"
        fi
    done
    grep -qx stripe <<<"$real" || PAYMENTS=$STRIPE_STAND_IN_URL/_control/ledger
    grep -qx storage <<<"$real" || FILES=$S3_ENDPOINT_URL/_control/objects
    PROCESSES=(--concurrency "$off")
}

# An address may name several hosts and end in options: only libpq's own reader takes it apart.
of_database() {
    (cd "$ROOT/backend" && "$PYTHON" -c "
from config import database, environment
print(database.$1(environment.Environment()))")
}
maintenance_address() { of_database maintenance_address; }
database_name() { of_database database_name; }

database_ready() {
    psql "$(cd backend && setting DATABASE_URL)" -qc 'SELECT 1' >/dev/null 2>&1 ||
        createdb --maintenance-db="$(maintenance_address)" "$(database_name)"
    (cd backend && "$PYTHON" manage.py migrate --verbosity 0)
}
