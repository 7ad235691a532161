"""Egemonia, read slowly: the rules page ``engine/games/egemonia/RULES.md`` in plain Python.

Ranges are found by walking every path, and a confrontation is done with lists. The numbers in comments are the
rulebook's sections.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..base import CHANCE, Reference, components

Control = dict[str, str]  # area -> the faction that controls it; areas without influence are left out
Placement = tuple[str, str | None, str | None]  # faction, event, area; the last two are None for a pass
Entry = tuple[Any, ...]  # one thing that a seat saw: see ``Egemonia.seen``

MOST_INFLUENCE = 2  # 5.1


@dataclass(frozen=True)
class Event:
    """One kind of event counter."""

    id: str
    type: str
    count: int
    favours: str | None
    fate: str


@dataclass(frozen=True)
class Lying:
    """One event that lies in an area, ready to be compared. ``side`` is the faction that it acts for."""

    order: int
    side: str
    type: str


class Rules:
    """The component data of one scenario, and what can be worked out from them alone."""

    def __init__(self, data: dict[str, Any], scenario: str, readings: str = "ours") -> None:
        self.areas: list[str] = [row["id"] for row in data["areas"]["area"]]
        self.lines: dict[str, list[tuple[str, str]]] = {
            row["id"]: [("land", to) for to in row["land"]] + [("sea", to) for to in row["sea"]]
            for row in data["areas"]["area"]
        }
        for area, lines in self.lines.items():
            for way, to in lines:
                if (way, area) not in self.lines[to]:
                    raise ValueError(f"the {way} line from {area} to {to} has no way back")
        self.events: dict[str, Event] = {
            row["id"]: Event(row["id"], row["type"], row["count"], row.get("favours"), row["fate"])
            for row in data["events"]["event"]
        }
        self.table: dict[tuple[str, str], str] = {
            (row["attacker"], row["defender"]): row["result"] for row in data["table"]["result"]
        }
        side = "book" if readings == "book" else "value"
        self.settings: dict[str, Any] = {row["id"]: row.get(side, row["value"]) for row in data["settings"]["setting"]}

        setup = data["setup"]
        self.factions: list[str] = [row["id"] for row in setup["faction"]]
        self.capital: dict[str, str] = {row["id"]: row["capital"] for row in setup["faction"]}
        self.own_way: dict[str, str] = {row["id"]: row["own_way"] for row in setup["faction"]}
        self.influence = [row for row in setup["influence"] if row["scenario"] == scenario]
        self.choose = [row for row in setup.get("choose", []) if row["scenario"] == scenario]
        special = {row["id"]: row["value"] for row in setup.get("rule", []) if row["scenario"] == scenario}
        self.blocked_ways: bool = special.get("blocked_ways", False)
        self.capital_wins_draws: bool = special.get("capital_wins_draws", False)
        if not self.influence:
            raise ValueError(f"no scenario {scenario!r}")
        self._in_range: dict[tuple[str, str, tuple[tuple[str, str], ...]], list[str]] = {}

    def other(self, faction: str) -> str:
        first, second = self.factions
        return second if faction == first else first

    # Ranges (4)

    def in_range(self, faction: str, event: str, control: Control) -> list[str]:
        """The areas on which ``faction`` may place ``event``, in the order of the map's file."""
        kind = self.events[event].type  # 4.7: a special has the range of its type
        key = (faction, kind, tuple(sorted(control.items())))
        if key not in self._in_range:
            if kind == "military":
                reached = self._military(faction, control)
            elif kind == "influence":
                reached = self._influence(faction, control)
            else:
                reached = set(self.areas)
            self._in_range[key] = [area for area in self.areas if area in reached]
        return self._in_range[key]

    def _influence(self, faction: str, control: Control) -> set[str]:
        """4.2: next to an area of one's own, or that area itself."""
        reached = set()
        for own in self.areas:
            if control.get(own) == faction:
                if self.settings["influence_on_own_area"]:
                    reached.add(own)
                for _, to in self.lines[own]:
                    reached.add(to)
        return reached

    def _military(self, faction: str, control: Control) -> set[str]:
        """4.1: the ends of all paths that a Military of ``faction`` may take."""
        longest = max(self.settings["military_range"], self.settings["military_range_own_way"])
        reached = set()
        for own in self.areas:
            if control.get(own) == faction:
                for areas, ways in self._paths([own], [], longest):
                    if self._is_open(faction, areas, ways, control):
                        reached.add(areas[-1])
        return reached

    def _paths(self, areas: list[str], ways: list[str], longest: int) -> Iterator[tuple[list[str], list[str]]]:
        """This path and every longer one that never visits an area twice, with the kind of each line."""
        yield areas, ways
        if len(ways) < longest:
            for way, to in self.lines[areas[-1]]:
                if to not in areas:
                    yield from self._paths([*areas, to], [*ways, way], longest)

    def _is_open(self, faction: str, areas: list[str], ways: list[str], control: Control) -> bool:
        """Whether a Military of ``faction`` may take this path."""
        if not ways:
            return bool(self.settings["military_on_own_area"])
        short = len(ways) <= self.settings["military_range"]
        own_way = self.own_way[faction]
        by_own_way = len(ways) <= self.settings["military_range_own_way"] and all(way == own_way for way in ways)
        if not (short or by_own_way):
            return False
        if self.blocked_ways:  # 6
            enemy = self.other(faction)
            enemy_way = self.own_way[enemy]
            for i in range(1, len(areas) - 1):
                entered, left = ways[i - 1], ways[i]
                if control.get(areas[i]) == enemy and enemy_way in (entered, left):
                    return False
        return True


class Egemonia(Reference):
    """A game of Egemonia.

    ``seen[seat]`` lists everything that the seat saw, as plain tuples. What is hidden from it is ``"?"``::

        ("start", {area: faction}, (event, ...))    who controls what, and which specials are out already
        ("unknown",)                                instead: the game was set up with events in hands
        ("setup", faction, area)
        ("draw", faction, event)
        ("keep", faction)                           the Oracle was not used
        ("pythia", faction, event)                  it was: the event discarded
        ("pythia_draw", faction, event)
        ("place", faction, event, area)
        ("pass", faction)
        ("reveal", ((faction, event, area), ...))   None for the event and area of a pass
        ("board", {area: faction})                  after each choice of the setup and each confrontation
    """

    NAME = "egemonia"
    SEATS = (2,)

    def __init__(
        self, seats: int = 2, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        if seats not in self.SEATS:
            raise ValueError(f"Egemonia is for two, not {seats}")
        chosen = {"scenario": "standard", "readings": "ours", **(options or {})}
        self.rules = Rules(components(self.NAME) if data is None else data, chosen["scenario"], chosen["readings"])
        self.seats = {f"s{i}": faction for i, faction in enumerate(self.rules.factions)}
        self.turn = 0
        self.phase = "setup"
        self.influence: dict[str, tuple[str, int]] = {}
        self.syracuse = True
        self.hands: dict[str, dict[str, int]] = {faction: {} for faction in self.rules.factions}
        self.to_draw: dict[str, int] = {}
        self.cup: dict[str, int] = {}
        self.out: list[str] = []
        self.placed: list[Placement] = []
        self.discard: str | None = None
        self.oracle: str = self.rules.settings["oracle_area"]
        self.favoured: str | None = None
        self.winner: str | None = None
        self.reason: str | None = None
        self.divine_help: str | None = None
        self.revealed: list[Placement] = []
        self.given: list[str] = []  # who was given an event in this turn's confrontation
        for event in self.rules.events.values():
            add(self.cup, event.id, event.count)
        for row in self.rules.influence:
            self.influence[row["area"]] = (row["faction"], row["count"])
        self.seen: dict[str, list[Entry]] = {seat: [("start", self.control(), ())] for seat in self.seats}
        if not self.rules.choose:
            self._begin_turn()

    @classmethod
    def from_fields(
        cls, fields: dict[str, Any], data: dict[str, Any] | None = None, options: dict[str, Any] | None = None
    ) -> Egemonia:
        """Set up a position. A field left out is as at the start.

        A cup left out holds what lies nowhere else, and the favour of the gods is worked out if it is left out. Draws
        left out fill up to a first hand.
        ``divine_help`` and ``revealed`` of a view may be given too.
        """
        game = cls(options=options, data=data)
        names = set(game.fields()) | {"divine_help", "revealed"}
        if not set(fields) <= names:
            raise ValueError(f"no such field: {sorted(set(fields) - names)}")
        for name in ("turn", "phase", "syracuse", "discard", "oracle", "favoured", "winner", "reason", "divine_help"):
            if name in fields:
                setattr(game, name, fields[name])
        if "influence" in fields:
            game.influence = {area: (faction, count) for area, (faction, count) in fields["influence"].items()}
        for faction, hand in fields.get("hands", {}).items():
            game.hands[faction] = dict(hand)
        game.out = list(fields.get("out", []))
        game.placed = [(faction, event, area) for faction, event, area in fields.get("placed", [])]
        game.revealed = [(faction, event, area) for faction, event, area in fields.get("revealed", [])]
        if "to_draw" in fields:
            game.to_draw = dict(fields["to_draw"])
        else:  # up to a first hand
            game.to_draw = {}
            if game.phase == "draw":
                for faction, hand in game.hands.items():
                    add(game.to_draw, faction, max(0, game.rules.settings["hand"] - sum(hand.values())))
        game.cup = {}
        if "cup" in fields:
            game.cup = dict(fields["cup"])
        else:
            for event in game.rules.events.values():
                add(game.cup, event.id, event.count - game._count(event.id))
        if game.phase == "action" and "favoured" not in fields:
            game.favoured = game.favour_of_the_gods()
        game.check()
        is_start = not game.placed and not any(game.hands.values())
        start: Entry = ("start", game.control(), tuple(game.out)) if is_start else ("unknown",)
        game.seen = {seat: [start] for seat in game.seats}
        return game

    def clone(self) -> Egemonia:
        """A copy that shares nothing that changes (the rules never do)."""
        copy = Egemonia.__new__(Egemonia)
        copy.__dict__.update(self.__dict__)
        copy.influence = dict(self.influence)
        copy.hands = {faction: dict(hand) for faction, hand in self.hands.items()}
        copy.to_draw = dict(self.to_draw)
        copy.cup = dict(self.cup)
        copy.out = list(self.out)
        copy.placed = list(self.placed)
        copy.revealed = list(self.revealed)
        copy.given = list(self.given)
        copy.seen = {seat: list(entries) for seat, entries in self.seen.items()}
        return copy

    # Who controls what

    def control(self) -> Control:
        return {area: faction for area, (faction, _) in self.influence.items()}

    def controls(self, area: str) -> str | None:
        return self.influence[area][0] if area in self.influence else None

    def n_areas(self, faction: str) -> int:
        return sum(1 for owner, _ in self.influence.values() if owner == faction)

    def favour_of_the_gods(self) -> str:
        """3.3: who plays first, and is the attacker."""
        first, second = self.rules.factions
        if self.n_areas(first) != self.n_areas(second):
            return first if self.n_areas(first) > self.n_areas(second) else second
        on_map = {first: 0, second: 0}
        for area, (faction, count) in self.influence.items():
            in_sicily = area == self.rules.settings["neutral_area"]
            on_map[faction] += count * (self.rules.settings["sicily_counts"] if in_sicily else 1)
        if on_map[first] != on_map[second]:
            return first if on_map[first] > on_map[second] else second
        at_delphi = self.controls(self.rules.settings["oracle_area"])
        if at_delphi is not None:
            return at_delphi
        return second if self.turn % 2 == 0 else first

    # Who decides, and what there is to choose from

    def pending(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase in ("draw", "pythia_draw"):
            return [CHANCE]
        return [seat for seat, faction in self.seats.items() if faction == self._deciding()]

    def _deciding(self) -> str:
        """The faction that chooses or draws now."""
        if self.phase == "setup":
            return str(self.rules.choose[self._n_chosen()]["faction"])
        if self.phase == "draw":
            faction = self._who_draws()
            assert faction is not None
            return faction
        if self.phase in ("pythia", "pythia_draw"):
            return self.oracle
        if self.phase == "action":
            assert self.favoured is not None
            return self.favoured if len(self.placed) % 2 == 0 else self.rules.other(self.favoured)
        raise ValueError("the game is over")

    def _n_chosen(self) -> int:
        """How many have chosen in the setup: each choice puts one influence on the map."""
        n_at_start: int = sum(row["count"] for row in self.rules.influence)
        return sum(count for _, count in self.influence.values()) - n_at_start

    def _who_draws(self) -> str | None:
        """3.1: Athens takes its events, then Sparta."""
        if self.cup:
            for faction in self.rules.factions:
                if faction in self.to_draw:
                    return faction
        return None

    def legal(self, seat: str) -> list[str]:
        if seat not in self.pending():
            raise ValueError(f"{seat} is not to decide now")
        if seat == CHANCE:
            return [outcome for outcome, _ in self.chance()[1]]
        faction = self.seats[seat]
        if self.phase == "setup":
            return [f"setup:{area}" for area in self.rules.areas if self._can_set_up(faction, area)]
        if self.phase == "pythia":
            return ["keep", *(f"pythia:{event}" for event in self.rules.events if event in self.hands[faction])]
        return placements(self.rules, faction, self.hands[faction], self.control()) or ["pass"]

    def _can_set_up(self, faction: str, area: str) -> bool:
        """2: anywhere but Delphi, Sicily and areas that the enemy controls."""
        owner, count = self.influence.get(area, (faction, 0))
        forbidden = self.rules.choose[self._n_chosen()]["not_in"]
        return area not in forbidden and owner == faction and count < MOST_INFLUENCE

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        if self.pending() != [CHANCE]:
            raise ValueError("chance is not to decide now")
        source = self.rules.factions.index(self._deciding())
        outcomes = [(f"draw:{event}", self.cup[event]) for event in self.rules.events if event in self.cup]
        assert outcomes, "the cup never runs short"
        return source, outcomes

    # Moves

    def play(self, seat: str, move: str) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is not legal for {seat} now")
        faction = self._deciding()
        verb, _, rest = move.partition(":")
        if verb == "setup":
            self._set_up(faction, rest)
        elif verb == "draw":
            self._draw(faction, rest)
        elif verb == "keep":
            self._see(("keep", faction))
            self._begin_action()
        elif verb == "pythia":
            self._use_oracle(faction, rest)
        elif verb == "pass":
            self._see(("pass", faction))
            self._lay((faction, None, None))
        else:
            event, _, area = rest.partition("@")
            take(self.hands[faction], event)
            self._see(("place", faction, event, area), hidden_from=self.rules.other(faction))
            self._lay((faction, event, area))

    def _see(self, entry: Entry, hidden_from: str | None = None) -> None:
        """All see the entry; ``hidden_from`` sees its third part, the event, as "?"."""
        for seat, faction in self.seats.items():
            self.seen[seat].append((*entry[:2], "?", *entry[3:]) if faction == hidden_from else entry)

    def _set_up(self, faction: str, area: str) -> None:
        _, count = self.influence.get(area, (faction, 0))
        self.influence[area] = (faction, count + 1)
        self._see(("setup", faction, area))
        self._see(("board", self.control()))
        if self._n_chosen() == len(self.rules.choose):
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        self.phase = "draw"
        settings = self.rules.settings
        self.to_draw = {}
        for faction, hand in self.hands.items():
            held = sum(hand.values())
            if self.turn == 1 or settings["draw_up_to_hand"]:
                takes = settings["hand"] - held
            else:  # 3.1, 4.5
                takes = min(settings["draws"] - self.given.count(faction), settings["hand_limit"] - held)
            add(self.to_draw, faction, max(0, takes))
        self.given = []
        if self._who_draws() is None:
            self._end_draw()

    def _draw(self, faction: str, event: str) -> None:
        take(self.cup, event)
        add(self.hands[faction], event)
        if self.phase == "draw":
            take(self.to_draw, faction)
        self._see((self.phase, faction, event), hidden_from=self.rules.other(faction))
        if self.phase == "pythia_draw":
            # 4.8: only now does the discard go back, and the Oracle with it.
            assert self.discard is not None
            add(self.cup, self.discard)
            self.discard = None
            self.oracle = self.rules.settings["oracle_area"]
            self._begin_action()
        elif self._who_draws() is None:
            self._end_draw()

    def _end_draw(self) -> None:
        self.to_draw = {}  # an empty cup ends the draws
        if self.oracle in self.rules.factions and self.cup:
            self.phase = "pythia"  # 3.2
        else:
            self._begin_action()

    def _use_oracle(self, faction: str, event: str) -> None:
        take(self.hands[faction], event)
        self.discard = event
        if self.divine_help == faction:
            self.divine_help = None  # it may be what was discarded
        self.phase = "pythia_draw"
        self._see(("pythia", faction, event), hidden_from=self.rules.other(faction))

    def _begin_action(self) -> None:
        self.favoured = self.favour_of_the_gods()
        self.phase = "action"

    def _lay(self, placement: Placement) -> None:
        self.placed.append(placement)
        if len(self.placed) == 2 * self.rules.settings["placements"]:
            self._see(("reveal", tuple(self.placed)))
            self._confrontation()
            self._see(("board", self.control()))
            self._nike()

    # Confrontation (3.5, 5)

    def _confrontation(self) -> None:
        delphi = self.rules.settings["oracle_area"]
        before = self.controls(delphi)
        for area in self.rules.areas:
            self._confront(area)
        after = self.controls(delphi)
        if after is not None and after != before:
            self.oracle = after  # 4.8: from Delphi or from the other player
        self._return_events()

    def _confront(self, area: str) -> None:
        here: list[Lying] = []
        for order, (placer, event_id, where) in enumerate(self.placed):
            if event_id is not None and where == area:
                event = self.rules.events[event_id]
                here.append(Lying(order, event.favours or placer, event.type))  # 4.7

        attacker = self.favoured
        attacking = [event for event in here if event.side == attacker]
        defending = [event for event in here if event.side != attacker]
        left = list(here)
        for attack, defence in zip(attacking, defending, strict=False):  # the rest is unopposed
            for loser in self._losers(area, attack, defence):
                left.remove(loser)

        for survivor in left:  # in the order in which they were placed, because ``here`` is
            if survivor.type != "false_alarm":  # 4.4
                self._act(area, survivor.side)

    def _losers(self, area: str, attack: Lying, defence: Lying) -> list[Lying]:
        result = self.rules.table[attack.type, defence.type]
        if result == "win":
            return [defence]
        if result == "lose":
            return [attack]
        if self.rules.capital_wins_draws:  # 6
            for winner, loser in ((attack, defence), (defence, attack)):
                if self.rules.capital[winner.side] == area:
                    return [loser]
        return [attack, defence]

    def _act(self, area: str, side: str) -> None:
        """One event of ``side`` that is left over acts."""
        owner, count = self.influence.get(area, (side, 0))
        if owner != side:
            if count == 1:
                del self.influence[area]
            else:
                self.influence[area] = (owner, count - 1)
        elif self.syracuse and area == self.rules.settings["neutral_area"]:
            self.syracuse = False  # 5.2
        else:
            self.influence[area] = (side, min(count + 1, MOST_INFLUENCE))  # 5.1

    def _return_events(self) -> None:
        for placer, event_id, _ in self.placed:
            if event_id is None:
                continue
            fate = self.rules.events[event_id].fate
            if fate == "out":
                self.out.append(event_id)
            elif fate == "opponent":  # 4.5: Divine help passes on
                self.divine_help = self.rules.other(placer)
                add(self.hands[self.divine_help], event_id)
                self.given.append(self.divine_help)
            else:
                add(self.cup, event_id)
        self.out.sort(key=list(self.rules.events).index)
        self.revealed = self.placed
        self.placed = []
        self.favoured = None

    # Nike (3.6, 7)

    def _nike(self) -> None:
        first, second = self.rules.factions
        there = [faction for faction in (first, second) if self.n_areas(faction) >= self.rules.settings["nike"]]
        if len(there) == 1:
            self._end(there[0], "areas")
        elif self.turn == self.rules.settings["turns"]:
            in_sicily = self.controls(self.rules.settings["neutral_area"])
            if self.n_areas(first) > self.n_areas(second):
                self._end(first, "areas")
            elif self.n_areas(second) > self.n_areas(first):
                self._end(second, "areas")
            elif in_sicily is not None:
                self._end(in_sicily, "sicily")  # 7.1
            else:
                self._end("draw", "draw")
        else:  # nobody has ten, or on a map of twenty areas and more both have
            self._begin_turn()

    def _end(self, winner: str, reason: str) -> None:
        self.winner = winner
        self.reason = reason
        self.phase = "over"

    def returns(self) -> list[float]:
        if self.phase != "over":
            raise ValueError("the game is not over")
        if self.winner == "draw":
            return [0.5, 0.5]
        return [1.0 if faction == self.winner else 0.0 for faction in self.rules.factions]

    # What can be seen

    def fields(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "influence": {area: [faction, count] for area, (faction, count) in self.influence.items()},
            "syracuse": self.syracuse,
            "to_draw": dict(self.to_draw),
            "hands": {faction: dict(hand) for faction, hand in self.hands.items()},
            "cup": dict(self.cup),
            "out": list(self.out),
            "placed": [list(placement) for placement in self.placed],
            "discard": self.discard,
            "oracle": self.oracle,
            "favoured": self.favoured,
            "winner": self.winner,
            "reason": self.reason,
        }

    def view(self, seat: str) -> dict[str, Any]:
        """What ``s0``, ``s1`` or ``pub`` sees."""
        if seat not in (*self.seats, "pub"):
            raise ValueError(f"no seat {seat}")
        viewer = self.seats.get(seat)
        hands: dict[str, dict[str, int]] = {}
        for faction, hand in self.hands.items():
            if faction == viewer:
                hands[faction] = dict(hand)
            else:
                hands[faction] = {"?": sum(hand.values())} if hand else {}
        placed = []
        for placer, event, area in self.placed:
            placed.append([placer, "?" if event is not None and placer != viewer else event, area])
        discard = None
        if self.discard is not None:
            discard = self.discard if self.oracle == viewer else "?"
        return {
            "turn": self.turn,
            "phase": self.phase,
            "influence": {area: [faction, count] for area, (faction, count) in self.influence.items()},
            "syracuse": self.syracuse,
            "to_draw": dict(self.to_draw),
            "hands": hands,
            "cup_size": sum(self.cup.values()),
            "out": list(self.out),
            "placed": placed,
            "discard": discard,
            "oracle": self.oracle,
            "favoured": self.favoured,
            "winner": self.winner,
            "reason": self.reason,
            "divine_help": self.divine_help,
            "revealed": [list(placement) for placement in self.revealed],
        }

    # Invariants

    def _count(self, event: str) -> int:
        """How many of an event lie anywhere at all."""
        in_hands = sum(hand.get(event, 0) for hand in self.hands.values())
        on_map = sum(1 for _, placed, _ in self.placed if placed == event)
        return self.cup.get(event, 0) + in_hands + on_map + self.out.count(event) + (self.discard == event)

    def check(self) -> None:
        """Raise ``ValueError`` unless the position is one that can be."""
        rules, settings = self.rules, self.rules.settings

        def expect(holds: bool, what: str) -> None:
            if not holds:
                raise ValueError(f"{what}: {self.fields()}")

        for event in rules.events.values():
            expect(self._count(event.id) == event.count, f"{event.count} {event.id} in one place each")
        for counts in (self.cup, *self.hands.values()):
            expect(set(counts) <= set(rules.events), "events by their ids")
            expect(all(n > 0 for n in counts.values()), "no zero counts")
        expect(all(rules.events[event].fate == "out" for event in self.out), "only specials leave the game")
        expect(self.out == sorted(self.out, key=list(rules.events).index), "the specials that left, in order")
        expect(set(self.hands) == set(rules.factions), "two hands")

        for area, (faction, count) in self.influence.items():
            expect(area in rules.areas and faction in rules.factions, "influence of a faction in an area")
            expect(1 <= count <= MOST_INFLUENCE, "one or two influence")
        expect(not (self.syracuse and settings["neutral_area"] in self.influence), "Sicily belongs to one")
        expect(self.oracle in (settings["oracle_area"], *rules.factions), "the Oracle at Delphi or with a player")

        phases = ("setup", "draw", "pythia", "pythia_draw", "action", "over")
        expect(self.phase in phases, "a phase")
        expect((self.turn == 0) == (self.phase == "setup"), "turn 0 is the setup")
        expect(0 <= self.turn <= settings["turns"], "no turn after the last")
        expect((self.phase == "pythia_draw") == (self.discard is not None), "a discard waits during pythia_draw")
        if self.phase in ("pythia", "pythia_draw"):
            expect(self.oracle in rules.factions, "only a holder uses the Oracle")
        expect(self.phase != "draw" or self._who_draws() is not None, "somebody draws")
        expect(self.phase == "draw" or not self.to_draw, "draws are for the draw only")
        expect((self.phase == "over") == (self.winner is not None), "a winner at the end only")
        expect((self.winner is None) == (self.reason is None), "a reason with the winner")
        if self.phase == "action":
            expect(self.favoured == self.favour_of_the_gods(), "the favour of the gods")
            expect(len(self.placed) < 2 * settings["placements"], "no more placements than there are")
            for i, (placer, event_id, where) in enumerate(self.placed):
                expect((placer == self.favoured) == (i % 2 == 0), "placements alternate")
                expect((event_id is None) == (where is None), "an event lies in an area")
                if event_id is not None:
                    expect(where in rules.in_range(placer, event_id, self.control()), "placed in range")
        else:
            expect(self.favoured is None and not self.placed, "placements in the action only")
        if self.divine_help is not None:
            helps = [event.id for event in rules.events.values() if event.fate == "opponent"]
            on_map = [event_id for placer, event_id, _ in self.placed if placer == self.divine_help]
            known = [*self.hands[self.divine_help], *on_map]
            expect(any(event_id in known for event_id in helps), "Divine help where all know it to be")


def placements(rules: Rules, faction: str, hand: dict[str, int], control: Control) -> list[str]:
    """3.4: every way to place one event of a hand, by event, then by area."""
    return [
        f"place:{event}@{area}"
        for event in rules.events
        if event in hand
        for area in rules.in_range(faction, event, control)
    ]


def add(counts: dict[str, int], event: str, n: int = 1) -> None:
    """Add to a multiset, which keeps no zeros."""
    if n:
        counts[event] = counts.get(event, 0) + n


def take(counts: dict[str, int], event: str) -> None:
    """Take one from a multiset, which keeps no zeros."""
    counts[event] -= 1
    if counts[event] == 0:
        del counts[event]
