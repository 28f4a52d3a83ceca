"""The app on a home screen: what a browser needs for that is there, and it starts in the app."""

import json
import struct
import urllib.request

from playwright.sync_api import expect

from steps import title


def fetch(server, path: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(server.url + path) as answer:
        return answer.headers["Content-Type"], answer.read()


def test_the_browser_reads_the_manifest_and_finds_no_fault(open_phone, server):
    page = open_phone(server, "/plants")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].startswith(server.url + "/assets/manifest.webmanifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Perennial"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' windows are private ones, which install nothing.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_what_the_manifest_names_is_there(open_phone, server):
    kind, body = fetch(server, "/assets/manifest.webmanifest")
    assert kind == "application/manifest+json"
    manifest = json.loads(body)
    for icon in manifest["icons"]:
        kind, body = fetch(server, icon["src"])
        assert kind == icon["type"]
        if kind == "image/png":
            width, height = struct.unpack(">II", body[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    for path in [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        page = open_phone(server, path)
        expect(page.locator("main")).to_be_visible()


def test_a_phone_that_is_not_signed_in_can_put_it_on_its_home_screen(open_phone, server):
    server.set_password("correct horse battery")
    page = open_phone(server, "/")
    title(page, "Perennial")
    expect(page.get_by_label("Password")).to_be_visible()
    links = page.eval_on_selector_all(
        "link[rel=manifest], link[rel=apple-touch-icon]", "links => links.map(link => link.getAttribute('href'))"
    )
    assert len(links) == 2
    for link in links:
        fetch(server, link)
