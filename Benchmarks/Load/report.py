"""The figures: printed as they come, and kept to be written as JSON."""

import json
import math
from collections.abc import Sequence
from pathlib import Path


class Report:
    """A table in the making."""

    def __init__(self):
        self._figures: list[dict[str, object]] = []
        self._section = ""

    def section(self, title: str) -> None:
        """Begins a part of the table."""
        print(f"\n{title}", flush=True)
        self._section = title

    def add(self, key: str, name: str, value: float, unit: str, aim: float | None = None) -> None:
        """Adds a figure.

        `key` names it for programs. `aim` is what it has to stay below, where something was promised.
        """
        digits = 0 if value >= 1000 else 1 if value >= 10 else 2
        line = f"  {name:<52}{value:>10,.{digits}f} {unit}"
        if aim is not None:
            line = f"{line:<74} {'under' if value < aim else 'NOT UNDER'} {aim:g}"
        print(line, flush=True)
        figure = {"key": key, "section": self._section, "name": name, "value": round(value, 4), "unit": unit}
        if aim is not None:
            figure |= {"aim": aim, "met": value < aim}
        self._figures.append(figure)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(self._figures, indent=2) + "\n")


def median(values: Sequence[float]) -> float:
    return percentile(values, 50)


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
