"""Fixtures: the running program, and phones that look at it."""

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from garden_server import GardenServer

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # A name of this machine that is not loopback.
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP garden.home 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def make_server(tmp_path):
    """Starts servers; all are stopped at the end."""
    servers: list[GardenServer] = []

    def make(store: str = "garden.sqlite", **environment: str) -> GardenServer:
        servers.append(GardenServer(tmp_path / store, **environment).start())
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


@pytest.fixture
def server(make_server) -> GardenServer:
    return make_server()


@pytest.fixture
def open_phone(browser, request):
    """Opens pages, each in a browser of its own. A fault in the page's script fails the test."""
    contexts = []
    faults: list[str] = []

    def open_phone(server: GardenServer, path: str = "/", script: bool = True, **options) -> Page:
        options = {"locale": "en-US", "reduced_motion": "reduce", "service_workers": "block", **PHONE, **options}
        context = browser.new_context(base_url=server.url, java_script_enabled=script, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: "Content Security" in message.text and faults.append(message.text))
        page.goto(path)
        return page

    yield open_phone
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def phone(open_phone, server) -> Page:
    """A phone with the script running."""
    return open_phone(server)


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def either(request, open_phone, server) -> Page:
    """A phone with the script running, and one without."""
    return open_phone(server, script=request.param)
