"""Addresses that only forms send to, opened again: by a reload, from a bookmark, by hand."""

import urllib.request

import pytest


@pytest.fixture
def ids(server):
    plant = server.add_plant("Aloe", "vera")
    groceries = server.add_list("Groceries")
    old = server.add_sowing(plant, "Aloe", "vera", 5, "2026-03-01")
    return {
        "plant": plant,
        "sowing": server.add_sowing(plant, "Aloe", "vera", 20, "2026-03-01"),
        "list": groceries,
        "item": server.add_item(groceries, "Milk"),
        "deletion": server.post(f"/sowings/{old}/delete")["location"].split("undo=")[1],
        "unknown": "00000000-0000-4000-8000-000000000000",
    }


@pytest.mark.parametrize("address, screen", [
    ("/plants/samples", "/plants"),
    ("/plants/{plant}/delete", "/plants/{plant}"),
    ("/plants/{plant}/sowings", "/plants/{plant}/sowings/new"),
    ("/sowings/choose/new", "/plants"),
    ("/sowings/{sowing}/delete", "/sowings/{sowing}"),
    ("/lists/{list}/delete", "/lists/{list}"),
    ("/lists/{list}/items", "/lists/{list}"),
    ("/lists/{list}/items/back", "/lists/{list}"),
    ("/lists/{list}/items/{item}", "/lists/{list}/items/{item}/edit"),
    ("/lists/{list}/items/{item}/tick", "/lists/{list}"),
    ("/lists/{list}/items/{item}/delete", "/lists/{list}"),
    ("/undo/{deletion}", "/plants/{plant}"),
    ("/undo/{unknown}", "/plants"),
])
def test_an_address_of_a_form_leads_to_a_screen(server, ids, address, screen):
    with urllib.request.urlopen(server.url + address.format(**ids), timeout=20) as response:
        assert response.status == 200
        assert response.url == server.url + screen.format(**ids)
