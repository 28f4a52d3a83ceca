"""What scanners find, and what of it is no fault."""

import re
from pathlib import Path

EXPLAINED = Path(__file__).with_name("explained.txt")


def sort(scanner: str, found: list[str]) -> tuple[list[str], list[str]]:
    """The findings of a scanner that are explained, and those that are not; each once."""
    patterns = [pattern for name, pattern in _explained() if name == scanner]
    explained, left = [], []
    for finding in dict.fromkeys(found):
        (explained if any(pattern.search(finding) for pattern in patterns) else left).append(finding)
    return explained, left


def _explained() -> list[tuple[str, re.Pattern]]:
    lines = [line for line in EXPLAINED.read_text().splitlines() if line and not line.startswith("#")]
    parts = [[part.strip() for part in line.split("|")] for line in lines]
    assert all(len(part) == 3 and part[2] for part in parts), "explained.txt: SCANNER | PATTERN | REASON"
    return [(scanner, re.compile(pattern)) for scanner, pattern, _ in parts]
