"""wrk, which keeps connections as busy as it can."""

import json
import subprocess
from pathlib import Path


def keep_busy(url: str, connections: int, threads: int, seconds: float, *words: str) -> dict[str, float]:
    """Gives `requests`, `seconds`, and in milliseconds `median` and `p99`.

    `words` go to the Lua script, which sends forms with them.
    """
    command = ["wrk", f"-c{connections}", f"-t{threads}", f"-d{max(1, round(seconds))}", "--latency"]
    command += ["-s", str(Path(__file__).with_name("wrk.lua")), url, "--", *words]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    figures = json.loads(output.splitlines()[-1])
    if figures["failed"]:
        raise SystemExit(f"{figures['failed']:.0f} of {figures['requests']:.0f} requests to {url} failed:\n{output}")
    return figures
