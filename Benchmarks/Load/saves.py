"""Saves: the form of a sowing, with another number of seeds each time."""

import argparse
import urllib.parse
from pathlib import Path

import wrk
from garden import Garden
from program import Program
from report import Report
from visitor import Connection, Form


def measure(options: argparse.Namespace, store: Path, garden: Garden, report: Report) -> None:
    with Program(options.program, store) as program:
        for connections in (1, 8):
            # Each connection changes a sowing of its own, as people do.
            words = [word for sowing in garden.sowings[:connections] for word in form(program, sowing[0])]
            used = program.processor_time()
            figures = wrk.keep_busy(program.address, connections, connections, options.seconds, *words)
            used = program.processor_time() - used
            key = f"saves.{connections}"
            report.section("Saves, one after the other" if connections == 1 else f"Saves, {connections} connections")
            report.add(f"{key}.rate", "as fast as possible", figures["requests"] / figures["seconds"], "a second")
            report.add(f"{key}.processor", "  processor for each", 1000 * used / figures["requests"], "ms")
            report.add(f"{key}.median", "  median", figures["median"], "ms")
            report.add(f"{key}.p99", "  99th percentile", figures["p99"], "ms")


def form(program: Program, sowing: str) -> tuple[str, str, str]:
    """Where the form of a sowing is sent to, its fields but for the number of seeds, and that number."""
    path = f"/sowings/{sowing}"
    connection = Connection(program.port)
    fields = Form(connection.page(path), "sowing-form").fields
    connection.close()
    seeds = fields.pop("numberOfSeeds")
    fields.pop("base-numberOfSeeds")
    return path, urllib.parse.urlencode(fields), seeds
