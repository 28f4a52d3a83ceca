"""Days of sowing are calendar days: the same in every time zone, and today is the reader's own day."""

import datetime
import sqlite3
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from steps import add_sowing, button, field, rows, shown, title

NAME = ("Conophytum", "bilobum")
HONOLULU, AUCKLAND = "Pacific/Honolulu", "Pacific/Auckland"
ZONES = [HONOLULU, AUCKLAND]

# The ends of years and months, both days on which Auckland changes its clocks, and a leap day.
DAYS = {
    "2026-01-01": "Jan 1, 2026", "2025-12-31": "Dec 31, 2025", "2026-04-05": "Apr 5, 2026",
    "2026-09-27": "Sep 27, 2026", "2028-02-29": "Feb 29, 2028", "1926-07-06": "Jul 6, 1926",
}
EDGES = ["2025-12-31", "2026-04-05"]

# In Honolulu it is one day while it is the next in Auckland, and on the server yet another hour.
MOMENTS = {
    "2026-02-28T23:30:00Z": {HONOLULU: "2026-02-28", AUCKLAND: "2026-03-01"},
    "2026-01-01T09:59:00Z": {HONOLULU: "2025-12-31", AUCKLAND: "2026-01-01"},
    "2026-01-01T10:01:00Z": {HONOLULU: "2026-01-01", AUCKLAND: "2026-01-01"},
    "2026-06-30T11:59:00Z": {HONOLULU: "2026-06-30", AUCKLAND: "2026-06-30"},
    "2026-06-30T12:01:00Z": {HONOLULU: "2026-06-30", AUCKLAND: "2026-07-01"},
}


@pytest.fixture(params=ZONES)
def server(request, make_server):
    """A server that stands in one of the zones."""
    return make_server(TZ=request.param)


def days_shown(page) -> list[str]:
    """What stands after "20 seeds on"."""
    return [text.splitlines()[0].split(" on ")[1] for text in shown(page).all_inner_texts()]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_browsers_in_every_zone_pick_and_see_the_same_days(open_phone, server, script):
    plant = server.add_plant(*NAME)
    expected = [DAYS[day] for day in sorted(DAYS, reverse=True)]
    phones = {zone: open_phone(server, f"/plants/{plant}", script, timezone_id=zone) for zone in ZONES}
    for number, day in enumerate(DAYS, 1):
        # They take turns.
        page = phones[ZONES[number % 2]]
        page.goto(f"/plants/{plant}")
        add_sowing(page, day, str(number))
        title(page, "Conophytum bilobum")
    for zone, page in phones.items():
        page.goto(f"/plants/{plant}")
        expect(rows(page)).to_have_count(len(DAYS))
        assert days_shown(page) == expected
        # The form shows the day that was picked, and saving it does not move it.
        for day in EDGES:
            rows(page).filter(has_text=DAYS[day]).get_by_role("link").click()
            expect(field(page, "Date sown")).to_have_value(day)
            field(page, "Note").fill(f"Read in {zone}")
            button(page, "Save").click()
            title(page, "Conophytum bilobum")
        assert days_shown(page) == expected
    with sqlite3.connect(server.store) as store:
        # Seconds since 2001 at noon of that day in UTC: a noon is this day in every zone there is.
        noon = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)
        stored = [noon + datetime.timedelta(seconds=seconds) for seconds, in
                  store.execute("SELECT ZDATESOWN FROM ZSEED ORDER BY 1")]
    assert [moment.strftime("%Y-%m-%dT%H:%M") for moment in stored] == [f"{day}T12:00" for day in sorted(DAYS)]


@pytest.mark.parametrize("zone", ZONES)
def test_the_day_of_a_new_sowing_is_the_reader_s(open_phone, server, zone):
    plant = server.add_plant(*NAME)
    page = open_phone(server, timezone_id=zone)
    for moment, days in MOMENTS.items():
        page.clock.set_fixed_time(moment)
        page.goto(f"/plants/{plant}/sowings/new")
        expect(field(page, "Date sown")).to_have_value(days[zone])
    field(page, "Number of seeds").fill("7")
    button(page, "Save").click()
    title(page, "Conophytum bilobum")
    month, day = ("Jun", 30) if zone == HONOLULU else ("Jul", 1)
    expect(shown(page)).to_have_text([f"7 seeds on {month} {day}, 2026"])


def test_a_day_that_was_picked_is_not_put_back_to_today(open_phone, server):
    """The plant changes on another phone, and the form takes that over; the day picked stays."""
    plant = server.add_plant(*NAME)
    page = open_phone(server, timezone_id=AUCKLAND)
    page.clock.set_fixed_time("2026-02-28T23:30:00Z")
    page.goto(f"/plants/{plant}/sowings/new")
    expect(field(page, "Date sown")).to_have_value("2026-03-01")
    server.rename_plant(plant, NAME, ("Conophytum", "wettsteinii"))
    expect(field(page, "Species")).to_have_value("wettsteinii")
    expect(field(page, "Date sown")).to_have_value("2026-03-01")
    field(page, "Date sown").fill("2026-02-20")
    server.rename_plant(plant, ("Conophytum", "wettsteinii"), NAME)
    expect(field(page, "Species")).to_have_value("bilobum")
    expect(field(page, "Date sown")).to_have_value("2026-02-20")
    # A sentence about another field leaves it alone too.
    field(page, "Number of seeds").fill("many")
    button(page, "Save").click()
    expect(page.get_by_text("A whole number from 0 to 32,767.")).to_be_visible()
    expect(field(page, "Date sown")).to_have_value("2026-02-20")


def test_without_script_the_day_is_the_server_s(open_phone, server):
    """Nothing tells the server where the reader is; the day can be changed."""
    plant = server.add_plant(*NAME)
    page = open_phone(server, script=False, timezone_id=HONOLULU)
    zone = ZoneInfo(server.environment["TZ"])
    before = datetime.datetime.now(zone).date()
    page.goto(f"/plants/{plant}/sowings/new")
    after = datetime.datetime.now(zone).date()
    assert field(page, "Date sown").input_value() in {before.isoformat(), after.isoformat()}


def test_a_server_that_moves_shows_the_same_days(open_phone, make_server):
    """Sown on a server in Honolulu, read on one in Auckland, changed there, and back again."""
    server = make_server(TZ=HONOLULU)
    plant = server.add_plant(*NAME)
    for number, day in enumerate(DAYS, 1):
        server.add_sowing(plant, *NAME, number, day)
    page = open_phone(server, f"/plants/{plant}")
    expect(rows(page)).to_have_count(len(DAYS))
    texts = shown(page).all_inner_texts()
    for zone in [AUCKLAND, HONOLULU, "UTC"]:
        server.environment["TZ"] = zone
        server.restart()
        page.goto(f"/plants/{plant}")
        expect(shown(page)).to_have_text(texts)
        rows(page).first.get_by_role("link").click()
        expect(field(page, "Date sown")).to_have_value(max(DAYS))
        button(page, "Save").click()
        title(page, "Conophytum bilobum")
        expect(shown(page)).to_have_text(texts)


@pytest.mark.parametrize("zone", ZONES)
def test_the_command_line_counts_days_as_the_screens_do(open_phone, server, zone):
    plant = server.add_plant(*NAME)

    def run(*words: str) -> str:
        return server.run("sowings", *words, TZ=zone)

    for number, day in enumerate(DAYS, 1):
        run("add", "Conophytum bilobum", "--seeds", str(number), "--date", day)
    listed = [line.split()[1] for line in run("list", "Conophytum bilobum").splitlines()]
    assert listed == sorted(DAYS, reverse=True)
    page = open_phone(server, f"/plants/{plant}", timezone_id=ZONES[zone == HONOLULU])
    expect(rows(page)).to_have_count(len(DAYS))
    assert days_shown(page) == [DAYS[day] for day in listed]
    # Without a date it is the day where the command is typed.
    before = datetime.datetime.now(ZoneInfo(zone)).date().isoformat()
    line = run("add", "Conophytum bilobum", "--seeds", "8")
    assert line.split()[1] in {before, datetime.datetime.now(ZoneInfo(zone)).date().isoformat()}
