"""The server stops and starts in the middle of work, or is killed: nothing that was acknowledged is lost."""

import pytest
from playwright.sync_api import expect

from steps import (
    add_item, add_list, add_plant, add_sowing, alert, button, dialog, field, row, rows, shown, tab, title, toast, undo)

NAME = ("Conophytum", "bilobum")


@pytest.fixture(params=["stopped", "killed"])
def restart(request, server):
    """Ends the server one way or the other, and starts it again."""
    def restart() -> None:
        if request.param == "stopped":
            server.stop()
        else:
            server.kill()
        server.start()

    return restart


def test_everything_is_there_after_a_restart(either, restart):
    page = either
    add_plant(page, *NAME)
    title(page, "Conophytum bilobum")
    add_sowing(page, "2026-03-01", "20", "Soaked 24 h\nin peat")
    add_sowing(page, "2025-12-31", "1")
    title(page, "Conophytum bilobum")
    tab(page, "Plants")
    add_plant(page, "Picea", "glauca 'Hb07'")
    title(page, "Picea glauca 'Hb07'")
    tab(page, "Lists")
    add_list(page, "Groceries")
    row(page, "Groceries").get_by_role("link").click()
    for name in ["Milk", "Bread", "חלב"]:
        add_item(page, name)
        expect(row(page, name)).to_be_visible()
    page.get_by_role("checkbox", name="Milk").click()
    expect(page.get_by_role("checkbox", name="Milk")).to_be_checked()
    row(page, "Bread").get_by_role("link").click()
    button(dialog(page, "Edit Item"), "Delete").click()
    expect(rows(page)).to_have_count(2)

    restart()

    # The offer to undo is still on screen, and still good.
    undo(page, "Deleted Bread")
    expect(shown(page)).to_have_text(["Bread", "Milk", "חלב"])
    restart()
    tab(page, "Lists")
    expect(shown(page)).to_have_text(["Groceries2 open items"])
    row(page, "Groceries").get_by_role("link").click()
    expect(shown(page)).to_have_text(["Bread", "Milk", "חלב"])
    expect(page.get_by_role("checkbox", name="Milk")).to_be_checked()
    tab(page, "Plants")
    expect(shown(page)).to_have_text(["Conophytum bilobum2 sowings", "Picea glauca 'Hb07'0 sowings"])
    row(page, "Conophytum bilobum").get_by_role("link").click()
    expect(page.get_by_text("2 sowings · 21 seeds")).to_be_visible()
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked 24 h\nin peat", "1 seed on Dec 31, 2025"])


def test_open_pages_come_back_by_themselves(open_phone, server, restart):
    plant = server.add_plant(*NAME)
    groceries = server.add_list("Groceries")
    pages = [open_phone(server, path) for path in ["/plants", f"/plants/{plant}", "/lists", f"/lists/{groceries}"]]
    for round in range(1, 3):
        restart()
        server.add_sowing(plant, *NAME, round, f"2026-03-0{round}")
        server.add_item(groceries, f"Milk {round}")
        for page, count in zip(pages, [1, round, 1, round]):
            expect(rows(page)).to_have_count(count)
            expect(toast(page, "No connection")).to_be_hidden()
        expect(shown(pages[0])).to_contain_text("1 sowing" if round == 1 else "2 sowings")
        expect(shown(pages[2])).to_contain_text(f"{round} open item")


def test_a_half_typed_sowing_is_saved_after_a_restart(either, server, restart):
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/sowings/new")
    field(either, "Date sown").fill("2026-03-01")
    field(either, "Note").fill("Soaked")
    restart()
    field(either, "Number of seeds").fill("20")
    expect(field(either, "Note")).to_have_value("Soaked")
    expect(field(either, "Date sown")).to_have_value("2026-03-01")
    expect(toast(either, "No connection")).to_be_hidden()
    button(either, "Save").click()
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])


def test_a_half_typed_form_says_that_the_server_is_away(phone, server):
    plant = server.add_plant(*NAME)
    phone.goto(f"/plants/{plant}/edit")
    field(phone, "Species").fill("wettst")
    server.stop()
    expect(toast(phone, "No connection. Trying again…")).to_be_visible()
    field(phone, "Species").press_sequentially("einii")
    server.start()
    expect(toast(phone, "No connection")).to_be_hidden()
    expect(field(phone, "Species")).to_have_value("wettsteinii")
    expect(field(phone, "Species")).to_be_focused()
    button(phone, "Save").click()
    title(phone, "Conophytum wettsteinii")


def test_a_half_typed_item_is_added_after_a_restart(either, server, restart):
    groceries = server.add_list("Groceries")
    either.goto(f"/lists/{groceries}")
    button(either.locator("header"), "Add Item").click()
    name = field(dialog(either, "Add Item"), "Item name")
    name.fill("Oat ")
    restart()
    name.press_sequentially("flakes")
    expect(name).to_have_value("Oat flakes")
    button(dialog(either, "Add Item"), "Add Item").click()
    expect(shown(either)).to_have_text(["Oat flakes"])


def test_a_sowing_is_moved_across_a_restart(either, server, restart):
    """What was typed goes with the form from screen to screen; the server keeps none of it."""
    server.add_plant("Lithops", "lesliei")
    plant = server.add_plant(*NAME)
    sowing = server.add_sowing(plant, *NAME, 20, "2026-03-01")
    either.goto(f"/sowings/{sowing}")
    field(either, "Number of seeds").fill("25")
    button(either, "Change Plant").click()
    title(either, "Select new plant")
    restart()
    row(either, "Lithops lesliei").get_by_role("button").click()
    title(either, "Lithops lesliei")
    expect(shown(either)).to_have_text(["25 seeds on Mar 1, 2026"])


def test_a_question_is_answered_after_a_restart(either, server, restart):
    plant = server.add_plant(*NAME)
    sowing = server.add_sowing(plant, *NAME, 20, "2026-03-01")
    either.goto(f"/sowings/{sowing}")
    field(either, "Species").fill("wettsteinii")
    button(either, "Save").click()
    expect(alert(either, "Rename or move?")).to_be_visible()
    restart()
    button(alert(either, "Rename or move?"), "Move only this sowing to Conophytum wettsteinii").click()
    title(either, "Conophytum wettsteinii")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026"])
