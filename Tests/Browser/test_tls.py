"""Over TLS everything is as it is without, and the cookie goes over nothing else."""

import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from steps import button, field, row, title
from test_signing_in import PASSWORD, sign_in


@pytest.fixture
def secure(make_server, tmp_path):
    """A server that speaks TLS, with a certificate made by itself."""
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=localhost"], check=True, capture_output=True)
    server = make_server()
    server.stop()
    server.set_password(PASSWORD)
    server.options = ["--tls-cert", str(certificate), "--tls-key", str(key)]
    return server.start()


def test_the_garden_over_tls(open_phone, secure):
    page = open_phone(secure, "/plants", ignore_https_errors=True)
    sign_in(page)
    title(page, "Plants")
    cookie = next(cookie for cookie in page.context.cookies() if cookie["name"] == "perennial")
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax"
    button(page, "Add Plant").first.click()
    field(page, "Genus").fill("Rosa")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", name="Rosa")).to_be_visible()
    # Rows come by the stream.
    page.goto("/plants")
    other = open_phone(secure, "/plants", ignore_https_errors=True)
    sign_in(other)
    button(other, "Add Plant").first.click()
    field(other, "Genus").fill("Aloe")
    other.get_by_role("button", name="Save").first.click()
    expect(row(page, "Aloe")).to_be_visible()


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_versions_that_are_given_up_are_not_spoken(secure, version):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection(("127.0.0.1", secure.port), timeout=5) as connection, pytest.raises(OSError):
        context.wrap_socket(connection)


def test_without_tls_nothing_is_said(secure):
    with pytest.raises(Exception):
        urllib.request.urlopen(secure.url.replace("https", "http") + "/plants", timeout=5)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(secure.url + "/plants", timeout=5, context=context)
    assert answer.value.code == 401
