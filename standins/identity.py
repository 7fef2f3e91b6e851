"""An OpenID Connect provider: asks who you want to be, and is strict about the protocol.

It serves as "the identity provider" and, with the same answers, as Google. Codes work once, for
the client, address and PKCE verifier they were made for. `POST /control {"answer": NAME}` makes
the next token answer a forged one, for tests.
"""

import argparse
import base64
import hashlib
import html
import json
import secrets
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT_ID = "frontrow"
CLIENT_SECRET = "stand-in"  # noqa: S105
CODE_LASTS_SECONDS = 60
LOOPBACK = {"localhost", "127.0.0.1"}

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stand-in ID</title>
<meta name="viewport" content="width=device-width"><style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ margin: 3rem auto; max-width: 24rem; padding: 0 1.25rem }}
label {{ display: block; margin: .75rem 0 .25rem }}
input, select, button {{ font: inherit; width: 100%; padding: .6rem; box-sizing: border-box }}
button {{ margin-top: 1rem }}
</style></head><body>{body}</body></html>"""

FORM = """<h1>Who are you?</h1><p>This stands in for a real identity provider.</p>
<form method="post" action="/authorize">{hidden}
<label for="email">E-mail</label><input id="email" name="email" value="ada@example.test">
<label for="name">Name</label><input id="name" name="name" value="Ada Lovelace">
<label for="sub">Their id for you</label><input id="sub" name="sub" placeholder="from the e-mail">
<label for="verified">They vouch for the address</label>
<select id="verified" name="verified"><option value="true">yes</option>
<option value="false">no</option><option value="text-false">the word "false"</option>
<option value="text-true">the word "true"</option><option value="missing">say nothing</option>
</select>
<label for="hd">Organization's domain (Google)</label><input id="hd" name="hd">
<label for="preferred_username">Suggested username</label>
<input id="preferred_username" name="preferred_username">
<button name="decision" value="allow">Continue</button>
<button name="decision" value="deny">Cancel</button></form>"""

VERIFIED: dict[str, Any] = {
    "true": True,
    "false": False,
    "text-true": "true",
    "text-false": "false",
}


@dataclass
class Grant:
    client_id: str
    redirect_uri: str
    challenge: str
    nonce: str
    claims: dict[str, Any]
    made_at: float = field(default_factory=time.time)


class Provider:
    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.other_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.grants: dict[str, Grant] = {}
        self.access: dict[str, dict[str, Any]] = {}
        self.next_answer = ""

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
        }

    def jwks(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [public | {"kid": "stand-in", "use": "sig", "alg": "RS256"}]}

    def refuse_request(self, query: dict[str, str]) -> str:
        """Why this authorization request is no good, or nothing."""
        if query.get("client_id") != CLIENT_ID:
            return "unknown client"
        if urlsplit(query.get("redirect_uri", "")).hostname not in LOOPBACK:
            return "redirect_uri is not registered"
        if query.get("response_type") != "code":
            return "only the code flow is offered"
        if "openid" not in query.get("scope", "").split():
            return "scope must hold openid"
        if not query.get("state"):
            return "state is missing"
        if query.get("code_challenge_method") != "S256" or not query.get("code_challenge"):
            return "PKCE with S256 is required"
        return ""

    def grant(self, form: dict[str, str]) -> str:
        given, _, family = form.get("name", "").partition(" ")
        email = form["email"]
        subject = form.get("sub") or hashlib.sha256(email.encode()).hexdigest()[:20]
        claims: dict[str, Any] = {
            "sub": subject,
            "email": email,
            "name": form.get("name", ""),
            "given_name": given,
            "family_name": family,
        }
        if form.get("verified") in VERIFIED:
            claims["email_verified"] = VERIFIED[form["verified"]]
        for name in ("hd", "preferred_username"):
            if form.get(name):
                claims[name] = form[name]
        code = secrets.token_urlsafe(24)
        self.grants[code] = Grant(
            client_id=form["client_id"],
            redirect_uri=form["redirect_uri"],
            challenge=form["code_challenge"],
            nonce=form.get("nonce", ""),
            claims=claims,
        )
        return code

    def exchange(self, form: dict[str, str], client: tuple[str, str]) -> tuple[int, dict[str, Any]]:
        if client != (CLIENT_ID, CLIENT_SECRET):
            return 401, {"error": "invalid_client"}
        if form.get("grant_type") != "authorization_code":
            return 400, {"error": "unsupported_grant_type"}
        grant = self.grants.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        verifier = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            grant is None
            or time.time() - grant.made_at > CODE_LASTS_SECONDS
            or grant.redirect_uri != form.get("redirect_uri")
            or grant.challenge != verifier
        ):
            return 400, {"error": "invalid_grant"}
        answer, self.next_answer = self.next_answer, ""
        if answer == "server_error":
            return 500, {"error": "server_error"}
        access = secrets.token_urlsafe(24)
        self.access[access] = grant.claims
        return 200, {
            "access_token": access,
            "token_type": "Bearer",
            "expires_in": 3600,
            "id_token": self._id_token(grant, answer),
        }

    def _id_token(self, grant: Grant, forged: str) -> str:
        now = int(time.time())
        claims = grant.claims | {
            "iss": self.issuer,
            "aud": grant.client_id,
            "iat": now,
            "exp": now + 300,
        }
        if grant.nonce:
            claims["nonce"] = grant.nonce
        lies: dict[str, dict[str, Any]] = {
            "wrong_issuer": {"iss": "https://evil.example"},
            "wrong_audience": {"aud": "somebody-else"},
            "expired": {"iat": now - 7200, "exp": now - 3600},
        }
        claims |= lies.get(forged, {})
        if forged == "not_a_token":
            return "not.a.token"
        key = self.other_key if forged == "wrong_key" else self.key
        return jwt.encode(claims, key, algorithm="RS256", headers={"kid": "stand-in"})


def handler_for(provider: Provider) -> type[BaseHTTPRequestHandler]:  # noqa: C901
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = _flat(parts.query)
            if parts.path == "/.well-known/openid-configuration":
                self._json(200, provider.configuration())
            elif parts.path == "/jwks":
                self._json(200, provider.jwks())
            elif parts.path == "/userinfo":
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                known = provider.access.get(token)
                self._json(200 if known else 401, known or {"error": "invalid_token"})
            elif parts.path == "/authorize":
                self._ask(query)
            else:
                self._json(404, {"error": "not_found"})

        def _ask(self, query: dict[str, str]) -> None:
            refusal = provider.refuse_request(query)
            if refusal:
                self._send(400, PAGE.format(body=f"<h1>Refused</h1><p>{refusal}</p>"), "text/html")
                return
            hidden = "".join(
                f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
                for name, value in query.items()
            )
            self._send(200, PAGE.format(body=FORM.format(hidden=hidden)), "text/html")

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
            if self.path == "/control":
                provider.next_answer = json.loads(raw)["answer"]
                self._json(200, {})
            elif self.path == "/token":
                form = _flat(raw)
                self._json(*provider.exchange(form, self._client(form)))
            elif self.path == "/authorize":
                self._decide(_flat(raw))
            else:
                self._json(404, {"error": "not_found"})

        def _decide(self, form: dict[str, str]) -> None:
            if provider.refuse_request(form):
                self._json(400, {"error": "invalid_request"})
                return
            answer = {"state": form["state"]}
            if form.get("decision") == "allow":
                answer["code"] = provider.grant(form)
            else:
                answer["error"] = "access_denied"
            self.send_response(302)
            self.send_header("Location", f"{form['redirect_uri']}?{urlencode(answer)}")
            self.end_headers()

        def _client(self, form: dict[str, str]) -> tuple[str, str]:
            scheme, _, value = self.headers.get("Authorization", "").partition(" ")
            if scheme == "Basic":
                name, _, secret = base64.b64decode(value).decode().partition(":")
                return name, secret
            return form.get("client_id", ""), form.get("client_secret", "")

        def _json(self, status: int, body: dict[str, Any]) -> None:
            self._send(status, json.dumps(body), "application/json")

        def _send(self, status: int, body: str, kind: str) -> None:
            raw = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Quiet."""

    return Handler


def _flat(encoded: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(encoded, keep_blank_values=True).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="A strict OpenID Connect provider to try against.")
    parser.add_argument("--port", type=int, default=8009)
    port = parser.parse_args().port
    provider = Provider(f"http://localhost:{port}")
    ThreadingHTTPServer(("127.0.0.1", port), handler_for(provider)).serve_forever()


if __name__ == "__main__":
    main()
