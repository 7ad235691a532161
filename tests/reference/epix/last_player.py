"""The last player of Winter (RULES.md, 8): whether it can possibly win, or is skipped."""

from __future__ import annotations

import heapq
from itertools import permutations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .rules import Epix

NEVER = 10**9  # a price that nobody can pay


class Lines:
    """8: every line of play of the last player, with the kindest guesses that there can be.

    A bid is the least one: gold that is kept never hurts. A guess names it, or misses it where it can.
    """

    def __init__(self, game: Epix, seat: str) -> None:
        self.game = game
        self.seat = seat
        self.lost: set[Any] = set()  # positions that were looked through in vain

    def can_win(self) -> bool:
        if not Hopes(self.game, self.seat).can_win():
            return False
        for order in permutations(self.game.cards[self.seat] or []):
            if "tax" in order[1:]:
                continue  # gold never comes too early
            after = self.game.twin()
            after.begin_cards(self.seat, list(order))
            if self.wins(after):
                return True
        return False

    def wins(self, game: Epix) -> bool:
        """Whether some line from here makes the player win or share."""
        if game.phase == "over":
            return self.seat in game.winners
        position = (
            game.phase, tuple(game.gold.values()), tuple(game.todo), frozenset(game.spent), str(game.active),
            str(game.attack), tuple(sorted((at, owner, *kinds) for at, (owner, kinds) in game.board.items())),
            tuple(game.valour.values()),
        )  # fmt: skip
        if position not in self.lost:
            if Hopes(game, self.seat, game.todo).can_win() and any(self.wins(after) for after in self.following(game)):
                return True
            self.lost.add(position)
        return False

    def following(self, game: Epix) -> Iterator[Epix]:
        """The position after every move, or after every way in which a fight may end."""
        if game.phase != "fight":
            for move in reversed(game.legal(self.seat)):
                after = game.twin()
                after.go_on(self.seat, move)
                yield after
            return
        assert game.attack is not None
        bid = int(game.setting["min_attack_bid"])
        step = 2 if game.effects(game.attack["defender"], "parity") else 1
        could_be = range(bid, game.gold[self.seat] + 1, step)
        for guesses in ([], [bid]) if len(could_be) > game.attack["guesses"] else ([bid],):
            after = game.twin()
            after.end_fight(self.seat, bid, guesses)
            yield after


class Hopes:
    """What the last player may hope for when it plays these cards; every bound errs on its side.

    It spares `Lines` most of its work. Costs are in gold.
    """

    def __init__(self, game: Epix, seat: str, todo: list[str] | None = None) -> None:
        self.game = game
        self.seat = seat
        cards = (game.cards[seat] or []) if todo is None else todo
        self.moves = "move" in cards
        self.recruits = "recruit" in cards
        self.purse = game.gold[seat] + (game.tax(seat) if "tax" in cards else 0)
        self.fights = self.moves and self.purse >= game.setting["min_attack_bid"]
        self.fee: int = max(0, game.setting["min_attack_bid"] - game.value_of(seat, "plunder"))
        if game.value_of(seat, "plunder") > game.setting["min_attack_bid"]:  # attacks bring more than they cost
            self.purse += sum(gold for other, gold in game.gold.items() if other != seat)
        self.steps = game.value_of(seat, "extra_steps", "soldier")
        self.places = self._places()
        self.shots = [province for province in game.provinces if self._is_in_shot(province)]
        self.knight = self._ride()
        self.soldier = self._walk(self.steps)
        last_step = self._walk(self.steps + 1)
        self.reach = {
            province
            for province in game.provinces
            if min(self.knight.get(province, NEVER), last_step.get(province, NEVER)) <= self.purse
        }

    def can_win(self) -> bool:
        if self.can_take_a_castle():
            return True
        return all(self.can_match(rival) for rival in self.game.seats if rival != self.seat)

    # The ways.

    def _places(self) -> list[str]:
        """Where it may recruit before it moves; Vassals reach on and on through empty provinces."""
        game, seat = self.game, self.seat
        places = set(game.places_to_recruit(seat))
        while game.effects(seat, "vassals"):
            more = {
                province
                for province, row in game.provinces.items()
                if province not in places
                and game.is_empty(seat, province)
                and any(other in places for other in row["next"])
            }
            if not more:
                break
            places |= more
        return [province for province in game.provinces if province in places]

    def _is_in_shot(self, province: str) -> bool:
        """Whether a catapult of its own might stand where it reaches this province."""
        game, seat = self.game, self.seat
        if game.provinces[province]["catapult_proof"]:
            return False
        for stand in self._starts("catapult"):
            reach = max([game.provinces[stand]["catapult_range"], *game.effects(seat, "catapult_range")])
            if game.distance(stand, province) <= reach:
                return True
        return False

    def toll(self, province: str) -> int:
        """The least gold that rids a province of its defenders (garrisons apart)."""
        defenders = len(self.game.defenders_in(self.seat, province))
        if defenders == 0:
            return 0
        if not self.fights:
            return NEVER
        if province in self.shots:
            return self.fee
        return self.fee * defenders

    def _starts(self, kind: str) -> dict[str, int]:
        """What it costs to have this unit in a province before any of them moves."""
        game, seat = self.game, self.seat
        starts = {}
        for province in game.provinces:
            if kind in game.units_in(seat, province):
                starts[province] = 0
            elif (
                self.recruits
                and province in self.places
                and game.supply(seat, kind) > 0
                and game.may_be_in(seat, kind, province)
            ):
                starts[province] = game.price(seat, kind)
        return starts if self.moves else {}

    def can_enter(self, kind: str, province: str) -> bool:
        return self.game.may_be_in(self.seat, kind, province) and not self.game.is_enemy_castle(self.seat, province)

    def _ride(self) -> dict[str, int]:
        """The least gold with which a knight may come to stand in each province."""
        best: dict[str, int] = {}
        heap = [(cost, province) for province, cost in self._starts("knight").items()]
        heapq.heapify(heap)
        while heap:
            cost, here = heapq.heappop(heap)
            if here in best:
                continue
            best[here] = cost
            for there in self.game.provinces[here]["next"]:
                if self.can_enter("knight", there):
                    heapq.heappush(heap, (cost + self.toll(there), there))
        return best

    def _walk(self, steps: int) -> dict[str, int]:
        """The same for a soldier that takes at most so many steps."""
        best = self._starts("soldier")
        for _ in range(steps):
            further = dict(best)
            for here, cost in best.items():
                for there in self.game.provinces[here]["next"]:
                    if self.can_enter("soldier", there):
                        further[there] = min(further.get(there, NEVER), cost + self.toll(there))
            best = further
        return best

    def beside(self, province: str) -> int:
        """The least gold with which a soldier or knight may stand next to a province and still attack it."""
        game = self.game
        costs = [NEVER]
        for other in game.provinces[province]["next"]:
            costs.append(self.soldier.get(other, NEVER))
            if game.may_be_in(self.seat, "knight", province):
                costs.append(self.knight.get(other, NEVER))
        return min(costs)

    # A castle.

    def can_take_a_castle(self) -> bool:
        castles = [province for province in self.game.provinces if self.game.is_enemy_castle(self.seat, province)]
        return self.fights and any(
            self.beside(castle) + self.toll(castle) + self.fee <= self.purse for castle in castles
        )

    # The provinces.

    def can_match(self, rival: str) -> bool:
        mine, theirs = self.most_provinces(), self.fewest_provinces(rival)
        if mine != theirs:
            return mine > theirs
        return self.most_gold(theirs) >= self.least_gold(rival)

    def kept_provinces(self) -> int:
        """Provinces that the units on the board and the captures can hold."""
        game, seat = self.game, self.seat
        stacks = [game.units_in(seat, province) for province in game.board if game.units_in(seat, province)]
        if not self.moves:
            return game.provinces_held(seat)
        total = 1 if game.setting["empty_castles"] else 0
        for stack in stacks:
            mobile = sum(game.units[kind]["moves"] != "no" for kind in stack)
            total += mobile + (1 if mobile < len(stack) else 0)
        for kind, row in game.units.items():
            if row["captured"]:
                theirs = sum(kind in game.enemies_in(seat, province) for province in self.reach)
                # a catapult that has fired is in the supply again
                own = row["count"] if row["attacks"] != "no" else game.supply(seat, kind)
                total += min(theirs, own)
        return total

    def prices(self) -> list[int]:
        """The prices of all that it might recruit, cheapest first; what attacks may be back in the supply by then."""
        if not self.recruits:
            return []
        game, seat = self.game, self.seat
        prices = []
        for kind, row in game.units.items():
            back = self.moves and row["attacks"] != "no"
            prices += [game.price(seat, kind)] * (row["count"] if back else game.supply(seat, kind))
        return sorted(prices)

    def most_recruits(self) -> int:
        spent = recruits = 0
        for price in self.prices():
            spent += price
            recruits += spent <= self.purse
        return recruits

    def holdable(self) -> set[str]:
        """The provinces in which it might have a unit in the end."""
        game, seat = self.game, self.seat
        places = {province for province in game.board if game.units_in(seat, province)}
        if game.setting["empty_castles"]:
            places.add(game.castle_of(seat))
        if self.recruits:
            places |= set(self.places)
        if self.moves:
            places |= self.reach
        if self.recruits and self.moves:
            places |= set(game.lands_of(seat))
            if game.effects(seat, "vassals"):
                places |= {province for province in game.provinces if not game.is_enemy_castle(seat, province)}
        return places

    def most_provinces(self) -> int:
        return min(len(self.holdable()), self.kept_provinces() + self.most_recruits())

    def fewest_provinces(self, rival: str) -> int:
        held = [province for province, (owner, _) in self.game.board.items() if owner == rival]
        lasting = self.game.castle_of(rival) if self.game.setting["empty_castles"] else None
        tolls = sorted(self.toll(province) for province in held if province != lasting and self.can_hit(province))
        spent = lost = 0
        for toll in tolls:
            spent += toll
            lost += spent <= self.purse
        return self.game.provinces_held(rival) - lost

    def can_hit(self, province: str) -> bool:
        """Whether some unit might get at a province to clear it."""
        if not self.moves:
            return False
        if province in self.shots:
            return self.toll(province) <= self.purse
        return self.beside(province) + self.toll(province) <= self.purse

    def most_gold(self, provinces: int) -> int:
        """The most gold after income with at least so many provinces."""
        game, seat = self.game, self.seat
        needed = max(0, provinces - self.kept_provinces())
        if not game.setting["last_income"]:
            return int(self.purse - sum(self.prices()[:needed]))
        income = sum(game.effects(seat, "income"))
        income += sum(row["income"] * row["count"] for row in game.units.values())
        income += sum(game.province_income(seat, province) for province in self.holdable())
        return int(self.purse - sum(self.prices()[:needed]) + income)

    def least_gold(self, rival: str) -> int:
        game = self.game
        if not self.moves:
            return game.gold[rival] + (game.income(rival) if game.setting["last_income"] else 0)
        return 0 if game.effects(self.seat, "plunder") else game.gold[rival]
