"""`kill -9` during writes: the store opens and holds every write that was acknowledged, and no half one."""

import sqlite3
from contextlib import closing
from uuid import UUID

import pytest
from playwright.sync_api import expect

from steps import rows, title
from writers import Writers

# A plant's and a list's numbers are stored beside the rows they count.
HALF_WRITES = {
    "plants whose numbers are not their sowings'": """
        SELECT count(*) FROM ZPLANT p WHERE ZSOWINGCOUNT != (SELECT count(*) FROM ZSEED WHERE ZPLANT = p.Z_PK)
        OR ZSEEDTOTAL != (SELECT total(ZNUMBEROFSEEDS) FROM ZSEED WHERE ZPLANT = p.Z_PK)""",
    "lists whose numbers are not their items'": """
        SELECT count(*) FROM ZLISTS l WHERE ZITEMCOUNT != (SELECT count(*) FROM ZITEM WHERE ZTOLISTS = l.Z_PK)
        OR ZOPENCOUNT != (SELECT count(*) FROM ZITEM WHERE ZTOLISTS = l.Z_PK AND NOT ZISDONE)""",
    "sowings without a plant": """
        SELECT count(*) FROM ZSEED s LEFT JOIN ZPLANT p ON p.Z_PK = s.ZPLANT
        WHERE p.Z_PK IS NULL OR p.ZID != s.ZPLANTID""",
    "items without a list": """
        SELECT count(*) FROM ZITEM i LEFT JOIN ZLISTS l ON l.Z_PK = i.ZTOLISTS
        WHERE l.Z_PK IS NULL OR l.ZID != i.ZLISTID""",
    "pasted lines that came in part": """
        SELECT count(*) FROM ZLISTS l WHERE (SELECT count(*) FROM ZITEM WHERE ZTOLISTS = l.Z_PK) NOT IN (0, 1, 4)""",
    "keys that will be given twice": """
        SELECT count(*) FROM Z_PRIMARYKEY k JOIN (SELECT 'Plant' n, max(Z_PK) m FROM ZPLANT UNION
            SELECT 'Seed', max(Z_PK) FROM ZSEED UNION SELECT 'Item', max(Z_PK) FROM ZITEM UNION
            SELECT 'Lists', max(Z_PK) FROM ZLISTS UNION SELECT 'Deletion', max(Z_PK) FROM ZDELETION
        ) ON n = k.Z_NAME WHERE k.Z_MAX < m""",
}


def check(store: str, writers: Writers) -> None:
    with closing(sqlite3.connect(store)) as file:
        def column(query: str) -> list:
            return [value for value, in file.execute(query)]

        def ids(query: str) -> set[str]:
            return {str(UUID(bytes=value)) for value in column(query)}

        assert column("PRAGMA integrity_check") == ["ok"]
        for what, query in HALF_WRITES.items():
            assert column(query) == [0], what
        plants = {str(UUID(bytes=id)): name for id, *name in file.execute("SELECT ZID, ZGENUS, ZSPECIES FROM ZPLANT")}
        assert {plant: plants.get(plant) for plant in writers.plants} == writers.plants
        sowings = {str(UUID(bytes=id)): seeds for id, seeds in file.execute("SELECT ZID, ZNUMBEROFSEEDS FROM ZSEED")}
        assert writers.sowings.items() <= sowings.items()
        assert not writers.deleted & sowings.keys()
        assert len(writers.deleted) <= len(column("SELECT ZID FROM ZDELETION"))
        assert writers.items <= ids("SELECT ZID FROM ZITEM")
        assert writers.ticked <= ids("SELECT ZID FROM ZITEM WHERE ZISDONE")
        assert writers.names <= set(column("SELECT ZNAME FROM ZITEM"))


@pytest.mark.parametrize("writes", [1, 17, 60, 111])
def test_every_acknowledged_write_is_there(server, phone, writes):
    rounds: list[Writers] = []
    for round in range(3):
        rounds.append(Writers(server, round))
        rounds[-1].wait(writes)
        rounds[-1].kill()
        server.start()
        for writers in rounds:
            check(server.store, writers)
    # The program shows them, and goes on.
    acknowledged = {plant: name for writers in rounds for plant, name in writers.plants.items()}
    plant = server.add_plant("Zygocactus", "truncatus")
    acknowledged[plant] = ("Zygocactus", "truncatus")
    for plant, (genus, species) in list(acknowledged.items())[-3:]:
        phone.goto(f"/plants/{plant}")
        title(phone, f"{genus} {species}")
        server.add_sowing(plant, genus, species, 20, "2026-03-02")
        expect(rows(phone).first).to_contain_text("20 seeds on Mar 2, 2026")
