"""A lost connection is told, mended by itself, and costs nothing that was typed."""

import pytest
from playwright.sync_api import expect

from cable import Cable
from garden_server import GardenServer
from steps import add_item, button, dialog, field, row, rows, shown, title, toast

NAME = ("Conophytum", "bilobum")
LOST = "No connection"
NOT_SAVED = "Not saved: no connection."


class Radio:
    """The phone's own connection: off, and only this phone is cut off."""

    def __init__(self, page, server: GardenServer):
        self.page, self.server = page, server

    def cut(self) -> None:
        self.page.context.set_offline(True)

    def mend(self) -> None:
        self.page.context.set_offline(False)


class Machine(Radio):
    """The server's machine: off, and nobody gets through."""

    def cut(self) -> None:
        self.server.stop()

    def mend(self) -> None:
        self.server.start()


class PowerCut(Machine):
    """The same without a good-bye."""

    def cut(self) -> None:
        self.server.kill()


@pytest.fixture(params=[Radio, Machine, PowerCut])
def line(request, phone, server) -> Radio:
    """The line between a phone and the server."""
    return request.param(phone, server)


def test_a_list_says_so_comes_back_and_is_right_again(line, phone, server):
    groceries = server.add_list("Groceries")
    items = {name: server.add_item(groceries, name) for name in ["Bread", "Milk", "Oat flakes"]}
    phone.goto(f"/lists/{groceries}")
    expect(rows(phone)).to_have_count(3)
    line.cut()
    expect(toast(phone, LOST)).to_be_visible()
    # What was there can still be read.
    expect(shown(phone)).to_have_text(["Bread", "Milk", "Oat flakes"])
    line.mend()
    # Meanwhile, and while the phone is still finding its way back, the list goes on.
    server.add_item(groceries, "Apples")
    server.post(f"/lists/{groceries}/items/{items['Bread']}/delete")
    server.rename_item(groceries, items["Milk"], "Milk", "Soy milk")
    server.tick(groceries, items["Oat flakes"])
    expect(shown(phone)).to_have_text(["Apples", "Oat flakes", "Soy milk"])
    expect(phone.get_by_role("checkbox", name="Oat flakes")).to_be_checked()
    expect(phone.get_by_text("2 open of 3")).to_be_visible()
    expect(toast(phone, LOST)).to_be_hidden()
    # It is live again.
    server.add_item(groceries, "Pears")
    expect(row(phone, "Pears")).to_be_visible()
    add_item(phone, "Plums")
    expect(row(phone, "Plums")).to_be_visible()


def test_what_happened_while_a_phone_was_away_is_there_when_it_is_back(phone, server):
    radio = Radio(phone, server)
    plant = server.add_plant(*NAME)
    first = server.add_sowing(plant, *NAME, 1, "2026-01-01")
    phone.goto(f"/plants/{plant}")
    expect(rows(phone)).to_have_count(1)
    radio.cut()
    expect(toast(phone, LOST)).to_be_visible()
    server.post(f"/sowings/{first}/delete")
    server.add_sowing(plant, *NAME, 20, "2026-03-01")
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    expect(shown(phone)).to_have_text(["1 seed on Jan 1, 2026"])
    radio.mend()
    title(phone, "Conophytum wettsteinii")
    expect(shown(phone)).to_have_text(["20 seeds on Mar 1, 2026"])
    expect(phone.get_by_text("1 sowing · 20 seeds")).to_be_visible()
    expect(toast(phone, LOST)).to_be_hidden()


def test_what_was_deleted_while_a_phone_was_away_says_so(phone, server):
    radio = Radio(phone, server)
    plant = server.add_plant(*NAME)
    phone.goto(f"/plants/{plant}")
    title(phone, "Conophytum bilobum")
    radio.cut()
    expect(toast(phone, LOST)).to_be_visible()
    server.post(f"/plants/{plant}/delete")
    radio.mend()
    title(phone, "Deleted")
    expect(toast(phone, LOST)).to_be_hidden()


@pytest.fixture
def sowing(phone, server):
    """The half filled form of a new sowing."""
    plant = server.add_plant(*NAME)
    phone.goto(f"/plants/{plant}/sowings/new")
    field(phone, "Date sown").fill("2026-03-01")
    field(phone, "Number of seeds").fill("20")
    field(phone, "Note").fill("Soaked")
    return phone


def test_a_form_sent_without_connection_stays_and_is_sent_again_once(line, sowing, server):
    page = sowing
    line.cut()
    for _ in range(3):
        button(page, "Save").click()
        expect(page.get_by_text(NOT_SAVED)).to_be_visible()
    title(page, "New Sowing")
    expect(field(page, "Date sown")).to_have_value("2026-03-01")
    expect(field(page, "Number of seeds")).to_have_value("20")
    field(page, "Note").fill("Soaked 24 h")
    line.mend()
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked 24 h"])
    expect(page.get_by_text("1 sowing · 20 seeds")).to_be_visible()


def test_a_form_whose_answer_was_lost_is_sent_again_and_adds_once(sowing, server):
    """The server has it, but the phone cannot know."""
    page = sowing
    sent = []

    def lose_the_answer(route):
        sent.append(route.fetch(max_redirects=0).status)
        route.abort("connectionreset")

    page.route("**/sowings", lose_the_answer, times=1)
    button(page, "Save").click()
    expect(page.get_by_text("Not saved")).to_be_visible()
    assert sent == [200]
    expect(field(page, "Note")).to_have_value("Soaked")
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])
    expect(page.get_by_text("1 sowing · 20 seeds")).to_be_visible()


def test_a_dialog_sent_without_connection_stays_and_is_sent_again_once(line, phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    phone.goto(f"/lists/{groceries}")
    button(phone.locator("header"), "Add Item").click()
    box = dialog(phone, "Add Item")
    field(box, "Item name").fill("Bread")
    line.cut()
    expect(toast(phone, LOST)).to_be_attached()
    button(box, "Add Item").click()
    expect(phone.get_by_text(NOT_SAVED)).to_be_attached()
    expect(field(box, "Item name")).to_have_value("Bread")
    line.mend()
    button(box, "Add Item").click()
    expect(box).to_be_hidden()
    expect(shown(phone)).to_have_text(["Bread", "Milk"])
    expect(phone.get_by_text("2 open of 2")).to_be_visible()


def test_a_dialog_says_that_it_could_not_be_sent(phone, server):
    page, groceries = phone, server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    page.goto(f"/lists/{groceries}")
    button(page.locator("header"), "Add Item").click()
    box = dialog(page, "Add Item")
    field(box, "Item name").fill("Apples")
    server.stop()
    button(box, "Add Item").click()
    expect(box.get_by_text("Not saved: no connection. What you typed is still here.")).to_be_visible()
    # What else is said about the connection does not take its place.
    expect(page.locator(".toast").filter(has_text="Trying again…")).to_be_attached()
    expect(box.get_by_text("Not saved: no connection. What you typed is still here.")).to_be_visible()
    server.start()
    expect(box.get_by_text("The connection is back. Not saved yet.")).to_be_visible()
    expect(field(box, "Item name")).to_have_value("Apples")
    button(box, "Add Item").click()
    expect(box).to_be_hidden()
    expect(row(page, "Apples")).to_be_visible()


def test_what_could_not_be_ticked_says_so(phone, server):
    page, groceries = phone, server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    page.goto(f"/lists/{groceries}")
    server.stop()
    page.get_by_role("checkbox", name="Milk").click()
    expect(page.get_by_text("Not saved: no connection.", exact=True)).to_be_visible()
    server.start()
    expect(page.get_by_text("Not saved: no connection.", exact=True)).to_be_hidden()


def test_ticking_and_deleting_without_connection_say_so_and_change_nothing(line, phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    phone.goto(f"/lists/{groceries}")
    milk = phone.get_by_role("checkbox", name="Milk")
    line.cut()
    expect(toast(phone, LOST)).to_be_visible()
    milk.click()
    expect(phone.get_by_text(NOT_SAVED)).to_be_visible()
    expect(milk).not_to_be_checked()
    row(phone, "Milk").get_by_role("link").focus()
    phone.keyboard.press("Delete")
    expect(rows(phone)).to_have_count(1)
    line.mend()
    milk.click()
    expect(milk).to_be_checked()
    expect(phone.get_by_text("All done")).to_be_visible()


def test_searching_without_connection_says_so_and_finds_when_it_is_back(line, phone, server):
    server.add_samples()
    phone.goto("/plants")
    line.cut()
    expect(toast(phone, LOST)).to_be_visible()
    search = field(phone, "Search plants")
    search.fill("bilo")
    expect(rows(phone)).to_have_count(10)
    line.mend()
    expect(toast(phone, LOST)).to_be_hidden()
    search.press("Enter")
    expect(rows(phone)).to_have_count(1)
    expect(search).to_have_value("bilo")


def test_more_rows_come_when_the_connection_is_back(line, phone, server):
    for number in range(130):
        server.add_plant("Aloe", f"number {number:03}")
    phone.goto("/plants")
    expect(rows(phone).first).to_be_visible()
    count = rows(phone).count()
    assert count < 130
    line.cut()
    expect(toast(phone, LOST)).to_be_visible()
    phone.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    line.mend()
    expect(rows(phone)).to_have_count(130)
    expect(toast(phone, LOST)).to_be_hidden()


@pytest.fixture
def cable(server):
    cable = Cable(server.port)
    yield cable
    cable.close()


def test_a_connection_that_falls_silent_is_told_and_mended(browser, cable, server):
    """The router is unplugged: no error comes, only nothing any more."""
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    context = browser.new_context(base_url=cable.url)
    page = context.new_page()
    page.clock.install()
    page.goto(f"/lists/{groceries}")
    page.clock.run_for(100)
    server.add_item(groceries, "Bread")
    expect(row(page, "Bread")).to_be_visible()
    cable.pull()
    server.add_item(groceries, "Apples")
    page.clock.run_for(38_000)
    expect(toast(page, LOST)).to_be_hidden()
    page.clock.run_for(5_000)
    expect(toast(page, LOST)).to_be_visible()
    expect(rows(page)).to_have_count(2)
    cable.put_back()
    page.clock.run_for(10_000)
    expect(row(page, "Apples")).to_be_visible()
    expect(toast(page, LOST)).to_be_hidden()
    context.close()


def test_a_form_that_gets_no_answer_stays(browser, cable, server):
    plant = server.add_plant(*NAME)
    context = browser.new_context(base_url=cable.url)
    # Nobody wants to wait as long as a person would.
    context.add_init_script("AbortSignal.timeout = (of => () => of.call(AbortSignal, 300))(AbortSignal.timeout)")
    page = context.new_page()
    page.goto(f"/plants/{plant}/edit")
    field(page, "Species").fill("wettsteinii")
    cable.pull()
    button(page, "Save").click()
    expect(page.get_by_text("Not saved")).to_be_visible()
    expect(field(page, "Species")).to_have_value("wettsteinii")
    cable.put_back()
    page.evaluate("() => AbortSignal.timeout = () => new AbortController().signal")
    button(page, "Save").click()
    title(page, "Conophytum wettsteinii")
    context.close()


def test_without_script_the_browser_sends_the_form_again(open_phone, server):
    """It says itself that nobody answers, and its Reload sends what was typed."""
    plant = server.add_plant(*NAME)
    page = open_phone(server, f"/plants/{plant}/sowings/new", script=False)
    field(page, "Date sown").fill("2026-03-01")
    field(page, "Number of seeds").fill("20")
    field(page, "Note").fill("Soaked")
    server.stop()
    with page.expect_event("requestfailed"):
        button(page, "Save").click()
    # Until it is there, there is nothing to reload.
    expect(page.locator("body.neterror")).to_be_attached()
    server.start()
    page.reload()
    title(page, "Conophytum bilobum")
    expect(shown(page)).to_have_text(["20 seeds on Mar 1, 2026Soaked"])
