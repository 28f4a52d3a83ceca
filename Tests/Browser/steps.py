"""What a person does and sees, in the words on screen."""

import re

from playwright.sync_api import Locator, Page, expect


def tab(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()


def title(page: Page, text: str) -> None:
    """Waits for the screen with this title."""
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def button(scope: Page | Locator, name: str) -> Locator:
    return scope.get_by_role("button", name=name, exact=True)


def field(scope: Page | Locator, name: str) -> Locator:
    return scope.get_by_label(name, exact=True)


def rows(page: Page) -> Locator:
    """The rows that are there, but for those on their way out."""
    return page.locator("main li[data-id]:not([data-leaving])")


def shown(page: Page) -> Locator:
    """What the rows say, without the buttons behind them."""
    return rows(page).locator(".row")


def row(page: Page, text: str) -> Locator:
    """The row with exactly this name."""
    return rows(page).filter(has=page.get_by_text(text, exact=True))


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name, exact=True)


def alert(page: Page, name: str) -> Locator:
    return page.get_by_role("alertdialog", name=name, exact=True)


def toast(page: Page, text: str) -> Locator:
    return page.locator(".toast").filter(has_text=text)


def undo(page: Page, text: str) -> None:
    bar = toast(page, text)
    expect(bar).to_be_visible()
    button(bar, "Undo").click()


def add_plant(page: Page, genus: str, species: str = "") -> None:
    """From the Plants screen to the new plant's."""
    button(page.locator("header"), "Add Plant").click()
    title(page, "Add Plant")
    field(page, "Genus").fill(genus)
    field(page, "Species").fill(species)
    button(page, "Save").click()


def add_sowing(page: Page, day: str, seeds: str, note: str = "") -> None:
    """From the plant's screen and back to it."""
    button(page.locator("header"), "Add Sowing").click()
    title(page, "New Sowing")
    field(page, "Date sown").fill(day)
    field(page, "Number of seeds").fill(seeds)
    field(page, "Note").fill(note)
    button(page, "Save").click()


def add_list(page: Page, name: str) -> None:
    button(page.locator("header"), "Add List").click()
    field(dialog(page, "Add List"), "List name").fill(name)
    button(dialog(page, "Add List"), "Add List").click()


def add_item(page: Page, name: str) -> None:
    button(page.locator("header"), "Add Item").click()
    field(dialog(page, "Add Item"), "Item name").fill(name)
    button(dialog(page, "Add Item"), "Add Item").click()


def swipe(page: Page, target: Locator, distance: int = 200) -> None:
    """Drags a row to the left with a finger."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    x, y = box["x"] + box["width"] * .8, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 11):
        touch("touchMove", {"x": x - distance * step / 10, "y": y})
    touch("touchEnd")
    session.detach()


def path(page: Page, pattern: str) -> None:
    expect(page).to_have_url(re.compile(r"^http://[^/]+" + pattern + r"(\?[^#]*)?(#.*)?$"))
