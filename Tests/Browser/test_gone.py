"""Dialogs whose item or list was deleted elsewhere while they were open."""

import pytest
from playwright.sync_api import expect

from steps import button, dialog, field, path, rows, shown, title

KEPT = "What you typed is still here."


@pytest.fixture
def lists(either, server):
    """A page, the id of a list, and that of its item Milk."""
    groceries = server.add_list("Groceries")
    return either, groceries, server.add_item(groceries, "Milk")


def test_an_item_deleted_while_it_is_renamed(lists, server):
    page, groceries, milk = lists
    page.goto(f"/lists/{groceries}/items/{milk}/edit")
    box = dialog(page, "Edit Item")
    field(box, "Item name").fill("Oat milk")
    server.post(f"/lists/{groceries}/items/{milk}/delete")
    # The old name is another item's by now.
    server.add_item(groceries, "Milk")
    button(box, "Save").click()
    expect(box.get_by_text(f"This item was deleted. {KEPT}")).to_be_visible()
    expect(field(box, "Item name")).to_have_value("Oat milk")
    button(box, "Bring it back and save").click()
    expect(box).to_be_hidden()
    expect(shown(page)).to_have_text(["Milk", "Oat milk"])


def test_a_list_deleted_while_one_of_its_items_is_renamed(lists, server):
    page, groceries, milk = lists
    page.goto(f"/lists/{groceries}/items/{milk}/edit")
    box = dialog(page, "Edit Item")
    field(box, "Item name").fill("Oat milk")
    server.post(f"/lists/{groceries}/delete")
    button(box, "Save").click()
    expect(button(box, "Bring back Groceries and save")).to_be_visible()
    expect(field(box, "Item name")).to_have_value("Oat milk")
    button(box, "Bring back Groceries and save").click()
    title(page, "Groceries")
    expect(box).to_be_hidden()
    expect(shown(page)).to_have_text(["Oat milk"])


@pytest.mark.parametrize("typed, added", [("Bread", ["Bread", "Milk"]), ("Bread\nApples", ["Apples", "Bread", "Milk"])])
def test_a_list_deleted_while_an_item_is_added(lists, server, typed, added):
    page, groceries, _ = lists
    page.goto(f"/lists/{groceries}/items/new")
    box = dialog(page, "Add Item")
    field(box, "Item name").fill(typed)
    server.post(f"/lists/{groceries}/delete")
    button(box, "Add Item").click()
    expect(button(box, "Bring back Groceries and save")).to_be_visible()
    expect(field(box, "Item name")).to_have_value(typed)
    button(box, "Bring back Groceries and save").click()
    title(page, "Groceries")
    expect(shown(page)).to_have_text(added)


def test_a_list_deleted_while_it_is_renamed(lists, server):
    page, groceries, _ = lists
    page.goto(f"/lists/{groceries}/edit")
    box = dialog(page, "Edit List")
    field(box, "List name").fill("Food")
    server.post(f"/lists/{groceries}/delete")
    button(box, "Save").click()
    expect(box.get_by_text(f"This list was deleted. {KEPT}")).to_be_visible()
    expect(field(box, "List name")).to_have_value("Food")
    expect(button(box, "Delete")).to_have_count(0)
    button(box, "Bring it back and save").click()
    title(page, "Food")
    expect(shown(page)).to_have_text(["Milk"])


def test_a_dialog_that_is_given_up_leads_to_what_is_there(lists, server):
    page, groceries, milk = lists
    page.goto(f"/lists/{groceries}/items/{milk}/edit")
    box = dialog(page, "Edit Item")
    field(box, "Item name").fill("Oat milk")
    server.post(f"/lists/{groceries}/items/{milk}/delete")
    button(box, "Save").click()
    expect(button(box, "Bring it back and save")).to_be_visible()
    button(box, "Cancel").click()
    title(page, "Groceries")
    expect(rows(page)).to_have_count(0)


def test_a_dialog_stays_when_its_list_goes(phone, server):
    groceries = server.add_list("Groceries")
    phone.goto(f"/lists/{groceries}")
    button(phone.locator("header"), "Add Item").click()
    box = dialog(phone, "Add Item")
    field(box, "Item name").fill("Bread")
    server.post(f"/lists/{groceries}/delete")
    expect(box.get_by_text(f"This list was deleted. {KEPT}")).to_be_visible()
    expect(field(box, "Item name")).to_have_value("Bread")
    button(box, "Add Item").click()
    button(box, "Bring back Groceries and save").click()
    expect(box).to_be_hidden()
    title(phone, "Groceries")
    expect(shown(phone)).to_have_text(["Bread"])


def test_a_page_comes_back_with_what_it_shows(phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    phone.goto(f"/lists/{groceries}")
    expect(rows(phone)).to_have_count(1)
    deletion = server.post(f"/lists/{groceries}/delete")["location"].split("undo=")[1]
    title(phone, "Deleted")
    server.post(f"/undo/{deletion}")
    title(phone, "Groceries")
    expect(shown(phone)).to_have_text(["Milk"])


def test_what_was_deleted_leads_to_where_it_was(either, server):
    groceries = server.add_list("Groceries")
    milk = server.add_item(groceries, "Milk")
    plant = server.add_plant("Aloe", "vera")
    sowing = server.add_sowing(plant, "Aloe", "vera", 20, "2026-03-01")
    server.post(f"/lists/{groceries}/items/{milk}/delete")
    server.post(f"/sowings/{sowing}/delete")
    either.goto(f"/lists/{groceries}/items/{milk}/edit")
    title(either, "Deleted")
    button(either, "Back to the list").click()
    title(either, "Groceries")
    either.goto(f"/sowings/{sowing}")
    title(either, "Deleted")
    button(either, "Back to the plant").click()
    title(either, "Aloe vera")
    path(either, f"/plants/{plant}")
