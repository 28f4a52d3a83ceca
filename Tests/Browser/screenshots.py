"""Takes the pictures of the README, and draws the icon that has to be pixels, with the program built:

python Tests/Browser/screenshots.py
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from garden_server import ROOT, GardenServer

FOLDER = ROOT / "Documentation" / "Screenshots"


def draw_icon(browser: Browser) -> None:
    drawing = ROOT / "Sources" / "GardenWeb" / "Assets" / "icon-whole.svg"
    page = browser.new_page(viewport={"width": 512, "height": 512})
    page.goto(drawing.as_uri())
    page.screenshot(path=drawing.with_suffix(".png"))
    page.close()


def draw_flower(browser: Browser) -> bytes:
    """A daisy, as a picture of a plant."""
    petals = "".join(
        f'<ellipse cx="0" cy="-130" rx="26" ry="100" fill="{"#f4e9f6" if turn % 2 else "#e9d6ee"}" '
        f'transform="rotate({turn * 18})"/>' for turn in range(20))
    page = browser.new_page(viewport={"width": 800, "height": 600})
    page.set_content(
        '<body style="margin:0"><svg width="800" height="600" viewBox="-400 -300 800 600">'
        '<radialGradient id="g"><stop offset="0" stop-color="#7fae62"/><stop offset="1" stop-color="#2c5a2f"/>'
        '</radialGradient><rect x="-400" y="-300" width="800" height="600" fill="url(#g)"/>'
        f'{petals}<circle r="58" fill="#e0a92e"/><circle r="38" fill="#c98a1c"/></svg>')
    picture = page.screenshot()
    page.close()
    return picture


def give_picture(page, picture: bytes) -> None:
    page.locator("input[type=file]").set_input_files({"name": "daisy.png", "mimeType": "image/png", "buffer": picture})
    page.locator("dialog").wait_for(state="detached")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = GardenServer(Path(folder) / "Garden.sqlite").start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        draw_icon(browser)
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-US")
        page = context.new_page()

        def shoot(name: str) -> None:
            page.wait_for_load_state("networkidle" if name == "none" else "load")
            page.screenshot(path=FOLDER / f"{name}.png")

        page.goto(server.url + "/plants")
        shoot("empty")
        page.get_by_role("button", name="Load sample plants").click()
        page.get_by_role("link", name="Conophytum bilobum").wait_for()
        shoot("plants")
        page.get_by_role("link", name="Conophytum bilobum").click()
        page.get_by_role("heading", name="Conophytum bilobum").wait_for()
        page.get_by_role("link", name="Add Picture").click()
        give_picture(page, draw_flower(browser))
        page.get_by_role("link", name="Picture of Conophytum bilobum").wait_for()
        shoot("plant")
        page.get_by_role("link", name="Picture of Conophytum bilobum").click()
        page.get_by_alt_text("Picture of Conophytum bilobum").wait_for()
        shoot("picture")
        page.get_by_role("button", name="Done").click()
        page.locator("main a.row").first.click()
        page.get_by_label("Number of seeds").wait_for()
        shoot("sowing")
        page.get_by_text("Change Plant").first.click()
        page.get_by_role("heading", name="Select new plant").wait_for()
        shoot("select-new-plant")
        lists = {name: server.add_list(name) for name in ["Groceries", "Greenhouse jobs", "Seeds to order"]}
        for item in ["Apples", "Bread", "Milk", "Oat flakes"]:
            server.add_item(lists["Groceries"], item)
        page.goto(server.url + "/lists")
        shoot("lists")
        page.get_by_role("link", name="Groceries").click()
        page.get_by_role("heading", name="Groceries").wait_for()
        page.get_by_text("Milk").first.wait_for()
        shoot("list")
        page.goto(server.url + "/more")
        server.set_password("correct horse battery")
        server.get("/plants")
        page.reload()
        shoot("sign-in")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_text("This device").wait_for()
        shoot("more")
        page.goto(server.url + "/plants?edit=1")
        page.get_by_role("button", name="Delete").first.click()
        page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
        page.get_by_text("Deleted").first.wait_for()
        page.goto(server.url + "/deleted")
        page.get_by_role("heading", name="Recently Deleted").wait_for()
        shoot("recently-deleted")
        laptop = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark", locale="en-US")
        page = laptop.new_page()
        page.goto(server.url + "/plants")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Conophytum bilobum").wait_for()
        shoot("laptop-dark")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
