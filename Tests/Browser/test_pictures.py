"""Pictures of items and plants: chosen, shown round and whole, seen on the other phone, taken away, brought back."""

import signal

import pytest
from playwright.sync_api import Page, expect

import picture_files
from steps import button, dialog, row, undo

LARGE = picture_files.png(1_800, 900)


@pytest.fixture
def groceries(server) -> str:
    """The screen of a list with Milk on it."""
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    return f"/lists/{groceries}"


def choose(page: Page, file: dict) -> None:
    """In the open dialog: with a script the choice is enough."""
    page.locator("input[type=file]").set_input_files(file)
    upload = button(page.locator("dialog"), "Upload")
    if upload.is_visible():
        upload.click()


def is_drawn(picture) -> None:
    """Waits until the browser has read it."""
    expect(picture).to_be_visible()
    picture.evaluate("async image => { image.loading = 'eager'; await image.decode() }")


def add_item_picture(page: Page, item: str, file: dict) -> None:
    row(page, item).get_by_role("link", name=item, exact=True).click()
    button(dialog(page, "Edit Item"), "Add Picture").click()
    choose(page, file)


def round_picture(page: Page, name: str):
    return page.get_by_role("link", name=f"Picture of {name}", exact=True)


def test_an_item_gets_a_picture_and_loses_it(either: Page, groceries):
    either.goto(groceries)
    add_item_picture(either, "Milk", LARGE)
    is_drawn(row(either, "Milk").locator("img"))
    size = row(either, "Milk").locator("img").evaluate("image => [image.naturalWidth, image.naturalHeight]")
    assert size == [96, 96]

    round_picture(either, "Milk").click()
    whole = dialog(either, "Milk").get_by_alt_text("Picture of Milk")
    is_drawn(whole)
    assert whole.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [1_600, 800]
    box, screen = whole.bounding_box(), either.viewport_size
    assert 0 <= box["x"] and box["x"] + box["width"] <= screen["width"]
    button(dialog(either, "Milk"), "Done").click()
    expect(either.locator("dialog")).to_have_count(0)

    round_picture(either, "Milk").click()
    button(dialog(either, "Milk"), "Remove Picture").click()
    expect(round_picture(either, "Milk")).to_have_count(0)
    expect(row(either, "Milk")).to_be_visible()


def test_a_plant_gets_a_picture_and_another(either: Page, server):
    plant = server.add_plant("Conophytum", "bilobum")
    either.goto(f"/plants/{plant}")
    either.get_by_role("link", name="Add Picture").click()
    choose(either, LARGE)
    first = round_picture(either, "Conophytum bilobum").locator("img")
    is_drawn(first)
    before = first.get_attribute("src")
    round_picture(either, "Conophytum bilobum").click()
    choose(either, picture_files.png(300, 500, (200, 30, 60)))
    expect(first).not_to_have_attribute("src", before)
    is_drawn(first)
    either.goto("/plants")
    is_drawn(row(either, "Conophytum bilobum").locator("img"))


def test_the_other_phone_shows_it_at_once(open_phone, server, groceries):
    plant = server.add_plant("Picea", "glauca")
    mine, theirs = open_phone(server, groceries), open_phone(server, groceries)
    add_item_picture(mine, "Milk", LARGE)
    is_drawn(row(theirs, "Milk").locator("img"))
    mine.goto(f"/plants/{plant}")
    theirs.goto(f"/plants/{plant}")
    mine.get_by_role("link", name="Add Picture").click()
    choose(mine, LARGE)
    is_drawn(round_picture(theirs, "Picea glauca").locator("img"))


@pytest.mark.parametrize(
    "file, sentence",
    [
        (picture_files.text(), "This is no picture that can be taken: choose a JPEG, PNG, WebP or GIF."),
        (picture_files.heic(), "HEIC pictures cannot be taken"),
        (picture_files.bomb(), "more than 100 million pixels"),
        (picture_files.chosen("large.png", "image/png", bytes(10_000_001)), "The picture is larger than 10 MB."),
    ],
    ids=["text", "heic", "bomb", "large"],
)
def test_what_is_no_picture_is_told_in_a_sentence(either: Page, groceries, file, sentence):
    either.goto(groceries)
    add_item_picture(either, "Milk", file)
    expect(either.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    # The same dialog takes another.
    choose(either, LARGE)
    is_drawn(row(either, "Milk").locator("img"))


def test_a_deleted_item_comes_back_with_its_picture(phone: Page, groceries):
    phone.goto(groceries)
    add_item_picture(phone, "Milk", LARGE)
    is_drawn(row(phone, "Milk").locator("img"))
    source = row(phone, "Milk").locator("img").get_attribute("src")
    row(phone, "Milk").get_by_role("link", name="Milk", exact=True).click()
    button(dialog(phone, "Edit Item"), "Delete").click()
    expect(row(phone, "Milk")).to_have_count(0)
    undo(phone, "Milk")
    is_drawn(row(phone, "Milk").locator("img"))
    assert row(phone, "Milk").locator("img").get_attribute("src") == source


def test_whoever_started_the_program_forgets_its_children(open_phone, make_server):
    server = make_server()
    server.stop()
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        server.start()
    finally:
        signal.signal(signal.SIGCHLD, before)
    plant = server.add_plant("Picea", "glauca")
    phone = open_phone(server, f"/plants/{plant}/picture")
    choose(phone, LARGE)
    is_drawn(round_picture(phone, "Picea glauca").locator("img"))


def test_a_picture_outlives_a_restart(phone: Page, server):
    plant = server.add_plant("Picea", "glauca")
    phone.goto(f"/plants/{plant}")
    phone.get_by_role("link", name="Add Picture").click()
    choose(phone, LARGE)
    is_drawn(round_picture(phone, "Picea glauca").locator("img"))
    server.stop()
    server.start()
    phone.goto(f"/plants/{plant}/picture")
    is_drawn(phone.get_by_alt_text("Picture of Picea glauca"))
