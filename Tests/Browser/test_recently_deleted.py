"""Recently Deleted: everything that was deleted can be brought back from any device, or deleted for good."""

import pytest
from playwright.sync_api import expect

from steps import alert, button, row, rows, title


@pytest.fixture
def garden(server):
    """A plant with sowings, a list with items and things apart, all deleted."""
    plant = server.add_plant("Conophytum", "bilobum")
    server.add_sowing(plant, "Conophytum", "bilobum", 20, "2026-03-01")
    server.add_sowing(plant, "Conophytum", "bilobum", 3, "2026-03-02")
    groceries = server.add_list("Groceries")
    milk = server.add_item(groceries, "Milk")
    server.add_item(groceries, "Bread")
    server.post(f"/lists/{groceries}/items/{milk}/delete")
    server.post(f"/lists/{groceries}/delete")
    server.post(f"/plants/{plant}/delete", sure="2")
    return server


def entry(page, text: str):
    return page.locator("main li").filter(has_text=text)


def test_the_way_there_and_what_is_there(either, garden):
    either.goto("/more")
    either.get_by_role("link", name="Recently Deleted 3").click()
    title(either, "Recently Deleted")
    texts = either.locator("main li .grow > span").all_inner_texts()
    assert texts == ["Conophytum bilobum and 2 sowings", "Groceries and 1 item", "Milk"]
    expect(either.get_by_text("Kept for 30 days.")).to_be_visible()


def test_restoring(either, garden):
    either.goto("/deleted")
    entry(either, "Conophytum bilobum").get_by_role("button", name="Restore").click()
    title(either, "Plants")
    row(either, "Conophytum bilobum").get_by_role("link").click()
    expect(rows(either)).to_have_count(2)
    either.goto("/deleted")
    expect(entry(either, "Conophytum")).to_have_count(0)
    # What belonged to something deleted asks for that first.
    entry(either, "Milk").get_by_role("button", name="Restore").click()
    button(alert(either, "List deleted"), "Bring back both").click()
    title(either, "Groceries")
    expect(rows(either)).to_have_count(2)


def test_for_good(either, garden):
    either.goto("/deleted")
    entry(either, "Milk").get_by_role("button", name="for good").click()
    button(alert(either, "Delete for good?"), "Cancel").click()
    expect(entry(either, "Milk")).to_have_count(1)
    entry(either, "Milk").get_by_role("button", name="for good").click()
    button(alert(either, "Delete for good?"), "Delete for good").click()
    title(either, "Recently Deleted")
    expect(entry(either, "Milk")).to_have_count(0)
    expect(entry(either, "Groceries")).to_have_count(1)
    button(either, "Delete all for good").click()
    button(alert(either, "Delete all for good?"), "Delete for good").click()
    expect(either.get_by_text("Nothing deleted")).to_be_visible()


def test_a_restart_forgets_nothing(phone, garden):
    garden.restart()
    phone.goto("/deleted")
    expect(entry(phone, "Groceries")).to_have_count(1)


def test_many(phone, server):
    groceries = server.add_list("Groceries")
    for number in range(105):
        item = server.add_item(groceries, f"Item {number:03}")
        server.post(f"/lists/{groceries}/items/{item}/delete")
    phone.goto("/deleted")
    expect(phone.locator("main li")).to_have_count(100)
    phone.get_by_role("button", name="Show more").click()
    expect(phone.locator("main li")).to_have_count(5)


def test_what_lost_its_place_for_good_comes_back_in_another(either, garden):
    """Milk was deleted before its list, and the list for good."""
    either.goto("/deleted")
    entry(either, "Groceries").get_by_role("button", name="for good").click()
    button(alert(either, "Delete for good?"), "Delete for good").click()
    entry(either, "Milk").get_by_role("button", name="Restore").click()
    expect(alert(either, "Its list is gone")).to_contain_text("needs a list to come back to: add one first.")
    other = garden.add_list("Other")
    garden.add_item(other, "milk")
    either.goto("/deleted")
    entry(either, "Milk").get_by_role("button", name="Restore").click()
    either.get_by_label("Where to").select_option("Other")
    button(alert(either, "Its list is gone"), "Bring back there").click()
    # Its name is taken there.
    alert(either, "Item already added").get_by_label("Item name").fill("Goat milk")
    button(alert(either, "Item already added"), "Bring back under this name").click()
    title(either, "Other")
    expect(row(either, "Goat milk")).to_be_visible()
