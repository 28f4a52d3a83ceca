"""People and commands that write at the same time, and remember what they were told is done."""

import http.client
import re
import subprocess
import threading
import urllib.error
from uuid import UUID

from garden_server import GardenServer

CUT_OFF = (urllib.error.URLError, http.client.HTTPException, ConnectionError)


class Writers:
    """Threads that write to one store, over HTTP and by the command line, until the server is gone."""

    def __init__(self, server: GardenServer, round: int):
        self.server, self.round = server, round
        self.plants: dict[str, list[str]] = {}
        self.sowings: dict[str, int] = {}
        self.deleted: set[str] = set()
        self.items: set[str] = set()
        self.ticked: set[str] = set()
        self.names: set[str] = set()
        self.faults: list[str] = []
        self._count = 0
        self._changed = threading.Condition()
        self._over = threading.Event()
        self._processes: list[subprocess.Popen] = []
        work = [self._garden, self._garden, self._lists, self._lists, self._commands, self._commands]
        self._threads = [threading.Thread(target=self._until_cut_off, args=(what, number))
                         for number, what in enumerate(work)]
        for thread in self._threads:
            thread.start()

    def wait(self, count: int) -> None:
        """Waits until that many writes were acknowledged."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._count >= count or self.faults, timeout=60)
        assert not self.faults, self.faults

    def kill(self) -> None:
        """Ends the server and every command under way as a power cut does."""
        self._over.set()
        self.server.kill()
        for process in list(self._processes):
            process.kill()
        for thread in self._threads:
            thread.join()
        assert not self.faults, self.faults

    def _done(self) -> None:
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def _until_cut_off(self, work, number: int) -> None:
        step = 0
        while not self._over.is_set():
            step += 1
            try:
                work(f"r{self.round} w{number} s{step}")
            except CUT_OFF as error:
                if isinstance(error, urllib.error.HTTPError):
                    self.faults.append(f"{error} {error.read()[:300]}")
                return
            except AssertionError as error:
                self.faults.append(str(error))
                return

    # Each line that notes something comes after the answer, so what is noted was acknowledged.

    def _garden(self, name: str) -> None:
        plant = self.server.add_plant("Aloe", name)
        self.plants[plant] = ["Aloe", name]
        self._done()
        for seeds in (3, 4):
            sowing = self.server.add_sowing(plant, "Aloe", name, seeds, "2026-03-01", "note")
            self.sowings[sowing] = seeds
            self._done()
        # Between being sent and being answered the sowing is neither.
        seeds = self.sowings.pop(sowing)
        self.server.post(f"/sowings/{sowing}/delete")
        self.deleted.add(sowing)
        self._done()
        del self.plants[plant]
        self.server.rename_plant(plant, ("Aloe", name), ("Aloe", name + " renamed"))
        self.plants[plant] = ["Aloe", name + " renamed"]
        self._done()

    def _lists(self, name: str) -> None:
        made = self.server.add_list(name)
        item = self.server.add_item(made, name + " first")
        self.items.add(item)
        self._done()
        # Several lines are one write.
        self.server.add_item(made, f"{name} a\n{name} b\n{name} c")
        self.names |= {f"{name} {letter}" for letter in "abc"}
        self._done()
        self.server.tick(made, item)
        self.ticked.add(item)
        self._done()

    def _commands(self, name: str) -> None:
        for words in [("plants", "add", "Rebutia", name),
                      ("sowings", "add", f"Rebutia {name}", "--seeds", "7", "--date", "2026-03-01")]:
            process = self.server.command(*words)
            self._processes.append(process)
            if self._over.is_set():
                process.kill()
            output, errors = process.communicate(timeout=60)
            self._processes.remove(process)
            if process.returncode:
                # Cut off before it could answer.
                assert process.returncode == -9, (process.returncode, errors)
                return
            made = str(UUID(re.match(r"\S+", output)[0]))
            if words[0] == "plants":
                self.plants[made] = ["Rebutia", name]
            else:
                self.sowings[made] = 7
            self._done()
