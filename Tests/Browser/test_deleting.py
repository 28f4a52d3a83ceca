"""Deleting by swipe and by button, and taking it back."""

import re

import pytest
from playwright.sync_api import expect

from steps import (alert, button, dialog, field, path, row, rows, shown, tab, title, toast, undo)

NAME = ("Conophytum", "bilobum")


@pytest.fixture
def plant(server):
    plant = server.add_plant(*NAME)
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    server.add_sowing(plant, *NAME, 12, "2026-01-08")
    return plant


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


def test_a_deleted_page_says_so_and_offers_undo(either, server, plant):
    server.post(f"/plants/{plant}/delete", sure="2")
    either.goto(f"/plants/{plant}")
    title(either, "Deleted")
    button(either, "Undo").click()
    title(either, "Plants")
    expect(row(either, "Conophytum bilobum")).to_be_visible()
