"""Somebody who looks at the screens and uses them, in the words on screen: in Chromium and in WebKit alike.

What is seen is waited for.
"""

import re

from playwright.sync_api import Locator, Page, expect
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

import steps


class ChromiumPerson:
    """Somebody with a finger."""

    has_script = has_finger = True

    def __init__(self, page: Page, url: str):
        self.page, self.url = page, url

    def goes_to(self, path: str) -> None:
        self.page.goto(self.url + path)

    def goes_back(self) -> None:
        self.page.go_back()

    def reloads(self) -> None:
        self.page.reload()

    def presses(self, name: str, within: str = "") -> None:
        """Presses a button or follows a link, anywhere or in the dialog or the row of that name."""
        self._named(name, within).click()

    def opens(self, row: str) -> None:
        """Presses the row that begins with these words."""
        self._row(row).locator("a, button.row").first.click()

    def ticks(self, name: str) -> None:
        self.page.get_by_role("checkbox", name=name, exact=True).click()

    def swipes(self, row: str) -> None:
        """Draws the row aside."""
        steps.swipe(self.page, self._row(row))

    def fills(self, field: str, text: str) -> None:
        """Puts `text` in the place of what is there."""
        self.page.get_by_label(field, exact=True).last.fill(text)

    def types(self, text: str) -> None:
        self.page.keyboard.type(text)

    def hits(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tabs_to(self, name: str) -> None:
        """Presses Tab until the focus is on what has this name."""
        place = self._named(name, "").or_(self.page.get_by_role("checkbox", name=name, exact=True))
        for _ in range(20):
            self.page.keyboard.press("Tab")
            if self.page.locator(":focus").and_(place).count():
                return
        raise AssertionError(f"Tab never leads to “{name}”")

    def sees_title(self, text: str) -> None:
        steps.title(self.page, text)

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text, use_inner_text=True)

    def sees_no(self, text: str) -> None:
        expect(self.page.locator("body")).not_to_contain_text(text, use_inner_text=True)

    def sees_rows(self, *texts: str) -> None:
        """These rows, in this order, and no others."""
        expect(steps.shown(self.page)).to_have_text(list(texts))

    def sees_field(self, field: str, text: str) -> None:
        expect(self.page.get_by_label(field, exact=True).last).to_have_value(text)

    def sees_ticked(self, name: str, is_ticked: bool = True) -> None:
        expect(self.page.get_by_role("checkbox", name=name, exact=True)).to_be_checked(checked=is_ticked)

    def is_at(self, name: str) -> None:
        """The focus is on what has this name."""
        expect(self.page.locator(":focus")).to_have_accessible_name(name)

    def runs(self, script: str):
        return self.page.evaluate(f"() => {{ {script} }}")

    def _row(self, name: str) -> Locator:
        return steps.rows(self.page).filter(has_text=re.compile(r"^\s*" + re.escape(name)))

    def _named(self, name: str, within: str) -> Locator:
        place = self.page
        if within:
            dialog, alert = steps.dialog(place, within), steps.alert(place, within)
            place = dialog.or_(alert).or_(self._row(within))
        return place.get_by_role("button", name=name, exact=True).or_(
            place.get_by_role("link", name=name, exact=True)).first


class WebKitPerson:
    """Somebody with a mouse, or with a finger: see `swipes`."""

    IS_AT_REST = """return document.readyState === 'complete'
        && performance.getEntriesByName('first-contentful-paint').length > 0
        && !document.getAnimations().some(({ effect }) => effect.pseudoElement?.startsWith('::view-transition')
            // A row that comes or goes moves those below it.
            || effect.getKeyframes().some(frame => 'height' in frame))"""
    FIELDS = "input:not([type=hidden]), textarea"
    KEYS = {"Tab": Keys.TAB, "Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Delete": Keys.DELETE, "Space": Keys.SPACE}

    def __init__(self, driver: WebDriver, url: str, has_script: bool, has_finger: bool):
        self.driver, self.url = driver, url
        self.has_script, self.has_finger = has_script, has_finger
        self.turned = 0

    def goes_to(self, path: str) -> None:
        self.driver.get(self.url + path)

    def goes_back(self) -> None:
        self.driver.back()

    def reloads(self) -> None:
        self.driver.refresh()

    def presses(self, name: str, within: str = "") -> None:
        self.waits_until(lambda: self._click("a[href], button", name, within), f"“{name}” cannot be pressed")

    def opens(self, row: str) -> None:
        self.waits_until(lambda: self._click("a[href], button.row", "", row), f"the row “{row}” cannot be opened")

    def ticks(self, name: str) -> None:
        self.waits_until(lambda: self._click("[role=checkbox]", name), f"“{name}” cannot be ticked")

    def swipes(self, row: str) -> None:
        """The driver has no finger: a touch arrives as a mouse. The style's rules for a mouse are taken out, and the
        row is moved as two fingers on a pad move it; what it does then is what it does under a finger.
        """
        self.runs("""
            for (const sheet of document.styleSheets) {
                const place = [...sheet.cssRules].findIndex(rule => rule.conditionText?.includes('hover: hover'))
                if (place >= 0) sheet.deleteRule(place)
            }""")

        def is_aside() -> bool:
            track = self._row(row).find_element("css selector", ".track")
            # The driver turns the wheel by what was not in the last turn.
            self.turned += 120
            origin = ScrollOrigin.from_element(track)
            ActionChains(self.driver).scroll_from_origin(origin, self.turned, 0).perform()
            return track.get_property("scrollLeft") > 0

        self.waits_until(is_aside, f"the row “{row}” cannot be drawn aside")

    def points_at(self, row: str) -> None:
        """With the mouse."""
        ActionChains(self.driver).move_to_element(self._find_row(row)).perform()

    def fills(self, field: str, text: str) -> None:
        self.waits_until(lambda: self._click(self.FIELDS, field), f"there is no field “{field}”")
        if self.driver.switch_to.active_element.get_attribute("type") == "date":
            # From the month, as in the order of the United States; a click leads to what it meets.
            year, month, day = text.split("-")
            self._send(*[Keys.ARROW_LEFT] * 2, month, Keys.ARROW_RIGHT, day, Keys.ARROW_RIGHT, year)
        else:
            ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).perform()
            self._send(Keys.DELETE, text)

    def types(self, text: str) -> None:
        self._send(text)

    def hits(self, *keys: str) -> None:
        self._send(*(self.KEYS[key] for key in keys))

    def tabs_to(self, name: str) -> None:
        for _ in range(20):
            self._send(Keys.TAB)
            if self.driver.switch_to.active_element.accessible_name == name:
                return
        raise AssertionError(f"Tab never leads to “{name}”")

    def sees_title(self, text: str) -> None:
        self._sees([text], lambda: self.runs("return [...document.querySelectorAll('h1')].map(h1 => h1.textContent)"))

    def sees(self, text: str) -> None:
        self.waits_until(lambda: text in self.runs("return document.body.innerText"), f"“{text}” is not seen")

    def sees_no(self, text: str) -> None:
        self.waits_until(lambda: text not in self.runs("return document.body.innerText"), f"“{text}” is still seen")

    def sees_rows(self, *texts: str) -> None:
        self._sees(list(texts), lambda: self.runs(
            "return [...document.querySelectorAll('main li[data-id]:not([data-leaving]) .row')]"
            ".map(row => row.textContent.replace(/\\s+/g, ' ').trim())"))

    def sees_field(self, field: str, text: str) -> None:
        self._sees(text, lambda: self._field(field).get_property("value"))

    def sees_ticked(self, name: str, is_ticked: bool = True) -> None:
        self._sees([str(is_ticked).lower()], lambda: [
            box.get_attribute("aria-checked") for box in self._named("[role=checkbox]", name)])

    def is_at(self, name: str) -> None:
        self._sees(name, lambda: self.driver.switch_to.active_element.accessible_name)

    def runs(self, script: str):
        return self.driver.execute_script(script)

    def waits_until(self, answer, fault: str):
        """Asks until something is answered: pages come, and elements go, while one looks."""
        return WebDriverWait(self.driver, 20, .03, [WebDriverException]).until(lambda _: answer(), fault)

    def _sees(self, expected, look) -> None:
        """Looks until it is what is expected."""
        seen = None

        def is_seen() -> bool:
            nonlocal seen
            seen = look()
            return seen == expected

        try:
            self.waits_until(is_seen, "")
        except TimeoutException:
            raise AssertionError(f"expected {expected!r}, seen {seen!r}") from None

    def _named(self, selector: str, name: str, within: WebElement | None = None) -> list[WebElement]:
        """What can be seen and has this name, by what the browser tells a screen reader; where a name is broken into
        lines it tells no space.
        """
        seen = self.driver.execute_script(
            "return [...(arguments[0] ?? document).querySelectorAll(arguments[1])]"
            ".filter(element => element.checkVisibility({ visibilityProperty: true }))", within, selector)
        bare = "".join(name.split())
        return [element for element in seen if not name or "".join(element.accessible_name.split()) == bare]

    def _field(self, name: str) -> WebElement | None:
        return (self._named(self.FIELDS, name) or [None])[-1]

    def _row(self, name: str) -> WebElement | None:
        return self.driver.execute_script(
            "return [...document.querySelectorAll('main li[data-id]:not([data-leaving])')]"
            ".find(row => row.textContent.trim().startsWith(arguments[0]))", name)

    def _find_row(self, name: str) -> WebElement:
        return self.waits_until(lambda: self._row(name), f"there is no row “{name}”")

    def _click(self, selector: str, name: str, within: str = "") -> bool:
        """Clicks the first one that nothing lies over, once the page is whole and has come to rest."""
        if not self.runs(self.IS_AT_REST):
            return False
        place = (self._named("dialog", within) or [self._row(within)])[0] if within else None
        if within and not place:
            return False
        for element in self._named(selector, name, place):
            try:
                element.click()
                return True
            except WebDriverException:
                continue
        return False

    def _send(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()
