"""A cable between a phone and the server, which can be pulled: nothing gets through, and nobody is told."""

import selectors
import socket
import threading


class Cable:
    """Passes on what either side sends, until it is pulled; what was sent meanwhile comes when it is put back."""

    def __init__(self, port: int):
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.whole = threading.Event()
        self.whole.set()
        # The beginning of a request whose answer is held, that it has come by, and that the answer may.
        self.held = b""
        self.holding = threading.Event()
        self.released = threading.Event()
        self.ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        self.whole.clear()

    def put_back(self) -> None:
        self.whole.set()

    def hold(self, request: bytes) -> None:
        """Lets the next request that begins so through, and keeps its answer until it is released."""
        self.held = request

    def release(self) -> None:
        self.released.set()

    def close(self) -> None:
        self.whole.set()
        self.released.set()
        for end in [self.listener, *self.ends]:
            end.close()

    def _accept(self) -> None:
        try:
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.target)
                self.ends += [near, far]
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()
        except OSError:
            pass

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        holds = False
        try:
            with near, far, selectors.DefaultSelector() as selector:
                for end in other:
                    selector.register(end, selectors.EVENT_READ)
                while True:
                    for key, _ in selector.select():
                        self.whole.wait()
                        data = key.fileobj.recv(65536)
                        self.whole.wait()
                        if not data:
                            return
                        if key.fileobj is near and self.held and data.startswith(self.held):
                            self.held, holds = b"", True
                            self.holding.set()
                        elif key.fileobj is far and holds:
                            self.released.wait()
                        other[key.fileobj].sendall(data)
        except (OSError, ValueError):
            pass
