"""The garden that is put under load: always the same one."""

import random
import re
import time
import uuid
from collections.abc import Iterator
from datetime import date, timedelta

from program import Program
from report import Report
from visitor import Connection, save_all

PLANTS = 10_000
SOWINGS = 100_000
LISTS = 20
ITEMS = 50


class Garden:
    """10,000 plants of 200 genera, 100,000 sowings, and 20 lists of 50 items."""

    def __init__(self):
        chance = random.Random(1753)
        ends = ["ium", "opsis", "anthus", "ella", "aria", "odes", "phyllum", "ia"]
        starts = ["Litho", "Cono", "Echino", "Gymno", "Rebut", "Mammil", "Haworth", "Astro", "Pice", "Titano"]
        middles = ["p", "rit", "cal", "dor", "nel"]
        genera = [start + middle + end for start in starts for middle in middles for end in ends][:200]
        words = [a + b + c for a in ("alb", "bic", "cal", "dens", "flav", "glab", "hirt", "niv", "parv", "rub")
                 for b in ("i", "o", "el", "if", "ul") for c in ("us", "ans", "oides", "orum", "ensis")]
        self.plants = []
        for number in range(PLANTS):
            genus, species = genera[number % len(genera)], words[number // len(genera)]
            self.plants.append((identifier(chance), genus, species))
        self.sowings = []
        for number in range(SOWINGS):
            day = date(2016, 1, 1) + timedelta(chance.randrange(3650))
            note = "Sown on the surface, fine grit over it" if number % 3 == 0 else ""
            self.sowings.append((identifier(chance), number % PLANTS, day, chance.randrange(1, 100), note))
        self.lists = [(identifier(chance), f"List {number}") for number in range(1, LISTS + 1)]
        self._adding = [identifier(chance) for _ in self.lists]

    @property
    def plant(self) -> str:
        """The id of a plant in the middle."""
        return self.plants[PLANTS // 2][0]

    @property
    def sowing(self) -> str:
        """The id of a sowing of that plant."""
        return self.sowings[PLANTS // 2][0]

    @property
    def list(self) -> str:
        """The id of a list."""
        return self.lists[LISTS // 2][0]

    def fill(self, program: Program, report: Report) -> None:
        """Puts everything in, through the forms that people use."""
        print(f"Filling a garden of {PLANTS:,} plants and {SOWINGS:,} sowings …", flush=True)
        began = time.perf_counter()
        for forms in (self._plant_forms(), self._sowing_forms(), self._list_forms(), self._item_forms()):
            save_all(program.port, forms, connections=8)
        seconds = time.perf_counter() - began
        report.section("Filling through the forms, 8 connections")
        report.add("fill", "forms saved", (PLANTS + SOWINGS) / seconds, "a second")
        page = Connection(program.port).page("/plants")
        if not re.search(f"{PLANTS:,} plants", page):
            raise SystemExit("The garden is not full.")

    def _plant_forms(self) -> Iterator[tuple[str, dict[str, str]]]:
        for plant, genus, species in self.plants:
            yield "/plants", {"id": plant, "genus": genus, "species": species}

    def _sowing_forms(self) -> Iterator[tuple[str, dict[str, str]]]:
        for sowing, index, day, seeds, note in self.sowings:
            plant, genus, species = self.plants[index]
            yield f"/plants/{plant}/sowings", {
                "id": sowing, "plant": plant, "base-plant": plant, "genus": genus, "species": species,
                "base-genus": genus, "base-species": species, "dateSown": day.isoformat(),
                "numberOfSeeds": str(seeds), "note": note,
            }

    def _list_forms(self) -> Iterator[tuple[str, dict[str, str]]]:
        for plan, name in self.lists:
            yield "/lists", {"id": plan, "name": name}

    def _item_forms(self) -> Iterator[tuple[str, dict[str, str]]]:
        for (plan, _), form in zip(self.lists, self._adding):
            yield f"/lists/{plan}/items", {"id": form, "name": "\n".join(f"Item {i}" for i in range(1, ITEMS + 1))}


def identifier(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))
