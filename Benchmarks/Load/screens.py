"""Screens, asked for over 50 connections: as fast as they come, and at an even pace."""

import argparse
import selectors
import time
from collections import deque
from pathlib import Path

import wrk
from garden import Garden
from program import Program
from report import Report, median, percentile
from visitor import Connection

CONNECTIONS = 50
AIM = 10  # milliseconds

# Requests a second: a household of fifty people who all turn pages at once, and what two processors have time
# for beside the one who asks.
PACE = 200


def measure(options: argparse.Namespace, store: Path, garden: Garden, report: Report) -> None:
    screens = {
        "plants": ("Plants", "/plants"),
        "search": ("Plants, searching", "/plants?q=litho+alb"),
        "plant": ("A plant", f"/plants/{garden.plant}"),
        "sowing": ("A sowing", f"/sowings/{garden.sowing}"),
        "lists": ("My Lists", "/lists"),
        "list": ("A list", f"/lists/{garden.list}"),
    }
    with Program(options.program, store) as program:
        for key, (name, path) in screens.items():
            report.section(f"{name}, {CONNECTIONS} connections")
            busy(program, path, f"screens.{key}", options.seconds, report)
            # What wrk left behind is answered first.
            program.settle()
            paced(program, path, f"screens.{key}", options.seconds, report)
        report.section("After the screens")
        report.add("screens.memory", "memory", program.memory(), "MB")


def busy(program: Program, path: str, key: str, seconds: float, report: Report) -> None:
    """All connections busy all the time. How long a request takes is how long it queues, so that the time of the
    processor is told beside it."""
    used = program.processor_time()
    figures = wrk.keep_busy(program.address + path, CONNECTIONS, 2, seconds)
    used = program.processor_time() - used
    report.add(f"{key}.rate", "as fast as possible", figures["requests"] / figures["seconds"], "a second")
    report.add(f"{key}.processor", "  processor of the server for each", 1000 * used / figures["requests"], "ms")
    report.add(f"{key}.busy.median", "  median, queueing", figures["median"], "ms")
    report.add(f"{key}.busy.p99", "  99th percentile, queueing", figures["p99"], "ms")


def paced(program: Program, path: str, key: str, seconds: float, report: Report) -> None:
    """The connections are open, and the requests come at an even pace over each in turn."""
    times = [1000 * time for time in ask_evenly(program.port, path, PACE, round(PACE * seconds))]
    report.add(f"{key}.median", f"at {PACE} a second, median", median(times), "ms")
    report.add(f"{key}.p99", "  99th percentile", percentile(times, 99), "ms", aim=AIM)


def ask_evenly(port: int, path: str, pace: int, number: int) -> list[float]:
    """The seconds each request took, from when it was due: one that had to wait for its turn has waited."""
    times: list[float] = []
    due: dict[Connection, float] = {}
    with selectors.DefaultSelector() as selector:
        free = deque(Connection(port) for _ in range(CONNECTIONS))
        for connection in free:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        began = time.perf_counter()
        sent = 0
        while len(times) < number:
            next_due = began + sent / pace
            if sent < number and free and time.perf_counter() >= next_due:
                connection = free.popleft()
                due[connection] = next_due
                connection.send(path)
                sent += 1
                continue
            wait = max(0, next_due - time.perf_counter()) if sent < number and free else None
            for key, _ in selector.select(wait):
                if answer := key.data.receive():
                    if answer.status != 200:
                        raise SystemExit(f"{path} answers {answer.status}.")
                    times.append(answer.at - due.pop(key.data))
                    free.append(key.data)
        for connection in free:
            connection.close()
    return times
