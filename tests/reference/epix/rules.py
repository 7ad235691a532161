"""Epix, read slowly: the rules of engine/games/epix/RULES.md with plain dictionaries and lists.

The numbers in comments are the sections of RULES.md.
"""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

from ..base import CHANCE, Reference, components
from .last_player import Lines

PHASES = (
    *("deal_first", "deal_ability", "draft", "auction", "give", "cards", "order"),
    *("recruit", "act", "unit", "fight", "press", "over"),
)


class Epix(Reference):
    """One game of Epix."""

    NAME = "epix"
    SEATS = (2, 3, 4)

    def __init__(
        self, seats: int = 2, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        if seats not in self.SEATS:
            raise ValueError(f"Epix is for 2, 3 or 4 seats, not {seats}")
        self.rules: str = (options or {}).get("rules", "basic")
        if self.rules not in ("basic", "advanced"):
            raise ValueError(f"rules is basic or advanced, not {self.rules!r}")
        self.readings: str = (options or {}).get("readings", "ours")
        if self.readings not in ("ours", "book"):
            raise ValueError(f"readings is ours or book, not {self.readings!r}")
        self.data: dict[str, Any] = components(self.NAME) if data is None else data
        self.seats = [f"s{i}" for i in range(seats)]

        # The components, each by its id and in the order of its file.
        self.provinces: dict[str, Any] = {row["id"]: row for row in self.data[f"board{seats}"]["province"]}
        self.units: dict[str, Any] = {row["id"]: row for row in self.data["units"]["unit"]}
        self.cards_of_ability: dict[str, Any] = {row["id"]: row for row in self.data["abilities"]["ability"]}
        self.setting: dict[str, Any] = {row["id"]: row["value"] for row in self.data["settings"]["setting"]}
        if self.readings == "book":
            self.setting |= {row["id"]: row["book"] for row in self.data["settings"]["setting"] if "book" in row}
        for here, row in self.provinces.items():
            for there in row["next"]:
                if here not in self.provinces[there]["next"]:
                    raise ValueError(f"the border of {here} and {there} is missing at {there}")

        # The position.
        self.phase = "deal_first"
        self.season = "draft"
        self.first: str | None = None
        self.gold: dict[str, int] = dict.fromkeys(self.seats, self.setting["start_gold"])
        self.board: dict[str, tuple[str, list[str]]] = {}  # occupied provinces only: whose, and which units
        self.table: list[str] = []  # ability cards face up, as dealt
        self.bids: dict[str, tuple[str, int]] = {}  # ability card -> whose bid stands, and how much
        self.passed = dict.fromkeys(self.seats, False)
        self.abilities: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.turn: str | None = None
        self.auction: list[int] = []  # the bids of this season's auction, once shown
        self.secret: dict[str, str | None] = dict.fromkeys(self.seats)
        self.cards: dict[str, list[str] | None] = dict.fromkeys(self.seats)
        self.shown = dict.fromkeys(self.seats, False)
        self.todo: list[str] = []  # cards that the acting seat still plays; the first is being played
        self.spent: list[tuple[str, str]] = []  # (unit, province) done in this Move & Attack
        self.active: dict[str, Any] | None = None
        self.attack: dict[str, Any] | None = None
        self.valour = dict.fromkeys(self.seats, 0)
        self.winners: list[str] = []

        for seat in self.seats:
            self.place(seat, self.setting["start_unit"], self.castle_of(seat))

    # ------------------------------------------------------------------ the interface

    def pending(self) -> list[str]:
        if self.phase in ("deal_first", "deal_ability"):
            return [CHANCE]
        if self.phase == "auction":
            return [seat for seat in self.seats if self.secret[seat] is None]
        if self.phase == "cards":
            return [seat for seat in self.seats if self.cards[seat] is None]
        if self.phase == "fight":
            return [seat for seat in self.seats if self._owes_in_fight(seat)]
        if self.phase == "over":
            return []
        assert self.turn is not None
        return [self.turn]

    def legal(self, seat: str) -> list[str]:
        if seat not in self.pending():
            raise ValueError(f"{seat} has nothing to decide now")
        if seat == CHANCE:
            return [outcome for outcome, _ in self.chance()[1]]
        moves: list[str] = getattr(self, f"_legal_{self.phase}")(seat)
        return moves

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        if self.phase == "deal_first":
            return 0, [(f"first:{seat}", 1) for seat in self.seats]
        if self.phase == "deal_ability":
            return 1, [(f"ability:{card}", 1) for card in self.cards_of_ability if card not in self.table]
        raise ValueError("chance has nothing to decide now")

    def play(self, seat: str, move: str) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move!r} is not legal for {seat}: {self.legal(seat)}")
        self._apply(seat, move)
        self._settle()

    def returns(self) -> list[float]:
        return [1 / len(self.winners) if seat in self.winners else 0.0 for seat in self.seats]

    def clone(self) -> Epix:
        new = copy.copy(self)
        rules = ("data", "provinces", "units", "cards_of_ability", "setting", "seats")
        for name, value in vars(self).items():
            if name not in rules and isinstance(value, (dict, list)):
                setattr(new, name, copy.deepcopy(value))
        return new

    def fields(self) -> dict[str, Any]:
        return {
            "players": len(self.seats),
            "rules": self.rules,
            "phase": self.phase,
            "season": self.season,
            "first": self.first,
            "turn": self.turn,
            "gold": [self.gold[seat] for seat in self.seats],
            "board": {
                province: {"seat": self.board[province][0], "units": list(self.board[province][1])}
                for province in self.provinces
                if province in self.board
            },
            "supply": [{kind: self.supply(seat, kind) for kind in self.units} for seat in self.seats],
            "table": list(self.table),
            "bids": {card: {"seat": seat, "gold": gold} for card, (seat, gold) in self.bids.items()},
            "passed": [self.passed[seat] for seat in self.seats],
            "abilities": [list(self.abilities[seat]) for seat in self.seats],
            "auction": list(self.auction),
            "secret": [self.secret[seat] for seat in self.seats],
            "cards": copy.deepcopy([self.cards[seat] for seat in self.seats]),
            "shown": [self.shown[seat] for seat in self.seats],
            "todo": list(self.todo),
            "spent": [f"{unit}@{at}" for at in self.provinces for unit in self.units if (unit, at) in self.spent],
            "active": copy.deepcopy(self.active),
            "attack": copy.deepcopy(self.attack),
            "valour": [self.valour[seat] for seat in self.seats],
            "winners": list(self.winners),
        }

    def view(self, seat: str) -> dict[str, Any]:
        everything = self.fields()
        hidden = ("secret", "cards")
        seen = {name: value for name, value in everything.items() if name not in hidden}
        seen["seat"] = seat
        seen["secret"] = [self.secret[other] if other == seat else None for other in self.seats]
        seen["cards"] = [
            copy.deepcopy(self.cards[other]) if other == seat or self.shown[other] else None for other in self.seats
        ]
        return seen

    @classmethod
    def from_fields(
        cls, fields: dict[str, Any], data: dict[str, Any] | None = None, options: dict[str, Any] | None = None
    ) -> Epix:
        """The position that ``fields()`` describes. ``supply`` may be missing: the board tells it."""
        game = cls(fields["players"], {"readings": "ours", **(options or {}), "rules": fields["rules"]}, data)
        seats = game.seats
        fields = copy.deepcopy(fields)
        for name in ("phase", "season", "first", "turn", "table", "auction", "todo", "active", "attack", "winners"):
            setattr(game, name, fields[name])
        for name in ("gold", "passed", "abilities", "secret", "cards", "shown", "valour"):
            setattr(game, name, dict(zip(seats, fields[name], strict=True)))
        game.board = {province: (stack["seat"], stack["units"]) for province, stack in fields["board"].items()}
        game.bids = {card: (bid["seat"], bid["gold"]) for card, bid in fields["bids"].items()}
        game.spent = [(unit, at) for unit, at in (word.split("@") for word in fields["spent"])]
        game.check()
        game._settle()
        return game

    def check(self) -> None:
        """Assert what is true in every position."""
        assert self.phase in PHASES
        for province, (seat, kinds) in self.board.items():
            assert seat in self.seats
            assert kinds, province
            assert kinds == [kind for kind in self.units if kind in kinds], f"{province}: {kinds}"
            for kind in kinds:
                assert self.may_be_in(seat, kind, province), f"{kind} in {province}"
            assert not self.is_enemy_castle(seat, province) or self.phase == "over"
        for seat in self.seats:
            assert self.gold[seat] >= 0
            assert all(self.supply(seat, kind) >= 0 for kind in self.units)
            assert self.free_units(seat) >= 0
            assert self.valour[seat] <= self.value_of(seat, "valour")
            assert not self.shown[seat] or self.cards[seat] is not None
        owned = [card for seat in self.seats for card in self.abilities[seat]]
        assert len(owned) == len(set(owned)) <= len(self.seats) + self.setting["extra_abilities"]
        assert self.rules == "advanced" or not (owned or self.table)
        assert not self.bids or self.phase == "draft"
        assert set(self.bids) <= set(self.table)
        assert (self.turn is None) == (self.phase in ("deal_first", "deal_ability", "auction", "cards", "over"))
        assert (self.attack is None) == (self.phase not in ("fight", "press"))
        assert (self.active is None) == (self.phase not in ("fight", "press", "unit"))
        assert bool(self.winners) == (self.phase == "over")
        assert self.phase in ("auction", "fight") or not any(self.secret.values())
        for unit, at in self.spent:
            assert self.phase in ("act", "unit", "fight", "press")
            assert self.board[at][0] == self.turn
            assert unit in self.board[at][1]
        if self.active is not None:
            assert self.board[self.active["at"]][0] == self.turn
            assert self.active["unit"] in self.board[self.active["at"]][1]
        if self.attack is not None:
            assert self.attack["defender"] != self.turn

    # ------------------------------------------------------------------ the words of the rules

    def castle_of(self, seat: str) -> str:
        number = self.seats.index(seat)
        for province, row in self.provinces.items():
            if row["kind"] == "castle" and row["seat"] == number:
                return province
        raise ValueError(f"no castle for {seat}")

    def lands_of(self, seat: str) -> list[str]:
        """Its castle and the two provinces beside it."""
        number = self.seats.index(seat)
        return [province for province, row in self.provinces.items() if row.get("seat") == number]

    def units_in(self, seat: str, province: str) -> list[str]:
        """The units of this seat in a province."""
        owner, kinds = self.board.get(province, (None, []))
        return kinds if owner == seat else []

    def enemies_in(self, seat: str, province: str) -> list[str]:
        """The units of another seat in a province."""
        owner, kinds = self.board.get(province, (None, []))
        return kinds if owner != seat else []

    def defenders_in(self, seat: str, province: str) -> list[str]:
        """The units there that defend against this seat, in the order of defence (without the garrison)."""
        kinds = [kind for kind in self.enemies_in(seat, province) if self.units[kind]["defends"]]
        return sorted(kinds, key=lambda kind: int(self.units[kind]["defends"]))

    def is_enemy_castle(self, seat: str, province: str) -> bool:
        row = self.provinces[province]
        return bool(row["kind"] == "castle" and row["seat"] != self.seats.index(seat))

    def is_empty(self, seat: str, province: str) -> bool:
        """2: no units at all; an enemy castle always has its garrison."""
        return province not in self.board and not self.is_enemy_castle(seat, province)

    def is_lone_catapult(self, seat: str, province: str) -> bool:
        """Enemy units that do not defend, and no garrison behind them."""
        return (
            bool(self.enemies_in(seat, province))
            and not self.defenders_in(seat, province)
            and not self.is_enemy_castle(seat, province)
        )

    def clockwise(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def round_from(self, seat: str) -> list[str]:
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def supply(self, seat: str, kind: str) -> int:
        on_board = sum(kind in self.units_in(seat, province) for province in self.board)
        return int(self.units[kind]["count"]) - on_board

    def standing_bids(self, seat: str) -> int:
        return sum(bidder == seat for bidder, _ in self.bids.values())

    def free_units(self, seat: str) -> int:
        """Units in the supply that do not mark a bid."""
        return sum(self.supply(seat, kind) for kind in self.units) - self.standing_bids(seat)

    def effects(self, seat: str, effect: str, unit: str | None = None) -> list[int]:
        """The values of this seat's ability cards with that effect (and about that unit)."""
        rows = [self.cards_of_ability[card] for card in self.abilities[seat]]
        return [
            row["value"] for row in rows if row["effect"] == effect and (unit is None or unit in row.get("units", []))
        ]

    def value_of(self, seat: str, effect: str, unit: str | None = None) -> int:
        return max(self.effects(seat, effect, unit), default=0)

    def price(self, seat: str, kind: str) -> int:
        return min([int(self.units[kind]["cost"]), *self.effects(seat, "price", kind)])

    def tax(self, seat: str) -> int:
        return max([int(self.setting["tax"]), *self.effects(seat, "tax")])

    def province_income(self, seat: str, province: str) -> int:
        income = int(self.provinces[province]["income"])
        return max([income, *self.effects(seat, "province_income")]) if income else 0

    def income(self, seat: str) -> int:
        """6: camps and other units, provinces, abilities."""
        total = sum(self.effects(seat, "income"))
        for province in self.board:
            kinds = self.units_in(seat, province)
            total += sum(self.units[kind]["income"] for kind in kinds)
            total += self.province_income(seat, province) if kinds else 0
        return total

    def provinces_held(self, seat: str) -> int:
        """6: what it occupies; where the setting says so, an empty castle counts for its owner."""
        home = self.castle_of(seat)
        at_home = self.setting["empty_castles"] and home not in self.board
        return sum(owner == seat for owner, _ in self.board.values()) + at_home

    def may_be_in(self, seat: str, kind: str, province: str) -> bool:
        """Camps never in castles, knights never in Kilimandjora unless Mountaineers."""
        return kind not in self.provinces[province]["bans"] or bool(self.effects(seat, "enter", kind))

    def place(self, seat: str, kind: str, province: str) -> None:
        kinds = [*self.units_in(seat, province), kind]
        self.board[province] = (seat, [each for each in self.units if each in kinds])

    def remove(self, kind: str, province: str) -> None:
        seat, kinds = self.board[province]
        kinds = [each for each in kinds if each != kind]
        if kinds:
            self.board[province] = (seat, kinds)
        else:
            del self.board[province]

    # ------------------------------------------------------------------ the flow

    def _apply(self, seat: str, move: str) -> None:
        getattr(self, f"_play_{self.phase}")(seat, move)

    def _settle(self) -> None:
        """9: a seat with a single legal move is not asked."""
        asking = True
        while asking:
            asking = False
            for seat in self.pending():
                if seat == CHANCE:
                    continue
                moves = self.legal(seat)
                assert moves, f"dead end: {self.phase}, {seat}"
                if len(moves) == 1:
                    self._apply(seat, moves[0])
                    asking = True
                    break

    def _play_deal_first(self, seat: str, move: str) -> None:
        self.first = move.removeprefix("first:")
        if self.rules == "advanced":
            self.phase = "deal_ability"
        else:
            self._begin_draft()

    def _play_deal_ability(self, seat: str, move: str) -> None:
        self.table.append(move.removeprefix("ability:"))
        if len(self.table) == len(self.seats) + self.setting["extra_abilities"]:
            self._begin_draft()

    # 3: the draft

    def _begin_draft(self) -> None:
        self.phase = "draft"
        self.turn = self.first

    def _legal_draft(self, seat: str) -> list[str]:
        moves: list[str] = []
        if self.free_units(seat) > 0:
            moves += self._recruits(seat, self.lands_of(seat))
        for card in self.table:
            bidder, standing = self.bids.get(card, (None, int(self.setting["min_ability_bid"]) - 1))
            is_own = bidder == seat
            if not is_own and self.free_units(seat) == 0:
                continue  # no unused unit to mark the bid with
            purse = self.gold[seat] + (standing if is_own else 0)
            moves += [f"bid:{amount}@{card}" for amount in range(standing + 1, purse + 1)]
        return [*moves, "pass"]

    def _play_draft(self, seat: str, move: str) -> None:
        verb, _, rest = move.partition(":")
        if verb == "pass":
            self.passed[seat] = True
        elif verb == "recruit":
            self._recruit(seat, rest)
        else:
            amount, card = rest.split("@")
            if card in self.bids:
                loser, refund = self.bids.pop(card)
                self.gold[loser] += refund
            self.gold[seat] -= int(amount)
            self.bids[card] = (seat, int(amount))
        later = [other for other in [*self.round_from(seat)[1:], seat] if not self.passed[other]]
        if later:
            self.turn = later[0]
        else:
            self._end_draft()

    def _end_draft(self) -> None:
        for card in self.cards_of_ability:
            if card in self.bids:
                self.abilities[self.bids[card][0]].append(card)
        for seat in self.seats:
            gold = sum(self.cards_of_ability[card]["gold"] for card in self.abilities[seat])
            self.gold[seat] = max(0, self.gold[seat] + gold)
        self.table, self.bids = [], {}
        self.passed = dict.fromkeys(self.seats, False)
        self._begin_season(self.setting["seasons"][0])

    # 4: the auction of the First Player card

    def _begin_season(self, season: str) -> None:
        self.season = season
        self.valour = dict.fromkeys(self.seats, 0)
        for seat in self.seats:
            for other in self.seats:
                if other != seat:
                    tribute = min(self.value_of(seat, "tribute"), self.gold[other])
                    self.gold[other] -= tribute
                    self.gold[seat] += tribute
        self.auction = []
        self.turn = None
        self.phase = "auction"

    def _legal_auction(self, seat: str) -> list[str]:
        return [f"bid:{amount}" for amount in range(self.setting["min_auction_bid"], self.gold[seat] + 1)]

    def _play_auction(self, seat: str, move: str) -> None:
        self.secret[seat] = move
        bids = [bid for bid in self.secret.values() if bid is not None]
        if len(bids) < len(self.seats):
            return
        assert self.first is not None
        self.auction = [int(bid.removeprefix("bid:")) for bid in bids]
        self.secret = dict.fromkeys(self.seats)
        highest = max(self.auction)
        tied = [each for each in self.round_from(self.first) if self.auction[self.seats.index(each)] == highest]
        heralds = [each for each in tied if self.effects(each, "herald")]
        winner = (heralds or tied)[0]
        share = self.value_of(winner, "herald") or 1
        self.gold[winner] -= -(-highest // share)
        self.turn = winner
        self.phase = "give"

    def _legal_give(self, seat: str) -> list[str]:
        return [f"first:{other}" for other in self.seats]

    def _play_give(self, seat: str, move: str) -> None:
        self.first = move.removeprefix("first:")
        self.turn = None
        self.phase = "cards"

    # 5: the action cards

    def _cards_to_choose(self) -> int:
        return int(self.setting["cards_chosen"][self.setting["seasons"].index(self.season)])

    def _is_last_season(self) -> bool:
        return bool(self.season == self.setting["seasons"][-1])

    def _legal_cards(self, seat: str) -> list[str]:
        hands = combinations(self.setting["action_cards"], self._cards_to_choose())
        return [f"card:{'+'.join(hand)}" for hand in hands]

    def _play_cards(self, seat: str, move: str) -> None:
        self.cards[seat] = move.removeprefix("card:").split("+")
        if all(self.cards.values()):
            assert self.first is not None
            self._begin_turn(self.first)

    def _begin_turn(self, seat: str) -> None:
        self.turn = seat
        self.shown[seat] = True
        cards = self.cards[seat]
        assert cards is not None
        is_last = self._is_last_season() and self.clockwise(seat) == self.first
        if is_last and self.setting["last_player_rule"] and not self.can_possibly_win(seat):
            self._income()
        elif len(cards) > 1:
            self.phase = "order"
        else:
            self.todo = list(cards)
            self._begin_card()

    def _legal_order(self, seat: str) -> list[str]:
        return [f"play:{card}" for card in self.cards[seat] or []]

    def _play_order(self, seat: str, move: str) -> None:
        chosen = move.removeprefix("play:")
        cards = self.cards[seat] or []
        self.todo = [chosen, *(card for card in cards if card != chosen)]
        self._begin_card()

    def _begin_card(self) -> None:
        assert self.turn is not None
        if self.todo[0] == "tax":
            self.gold[self.turn] += self.tax(self.turn)
            self._end_card()
        else:
            self.phase = "act" if self.todo[0] == "move" else "recruit"

    def _end_card(self) -> None:
        assert self.turn is not None
        self.spent = []
        self.todo.pop(0)
        if self.todo:
            self._begin_card()
        elif self.clockwise(self.turn) == self.first:
            self._income()
        else:
            self._begin_turn(self.clockwise(self.turn))

    # Recruitment

    def places_to_recruit(self, seat: str) -> list[str]:
        """Own lands free of enemies, provinces with own units, and with Vassals the empty ones next to them."""
        places = [province for province in self.lands_of(seat) if not self.enemies_in(seat, province)]
        places += [province for province in self.board if self.units_in(seat, province)]
        if self.effects(seat, "vassals"):
            for province, row in self.provinces.items():
                if self.is_empty(seat, province) and any(self.units_in(seat, other) for other in row["next"]):
                    places.append(province)
        return [province for province in self.provinces if province in places]

    def _recruits(self, seat: str, places: list[str]) -> list[str]:
        moves = []
        for kind in self.units:
            if self.supply(seat, kind) == 0 or self.price(seat, kind) > self.gold[seat]:
                continue
            for province in places:
                if self.may_be_in(seat, kind, province) and kind not in self.units_in(seat, province):
                    moves.append(f"recruit:{kind}@{province}")
        return moves

    def _recruit(self, seat: str, what: str) -> None:
        kind, province = what.split("@")
        self.gold[seat] -= self.price(seat, kind)
        self.place(seat, kind, province)

    def _legal_recruit(self, seat: str) -> list[str]:
        return [*self._recruits(seat, self.places_to_recruit(seat)), "done"]

    def _play_recruit(self, seat: str, move: str) -> None:
        if move == "done":
            self._end_card()
        else:
            self._recruit(seat, move.removeprefix("recruit:"))

    # Move & Attack

    def _legal_act(self, seat: str) -> list[str]:
        moves = []
        for at in self.provinces:
            for kind in self.units_in(seat, at):
                if (kind, at) not in self.spent:
                    moves += self._unit_moves(seat, kind, at, True, [])
        return [*moves, "done"]

    def _legal_unit(self, seat: str) -> list[str]:
        assert self.active is not None
        unit, at = self.active["unit"], self.active["at"]
        return [*self._unit_moves(seat, unit, at, self.active["may_move"], self.active["barred"]), "stop"]

    def _unit_moves(self, seat: str, kind: str, at: str, may_move: bool, barred: list[str]) -> list[str]:
        moves = []
        if may_move:
            goals = self.destinations(seat, kind, at)
            moves += [f"move:{kind}@{at}>{to}" for to in self.provinces if to in goals]
        if self.units[kind]["attacks"] == "fire":
            moves += [f"fire:{kind}@{at}>{to}" for to in self.provinces if self.can_fire(seat, at, to)]
        if self.units[kind]["attacks"] == "melee":
            goals = [to for to in self.provinces[at]["next"] if to not in barred and self.can_attack(seat, kind, to)]
            moves += [f"attack:{kind}@{at}>{to}" for to in self.provinces if to in goals]
        return moves

    def destinations(self, seat: str, kind: str, at: str) -> list[str]:
        """Where a unit may go in one move: empty or friendly provinces, or over a lone catapult."""
        rides = self.units[kind]["moves"] == "ride"
        if self.units[kind]["moves"] == "no":
            return []
        goals: list[str] = []
        seen, frontier = {at}, [at]
        while frontier:
            here = frontier.pop()
            for there in self.provinces[here]["next"]:
                if there in seen or not self.may_be_in(seat, kind, there):
                    continue
                if self.is_lone_catapult(seat, there):
                    seen.add(there)
                    goals.append(there)  # captures it, so the way ends here
                elif self.is_empty(seat, there) or self.units_in(seat, there):
                    seen.add(there)
                    if kind not in self.units_in(seat, there):
                        goals.append(there)
                    if rides:
                        frontier.append(there)
        return goals

    def can_attack(self, seat: str, kind: str, to: str) -> bool:
        return (
            self.gold[seat] >= self.setting["min_attack_bid"]
            and self.may_be_in(seat, kind, to)
            and (bool(self.defenders_in(seat, to)) or self.is_enemy_castle(seat, to))
        )

    def can_fire(self, seat: str, at: str, to: str) -> bool:
        reach = max([self.provinces[at]["catapult_range"], *self.effects(seat, "catapult_range")])
        return (
            self.distance(at, to) <= reach
            and not self.provinces[to]["catapult_proof"]
            and bool(self.enemies_in(seat, to))
            and (not self.defenders_in(seat, to) or self.gold[seat] >= self.setting["min_attack_bid"])
        )

    def distance(self, here: str, there: str) -> int:
        steps, ring = 0, {here}
        while there not in ring:
            ring = ring.union(*(self.provinces[province]["next"] for province in ring))
            steps += 1
        return steps

    def _play_act(self, seat: str, move: str) -> None:
        if move == "done":
            self._end_card()
            return
        unit, at = move.split(":")[1].split(">")[0].split("@")
        self.active = {"unit": unit, "at": at, "may_move": True, "barred": []}
        self._move_active(seat, move, is_first=True)

    def _play_unit(self, seat: str, move: str) -> None:
        if move == "stop":
            self._unit_done()
        else:
            self._move_active(seat, move, is_first=False)

    def _move_active(self, seat: str, move: str, is_first: bool) -> None:
        assert self.active is not None
        verb, to = move.split(":")[0], move.split(">")[1]
        unit, at = self.active["unit"], self.active["at"]
        if verb != "move":
            self.active["may_move"] = False
            if verb == "fire" and not self.defenders_in(seat, to):
                self._destroy(to)  # catapults alone do not defend: no bid
                self._active_lost()
            else:
                self._begin_fight(seat, to)
            return
        captures = self.is_lone_catapult(seat, to)
        self._enter(seat, unit, at, to)
        if self.units[unit]["moves"] == "ride":
            # only an attack or a capture lets a knight move again
            self.active["may_move"] = captures
            self.phase = "unit"
        elif is_first and not captures and self.effects(seat, "extra_steps", unit):
            self.phase = "unit"  # Forced march: that was the extra step
        else:
            self._unit_done()

    def _enter(self, seat: str, unit: str, at: str, to: str) -> None:
        """Walk in; what is left of the enemy there (camps, catapults) is captured."""
        assert self.active is not None
        captured = list(self.enemies_in(seat, to))
        if captured:
            del self.board[to]
        self.remove(unit, at)
        self.place(seat, unit, to)
        self.active["at"] = to
        for kind in captured:
            if self.supply(seat, kind) > 0:
                self.place(seat, kind, to)
                if self.units[kind]["attacks"] != "no":
                    self.spent.append((kind, to))  # not to be used this turn

    def _unit_done(self) -> None:
        """The active unit has finished; it stays where it is."""
        assert self.active is not None
        self.spent.append((self.active["unit"], self.active["at"]))
        self.active = self.attack = None
        self.phase = "act"

    def _active_lost(self) -> None:
        """The active unit goes back to its owner's supply."""
        assert self.active is not None
        self.remove(self.active["unit"], self.active["at"])
        self.active = self.attack = None
        self.phase = "act"

    def _destroy(self, province: str) -> None:
        self.board.pop(province, None)

    # 7: the fight

    def guesses_for(self, defender: str, kind: str, province: str) -> int:
        """How many amounts are named for one defender; sources do not add up."""
        row = self.provinces[province]
        guesses: list[int] = [self.setting["single_defence"], *self.effects(defender, "guesses", kind)]
        if kind in row["double"]:
            guesses.append(self.setting["double_defence"])
        if kind == "garrison":
            guesses.append(self.setting["garrison_defence"])
        if province == self.castle_of(defender):
            guesses += self.effects(defender, "castle_guesses")
        return max(guesses)

    def _begin_fight(self, seat: str, to: str) -> None:
        assert self.active is not None
        defenders = self.defenders_in(seat, to)
        castle = self.is_enemy_castle(seat, to)
        defender = self.seats[self.provinces[to]["seat"]] if castle else self.board[to][0]
        if self.units[self.active["unit"]]["attacks"] == "fire":
            against = "province"
            guesses = max(self.guesses_for(defender, kind, to) for kind in defenders)
        else:
            against = defenders[0] if defenders else "garrison"
            guesses = self.guesses_for(defender, against, to)
        self.attack = {"to": to, "defender": defender, "against": against, "guesses": guesses, "parity": None}
        self.phase = "fight"

    def _candidates(self) -> list[int]:
        """The amounts that the bid can be, as far as the defender knows."""
        assert self.attack is not None
        assert self.turn is not None
        amounts = range(self.setting["min_attack_bid"], self.gold[self.turn] + 1)
        parity = self.attack["parity"]
        return [amount for amount in amounts if parity is None or parity == ("odd" if amount % 2 else "even")]

    def _guessed(self, defender: str) -> list[int]:
        word = self.secret[defender]
        return [int(amount) for amount in word.removeprefix("guess:").split(",")] if word else []

    def _to_guess(self) -> int:
        """How many amounts the defender names in the end: not more than there are."""
        assert self.attack is not None
        return min(int(self.attack["guesses"]), len(self._candidates()))

    def _owes_in_fight(self, seat: str) -> bool:
        assert self.attack is not None
        if seat == self.turn:
            return self.secret[seat] is None
        if seat != self.attack["defender"]:
            return False
        if self.effects(seat, "parity") and self.attack["parity"] is None:
            return False  # Scouts: the bid comes first
        return len(self._guessed(seat)) < self._to_guess()

    def _legal_fight(self, seat: str) -> list[str]:
        if seat == self.turn:
            return [f"bid:{amount}" for amount in range(self.setting["min_attack_bid"], self.gold[seat] + 1)]
        amounts, named, total = self._candidates(), self._guessed(seat), self._to_guess()
        if named:  # a third guess: larger than those before it, so that each set is named in one way
            now, amounts = 1, [amount for amount in amounts if amount > named[-1]]
        else:
            now = min(2, total)
        later = total - len(named) - now
        return [
            "guess:" + ",".join(str(amount) for amount in chosen)
            for chosen in combinations(amounts, now)
            if sum(amount > chosen[-1] for amount in amounts) >= later
        ]

    def _play_fight(self, seat: str, move: str) -> None:
        assert self.attack is not None
        assert self.turn is not None
        defender = self.attack["defender"]
        if seat == self.turn:
            self.secret[seat] = move
            if self.effects(defender, "parity"):
                self.attack["parity"] = "odd" if int(move.removeprefix("bid:")) % 2 else "even"
        else:
            named = self.secret[seat]
            self.secret[seat] = f"{named},{move.removeprefix('guess:')}" if named else move
        bid = self.secret[self.turn]
        if bid is not None and not self._owes_in_fight(defender):
            guesses = self._guessed(defender)
            self.secret = dict.fromkeys(self.seats)
            self._resolve_fight(self.turn, defender, int(bid.removeprefix("bid:")), guesses)

    def _resolve_fight(self, seat: str, defender: str, bid: int, guesses: list[int]) -> None:
        assert self.attack is not None
        assert self.active is not None
        unit, at, to, against = self.active["unit"], self.active["at"], self.attack["to"], self.attack["against"]
        self.gold[seat] -= bid
        if bid in guesses:
            if self.effects(seat, "refund"):
                self.gold[seat] += bid
            if self.valour[seat] < self.value_of(seat, "valour", unit):
                self.valour[seat] += 1
                self._unit_done()
            else:
                self._active_lost()
            return
        loot = min(self.value_of(seat, "plunder"), self.gold[defender])
        self.gold[defender] -= loot
        self.gold[seat] += loot
        if against == "province":
            self._destroy(to)
            self._active_lost()
            return
        is_captured = against != "garrison" and self.units[against]["captured"]
        if against != "garrison" and not is_captured:
            self.remove(against, to)
        garrison_left = self.is_enemy_castle(seat, to) and against != "garrison"
        defenders_left = [kind for kind in self.defenders_in(seat, to) if kind != against]
        if defenders_left or garrison_left:
            self.attack.update(against=(defenders_left or ["garrison"])[0], parity=None)
            self.attack["guesses"] = self.guesses_for(defender, self.attack["against"], to)
            self.phase = "press"
            return
        self._enter(seat, unit, at, to)
        if against == "garrison":
            self._end([seat])
        elif self.units[unit]["moves"] == "ride":
            self.active["may_move"] = True
            self.attack = None
            self.phase = "unit"
        else:
            self._unit_done()

    def _legal_press(self, seat: str) -> list[str]:
        return ["on", "back"] if self.gold[seat] >= self.setting["min_attack_bid"] else ["back"]

    def _play_press(self, seat: str, move: str) -> None:
        assert self.attack is not None
        assert self.active is not None
        if move == "on":
            self.phase = "fight"
        elif self.units[self.active["unit"]]["moves"] == "ride":
            barred = [*self.active["barred"], self.attack["to"]]
            self.active["barred"] = [province for province in self.provinces if province in barred]
            self.active["may_move"] = True
            self.attack = None
            self.phase = "unit"
        else:
            self._unit_done()

    # 6: income and the end

    def _income(self) -> None:
        if self.setting["last_income"] or not self._is_last_season():
            for seat in self.seats:
                self.gold[seat] += self.income(seat)
        self._clear_cards()
        seasons = self.setting["seasons"]
        if self._is_last_season():
            scores = {seat: (self.provinces_held(seat), self.gold[seat]) for seat in self.seats}
            self._end([seat for seat in self.seats if scores[seat] == max(scores.values())])
        else:
            self._begin_season(seasons[seasons.index(self.season) + 1])

    def _clear_cards(self) -> None:
        self.cards = dict.fromkeys(self.seats)
        self.shown = dict.fromkeys(self.seats, False)
        self.todo = []

    def _end(self, winners: list[str]) -> None:
        self._clear_cards()
        self.spent, self.active, self.attack, self.turn = [], None, None, None
        self.winners = winners
        self.phase = "over"

    # ------------------------------------------------------------------ 8: the last player of Winter

    def can_possibly_win(self, seat: str) -> bool:
        """8: whether any line of this seat's two cards wins, whatever is bid and guessed."""
        return Lines(self, seat).can_win()

    def twin(self) -> Epix:
        """A copy that shares what a turn does not change."""
        other = copy.copy(self)
        for name in ("gold", "board", "secret", "cards", "shown", "valour"):
            setattr(other, name, dict(getattr(self, name)))
        other.todo, other.spent = list(self.todo), list(self.spent)
        other.active = None if self.active is None else dict(self.active)
        other.attack = None if self.attack is None else dict(self.attack)
        return other

    def begin_cards(self, seat: str, order: list[str]) -> None:
        """The seat plays its cards in this order."""
        self.turn, self.todo = seat, order
        self._begin_card()
        self._settle()

    def go_on(self, seat: str, move: str) -> None:
        """A move that is known to be legal."""
        self._apply(seat, move)
        self._settle()

    def end_fight(self, seat: str, bid: int, guesses: list[int]) -> None:
        """The fight ends with this bid and these guesses."""
        assert self.attack is not None
        self.secret = dict.fromkeys(self.seats)
        self._resolve_fight(seat, self.attack["defender"], bid, guesses)
        self._settle()
