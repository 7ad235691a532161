"""What Ephyran warns of: a rival's last place, supports that a rival is known to hold, and the end."""

from __future__ import annotations

from typing import Any

from petteia.engine import new
from petteia.engine.description import Threat

GAME = new("ephyran", seed=3)
CREATURES = {"lagoon": "nereid", "lands": "lion", "forest": "harpy", "mountain": "talos"}


def city(lock: str = "", token: str = "", **counts: int) -> dict[str, Any]:
    """So many areas in each territory; a lock on one, a token on the first area of one."""
    return {
        land: {
            "lock": "talos-3" if land == lock else None,
            "areas": [
                {
                    "half": f"{creature}-{number}",
                    "token": {"kind": "?", "seen_by": []} if land == token and number == 1 else None,
                }
                for number in range(1, counts.get(land, 0) + 1)
            ],
        }
        for land, creature in CREATURES.items()
    }


FULL = dict.fromkeys(CREATURES, 4)


def threats(mine: Any, theirs: Any, card: str = "?", viewer: str = "s0", **fields: Any) -> dict[str, Threat]:
    view = GAME.view(viewer) | {"phase": "action", "pile_size": 40, "cities": {"s0": mine, "s1": theirs}, **fields}
    view["hands"] = {**view["hands"], "s1": [card, "?", "dionysus"]}
    return {threat.kind: threat for threat in GAME.ruleset.threats(view)}


def test_a_rivals_last_place() -> None:
    assert threats(city(), city(**{**FULL, "forest": 2})) == {}
    threat = threats(city(), city(**{**FULL, "forest": 3}))["last-place"]
    assert (threat.grave, threat.seats, threat.keys) == (True, ("s1",), ("place:s1.forest-4",))
    assert threats(city(**{**FULL, "forest": 3}), city()) == {}  # one's own
    assert threats(city(**{**FULL, "forest": 3}), city(), viewer="pub")["last-place"].seats == ("s0",)


def test_a_support_that_a_rival_is_known_to_hold() -> None:
    mine = city(lagoon=2, forest=1, token="lagoon")
    assert threats(mine, city()) == {}
    assert threats(mine, city(), "siren-1") == {}  # a card without a support
    destroy = threats(mine, city(), "scylla-2")["destroy"]
    assert destroy.keys == ("place:s0.lagoon-2", "place:s0.forest-1")  # the uncovered areas
    assert "is known to hold Destroy a territory: your lagoon and forest can be hit." in destroy.words
    assert threats(mine, city(), "hippocampus-1")["steal"].keys == ("place:s0.lagoon-1",)
    assert threats(mine, city(), "siren-2") == {}  # nothing to exchange for
    assert threats(mine, city(lagoon=1), "siren-2")["exchange"].keys == ("place:s0.lagoon-1",)


def test_a_locked_territory_is_out_of_reach() -> None:
    assert threats(city(lagoon=2, lock="lagoon", token="lagoon"), city(lagoon=2), "scylla-2") == {}
    assert threats(city(lagoon=2, lock="lagoon", token="lagoon"), city(lagoon=2), "hippocampus-1") == {}
    assert threats(city(lagoon=2), city(lagoon=2, lock="lagoon"), "siren-2") == {}


def test_a_spectator_is_told_of_nobodys_hand() -> None:
    assert threats(city(lagoon=2), city(), "scylla-2", viewer="pub") == {}


def test_the_viewers_own_defence_is_named() -> None:
    hands = GAME.view("s0")["hands"]["s0"]
    assert "griffin-4" in hands  # Athena's shield
    assert "You hold Athena's shield against it." in threats(city(lagoon=1), city(), "scylla-2")["destroy"].words


def test_the_end() -> None:
    assert "pile" not in threats(city(), city(), pile_size=3)
    assert threats(city(), city(), pile_size=2)["pile"].keys == ("pile",)
    assert threats(city(), city(), ending=True)["end"].turns == 1
