# Sourced after environment.sh: writes nginx's configuration for $SITE_PORT and names its folder.
# With STRIPE_SCRIPT_ORIGIN pages load the stand-in's Stripe.js from there, and their policy allows it.
export NGINX_DIR=$RUN/nginx-$SITE_PORT
# Pages cached for an earlier build would carry scripts that the new policy refuses.
rm -rf "$NGINX_DIR/tmp"
mkdir -p "$NGINX_DIR/tmp"
headers=$ROOT/frontend/dist-meta/security-headers.conf
fill() {
    sed -e "s#@PORT@#$SITE_PORT#; s#@WEB_PORT@#$WEB_PORT#; s#@DIST@#$ROOT/frontend/dist#" \
        -e "s#@PAGES_PORT@#$PAGES_PORT#; s#@HEADERS@#$headers#" \
        -e "s#@SITE_CONF@#$NGINX_DIR/site.conf#; s#@HTTP_CONF@#$ROOT/deploy/nginx/http.conf#" \
        -e "s#@STRIPE@#${STRIPE_SCRIPT_ORIGIN:-}#" "$1"
}
rm -f "$NGINX_DIR/stand-in.conf"
if [ -n "${STRIPE_SCRIPT_ORIGIN:-}" ]; then
    allowed=$NGINX_DIR/security-headers.conf
    sed "/Content-Security-Policy/s#https://\(js\|api\)\.stripe\.com#& $STRIPE_SCRIPT_ORIGIN#g" "$headers" >"$allowed"
    headers=$allowed
    fill deploy/nginx/stand-in.conf >"$NGINX_DIR/stand-in.conf"
fi
fill deploy/nginx/site.conf >"$NGINX_DIR/site.conf"
fill deploy/nginx/local.conf.template >"$NGINX_DIR/nginx.conf"
