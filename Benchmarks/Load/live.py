"""Screens that stay open while one device writes."""

import argparse
import re
import selectors
import time
from pathlib import Path

from garden import Garden
from program import Program
from report import Report, median, percentile
from visitor import Answer, Connection, Form, Stream, require_saved

WRITES = 20
AIM = 100  # milliseconds from a write to the other screens
AIM_MEMORY = 300  # MB with 1,000 screens


def measure(options: argparse.Namespace, store: Path, garden: Garden, report: Report) -> None:
    plant = plant_topics(garden.plant)
    report.section("Live screens: half of them Plants, half of them the plant that is written to")
    with Program(options.program, store) as program:
        program.settle()
        report.add("live.0.memory", "no screens: memory", program.memory(), "MB")
    for number in (100, 1000):
        topics = [["plants"], plant] * (number // 2)
        hold(options.program, store, garden.sowing, report, f"live.{number}", topics, watching=number)
    report.section("Live screens: each of another plant, one of them of the plant that is written to")
    topics = [plant] + [plant_topics(other) for other, _, _ in garden.plants[:999]]
    hold(options.program, store, garden.sowing, report, "live.apart", topics, watching=1)


def plant_topics(plant: str) -> list[str]:
    """What the screen of a plant watches."""
    return [f"plant/{plant}", f"sowings/{plant}"]


def hold(
    path: Path, store: Path, sowing: str, report: Report, key: str, topics: list[list[str]], watching: int
) -> None:
    """Holds a screen open for each of `topics`; the first `watching` of them show the sowing that is written."""
    with Program(path, store) as program, Screens(program.port, topics) as screens:
        program.settle()
        memory = program.memory()
        from_start: list[float] = []
        from_answer: list[float] = []
        for _ in range(WRITES):
            sent, answered, seen = screens.write(sowing, watching)
            from_start += [1000 * (at - sent) for at in seen]
            from_answer += [1000 * max(0, at - answered) for at in seen]
        report.add(f"{key}.opened", f"{len(topics):,} screens: all open after", 1000 * screens.opening, "ms")
        report.add(f"{key}.median", "  from the start of a write to a screen, median", median(from_start), "ms")
        report.add(f"{key}.p99", "    99th percentile", percentile(from_start, 99), "ms", aim=AIM)
        report.add(f"{key}.last", "    the last of all", max(from_start), "ms")
        report.add(f"{key}.answered.median", "  from its answer to a screen, median", median(from_answer), "ms")
        report.add(f"{key}.answered.p99", "    99th percentile", percentile(from_answer, 99), "ms")
        report.add(f"{key}.answered.last", "    the last of all", max(from_answer), "ms")
        report.add(f"{key}.memory", "  memory", memory, "MB", aim=AIM_MEMORY)
        report.add(f"{key}.peak", "  the most memory, with the writes", program.peak_memory(), "MB", aim=AIM_MEMORY)


class Screens:
    """Open screens, and beside them the device that writes."""

    def __init__(self, port: int, topics: list[list[str]]):
        self._device = Connection(port)
        self._selector = selectors.DefaultSelector()
        position = re.search(r'data-position="([^"]+)"', self._device.page("/plants"))[1]
        began = time.perf_counter()
        self._streams = [Stream(port, each, position) for each in topics]
        for stream in self._streams:
            self._selector.register(stream.socket, selectors.EVENT_READ, stream)
        while not all(stream.is_open for stream in self._streams):
            for stream in self._select("Not every stream was opened"):
                stream.receive()
        self.opening = time.perf_counter() - began

    def __enter__(self) -> "Screens":
        return self

    def __exit__(self, *_) -> None:
        self._selector.close()
        for each in [self._device, *self._streams]:
            each.close()

    def write(self, sowing: str, watching: int) -> tuple[float, float, list[float]]:
        """Changes the number of seeds of a sowing.

        Gives when that was sent, when it was answered, and when each of the first `watching` screens had been told
        all of it.
        """
        path = f"/sowings/{sowing}"
        fields = Form(self._device.page(path), "sowing-form").fields
        fields["numberOfSeeds"] = str(int(fields["base-numberOfSeeds"]) % 30000 + 1)
        # Each topic has one thing to tell: the list of plants and the plant their numbers, the sowings the sowing.
        missing = {stream: stream.topics for stream in self._streams[:watching]}
        seen: list[float] = []
        answer: Answer | None = None
        self._selector.register(self._device.socket, selectors.EVENT_READ, self._device)
        sent = time.perf_counter()
        self._device.send(path, fields)
        while missing or answer is None:
            for each in self._select("Not every screen was told of a change"):
                if each is self._device:
                    answer = self._device.receive() or answer
                    continue
                messages = each.receive()
                if each in missing and messages:
                    missing[each] -= messages
                    if missing[each] <= 0:
                        del missing[each]
                        seen.append(time.perf_counter())
        self._selector.unregister(self._device.socket)
        require_saved(path, answer)
        return sent, answer.at, seen

    def _select(self, complaint: str) -> list[Connection | Stream]:
        events = self._selector.select(30)
        if not events:
            raise SystemExit(f"{complaint} within half a minute.")
        return [key.data for key, _ in events]
