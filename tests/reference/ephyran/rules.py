"""Ephyran, read plainly from ``engine/games/ephyran/RULES.md``.

A card is named by its upper half, a place in a city by territory and area (``lagoon-2``). The position is kept in
the shape that ``fields()`` shows, so that what a test prints is what the rules speak about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..base import CHANCE, Reference, components

DIONYSUS = "dionysus"
UNKNOWN = "?"
AREAS = 4

# Sources of chance.
FIRST_PLAYER, GODS, PILE, TOKENS = 0, 1, 2, 3


def _copied(data: Any) -> Any:
    """A copy of plain data, much faster than ``deepcopy``."""
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_copied(value) for value in data]
    return data


@dataclass(frozen=True)
class Half:
    """A territory half: a creature in one area of its territory."""

    card: str
    territory: str
    area: int
    creature: str
    magic: str

    @property
    def slot(self) -> str:
        return f"{self.territory}-{self.area}"


class Ephyran(Reference):
    """One game of Ephyran."""

    NAME = "ephyran"
    SEATS = (2, 3, 4)

    def __init__(
        self, seats: int = 2, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        if seats not in self.SEATS:
            raise ValueError(f"Ephyran is for 2 to 4 players, not {seats}")
        self.options: dict[str, Any] = {"gods": "dealt", "readings": "ours"} | (options or {})
        if self.options not in [{"gods": g, "readings": r} for g in ("dealt", "choose") for r in ("ours", "book")]:
            raise ValueError(f"options are gods = dealt or choose, readings = ours or book, not {self.options}")
        self._read_data(components(self.NAME) if data is None else data)

        self.seats = [f"s{i}" for i in range(seats)]
        self.left_out: int = self.settings[f"left_out_{seats}"]
        self.phase = "first"
        self.round = 0
        self.first: str | None = None
        self.turn: str | None = None
        self.gods: dict[str, str | None] = dict.fromkeys(self.seats)
        self.hands: dict[str, list[str]] = {seat: [DIONYSUS] for seat in self.seats}
        self.known: dict[str, list[str]] = {seat: [DIONYSUS] for seat in self.seats}
        self.cities: dict[str, dict[str, Any]] = {
            seat: {territory: {"lock": None, "areas": []} for territory in self.territories} for seat in self.seats
        }
        self.unseen: list[str] = list(self.cards)
        self.pile_size = len(self.cards) - self.left_out
        self.discard: list[str] = []
        self.tartarus: list[str] = []
        self.unseen_tokens: dict[str, int] = {token: row["count"] for token, row in self.tokens.items()}
        self.lost: dict[str, int] = dict.fromkeys(self.tokens, 0)
        self.support: str | None = None
        self.target: str | None = None
        self.asked: str | None = None
        self.drawer: str | None = None
        self.draws = 0
        self.looked: list[str] = []
        self.held: dict[str, Any] | None = None
        self.dry = 0
        self.fresh = False
        self.ending = False
        self.completed: list[str] = []

    def _read_data(self, data: dict[str, Any]) -> None:
        self.data = data
        side = "book" if self.options["readings"] == "book" else "value"
        self.settings: dict[str, Any] = {row["id"]: row.get(side, row["value"]) for row in data["settings"]["setting"]}
        self.territories: list[str] = [row["id"] for row in data["territories"]["territory"]]
        self.god_territory: dict[str, str] = {row["id"]: row["territory"] for row in data["gods"]["god"]}
        self.tokens: dict[str, Any] = {row["id"]: row for row in data["tokens"]["token"]}
        self.supports: dict[str, Any] = {row["id"]: row for row in data["supports"]["support"]}
        self.cards: dict[str, Any] = {row["id"]: row for row in data["cards"]["card"]}
        self.card_order = {card: i for i, card in enumerate([*self.cards, DIONYSUS])}
        home = {row["id"]: row["territory"] for row in data["creatures"]["creature"]}
        self.halves: dict[str, Half] = {}
        for card, row in self.cards.items():
            for side in ("upper", "lower"):
                creature, _, area = row[side].partition("-")
                if area:
                    half = Half(card, home[creature], int(area), creature, row[f"{side}_magic"])
                    self.halves[row[side]] = half

    # -- who decides, and what

    def pending(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase in ("first", "deal", "pile", "refill", "look", "token"):
            return [CHANCE]
        if self.phase == "gods":
            return [CHANCE] if self.options["gods"] == "dealt" else [self._next_without_god()]
        if self.phase == "react":
            assert self.asked is not None
            return [self.asked]
        if self.phase == "lose":
            assert self.target is not None
            return [self.target]
        return [self._turn()]

    def legal(self, seat: str) -> list[str]:
        if seat not in self.pending():
            raise ValueError(f"{seat} has nothing to decide now")
        if seat == CHANCE:
            return [outcome for outcome, _ in self.chance()[1]]
        listing = {
            "gods": self._legal_gods,
            "action": self._legal_action,
            "extra": self._legal_extra,
            "react": self._legal_react,
            "swap": self._legal_swap,
            "lose": self._legal_lose,
            "grab": self._legal_grab,
            "put": self._legal_put,
            "draw": self._legal_draw,
            "keep": lambda: [f"keep:{card}" for card in self.looked],
            "under": lambda: [f"under:{card}" for card in self.looked],
        }
        return listing[self.phase]()

    def _legal_gods(self) -> list[str]:
        return [f"god:{god}" for god in self.god_territory if god not in self.gods.values()]

    def _legal_action(self) -> list[str]:
        seat = self._turn()
        if not self.hands[seat]:
            return ["pass"]
        return [
            *self._legal_add(seat),
            *self._legal_supports(seat),
            *self._legal_change(seat),
            *self._legal_discard(seat),
            *self._legal_dionysus(seat),
            *self._legal_lock(seat),
            *self._legal_unlock(seat),
        ]

    def _legal_extra(self) -> list[str]:
        # Castor & Pollux: no support, lock or unlock.
        seat = self._turn()
        if not self.hands[seat]:
            return ["pass"]
        return [
            *self._legal_add(seat),
            *self._legal_change(seat),
            *self._legal_discard(seat),
            *self._legal_dionysus(seat),
        ]

    def _legal_add(self, seat: str) -> list[str]:
        places = self._next_slots(seat)
        moves = [f"add:{half}" for half in self._hand_halves(seat) if self.halves[half].slot in places]
        if DIONYSUS in self.hands[seat]:
            moves += [f"add:dionysus@{slot}" for slot in places]
        return moves

    def _legal_supports(self, seat: str) -> list[str]:
        moves: list[str] = []
        opponents = [other for other in self.seats if other != seat]
        for kind in ("twins", "graeae", "exchange", "take", "destroy", "steal"):
            for card in self._hand_supports(seat, kind):
                if kind == "twins":
                    moves.append(f"twins:{card}")
                elif kind == "graeae" and self.pile_size > 0:
                    moves.append(f"graeae:{card}")
                elif kind == "exchange":
                    moves += [f"exchange:{card}@{other}" for other in opponents if self._common_slots(seat, other)]
                    moves += self._legal_exchange_with_hand(seat, card)
                elif kind == "take" and self._supply_size() > 0 and self._slots_without_token(seat):
                    moves.append(f"take:{card}")
                elif kind == "destroy":
                    moves += [f"destroy:{card}@{other}" for other in opponents if self._top_slots(other)]
                elif kind == "steal" and self._slots_without_token(seat):
                    moves += [f"steal:{card}@{other}" for other in opponents if self._slots_with_token(other)]
        return moves

    def _legal_exchange_with_hand(self, seat: str, played: str) -> list[str]:
        places = self._open_slots(seat)
        moves = [
            f"exchange:{played},{half}"
            for half in self._hand_halves(seat)
            if self.halves[half].card != played and self.halves[half].slot in places
        ]
        if DIONYSUS in self.hands[seat]:
            moves += [f"exchange:{played},dionysus@{slot}" for slot in places]
        return moves

    def _legal_change(self, seat: str) -> list[str]:
        places = self._top_slots(seat)
        moves = [f"change:{half}" for half in self._hand_halves(seat) if self.halves[half].slot in places]
        if DIONYSUS in self.hands[seat]:
            moves += [f"change:dionysus@{slot}" for slot in places]
        return moves

    def _legal_discard(self, seat: str) -> list[str]:
        return [f"discard:{card}" for card in self._in_order(set(self.hands[seat]))]

    def _legal_dionysus(self, seat: str) -> list[str]:
        places = self._next_slots(seat)
        to_take = {
            other: [slot for slot in self._top_slots(other) if self._area(other, slot)["half"] == DIONYSUS]
            for other in self.seats
            if other != seat
        }
        return [
            f"dionysus:{half}@{other}>{place}"
            for half in self._hand_halves(seat)
            for other, slots in to_take.items()
            if self.halves[half].slot in slots
            for place in places
        ]

    def _legal_lock(self, seat: str) -> list[str]:
        return [
            f"lock:{card}@{territory}"
            for card in self._hand_supports(seat, "shield")
            for territory in self.territories
            if self._is_open(seat, territory) and self._areas(seat, territory)
        ]

    def _legal_unlock(self, seat: str) -> list[str]:
        return [
            f"unlock:{card}@{other}.{territory}"
            for card in self._hand_supports(seat, "hecate")
            for other in self.seats
            for territory in self.territories
            if not self._is_open(other, territory)
        ]

    def _legal_react(self) -> list[str]:
        assert self.asked is not None
        assert self.support is not None
        defence = self.supports[self.support]["stopped_by"]
        return ["pass", *(f"{defence}:{card}" for card in self._hand_supports(self.asked, defence))]

    def _legal_swap(self) -> list[str]:
        assert self.target is not None
        return [f"swap:{slot}" for slot in self._common_slots(self._turn(), self.target)]

    def _legal_lose(self) -> list[str]:
        assert self.target is not None
        return [f"lose:{slot}" for slot in self._top_slots(self.target)]

    def _legal_grab(self) -> list[str]:
        assert self.target is not None
        return [f"grab:{slot}" for slot in self._slots_with_token(self.target)]

    def _legal_put(self) -> list[str]:
        return [f"put:{slot}" for slot in self._slots_without_token(self._turn())]

    def _legal_draw(self) -> list[str]:
        moves: list[str] = []
        if self.pile_size > 0:
            moves.append("draw:pile")
        # Not the card just discarded, unless a setting allows it; and no endless retaking while there is a pile.
        closed = self.fresh and not self.settings["retake_own"]
        retaking = self.pile_size > 0 and self.dry > self.settings["dry_rounds"] * len(self.seats)
        if self.discard and not closed and not retaking:
            moves.append("draw:discard")
        return moves

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        if self.phase == "first":
            return FIRST_PLAYER, [(f"first:{seat}", 1) for seat in self.seats]
        if self.phase == "gods" and self.options["gods"] == "dealt":
            return GODS, [(move, 1) for move in self._legal_gods()]
        if self.phase in ("deal", "pile", "refill", "look"):
            return PILE, [(f"card:{card}", 1) for card in self.unseen]
        if self.phase == "token":
            return TOKENS, [(f"token:{token}", n) for token, n in self.unseen_tokens.items() if n > 0]
        raise ValueError("chance has nothing to decide now")

    # -- making a move

    def play(self, seat: str, move: str) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is not legal for {seat} now")
        verb, _, what = move.partition(":")
        {
            "first": self._play_first,
            "god": self._play_god,
            "card": self._play_card,
            "token": self._play_token,
            "add": self._play_add,
            "twins": self._play_twins,
            "graeae": self._play_graeae,
            "exchange": self._play_exchange,
            "take": self._play_take,
            "destroy": lambda what: self._aim("destroy", what),
            "steal": lambda what: self._aim("steal", what),
            "change": self._play_change,
            "discard": self._play_discard,
            "dionysus": self._play_dionysus,
            "lock": self._play_lock,
            "unlock": self._play_unlock,
            "pass": self._play_pass,
            "shield": self._play_defence,
            "hecate": self._play_defence,
            "swap": self._play_swap,
            "lose": self._play_lose,
            "grab": self._play_grab,
            "put": self._play_put,
            "draw": self._play_draw,
            "keep": self._play_keep,
            "under": self._play_under,
        }[verb](what)

    # Setup

    def _play_first(self, what: str) -> None:
        self.first = what
        self.phase = "gods"

    def _play_god(self, what: str) -> None:
        self.gods[self._next_without_god()] = what
        if all(self.gods.values()):
            self.phase = "deal"
            self.drawer = self.first

    # Cards from the pile: in the deal, for a draw, for a defender, for the Graeae

    def _play_card(self, what: str) -> None:
        assert self.drawer is not None
        self.unseen.remove(what)
        self.pile_size -= 1
        self.dry = 0
        if self.pile_size == 0:
            self.ending = True
        drawer, phase = self.drawer, self.phase
        if phase == "look":
            self.looked = self._in_order([*self.looked, what])
            if self.pile_size == 0 or len(self.looked) == self.settings["graeae_looks"]:
                self.drawer = None
                self.phase = "keep"
            return
        self._to_hand(drawer, what, public=False)
        if phase == "deal":
            if len(self.hands[drawer]) == self.settings["hand"] + 1:
                self.drawer = self._after(drawer)
                if self.drawer == self.first:
                    self.drawer = None
                    self.round = 1
                    assert self.first is not None
                    self._start_turn(self.first)
            return
        self.drawer = None
        if phase == "refill":
            self._to_draw(1)
        else:
            self._drawn_one()

    def _play_draw(self, what: str) -> None:
        seat = self._turn()
        if what == "pile":
            self.phase = "pile"
            self.drawer = seat
        else:
            self._to_hand(seat, self.discard.pop(), public=True)
            self._drawn_one()

    def _drawn_one(self) -> None:
        self._to_draw(self.draws - 1)

    def _to_draw(self, draws: int) -> None:
        """Ask for the draws that are left; with none left, or nothing to draw, go on."""
        self.draws = draws
        self.phase = "draw"
        if draws > 0 and self._legal_draw():
            return
        self.draws = 0
        if self.support == "twins":
            self.phase = "extra"
        else:
            self._end_turn()

    # Actions

    def _play_pass(self, what: str) -> None:
        if self.phase == "react":
            self._let_through()
        else:
            self._end_action()

    def _play_add(self, what: str) -> None:
        half, slot = self._half_and_slot(what)
        seat = self._turn()
        self._from_hand(seat, self._card_of(half))
        self._place(seat, slot, {"half": half, "token": None})
        self._end_action()

    def _play_change(self, what: str) -> None:
        half, slot = self._half_and_slot(what)
        seat = self._turn()
        area = self._area(seat, slot)
        old = self._card_of(area["half"])
        self._from_hand(seat, self._card_of(half))
        self._lose_token(area)
        area["half"] = half
        self._to_discard(old)
        self._end_action()

    def _play_discard(self, what: str) -> None:
        self._from_hand(self._turn(), what)
        self._to_discard(what)
        self._end_action()

    def _play_dionysus(self, what: str) -> None:
        half, _, where = what.partition("@")
        other, _, place = where.partition(">")
        seat = self._turn()
        self._from_hand(seat, self._card_of(half))
        area = self._area(other, self.halves[half].slot)
        taken = {"half": DIONYSUS, "token": area["token"]}
        area["half"], area["token"] = half, None
        self._place(seat, place, taken)
        self._end_action()

    def _play_lock(self, what: str) -> None:
        card, _, territory = what.partition("@")
        self._from_hand(self._turn(), card)
        self.cities[self._turn()][territory]["lock"] = card
        self._end_action()

    def _play_unlock(self, what: str) -> None:
        card, _, where = what.partition("@")
        owner, _, territory = where.partition(".")
        self._spend(self._turn(), card)
        self._to_tartarus(self.cities[owner][territory]["lock"])
        self.cities[owner][territory]["lock"] = None
        self._end_action()

    def _end_action(self) -> None:
        if self.phase == "extra":
            self._end_turn()  # Castor & Pollux: no draw after the second action
        else:
            self._to_draw(1)

    # Supports

    def _play_twins(self, what: str) -> None:
        self._spend(self._turn(), what)
        self.support = "twins"
        self._to_draw(self.settings["twins_draws"])

    def _play_graeae(self, what: str) -> None:
        self._spend(self._turn(), what)
        self.support = "graeae"
        self.phase = "look"
        self.drawer = self._turn()

    def _play_keep(self, what: str) -> None:
        self.looked.remove(what)
        self._to_hand(self._turn(), what, public=False)
        if len(self.looked) > 1:
            self.phase = "under"
        else:
            self._discard_looked()

    def _play_under(self, what: str) -> None:
        self.looked.remove(what)
        self.discard.append(what)
        if len(self.looked) < 2:
            self._discard_looked()

    def _discard_looked(self) -> None:
        self.discard += self.looked
        self.looked = []
        self._end_turn()

    def _play_exchange(self, what: str) -> None:
        seat = self._turn()
        if "," not in what:
            self._aim("exchange", what)
            return
        played, _, given = what.partition(",")
        half, slot = self._half_and_slot(given)
        area = self._area(seat, slot)
        old = self._card_of(area["half"])
        self._spend(seat, played)
        self._from_hand(seat, self._card_of(half))
        self._lose_token(area)
        area["half"] = half
        self._to_hand(seat, old, public=True)
        self._to_draw(1)

    def _play_take(self, what: str) -> None:
        self._spend(self._turn(), what)
        self.support = "take"
        self.asked = self._after(self._turn())
        self.phase = "react"

    def _aim(self, kind: str, what: str) -> None:
        """Play a support at an opponent, who is then asked."""
        card, _, target = what.partition("@")
        self._spend(self._turn(), card)
        self.support = kind
        self.target = self.asked = target
        self.phase = "react"

    def _play_defence(self, what: str) -> None:
        assert self.asked is not None
        self._spend(self.asked, what)
        defender = self.asked
        self.support = self.target = self.asked = None
        if self.pile_size > 0:
            self.phase = "refill"
            self.drawer = defender
        else:
            self._to_draw(1)

    def _let_through(self) -> None:
        assert self.asked is not None
        assert self.support is not None
        if self.support == "take" and self._after(self.asked) != self._turn():
            self.asked = self._after(self.asked)
            return
        self.asked = None
        self.phase = {"exchange": "swap", "destroy": "lose", "steal": "grab", "take": "token"}[self.support]

    def _play_swap(self, what: str) -> None:
        assert self.target is not None
        mine, theirs = self._area(self._turn(), what), self._area(self.target, what)
        for key in ("half", "token"):
            mine[key], theirs[key] = theirs[key], mine[key]
        self._support_done()

    def _play_lose(self, what: str) -> None:
        assert self.target is not None
        territory, _ = self._split(what)
        area = self._areas(self.target, territory).pop()
        self._lose_token(area)
        if self.settings["destroyed_to"] == "discard":
            self.discard.append(self._card_of(area["half"]))
        else:
            self._to_tartarus(self._card_of(area["half"]))
        self._support_done()

    def _play_grab(self, what: str) -> None:
        assert self.target is not None
        area = self._area(self.target, what)
        self.held, area["token"] = area["token"], None
        self._look_at_held()

    def _play_token(self, what: str) -> None:
        self.unseen_tokens[what] -= 1
        self.held = {"kind": what, "seen_by": []}
        self._look_at_held()

    def _look_at_held(self) -> None:
        assert self.held is not None
        seen_by = {*self.held["seen_by"], self._turn()}
        self.held["seen_by"] = [seat for seat in self.seats if seat in seen_by]
        self.phase = "put"

    def _play_put(self, what: str) -> None:
        self._area(self._turn(), what)["token"] = self.held
        self.held = None
        self._support_done()

    def _support_done(self) -> None:
        self.support = self.target = None
        self._to_draw(1)

    # Turns, rounds and the end

    def _start_turn(self, seat: str) -> None:
        self.turn = seat
        self.phase = "action"
        self.dry += 1

    def _end_turn(self) -> None:
        self.support = None
        self.fresh = False
        following = self._after(self._turn())
        if following == self.first:
            if self.ending or self.round == self.settings["rounds"]:
                self._end_game()
                return
            self.round += 1
        self._start_turn(following)

    def _end_game(self) -> None:
        self.phase = "over"
        for seat in self.seats:
            for slot in self._slots(seat):
                token = self._area(seat, slot)["token"]
                if token:
                    token["seen_by"] = list(self.seats)

    # -- scoring

    def score_sheet(self, seat: str, viewer: str = "") -> dict[str, int]:
        """The points of each territory, doubled where they are, and of the finished city.

        With a viewer: as that one knows it, without tokens that it has not seen.
        """
        god = self.gods[seat]
        own = None if god is None else self.god_territory[god]
        with_dionysus = [
            territory
            for territory in self.territories
            if any(area["half"] == DIONYSUS for area in self._areas(seat, territory))
        ]
        dionysus_counts_in = own if own in with_dionysus else next(iter(with_dionysus), None)
        sheet: dict[str, int] = {}
        for territory in self.territories:
            areas = self._areas(seat, territory)
            halves = [self.halves[area["half"]] for area in areas if area["half"] != DIONYSUS]
            creatures = len({half.creature for half in halves})
            points = creatures * self.settings["creature_points"]
            if creatures == AREAS:
                points += self.settings["creatures_bonus"]
            if territory == dionysus_counts_in:
                points += self.settings["creature_points"]
            points += sum(self.tokens[half.magic]["value"] for half in halves if half.magic != "none")
            tokens = [area["token"] for area in areas if area["token"]]
            known = [token for token in tokens if not viewer or self._has_seen(viewer, token)]
            points += sum(self.tokens[token["kind"]]["value"] for token in known)
            sheet[territory] = points * (self.settings["own_territory_times"] if territory == own else 1)
        sheet["city"] = 0
        if seat in self.completed:
            first = self.completed[0] == seat
            sheet["city"] = self.settings["city_bonus_first" if first else "city_bonus_others"]
        return sheet

    def scores(self) -> dict[str, int]:
        return {seat: sum(self.score_sheet(seat).values()) for seat in self.seats}

    def returns(self) -> list[float]:
        if self.phase != "over":
            raise ValueError("the game is not over")
        scores = self.scores()
        winners = [seat for seat in self.seats if scores[seat] == max(scores.values())]
        return [1 / len(winners) if seat in winners else 0.0 for seat in self.seats]

    # -- what is where

    def _turn(self) -> str:
        assert self.turn is not None
        return self.turn

    def _after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _next_without_god(self) -> str:
        assert self.first is not None
        seat = self.first
        while self.gods[seat] is not None:
            seat = self._after(seat)
        return seat

    def _in_order(self, cards: set[str] | list[str]) -> list[str]:
        return sorted(cards, key=self.card_order.__getitem__)

    def _split(self, slot: str) -> tuple[str, int]:
        territory, _, area = slot.partition("-")
        return territory, int(area)

    def _card_of(self, half: str) -> str:
        return DIONYSUS if half == DIONYSUS else self.halves[half].card

    def _half_and_slot(self, what: str) -> tuple[str, str]:
        half, _, slot = what.partition("@")
        return half, slot or self.halves[half].slot

    def _hand_halves(self, seat: str) -> list[str]:
        """The territory halves in a hand: in card order, upper before lower."""
        cards = [self.cards[card] for card in self.hands[seat] if card != DIONYSUS]
        return [half for row in cards for half in (row["upper"], row["lower"]) if half in self.halves]

    def _hand_supports(self, seat: str, kind: str) -> list[str]:
        return [card for card in self.hands[seat] if card != DIONYSUS and self.cards[card]["lower"] == kind]

    def _areas(self, seat: str, territory: str) -> list[dict[str, Any]]:
        areas: list[dict[str, Any]] = self.cities[seat][territory]["areas"]
        return areas

    def _area(self, seat: str, slot: str) -> dict[str, Any]:
        territory, number = self._split(slot)
        return self._areas(seat, territory)[number - 1]

    def _is_open(self, seat: str, territory: str) -> bool:
        return self.cities[seat][territory]["lock"] is None

    def _slots(self, seat: str) -> list[str]:
        """The places of a city where something lies."""
        return [f"{t}-{i + 1}" for t in self.territories for i in range(len(self._areas(seat, t)))]

    def _open_slots(self, seat: str) -> list[str]:
        open_ones = [territory for territory in self.territories if self._is_open(seat, territory)]
        return [f"{t}-{i + 1}" for t in open_ones for i in range(len(self._areas(seat, t)))]

    def _top_slots(self, seat: str) -> list[str]:
        """Uncovered and not locked: the highest area of each open territory."""
        return [
            f"{territory}-{len(self._areas(seat, territory))}"
            for territory in self.territories
            if self._is_open(seat, territory) and self._areas(seat, territory)
        ]

    def _next_slots(self, seat: str) -> list[str]:
        """Where an area can be added: the next one of each open territory that is not full."""
        return [
            f"{territory}-{len(self._areas(seat, territory)) + 1}"
            for territory in self.territories
            if self._is_open(seat, territory) and len(self._areas(seat, territory)) < AREAS
        ]

    def _common_slots(self, seat: str, other: str) -> list[str]:
        theirs = self._open_slots(other)
        return [slot for slot in self._open_slots(seat) if slot in theirs]

    def _slots_with_token(self, seat: str) -> list[str]:
        return [slot for slot in self._open_slots(seat) if self._area(seat, slot)["token"]]

    def _slots_without_token(self, seat: str) -> list[str]:
        return [slot for slot in self._open_slots(seat) if not self._area(seat, slot)["token"]]

    def _supply_size(self) -> int:
        return sum(self.unseen_tokens.values())

    # -- moving things about

    def _to_hand(self, seat: str, card: str, public: bool) -> None:
        self.hands[seat] = self._in_order([*self.hands[seat], card])
        if public:
            self.known[seat] = self._in_order([*self.known[seat], card])

    def _from_hand(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)

    def _spend(self, seat: str, card: str) -> None:
        self._from_hand(seat, card)
        self._to_tartarus(card)

    def _to_tartarus(self, card: str) -> None:
        self.tartarus = self._in_order([*self.tartarus, card])

    def _to_discard(self, card: str) -> None:
        """Put away by the player whose turn it is."""
        self.discard.append(card)
        self.fresh = True

    def _lose_token(self, area: dict[str, Any]) -> None:
        if area["token"]:
            self.lost[area["token"]["kind"]] += 1
            area["token"] = None

    def _place(self, seat: str, slot: str, area: dict[str, Any]) -> None:
        territory, _ = self._split(slot)
        self._areas(seat, territory).append(area)
        if len(self._slots(seat)) == AREAS * len(self.territories):
            self.ending = True
            if seat not in self.completed:
                self.completed.append(seat)

    # -- the position as data

    def fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = _copied(
            {
                "options": self.options,
                "phase": self.phase,
                "pending": self.pending(),
                "round": self.round,
                "first": self.first,
                "turn": self.turn,
                "gods": self.gods,
                "hands": self.hands,
                "known": self.known,
                "cities": self.cities,
                "unseen": self.unseen,
                "pile_size": self.pile_size,
                "discard": self.discard,
                "tartarus": self.tartarus,
                "unseen_tokens": self.unseen_tokens,
                "supply_size": self._supply_size(),
                "lost": self.lost,
                "support": self.support,
                "target": self.target,
                "asked": self.asked,
                "drawer": self.drawer,
                "draws": self.draws,
                "looked": self.looked,
                "held": self.held,
                "dry": self.dry,
                "fresh": self.fresh,
                "ending": self.ending,
                "completed": self.completed,
                "scores": self.scores() if self.phase == "over" else None,
            }
        )
        return fields

    @classmethod
    def from_fields(
        cls, fields: dict[str, Any], data: dict[str, Any] | None = None, options: dict[str, Any] | None = None
    ) -> Ephyran:
        """The game at a position that ``fields()`` showed."""
        game = cls(len(fields["hands"]), fields["options"], data)
        for name, value in _copied(fields).items():
            if name not in ("pending", "supply_size", "scores"):  # these follow from the others
                setattr(game, name, value)
        return game

    def clone(self) -> Ephyran:
        return self.from_fields(self.fields(), self.data)

    def view(self, seat: str) -> dict[str, Any]:
        def hand(owner: str) -> list[str]:
            if owner == seat:
                return list(self.hands[owner])
            return self.known[owner] + [UNKNOWN] * (len(self.hands[owner]) - len(self.known[owner]))

        def token(shown: dict[str, Any] | None) -> dict[str, Any] | None:
            if shown is None:
                return None
            kind = shown["kind"] if self._has_seen(seat, shown) else UNKNOWN
            return {"kind": kind, "seen_by": list(shown["seen_by"])}

        def territory(shown: dict[str, Any]) -> dict[str, Any]:
            areas = [{"half": area["half"], "token": token(area["token"])} for area in shown["areas"]]
            return {"lock": shown["lock"], "areas": areas}

        looker = seat == self.turn
        others = [card for owner in self.seats if owner != seat for card in self._unknown_cards(owner)]
        return {
            "options": dict(self.options),
            "phase": self.phase,
            "pending": self.pending(),
            "round": self.round,
            "first": self.first,
            "turn": self.turn,
            "gods": dict(self.gods),
            "hands": {owner: hand(owner) for owner in self.seats},
            "known": {owner: list(self.known[owner]) for owner in self.seats},
            "cities": {
                owner: {name: territory(shown) for name, shown in city.items()} for owner, city in self.cities.items()
            },
            "unseen": self._in_order([*self.unseen, *others, *([] if looker else self.looked)]),
            "pile_size": self.pile_size,
            "discard": list(self.discard),
            "tartarus": list(self.tartarus),
            "unseen_tokens": self._tokens_unseen_by(seat),
            "supply_size": self._supply_size(),
            "lost": dict(self.lost),
            "support": self.support,
            "target": self.target,
            "asked": self.asked,
            "drawer": self.drawer,
            "draws": self.draws,
            "looked": list(self.looked) if looker else [UNKNOWN] * len(self.looked),
            "held": token(self.held),
            "dry": self.dry,
            "fresh": self.fresh,
            "ending": self.ending,
            "completed": list(self.completed),
            "scores": self.scores() if self.phase == "over" else None,
            "running": {owner: sum(self.score_sheet(owner, seat).values()) for owner in self.seats},
        }

    def _unknown_cards(self, seat: str) -> list[str]:
        """The cards of a hand that the others have not seen."""
        return list((Counter(self.hands[seat]) - Counter(self.known[seat])).elements())

    def _has_seen(self, viewer: str, token: dict[str, Any]) -> bool:
        """10.2: when the game is over all tokens are shown, to spectators, too."""
        return viewer in token["seen_by"] or self.phase == "over"

    def _tokens_unseen_by(self, seat: str) -> dict[str, int]:
        unseen = dict(self.unseen_tokens)
        for token in self._placed_tokens():
            if not self._has_seen(seat, token):
                unseen[token["kind"]] += 1
        return unseen

    def _placed_tokens(self) -> list[dict[str, Any]]:
        placed = [self._area(seat, slot)["token"] for seat in self.seats for slot in self._slots(seat)]
        return [token for token in [*placed, self.held] if token]

    def check(self) -> None:
        """Assert what must hold in every position."""
        halves = [self._area(seat, slot)["half"] for seat in self.seats for slot in self._slots(seat)]
        locks = [self.cities[seat][t]["lock"] for seat in self.seats for t in self.territories]
        everywhere = [
            *(card for seat in self.seats for card in self.hands[seat]),
            *(self._card_of(half) for half in halves),
            *(lock for lock in locks if lock),
            *self.unseen,
            *self.discard,
            *self.tartarus,
            *self.looked,
        ]
        all_cards = [*self.cards, *(DIONYSUS for _ in self.seats)]
        assert sorted(everywhere) == sorted(all_cards), "every card is in one place, and one Dionysus for each player"
        assert DIONYSUS not in [*self.unseen, *self.looked]
        assert len(self.unseen) == self.pile_size + self.left_out
        assert self.pile_size >= 0
        assert self.unseen == self._in_order(self.unseen)
        assert self.tartarus == self._in_order(self.tartarus)
        for seat in self.seats:
            hand, known = Counter(self.hands[seat]), Counter(self.known[seat])
            assert known <= hand
            assert known[DIONYSUS] == hand[DIONYSUS]
            assert len(self.hands[seat]) <= self.settings["hand"] + 1 + (seat == self.turn and self.support == "twins")
            assert self.hands[seat] == self._in_order(self.hands[seat])
            assert self.known[seat] == self._in_order(self.known[seat])
            for slot in self._slots(seat):
                half = self._area(seat, slot)["half"]
                assert half == DIONYSUS or self.halves[half].slot == slot
                assert int(slot[-1]) <= AREAS
            for territory in self.territories:
                lock = self.cities[seat][territory]["lock"]
                assert not lock or (self.cards[lock]["lower"] == "shield" and self._areas(seat, territory))
        tokens = Counter(self.unseen_tokens) + Counter(self.lost) + Counter(t["kind"] for t in self._placed_tokens())
        assert tokens == Counter({kind: row["count"] for kind, row in self.tokens.items()})
        for token in self._placed_tokens():
            assert token["seen_by"], "somebody has looked at every token in play"
        assert not self.looked or self.phase in ("look", "keep", "under")
        assert (self.held is not None) == (self.phase == "put")
        assert (self.asked is not None) == (self.phase == "react")
        assert (self.drawer is not None) == (self.phase in ("deal", "pile", "refill", "look"))
        assert (self.draws > 0) == (self.phase in ("draw", "pile"))
        assert len(set(self.completed)) == len(self.completed)
        if self.pending():
            assert self.legal(self.pending()[0]), "whoever is asked has an answer"
