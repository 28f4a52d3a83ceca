"""A browser as far as the server sees one: connections that stay open, pages, forms, and streams."""

import re
import selectors
import socket
import time
import urllib.parse
from collections.abc import Iterable
from html.parser import HTMLParser


class Answer:
    """What the server said, and when all of it was here."""

    def __init__(self, status: int, body: bytes, at: float):
        self.status = status
        self.body = body
        self.at = at


class Connection:
    """One connection that stays open, asked one thing at a time."""

    def __init__(self, port: int):
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()
        self._head_end = -1
        self._size = 0
        self._form_token: str | None = None

    def send(self, path: str, form: dict[str, str] | None = None) -> None:
        """Asks for a page, or sends a form as a page of this site does."""
        head = f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        body = ""
        if form is not None:
            body = urllib.parse.urlencode({"form-token": self.form_token} | form)
            head += (
                f"Origin: http://127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
            )
        self.socket.sendall((head + "\r\n" + body).encode())

    @property
    def form_token(self) -> str:
        """What each form of the site carries; it is taken from a page, once."""
        if self._form_token is None:
            found = re.search('<meta name="form-token" content="([^"]+)"', self.page("/lists"))
            if not found:
                raise SystemExit("/lists has no form token.")
            self._form_token = found[1]
        return self._form_token

    def receive(self) -> Answer | None:
        """Takes what has come; gives the answer once it is whole."""
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise SystemExit("The server closed a connection.")
        self._received += piece
        if self._head_end < 0:
            self._head_end = self._received.find(b"\r\n\r\n")
            if self._head_end < 0:
                return None
            head = bytes(self._received[: self._head_end]).lower()
            self._size = self._head_end + 4 + int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        if len(self._received) < self._size:
            return None
        at = time.perf_counter()
        answer = Answer(int(self._received[9:12]), bytes(self._received[self._head_end + 4 : self._size]), at)
        self._received.clear()
        self._head_end = -1
        return answer

    def ask(self, path: str, form: dict[str, str] | None = None) -> Answer:
        """Sends and waits for the answer."""
        self.send(path, form)
        while True:
            if answer := self.receive():
                return answer

    def page(self, path: str) -> str:
        answer = self.ask(path)
        if answer.status != 200:
            raise SystemExit(f"{path} answers {answer.status}.")
        return answer.body.decode()

    def save(self, path: str, form: dict[str, str]) -> None:
        """Sends a form that has to be accepted, which the server says by sending the browser on."""
        require_saved(path, self.ask(path, form))

    def close(self) -> None:
        self.socket.close()


class Stream:
    """The events of a page that stays open."""

    def __init__(self, port: int, topics: list[str], position: str):
        query = urllib.parse.urlencode([pair for topic in topics for pair in (("topic", topic), ("since", position))])
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(f"GET /live?{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.topics = len(topics)
        self.is_open = False
        self._received = b""

    def receive(self) -> int:
        """Takes what has come: gives the number of messages in it."""
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise SystemExit("The server closed a stream.")
        self._received += piece
        if not self.is_open:
            if b"retry:" not in self._received:
                return 0
            if not self._received.startswith(b"HTTP/1.1 200"):
                raise SystemExit("The server does not hold a stream.")
            self.is_open = True
        if b'"reset":true' in self._received:
            raise SystemExit("The server asks for the page again.")
        # A message is one object of JSON and an empty line.
        messages = self._received.count(b"}\n\n")
        self._received = self._received[-2:]
        return messages

    def close(self) -> None:
        self.socket.close()


class Form(HTMLParser):
    """The fields of a page's form with a given id, as a browser would send them back."""

    def __init__(self, page: str, form: str):
        super().__init__()
        self.fields: dict[str, str] = {}
        self._form = form
        self._is_inside = False
        self._text: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag == "form":
            self._is_inside = values.get("id") == self._form
        elif self._is_inside and tag == "input":
            self.fields[values["name"]] = values.get("value") or ""
        elif self._is_inside and tag == "textarea":
            self._text = values["name"]
            self.fields[self._text] = ""

    def handle_data(self, data: str) -> None:
        if self._text:
            # A parser drops the newline that comes first.
            self.fields[self._text] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        elif tag == "textarea":
            self._text = None


def require_saved(path: str, answer: Answer) -> None:
    if answer.status != 303:
        raise SystemExit(f"The form of {path} is answered with {answer.status}.")


def save_all(port: int, forms: Iterable[tuple[str, dict[str, str]]], connections: int) -> None:
    """Sends forms over several connections, each as soon as one is free."""
    rest = iter(forms)
    under_way: dict[Connection, str] = {}
    with selectors.DefaultSelector() as selector:

        def send_next(connection: Connection) -> None:
            path, form = next(rest, (None, None))
            if path is None:
                selector.unregister(connection.socket)
                connection.close()
            else:
                under_way[connection] = path
                connection.send(path, form)

        for _ in range(connections):
            connection = Connection(port)
            selector.register(connection.socket, selectors.EVENT_READ, connection)
            send_next(connection)
        while under_way:
            for key, _ in selector.select():
                if answer := key.data.receive():
                    require_saved(under_way.pop(key.data), answer)
                    send_next(key.data)
