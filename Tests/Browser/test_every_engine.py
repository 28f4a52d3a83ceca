"""Each flow in WebKit as well, and through names that are not loopback: nothing leans on Chromium, or on a secure
context."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from conftest import LAPTOP, PHONE
from garden_server import GardenServer, own_address
from persons import ChromiumPerson, WebKitPerson
from webkit import WebKit

NAME = ("Conophytum", "bilobum")
SOWN = {"dateSown": "2026-03-01", "numberOfSeeds": "20", "note": "Soaked"}
PASSWORD = "correct horse battery"


@pytest.fixture
def loopback(make_server) -> GardenServer:
    return make_server()


@pytest.fixture
def house(tmp_path):
    """A server that whoever has the password reaches from elsewhere."""
    server = GardenServer(tmp_path / "garden.sqlite")
    server.host, server.options = "0.0.0.0", ["--name", "garden.home"]
    server.set_password(PASSWORD)
    yield server.start()
    server.stop()


@pytest.fixture
def open_webkit(tmp_path):
    """Opens windows of WebKit, each in a browser of its own."""
    browsers: list[WebKit] = []
    with ExitStack() as ends:

        def open_webkit(url: str, size: dict, script: bool = True, **options) -> WebKitPerson:
            browser = WebKit(tmp_path / f"webkit-{len(browsers)}", **size["viewport"], script=script, **options)
            ends.callback(browser.close)
            browsers.append(browser)
            return WebKitPerson(browser.driver, url, has_script=script, has_finger=size is PHONE)

        yield open_webkit
    assert not any(browser.has_broken_down for browser in browsers)


def sign_in(person, password: str = PASSWORD) -> None:
    person.fills("Password", password)
    person.presses("Sign in")


@pytest.fixture
def garden(request) -> GardenServer:
    """The server to which the person of the test comes."""
    return request.getfixturevalue("house" if "home" in request.node.callspec.id else "loopback")


def visit(way: str, garden: GardenServer, open_webkit, open_phone):
    if way == "chromium-home":
        url = f"http://garden.home:{garden.port}"
        person = ChromiumPerson(open_phone(garden, url), url)
    elif way == "webkit-home":
        person = open_webkit(f"http://{own_address()}:{garden.port}", LAPTOP)
    else:
        # One with all that moves.
        script = way != "webkit-no-script"
        person = open_webkit(garden.url, PHONE, script, calm=not script)
    person.goes_to("/plants")
    if "home" in way:
        assert not person.runs("return isSecureContext")
        sign_in(person)
    person.sees_title("Plants")
    return person


@pytest.fixture(params=["webkit", "webkit-home", "chromium-home"])
def person(request, garden, open_webkit, open_phone):
    """Somebody with the script running."""
    return visit(request.param, garden, open_webkit, open_phone)


@pytest.fixture(params=["webkit", "webkit-no-script", "webkit-home", "chromium-home"])
def anybody(request, garden, open_webkit, open_phone):
    return visit(request.param, garden, open_webkit, open_phone)


@pytest.fixture
def another(person, garden, open_phone) -> ChromiumPerson:
    """Somebody else, who comes in by the same door."""
    another = ChromiumPerson(open_phone(garden, person.url), person.url)
    if garden.password:
        sign_in(another)
    another.sees_title("Plants")
    return another


def delete_row(person, row: str) -> None:
    person.swipes(row) if person.has_finger else person.points_at(row)
    person.presses("Delete", within=row)


def test_from_the_plants_to_a_sowing_that_is_edited(anybody):
    anybody.presses("Load sample plants")
    anybody.opens("Conophytum bilobum")
    anybody.sees_title("Conophytum bilobum")
    anybody.sees("3 sowings · 114 seeds")
    anybody.presses("Add Sowing")
    anybody.fills("Date sown", "2026-03-01")
    anybody.fills("Number of seeds", "many")
    anybody.presses("Save")
    anybody.sees("A whole number from 0 to 32,767.")
    anybody.fills("Number of seeds", "20")
    anybody.fills("Note", "Soaked 24 h")
    anybody.presses("Save")
    anybody.sees("4 sowings · 134 seeds")
    anybody.opens("20 seeds on Mar 1, 2026")
    anybody.sees_title("Sowing")
    anybody.sees_field("Date sown", "2026-03-01")
    anybody.fills("Date sown", "2026-02-12")
    anybody.fills("Number of seeds", "25")
    anybody.presses("Save")
    anybody.sees("4 sowings · 139 seeds")
    anybody.opens("25 seeds on Feb 12, 2026")
    anybody.fills("Number of seeds", "1")
    anybody.presses("Cancel")
    anybody.sees("4 sowings · 139 seeds")


def test_a_form_has_no_place_in_the_history(person):
    person.presses("Load sample plants")
    person.opens("Conophytum bilobum")
    person.presses("Add Sowing")
    person.fills("Number of seeds", "20")
    person.presses("Save")
    person.sees("4 sowings · 134 seeds")
    person.goes_back()
    person.sees_title("Plants")
    person.presses("Add Plant")
    person.fills("Genus", "Aloe")
    person.presses("Save")
    person.sees_title("Aloe")
    person.goes_back()
    person.sees_title("Plants")


def test_a_plant_is_added_found_and_renamed(anybody, garden):
    garden.add_plant("Aloe", "vera")
    anybody.reloads()
    anybody.presses("Add Plant")
    anybody.fills("Genus", " aloe")
    anybody.fills("Species", "VERA")
    anybody.presses("Save")
    anybody.sees("Plant name already present: “Aloe vera”")
    anybody.presses("OK", within="Plant already added")
    anybody.sees_no("Plant already added")
    anybody.sees_field("Species", "VERA")
    anybody.fills("Genus", "Conophytum")
    anybody.fills("Species", "bilobum")
    anybody.presses("Save")
    anybody.sees_title("Conophytum bilobum")
    anybody.presses("Plants")
    anybody.sees_rows("Aloe vera0 sowings", "Conophytum bilobum0 sowings")
    anybody.fills("Search plants", "BILO")
    anybody.hits("Enter")
    anybody.sees_rows("Conophytum bilobum0 sowings")
    anybody.opens("Conophytum bilobum")
    anybody.presses("Edit")
    anybody.fills("Species", "wettsteinii")
    anybody.presses("Save")
    anybody.sees_title("Conophytum wettsteinii")
    anybody.presses("Plants")
    anybody.sees_rows("Aloe vera0 sowings", "Conophytum wettsteinii0 sowings")


def test_sowings_are_deleted_and_brought_back(anybody, garden):
    plant = garden.add_plant(*NAME)
    garden.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    garden.add_sowing(plant, *NAME, 12, "2026-01-08")
    both = ["20 seeds on Mar 1, 2026Soaked", "12 seeds on Jan 8, 2026"]
    anybody.goes_to(f"/plants/{plant}")
    if anybody.has_script:
        delete_row(anybody, "12 seeds on Jan 8, 2026")
        anybody.sees_rows(both[0])
        anybody.presses("Undo")
        anybody.sees_rows(*both)
    anybody.opens("20 seeds on Mar 1, 2026")
    anybody.sees_title("Sowing")
    anybody.presses("Delete")
    anybody.sees_rows(both[1])
    anybody.sees("1 sowing · 12 seeds")
    anybody.presses("Undo")
    anybody.sees_rows(*both)
    anybody.presses("Plants")
    anybody.presses("Edit")
    anybody.presses("Delete", within="Conophytum bilobum")
    anybody.sees("Delete Conophytum bilobum and its 2 sowings?")
    anybody.presses("Delete", within="Delete Plant?")
    anybody.sees_rows()
    anybody.presses("Undo")
    anybody.sees_no("Undo")
    anybody.presses("Plants")
    anybody.sees_rows("Conophytum bilobum2 sowings")


def test_a_sowing_is_moved_to_another_plant(anybody, garden):
    garden.add_plant("Lithops", "lesliei")
    garden.add_plant("Aloe", "vera")
    plant = garden.add_plant(*NAME)
    sowing = garden.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    anybody.goes_to(f"/sowings/{sowing}")
    anybody.fills("Number of seeds", "25")
    anybody.presses("Change Plant")
    anybody.sees_title("Select new plant")
    anybody.fills("Search plants", "lith")
    anybody.hits("Enter")
    anybody.sees_rows("Lithops lesliei0 sowings")
    anybody.opens("Lithops lesliei")
    anybody.sees_title("Lithops lesliei")
    anybody.sees_rows("25 seeds on Mar 1, 2026Soaked")
    anybody.opens("25 seeds on Mar 1, 2026")
    anybody.fills("Species", "aucampiae")
    anybody.presses("Save")
    anybody.presses("Move only this sowing to Lithops aucampiae", within="Rename or move?")
    anybody.sees_title("Lithops aucampiae")
    anybody.presses("Plants")
    anybody.sees_rows("Aloe vera0 sowings", "Conophytum bilobum0 sowings", "Lithops aucampiae1 sowing",
                      "Lithops lesliei0 sowings")


def test_lists_and_items(anybody):
    anybody.presses("Lists")
    for name in ["Groceries", "groceries "]:
        anybody.presses("Add List")
        anybody.fills("List name", name)
        anybody.presses("Add List", within="Add List")
        anybody.sees_rows("Groceries0 open items")
    anybody.presses("Show it", within="List already added")
    anybody.sees_title("Groceries")
    for name in ["Milk", "Bread", "MILK"]:
        anybody.presses("Add Item")
        anybody.fills("Item name", name)
        anybody.presses("Add Item", within="Add Item")
        anybody.sees("open of 1" if name == "Milk" else "open of 2")
    anybody.sees("Item name already present: “Milk”")
    anybody.presses("OK", within="Item already added")
    anybody.sees_no("Item already added")
    anybody.presses("Cancel", within="Add Item")
    anybody.sees_rows("Bread", "Milk")
    anybody.ticks("Milk")
    anybody.sees_ticked("Milk")
    anybody.sees("1 open of 2")
    anybody.opens("Bread")
    anybody.fills("Item name", "Rye bread")
    anybody.presses("Save", within="Edit Item")
    anybody.sees_rows("Milk", "Rye bread")
    if anybody.has_script:
        delete_row(anybody, "Milk")
    else:
        anybody.opens("Milk")
        anybody.presses("Delete", within="Edit Item")
    anybody.sees_rows("Rye bread")
    anybody.presses("Undo")
    anybody.sees_rows("Milk", "Rye bread")
    anybody.sees_ticked("Milk")
    anybody.presses("Edit")
    anybody.presses("Rename List")
    anybody.fills("List name", "Food")
    anybody.presses("Save", within="Edit List")
    anybody.sees_title("Food")
    if not anybody.has_script:
        # With the new name, the list is shown as it is read.
        anybody.presses("Edit")
    anybody.presses("Delete List")
    anybody.sees_title("My Lists")
    anybody.sees_rows()
    anybody.presses("Undo")
    anybody.sees_rows("Food1 open item")


def test_what_one_changes_the_other_sees(person, another, garden):
    groceries = garden.add_list("Groceries")
    for somebody in (person, another):
        somebody.goes_to(f"/lists/{groceries}")
    person.presses("Add Item")
    person.fills("Item name", "Milk")
    person.presses("Add Item", within="Add Item")
    another.sees_rows("Milk")
    another.presses("Add Item")
    another.fills("Item name", "Bread")
    another.presses("Add Item", within="Add Item")
    person.sees_rows("Bread", "Milk")
    person.ticks("Milk")
    another.sees_ticked("Milk")
    another.ticks("Bread")
    person.sees_ticked("Bread")
    person.sees("All done")
    delete_row(another, "Bread")
    person.sees_rows("Milk")
    delete_row(person, "Milk")
    another.sees_rows()
    person.presses("Undo")
    another.sees_rows("Milk")


def test_two_edits_of_one_sowing(anybody, garden):
    """Fields that one side changed are merged; a field that both changed is asked about."""
    plant = garden.add_plant(*NAME)
    sowing = garden.add_sowing(plant, *NAME, 20, "2026-03-01", "Soaked")
    anybody.goes_to(f"/sowings/{sowing}")
    anybody.fills("Number of seeds", "25")
    garden.edit_sowing(sowing, plant, NAME, SOWN, {"note": "Soaked 24 h"})
    anybody.presses("Save")
    anybody.sees_rows("25 seeds on Mar 1, 2026Soaked 24 h")
    anybody.opens("25 seeds on Mar 1, 2026")
    anybody.fills("Number of seeds", "26")
    now = {**SOWN, "numberOfSeeds": "25", "note": "Soaked 24 h"}
    garden.edit_sowing(sowing, plant, NAME, now, {"numberOfSeeds": "30"})
    anybody.presses("Save")
    anybody.sees("Changed on another device to “30”. Save keeps yours.")
    anybody.presses("Take theirs")
    anybody.sees_field("Number of seeds", "30")
    anybody.fills("Note", "Mine")
    anybody.presses("Save")
    anybody.sees_rows("30 seeds on Mar 1, 2026Mine")


def test_by_keyboard(person, garden):
    groceries = garden.add_list("Groceries")
    garden.add_item(groceries, "Bread")
    garden.add_item(groceries, "Milk")
    person.goes_to(f"/lists/{groceries}")
    person.tabs_to("Add Item")
    person.hits("Space")
    person.is_at("Item name")
    person.types("milk")
    person.hits("Enter")
    person.is_at("OK")
    person.hits("Enter")
    person.is_at("Item name")
    person.sees_field("Item name", "milk")
    person.hits("Escape")
    person.is_at("Add Item")
    # The circle, and then the name.
    person.tabs_to("Milk")
    person.hits("Space")
    person.sees_ticked("Milk")
    person.is_at("Milk")
    person.hits("Tab", "Delete")
    person.sees_rows("Bread")
    person.is_at("Bread")
    person.hits("Enter")
    person.is_at("Item name")
    person.types(" rolls")
    person.hits("Enter")
    person.sees_rows("Bread rolls")


def test_without_connection(person, garden):
    plant = garden.add_plant(*NAME)
    person.goes_to(f"/plants/{plant}/sowings/new")
    person.fills("Date sown", "2026-03-01")
    person.fills("Number of seeds", "20")
    garden.kill()
    person.presses("Save")
    person.sees("Not saved: no connection. What you typed is still here.")
    person.sees_field("Number of seeds", "20")
    garden.start()
    person.presses("Save")
    person.sees_rows("20 seeds on Mar 1, 2026")
    # A list says so, and is right again by itself.
    garden.kill()
    person.sees("No connection. Trying again…")
    garden.start()
    garden.add_sowing(plant, *NAME, 7, "2026-04-01")
    person.sees_rows("7 seeds on Apr 1, 2026", "20 seeds on Mar 1, 2026")
    person.sees_no("No connection")
    garden.add_sowing(plant, *NAME, 8, "2026-05-01")
    person.sees_rows("8 seeds on May 1, 2026", "7 seeds on Apr 1, 2026", "20 seeds on Mar 1, 2026")


def test_signing_in(anybody, garden):
    garden.add_plant(*NAME)
    # A new password signs every device out.
    garden.set_password(PASSWORD)
    anybody.goes_to("/lists")
    anybody.sees_no("My Lists")
    sign_in(anybody, "wrong wrong wrong")
    anybody.sees("That is not the password.")
    anybody.sees_field("Password", "")
    sign_in(anybody)
    # Where one wanted to go.
    anybody.sees_title("My Lists")
    anybody.goes_to("/more")
    anybody.sees("This device")
    anybody.presses("Sign out")
    anybody.sees("Password")
    anybody.goes_to("/plants")
    anybody.sees_no("Conophytum")


def test_the_plants_stand_beside_the_plant(loopback, open_webkit):
    loopback.add_plant("Aloe", "vera")
    plant = loopback.add_plant(*NAME)
    person = open_webkit(loopback.url, LAPTOP)
    person.goes_to(f"/plants/{plant}")
    person.sees("Aloe vera")
    left, right = person.runs("""return ['h1', '.beside'].map(part => document.querySelector(part))
        .map(part => part.getBoundingClientRect()).map((box, place) => place ? box.right : box.left)""")
    assert right < left


def test_a_dialog_dims_the_bars_as_much_as_the_page(loopback, open_webkit, browser):
    person = open_webkit(loopback.url, PHONE)
    person.goes_to("/lists/new")
    width, height = PHONE["viewport"].values()
    places = [[width // 2, 5], [width // 2, height - 120], [5, height - 5]]

    def is_even() -> bool:
        seen = colours(browser, person.driver.get_screenshot_as_base64(), places)
        darkest, brightest = min(seen), max(seen)
        return brightest[0] < 200 and max(abs(one - two) for one, two in zip(darkest, brightest)) < 4

    person.waits_until(is_even, "bar, page and tabs are not of one colour")


def colours(browser: Browser, picture: str, places: list[list[int]]) -> list[list[int]]:
    """The colours at these places of a picture."""
    page = browser.new_page()
    try:
        return page.evaluate("""async ([picture, places]) => {
            const image = new Image()
            image.src = 'data:image/png;base64,' + picture
            await image.decode()
            const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
            canvas.drawImage(image, 0, 0)
            return places.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data])
        }""", [picture, places])
    finally:
        page.close()
