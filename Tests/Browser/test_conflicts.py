"""Forms whose record was changed, renamed or deleted elsewhere while they were open."""

import pytest
from playwright.sync_api import expect

from steps import alert, button, dialog, field, path, row, rows, shown, tab, title

NAME = ("Conophytum", "bilobum")
SOWN = {"dateSown": "2026-03-01", "numberOfSeeds": "20", "note": "Soaked"}


@pytest.fixture
def form(either, server):
    """A sowing's open form, with the ids of its plant and of itself."""
    plant = server.add_plant(*NAME)
    sowing = server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    either.goto(f"/sowings/{sowing}")
    title(either, "Sowing")
    return either, plant, sowing


def choosing_for_a_deleted(form, server):
    """The page, where a plant is being chosen for a sowing that was deleted while 25 seeds were typed."""
    page, _, sowing = form
    field(page, "Number of seeds").fill("25")
    server.post(f"/sowings/{sowing}/delete")
    button(page, "Save").click()
    expect(button(page, "Bring it back and save")).to_be_visible()
    button(page, "Change Plant").click()
    title(page, "Select new plant")
    return page


def test_fields_that_one_side_changed_are_merged(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    server.edit_sowing(sowing, plant, NAME, SOWN, {"note": "Soaked 24 h"})
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked 24 h"])


def test_a_clash_shows_both_values_and_keeps_what_was_typed(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    server.edit_sowing(sowing, plant, NAME, SOWN, {"numberOfSeeds": "30"})
    button(page, "Save").click()
    expect(page.get_by_text("Changed on another device to “30”. Save keeps yours.")).to_be_visible()
    expect(field(page, "Number of seeds")).to_have_value("25")
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_after_a_clash_the_other_sides_edits_stay(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    field(page, "Date sown").fill("2026-03-02")
    server.edit_sowing(sowing, plant, NAME, SOWN, {"numberOfSeeds": "30", "note": "Soaked 24 h"})
    if page.locator("html.script").count():
        # The script says so at once, and takes the note over.
        expect(page.get_by_text("Changed on another device: Number of seeds, Note.")).to_be_visible()
        button(page, "Save").click()
    else:
        button(page, "Save").click()
        expect(page.get_by_text("Changed on another device: Note.")).to_be_visible()
    expect(page.get_by_text("Changed on another device to “30”. Save keeps yours.")).to_be_visible()
    expect(field(page, "Note")).to_have_value("Soaked 24 h")
    expect(field(page, "Date sown")).to_have_value("2026-03-02")
    expect(field(page, "Number of seeds")).to_have_value("25")
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 2, 2026Soaked 24 h"])


def test_after_a_clash_a_sowing_stays_where_it_was_moved_to(form, server):
    page, plant, sowing = form
    lithops = server.add_plant("Lithops", "lesliei")
    field(page, "Number of seeds").fill("25")
    server.edit_sowing(sowing, plant, NAME, SOWN, {"numberOfSeeds": "30"})
    server.post(f"/sowings/{sowing}/move", chosen=lithops)
    button(page, "Save").click()
    expect(field(page, "Genus")).to_have_value("Lithops")
    expect(field(page, "Number of seeds")).to_have_value("25")
    button(page, "Save").click()
    title(page, "Lithops lesliei")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_name_typed_for_a_sowing_that_was_moved_is_not_mixed_with_the_other_plants(form, server):
    page, plant, sowing = form
    lithops = server.add_plant("Lithops", "lesliei")
    field(page, "Species").fill("pellucidum")
    server.post(f"/sowings/{sowing}/move", chosen=lithops)
    button(page, "Save").click()
    expect(page.get_by_text("Moved on another device to “Lithops lesliei”. Save keeps yours.")).to_be_visible()
    expect(field(page, "Genus")).to_have_value("Conophytum")
    expect(field(page, "Species")).to_have_value("pellucidum")
    button(page, "Save").click()
    question = alert(page, "Rename or move?")
    expect(question).to_contain_text("Lithops lesliei → Conophytum pellucidum")
    button(question, "Move only this sowing to Conophytum pellucidum").click()
    title(page, "Conophytum pellucidum")
    expect(rows(page)).to_have_count(1)


def test_the_plant_a_sowing_was_moved_to_can_be_taken(form, server):
    page, plant, sowing = form
    lithops = server.add_plant("Lithops", "lesliei")
    field(page, "Species").fill("pellucidum")
    field(page, "Number of seeds").fill("25")
    server.post(f"/sowings/{sowing}/move", chosen=lithops)
    button(page, "Save").click()
    button(page, "Take theirs").click()
    expect(field(page, "Genus")).to_have_value("Lithops")
    expect(field(page, "Species")).to_have_value("lesliei")
    button(page, "Save").click()
    title(page, "Lithops lesliei")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_theirs_can_be_taken(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    field(page, "Note").fill("Mine")
    server.edit_sowing(sowing, plant, NAME, SOWN, {"numberOfSeeds": "30"})
    button(page, "Save").click()
    button(page, "Take theirs").click()
    expect(field(page, "Number of seeds")).to_have_value("30")
    expect(field(page, "Note")).to_have_value("Mine")
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["30 seeds on Mar 1, 2026Mine"])


def test_a_plant_renamed_meanwhile_takes_the_sowing_along(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    button(page, "Save").click()
    title(page, "Conophytum wettsteinii")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_plant_deleted_meanwhile_can_be_brought_back(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    server.post(f"/plants/{plant}/delete", sure="1")
    button(page, "Save").click()
    button(page, "Bring back Conophytum bilobum and save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_plant_deleted_meanwhile_leaves_room_for_another(form, server):
    page, plant, sowing = form
    server.add_plant("Lithops", "lesliei")
    field(page, "Number of seeds").fill("25")
    server.post(f"/plants/{plant}/delete", sure="1")
    button(page, "Save").click()
    expect(page.get_by_text("What you typed is still here.")).to_be_visible()
    expect(field(page, "Number of seeds")).to_have_value("25")
    button(page, "Change Plant").click()
    title(page, "Select new plant")
    row(page, "Lithops lesliei").get_by_role("button").click()
    title(page, "New Sowing")
    button(page, "Save").click()
    title(page, "Lithops lesliei")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_sowing_deleted_meanwhile_can_be_brought_back(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    server.post(f"/sowings/{sowing}/delete")
    button(page, "Save").click()
    button(page, "Bring it back and save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_sowing_deleted_meanwhile_can_go_to_another_plant(form, server):
    page, plant, sowing = form
    server.add_plant("Lithops", "lesliei")
    field(page, "Number of seeds").fill("25")
    server.post(f"/sowings/{sowing}/delete")
    button(page, "Save").click()
    expect(button(page, "Bring it back and save")).to_be_visible()
    expect(page.get_by_text("This sowing was deleted. What you typed is still here.")).to_be_visible()
    button(page, "Change Plant").click()
    title(page, "Select new plant")
    row(page, "Lithops lesliei").get_by_role("button").click()
    title(page, "New Sowing")
    expect(field(page, "Number of seeds")).to_have_value("25")
    button(page, "Save").click()
    title(page, "Lithops lesliei")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_sowing_deleted_meanwhile_can_go_to_a_plant_added_for_it(form, server):
    page = choosing_for_a_deleted(form, server)
    button(page, "Add Plant").click()
    title(page, "Add Plant")
    field(page, "Genus").fill("Aloe")
    button(page, "Save").click()
    title(page, "New Sowing")
    button(page, "Save").click()
    title(page, "Aloe")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_choosing_a_plant_for_a_deleted_sowing_can_be_left(form, server):
    page = choosing_for_a_deleted(form, server)
    button(page, "Cancel").click()
    title(page, "Sowing")
    expect(field(page, "Number of seeds")).to_have_value("25")
    button(page, "Save").click()
    button(page, "Bring it back and save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_sowing_and_then_its_plant_deleted_meanwhile_both_come_back(form, server):
    page, plant, sowing = form
    field(page, "Number of seeds").fill("25")
    server.post(f"/sowings/{sowing}/delete")
    server.post(f"/plants/{plant}/delete")
    button(page, "Save").click()
    button(page, "Bring it back and save").click()
    button(page, "Bring back Conophytum bilobum and save").click()
    button(page, "Bring it back and save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["25 seeds on Mar 1, 2026Soaked"])


def test_a_new_sowing_whose_plant_was_deleted_keeps_what_was_typed(either, server):
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/sowings/new")
    field(either, "Date sown").fill("2026-03-01")
    field(either, "Number of seeds").fill("20")
    server.post(f"/plants/{plant}/delete")
    button(either, "Save").click()
    button(either, "Bring back Conophytum bilobum and save").click()
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026"])


def test_an_open_form_follows_what_it_does_not_change(phone, server):
    plant = server.add_plant(*NAME)
    sowing = server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    phone.goto(f"/sowings/{sowing}")
    field(phone, "Number of seeds").fill("25")
    server.edit_sowing(sowing, plant, NAME, SOWN, {"note": "Soaked 24 h"})
    expect(field(phone, "Note")).to_have_value("Soaked 24 h")
    expect(field(phone, "Number of seeds")).to_have_value("25")
    expect(phone.get_by_text("Changed on another device: Note.")).to_be_visible()
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    expect(field(phone, "Species")).to_have_value("wettsteinii")
    server.post(f"/plants/{plant}/delete", sure="1")
    expect(phone.get_by_text("What you typed is still here.")).to_be_visible()
    expect(field(phone, "Number of seeds")).to_have_value("25")


def test_two_people_rename_a_plant(either, server):
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/edit")
    field(either, "Species").fill("pellucidum")
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    button(either, "Save").click()
    expect(either.get_by_text("Changed on another device to “wettsteinii”. Save keeps yours.")).to_be_visible()
    expect(field(either, "Species")).to_have_value("pellucidum")
    button(either, "Take theirs").click()
    expect(field(either, "Species")).to_have_value("wettsteinii")
    field(either, "Species").fill("pellucidum")
    button(either, "Save").click()
    title(either, "Conophytum pellucidum")


def test_a_plant_deleted_while_it_is_edited_keeps_what_was_typed(either, server):
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/edit")
    field(either, "Species").fill("pellucidum")
    server.post(f"/plants/{plant}/delete")
    button(either, "Save").click()
    expect(either.get_by_text("This plant was deleted. What you typed is still here.")).to_be_visible()
    expect(field(either, "Species")).to_have_value("pellucidum")
    button(either, "Bring it back and save").click()
    title(either, "Conophytum pellucidum")


def test_a_plant_deleted_while_it_is_edited_comes_back_under_its_new_name(either, server):
    plant = server.add_plant(*NAME)
    server.add_sowing(plant, *NAME, 20, "2026-03-01")
    either.goto(f"/plants/{plant}/edit")
    field(either, "Species").fill("pellucidum")
    server.post(f"/plants/{plant}/delete", sure="1")
    # The old name is another plant's by now.
    server.add_plant(*NAME)
    button(either, "Save").click()
    button(either, "Bring it back and save").click()
    title(either, "Conophytum pellucidum")
    expect(rows(either)).to_have_count(1)


def test_after_two_people_renamed_a_plant_both_corrections_stay(either, server):
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/edit")
    field(either, "Species").fill("pellucidum")
    server.rename_plant(plant, NAME, ("Mesembryanthemum", "wettsteinii"))
    button(either, "Save").click()
    expect(either.get_by_text("Changed on another device to “wettsteinii”. Save keeps yours.")).to_be_visible()
    expect(field(either, "Genus")).to_have_value("Mesembryanthemum")
    expect(field(either, "Species")).to_have_value("pellucidum")
    button(either, "Save").click()
    title(either, "Mesembryanthemum pellucidum")


def test_two_people_rename_a_list(either, server):
    groceries = server.add_list("Groceries")
    either.goto(f"/lists/{groceries}?edit=1")
    button(either, "Rename List").click()
    box = dialog(either, "Edit List")
    field(box, "List name").fill("Food")
    server.post(f"/lists/{groceries}", **{"base-name": "Groceries"}, name="Shopping")
    button(box, "Save").click()
    expect(box.get_by_text("Renamed on another device to “Shopping”. Save keeps yours.")).to_be_visible()
    expect(field(box, "List name")).to_have_value("Food")
    button(box, "Save").click()
    title(either, "Food")


def test_ticking_an_item_that_was_deleted_says_so(open_phone, server):
    groceries = server.add_list("Groceries")
    milk = server.add_item(groceries, "Milk")
    page = open_phone(server, f"/lists/{groceries}", script=False)
    server.post(f"/lists/{groceries}/items/{milk}/delete")
    page.get_by_role("checkbox", name="Milk").click()
    title(page, "Deleted")
    button(page, "Undo").click()
    expect(row(page, "Milk")).to_be_visible()
