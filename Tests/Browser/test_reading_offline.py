"""Over TLS and on the machine itself, what was seen last can be read without a connection, and says when it was so."""

import pytest
from playwright.sync_api import Page, expect

from cable import Cable
from steps import button, row, shown, tab, title, toast
from test_signing_in import PASSWORD, sign_in

LOST = "No connection. This is how it was on"


def working(page: Page) -> Page:
    """Waits until the worker is there, and has seen the page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    return page


def kept(page: Page, path: str) -> None:
    """Waits until a screen is kept."""
    page.wait_for_function(
        "async path => (await (await caches.open('screens')).keys()).some(({ url }) => new URL(url).pathname === path)",
        arg=path)


@pytest.fixture
def keeper(open_phone, server):
    return working(open_phone(server, "/plants", service_workers="allow"))


def test_screens_seen_before_are_there_without_the_server(keeper, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "Milk")
    for path in ["/plants", "/lists", f"/lists/{groceries}"]:
        keeper.goto(path)
        kept(keeper, path)
    server.stop()
    keeper.goto("/lists")
    expect(toast(keeper, LOST)).to_be_visible()
    keeper.get_by_role("link", name="Groceries").click()
    title(keeper, "Groceries")
    expect(shown(keeper)).to_have_text(["Milk"])
    expect(toast(keeper, LOST)).to_be_visible()
    # What it was not shown before it does not know.
    keeper.goto("/plants/new")
    title(keeper, "No connection")
    keeper.get_by_role("link", name="Lists").or_(keeper.get_by_role("button", name="Lists")).click()
    title(keeper, "My Lists")
    # When the server is back the page is its again.
    server.start()
    server.add_list("Jobs")
    expect(row(keeper, "Jobs")).to_be_visible()
    expect(toast(keeper, LOST)).to_have_count(0)


def test_a_screen_kept_before_an_upgrade_has_the_files_kept_after_it(keeper, server):
    server.add_list("Groceries")
    keeper.goto("/lists")
    kept(keeper, "/lists")
    keeper.goto("/plants")
    keeper.evaluate("""async () => {
      const screens = await caches.open('screens')
      const url = new URL('/lists', location.href).href
      const before = await screens.match(url)
      const text = (await before.text()).replaceAll('?v=', '?v=earlier')
      await screens.put(url, new Response(text, { headers: before.headers }))
    }""")
    server.stop()
    keeper.goto("/lists")
    expect(row(keeper, "Groceries")).to_be_visible()
    expect(toast(keeper, LOST)).to_be_visible()
    assert keeper.evaluate("document.styleSheets[0].cssRules.length") > 50


def test_what_changed_by_itself_is_kept_too(keeper, server):
    keeper.goto("/lists")
    server.add_list("Groceries")
    expect(row(keeper, "Groceries")).to_be_visible()
    keeper.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    keeper.wait_for_function(
        "async () => (await (await (await caches.open('screens')).match(location.href))?.text())?.includes('Groceries')")
    server.stop()
    keeper.goto("/lists")
    expect(row(keeper, "Groceries")).to_be_visible()


def test_while_the_server_answers_nothing_old_is_shown(keeper, server):
    keeper.goto("/lists")
    kept(keeper, "/lists")
    tab(keeper, "Plants")
    title(keeper, "Plants")
    server.add_list("Groceries")
    tab(keeper, "Lists")
    expect(row(keeper, "Groceries")).to_be_visible()
    expect(keeper.locator("meta[name=kept-at]")).to_have_count(0)


def test_who_signs_out_leaves_nothing_behind(open_phone, server):
    server.set_password(PASSWORD)
    page = open_phone(server, "/lists", service_workers="allow")
    sign_in(page)
    working(page)
    kept(page, "/lists")
    page.goto("/more")
    button(page, "Sign out").click()
    expect(page.get_by_label("Password")).to_be_visible()
    page.wait_for_function("async () => !(await caches.has('screens'))")
    server.stop()
    page.goto("/lists")
    title(page, "No connection")


def test_what_arrives_after_signing_out_in_another_tab_is_not_kept(open_phone, server, request):
    server.set_password(PASSWORD)
    cable = Cable(server.port)
    request.addfinalizer(cable.close)
    page = open_phone(server, cable.url + "/lists", service_workers="allow")
    sign_in(page)
    working(page)
    kept(page, "/lists")
    other = page.context.new_page()
    other.goto(cable.url + "/more")
    cable.hold(b"GET /plants ")
    page.evaluate("setTimeout(() => location.assign('/plants'))")
    assert cable.holding.wait(20)
    button(other, "Sign out").click()
    expect(other.get_by_label("Password")).to_be_visible()
    other.wait_for_function("async () => !(await caches.has('screens'))")
    cable.release()
    title(page, "Plants")
    # The worker has had its turns by then.
    worker = page.context.service_workers[0]
    assert worker.evaluate("""async () => {
        for (let turn = 0; turn < 50; turn += 1) await caches.has('screens')
        return (await (await caches.open('screens')).keys()).length
    }""") == 0


def test_many_screens_do_not_pile_up(keeper, server):
    for number in range(70):
        keeper.goto(f"/plants?q={number}")
    keeper.wait_for_function("async () => (await (await caches.open('screens')).keys()).length <= 60")
    kept(keeper, "/plants")
