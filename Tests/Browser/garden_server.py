"""The program under test, as a process that can be stopped, killed and started again on its store."""

import json
import os
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PERENNIAL_BIN") or ROOT / ".build/debug/perennial")


def own_address() -> str:
    """The address by which others reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: this only asks which address would be used.
        probe.connect(("192.0.2.1", 9))
        return probe.getsockname()[0]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Answers as they come: the cookie stands in the one that leads on."""

    def redirect_request(self, *_):
        return None


class GardenServer:
    """`perennial serve` on a store of its own."""

    def __init__(self, store: Path, **environment: str):
        self.store = store
        self.environment = {**os.environ, **environment}
        self.port = 0
        self.process: subprocess.Popen | None = None
        self._form_token = ""
        self.password: str | None = None
        self.host = "127.0.0.1"
        self.options: list[str] = []
        self._cookie = ""

    @property
    def url(self) -> str:
        host = "127.0.0.1" if self.host == "0.0.0.0" else self.host
        return f"{'https' if '--tls-cert' in self.options else 'http'}://{host}:{self.port}"

    def start(self) -> "GardenServer":
        """Starts it; a second time on the port it had before."""
        command = [PROGRAM, "serve", "--port", str(self.port), "--host", self.host, "--store", self.store, *self.options]
        self.process = subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.PIPE, text=True, env=self.environment)
        line = self.process.stdout.readline()
        match = re.search(r"https?://[^/]+:(\d+)/", line)
        assert match, f"the server did not start: {line!r}"
        self.port = int(match[1])
        return self

    def stop(self) -> None:
        """Asks it to stop, as Ctrl-C does."""
        if not self.process:
            return
        process, self.process = self.process, None
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(timeout=20) == 0
        finally:
            process.kill()
            process.stdout.close()

    def kill(self) -> None:
        """Ends it at once, as a power cut does."""
        process, self.process = self.process, None
        process.kill()
        process.wait()
        process.stdout.close()

    def set_password(self, password: str) -> None:
        """Sets the password of the house, as somebody does at the machine; every device is signed out."""
        process = subprocess.run(
            [str(PROGRAM), "password", "--store", str(self.store)], input=password + "\n", capture_output=True,
            text=True, env=self.environment, timeout=60)
        assert process.returncode == 0, process.stderr
        self.password = password
        self._cookie = self._form_token = ""

    def restart(self) -> None:
        self.stop()
        self.start()

    def command(self, *words: str, **environment: str) -> subprocess.Popen:
        """The command line on the same store, as a process that runs beside this one."""
        # In the third place, since what follows "--" is no option any more.
        return subprocess.Popen(
            [str(PROGRAM), *words[:2], "--store", str(self.store), *words[2:]], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env={**self.environment, **environment})

    def run(self, *words: str, **environment: str) -> str:
        """Runs a command to its end; answers with what it printed."""
        process = self.command(*words, **environment)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0, (words, errors)
        return output

    @property
    def form_token(self) -> str:
        """What each form of this server's pages carries; the same after a restart."""
        if not self._form_token:
            self._form_token = re.search(r'name="?form-token"? content="([^"]+)"', self.get("/more"))[1]
        return self._form_token

    # What other tests do with a finger is done here in one request, to set up what a test is about.

    def post(self, path: str, **fields: str) -> dict:
        """Sends a form as the script does; answers where the page would go."""
        request = urllib.request.Request(
            self.url + path, urllib.parse.urlencode({**fields, "form-token": self.form_token}).encode(),
            {"Accept": "application/json", "Origin": self.url, **self._signed_in()})
        with urllib.request.urlopen(request, timeout=20) as response:
            answer = response.read().decode()
        assert answer.startswith("{"), answer[:2000]
        return json.loads(answer)

    def get(self, path: str) -> str:
        request = urllib.request.Request(self.url + path, headers=self._signed_in())
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.read().decode()

    def _signed_in(self) -> dict[str, str]:
        """The header by which these requests are let in, where the house has a password."""
        if self.password and not self._cookie:
            request = urllib.request.Request(
                self.url + "/sign-in", urllib.parse.urlencode({"password": self.password}).encode(),
                {"Origin": self.url, "User-Agent": "Tests on Linux"})
            opener = urllib.request.build_opener(NoRedirect)
            try:
                opener.open(request, timeout=20)
            except urllib.error.HTTPError as answer:
                assert answer.code == 303, answer.read()
                self._cookie = answer.headers["Set-Cookie"].split(";")[0]
        return {"Cookie": self._cookie} if self._cookie else {}

    def add_samples(self) -> None:
        self.post("/plants/samples")

    def add_plant(self, genus: str, species: str = "") -> str:
        plant = str(uuid.uuid4())
        self.post("/plants", id=plant, genus=genus, species=species)
        return plant

    def rename_plant(self, plant: str, old: tuple[str, str], new: tuple[str, str]) -> None:
        self.post(f"/plants/{plant}", **{"base-genus": old[0], "base-species": old[1]},
                  genus=new[0], species=new[1])

    def add_sowing(self, plant: str, genus: str, species: str, seeds: int, day: str, note: str = "") -> str:
        sowing = str(uuid.uuid4())
        typed = {"plant": plant, "genus": genus, "species": species}
        values = {"dateSown": day, "numberOfSeeds": str(seeds), "note": note}
        base = {"base-" + name: value for name, value in typed.items()}
        self.post(f"/plants/{plant}/sowings", id=sowing, **typed, **values, **base)
        return sowing

    def edit_sowing(self, sowing: str, plant: str, name: tuple[str, str], old: dict, new: dict) -> None:
        """Saves a sowing's form; `old` and `new` hold dateSown, numberOfSeeds and note."""
        typed = {"plant": plant, "genus": name[0], "species": name[1]}
        base = {"base-" + key: value for key, value in {**typed, **old}.items()}
        self.post(f"/sowings/{sowing}", **typed, **base, **{**old, **new})

    def add_list(self, name: str) -> str:
        made = str(uuid.uuid4())
        self.post("/lists", id=made, name=name)
        return made

    def add_item(self, list_id: str, name: str) -> str:
        item = str(uuid.uuid4())
        self.post(f"/lists/{list_id}/items", id=item, name=name)
        return item

    def rename_item(self, list_id: str, item: str, old: str, new: str) -> None:
        self.post(f"/lists/{list_id}/items/{item}", **{"base-name": old}, name=new)

    def tick(self, list_id: str, item: str, done: bool = True) -> None:
        self.post(f"/lists/{list_id}/items/{item}/tick", done="1" if done else "0")
