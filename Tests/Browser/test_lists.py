"""Lists and their items."""

import re

import pytest
from playwright.sync_api import expect

from steps import (add_item, add_list, alert, button, dialog, field, path, row, rows, shown, swipe, tab, title, toast,
                   undo)


@pytest.fixture
def groceries(either, server):
    """The list of groceries, open."""
    groceries = server.add_list("Groceries")
    either.goto(f"/lists/{groceries}")
    title(either, "Groceries")
    return either


def circle(page, name):
    return page.get_by_role("checkbox", name=name, exact=True)


def test_adding_lists(either):
    tab(either, "Lists")
    title(either, "My Lists")
    expect(either.get_by_text("No lists yet")).to_be_visible()
    add_list(either, "Seeds to order")
    expect(shown(either)).to_have_text(["Seeds to order0 open items"])
    add_list(either, "groceries")
    add_list(either, "Greenhouse jobs")
    expect(shown(either)).to_have_text([
        "Greenhouse jobs0 open items", "groceries0 open items", "Seeds to order0 open items"])


def test_cancel_adds_no_list(either):
    tab(either, "Lists")
    button(either.locator("header"), "Add List").click()
    field(dialog(either, "Add List"), "List name").fill("Groceries")
    button(dialog(either, "Add List"), "Cancel").click()
    expect(dialog(either, "Add List")).to_be_hidden()
    expect(either.get_by_text("No lists yet")).to_be_visible()


def test_a_duplicate_list_is_refused_and_shown(either, server):
    groceries = server.add_list("Groceries")
    tab(either, "Lists")
    add_list(either, " groceries ")
    refusal = alert(either, "List already added")
    expect(refusal).to_contain_text("List name already present: “Groceries”")
    button(refusal, "OK").click()
    expect(refusal).to_be_hidden()
    expect(field(dialog(either, "Add List"), "List name")).to_have_value(" groceries ")
    button(dialog(either, "Add List"), "Add List").click()
    button(alert(either, "List already added"), "Show it").click()
    title(either, "Groceries")
    path(either, f"/lists/{groceries}")


@pytest.mark.parametrize("name", ["   ", "x" * 201])
def test_blank_and_endless_names_are_refused_with_a_sentence(either, name):
    tab(either, "Lists")
    add_list(either, name)
    box = dialog(either, "Add List")
    expect(field(box, "List name")).to_have_attribute("aria-invalid", "true")
    expect(box.locator("#name-dialog-hint")).not_to_be_empty()
    expect(field(box, "List name")).to_have_value(name)
    field(box, "List name").fill("Groceries")
    button(box, "Add List").click()
    expect(row(either, "Groceries")).to_be_visible()


def test_items_are_added_and_sorted(groceries):
    expect(groceries.get_by_text("Nothing on this list")).to_be_visible()
    for name in ["Milk", "apples", "Café filters"]:
        add_item(groceries, name)
        expect(row(groceries, name)).to_be_visible()
    expect(shown(groceries)).to_have_text(["apples", "Café filters", "Milk"])
    expect(groceries.get_by_text("3 open of 3")).to_be_visible()
    tab(groceries, "Lists")
    expect(shown(groceries)).to_have_text(["Groceries3 open items"])


def test_several_pasted_lines_become_several_items(groceries, server):
    add_item(groceries, "Milk")
    expect(row(groceries, "Milk")).to_be_visible()
    add_item(groceries, "Apples\nmilk\n\n  Bread  \nApples\n")
    refusal = alert(groceries, "2 items already added")
    expect(refusal).to_contain_text("Item name already present: “Milk”, “Apples”.")
    expect(refusal).to_contain_text("2 items added.")
    button(refusal, "OK").click()
    expect(refusal).to_be_hidden()
    expect(shown(groceries)).to_have_text(["Apples", "Bread", "Milk"])


def test_ticking_off_and_back(groceries):
    add_item(groceries, "Milk")
    add_item(groceries, "Bread")
    expect(circle(groceries, "Milk")).not_to_be_checked()
    circle(groceries, "Milk").click()
    expect(circle(groceries, "Milk")).to_be_checked()
    expect(groceries.get_by_text("1 open of 2")).to_be_visible()
    groceries.reload()
    expect(circle(groceries, "Milk")).to_be_checked()
    circle(groceries, "Milk").click()
    expect(circle(groceries, "Milk")).not_to_be_checked()
    expect(groceries.get_by_text("2 open of 2")).to_be_visible()


def test_a_ticked_item_is_offered_back(groceries):
    add_item(groceries, "Milk")
    circle(groceries, "Milk").click()
    expect(circle(groceries, "Milk")).to_be_checked()
    add_item(groceries, "MILK")
    refusal = alert(groceries, "Item already added")
    expect(refusal).to_contain_text("Item name already present: “Milk”, ticked off")
    button(refusal, "Put it back").click()
    expect(circle(groceries, "Milk")).not_to_be_checked()
    expect(dialog(groceries, "Add Item")).to_be_hidden()
    expect(rows(groceries)).to_have_count(1)


def test_a_duplicate_item_is_shown(groceries):
    add_item(groceries, "Milk")
    add_item(groceries, "milk")
    refusal = alert(groceries, "Item already added")
    button(refusal, "Show it").click()
    expect(refusal).to_be_hidden()
    expect(dialog(groceries, "Add Item")).to_be_hidden()
    expect(shown(groceries)).to_have_text(["Milk"])


def test_renaming_an_item(groceries):
    add_item(groceries, "Milk")
    add_item(groceries, "Bread")
    row(groceries, "Milk").get_by_role("link").click()
    box = dialog(groceries, "Edit Item")
    expect(field(box, "Item name")).to_have_value("Milk")
    field(box, "Item name").fill("bread")
    button(box, "Save").click()
    refusal = alert(groceries, "Item already added")
    expect(refusal).to_contain_text("“Bread”")
    button(refusal, "OK").click()
    expect(refusal).to_be_hidden()
    field(box, "Item name").fill("Almond milk")
    button(box, "Save").click()
    expect(box).to_be_hidden()
    expect(shown(groceries)).to_have_text(["Almond milk", "Bread"])


def test_an_item_is_deleted_in_its_dialog(groceries):
    add_item(groceries, "Milk")
    row(groceries, "Milk").get_by_role("link").click()
    button(dialog(groceries, "Edit Item"), "Delete").click()
    expect(rows(groceries)).to_have_count(0)
    undo(groceries, "Deleted Milk")
    expect(row(groceries, "Milk")).to_be_visible()


def test_an_item_is_swiped_away_and_brought_back(phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    server.add_item(groceries, "Bread")
    phone.goto(f"/lists/{groceries}")
    swipe(phone, row(phone, "Milk"))
    button(row(phone, "Milk"), "Delete").click()
    expect(shown(phone)).to_have_text(["Bread"])
    expect(phone.get_by_text("1 open of 1")).to_be_visible()
    undo(phone, "Deleted Milk")
    expect(shown(phone)).to_have_text(["Bread", "Milk"])


def test_renaming_a_list(groceries, server):
    server.add_list("Jobs")
    button(groceries.locator("header"), "Edit").click()
    # An empty list has the ways to rename and delete it as well.
    button(groceries, "Rename List").click()
    box = dialog(groceries, "Edit List")
    field(box, "List name").fill("jobs")
    button(box, "Save").click()
    refusal = alert(groceries, "List already added")
    expect(refusal).to_contain_text("“Jobs”")
    button(refusal, "OK").click()
    expect(refusal).to_be_hidden()
    field(box, "List name").fill("Food")
    button(box, "Save").click()
    title(groceries, "Food")
    tab(groceries, "Lists")
    expect(shown(groceries)).to_have_text(["Food0 open items", "Jobs0 open items"])


def test_a_list_is_deleted_with_its_items_and_brought_back(groceries):
    add_item(groceries, "Milk")
    expect(row(groceries, "Milk")).to_be_visible()
    button(groceries.locator("header"), "Edit").click()
    button(groceries, "Delete List").click()
    title(groceries, "My Lists")
    expect(rows(groceries)).to_have_count(0)
    undo(groceries, "Deleted Groceries and 1 item")
    expect(shown(groceries)).to_have_text(["Groceries1 open item"])
    row(groceries, "Groceries").get_by_role("link").click()
    expect(shown(groceries)).to_have_text(["Milk"])


def test_a_list_is_swiped_away_and_brought_back(phone, server):
    server.add_list("Groceries")
    server.add_list("Jobs")
    tab(phone, "Lists")
    swipe(phone, row(phone, "Groceries"))
    button(row(phone, "Groceries"), "Delete").click()
    expect(shown(phone)).to_have_text(["Jobs0 open items"])
    undo(phone, "Deleted Groceries")
    expect(shown(phone)).to_have_text(["Groceries0 open items", "Jobs0 open items"])


def test_lists_are_renamed_and_deleted_in_edit_mode(either, server):
    server.add_list("Groceries")
    server.add_list("Jobs")
    tab(either, "Lists")
    button(either.locator("header"), "Edit").click()
    button(row(either, "Jobs"), "Delete").click()
    expect(rows(either)).to_have_count(1)
    row(either, "Groceries").get_by_role("link").click()
    box = dialog(either, "Edit List")
    field(box, "List name").fill("Food")
    button(box, "Save").click()
    expect(box).to_be_hidden()
    tab(either, "Lists")
    expect(row(either, "Food")).to_be_visible()


def test_enter_adds_an_item(phone, server):
    groceries = server.add_list("Groceries")
    phone.goto(f"/lists/{groceries}")
    button(phone.locator("header"), "Add Item").click()
    name = field(dialog(phone, "Add Item"), "Item name")
    expect(name).to_be_focused()
    name.press_sequentially("Milk")
    name.press("Enter")
    expect(shown(phone)).to_have_text(["Milk"])
    expect(dialog(phone, "Add Item")).to_be_hidden()


def test_escape_closes_a_dialog(phone):
    tab(phone, "Lists")
    button(phone.locator("header"), "Add List").click()
    expect(field(dialog(phone, "Add List"), "List name")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(dialog(phone, "Add List")).to_be_hidden()
    title(phone, "My Lists")
