"""Deleting by swipe and by button, and taking it back."""

import re

import pytest
from playwright.sync_api import expect

from steps import (alert, button, dialog, field, path, row, rows, shown, swipe, tab, title, toast, undo)

NAME = ("Conophytum", "bilobum")


@pytest.fixture
def plant(server):
    plant = server.add_plant(*NAME)
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    server.add_sowing(plant, *NAME, 12, "2026-01-08")
    return plant


def test_a_sowing_is_swiped_away_and_brought_back(open_phone, server, plant):
    # With motion: the row is seen leaving.
    page = open_phone(server, f"/plants/{plant}", reduced_motion="no-preference")
    target = row(page, "12 seeds on Jan 8, 2026")
    expect(button(target, "Delete")).to_have_count(0)
    swipe(page, target)
    button(target, "Delete").click()
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])
    expect(page.get_by_text("1 sowing · 20 seeds")).to_be_visible()
    expect(toast(page, "Deleted 12 seeds on Jan 8, 2026")).to_be_visible()
    expect(page.locator("[data-leaving]")).to_have_count(0)
    undo(page, "Deleted 12 seeds on Jan 8, 2026")
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked", "12 seeds on Jan 8, 2026"])
    expect(page.get_by_text("2 sowings · 32 seeds")).to_be_visible()
    expect(page.locator("[data-undo]")).to_have_count(0)


def test_the_row_leaves_with_an_animation(open_phone, server, plant):
    page = open_phone(server, f"/plants/{plant}", reduced_motion="no-preference")
    # Notes what is animated, since it is over too soon to be looked at.
    page.evaluate("""() => {
        window.animated = []
        const animate = Element.prototype.animate
        Element.prototype.animate = function (...all) {
            window.animated.push(this.closest('li')?.dataset.leaving ?? '')
            return animate.apply(this, all)
        }
    }""")
    swipe(page, rows(page).last)
    button(rows(page).last, "Delete").click()
    expect(rows(page)).to_have_count(1)
    expect(page.locator("[data-leaving]")).to_have_count(0)
    assert "yes" in page.evaluate("() => window.animated")


def test_a_plant_that_was_sown_again_is_asked_about_again(either, server, plant):
    either.goto(f"/plants/{plant}/edit")
    button(either, "Delete").click()
    question = alert(either, "Delete Plant?")
    expect(question).to_contain_text("Delete Conophytum bilobum and its 2 sowings?")
    server.add_sowing(plant, *NAME, 7, "2026-04-01")
    button(question, "Delete").click()
    expect(question).to_contain_text("Delete Conophytum bilobum and its 3 sowings?")
    button(question, "Delete").click()
    title(either, "Plants")
    undo(either, "Deleted Conophytum bilobum and 3 sowings")
    expect(row(either, "Conophytum bilobum")).to_contain_text("3 sowings")


def test_a_swiped_row_closes_when_tapped(phone, server, plant):
    phone.goto(f"/plants/{plant}")
    target = rows(phone).first
    swipe(phone, target)
    expect(button(target, "Delete")).to_be_visible()
    target.locator(".row").tap(position={"x": 150, "y": 20})
    expect(button(target, "Delete")).to_have_count(0)
    title(phone, "Conophytum bilobum")


def test_swiping_one_row_closes_the_other(phone, server, plant):
    phone.goto(f"/plants/{plant}")
    swipe(phone, rows(phone).first)
    expect(button(rows(phone).first, "Delete")).to_be_visible()
    swipe(phone, rows(phone).last)
    expect(button(rows(phone).last, "Delete")).to_be_visible()
    expect(button(rows(phone).first, "Delete")).to_have_count(0)


def test_a_sowing_is_deleted_by_button(either, server, plant):
    either.goto(f"/plants/{plant}")
    rows(either).first.get_by_role("link").click()
    title(either, "Sowing")
    button(either, "Delete").click()
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["12 seeds on Jan 8, 2026"])
    undo(either, "Deleted 20 seeds on Mar 1, 2026")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026Soaked", "12 seeds on Jan 8, 2026"])


def test_a_sowing_is_deleted_by_keyboard(phone, server, plant):
    phone.goto(f"/plants/{plant}")
    rows(phone).last.get_by_role("link").focus()
    phone.keyboard.press("Delete")
    expect(rows(phone)).to_have_count(1)
    expect(rows(phone).first.get_by_role("link")).to_be_focused()


def test_a_plant_with_sowings_says_how_many_go_with_it(phone, server, plant):
    server.add_plant("Aloe", "vera")
    phone.goto("/plants")
    target = row(phone, "Conophytum bilobum")
    swipe(phone, target)
    button(target, "Delete").click()
    question = alert(phone, "Delete Plant?")
    expect(question).to_contain_text("Delete Conophytum bilobum and its 2 sowings?")
    expect(button(question, "Cancel")).to_be_focused()
    button(question, "Cancel").click()
    expect(question).to_be_hidden()
    expect(rows(phone)).to_have_count(2)
    # The tap beside it has closed the row.
    expect(button(target, "Delete")).to_have_count(0)
    swipe(phone, target)
    button(target, "Delete").click()
    button(alert(phone, "Delete Plant?"), "Delete").click()
    expect(shown(phone)).to_have_text(["Aloe vera0 sowings"])
    expect(phone.get_by_role("heading", level=2)).to_have_text(["Aloe"])
    undo(phone, "Deleted Conophytum bilobum and 2 sowings")
    expect(shown(phone)).to_have_text(["Aloe vera0 sowings", "Conophytum bilobum2 sowings"])
    row(phone, "Conophytum bilobum").get_by_role("link").click()
    expect(shown(phone)).to_have_text(["20 seeds on Mar 1, 2026Soaked", "12 seeds on Jan 8, 2026"])


def test_plants_are_deleted_by_button_in_edit_mode(either, server, plant):
    server.add_plant("Aloe", "vera")
    either.goto("/plants")
    button(either.locator("header"), "Edit").click()
    button(row(either, "Aloe vera"), "Delete").click()
    expect(shown(either)).to_have_count(1)
    expect(toast(either, "Deleted Aloe vera")).to_be_visible()
    button(row(either, "Conophytum bilobum"), "Delete").click()
    button(alert(either, "Delete Plant?"), "Delete").click()
    expect(rows(either)).to_have_count(0)
    undo(either, "Deleted Conophytum bilobum and 2 sowings")
    expect(row(either, "Conophytum bilobum")).to_be_visible()


def test_a_plant_is_deleted_from_its_own_screen(either, server, plant):
    either.goto(f"/plants/{plant}/edit")
    button(either, "Delete").click()
    button(alert(either, "Delete Plant?"), "Delete").click()
    title(either, "Plants")
    undo(either, "Deleted Conophytum bilobum and 2 sowings")
    expect(row(either, "Conophytum bilobum")).to_be_visible()


def test_an_undo_is_done_though_one_leaves_at_once(phone, server, plant):
    swipe(phone, rows(phone).last)
    button(rows(phone).last, "Delete").click()
    button(alert(phone, "Delete Plant?"), "Delete").click()
    expect(rows(phone)).to_have_count(0)
    sent = []
    # It is on its way still when the next screen has come.
    phone.route("**/undo/*", lambda route: sent.append(route))
    with phone.expect_request("**/undo/*"):
        button(toast(phone, "Deleted Conophytum bilobum"), "Undo").click()
    tab(phone, "Lists")
    title(phone, "My Lists")
    sent[0].continue_()
    tab(phone, "Plants")
    expect(shown(phone)).to_have_text(["Conophytum bilobum2 sowings"])


def test_an_undo_whose_name_was_taken_offers_ways_out(either, server, plant):
    either.goto(f"/plants/{plant}/edit")
    button(either, "Delete").click()
    button(alert(either, "Delete Plant?"), "Delete").click()
    title(either, "Plants")
    server.add_plant(*NAME)
    undo(either, "Deleted Conophytum bilobum and 2 sowings")
    refusal = alert(either, "Plant already added")
    expect(refusal).to_contain_text("Plant name already present: “Conophytum bilobum”")
    button(refusal, "Join the two").click()
    expect(shown(either)).to_have_text(["Conophytum bilobum2 sowings"])


def test_an_undo_whose_name_was_taken_can_take_another(either, server, plant):
    either.goto(f"/plants/{plant}/edit")
    button(either, "Delete").click()
    button(alert(either, "Delete Plant?"), "Delete").click()
    title(either, "Plants")
    server.add_plant(*NAME)
    undo(either, "Deleted Conophytum bilobum and 2 sowings")
    refusal = alert(either, "Plant already added")
    field(refusal, "Species").fill("bilobum, old")
    button(refusal, "Bring back under this name").click()
    expect(shown(either)).to_have_text(["Conophytum bilobum0 sowings", "Conophytum bilobum, old2 sowings"])


def test_the_offer_to_undo_goes_after_ten_seconds(phone, server, plant):
    phone.clock.install()
    phone.goto(f"/plants/{plant}")
    phone.clock.run_for(500)
    swipe(phone, rows(phone).last)
    button(rows(phone).last, "Delete").click()
    expect(toast(phone, "Deleted")).to_be_visible()
    phone.clock.run_for(9_000)
    expect(toast(phone, "Deleted")).to_be_visible()
    phone.clock.run_for(2_000)
    expect(toast(phone, "Deleted")).to_be_hidden()


def test_a_deleted_page_says_so_and_offers_undo(either, server, plant):
    server.post(f"/plants/{plant}/delete", sure="2")
    either.goto(f"/plants/{plant}")
    title(either, "Deleted")
    button(either, "Undo").click()
    title(either, "Plants")
    expect(row(either, "Conophytum bilobum")).to_be_visible()
