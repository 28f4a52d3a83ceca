"""Change Plant: choosing another plant for a sowing."""

import pytest
from playwright.sync_api import expect

from steps import alert, button, field, path, row, rows, shown, tab, title

NAME = ("Conophytum", "bilobum")


@pytest.fixture
def sowing(either, server):
    """A sowing's form, among sample plants."""
    server.add_plant("Aloe", "vera")
    server.add_plant("Lithops", "lesliei")
    plant = server.add_plant(*NAME)
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    server.add_sowing(plant, *NAME, 10, "2025-03-01")
    either.goto(f"/plants/{plant}")
    rows(either).first.get_by_role("link").click()
    title(either, "Sowing")
    return either


def choose(page) -> None:
    button(page, "Change Plant").click()
    title(page, "Select new plant")
    expect(page.get_by_text("Moving 20 seeds on Mar 1, 2026 from Conophytum bilobum")).to_be_visible()


def test_choosing_moves_the_sowing(sowing):
    choose(sowing)
    row(sowing, "Lithops lesliei").get_by_role("button").click()
    title(sowing, "Lithops lesliei")
    expect(shown(sowing)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])
    tab(sowing, "Plants")
    expect(shown(sowing)).to_have_text(["Aloe vera0 sowings", "Conophytum bilobum1 sowing", "Lithops lesliei1 sowing"])


def test_what_else_was_typed_is_saved_with_the_move(sowing):
    field(sowing, "Number of seeds").fill("25")
    choose(sowing)
    row(sowing, "Lithops lesliei").get_by_role("button").click()
    title(sowing, "Lithops lesliei")
    expect(shown(sowing)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_cancel_leads_back_to_what_was_typed(sowing):
    field(sowing, "Note").fill("Soaked, then rinsed")
    choose(sowing)
    button(sowing, "Cancel").click()
    title(sowing, "Sowing")
    expect(field(sowing, "Note")).to_have_value("Soaked, then rinsed")
    button(sowing, "Save").click()
    title(sowing, "Conophytum bilobum")
    expect(shown(sowing)).to_have_text(["20 seeds on Mar 1, 2026Soaked, then rinsed", "10 seeds on Mar 1, 2025"])


def test_searching_keeps_the_sowing_in_sight(sowing):
    choose(sowing)
    search = field(sowing, "Search plants")
    search.fill("LITH")
    search.press("Enter")
    expect(shown(sowing)).to_have_text(["Lithops lesliei0 sowings"])
    expect(sowing.get_by_text("Moving 20 seeds on Mar 1, 2026")).to_be_visible()
    row(sowing, "Lithops lesliei").get_by_role("button").click()
    title(sowing, "Lithops lesliei")
    expect(shown(sowing)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])


def test_the_new_plant_can_be_added_on_the_spot(sowing):
    choose(sowing)
    button(sowing, "Add Plant").click()
    title(sowing, "Add Plant")
    expect(sowing.get_by_text("Moving 20 seeds on Mar 1, 2026")).to_be_visible()
    field(sowing, "Genus").fill("Rebutia")
    field(sowing, "Species").fill("minuscula")
    field(sowing, "Species").press("Enter")
    title(sowing, "Rebutia minuscula")
    expect(shown(sowing)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])


def test_a_plant_that_is_there_is_offered_instead(sowing):
    choose(sowing)
    button(sowing, "Add Plant").click()
    field(sowing, "Genus").fill("lithops")
    field(sowing, "Species").fill("lesliei")
    button(sowing, "Save").click()
    refusal = alert(sowing, "Plant already added")
    button(refusal, "Choose Lithops lesliei").click()
    title(sowing, "Lithops lesliei")
    expect(shown(sowing)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])


def test_cancel_of_the_new_plant_leads_back_to_choosing(sowing):
    choose(sowing)
    button(sowing, "Add Plant").click()
    title(sowing, "Add Plant")
    button(sowing, "Cancel").click()
    title(sowing, "Select new plant")
    expect(rows(sowing)).to_have_count(3)


def test_a_new_sowing_can_change_its_plant_before_it_is_saved(either, server):
    server.add_plant("Lithops", "lesliei")
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/sowings/new")
    field(either, "Date sown").fill("2026-03-01")
    field(either, "Number of seeds").fill("20")
    button(either, "Change Plant").click()
    title(either, "Select new plant")
    row(either, "Lithops lesliei").get_by_role("button").click()
    title(either, "New Sowing")
    expect(field(either, "Genus")).to_have_value("Lithops")
    expect(field(either, "Number of seeds")).to_have_value("20")
    button(either, "Save").click()
    title(either, "Lithops lesliei")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026"])


def test_both_plants_lists_are_right_at_once(open_phone, server, phone):
    old, new = server.add_plant(*NAME), server.add_plant("Lithops", "lesliei")
    server.add_sowing(old, *NAME, 20, "2026-03-01")
    from_page, to_page = open_phone(server, f"/plants/{old}"), open_phone(server, f"/plants/{new}")
    expect(rows(from_page)).to_have_count(1)
    expect(to_page.get_by_text("No sowings yet")).to_be_visible()
    phone.goto(f"/plants/{old}")
    rows(phone).get_by_role("link").click()
    button(phone, "Change Plant").click()
    row(phone, "Lithops lesliei").get_by_role("button").click()
    title(phone, "Lithops lesliei")
    expect(rows(from_page)).to_have_count(0)
    expect(from_page.get_by_text("0 sowings · 0 seeds")).to_be_visible()
    expect(shown(to_page)).to_have_text(["20 seeds on Mar 1, 2026"])
    expect(to_page.get_by_text("1 sowing · 20 seeds")).to_be_visible()
