"""The start: until the first answer, what memory is held then, and how large the program is."""

import argparse
import subprocess
from pathlib import Path

from garden import Garden
from program import Program
from report import Report, median
from visitor import Connection

TIMES = 5


def measure(options: argparse.Namespace, store: Path, garden: Garden, report: Report) -> None:
    empty = store.with_name("Empty.sqlite")
    # The first start of all makes the store.
    start(options.program, empty)
    report.section("The program")
    measure_program(options.program, empty, store, "", report)
    if options.static:
        report.section("The program with the static standard library")
        measure_program(options.static, empty, store, "static.", report)


def measure_program(path: Path, empty: Path, filled: Path, key: str, report: Report) -> None:
    stripped = filled.with_name("perennial-stripped")
    subprocess.run(["strip", "-o", stripped, path], check=True)
    report.add(f"{key}size", "size, stripped", stripped.stat().st_size / 1e6, "MB")
    for name, store in {"empty": empty, "filled": filled}.items():
        times, memory, own_memory = zip(*(start(path, store) for _ in range(TIMES)))
        report.add(f"{key}start.{name}", f"{name} garden: from the start to the first answer", median(times), "ms")
        report.add(f"{key}idle.{name}", "  memory when idle", median(memory), "MB")
        report.add(f"{key}idle.{name}.own", "    without pages of files, such as libraries", median(own_memory), "MB")


def start(path: Path, store: Path) -> tuple[float, float, float]:
    """The milliseconds from the start to the first screen, and the memory once all is quiet: in all, and its own."""
    with Program(path, store) as program:
        connection = Connection(program.port)
        answer = connection.ask("/plants")
        program.settle()
        return 1000 * (answer.at - program.started), program.memory(), program.own_memory()
