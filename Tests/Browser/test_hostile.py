"""Requests that mean no good: each is refused with a 4xx, nothing is changed, and the program goes on."""

import json
import re
import resource
import socket
import time
import uuid
from html.parser import HTMLParser

import pytest

from garden_server import GardenServer

UNKNOWN = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
FORM = "Content-Type: application/x-www-form-urlencoded"


def exchange(server: GardenServer, request: bytes) -> tuple[int, str]:
    """Sends bytes as they are; answers with the status and the rest of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        try:
            connection.sendall(request)
        except OSError:
            # Refused before it was read to its end; the answer is there nevertheless.
            pass
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
    assert answer, request[:200]
    head, _, body = answer.decode(errors="replace").partition("\r\n\r\n")
    return int(head.split()[1]), body


def request(server: GardenServer, line: str | bytes, *headers: str, body: bytes = b"") -> tuple[int, str]:
    """Sends a request to the server's own name, whose connection ends with the answer."""
    line = line if isinstance(line, bytes) else line.encode()
    head = [f"Host: 127.0.0.1:{server.port}", "Connection: close", *headers]
    if body:
        head.append(f"Content-Length: {len(body)}")
    return exchange(server, line + b" HTTP/1.1\r\n" + "\r\n".join(head).encode() + b"\r\n\r\n" + body)


def own(server: GardenServer, path: str, body: bytes, *headers: str) -> tuple[int, str]:
    """Sends a form as a page of the site does."""
    token = b"form-token=" + server.form_token.encode()
    return request(
        server, f"POST {path}", FORM, f"Origin: {server.url}", *headers, body=token + b"&" + body if body else token)


def new_plant(genus: bytes = b"Intruder") -> bytes:
    return b"id=" + str(uuid.uuid4()).encode() + b"&species=&genus=" + genus


def holds(server: GardenServer) -> str:
    """What the garden holds, as its two screens show it."""
    return server.get("/plants") + server.get("/lists")


@pytest.fixture(scope="module")
def garden(tmp_path_factory):
    """One server for all of it: that it is still there is the point."""
    server = GardenServer(tmp_path_factory.mktemp("hostile") / "garden.sqlite").start()
    server.add_plant("Aloe", "vera")
    server.add_item(server.add_list("Groceries"), "Milk")
    yield server
    server.stop()


@pytest.fixture
def server(garden):
    """The server; afterwards it answers as before, and nothing was changed."""
    process = garden.process.pid
    before = holds(garden)
    yield garden
    assert garden.process.poll() is None and garden.process.pid == process
    after = holds(garden)
    assert after == before
    assert "Intruder" not in after and "Aloe vera" in after and "Groceries" in after


@pytest.mark.parametrize("size", [1024 * 1024 + 1, 12 * 1024 * 1024])
def test_an_oversized_body(server, size):
    assert own(server, "/plants", new_plant() + b"&note=" + b"x" * size)[0] == 413


def test_an_oversized_body_in_pieces(server):
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    line = f"POST /plants HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
    head = line + f"{FORM}\r\nOrigin: {server.url}\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert exchange(server, head.encode() + piece * 20 + b"0\r\n\r\n")[0] == 413


@pytest.mark.parametrize("body", [
    new_plant(b"%FF%FE"), new_plant(b"\xff\xfe"), new_plant(b"%C0%AF"), new_plant(b"%ED%A0%80"), new_plant(b"a%00b"),
    new_plant(b"%2"), b"%FF=1&" + new_plant(),
], ids=["escaped", "raw", "overlong", "surrogate", "nul", "cut-off", "in-a-field's-name"])
def test_bad_utf8_in_a_form(server, body):
    assert own(server, "/plants", body)[0] == 400


@pytest.mark.parametrize("path", [
    b"/plants/%FF%FE", b"/plants/\xff\xfe", b"/plants?q=%FF", b"/plants?q=%2", b"/lists/%C0%AE%C0%AE"])
def test_bad_utf8_in_an_address(server, path):
    assert request(server, b"GET " + path)[0] == 400


@pytest.mark.parametrize("path", [
    "/../../etc/passwd", "/assets/../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd",
    "/assets/....//etc/passwd", "/assets/..%5c..%5cetc%5cpasswd", "//etc/passwd", "/assets//etc/passwd",
    "/assets/perennial.css%00.js", "/assets/garden.sqlite", "/garden.sqlite", "/assets/", "/.git/config",
])
def test_path_traversal(server, path):
    status, body = request(server, f"GET {path}")
    assert status in (400, 404)
    assert "root:" not in body and "SQLite" not in body


FOREIGN = [
    ["Origin: http://evil.example"], ["Origin: null"], ["Origin: http://127.0.0.1:1"],
    ["Origin: http://127.0.0.1.evil.example"], ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"],
    ["Origin: http://evil.example", "Sec-Fetch-Site: same-origin"], [],
]


@pytest.mark.parametrize("headers", FOREIGN, ids=lambda headers: " & ".join(headers) or "no word of it")
def test_another_site_s_form(server, headers):
    assert request(server, "POST /plants", FORM, *headers, body=new_plant())[0] == 403
    assert request(server, f"POST /undo/{UNKNOWN}", FORM, *headers, body=b"a=b")[0] == 403


def test_another_site_s_form_that_says_it_is_ours(server):
    """Origin and Host are the same, but another name's: the address was bent to this machine."""
    head = f"POST /plants HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n{FORM}\r\n"
    body = new_plant()
    head += f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    assert exchange(server, head.encode() + body)[0] == 421
    assert exchange(server, b"GET /plants HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")[0] == 421


def test_another_site_s_form_in_a_browser(server, open_phone):
    """A page of another site sends its form here, as a person is led to click on it."""
    page = open_phone(server)
    page.route("http://evil.example/", lambda route: route.fulfill(
        content_type="text/html",
        body=f"""<form method=post action="{server.url}/plants"><input name=id value="{uuid.uuid4()}">
                 <input name=genus value=Intruder><button>Win a cactus</button></form>"""))
    page.goto("http://evil.example/")
    with page.expect_response(f"{server.url}/plants") as answer:
        page.get_by_role("button", name="Win a cactus").click()
    assert answer.value.status == 403


@pytest.mark.parametrize("path", [
    f"/plants/{UNKNOWN}", f"/plants/{UNKNOWN}/edit", f"/plants/{UNKNOWN}/sowings/new", f"/sowings/{UNKNOWN}",
    f"/lists/{UNKNOWN}", f"/lists/{UNKNOWN}/edit", f"/lists/{UNKNOWN}/items/new",
    f"/lists/{UNKNOWN}/items/{UNKNOWN}/edit", f"/plants/{UNKNOWN}/{UNKNOWN}", "/plants/1", "/plants/../plants",
    "/plants/'%20OR%201=1%20--", "/lists/%3Cscript%3E", "/nowhere",
])
def test_an_unknown_id(server, path):
    status, body = request(server, f"GET {path}")
    assert status in (400, 404)
    assert "<script>" not in body


@pytest.mark.parametrize("path, body", [
    (f"/plants/{UNKNOWN}", b"genus=Intruder&species="), (f"/plants/{UNKNOWN}/delete", b"sure=0"),
    (f"/plants/{UNKNOWN}/sowings", b"id=" + UNKNOWN.encode() + b"&plant=" + UNKNOWN.encode()),
    (f"/sowings/{UNKNOWN}", b"numberOfSeeds=1"), (f"/sowings/{UNKNOWN}/delete", b"a=b"),
    (f"/sowings/{UNKNOWN}/move", b"chosen=" + UNKNOWN.encode()), (f"/lists/{UNKNOWN}", b"name=Intruder"),
    (f"/lists/{UNKNOWN}/delete", b"a=b"), (f"/lists/{UNKNOWN}/items", b"id=" + UNKNOWN.encode() + b"&name=Intruder"),
    (f"/lists/{UNKNOWN}/items/{UNKNOWN}", b"name=Intruder"), (f"/lists/{UNKNOWN}/items/{UNKNOWN}/tick", b"done=1"),
    (f"/lists/{UNKNOWN}/items/{UNKNOWN}/delete", b"a=b"), (f"/undo/{UNKNOWN}", b"how=merge"),
])
def test_a_form_for_an_unknown_id(server, path, body):
    assert 400 <= own(server, path, body)[0] < 500
    assert 400 <= own(server, path.replace(UNKNOWN, "nothing"), body)[0] < 500


@pytest.mark.parametrize("path, body", [
    ("/plants", b""), ("/plants", b"genus=Intruder"), ("/plants", b"id=7&genus=Intruder"),
    ("/plants", b"id=%s&genus=" % UNKNOWN.encode() + b"x" * 201), ("/lists", b"id=&name=Intruder"),
    ("/lists", b"name=Intruder"),
])
def test_a_form_that_lacks_what_it_always_sends(server, path, body):
    assert 400 <= own(server, path, body)[0] < 500


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "TRACE", "OPTIONS", "BREW", "CONNECT", "get"])
@pytest.mark.parametrize("path", ["/plants", f"/plants/{UNKNOWN}", "/assets/perennial.css"])
def test_a_bad_method(server, method, path):
    assert request(server, f"{method} {path}", f"Origin: {server.url}")[0] == 405


def test_what_changes_something_does_not_take_get(server):
    """A link or a picture of another site can make a browser ask for any address."""
    plant = re.search(r"/plants/([0-9a-f-]{36})", server.get("/plants"))[1]
    groceries = re.search(r"/lists/([0-9a-f-]{36})", server.get("/lists"))[1]
    for path in [f"/plants/{plant}/delete?sure=0", f"/lists/{groceries}/delete", "/plants/samples",
                 f"/plants/{plant}?genus=Intruder", f"/lists?name=Intruder&id={UNKNOWN}"]:
        assert request(server, f"GET {path}")[0] < 500


@pytest.mark.parametrize("line", [
    "GET /plants", "GET /more", "GET /no/such/page", "GET /assets/perennial.css", "POST /plants", "BREW /plants"])
def test_every_answer_keeps_to_itself(server, line):
    """Nothing inline runs, nobody frames it, nobody guesses at its type, and its address is not passed on."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head = answer.decode(errors="replace").partition("\r\n\r\n")[0].lower()
    policy = re.search(r"content-security-policy: (.*)", head)[1]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    for field in ["x-content-type-options: nosniff", "x-frame-options: deny", "referrer-policy: same-origin",
                  "cross-origin-resource-policy: same-origin"]:
        assert field in head


def test_a_huge_header(server):
    assert request(server, "GET /plants", "Cookie: " + "x" * 60_000)[0] == 431
    assert request(server, "GET /plants", *(f"X-{number}: y" for number in range(5_000)))[0] == 431
    assert request(server, "GET /plants?q=" + "x" * 60_000)[0] == 414


def test_very_many_fields(server):
    many = b"&".join(b"f%d=1" % number for number in range(50_000))
    assert own(server, "/plants", new_plant() + b"&" + many)[0] == 400
    for count in [1_001, 2_000, 5_000]:
        assert request(server, "GET /plants?" + "&".join(["f=1"] * count))[0] == 400
    assert request(server, "GET /live?" + "&".join(["topic=plants"] * 500))[0] == 400


def test_a_form_of_another_kind(server):
    body = json.dumps({"id": str(uuid.uuid4()), "genus": "Intruder"}).encode()
    answer = request(server, "POST /plants", "Content-Type: application/json", f"Origin: {server.url}", body=body)
    assert answer[0] == 415


class Danger(HTMLParser):
    """Notes what would run: attributes, and scripts but the site's own."""

    def __init__(self):
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attributes):
        self.found += [name for name, _ in attributes if name.startswith("on")]
        if tag == "script" and not dict(attributes).get("src", "").startswith("/assets/"):
            self.found.append("script")


def test_what_was_asked_for_comes_back_as_text(server):
    attack = "%3Cscript%3Ealert(1)%3C/script%3E%22onload=%22alert(1)"
    for path in ["/plants?q=", "/live?topic=", "/", "/lists/", "/plants?undo="]:
        danger = Danger()
        danger.feed(request(server, f"GET {path}{attack}")[1])
        assert not danger.found, path


# --- Many connections ---------------------------------------------------------------------------------------

LIMIT = 1_024


@pytest.fixture
def many_files():
    """Lets this process have as many connections as the test needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = LIMIT + 400
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip("this process may not open enough files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


WHOLE = "GET /lists HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize("begun", ["", WHOLE[:30], WHOLE], ids=["silent", "half a head", "after an answer"])
def test_as_many_idle_connections_as_the_limit_allows(server, many_files, begun):
    idle = []
    try:
        for _ in range(LIMIT):
            idle.append(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            idle[-1].sendall(begun.encode())
        for _ in range(20):
            began = time.monotonic()
            assert "Aloe vera" in server.get("/plants")
            # At once: a connection that had to wait for its turn would wait for the idle ones to time out.
            assert time.monotonic() - began < 5
        assert server.process.poll() is None
    finally:
        for connection in idle:
            connection.close()


def test_phones_are_served_while_connections_idle(server, many_files, open_phone):
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(LIMIT)]
    try:
        phone = open_phone(server, "/plants")
        phone.get_by_role("link", name="Aloe vera").click()
        phone.get_by_role("heading", name="Aloe vera").wait_for()
    finally:
        for connection in idle:
            connection.close()
