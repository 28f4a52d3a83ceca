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
        self.ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        self.whole.clear()

    def put_back(self) -> None:
        self.whole.set()

    def close(self) -> None:
        self.whole.set()
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
                        other[key.fileobj].sendall(data)
        except (OSError, ValueError):
            pass
