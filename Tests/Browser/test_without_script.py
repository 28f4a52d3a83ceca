"""What a finger or a key does with the script running is done by links and buttons without it."""

import pytest
from playwright.sync_api import Page, expect

from steps import add_item, add_list, button, dialog, field, path, row, rows, shown, tab, title, undo

NAME = ("Conophytum", "bilobum")


@pytest.fixture
def page(open_phone, server) -> Page:
    return open_phone(server, script=False)


def test_items_are_deleted_in_edit_mode(page, server):
    groceries = server.add_list("Groceries")
    for name in ["Bread", "Milk", "Oat flakes"]:
        server.add_item(groceries, name)
    page.goto(f"/lists/{groceries}")
    expect(button(page, "Delete")).to_have_count(0)
    button(page.locator("header"), "Edit").click()
    button(row(page, "Milk"), "Delete").click()
    expect(shown(page)).to_contain_text(["Bread", "Oat flakes"])
    # One after the other, without leaving edit mode.
    button(row(page, "Bread"), "Delete").click()
    expect(rows(page)).to_have_count(1)
    undo(page, "Deleted Bread")
    expect(row(page, "Bread")).to_be_visible()
    path(page, f"/lists/{groceries}")


def test_ticking_in_edit_mode_and_out_of_it(page, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    page.goto(f"/lists/{groceries}")
    page.get_by_role("checkbox", name="Milk").click()
    expect(page.get_by_role("checkbox", name="Milk")).to_be_checked()
    expect(page.get_by_text("All done")).to_be_visible()


def test_search_finds_and_is_cleared(page, server):
    server.add_samples()
    page.goto("/plants")
    field(page, "Search plants").fill("BILO")
    field(page, "Search plants").press("Enter")
    expect(rows(page)).to_have_count(1)
    rows(page).get_by_role("link").click()
    title(page, "Conophytum bilobum")
    page.get_by_role("link", name="Back to Plants").click()
    expect(field(page, "Search plants")).to_have_value("BILO")
    expect(rows(page)).to_have_count(1)
    field(page, "Search plants").fill("")
    field(page, "Search plants").press("Enter")
    expect(rows(page)).to_have_count(10)


def test_a_change_on_another_device_is_there_on_the_next_look(page, server):
    plant = server.add_plant(*NAME)
    page.goto(f"/plants/{plant}")
    server.add_sowing(plant, *NAME, 20, "2026-03-01")
    page.reload()
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026"])
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    tab(page, "Plants")
    expect(shown(page)).to_have_text(["Conophytum wettsteinii1 sowing"])


def test_dialogs_are_left_by_cancel(page, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    for address, name in [("/lists/new", "Add List"), (f"/lists/{groceries}/edit", "Edit List"),
                          (f"/lists/{groceries}/items/new", "Add Item")]:
        page.goto(address)
        button(dialog(page, name), "Cancel").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(rows(page)).to_have_count(1)


def test_the_refused_page_can_be_reloaded(page, server):
    """The answer to a form stands at the form's address; asking for that leads on."""
    server.add_list("Groceries")
    tab(page, "Lists")
    add_list(page, "groceries")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.goto(page.url)
    title(page, "My Lists")
    row(page, "Groceries").get_by_role("link").click()
    add_item(page, "Milk\nBread")
    expect(shown(page)).to_have_text(["Bread", "Milk"])
    page.reload()
    expect(rows(page)).to_have_count(2)
