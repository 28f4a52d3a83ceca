"""Puts load on the running server and prints how it bears it.

    make load
    make load LOAD="screens saves"                 # some parts alone: start, screens, saves, live, house
    make load LOAD="--garden Filled.sqlite"        # fills a garden there once, and begins with copies of it

With LOAD_JSON in the environment, the figures go to that path too, as a list of objects.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import house
import live
import saves
import screens
import start
from garden import Garden
from program import Program
from report import Report

PARTS = {"start": start.measure, "screens": screens.measure, "saves": saves.measure, "live": live.measure, "house": house.measure}


def main() -> None:
    parser = argparse.ArgumentParser(description="Puts load on the running server and prints how it bears it.")
    parser.add_argument("--program", type=Path, required=True, help="the built perennial")
    parser.add_argument("--static", type=Path, help="the same with the static standard library; its start is measured")
    parser.add_argument("--garden", type=Path, help="a filled store, made if it is missing, and copied")
    parser.add_argument("--seconds", type=float, default=10, help="how long a measurement lasts (default: 10)")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    # A kill is an exit like any other, so that the server is stopped and its folder removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    report = Report()
    with tempfile.TemporaryDirectory(prefix="perennial-load-") as folder:
        store = Path(folder, "Garden.sqlite")
        garden = filled(options, store, report)
        for part in options.parts or PARTS:
            PARTS[part](options, store, garden, report)
    if path := os.environ.get("LOAD_JSON"):
        report.write(Path(path))


def filled(options: argparse.Namespace, store: Path, report: Report) -> Garden:
    """Has the garden at `store`: filled through the program, or copied from where it was filled before."""
    garden = Garden()
    kept = options.garden
    if kept and kept.exists():
        shutil.copy(kept, store)
        return garden
    with Program(options.program, store) as program:
        garden.fill(program, report)
    if kept:
        shutil.copy(store, kept)
    return garden


if __name__ == "__main__":
    main()
