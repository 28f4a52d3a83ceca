"""Out and in: the garden as files that are saved, and files that are brought in once somebody has seen what they come to."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from steps import button, row, rows, shown, tab, title

MOST = 64 * 1024 * 1024


def file(name: str, content: str) -> dict:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content.encode()}


def choose(page: Page, chosen) -> None:
    """On the import screen: with a script the choice is enough."""
    page.locator("input[type=file]").set_input_files(chosen)
    upload = button(page, "Upload")
    if upload.is_visible():
        upload.click()


def text(page: Page, sentence: str) -> None:
    expect(page.locator("main").get_by_text(sentence, exact=True)).to_be_visible()


def exported(server) -> dict:
    garden = json.loads(server.get("/export/json"))
    del garden["exportedAt"]
    return garden


@pytest.fixture
def garden(server):
    """Two plants, a sowing each, and a list with two items."""
    for genus, species, seeds in [("Conophytum", "bilobum", 20), ("Picea", "glauca", 3)]:
        plant = server.add_plant(genus, species)
        server.add_sowing(plant, genus, species, seeds, "2026-03-01", "On sand; “wet”")
    groceries = server.add_list("Groceries")
    server.tick(groceries, server.add_item(groceries, "Milk"))
    server.add_item(groceries, "Bread")
    return server


@pytest.mark.parametrize("label, name, part", [
    ("Everything", r"perennial-\d{4}-\d\d-\d\d\.json", '"genus": "Conophytum"'),
    ("Plants and sowings", r"perennial-plants-\d{4}-\d\d-\d\d\.csv", "Conophytum,bilobum,2026-03-01,20,"),
    ("Lists and items", r"perennial-lists-\d{4}-\d\d-\d\d\.csv", "Groceries,Milk,yes,"),
    ("Sowings as a calendar", r"perennial-sowings-\d{4}-\d\d-\d\d\.ics", "BEGIN:VEVENT"),
])
def test_each_format_is_saved_as_a_file(either: Page, garden, label, name, part):
    either.goto("/plants")
    tab(either, "More")
    with either.expect_download() as waiting:
        either.get_by_role("region", name="Export").get_by_role("link", name=label).click()
    assert re.fullmatch(name, waiting.value.suggested_filename)
    assert part in waiting.value.path().read_text("utf-8-sig")
    title(either, "More")


def test_where_there_is_no_room_for_the_file_one_is_told(make_server, open_phone):
    page = open_phone(make_server(TMPDIR="/nowhere"), "/export/json")
    expect(page.locator("main")).to_contain_text("The file could not be made: ")


def test_everything_comes_to_another_garden(either: Page, garden, make_server, tmp_path):
    either.goto("/more")
    with either.expect_download() as waiting:
        either.get_by_role("link", name="Everything").click()
    saved = tmp_path / "garden.json"
    waiting.value.save_as(saved)
    other = make_server("other.sqlite")
    either.goto(other.url + "/more")
    either.get_by_role("link", name="Import").click()
    title(either, "Import")
    choose(either, saved)
    for line in ["Plants: 2 new", "Sowings: 2 new", "Lists: 1 new", "Items: 2 new"]:
        text(either, line)
    text(either, "Conophytum bilobum")
    text(either, "3 seeds on Mar 1, 2026 of Picea glauca")
    text(either, "Milk in Groceries")
    assert exported(other)["plants"] == []
    button(either, "Import 2 plants, 2 sowings, 1 list and 2 items").click()
    text(either, "Added: 2 plants, 2 sowings, 1 list and 2 items.")
    assert exported(other) == exported(garden)
    button(either, "Show Lists").click()
    expect(row(either, "Groceries")).to_be_visible()
    tab(either, "Plants")
    expect(rows(either)).to_have_count(2)

    # Once more it changes nothing.
    either.goto(other.url + "/import")
    choose(either, saved)
    text(either, "What is in the file is in the garden already.")
    text(either, "Sowings: 2 already there")
    expect(button(either, "Cancel")).to_have_count(0)
    button(either, "Done").click()
    title(either, "More")
    assert exported(other) == exported(garden)


def test_one_conflict_is_taken_and_one_kept(either: Page, garden):
    file_of_garden = json.loads(garden.get("/export/json"))
    file_of_garden["plants"][0]["sowings"][0]["seeds"] = 25
    file_of_garden["plants"][1]["sowings"][0].update(date="2026-03-02", note="")
    either.goto("/import")
    choose(either, file("garden.json", json.dumps(file_of_garden)))
    text(either, "Sowings: 2 in conflict")
    first = either.get_by_role("checkbox", name="20 seeds on Mar 1, 2026 of Conophytum bilobum")
    second = either.get_by_role("checkbox", name="3 seeds on Mar 1, 2026 of Picea glauca")
    expect(first).to_have_accessible_name(re.compile("Number of seeds: 20 here, 25 in the file"))
    expect(second).to_have_accessible_name(re.compile("Date sown: Mar 1, 2026 here, Mar 2, 2026 in the file"))
    expect(second).to_have_accessible_name(re.compile("Note: “On sand; “wet”” here, nothing in the file"))
    expect(second).not_to_be_checked()
    first.check()
    button(either, "Import what is ticked").click()
    text(either, "Nothing was added.")
    text(either, "Taken from the file where it differed: 1.")
    text(either, "3 seeds on Mar 1, 2026 of Picea glauca")
    sowings = [plant["sowings"][0] for plant in exported(garden)["plants"]]
    assert [sowing["seeds"] for sowing in sowings] == [25, 3]
    assert sowings[1]["date"] == "2026-03-01"


def test_many_conflicts_are_decided_together(either: Page, server):
    plants = [{"id": f"00000000-0000-4000-8000-{number:012}", "genus": f"Rosa {number}"} for number in range(52)]
    whole = {"format": "perennial", "version": 1, "plants": plants}
    either.goto("/import")
    choose(either, file("garden.json", json.dumps(whole)))
    text(either, "Plants: 52 new")
    text(either, "and 44 more")
    button(either, "Import 52 plants").click()
    text(either, "Added: 52 plants.")
    for plant in plants:
        plant["species"] = "alba"
    for choice, taken in [("Keep the garden's", 0), ("Take the file's", 52)]:
        either.goto("/import")
        choose(either, file("garden.json", json.dumps(whole)))
        text(either, "Plants: 52 in conflict")
        text(either, "and 2 more")
        expect(either.get_by_label("Keep the garden's")).to_be_checked()
        either.get_by_label(choice).check()
        button(either, "Import as chosen").click()
        text(either, "Nothing was added.")
        assert sum(plant.get("species") == "alba" for plant in exported(server)["plants"]) == taken


def test_what_is_wrong_is_told_line_by_line(either: Page, server):
    either.goto("/import")
    choose(either, file("plants.csv", "Genus,Date sown,Seeds\nRosa,1/3/2026,2\nMalva,2026-03-01,many\n"))
    expect(either.get_by_role("alert")).to_contain_text("Nothing was changed.")
    faults = either.get_by_role("list", name="What is wrong").get_by_role("listitem")
    expect(faults).to_have_count(2)
    expect(faults.nth(0)).to_contain_text("line 2, Date sown: ")
    expect(faults.nth(1)).to_contain_text("line 3, Number of seeds: ")
    expect(either.locator("input[type=file]")).to_have_value("")
    choose(either, file("plants.xlsx", "PK\x03\x04"))
    expect(either.get_by_role("alert")).to_have_text(
        "The file is no table yet: save it as “CSV UTF-8” in the spreadsheet.")
    expect(faults).to_have_count(0)
    choose(either, file("plants.csv", "Genus,Date sown,Seeds\nRosa,2026-03-01,2\n"))
    text(either, "Plants: 1 new")
    assert exported(server)["plants"] == []


def test_a_table_with_semicolons(either: Page, server):
    either.goto("/import")
    choose(either, file("plants.csv", "Genus;Species;Date sown;Seeds\nMalva;sylvestris;1.3.2026;12\n"))
    text(either, "12 seeds on Mar 1, 2026 of Malva sylvestris")
    button(either, "Import 1 plant and 1 sowing").click()
    button(either, "Show Plants").click()
    row(either, "Malva sylvestris").click()
    expect(shown(either)).to_contain_text("12 seeds")


def test_a_file_that_is_too_large_is_not_sent(phone: Page, server, tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as written:
        written.truncate(MOST + 1)
    phone.goto("/import")
    sent = []
    phone.on("request", lambda request: sent.append(request.method))
    choose(phone, large)
    expect(phone.get_by_role("alert")).to_contain_text("The file has more than 64 MiB.")
    assert "POST" not in sent


def test_a_file_that_takes_its_time(either: Page, server):
    """However long it takes, what it comes to is shown without anything being done."""
    either.goto("/import")
    choose(either, file("plants.csv", "Genus\n" + "".join(f"Rosa {number}\n" for number in range(4_000))))
    expect(button(either, "Import 4000 plants")).to_be_visible(timeout=60_000)
    button(either, "Import 4000 plants").click(timeout=60_000)
    expect(either.get_by_text("Added: 4000 plants.")).to_be_visible(timeout=60_000)


def test_cancelled_it_is_gone(either: Page, server):
    either.goto("/import")
    choose(either, file("plants.csv", "Genus\nRosa\n"))
    text(either, "Plants: 1 new")
    address = either.url
    button(either, "Cancel").click()
    title(either, "More")
    assert either.goto(address).status == 404
    text(either, "The file is no longer here: choose it again.")
    choose(either, file("plants.csv", "Genus\nRosa\n"))
    text(either, "Plants: 1 new")
    assert exported(server)["plants"] == []


def test_the_other_phone_shows_what_came_in(open_phone, server):
    mine, theirs = open_phone(server, "/import"), open_phone(server, "/plants")
    choose(mine, file("plants.csv", "Genus\nRosa\n"))
    button(mine, "Import 1 plant").click()
    expect(row(theirs, "Rosa")).to_be_visible()
