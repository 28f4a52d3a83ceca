"""WebKit: the browser that comes with WebKitGTK, on a screen and with a profile of its own."""

import os
import subprocess
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

DRIVER = "/usr/bin/WebKitWebDriver"
# The bar above the page: without what makes it broader than a phone.
TOOLBAR = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; }"
MOST_OF_A_TOOLBAR = 200


class Screen:
    """An X server whose one screen is seen by nobody."""

    def __init__(self, width: int, height: int):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        # It says its number when it is ready.
        with open(reading) as number:
            self.name = ":" + number.readline().strip()
        assert self.name != ":", "Xvfb did not start"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class WebKit:
    """A window whose page is `width` by `height`, in a browser that nobody has used before.

    A `calm` one shows as little motion as it can.
    """

    def __init__(
            self, folder: Path, width: int, height: int, script: bool = True, dark: bool = False, calm: bool = True):
        settings = folder / "gtk-3.0"
        settings.mkdir(parents=True)
        (settings / "settings.ini").write_text(
            f"[Settings]\ngtk-font-name=Sans 6\ngtk-enable-animations={not calm:d}\n")
        (settings / "gtk.css").write_text(TOOLBAR)
        self.log = folder / "log"
        # A window has the focus while the pointer is in it, and the pointer begins in the middle of the screen.
        self.screen = Screen(width, height + MOST_OF_A_TOOLBAR)
        environment = {
            **os.environ, **{f"XDG_{kind}_HOME": str(folder) for kind in ("CONFIG", "DATA", "CACHE")},
            "DISPLAY": self.screen.name, "LANG": "en_US.UTF-8", "LANGUAGE": "en_US", "GSETTINGS_BACKEND": "memory",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:", "NO_AT_BRIDGE": "1", "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1"}
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")))
        options.add_argument("--automation")
        if not script:
            options.add_argument("--enable-javascript=false")
        if dark:
            options.add_argument("--dark-mode")
        try:
            self.driver = webdriver.WebKitGTK(options, Service(DRIVER, log_output=str(self.log), env=environment))
            self._make_as_large_as(width, height)
        except BaseException:
            # The browser goes with it.
            self.screen.close()
            raise

    def _make_as_large_as(self, width: int, height: int) -> None:
        """The window is larger than the page by the bar above it, which is as high as it likes."""
        self.driver.set_window_rect(0, 0, width, height)
        wait = WebDriverWait(self.driver, 30, .02)
        wait.until(lambda _: self._size[0] == width and self._size[1] < height)
        self.driver.set_window_rect(0, 0, width, 2 * height - self._size[1])
        wait.until(lambda _: self._size == [width, height])

    @property
    def _size(self) -> list[int]:
        return self.driver.execute_script("return [innerWidth, innerHeight]")

    @property
    def has_broken_down(self) -> bool:
        """Whether a page ended as a program does that has a fault."""
        return "CRASHED" in self.log.read_text()

    def close(self) -> None:
        try:
            self.driver.quit()
        finally:
            self.screen.close()
