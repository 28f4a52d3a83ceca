"""By keyboard alone: everything is reached, the focus is seen, and it goes where the work goes on."""

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import LAPTOP
from steps import alert, button, dialog, field, row, rows, shown, title, toast

NAME = ("Conophytum", "bilobum")

# A ring that is drawn around something in sight.
IS_SEEN = """element => {
    const style = getComputedStyle(element), box = element.getBoundingClientRect()
    const isDrawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const top = document.elementFromPoint(x, y)
    return isDrawn && (element.contains(top) || top?.contains(element))
}"""

UNSEEN = f"""() => {{
    const stop = document.activeElement
    return !stop || stop === document.body || ({IS_SEEN})(stop) ? '' : stop.outerHTML
}}"""


@pytest.fixture
def page(open_phone, server) -> Page:
    return open_phone(server, has_touch=False, is_mobile=False, device_scale_factor=1, **LAPTOP)


def has_focus(target: Locator) -> bool:
    return target.count() == 1 and target.evaluate("element => element === document.activeElement")


def focused(target: Locator) -> None:
    """The focus is there, and can be seen."""
    expect(target).to_be_focused()
    assert target.evaluate(IS_SEEN), target


def go(page: Page, target: Locator, key: str = "Tab") -> None:
    """Presses Tab until the focus is there; wherever it comes by, it is seen."""
    expect(target).to_be_attached()
    for _ in range(40):
        page.keyboard.press(key)
        unseen = page.evaluate(UNSEEN)
        assert not unseen, unseen
        if has_focus(target):
            return
    raise AssertionError(f"{key} never leads to {target}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    go(page, target)
    page.keyboard.press(key)


def test_adding_a_plant_and_a_sowing(page):
    press(page, button(page.locator("header"), "Add Plant"))
    focused(field(page, "Genus"))
    page.keyboard.type("Conophytum")
    page.keyboard.press("Tab")
    focused(field(page, "Species"))
    page.keyboard.type("bilobum")
    page.keyboard.press("Enter")
    title(page, "Conophytum bilobum")
    # A new screen begins at its top.
    page.keyboard.press("Tab")
    focused(page.get_by_role("link", name="Back to Plants"))
    press(page, button(page.locator("header"), "Add Sowing"), "Space")
    title(page, "New Sowing")
    focused(field(page, "Number of seeds"))
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A whole number from 0 to 32,767.")).to_be_visible()
    focused(field(page, "Number of seeds"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("20")
    page.keyboard.press("Tab")
    focused(field(page, "Note"))
    page.keyboard.type("Soaked")
    press(page, button(page, "Save"))
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["20 seeds on " + shown(page).inner_text().split(" on ")[1].replace("\n", "")])


def test_deleting_a_sowing_and_taking_it_back(page, server):
    plant = server.add_plant(*NAME)
    for day in (1, 2, 3):
        server.add_sowing(plant, *NAME, day, f"2026-03-0{day}")
    page.goto(f"/plants/{plant}")
    go(page, row(page, "2 seeds on Mar 2, 2026").get_by_role("link"))
    page.keyboard.press("Delete")
    expect(rows(page)).to_have_count(2)
    focused(row(page, "1 seed on Mar 1, 2026").get_by_role("link"))
    press(page, button(toast(page, "Deleted 2 seeds"), "Undo"))
    expect(rows(page)).to_have_count(3)
    focused(row(page, "2 seeds on Mar 2, 2026").get_by_role("link"))
    # The button behind the row is reached too.
    page.keyboard.press("Tab")
    focused(button(row(page, "2 seeds on Mar 2, 2026"), "Delete"))
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    focused(row(page, "1 seed on Mar 1, 2026").get_by_role("link"))
    # The last of the list, and then the only one.
    page.keyboard.press("Delete")
    expect(rows(page)).to_have_count(1)
    focused(row(page, "3 seeds on Mar 3, 2026").get_by_role("link"))
    page.keyboard.press("Delete")
    expect(page.get_by_text("No sowings yet")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_deleting_a_plant_and_taking_it_back(page, server):
    server.add_plant("Aloe", "vera")
    plant = server.add_plant(*NAME)
    server.add_sowing(plant, *NAME, 20, "2026-03-01")
    server.add_plant("Lithops", "lesliei")
    page.goto("/plants")
    go(page, row(page, "Conophytum bilobum").get_by_role("link"))
    page.keyboard.press("Delete")
    question = alert(page, "Delete Plant?")
    focused(button(question, "Cancel"))
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    focused(row(page, "Conophytum bilobum").get_by_role("link"))
    page.keyboard.press("Delete")
    press(page, button(question, "Delete"))
    expect(rows(page)).to_have_count(2)
    focused(row(page, "Lithops lesliei").get_by_role("link"))
    press(page, button(toast(page, "Deleted Conophytum bilobum"), "Undo"))
    expect(rows(page)).to_have_count(3)
    focused(row(page, "Conophytum bilobum").get_by_role("link"))


def test_the_last_plant_and_the_last_list_leave_the_focus_on_the_title(page, server):
    server.add_plant("Aloe", "vera")
    server.add_list("Groceries")
    for path, empty in [("/plants", "Nothing sown yet"), ("/lists", "No lists yet")]:
        page.goto(path)
        go(page, rows(page).get_by_role("link"))
        page.keyboard.press("Delete")
        expect(page.get_by_text(empty)).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_adding_a_list_and_items(page):
    press(page, page.get_by_role("navigation").get_by_role("link", name="Lists"))
    title(page, "My Lists")
    add = button(page.locator("header"), "Add List")
    press(page, add)
    box = dialog(page, "Add List")
    focused(field(box, "List name"))
    # Away and back again.
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    focused(add)
    page.keyboard.press("Space")
    focused(field(box, "List name"))
    # Nothing behind a dialog is reached.
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("() => !document.activeElement?.closest('main, header, nav')")
    go(page, field(box, "List name"))
    page.keyboard.type("Groceries")
    page.keyboard.press("Enter")
    focused(row(page, "Groceries").get_by_role("link"))
    page.keyboard.press("Enter")
    title(page, "Groceries")
    add = button(page.locator("header"), "Add Item")
    for number, name in enumerate(["Milk", "Bread"], 1):
        press(page, add)
        focused(field(dialog(page, "Add Item"), "Item name"))
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(rows(page)).to_have_count(number)
        # At the new row.
        expect(row(page, name).locator(":focus")).to_have_count(1)
    circle = page.get_by_role("checkbox", name="Bread")
    go(page, circle, "Shift+Tab") if not has_focus(circle) else None
    page.keyboard.press("Space")
    expect(circle).to_be_checked()
    focused(circle)
    page.keyboard.press("Space")
    expect(circle).not_to_be_checked()
    focused(circle)


@pytest.fixture
def groceries(page, server) -> Page:
    """A list of three items."""
    groceries = server.add_list("Groceries")
    for name in ["Bread", "Milk", "Oat flakes"]:
        server.add_item(groceries, name)
    page.goto(f"/lists/{groceries}")
    return page


def test_a_refusal_leads_back_to_the_field_or_to_what_is_there(groceries):
    page = groceries
    press(page, button(page.locator("header"), "Add Item"))
    box, refusal = dialog(page, "Add Item"), alert(page, "Item already added")
    focused(field(box, "Item name"))
    page.keyboard.type("milk")
    page.keyboard.press("Enter")
    focused(button(refusal, "OK"))
    page.keyboard.press("Enter")
    expect(refusal).to_be_hidden()
    focused(field(box, "Item name"))
    expect(field(box, "Item name")).to_have_value("milk")
    page.keyboard.press("Enter")
    press(page, button(refusal, "Show it"))
    expect(box).to_be_hidden()
    expect(row(page, "Milk").locator(":focus")).to_have_count(1)


def test_renaming_and_deleting_an_item(groceries):
    page = groceries
    press(page, row(page, "Milk").get_by_role("link"))
    box = dialog(page, "Edit Item")
    focused(field(box, "Item name"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("Almond milk")
    page.keyboard.press("Enter")
    expect(box).to_be_hidden()
    expect(row(page, "Almond milk").locator(":focus")).to_have_count(1)
    link = row(page, "Almond milk").get_by_role("link")
    if not has_focus(link):
        go(page, link)
    page.keyboard.press("Enter")
    press(page, button(box, "Cancel"))
    expect(box).to_be_hidden()
    focused(link)
    page.keyboard.press("Enter")
    press(page, button(box, "Delete"))
    expect(rows(page)).to_have_count(2)
    expect(row(page, "Bread").locator(":focus")).to_have_count(1)
    press(page, button(toast(page, "Deleted Almond milk"), "Undo"))
    expect(rows(page)).to_have_count(3)
    expect(row(page, "Almond milk").locator(":focus")).to_have_count(1)


def test_deleting_in_edit_mode(groceries):
    page = groceries
    press(page, button(page.locator("header"), "Edit"))
    expect(button(page.locator("header"), "Done")).to_be_visible()
    press(page, button(row(page, "Milk"), "Delete"))
    expect(rows(page)).to_have_count(2)
    expect(row(page, "Oat flakes").locator(":focus")).to_have_count(1)


def test_the_focus_stays_while_others_work(groceries, server):
    """Rows come, move and go around the one that has the focus."""
    page = groceries
    path = page.url.split("/lists/")[1]
    link = row(page, "Milk").get_by_role("link")
    go(page, link)
    server.add_item(path, "Apples")
    server.add_item(path, "Zucchini")
    expect(rows(page)).to_have_count(5)
    focused(link)
    item = rows(page).filter(has_text="Milk").get_attribute("data-id")
    server.rename_item(path, item, "Milk", "Young milk")
    expect(shown(page)).to_have_text(["Apples", "Bread", "Oat flakes", "Young milk", "Zucchini"])
    focused(row(page, "Young milk").get_by_role("link"))
    server.post(f"/lists/{path}/items/{item}/delete")
    expect(rows(page)).to_have_count(4)
    expect(row(page, "Zucchini").locator(":focus")).to_have_count(1)


def test_the_focus_stays_where_rows_above_have_gone_meanwhile(groceries, server):
    """A page that catches up takes rows away without moving those that stay."""
    page = groceries
    path = page.url.split("/lists/")[1]
    link = row(page, "Oat flakes").get_by_role("link")
    go(page, link)
    bread = row(page, "Bread").get_attribute("data-id")
    # Live rows are kept away, so that the page catches up all at once.
    page.context.set_offline(True)
    expect(toast(page, "No connection")).to_be_visible()
    server.post(f"/lists/{path}/items/{bread}/delete")
    page.context.set_offline(False)
    expect(shown(page)).to_have_text(["Milk", "Oat flakes"])
    focused(link)


def test_choosing_another_plant(page, server):
    server.add_plant("Lithops", "lesliei")
    plant = server.add_plant(*NAME)
    sowing = server.add_sowing(plant, *NAME, 20, "2026-03-01")
    page.goto(f"/sowings/{sowing}")
    press(page, button(page, "Change Plant"))
    title(page, "Select new plant")
    press(page, row(page, "Lithops lesliei").get_by_role("button"))
    title(page, "Lithops lesliei")
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026"])
