"""The password of the house: who has it comes in, stays in, and goes out; nobody else sees anything."""

import re

import pytest
from playwright.sync_api import expect

from garden_server import own_address
from steps import button, field, row, rows, title

PASSWORD = "correct horse battery"


def sign_in(page, password: str = PASSWORD) -> None:
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.fixture
def house(server):
    """A running server whose house has a password, with a plant."""
    server.set_password(PASSWORD)
    server.add_plant("Conophytum", "bilobum")
    return server


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def visitor(request, open_phone, house):
    return open_phone(house, "/lists", script=request.param)


def test_the_way_in(visitor):
    expect(visitor.get_by_role("heading", name="Perennial")).to_be_visible()
    expect(visitor.get_by_role("navigation")).to_have_count(0)
    assert "Conophytum" not in visitor.content()
    sign_in(visitor, "wrong wrong wrong")
    expect(visitor.get_by_text("That is not the password.")).to_be_visible()
    expect(visitor.get_by_label("Password")).to_be_focused()
    expect(visitor.get_by_label("Password")).to_have_value("")
    sign_in(visitor)
    # Where one wanted to go.
    title(visitor, "My Lists")
    visitor.goto("/plants")
    expect(row(visitor, "Conophytum bilobum")).to_be_visible()


def test_everything_works_once_one_is_in(visitor):
    sign_in(visitor)
    button(visitor, "Add List").first.click()
    field(visitor, "List name").fill("Groceries")
    button(visitor.get_by_role("dialog"), "Add List").click()
    expect(row(visitor, "Groceries")).to_be_visible()


def test_a_restart_is_no_sign_out(visitor, house):
    sign_in(visitor)
    title(visitor, "My Lists")
    house.restart()
    visitor.goto("/plants")
    expect(row(visitor, "Conophytum bilobum")).to_be_visible()
    house.kill()
    house.start()
    visitor.goto("/plants")
    expect(row(visitor, "Conophytum bilobum")).to_be_visible()


def test_signing_out_here(visitor):
    sign_in(visitor)
    visitor.goto("/more")
    expect(visitor.get_by_text("This device")).to_be_visible()
    visitor.get_by_role("button", name="Sign out", exact=True).last.click()
    expect(visitor.get_by_label("Password")).to_be_visible()
    visitor.goto("/plants")
    expect(visitor.get_by_label("Password")).to_be_visible()
    assert "Conophytum" not in visitor.content()


def test_one_device_signs_another_out(open_phone, house):
    one = open_phone(house, "/plants")
    sign_in(one)
    two = open_phone(house, "/plants", user_agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    sign_in(two)
    expect(rows(two)).to_have_count(1)
    one.goto("/more")
    one.get_by_role("button", name="Sign out Firefox on Linux").click()
    expect(one.get_by_role("button", name="Sign out Firefox on Linux")).to_have_count(0)
    # The other one is told without being touched, and what it shows stays until somebody signs in.
    expect(two.get_by_text("Signed out.")).to_be_visible(timeout=20_000)
    expect(two.get_by_text("No connection")).to_have_count(0)
    two.get_by_role("link", name="Sign in").click()
    sign_in(two)
    title(two, "Plants")
    expect(rows(two)).to_have_count(1)


def test_signing_out_everywhere(open_phone, house):
    one = open_phone(house, "/more")
    sign_in(one)
    two = open_phone(house, "/plants", script=False)
    sign_in(two)
    one.get_by_role("button", name="Sign out all devices").click()
    expect(one.get_by_label("Password")).to_be_visible()
    two.reload()
    expect(two.get_by_label("Password")).to_be_visible()


def test_an_unsent_form_outlives_a_new_sign_in(open_phone, house):
    for script in (True, False):
        page = open_phone(house, "/plants/new", script=script)
        sign_in(page)
        name = "Lithops" if script else "Rosa"
        field(page, "Genus").fill(name)
        field(page, "Species").fill("aucampiae & “Söhne”")
        # The house gets the same password anew, which signs every device out.
        house.set_password(PASSWORD)
        page.get_by_role("button", name="Save").first.click()
        expect(page.get_by_text("What you typed is kept")).to_be_visible()
        sign_in(page)
        expect(page.get_by_role("heading", name=re.compile(name))).to_be_visible()
        page.goto("/plants")
        expect(row(page, f"{name} aucampiae & “Söhne”")).to_be_visible()


def test_a_form_that_was_open_while_another_window_signed_in(open_phone, house):
    page = open_phone(house, "/plants/new")
    sign_in(page)
    field(page, "Genus").fill("Lithops")
    house.set_password(PASSWORD)
    other = page.context.new_page()
    other.goto("/plants")
    sign_in(other)
    title(other, "Plants")
    page.bring_to_front()
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    page.get_by_role("button", name="Send it").click()
    expect(page.get_by_role("heading", name="Lithops")).to_be_visible()


def test_a_lost_connection_is_no_sign_out(open_phone, house):
    page = open_phone(house, "/plants")
    sign_in(page)
    expect(rows(page)).to_have_count(1)
    house.kill()
    expect(page.get_by_text("No connection")).to_be_visible(timeout=20_000)
    expect(page.get_by_text("Signed out")).to_have_count(0)
    house.start()
    expect(page.get_by_text("No connection")).to_have_count(0, timeout=20_000)
    house.add_plant("Aloe", "vera")
    expect(row(page, "Aloe vera")).to_be_visible()


def test_wrong_passwords_wait(visitor):
    for _ in range(3):
        sign_in(visitor, "wrong wrong wrong")
        expect(visitor.get_by_text("That is not the password.")).to_be_visible()
    sign_in(visitor, "wrong wrong wrong")
    expect(visitor.get_by_text(re.compile("Too many wrong passwords. Try again in"))).to_be_visible()


def test_through_an_address_that_is_not_loopback(open_phone, make_server):
    """Nothing leans on a secure context: http on a home network is none."""
    server = make_server()
    server.stop()
    server.set_password(PASSWORD)
    server.host = own_address()
    server.start()
    page = open_phone(server, "/plants")
    assert not page.evaluate("() => isSecureContext")
    sign_in(page)
    title(page, "Plants")
    server.add_plant("Aloe", "vera")
    expect(row(page, "Aloe vera")).to_be_visible()
    button(page, "Add Plant").first.click()
    field(page, "Genus").fill("Rosa")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", name="Rosa")).to_be_visible()
