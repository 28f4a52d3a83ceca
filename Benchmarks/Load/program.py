"""The running server."""

import os
import subprocess
import time
from pathlib import Path


class Program:
    """`perennial serve` on a store and a free port of the loopback, stopped in the end."""

    def __init__(self, path: Path, store: Path):
        command = [path, "serve", "--port", "0", "--store", store]
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            line = self.process.stdout.readline()
            self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        except BaseException as error:
            self.stop()
            raise SystemExit("The program did not start.") if isinstance(error, IndexError) else error

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> float:
        """The memory it holds, in MB of a million bytes: what the kernel calls VmRSS."""
        return self._status("VmRSS") * 1024 / 1e6

    def own_memory(self) -> float:
        """The part of it that is not pages of files, which other programs may share, in MB."""
        return self._status("RssAnon") * 1024 / 1e6

    def peak_memory(self) -> float:
        """The most memory it has held, in MB."""
        return self._status("VmHWM") * 1024 / 1e6

    def processor_time(self) -> float:
        """The seconds of processor it has used, in the program and in the kernel for it."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def settle(self) -> None:
        """Waits until it has had nothing to do for half a second."""
        limit = time.monotonic() + 30
        quiet, used = time.monotonic(), self.processor_time()
        while time.monotonic() - quiet < 0.5:
            time.sleep(0.05)
            if self.processor_time() != used:
                quiet, used = time.monotonic(), self.processor_time()
            if time.monotonic() > limit:
                raise SystemExit("The program is still busy after half a minute.")

    def _status(self, name: str) -> int:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
        raise SystemExit(f"The program has ended with {self.process.poll()}.")
