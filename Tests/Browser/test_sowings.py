"""Sowings: sowing, editing, refusing wrong numbers, changed names."""

import pytest
from playwright.sync_api import expect

from steps import (add_plant, add_sowing, alert, button, field, row, rows, shown, tab, title)

NAME = ("Conophytum", "bilobum")


@pytest.fixture
def plant(server) -> str:
    return server.add_plant(*NAME)


def test_sowing_seeds(either):
    add_plant(either, *NAME)
    title(either, "Conophytum bilobum")
    add_sowing(either, "2026-03-01", "20", "Soaked 24 h")
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026Soaked 24 h"])
    add_sowing(either, "2026-03-02", "1")
    expect(shown(either)).to_have_text(["1 seed on Mar 2, 2026", "20 seeds on Mar 1, 2026Soaked 24 h"])
    add_sowing(either, "2025-12-31", "0")
    expect(shown(either)).to_have_text([
        "1 seed on Mar 2, 2026", "20 seeds on Mar 1, 2026Soaked 24 h", "0 seeds on Dec 31, 2025"])
    expect(either.get_by_text("3 sowings · 21 seeds")).to_be_visible()


def test_editing_a_sowing(either, server, plant):
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    either.goto(f"/plants/{plant}")
    rows(either).get_by_role("link").click()
    title(either, "Sowing")
    expect(field(either, "Genus")).to_have_value("Conophytum")
    expect(field(either, "Species")).to_have_value("bilobum")
    expect(field(either, "Date sown")).to_have_value("2026-03-01")
    expect(field(either, "Number of seeds")).to_have_value("20")
    expect(field(either, "Note")).to_have_value("Soaked")
    field(either, "Date sown").fill("2026-02-12")
    field(either, "Number of seeds").fill("32767")
    field(either, "Note").fill("From own plants\nin peat")
    button(either, "Save").click()
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["32767 seeds on Feb 12, 2026From own plants\nin peat"])


def test_cancel_leaves_no_sowing(either, server, plant):
    either.goto(f"/plants/{plant}")
    button(either.locator("header"), "Add Sowing").click()
    title(either, "New Sowing")
    field(either, "Number of seeds").fill("20")
    button(either, "Cancel").click()
    title(either, "Conophytum bilobum")
    expect(either.get_by_text("No sowings yet")).to_be_visible()


def test_cancel_keeps_a_sowing_of_today_with_no_seeds(either, server, plant):
    """The sample code took such a sowing for a new one and deleted it."""
    server.add_sowing(plant, *NAME, 0, "2026-11-30")
    either.goto(f"/plants/{plant}")
    rows(either).get_by_role("link").click()
    field(either, "Number of seeds").fill("12")
    button(either, "Cancel").click()
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["0 seeds on Nov 30, 2026"])


def test_a_wrong_number_shows_the_sentence_and_keeps_what_was_typed(either, server, plant):
    either.goto(f"/plants/{plant}")
    add_sowing(either, "2026-03-01", "-3", "Half of it\ndamped off")
    seeds = field(either, "Number of seeds")
    for number in ["-3", "many", "32768", "1.5", ""]:
        seeds.fill(number)
        button(either, "Save").click()
        expect(either.get_by_text("A whole number from 0 to 32,767.")).to_be_visible()
        expect(seeds).to_have_value(number)
        expect(seeds).to_be_focused()
        expect(seeds).to_have_accessible_description("A whole number from 0 to 32,767.")
        expect(field(either, "Date sown")).to_have_value("2026-03-01")
        expect(field(either, "Note")).to_have_value("Half of it\ndamped off")
    seeds.fill("7")
    button(either, "Save").click()
    expect(shown(either)).to_have_text(["7 seeds on Mar 1, 2026Half of it\ndamped off"])


def test_a_missing_day_shows_the_sentence(either, server, plant):
    either.goto(f"/plants/{plant}")
    add_sowing(either, "", "20")
    expect(either.get_by_text("A day such as 2026-03-01.")).to_be_visible()
    expect(field(either, "Number of seeds")).to_have_value("20")


@pytest.fixture
def two_sowings(either, server, plant):
    """The form of one of a plant's two sowings, with another species typed in."""
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    server.add_sowing(plant, *NAME, 10, "2025-03-01")
    either.goto(f"/plants/{plant}")
    rows(either).first.get_by_role("link").click()
    field(either, "Species").fill("wettsteinii")
    field(either, "Number of seeds").fill("21")
    return either


def test_a_changed_name_can_rename_the_plant(two_sowings):
    page = two_sowings
    button(page, "Save").click()
    button(alert(page, "Rename or move?"), "Rename Conophytum bilobum (all 2 sowings)").click()
    title(page, "Conophytum wettsteinii")
    expect(shown(page)).to_have_text(["21 seeds on Mar 1, 2026Soaked", "10 seeds on Mar 1, 2025"])
    tab(page, "Plants")
    expect(shown(page)).to_have_text(["Conophytum wettsteinii2 sowings"])


def test_a_changed_name_can_move_the_sowing_to_a_new_plant(two_sowings):
    page = two_sowings
    button(page, "Save").click()
    button(alert(page, "Rename or move?"), "Move only this sowing to Conophytum wettsteinii").click()
    title(page, "Conophytum wettsteinii")
    expect(shown(page)).to_have_text(["21 seeds on Mar 1, 2026Soaked"])
    tab(page, "Plants")
    expect(shown(page)).to_have_text(["Conophytum bilobum1 sowing", "Conophytum wettsteinii1 sowing"])


def test_a_changed_name_can_move_the_sowing_to_a_plant_that_is_there(two_sowings, server):
    page = two_sowings
    server.add_plant("Conophytum", "wettsteinii")
    button(page, "Save").click()
    question = alert(page, "Move this sowing?")
    expect(question).to_contain_text("Conophytum wettsteinii is there already, with 0 sowings.")
    button(question, "Move only this sowing to Conophytum wettsteinii").click()
    title(page, "Conophytum wettsteinii")
    expect(shown(page)).to_have_text(["21 seeds on Mar 1, 2026Soaked"])


def test_the_question_can_be_cancelled(two_sowings):
    page = two_sowings
    button(page, "Save").click()
    question = alert(page, "Rename or move?")
    button(question, "Cancel").click()
    expect(question).to_be_hidden()
    expect(field(page, "Species")).to_have_value("wettsteinii")
    expect(field(page, "Number of seeds")).to_have_value("21")
    button(page.locator("header"), "Cancel").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked", "10 seeds on Mar 1, 2025"])


def test_dates_are_written_as_the_reader_writes_them(open_phone, server, plant):
    server.add_sowing(plant, *NAME, 20, "2026-03-01")
    page = open_phone(server, f"/plants/{plant}", locale="en-GB")
    expect(shown(page)).to_have_text(["20 seeds on 1 Mar 2026"])


def test_a_long_note_takes_two_lines_of_its_row(either, server, plant):
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    server.add_sowing(plant, *NAME, 21, "2026-02-01", "Soaked for a day in warm water. " * 20)
    server.add_sowing(plant, *NAME, 22, "2026-01-01", "\n".join(["Soaked", "", "Sown", "Covered", "Watered"]))
    either.goto(f"/plants/{plant}")
    heights = [note.bounding_box()["height"] for note in rows(either).locator("small").all()]
    assert len(heights) == 3
    for height in heights[1:]:
        assert height <= 2 * heights[0] + 1
