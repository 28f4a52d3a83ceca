"""Names of every kind, as they are."""

from playwright.sync_api import expect

from steps import add_item, add_plant, alert, button, dialog, field, row, rows, tab, title

NAMES = [
    "Picea glauca 'Hb07'", "<b>bold</b> & \"quoted\"", "חלב סויה", "🌵👩🏽‍🌾 seeds", "Ünïcode ﬁ ÅÄÖ", "x" * 200,
    "نخلة التمر", "</script><script>alert(1)</script>", "%20+%2F?#", "many " * 39 + "words",
]
PLANTS = [
    ("Picea", "glauca 'Hb07'"), ("<b>", "<i>x</i>"), ("אגבה", "אמריקנה"), ("🌵", "👩🏽‍🌾"), ("G" * 200, "s" * 200),
    ("Echinopsis", "chamaecereus × silvestrii"),
]
IS_NARROW = "() => document.documentElement.scrollWidth <= innerWidth"


def test_names_of_items_stay_as_they_are(either, server):
    groceries = server.add_list("Groceries")
    either.goto(f"/lists/{groceries}")
    for name in NAMES:
        add_item(either, name)
        expect(row(either, name)).to_be_visible()
        add_item(either, name)
        refusal = alert(either, "Item already added")
        expect(refusal).to_contain_text(f"“{name}”")
        assert either.evaluate(IS_NARROW), name
        button(refusal, "OK").click()
        button(dialog(either, "Add Item"), "Cancel").click()
        row(either, name).get_by_role("link").click()
        expect(field(dialog(either, "Edit Item"), "Item name")).to_have_value(name)
        button(dialog(either, "Edit Item"), "Cancel").click()
        expect(dialog(either, "Edit Item")).to_be_hidden()
    expect(rows(either)).to_have_count(len(NAMES))
    assert either.evaluate(IS_NARROW)


def test_names_of_lists_stay_as_they_are(either, server):
    for name in NAMES:
        server.add_list(name)
    for name in NAMES:
        tab(either, "Lists")
        title(either, "My Lists")
        assert either.evaluate(IS_NARROW)
        row(either, name).get_by_role("link").click()
        title(either, name)
        assert either.evaluate(IS_NARROW), name


def test_names_of_plants_stay_as_they_are(either):
    for genus, species in PLANTS:
        tab(either, "Plants")
        add_plant(either, genus, species)
        title(either, f"{genus} {species}")
        assert either.evaluate(IS_NARROW), genus
        button(either, "Edit").click()
        expect(field(either, "Genus")).to_have_value(genus)
        expect(field(either, "Species")).to_have_value(species)
        button(either, "Save").click()
        title(either, f"{genus} {species}")
    tab(either, "Plants")
    for genus, species in PLANTS:
        expect(row(either, f"{genus} {species}")).to_be_visible()
        expect(either.get_by_role("heading", level=2, name=genus, exact=True)).to_be_visible()
    assert either.evaluate(IS_NARROW)


def test_names_keep_their_own_direction(phone, server):
    groceries = server.add_list("Groceries")
    server.add_item(groceries, "חלב")
    server.add_item(groceries, "Milk")
    phone.goto(f"/lists/{groceries}")
    direction = "element => getComputedStyle(element).direction"
    assert row(phone, "חלב").get_by_role("link").evaluate(direction) == "rtl"
    assert row(phone, "Milk").get_by_role("link").evaluate(direction) == "ltr"


def test_a_note_stays_as_it_is(either, server):
    plant = server.add_plant("Aloe", "vera")
    note = "\n  <b>First</b> line\n\nthird & last 🌱"
    either.goto(f"/plants/{plant}/sowings/new")
    field(either, "Date sown").fill("2026-03-01")
    field(either, "Number of seeds").fill("3")
    field(either, "Note").fill(note.strip())
    button(either, "Save").click()
    rows(either).get_by_role("link").click()
    expect(field(either, "Note")).to_have_value(note.strip())
