"""Small games with known solutions, by which the search is checked. They are offered
with the engine option ``Toys`` (``petteia play --toys``).

- **Kuhn**: three cards, one each, one bet of one chip. Worth -1/18 chips to the first player.
- **Leduc**: two suits of three ranks, two rounds of betting with an open card between them.
- **Goofspiel**: both bid cards of equal hands for prizes, the highest first; bids stay hidden.
- **Attack**: one hidden bid against guesses; success is worth 5 gold, the bid is spent.
- **Siege**: an attack through two defences that each guess twice, out of one purse.
- **Coin**: a sure 0.6 against calling a covered coin.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, ClassVar

from ....ext import core
from ....ext.games.toys import bids, coin, goofspiel, poker
from ...components import Data
from ...messages import Value
from .toy import Toy

__all__ = ["Attack", "Coin", "Goofspiel", "Kuhn", "Leduc", "Siege", "Toy"]

RANKS = "jqk"


class Kuhn(Toy):
    name = "kuhn"
    event_words: ClassVar[dict[int, str]] = {
        poker.EV_DEAL: "deal",
        poker.EV_BOARD: "board",
        poker.EV_ACT: "act",
        poker.EV_OVER: "over",
    }
    # Ranks, suits, rounds, raises, bets of the rounds.
    shape: ClassVar[tuple[int, int, int, int, tuple[int, int]]] = (3, 1, 1, 1, (1, 0))

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.rules = core.Rules(self.name, poker.make_rules(*self.shape))

    def unpack(self, raw: bytes) -> dict[str, Any]:
        return poker.unpack(raw)

    def moves(self) -> dict[int, str]:
        deals = {poker.DO_DEAL | rank << 4: f"deal:{word}" for rank, word in enumerate(RANKS)}
        return {poker.DO_FOLD: "fold", poker.DO_CALL: "call", poker.DO_RAISE: "raise"} | deals

    def _card(self, rank: int) -> str:
        return self.words(f"value.{RANKS[rank]}" if rank < len(RANKS) else "value.hidden")

    def facts(self, view: dict[str, Any]) -> list[tuple[str, str]]:
        cards, paid = self._by_seat(view["card"]), self._by_seat(view["paid"])
        found = [(self.words("field.card_of", who=name), self._card(rank)) for name, rank in cards]
        if self.shape[2] > 1:
            found.append((self.label("board"), self._card(view["board"])))
        return found + [(self.words("field.paid_by", who=name), str(chips)) for name, chips in paid]

    def told(self, word: str, seen: int, secret: int | None) -> tuple[str, dict[str, Value]]:
        match word:
            case "deal":
                return ("deal_hidden", {}) if secret is None else ("deal", {"card": self._card(secret)})
            case "board":
                return "board", {"card": self._card(seen)}
            case "act":
                return {poker.DO_FOLD: "fold", poker.DO_CALL: "call", poker.DO_RAISE: "raise"}[seen], {}
        chips = seen - 64
        return ("chips", {"winner": self.seat_name(self.seats[chips < 0]), "n": abs(chips)}) if chips else ("even", {})


class Leduc(Kuhn):
    name = "leduc"
    shape = (3, 2, 2, 2, (2, 4))


class Goofspiel(Toy):
    name = "goofspiel"
    options: ClassVar[dict[str, tuple[str, ...]]] = {"cards": ("4", "3", "5", "6")}
    event_words: ClassVar[dict[int, str]] = {
        goofspiel.EV_CARD: "card",
        goofspiel.EV_PRIZE: "prize",
        goofspiel.EV_OVER: "over",
    }

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.rules = core.Rules(self.name, goofspiel.make_rules(int(self._chosen["cards"])))

    def unpack(self, raw: bytes) -> dict[str, Any]:
        return goofspiel.unpack(raw)

    def moves(self) -> dict[int, str]:
        return {goofspiel.DO_CARD | card << 4: f"card:{card}" for card in range(1, int(self._chosen["cards"]) + 1)}

    def facts(self, view: dict[str, Any]) -> list[tuple[str, str]]:
        found = []
        if view["you"] in self.seats:
            mask = view["hand"][self.seats.index(view["you"])]
            cards = [str(card) for card in range(1, int(self._chosen["cards"]) + 1) if mask >> (card - 1) & 1]
            found.append((self.label("hand"), self.words.join("comma", cards) or "-"))
        found.append((self.label("prize"), str(int(self._chosen["cards"]) - view["round"])))
        points = self._by_seat(view["points"])
        return found + [(self.words("field.points_of", who=name), str(n)) for name, n in points]

    def told(self, word: str, seen: int, secret: int | None) -> tuple[str, dict[str, Value]]:
        if word == "card":
            return "card", {"n": secret or 0}
        winner = self.seat_name(self.seats[seen]) if seen < len(self.seats) else ""
        if word == "prize":
            return ("prize", {"winner": winner}) if winner else ("no_prize", {})
        return ("most_points", {"winner": winner}) if winner else ("even", {})


class Attack(Toy):
    name = "attack"
    options: ClassVar[dict[str, tuple[str, ...]]] = {
        "gold": tuple(str(gold) for gold in (6, *range(6), *range(7, 16))),
        "guesses": ("1", "2", "3"),
        "unit": ("0", "1", "2", "3"),
    }
    event_words: ClassVar[dict[int, str]] = {
        bids.EV_BID: "bid",
        bids.EV_GUESS: "guess",
        bids.EV_OUTCOME: "outcome",
        bids.EV_OVER: "over",
    }
    defences = 1

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        prize = self.components.settings()["prize"].number("value", 1, 100)
        self.rules = self._rules(int(self._chosen["gold"]), prize)

    def _rules(self, gold: int, prize: int) -> core.Rules:
        guesses, unit = int(self._chosen["guesses"]), int(self._chosen["unit"])
        return core.Rules(self.name, bids.make_rules(gold, guesses, 1, prize, unit, 1))

    def unpack(self, raw: bytes) -> dict[str, Any]:
        return bids.unpack(raw)

    def moves(self) -> dict[int, str]:
        gold = int(self._chosen["gold"])
        words = {bids.DO_BID | bid << 4: f"bid:{bid}" for bid in range(gold + 1)}
        for size in (1, 2, 3):
            for named in combinations(range(gold + 1), size):
                words[bids.DO_GUESS | sum(1 << bid for bid in named) << 4] = f"guess:{','.join(map(str, named))}"
        return words

    def facts(self, view: dict[str, Any]) -> list[tuple[str, str]]:
        return [(self.label("gold"), str(view["gold"])), (self.label("defences"), str(view["left"]))]

    def told(self, word: str, seen: int, secret: int | None) -> tuple[str, dict[str, Value]]:
        match word:
            case "bid":
                return "bid", {"n": secret or 0}
            case "guess":
                named = [str(amount) for amount in range(16) if (secret or 0) >> amount & 1]
                return "guess", {"amounts": named}
            case "outcome":
                return "guessed" if seen >> 4 else "passed", {"n": seen & 15}
        return "taken" if seen else "held", {}


class Siege(Attack):
    name = "siege"
    options: ClassVar[dict[str, tuple[str, ...]]] = {"gold": Attack.options["gold"]}

    def _rules(self, gold: int, prize: int) -> core.Rules:
        return core.Rules(self.name, bids.make_rules(gold, 2, 2, 1, 0, 0))


class Coin(Toy):
    name = "coin"
    event_words: ClassVar[dict[int, str]] = {coin.EV_TOSS: "toss", coin.EV_CHOICE: "choice", coin.EV_OVER: "over"}

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.rules = core.Rules(self.name, coin.make_rules(self.components.settings()["sure"].number("value", 0, 100)))

    def unpack(self, raw: bytes) -> dict[str, Any]:
        return coin.unpack(raw)

    def moves(self) -> dict[int, str]:
        sides = ("heads", "tails")
        words = {coin.DO_TOSS | side << 4: f"toss:{word}" for side, word in enumerate(sides)}
        words |= {coin.DO_CALL | side << 4: f"call:{word}" for side, word in enumerate(sides)}
        return words | {coin.DO_SURE: "sure", coin.DO_LATER: "later"}

    def facts(self, view: dict[str, Any]) -> list[tuple[str, str]]:
        return [(self.label("coin"), self.words("value.hidden"))]

    def told(self, word: str, seen: int, secret: int | None) -> tuple[str, dict[str, Value]]:
        if word == "toss":
            return "toss", {}
        if word == "choice":
            move = self.format_move(seen)
            side = move.partition(":")[2]
            return self._verb(move), {"side": self.words(f"value.{side}")} if side else {}
        return "share", {"n": seen}
