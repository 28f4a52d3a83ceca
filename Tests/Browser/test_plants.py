"""Plants: the empty garden, adding, refusing duplicates, renaming, searching."""

import re

import pytest
from playwright.sync_api import expect

from steps import (add_plant, add_sowing, alert, button, field, path, row, rows, shown, tab, title)


def test_an_empty_garden_offers_sample_plants(either):
    title(either, "Plants")
    expect(either.get_by_text("Nothing sown yet")).to_be_visible()
    button(either, "Load sample plants").click()
    expect(rows(either)).to_have_count(10)
    headings = either.get_by_role("heading", level=2)
    expect(headings).to_have_text([
        "Astrophytum", "Conophytum", "Echinopsis", "Gymnocalycium", "Haworthia", "Lithops", "Mammillaria",
        "Rebutia"])
    expect(shown(either).first).to_have_text("Astrophytum asterias3 sowings")
    row(either, "Conophytum bilobum").click()
    title(either, "Conophytum bilobum")
    expect(either.get_by_text("3 sowings · 114 seeds")).to_be_visible()
    expect(rows(either)).to_have_count(3)


def test_the_first_plant(either):
    button(either.get_by_role("main"), "Add Plant").click()
    title(either, "Add Plant")
    field(either, "Genus").fill("Lithops")
    button(either, "Save").click()
    title(either, "Lithops")
    expect(either.get_by_text("No sowings yet")).to_be_visible()
    tab(either, "Plants")
    expect(row(either, "Lithops")).to_contain_text("0 sowings")


def test_plants_stand_sorted_under_their_genus(either):
    for genus, species in [("Rebutia", "minuscula"), ("Aloe", "vera"), ("Rebutia", "albiflora")]:
        tab(either, "Plants")
        add_plant(either, genus, species)
        title(either, f"{genus} {species}")
    tab(either, "Plants")
    expect(shown(either)).to_have_text([re.compile(name) for name in
                                       ["Aloe vera", "Rebutia albiflora", "Rebutia minuscula"]])
    expect(either.get_by_role("heading", level=2)).to_have_text(["Aloe", "Rebutia"])


def test_a_plant_without_a_genus_is_refused_with_a_sentence(either):
    add_plant(either, "  ", "vera")
    expect(field(either, "Genus")).to_have_attribute("aria-invalid", "true")
    expect(either.locator("#field-genus-hint")).to_be_visible()
    expect(field(either, "Species")).to_have_value("vera")
    field(either, "Genus").fill("Aloe")
    button(either, "Save").click()
    title(either, "Aloe vera")


@pytest.mark.parametrize("genus, species", [("Aloe", "vera"), ("  aloe ", "VERA"), ("ａｌｏｅ", "vera")])
def test_a_duplicate_plant_is_refused_and_shown(either, server, genus, species):
    plant = server.add_plant("Aloe", "vera")
    either.reload()
    add_plant(either, genus, species)
    refusal = alert(either, "Plant already added")
    expect(refusal).to_contain_text("Plant name already present: “Aloe vera”")
    button(refusal, "OK").click()
    expect(refusal).to_be_hidden()
    expect(field(either, "Species")).to_have_value(species)
    button(either, "Save").click()
    button(alert(either, "Plant already added"), "Show it").click()
    title(either, "Aloe vera")
    path(either, f"/plants/{plant}")
    tab(either, "Plants")
    expect(rows(either)).to_have_count(1)


def test_renaming_a_plant_keeps_its_sowings(either, server):
    plant = server.add_plant("Conophytum", "bilobum")
    server.add_sowing(plant, "Conophytum", "bilobum", 20, "2026-03-01", "Soaked 24 h")
    either.goto(f"/plants/{plant}")
    button(either, "Edit").click()
    title(either, "Edit Plant")
    expect(field(either, "Genus")).to_have_value("Conophytum")
    field(either, "Species").fill("wettsteinii")
    button(either, "Save").click()
    title(either, "Conophytum wettsteinii")
    expect(rows(either)).to_have_count(1)
    expect(shown(either)).to_contain_text("20 seeds on Mar 1, 2026")
    tab(either, "Plants")
    expect(shown(either)).to_have_text(["Conophytum wettsteinii1 sowing"])


def test_renaming_to_a_plant_that_is_there_is_refused(either, server):
    server.add_plant("Aloe", "vera")
    plant = server.add_plant("Aloe", "arborescens")
    either.goto(f"/plants/{plant}/edit")
    field(either, "Species").fill("Vera")
    button(either, "Save").click()
    expect(alert(either, "Plant already added")).to_contain_text("“Aloe vera”")
    button(alert(either, "Plant already added"), "OK").click()
    expect(field(either, "Species")).to_have_value("Vera")
    # The case of its own name can be mended.
    field(either, "Species").fill("Arborescens")
    button(either, "Save").click()
    title(either, "Aloe Arborescens")


def test_cancel_adds_no_plant(either):
    button(either.locator("header"), "Add Plant").click()
    field(either, "Genus").fill("Aloe")
    button(either, "Cancel").click()
    title(either, "Plants")
    expect(either.get_by_text("Nothing sown yet")).to_be_visible()


def test_search_forgives_case_and_accents(either, server):
    server.add_samples()
    server.add_plant("Épiphyllum", "ackermannii")
    either.goto("/plants")
    search = field(either, "Search plants")
    search.fill("epiphyllum")
    search.press("Enter")
    expect(shown(either)).to_have_text([re.compile("Épiphyllum ackermannii")])
    expect(either.get_by_text("1 plant found")).to_be_visible()
    field(either, "Search plants").fill("nowhere")
    field(either, "Search plants").press("Enter")
    expect(either.get_by_text("No plant matches “nowhere”.")).to_be_visible()


def test_search_while_typing_keeps_the_way_back(phone, server):
    server.add_samples()
    phone.reload()
    field(phone, "Search plants").press_sequentially("BILO")
    expect(shown(phone)).to_have_text([re.compile("Conophytum bilobum")])
    expect(field(phone, "Search plants")).to_be_focused()
    # Fewer letters find the same plant: the search for all of them may still be under way.
    expect(phone).to_have_url(re.compile("q=BILO$"))
    rows(phone).get_by_role("link").click()
    title(phone, "Conophytum bilobum")
    phone.get_by_role("link", name="Back to Plants").click()
    expect(field(phone, "Search plants")).to_have_value("BILO")
    expect(rows(phone)).to_have_count(1)


def test_the_way_back_leads_to_the_same_place_of_the_list(phone, server):
    for number in range(40):
        server.add_plant("Aloe", f"number {number:02}")
    phone.reload()
    last = row(phone, "Aloe number 39")
    last.scroll_into_view_if_needed()
    place = phone.evaluate("scrollY")
    assert place > 500
    last.get_by_role("link").click()
    title(phone, "Aloe number 39")
    phone.get_by_role("link", name="Back to Plants").click()
    title(phone, "Plants")
    phone.wait_for_function("place => Math.abs(scrollY - place) < 80", arg=place)


def test_plants_come_in_portions(open_phone, server):
    for number in range(230):
        server.add_plant("Aloe", f"number {number:03}")
    phone = open_phone(server)
    expect(phone.get_by_text("230 plants", exact=True)).to_be_attached()
    assert rows(phone).count() < 230
    for count in (150, 230):
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        phone.wait_for_function(
            "count => document.querySelectorAll('main li[data-id]').length >= count", arg=count)
    expect(shown(phone).last).to_contain_text("Aloe number 229")
    expect(rows(phone)).to_have_count(230)


def test_plants_come_in_portions_without_script(open_phone, server):
    for number in range(120):
        server.add_plant("Aloe", f"number {number:03}")
    page = open_phone(server, "/plants", script=False)
    expect(rows(page)).to_have_count(100)
    page.get_by_role("link", name="Show more").click()
    expect(rows(page)).to_have_count(20)
    page.get_by_role("link", name="From the start").click()
    expect(rows(page)).to_have_count(100)


def test_the_way_back_leads_to_a_place_far_down(open_phone, server):
    for number in range(330):
        server.add_plant("Aloe", f"number {number:03}")
    phone = open_phone(server)
    for count in (200, 300):
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        phone.wait_for_function(
            "count => document.querySelectorAll('main li[data-id]').length >= count", arg=count)
    mark = row(phone, "Aloe number 260")
    mark.scroll_into_view_if_needed()
    before = mark.bounding_box()["y"]
    mark.get_by_role("link").click()
    title(phone, "Aloe number 260")
    phone.get_by_role("link", name="Back to Plants").click()
    title(phone, "Plants")
    expect(mark).to_be_in_viewport()
    assert abs(mark.bounding_box()["y"] - before) < 3
    # A reload keeps the place too; the tab begins anew.
    phone.reload()
    expect(mark).to_be_in_viewport()
    tab(phone, "Lists")
    title(phone, "My Lists")
    tab(phone, "Plants")
    title(phone, "Plants")
    expect(row(phone, "Aloe number 000")).to_be_in_viewport()


def test_a_search_of_signs_alone(either, server):
    server.add_samples()
    either.goto("/plants")
    for search, found in [("×", "Echinopsis chamaecereus × silvestrii"), ("'", "Lithops lesliei 'Albinica'")]:
        field(either, "Search plants").fill(search)
        field(either, "Search plants").press("Enter")
        expect(shown(either)).to_have_text([re.compile(re.escape(found))])
    field(either, "Search plants").fill("?!")
    field(either, "Search plants").press("Enter")
    expect(either.get_by_text("No plant matches “?!”.")).to_be_visible()
    expect(rows(either)).to_have_count(0)


def test_plants_out_of_sight_cost_nothing(phone, server):
    for number in range(150):
        server.add_plant("Aloe", f"number {number:03}")
    phone.goto("/plants?rows=150")
    expect(rows(phone)).to_have_count(150)
    rendered = phone.evaluate("""() => [...document.querySelectorAll('main li[data-id] a')]
        .filter(row => row.checkVisibility({ contentVisibilityAuto: true })).length""")
    assert 10 < rendered < 75
