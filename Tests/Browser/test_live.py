"""Screens that change by themselves: two devices, another process."""

import re
import time

import pytest
from playwright.sync_api import expect

from steps import (add_item, add_plant, alert, button, dialog, field, row, rows, shown, tab, title, toast)

NAME = ("Conophytum", "bilobum")


@pytest.fixture
def groceries(open_phone, server):
    """Two phones that look at one list, and the list's id."""
    groceries = server.add_list("Groceries")
    for name in ["Bread", "Milk", "Oat flakes"]:
        server.add_item(groceries, name)
    pages = [open_phone(server, f"/lists/{groceries}") for _ in range(2)]
    for page in pages:
        expect(rows(page)).to_have_count(3)
    return *pages, groceries


def test_items_change_on_the_other_phone(groceries):
    one, other, _ = groceries
    add_item(one, "Apples")
    expect(shown(other)).to_have_text(["Apples", "Bread", "Milk", "Oat flakes"])
    expect(other.get_by_text("4 open of 4")).to_be_visible()

    row(one, "Apples").get_by_role("link").click()
    field(dialog(one, "Edit Item"), "Item name").fill("Zucchini")
    button(dialog(one, "Edit Item"), "Save").click()
    expect(shown(other)).to_have_text(["Bread", "Milk", "Oat flakes", "Zucchini"])

    one.get_by_role("checkbox", name="Milk").click()
    expect(other.get_by_role("checkbox", name="Milk")).to_be_checked()
    expect(other.get_by_text("3 open of 4")).to_be_visible()

    row(one, "Bread").get_by_role("link").click()
    button(dialog(one, "Edit Item"), "Delete").click()
    expect(shown(other)).to_have_text(["Milk", "Oat flakes", "Zucchini"])
    button(toast(one, "Deleted Bread"), "Undo").click()
    expect(shown(other)).to_have_text(["Bread", "Milk", "Oat flakes", "Zucchini"])


def test_changes_arrive_within_a_second(groceries, server):
    _, page, groceries = groceries
    server.add_item(groceries, "first")
    expect(row(page, "first")).to_be_visible()
    # Measured in the page, so that the test's own looking does not count.
    page.evaluate("""() => {
        window.seen = {}
        new MutationObserver(changes => {
            for (const change of changes) for (const node of change.addedNodes) {
                const name = node.querySelector?.('.row a')?.textContent
                if (name) window.seen[name] ??= Date.now() / 1000
            }
        }).observe(document.querySelector('main'), { childList: true, subtree: true })
    }""")
    sent = {}
    for number in range(20):
        sent[f"item {number:02}"] = time.time()
        server.add_item(groceries, f"item {number:02}")
    expect(row(page, "item 19")).to_be_visible()
    seen = page.evaluate("() => window.seen")
    delays = sorted(seen[name] - sent[name] for name in sent)
    assert delays[len(delays) // 2] < .5, delays
    assert delays[-1] < 1, delays


def test_half_typed_text_scroll_position_and_focus_stay(groceries, server):
    _, page, groceries = groceries
    for number in range(30):
        server.add_item(groceries, f"item {number:02}")
    expect(rows(page)).to_have_count(33)
    # Somebody looks at the end of the list …
    page.evaluate("() => scrollTo(0, 900)")
    page.wait_for_function("() => scrollY >= 800")
    mark = row(page, "item 25")
    before = mark.bounding_box()["y"]
    server.add_item(groceries, "Apples")
    server.add_item(groceries, "Aubergines")
    expect(row(page, "Aubergines")).to_be_attached()
    assert abs(mark.bounding_box()["y"] - before) < 2
    # … and types.
    button(page.locator("header"), "Add Item").click()
    name = field(dialog(page, "Add Item"), "Item name")
    name.fill("Half a na")
    server.add_item(groceries, "Bananas")
    expect(row(page, "Bananas")).to_be_attached()
    expect(name).to_have_value("Half a na")
    expect(name).to_be_focused()
    name.press_sequentially("me")
    button(dialog(page, "Add Item"), "Add Item").click()
    expect(row(page, "Half a name")).to_be_visible()


def test_an_item_that_is_being_renamed_says_that_it_changed(groceries, server):
    one, other, groceries = groceries
    row(one, "Milk").get_by_role("link").click()
    box = dialog(one, "Edit Item")
    field(box, "Item name").fill("Almond mi")
    row(other, "Milk").get_by_role("link").click()
    field(dialog(other, "Edit Item"), "Item name").fill("Soy milk")
    button(dialog(other, "Edit Item"), "Save").click()
    expect(box.get_by_text("Changed on another device.")).to_be_visible()
    expect(field(box, "Item name")).to_have_value("Almond mi")
    field(box, "Item name").fill("Almond milk")
    button(box, "Save").click()
    expect(box.get_by_text("Renamed on another device to “Soy milk”. Save keeps yours.")).to_be_visible()
    expect(field(box, "Item name")).to_have_value("Almond milk")
    button(box, "Save").click()
    expect(box).to_be_hidden()
    expect(row(other, "Almond milk")).to_be_visible()
    expect(rows(other)).to_have_count(3)


def test_plants_come_change_and_go_on_the_other_phone(open_phone, phone, server):
    other = open_phone(server)
    expect(other.get_by_text("Nothing sown yet")).to_be_visible()
    add_plant(phone, *NAME)
    expect(shown(other)).to_have_text(["Conophytum bilobum0 sowings"])
    tab(phone, "Plants")
    add_plant(phone, "Aloe", "vera")
    expect(shown(other)).to_have_text(["Aloe vera0 sowings", "Conophytum bilobum0 sowings"])
    expect(other.get_by_role("heading", level=2)).to_have_text(["Aloe", "Conophytum"])
    # Renamed, it stands under another heading.
    button(phone, "Edit").click()
    field(phone, "Genus").fill("Rebutia")
    button(phone, "Save").click()
    expect(shown(other)).to_have_text(["Conophytum bilobum0 sowings", "Rebutia vera0 sowings"])
    expect(other.get_by_role("heading", level=2)).to_have_text(["Conophytum", "Rebutia"])
    button(phone, "Edit").click()
    button(phone, "Delete").click()
    expect(shown(other)).to_have_text(["Conophytum bilobum0 sowings"])
    expect(other.get_by_text("1 plant", exact=True)).to_be_visible()


def test_an_open_plant_shows_its_new_name_and_sowings(open_phone, phone, server):
    plant = server.add_plant(*NAME)
    phone.goto(f"/plants/{plant}")
    other = open_phone(server, "/plants")
    expect(rows(other)).to_have_count(1)
    server.add_sowing(plant, *NAME, 20, "2026-03-01")
    expect(shown(phone)).to_have_text(["20 seeds on Mar 1, 2026"])
    expect(phone.get_by_text("1 sowing · 20 seeds")).to_be_visible()
    expect(shown(other)).to_have_text(["Conophytum bilobum1 sowing"])
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    title(phone, "Conophytum wettsteinii")
    expect(shown(other)).to_have_text(["Conophytum wettsteinii1 sowing"])


def test_an_open_plant_that_is_deleted_says_so(phone, server):
    plant = server.add_plant(*NAME)
    phone.goto(f"/plants/{plant}")
    title(phone, "Conophytum bilobum")
    server.post(f"/plants/{plant}/delete")
    title(phone, "Deleted")
    button(phone, "Undo").click()
    expect(row(phone, "Conophytum bilobum")).to_be_visible()


def test_lists_change_on_the_other_phone(open_phone, server):
    one, other = (open_phone(server, "/lists") for _ in range(2))
    expect(other.get_by_text("No lists yet")).to_be_visible()
    groceries = server.add_list("Groceries")
    for page in (one, other):
        expect(shown(page)).to_have_text(["Groceries0 open items"])
    server.add_item(groceries, "Milk")
    for page in (one, other):
        expect(shown(page)).to_have_text(["Groceries1 open item"])


def test_two_windows_of_one_browser_agree(phone, server):
    groceries = server.add_list("Groceries")
    phone.goto(f"/lists/{groceries}")
    second = phone.context.new_page()
    second.goto(f"/lists/{groceries}")
    add_item(phone, "Milk")
    expect(row(second, "Milk")).to_be_visible()
    add_item(second, "Bread")
    expect(row(phone, "Bread")).to_be_visible()


def test_the_command_line_s_changes_show_up(groceries, server):
    page, _, groceries = groceries

    server.run("items", "add", "Groceries", "Apples")
    expect(shown(page)).to_have_text(["Apples", "Bread", "Milk", "Oat flakes"])
    server.run("items", "tick", "Groceries", "Milk")
    expect(page.get_by_role("checkbox", name="Milk")).to_be_checked()
    server.run("items", "delete", "Groceries", "Bread")
    expect(shown(page)).to_have_text(["Apples", "Milk", "Oat flakes"])


def test_a_second_server_s_changes_show_up(groceries, server, make_server, open_phone):
    page, _, groceries = groceries
    second = make_server(server.store.name)
    second.add_item(groceries, "Apples")
    expect(row(page, "Apples")).to_be_visible()
    other = open_phone(second, f"/lists/{groceries}")
    add_item(page, "Zucchini")
    expect(row(other, "Zucchini")).to_be_visible()


def test_a_search_that_found_nothing_finds_what_comes(phone, server):
    server.add_plant("Aloe", "vera")
    phone.goto("/plants?q=bilo")
    expect(phone.get_by_text("Nothing found")).to_be_visible()
    plant = server.add_plant(*NAME)
    expect(shown(phone)).to_have_text(["Conophytum bilobum0 sowings"])
    expect(phone.get_by_text("Nothing found")).to_be_hidden()
    expect(phone.get_by_text("1 plant found")).to_be_visible()
    server.post(f"/plants/{plant}/delete")
    expect(phone.get_by_text("Nothing found")).to_be_visible()
    expect(rows(phone)).to_have_count(0)


@pytest.fixture(params=["another phone", "the command line"])
def elsewhere(request, server):
    """Adds, ticks and deletes items of a list, from one place or the other."""
    def change(groceries: str, *, add: str | None = None, tick: str | None = None, delete: str | None = None) -> None:
        if request.param == "the command line":
            for word, name in [("add", add), ("tick", tick), ("delete", delete)]:
                if name:
                    server.run("items", word, "Groceries", name)
            return
        found = {name: item for item, name in re.findall(
            r'items/([0-9a-f-]{36})/edit"[^>]*>([^<]*)<', server.get(f"/lists/{groceries}"))}
        if add:
            server.add_item(groceries, add)
        if tick:
            server.tick(groceries, found[tick])
        if delete:
            server.post(f"/lists/{groceries}/items/{found[delete]}/delete")

    return change


def test_rows_come_and_go_around_somebody_who_works(groceries, server, elsewhere):
    """Wherever a change comes from: the place in the list, the focus and half a name stay."""
    page, _, groceries = groceries
    for number in range(30):
        server.add_item(groceries, f"item {number:02}")
    expect(rows(page)).to_have_count(33)
    page.evaluate("() => scrollTo(0, 900)")
    page.wait_for_function("() => scrollY >= 800")
    mark = row(page, "item 25")
    mark.get_by_role("link").focus()
    place = mark.bounding_box()["y"]
    # Above, within and below what is in sight.
    elsewhere(groceries, add="Apples")
    elsewhere(groceries, add="item 24 b", delete="item 01")
    elsewhere(groceries, add="Zucchini", tick="item 26", delete="item 24")
    expect(row(page, "Zucchini")).to_be_attached()
    expect(row(page, "item 24")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="item 26")).to_be_checked()
    expect(rows(page)).to_have_count(34)
    assert abs(mark.bounding_box()["y"] - place) < 2
    expect(mark.get_by_role("link")).to_be_focused()
    # Renaming it, half a name is typed when others come and go.
    mark.get_by_role("link").click()
    box = dialog(page, "Edit Item")
    field(box, "Item name").fill("Half a na")
    elsewhere(groceries, add="Bananas", delete="item 02")
    expect(row(page, "Bananas")).to_be_attached()
    expect(row(page, "item 02")).to_have_count(0)
    expect(field(box, "Item name")).to_have_value("Half a na")
    expect(field(box, "Item name")).to_be_focused()
    field(box, "Item name").press_sequentially("me")
    button(box, "Save").click()
    expect(row(page, "Half a name")).to_be_visible()


def test_a_half_typed_search_and_sowing_stay(open_phone, server):
    plant = server.add_plant(*NAME)
    search, form = open_phone(server, "/plants"), open_phone(server, f"/plants/{plant}/sowings/new")
    field(search, "Search plants").fill("cono")
    field(form, "Note").fill("Soaked 24")
    server.run("plants", "add", "Conophytum", "calculus")
    server.run("sowings", "add", "Conophytum bilobum", "--seeds", "5")
    expect(rows(search)).to_have_count(2)
    expect(row(search, "Conophytum bilobum")).to_contain_text("1 sowing")
    expect(field(search, "Search plants")).to_have_value("cono")
    expect(field(search, "Search plants")).to_be_focused()
    server.run("plants", "rename", "Conophytum bilobum", "Conophytum", "wettsteinii")
    expect(field(form, "Species")).to_have_value("wettsteinii")
    expect(field(form, "Note")).to_have_value("Soaked 24")
    expect(field(form, "Note")).to_be_focused()
