"""The program as it is scanned: with a password, on a garden that has one of everything."""

import subprocess
from pathlib import Path

import picture_files
from garden_server import GardenServer

PASSWORD = "correct horse battery"


class Target:
    """Runs while it is used."""

    def __init__(self, folder: Path, speaks_tls: bool):
        self.server = GardenServer(folder / "Garden.sqlite")
        if speaks_tls:
            certificate, key = folder / "certificate.pem", folder / "key.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                 "-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", certificate],
                check=True, capture_output=True)
            self.server.options = ["--tls-cert", certificate, "--tls-key", key]
        self.speaks_tls = speaks_tls
        self.ids: dict[str, str] = {}

    def __enter__(self) -> "Target":
        self.server.set_password(PASSWORD)
        self.server.start()
        try:
            if not self.speaks_tls:
                self._fill()
        except BaseException:
            self.server.stop()
            raise
        return self

    def __exit__(self, *_) -> None:
        if self.is_alive:
            self.server.stop()

    @property
    def is_alive(self) -> bool:
        return self.server.process.poll() is None

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def cookie(self) -> str:
        """The header that lets a request in."""
        return self.server._signed_in()["Cookie"]

    @property
    def form_token(self) -> str:
        return self.server.form_token

    def path(self, pattern: str) -> str:
        """A route's address, about something that is there."""
        kind = "items" if "/items/{id}" in pattern else pattern.split("/")[1]
        ids = {"{id}": self.ids.get(kind, ""), "{list}": self.ids["lists"], "{picture}": self.ids["picture"]}
        for place, name in ids.items():
            pattern = pattern.replace(place, name)
        return pattern

    def _fill(self) -> None:
        server = self.server
        server.add_samples()
        plant = server.add_plant("Picea", "glauca")
        sowing = server.add_sowing(plant, "Picea", "glauca", 20, "2026-03-01", "On sand")
        groceries = server.add_list("Groceries")
        milk = server.add_item(groceries, "Milk")
        self.send_file(
            f"/plants/{plant}/picture", "picture", "flower.png;type=image/png", picture_files.png(300, 200)["buffer"])
        preview = self.send_file(
            "/import", "file", "plants.csv;type=text/csv", b"genus,species\r\nCrassula,ovata\r\n")
        gone = server.add_list("Gone")
        deletion = server.post(f"/lists/{gone}/delete")["location"].split("undo=")[1].split("&")[0]
        page = server.get(f"/plants/{plant}/picture")
        picture = page.split(f"/plants/{plant}/picture/")[1][:36]
        self.ids = {
            "plants": plant, "sowings": sowing, "lists": groceries, "items": milk, "picture": picture,
            "undo": deletion, "deleted": deletion, "import": preview.split("/import/")[1][:36],
            # None that is signed in: the scanner's own would be signed out.
            "devices": "6c1f0000-0000-4000-8000-000000000000",
        }

    def send_file(self, path: str, field: str, name: str, content: bytes) -> str:
        """Sends a file as a form does; answers where that leads."""
        command = [
            "curl", "--silent", "--fail", "--header", f"Cookie: {self.cookie}", "--header", f"Origin: {self.url}",
            "--form", f"form-token={self.form_token}", "--form", f"{field}=@-;filename={name}",
            "--write-out", "%{redirect_url}", "--output", "/dev/null", self.url + path]
        return subprocess.run(command, input=content, check=True, capture_output=True).stdout.decode()
