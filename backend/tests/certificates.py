"""A certificate authority of a test's own, for servers that must prove who they are."""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID


class Authority:
    def __init__(self, folder: Path) -> None:
        """Writes `ca.pem` there, and later each server's certificate and key beside it."""
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("Test authority")
        rights = x509.BasicConstraints(ca=True, path_length=0)
        made = _builder(self._name, self._name, self._key.public_key()).add_extension(
            rights, critical=True
        )
        _write(folder / "ca.pem", made.sign(self._key, hashes.SHA256()))

    def issue(self, name: str, address: str) -> None:
        """For a server that also calls others: `NAME.pem` and `NAME-key.pem`."""
        key = ec.generate_private_key(ec.SECP256R1())
        known_as = [x509.DNSName(name), *map(x509.IPAddress, _addresses(address))]
        uses = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
        made = (
            _builder(_name(name), self._name, key.public_key())
            .add_extension(x509.SubjectAlternativeName(known_as), critical=False)
            .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
        )
        _write(self._folder / f"{name}.pem", made.sign(self._key, hashes.SHA256()))
        file = self._folder / f"{name}-key.pem"
        file.touch(mode=0o600)
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )


def _addresses(address: str) -> list[IPv4Address]:
    return [IPv4Address(address), IPv4Address("127.0.0.1")]


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
    )


def _write(file: Path, certificate: x509.Certificate) -> None:
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
