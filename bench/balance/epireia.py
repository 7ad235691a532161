"""Epireia: leagues, cities, administrators, cards and scenarios, and whether every component is worth choosing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from petteia.engine import Game, Ruleset

from .facts import Balance, Bounds, Fact, of_seats, picks

LEAGUE = {2: (0.45, 0.55), 3: (0.40, 0.60), 4: (0.45, 0.55)}  # by players
PART = (0.40, 0.60)  # for a city, an administrator, an act's card
EASIEST = {"die": (0.80, 0.95), "ai": (0.60, 0.85)}  # for the lone player, by enemy
HARDEST = {"die": (0.25, 0.50), "ai": (0.15, 0.40)}
BY_ACT_3 = (0.80, 1.00)  # of the games of two and more
PICKED = (0.08, 0.50)  # of the offers
USED = (0.08, 0.85)  # of a lone city's or player's games, and of development actions
VISITED = (0.08, 1.00)
AT_CAP = (0.0, 0.20)  # of the turns
MEETS = (0.55, 1.00)  # of what the enemy sends, if it is an engine

GOODS = ("wheat", "wood", "copper")
CHOSEN = ("city", "administrator", "figure")
DEVELOPMENT = ("produce", "build", "donate")
ENEMY = "enemy"  # the seat of the enemy cities, where an engine plays them


class Epireia(Balance):
    game = "epireia"
    lots = ("city:", "administrator:")
    about: ClassVar = {
        "league": "share of the games that the Delian League takes",
        "solo": "share of the games that the lone player takes, by scenario and enemy",
        "city": "share that a city's league takes",
        "administrator": "share that an administrator's league takes",
        "act": "share that the Delian League takes of games with this card",
        "city picked": "share of the offers of this city that are taken",
        "administrator picked": "share of the offers of this administrator that are taken",
        "figure picked": "share of the offers of this figure, as a city's first, that are taken",
        "building": "share of the seats that build it in a game",
        "office": "share of the Administrator buildings that an administrator's seat builds in a game",
        "visited": "share of the seats that send somebody there in a game",
        "development": "share of the development actions",
        "at the cap": "share of turns that end with as much as a city can hold",
        "enemy's send": "share of what an engine's enemy cities send that meets the player or takes its territory",
        "ended by": "share of the games that end so",
        "length": "turns",
        "open": "turns that a card lay open until it was met",
    }
    counted = frozenset({"length", "open"})

    def shapes(self, rules: Ruleset) -> list[dict[str, str]]:
        if rules.n_seats > 1:
            return [{}]
        return [{"scenario": scenario, "enemy": "die"} for scenario in rules.options["scenario"]]

    def facts(self, game: Game, moves: Sequence[tuple[str, str]], returns: Sequence[float]) -> Iterator[Fact]:
        watch = Watch(game)
        for seat, move in of_seats(moves):
            yield from watch.before(seat, move)
            game.play(seat, move)
            yield from watch.after()
        view, options = game.view("pub"), game.ruleset.chosen
        boards = [board for board in view["boards"] if board["seat"] != ENEMY]
        yield Fact("ended by", "act III" if view["turn"] < watch.most_turns else "the last turn", 1.0)
        yield Fact("length", "turns", view["turn"])
        yield from watch.used(boards)
        if len(boards) == 1:
            yield Fact("solo", f"{options['scenario']}, {options['enemy']}", returns[0])
            return
        yield Fact("league", "delian", returns[0])
        for board in boards:
            share = returns[0 if board["league"] == "delian" else 1]
            yield Fact("city", board["city"], share)
            yield Fact("administrator", board["administrator"], share)
        yield from (Fact("act", card, returns[0]) for card in sorted(watch.cards - {""}))
        yield from (Fact("open", card, turns) for card, turns in turns_open(game.events()))

    def bounds(self, kind: str, name: str, rules: Ruleset) -> Bounds | None:
        match kind:
            case "solo":
                return solo_bounds(*name.split(", "), rules)
            case "league":
                return LEAGUE[rules.n_seats]
            case "ended by" if name == "act III" and rules.n_seats > 1:
                return BY_ACT_3
            case "enemy's send" if name.startswith("meets"):
                return MEETS
        parts = dict.fromkeys(("city", "administrator", "act"), PART)
        picked = dict.fromkeys((f"{kind} picked" for kind in CHOSEN), PICKED)
        used = {"building": USED, "office": USED, "visited": VISITED, "development": USED, "at the cap": AT_CAP}
        return (parts | picked | used).get(kind)


def solo_bounds(scenario: str, enemy: str, rules: Ruleset) -> Bounds | None:
    """Scenarios have grades; only the easiest and the hardest have bounds."""
    grades = {row.values["id"]: row.values["grade"] for row in rules.components if "grade" in row.values}
    grade = grades[scenario]
    if grade == min(grades.values()):
        return EASIEST.get(enemy)
    return HARDEST.get(enemy) if grade == max(grades.values()) else None


class Watch:
    """What has to be looked at while a game goes on."""

    def __init__(self, game: Game) -> None:
        settings = game.ruleset.components.settings()
        self.game = game
        self.most_turns, self.cap = (settings[name].values["value"] for name in ("turns", "resource_cap"))
        self.cards: set[str] = set()
        self.visits: dict[str, set[str]] = defaultdict(set)
        self.turn = 0
        self.view: dict[str, Any] = game.view("pub")
        self.sent: dict[str, list[str]] = defaultdict(list)  # this turn: where each seat sent somebody

    def before(self, seat: str, move: str) -> Iterator[Fact]:
        word, _, what = move.partition(":")
        if word in CHOSEN and self.view["phase"] == word and seat != ENEMY:
            yield from picks(self.game, seat, move)
        if word in DEVELOPMENT and seat != ENEMY:
            yield from (Fact("development", name, float(name == word)) for name in DEVELOPMENT)
        if word == "send":
            place = what.partition("@")[2]
            self.visits[seat].add(place)
            self.sent[seat].append(place)

    def after(self) -> Iterator[Fact]:
        earlier, self.view = self.view, self.game.view("pub")
        self.cards.add(self.view["card"])
        if self.view["turn"] != self.turn:
            if self.turn:
                yield from self._turn_ends(earlier)
            self.turn = self.view["turn"]
            self.sent.clear()

    def _turn_ends(self, earlier: dict[str, Any]) -> Iterator[Fact]:
        """``earlier`` is how things stood before the turn's last move, which let the figures arrive."""
        for board in self.view["boards"]:
            if board["seat"] == ENEMY or not board["administrator"]:
                continue
            full = [amount == self.cap for amount in board["resources"]]
            yield from (Fact("at the cap", good, float(is_full)) for good, is_full in zip(GOODS, full, strict=True))
            yield Fact("at the cap", "any of them", float(any(full)))
        lone = self.view["boards"][0]["city"]
        met = {place for seat, places in self.sent.items() if seat != ENEMY for place in places}
        for place in self.sent[ENEMY]:
            was, now = (view["territories"].get(place, {"holder": ""})["holder"] for view in (earlier, self.view))
            meets = place in met or (was == lone and now not in (lone, ""))
            yield Fact("enemy's send", "meets the player or takes from it", float(meets))
            is_empire = place not in self.view["territories"]
            yield Fact("enemy's send", "to an empire where nobody is", float(is_empire and place not in met))

    def used(self, boards: Sequence[dict[str, Any]]) -> Iterator[Fact]:
        """Buildings and places, of every seat that people have."""
        components = self.game.ruleset.components
        buildings = [row.values["id"] for row in components.table("building")]
        offices = {row.values["id"] for row in components.table("building") if row.values["type"] == "administrator"}
        places = [row.values["id"] for table in ("empire", "territory") for row in components.table(table)]
        for board in boards:
            yield from (Fact("building", name, float(name in board["buildings"])) for name in buildings)
            yield Fact("office", board["administrator"], len(offices & set(board["buildings"])) / len(offices))
            yield from (Fact("visited", name, float(name in self.visits[board["seat"]])) for name in places)


def turns_open(events: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each card that was met, and for how many turns it lay open."""
    card, turn, came = "", 0, 0
    for event in events:
        match event.split():
            case ["turn", number]:
                turn = int(number)
            case ["move", "chance", move] if move.startswith("card:"):
                card, came = move.removeprefix("card:"), turn
            case ["met", *_]:
                yield card, 1 + turn - came
