"""Every screen and dialog, by the rules that axe checks: light and dark, on the phone and on the laptop."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from conftest import LAPTOP, PHONE
from steps import add_item, add_list, alert, button, dialog, field, row, rows, swipe, title, toast

NAME = ("Conophytum", "bilobum")
UNKNOWN = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
EVERYTHING = {"resultTypes": ["violations"]}
# Dark differs from light in its colours alone.
COLOURS = {**EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def check(page: Page, what: str) -> None:
    """Axe finds nothing on what `page` shows, light or dark."""
    for scheme, options in [("dark", COLOURS), ("light", EVERYTHING)]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page, options=options).response["violations"]
        told = [[rule["id"], [node["html"] + " " + node["failureSummary"] for node in rule["nodes"]]] for rule in found]
        assert not found, f"{what}, {scheme}: {json.dumps(told, indent=1, ensure_ascii=False)}"


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def page(request, open_phone, server) -> Page:
    narrow = {"has_touch": False, "is_mobile": False, "device_scale_factor": 1}
    return open_phone(server, **({**narrow, **request.param} if request.param is LAPTOP else request.param))


def test_plants(page, server):
    title(page, "Plants")
    check(page, "an empty garden")
    button(page, "Load sample plants").click()
    expect(rows(page)).to_have_count(10)
    check(page, "the plants")
    field(page, "Search plants").fill("bilobum")
    expect(rows(page)).to_have_count(1)
    check(page, "what was found")
    field(page, "Search plants").fill("nowhere")
    expect(page.get_by_text("No plant matches")).to_be_visible()
    check(page, "nothing found")
    page.goto("/plants?edit=1")
    check(page, "the plants in edit mode")
    button(row(page, "Conophytum bilobum"), "Delete").click()
    expect(alert(page, "Delete Plant?")).to_be_visible()
    check(page, "the question before deleting a plant")
    button(alert(page, "Delete Plant?"), "Delete").click()
    expect(toast(page, "Deleted Conophytum bilobum")).to_be_visible()
    check(page, "the offer to undo")
    server.add_plant(*NAME)
    button(toast(page, "Deleted"), "Undo").click()
    expect(alert(page, "Plant already added")).to_be_visible()
    check(page, "an undo whose name was taken")


def test_the_way_in_and_more(page, server):
    page.goto("/more")
    check(page, "More without a password")
    server.set_password("correct horse battery")
    page.goto("/more")
    check(page, "the sign-in screen")
    field(page, "Password").fill("wrong wrong wrong")
    button(page, "Sign in").click()
    expect(page.get_by_text("That is not the password.")).to_be_visible()
    check(page, "a wrong password")
    server.get("/plants")
    field(page, "Password").fill("correct horse battery")
    button(page, "Sign in").click()
    title(page, "More")
    check(page, "the devices")
    page.goto("/deleted")
    check(page, "nothing deleted")
    groceries = server.add_list("Groceries")
    server.post(f"/lists/{groceries}/delete")
    page.goto("/deleted")
    check(page, "what was deleted")
    page.get_by_role("button", name="for good").first.click()
    expect(alert(page, "Delete for good?")).to_be_visible()
    check(page, "the question before deleting for good")


def test_out_and_in(page, server):
    def choose(content: str) -> None:
        page.goto("/import")
        chosen = {"name": "plants.csv", "mimeType": "text/csv", "buffer": content.encode()}
        page.locator("input[type=file]").set_input_files(chosen)

    page.goto("/import")
    check(page, "the import screen")
    choose("Genus,Seeds\nRosa,many\nMalva,none\n")
    expect(page.get_by_role("alert")).to_be_visible()
    check(page, "a file that cannot be read")
    plant = server.add_plant(*NAME)
    choose(f"Plant ID,Genus,Species\n{plant},Lithops,lesliei\n,Rosa,alba\n")
    expect(page.get_by_role("checkbox")).to_be_visible()
    check(page, "what an import comes to")
    button(page, "Import 1 plant").click()
    expect(page.get_by_text("Added: 1 plant.")).to_be_visible()
    check(page, "what an import came to")
    choose("Genus,Species\nRosa,alba\n")
    expect(page.get_by_text("Nothing new")).to_be_visible()
    check(page, "a file with nothing new")


def test_a_plant(page, server):
    plant = server.add_plant(*NAME)
    page.goto(f"/plants/{plant}")
    expect(page.get_by_text("No sowings yet")).to_be_visible()
    check(page, "a plant without sowings")
    server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked 24 h\nin peat")
    server.add_sowing(plant, *NAME, 1, "2026-03-02")
    expect(rows(page)).to_have_count(2)
    check(page, "a plant with sowings")
    page.goto(f"/plants/{plant}/edit")
    check(page, "the form of a plant")
    field(page, "Genus").fill("  ")
    button(page, "Save").click()
    expect(field(page, "Genus")).to_have_attribute("aria-invalid", "true")
    check(page, "a plant's name that was refused")
    field(page, "Genus").fill("Lithops")
    server.rename_plant(plant, NAME, ("Rebutia", "minuscula"))
    expect(page.get_by_text("Changed on another device")).to_be_visible()
    check(page, "a plant renamed elsewhere")
    button(page, "Save").click()
    expect(page.get_by_text("Save keeps yours.").first).to_be_visible()
    check(page, "a plant renamed on two sides")
    page.goto("/plants/new")
    check(page, "the form of a new plant")
    field(page, "Genus").fill("Rebutia")
    field(page, "Species").fill("minuscula")
    button(page, "Save").click()
    expect(alert(page, "Plant already added")).to_be_visible()
    check(page, "a plant that is there already")


def test_a_sowing(page, server):
    server.add_plant("Lithops", "lesliei")
    plant = server.add_plant(*NAME)
    sowing = server.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    server.add_sowing(plant, *NAME, 1, "2026-03-02")
    page.goto(f"/plants/{plant}/sowings/new")
    check(page, "the form of a new sowing")
    field(page, "Number of seeds").fill("many")
    field(page, "Date sown").fill("")
    button(page, "Save").click()
    expect(field(page, "Number of seeds")).to_have_attribute("aria-invalid", "true")
    check(page, "a sowing whose number was refused")
    page.goto(f"/sowings/{sowing}")
    check(page, "the form of a sowing")
    field(page, "Species").fill("wettsteinii")
    button(page, "Save").click()
    expect(alert(page, "Rename or move?")).to_be_visible()
    check(page, "the question about a changed name")
    button(alert(page, "Rename or move?"), "Cancel").click()
    field(page, "Species").fill("bilobum")
    button(page, "Change Plant").click()
    title(page, "Select new plant")
    check(page, "choosing another plant")
    button(page, "Add Plant").click()
    title(page, "Add Plant")
    check(page, "adding the other plant on the spot")
    field(page, "Genus").fill("Lithops")
    field(page, "Species").fill("lesliei")
    button(page, "Save").click()
    expect(alert(page, "Plant already added")).to_be_visible()
    check(page, "another plant that is there already")
    page.goto(f"/sowings/{sowing}")
    field(page, "Number of seeds").fill("25")
    server.post(f"/plants/{plant}/delete", sure="2")
    expect(page.get_by_text("What you typed is still here.")).to_be_visible()
    check(page, "a sowing deleted elsewhere")
    button(page, "Save").click()
    expect(button(page, "Bring back Conophytum bilobum and save")).to_be_visible()
    check(page, "a sowing that can be brought back")


def test_lists(page, server):
    page.goto("/lists")
    check(page, "no lists")
    button(page.locator("header"), "Add List").click()
    expect(dialog(page, "Add List")).to_be_visible()
    check(page, "the dialog for a new list")
    button(dialog(page, "Add List"), "Add List").click()
    expect(field(dialog(page, "Add List"), "List name")).to_have_attribute("aria-invalid", "true")
    check(page, "a blank list name")
    button(dialog(page, "Add List"), "Cancel").click()
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    server.add_list("Seeds to order")
    expect(rows(page)).to_have_count(2)
    check(page, "the lists")
    add_list(page, "groceries")
    expect(alert(page, "List already added")).to_be_visible()
    check(page, "a list that is there already")
    page.goto("/lists?edit=1")
    check(page, "the lists in edit mode")
    row(page, "Groceries").get_by_role("link").click()
    expect(dialog(page, "Edit List")).to_be_visible()
    check(page, "the dialog of a list")


def test_a_list(page, server):
    groceries = server.add_list("Groceries")
    page.goto(f"/lists/{groceries}")
    check(page, "a list without items")
    milk = server.add_item(groceries, "Milk")
    server.add_item(groceries, "Bread")
    server.tick(groceries, milk)
    expect(page.get_by_role("checkbox", name="Milk")).to_be_checked()
    check(page, "a list")
    button(page.locator("header"), "Add Item").click()
    expect(dialog(page, "Add Item")).to_be_visible()
    check(page, "the dialog for a new item")
    button(dialog(page, "Add Item"), "Cancel").click()
    add_item(page, "milk")
    expect(alert(page, "Item already added")).to_be_visible()
    check(page, "an item that is there already, ticked off")
    button(alert(page, "Item already added"), "OK").click()
    button(dialog(page, "Add Item"), "Cancel").click()
    add_item(page, "milk\nbread\nApples")
    expect(alert(page, "2 items already added")).to_be_visible()
    check(page, "pasted lines of which some are there already")
    button(alert(page, "2 items already added"), "OK").click()
    row(page, "Bread").get_by_role("link").click()
    expect(dialog(page, "Edit Item")).to_be_visible()
    check(page, "the dialog of an item")
    button(dialog(page, "Edit Item"), "Delete").click()
    expect(toast(page, "Deleted Bread")).to_be_visible()
    check(page, "the offer to undo")
    page.goto(f"/lists/{groceries}?edit=1")
    check(page, "a list in edit mode")


def test_what_is_gone(page, server):
    plant = server.add_plant(*NAME)
    page.goto(f"/plants/{plant}")
    title(page, "Conophytum bilobum")
    server.post(f"/plants/{plant}/delete")
    title(page, "Deleted")
    check(page, "a plant that was deleted")
    page.goto(f"/lists/{UNKNOWN}")
    title(page, "Not found")
    check(page, "an address that leads nowhere")
    server.add_samples()
    page.goto("/plants")
    expect(rows(page)).to_have_count(10)
    server.stop()
    expect(toast(page, "No connection")).to_be_visible()
    check(page, "a lost connection")


def test_a_row_swiped_open(phone, server):
    server.add_samples()
    phone.goto("/plants")
    swipe(phone, rows(phone).nth(2))
    expect(button(rows(phone).nth(2), "Delete")).to_be_visible()
    check(phone, "a row with its Delete button")


def test_screens_without_script(open_phone, server):
    """Their dialogs stand in the page, over what is covered. Axe is a script itself, so only the page's is kept out."""
    server.add_samples()
    groceries = server.add_list("Groceries")
    item = server.add_item(groceries, "Milk")
    page = open_phone(server)
    page.route("**/assets/perennial.js*", lambda route: route.abort())
    for path in ["/plants", "/plants?edit=1", "/plants/new", "/plants?q=nowhere", "/lists", "/lists/new",
                 f"/lists/{groceries}", f"/lists/{groceries}?edit=1", f"/lists/{groceries}/items/new",
                 f"/lists/{groceries}/items/{item}/edit", f"/lists/{groceries}/edit", f"/plants/{UNKNOWN}"]:
        page.goto(path)
        check(page, f"{path} without script")
    page.goto(f"/lists/{groceries}")
    add_item(page, "milk")
    expect(alert(page, "Item already added")).to_be_visible()
    check(page, "a duplicate without script")
