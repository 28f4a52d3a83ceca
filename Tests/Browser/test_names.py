"""Names of every kind, as they are: added, renamed, searched for, moved, deleted and brought back."""

import re

import pytest
from playwright.sync_api import Page, expect

from steps import (
    add_item, add_list, add_plant, add_sowing, alert, button, dialog, field, path, row, rows, shown, tab, title,
    undo)

NAMES = {
    "quotes": "Picea glauca 'Hb07'", "markup": "</script><b>bold</b> & \"quoted\"", "hebrew": "חלב סויה",
    "emoji": "🌵👩🏽‍🌾 seeds", "200": "x" * 200, "address": "%20+%2F?#",
}
PLANTS = {
    "quotes": ("Picea", "glauca 'Hb07'"), "markup": ("<b>", "<i>x</i>"),
    "hebrew": ("אגבה", "אמריקנה"), "emoji": ("🌵", "👩🏽‍🌾"), "200": ("G" * 200, "s" * 200),
}
IS_NARROW = "() => document.documentElement.scrollWidth <= innerWidth"


def named(names: dict):
    return pytest.mark.parametrize("name", names.values(), ids=names.keys())


def fits(page: Page) -> None:
    """Nothing sticks out of the screen."""
    assert page.evaluate(IS_NARROW)


@named(NAMES)
def test_an_item(either, server, name):
    page = either
    groceries = server.add_list("Groceries")
    page.goto(f"/lists/{groceries}")
    add_item(page, name)
    expect(row(page, name)).to_be_visible()
    add_item(page, name)
    refusal = alert(page, "Item already added")
    expect(refusal).to_contain_text(f"“{name}”")
    fits(page)
    button(refusal, "OK").click()
    button(dialog(page, "Add Item"), "Cancel").click()
    page.get_by_role("checkbox", name=name, exact=True).click()
    expect(page.get_by_role("checkbox", name=name, exact=True)).to_be_checked()
    # Renamed to something plain and back.
    for old, new in [(name, "Milk"), ("Milk", name)]:
        row(page, old).get_by_role("link").click()
        box = dialog(page, "Edit Item")
        expect(field(box, "Item name")).to_have_value(old)
        field(box, "Item name").fill(new)
        button(box, "Save").click()
        expect(row(page, new)).to_be_visible()
    row(page, name).get_by_role("link").click()
    button(dialog(page, "Edit Item"), "Delete").click()
    expect(rows(page)).to_have_count(0)
    fits(page)
    undo(page, f"Deleted {name}")
    expect(row(page, name)).to_be_visible()
    expect(page.get_by_role("checkbox", name=name, exact=True)).to_be_checked()
    fits(page)


@named(NAMES)
def test_a_list(either, name):
    page = either
    tab(page, "Lists")
    add_list(page, name)
    expect(row(page, name)).to_be_visible()
    add_list(page, name)
    expect(alert(page, "List already added")).to_contain_text(f"“{name}”")
    fits(page)
    button(alert(page, "List already added"), "Show it").click()
    title(page, name)
    fits(page)
    button(page.locator("header"), "Edit").click()
    for old, new in [(name, "Food"), ("Food", name)]:
        button(page, "Rename List").click()
        box = dialog(page, "Edit List")
        expect(field(box, "List name")).to_have_value(old)
        field(box, "List name").fill(new)
        button(box, "Save").click()
        title(page, new)
        page.goto(page.url.split("?")[0] + "?edit=1")
    button(page, "Delete List").click()
    title(page, "My Lists")
    expect(rows(page)).to_have_count(0)
    fits(page)
    undo(page, f"Deleted {name}")
    expect(row(page, name)).to_be_visible()


@named(PLANTS)
def test_a_plant(either, server, name):
    page, whole = either, " ".join(name)
    server.add_plant("Lithops", "lesliei")
    page.goto("/plants")
    add_plant(page, *name)
    title(page, whole)
    fits(page)
    add_sowing(page, "2026-03-01", "20", whole)
    title(page, whole)
    # Renamed to something plain and back.
    for old, new in [(name, ("Aloe", "vera")), (("Aloe", "vera"), name)]:
        button(page, "Edit").click()
        expect(field(page, "Genus")).to_have_value(old[0])
        expect(field(page, "Species")).to_have_value(old[1])
        field(page, "Genus").fill(new[0])
        field(page, "Species").fill(new[1])
        button(page, "Save").click()
        title(page, " ".join(new))
    expect(shown(page)).to_have_text([f"20 seeds on Mar 1, 2026{whole}"])
    # Moved to another plant and back, found by its name.
    rows(page).get_by_role("link").click()
    expect(field(page, "Note")).to_have_value(whole)
    button(page, "Change Plant").click()
    row(page, "Lithops lesliei").get_by_role("button").click()
    title(page, "Lithops lesliei")
    rows(page).get_by_role("link").click()
    button(page, "Change Plant").click()
    title(page, "Select new plant")
    fits(page)
    row(page, whole).get_by_role("button").click()
    title(page, whole)
    expect(rows(page)).to_have_count(1)
    tab(page, "Plants")
    expect(page.get_by_role("heading", level=2, name=name[0], exact=True)).to_be_visible()
    field(page, "Search plants").fill(name[0])
    field(page, "Search plants").press("Enter")
    expect(rows(page)).to_have_count(1)
    row(page, whole).get_by_role("link").click()
    button(page, "Edit").click()
    button(page, "Delete").click()
    expect(alert(page, "Delete Plant?")).to_contain_text(f"Delete {whole} and its 1 sowing?")
    fits(page)
    button(alert(page, "Delete Plant?"), "Delete").click()
    title(page, "Plants")
    fits(page)
    undo(page, f"Deleted {whole} and 1 sowing")
    expect(row(page, whole)).to_contain_text("1 sowing")
    add_plant(page, *name)
    expect(alert(page, "Plant already added")).to_contain_text(f"“{whole}”")
    fits(page)


def test_201_characters_are_refused_everywhere(either, server):
    page, long = either, "y" * 201
    plant = server.add_plant("Aloe", "vera")
    groceries = server.add_list("Groceries")
    item = server.add_item(groceries, "Milk")

    def refused(box, label: str) -> None:
        expect(field(box, label)).to_have_attribute("aria-invalid", "true")
        expect(field(box, label)).to_have_value(long)
        expect(field(box, label)).to_have_accessible_description(re.compile("has at most 200 characters; shorten it."))
        fits(page)

    for address, label in [("/plants/new", "Genus"), ("/plants/new", "Species"), (f"/plants/{plant}/edit", "Genus"),
                           (f"/plants/{plant}/edit", "Species"), (f"/plants/{plant}/sowings/new", "Species")]:
        page.goto(address)
        field(page, "Genus").fill("Lithops")
        if "sowings" in address:
            field(page, "Number of seeds").fill("1")
        field(page, label).fill(long)
        button(page, "Save").click()
        refused(page, label)
    for address, label, title, save in [
            ("/lists/new", "List name", "Add List", "Add List"),
            (f"/lists/{groceries}/edit", "List name", "Edit List", "Save"),
            (f"/lists/{groceries}/items/new", "Item name", "Add Item", "Add Item"),
            (f"/lists/{groceries}/items/{item}/edit", "Item name", "Edit Item", "Save")]:
        page.goto(address)
        box = dialog(page, title)
        field(box, label).fill(long)
        button(box, save).click()
        refused(box, label)
    assert "yyy" not in server.get("/plants") + server.get("/lists") + server.get(f"/lists/{groceries}")


def test_names_keep_their_own_direction(phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "חלב")
    server.add_item(groceries, "Milk")
    phone.goto(f"/lists/{groceries}")
    direction = "element => getComputedStyle(element).direction"
    assert row(phone, "חלב").get_by_role("link").evaluate(direction) == "rtl"
    assert row(phone, "Milk").get_by_role("link").evaluate(direction) == "ltr"


def test_a_note_stays_as_it_is(either, server):
    plant = server.add_plant("Aloe", "vera")
    note = "<b>First</b> line\n\n  third & last 🌱"
    either.goto(f"/plants/{plant}/sowings/new")
    field(either, "Date sown").fill("2026-03-01")
    field(either, "Number of seeds").fill("3")
    field(either, "Note").fill(note)
    button(either, "Save").click()
    rows(either).get_by_role("link").click()
    expect(field(either, "Note")).to_have_value(note)


def test_names_by_the_command_line_are_the_same(phone, server):
    for genus, species in PLANTS.values():
        server.run("plants", "add", "--", genus, species)
    server.run("lists", "add", "Groceries")
    server.run("items", "add", "Groceries", "--", *NAMES.values())
    for genus, species in PLANTS.values():
        expect(row(phone, f"{genus} {species}")).to_be_visible()
    tab(phone, "Lists")
    row(phone, "Groceries").get_by_role("link").click()
    for name in NAMES.values():
        expect(row(phone, name)).to_be_visible()
    path(phone, "/lists/[0-9a-f-]{36}")
