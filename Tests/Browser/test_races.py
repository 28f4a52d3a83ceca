"""The same thing from two sides in the same moment: one row, and one side is told."""

import http.client
import json
import re
import sqlite3
import threading
import time
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from playwright.sync_api import expect

from garden_server import GardenServer
from steps import alert, button, dialog, field, row, rows, shown, tab, title

NAME = ("Conophytum", "bilobum")
# One name in the ways two people spell it.
SPELLINGS = ["Milk {}", "milk {}", "  MILK   {} ", "ｍｉｌｋ {}"]


def send(server: GardenServer, path: str, **fields: str) -> tuple[int, str]:
    """Sends a form as the script does; answers with the status and what came back."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Accept": "application/json", "Origin": server.url, "Content-Type": "application/x-www-form-urlencoded"}
    with closing(connection):
        connection.request("POST", path, urllib.parse.urlencode({**fields, "form-token": server.form_token}), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def at_once(*calls) -> list:
    """Makes all calls in the same moment, each on a thread of its own."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]


def adding(server: GardenServer, path: str, name: str, id: str | None = None):
    """A call that sends the form of something new."""
    named = {"genus": "Aloe", "species": name} if path == "/plants" else {"name": name}
    fields = {"id": id or str(uuid.uuid4()), **named}
    return lambda: send(server, path, **fields)


def count(server: GardenServer, table: str) -> int:
    with closing(sqlite3.connect(server.store)) as store:
        return store.execute(f"SELECT count(*) FROM Z{table}").fetchone()[0]


def one_was_told(answers: list[tuple[int, str]], heading: str) -> None:
    """One side has it, every other gets the alert with the way there."""
    assert sorted(status for status, _ in answers) == [200] + [409] * (len(answers) - 1)
    for status, text in answers:
        if status == 409:
            assert heading in text and "already present" in text and "Show it" in text


KINDS = {"plant": ("/plants", "PLANT", "Plant already added"), "list": ("/lists", "LISTS", "List already added"),
         "item": ("/items", "ITEM", "Item already added")}


@pytest.fixture(params=KINDS)
def kind(request, server):
    """The address a new thing is sent to, its table, and the refusal's title."""
    path, table, heading = KINDS[request.param]
    if request.param == "item":
        path = f"/lists/{server.add_list('Groceries')}/items"
    return path, table, heading, count(server, table)


def test_four_sides_add_the_same_in_the_same_moment(server, kind):
    path, table, heading, before = kind
    for number in range(25):
        answers = at_once(*(adding(server, path, spelling.format(number)) for spelling in SPELLINGS))
        one_was_told(answers, heading)
        assert count(server, table) == before + number + 1


def test_two_servers_on_one_store_add_the_same_in_the_same_moment(server, make_server, kind):
    """Two processes: no lock of one of them helps, the store itself has to refuse."""
    path, table, heading, before = kind
    second = make_server(server.store.name)
    for number in range(20):
        answers = at_once(*(adding(side, path, spelling.format(number))
                            for side, spelling in zip([server, second, server, second], SPELLINGS)))
        one_was_told(answers, heading)
        assert count(server, table) == before + number + 1


@pytest.mark.parametrize("words, table", [
    (("plants", "add", "Aloe"), "PLANT"), (("lists", "add"), "LISTS"), (("items", "add", "Groceries"), "ITEM")],
    ids=["plant", "list", "item"])
def test_a_browser_and_two_commands_add_the_same(server, words, table):
    groceries = server.add_list("Groceries")
    path = {"PLANT": "/plants", "LISTS": "/lists", "ITEM": f"/lists/{groceries}/items"}[table]
    before = count(server, table)
    for number in range(5):
        commands = [server.command(*words, spelling.format(number), "--json") for spelling in SPELLINGS[:2]]
        status, text = adding(server, path, SPELLINGS[2].format(number))()
        outputs = [command.communicate(timeout=60) for command in commands]
        assert sorted([command.returncode for command in commands] + [int(status != 200)]) == [0, 1, 1], outputs
        for command, (output, errors) in zip(commands, outputs):
            if command.returncode:
                assert "already present: “" in errors
        assert count(server, table) == before + number + 1


def test_the_same_form_sent_many_times_in_the_same_moment_adds_once(server, kind):
    path, table, _, before = kind
    for number in range(15):
        one = adding(server, path, f"Milk {number}", id=str(uuid.uuid4()))
        answers = at_once(one, one, one)
        # Each of them is told that it is done.
        assert [status for status, _ in answers] == [200] * 3
        assert len({json.loads(text)["location"] for _, text in answers}) == 1
        assert count(server, table) == before + number + 1


def test_the_same_sowing_sent_many_times_is_sown_once(server):
    plant = server.add_plant(*NAME)
    for number in range(1, 11):
        base = {"base-plant": plant, "base-genus": NAME[0], "base-species": NAME[1]}
        fields = {"id": str(uuid.uuid4()), "plant": plant, "genus": NAME[0], "species": NAME[1], **base,
                  "dateSown": "2026-03-01", "numberOfSeeds": "2", "note": ""}
        answers = at_once(*[lambda: send(server, f"/plants/{plant}/sowings", **fields)] * 3)
        assert [status for status, _ in answers] == [200] * 3
        assert count(server, "SEED") == number
    assert "10 sowings · 20 seeds" in server.get(f"/plants/{plant}")


def test_two_things_are_renamed_to_the_same_name_in_the_same_moment(server):
    groceries = server.add_list("Groceries")
    for number in range(15):
        old = [f"one {number}", f"other {number}"]
        new = [spelling.format(number) for spelling in SPELLINGS]
        items = [server.add_item(groceries, name) for name in old]
        lists = [server.add_list(name) for name in old]
        plants = [server.add_plant("Aloe", name) for name in old]
        one_was_told(at_once(*(
            lambda item=item, base=base, name=name: send(
                server, f"/lists/{groceries}/items/{item}", **{"base-name": base}, name=name)
            for item, base, name in zip(items, old, new))), "Item already added")
        one_was_told(at_once(*(
            lambda made=made, base=base, name=name: send(server, f"/lists/{made}", **{"base-name": base}, name=name)
            for made, base, name in zip(lists, old, new))), "List already added")
        one_was_told(at_once(*(
            lambda plant=plant, base=base, name=name: send(
                server, f"/plants/{plant}", **{"base-genus": "Aloe", "base-species": base}, genus="Aloe", species=name)
            for plant, base, name in zip(plants, old, new))), "Plant already added")


def test_one_adds_what_the_other_renames_to(server):
    for number in range(15):
        made = server.add_list(f"Food {number}")
        answers = at_once(
            adding(server, "/lists", f"Milk {number}"),
            lambda: send(server, f"/lists/{made}", **{"base-name": f"Food {number}"}, name=f"MILK {number}"))
        one_was_told(answers, "List already added")


def test_ticked_from_both_sides(server):
    """Two people tick the same item, and others beside it: the numbers stay right."""
    groceries = server.add_list("Groceries")
    items = [server.add_item(groceries, f"item {number}") for number in range(8)]
    for number in range(10):
        done = str((number + 1) % 2)
        path = f"/lists/{groceries}/items/"
        answers = at_once(*(lambda item=item: send(server, f"{path}{item}/tick", done=done) for item in items + items))
        assert {status for status, _ in answers} == {200}
        assert ("All done" if done == "1" else "8 open of 8") in server.get(f"/lists/{groceries}")
    # One ticks while the other puts back: whoever is last, the number is the one of the open items.
    for number in range(10):
        at_once(*(lambda done=done: send(server, f"{path}{items[0]}/tick", done=done) for done in "0101"))
        with closing(sqlite3.connect(server.store)) as store:
            open_items = store.execute("SELECT count(*) FROM ZITEM WHERE NOT ZISDONE").fetchone()[0]
            assert store.execute("SELECT ZOPENCOUNT FROM ZLISTS").fetchone()[0] == open_items


def test_deleted_from_both_sides(server):
    """Both are told that it is gone, and one undo brings it back."""
    for number in range(10):
        plant = server.add_plant("Aloe", f"number {number}")
        server.add_sowing(plant, "Aloe", f"number {number}", 3, "2026-03-01")
        answers = at_once(*[lambda: send(server, f"/plants/{plant}/delete", sure="1")] * 3)
        assert [status for status, _ in answers] == [200] * 3
        undo = [re.search(r"/undo/([0-9a-f-]{36})", text)[1] for _, text in answers]
        assert len(set(undo)) == 1
        statuses = [status for status, _ in at_once(*[lambda: send(server, f"/undo/{undo[0]}")] * 2)]
        assert statuses.count(200) == 1 and count(server, "PLANT") == number + 1 and count(server, "SEED") == number + 1


# --- In browsers ---------------------------------------------------------------------------------------------

SUBMIT_AT = """at => {
    const form = document.querySelector('dialog form[method=post]') ?? document.querySelector('main form[method=post]')
    setTimeout(() => form.requestSubmit(), at - Date.now())
}"""


def submit_at_once(pages) -> None:
    at = time.time() * 1000 + 300
    for page in pages:
        page.evaluate(SUBMIT_AT, at)


def settled(pages):
    """The page that was refused, once each has its answer: an alert, or no form any more."""
    for page in pages:
        page.wait_for_function("""() => document.querySelector('[role=alertdialog]')
            || !document.querySelector('dialog') && !document.querySelector('main form input[name=id]')""")
    refused = [page for page in pages if page.get_by_role("alertdialog").is_visible()]
    assert len(refused) == 1
    return refused[0]


def test_two_people_add_the_same_item_at_the_same_moment(open_phone, server):
    groceries = server.add_list("Groceries")
    pages = [open_phone(server, f"/lists/{groceries}") for _ in range(2)]
    for number, name in enumerate(["Apples", "Pears", "Plums"], 1):
        for page, typed in zip(pages, [name, name.upper()]):
            button(page.locator("header"), "Add Item").click()
            field(dialog(page, "Add Item"), "Item name").fill(typed)
        submit_at_once(pages)
        button(alert(settled(pages), "Item already added"), "Show it").click()
        for page in pages:
            expect(page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))).to_have_count(0)
            expect(rows(page)).to_have_count(number)
            expect(shown(page).filter(has_text=re.compile(name, re.IGNORECASE))).to_have_count(1)


def test_two_people_add_the_same_list_at_the_same_moment(open_phone, server):
    pages = [open_phone(server, "/lists") for _ in range(2)]
    for number, name in enumerate(["Groceries", "Jobs"], 1):
        for page, typed in zip(pages, [name, name.lower()]):
            button(page.locator("header"), "Add List").click()
            field(dialog(page, "Add List"), "List name").fill(typed)
        submit_at_once(pages)
        refusal = alert(settled(pages), "List already added")
        expect(refusal).to_contain_text("List name already present")
        button(refusal, "OK").click()
        for page in pages:
            expect(rows(page)).to_have_count(number)
            if dialog(page, "Add List").is_visible():
                button(dialog(page, "Add List"), "Cancel").click()


def test_two_people_add_the_same_plant_at_the_same_moment(open_phone, server):
    pages = [open_phone(server, "/plants/new") for _ in range(2)]
    for page, species in zip(pages, ["bilobum", "Bilobum"]):
        field(page, "Genus").fill("Conophytum")
        field(page, "Species").fill(species)
    submit_at_once(pages)
    refused = settled(pages)
    button(alert(refused, "Plant already added"), "Show it").click()
    for page in pages:
        title(page, re.compile("Conophytum bilobum", re.IGNORECASE))
        tab(page, "Plants")
        expect(rows(page)).to_have_count(1)


def test_a_double_click_adds_once(either, server):
    plant = server.add_plant(*NAME)
    either.goto(f"/plants/{plant}/sowings/new")
    field(either, "Date sown").fill("2026-03-01")
    field(either, "Number of seeds").fill("20")
    button(either, "Save").dblclick()
    title(either, "Conophytum bilobum")
    expect(shown(either)).to_have_text(["20 seeds on Mar 1, 2026"])
    either.goto("/plants/new")
    field(either, "Genus").fill("Lithops")
    button(either, "Save").dblclick()
    title(either, "Lithops")
    either.goto("/lists")
    button(either.locator("header"), "Add List").click()
    field(dialog(either, "Add List"), "List name").fill("Groceries")
    button(dialog(either, "Add List"), "Add List").dblclick()
    expect(shown(either)).to_have_text(["Groceries0 open items"])
    expect(either.get_by_role("alertdialog")).to_have_count(0)
    row(either, "Groceries").get_by_role("link").click()
    title(either, "Groceries")
    button(either.locator("header"), "Add Item").click()
    field(dialog(either, "Add Item"), "Item name").fill("Milk")
    button(dialog(either, "Add Item"), "Add Item").dblclick()
    expect(shown(either)).to_have_text(["Milk"])
    expect(either.get_by_role("alertdialog")).to_have_count(0)
    assert [count(server, table) for table in ["PLANT", "SEED", "LISTS", "ITEM"]] == [2, 1, 1, 1]


def test_enter_and_a_click_together_add_once(phone, server):
    groceries = server.add_list("Groceries")
    phone.goto(f"/lists/{groceries}")
    for number in range(1, 6):
        button(phone.locator("header"), "Add Item").click()
        box = dialog(phone, "Add Item")
        field(box, "Item name").fill(f"Milk {number}")
        box.locator("form").first.evaluate("form => { for (let time = 0; time < 5; time++) form.requestSubmit() }")
        expect(box).to_be_hidden()
        expect(rows(phone)).to_have_count(number)
        expect(phone.get_by_role("alertdialog")).to_have_count(0)


def test_a_double_click_ticks_once(either, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    either.goto(f"/lists/{groceries}")
    circle = either.get_by_role("checkbox", name="Milk")
    circle.dblclick()
    expect(circle).to_be_checked()
    expect(either.get_by_text("All done")).to_be_visible()


def test_a_double_click_deletes_one(either, server):
    for name in ["Aloe", "Lithops", "Rebutia"]:
        server.add_plant(name)
    either.goto("/plants?edit=1")
    button(row(either, "Lithops"), "Delete").dblclick()
    expect(shown(either)).to_have_count(2)
    expect(row(either, "Aloe")).to_be_visible()
    expect(row(either, "Rebutia")).to_be_visible()
    assert count(server, "PLANT") == 2


def test_two_people_tick_the_same_item(open_phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    server.add_item(groceries, "Bread")
    pages = [open_phone(server, f"/lists/{groceries}") for _ in range(2)]
    for checked in [True, False, True]:
        at = time.time() * 1000 + 300
        for page in pages:
            page.evaluate("""at => setTimeout(
                () => document.querySelector('.tick button[aria-labelledby]').click(), at - Date.now())""", at)
        for page in pages:
            expect(page.get_by_role("checkbox", name="Bread")).to_be_checked(checked=checked)
            expect(page.get_by_text("1 open of 2" if checked else "2 open of 2")).to_be_visible()
