"""The house: how fast devices sign in, and what those that are signed in cost."""

import argparse
import http.client
import socket
import subprocess
import threading
import time
import urllib.parse
from pathlib import Path

from garden import Garden
from program import Program
from report import Report, median, percentile

PASSWORD = "a password to measure with"
DEVICES = 50
ROUNDS = 20


class Device:
    """A browser that signs in."""

    def __init__(self, port: int):
        self.port = port
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._cookie = ""

    def sign_in(self) -> float:
        """Gives the seconds it took from sending the password."""
        began = time.perf_counter()
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request("POST", "/sign-in", urllib.parse.urlencode({"password": PASSWORD}), headers)
        answer = self._connection.getresponse()
        answer.read()
        seconds = time.perf_counter() - began
        cookie = answer.getheader("Set-Cookie")
        if answer.status != 303 or not cookie:
            raise SystemExit(f"Signing in is answered with {answer.status}.")
        self._cookie = cookie.split(";")[0]
        return seconds

    def page(self, path: str) -> str:
        self._connection.request("GET", path, headers={"Cookie": self._cookie} if self._cookie else {})
        answer = self._connection.getresponse()
        body = answer.read().decode()
        if answer.status != 200:
            raise SystemExit(f"{path} is answered with {answer.status}.")
        return body

    def hold_open(self) -> socket.socket:
        """Has the screen of all plants stay open."""
        stream = socket.create_connection(("127.0.0.1", self.port))
        stream.sendall(
            f"GET /live?topic=plants HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self._cookie}\r\n\r\n".encode()
        )
        if b" 200 " not in stream.recv(4096).split(b"\r\n")[0]:
            raise SystemExit("A stream is refused.")
        return stream


def measure(options: argparse.Namespace, store: Path, garden: Garden, report: Report) -> None:
    command = [options.program, "password", "--store", store]
    subprocess.run(command, input=PASSWORD + "\n", text=True, check=True, stdout=subprocess.DEVNULL)
    try:
        with Program(options.program, store) as program:
            signing_in(program, report)
        with Program(options.program, store) as program:
            signed_in(program, report)
    finally:
        subprocess.run([*command, "--remove"], check=True, stdout=subprocess.DEVNULL)


def signing_in(program: Program, report: Report) -> None:
    report.section("Signing in, one after the other")
    used = program.processor_time()
    times = [1000 * Device(program.port).sign_in() for _ in range(ROUNDS)]
    used = program.processor_time() - used
    report.add("house.1.rate", "sign-ins", 1000 * len(times) / sum(times), "a second")
    report.add("house.1.processor", "  processor for each", 1000 * used / len(times), "ms")
    report.add("house.1.median", "  median", median(times), "ms")
    report.add("house.1.p99", "  99th percentile", percentile(times, 99), "ms")

    report.section("Signing in, two at a time")
    devices = [[Device(program.port) for _ in range(ROUNDS)] for _ in range(2)]
    threads = [threading.Thread(target=lambda own=own: [device.sign_in() for device in own]) for own in devices]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    report.add("house.2.rate", "sign-ins", 2 * ROUNDS / (time.perf_counter() - began), "a second")
    report.add("house.2.peak", "  the most memory", program.peak_memory(), "MB")


def signed_in(program: Program, report: Report) -> None:
    report.section(f"{DEVICES} devices that are signed in, a screen open on each")
    program.settle()
    report.add("house.0.memory", "none of them: memory", program.memory(), "MB")
    devices = [Device(program.port) for _ in range(DEVICES)]
    for device in devices:
        device.sign_in()
    streams = [device.hold_open() for device in devices]
    program.settle()
    report.add("house.memory", "all of them: memory", program.memory(), "MB")
    report.add("house.own", "  its own, without pages of files", program.own_memory(), "MB")
    times: list[float] = []
    for device in devices:
        for _ in range(ROUNDS):
            began = time.perf_counter()
            device.page("/lists")
            times.append(1000 * (time.perf_counter() - began))
    report.add("house.page", "My Lists by one after the other, median", median(times), "ms")
    for stream in streams:
        stream.close()
