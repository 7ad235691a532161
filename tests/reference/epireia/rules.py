"""Epireia in slow, plain Python: the flow of the game through its phases, and what can be seen."""

from __future__ import annotations

from typing import Any

from ..base import CHANCE
from .battle import Battle, other
from .core import (
    DELIAN,
    ENEMY,
    LEAGUES,
    RESOURCES,
    SOURCE_ROLL,
    Board,
    Figure,
    Territory,
)

PUBLIC = "pub"


class Epireia(Battle):
    """One game of Epireia."""

    def __init__(
        self, seats: int = 2, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options, data)
        if self.solo and len(self.solo_cities()) == 1:
            self.take_city(self.boards[0], self.solo_cities()[0])

    # --- the flow

    def pending(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.agenda:
            task = self.agenda[0]
            return [CHANCE] if task[0] == "draw" else [task[1]]
        if self.phase in ("city", "league", "administrator"):
            return [self.boards[self.step].seat]
        if self.phase == "figure":
            return [board.seat for board in self.choosing()]
        if self.phase in ("muster", "reveal", "empires", "territories", "cities"):
            return [CHANCE]
        if self.phase == "development":
            return [self.development_turns()[self.step].seat]
        if self.phase == "diplomacy":
            return [self.traveller()]
        if self.phase == "placement":
            return self.placing()
        if self.phase == "leaders":
            return self.leading()
        assert self.phase == "battle", self.phase
        return [self.decider(self.asked(), self.front()).seat]

    def legal(self, seat: str) -> list[str]:
        assert seat in self.pending(), f"{seat} is not pending"
        if seat == CHANCE:
            return [outcome for outcome, _ in self.chance()[1]]
        board = self.board(seat)
        if self.agenda:
            if self.agenda[0][0] == "figure":
                return [f"figure:{id}" for id in self.new_figures(board)]
            return [f"give:{id}" for id in self.held_by(board)]
        if self.phase == "city":
            return [f"city:{id}" for id in self.legal_cities()]
        if self.phase == "league":
            return [f"league:{league}" for league in self.solo_leagues(board.city)]
        if self.phase == "administrator":
            return [f"administrator:{id}" for id in self.legal_administrators()]
        if self.phase == "figure":
            return [f"figure:{id}" for id in self.city_figures(board)]
        if self.phase == "development":
            return self.legal_development(board)
        if self.phase == "diplomacy":
            return self.legal_diplomacy(board)
        if self.phase == "placement":
            return self.legal_placement(seat)
        if self.phase == "leaders":
            return self.legal_leaders(seat)
        return ["engage", "hold"]

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        assert self.pending() == [CHANCE]
        if self.agenda:
            deck = self.agenda[0][2]
            return list(self.deck_rows).index(deck), self.deck_outcomes(deck)
        if self.phase == "muster":
            deck = self.muster_list()[self.step][0]
            return list(self.deck_rows).index(deck), self.deck_outcomes(deck)
        if self.phase == "reveal":
            return self.card_source(), [(f"card:{id}", 1) for id in self.pile()]
        rolls = [(f"roll:{n}", 1) for n in range(1, self.settings["die"] + 1)]
        if self.phase == "diplomacy":
            return self.travel_source(), rolls
        who = self.waiting_roll()
        assert who is not None
        return SOURCE_ROLL[who], rolls

    def play(self, seat: str, move: str) -> None:
        assert move in self.legal(seat), f"{move} is not legal for {seat}"
        if seat == CHANCE:
            self.play_chance(move)
        elif self.agenda:
            self.play_task(self.board(seat), move)
        else:
            self.play_phase(self.board(seat), move)
        self.advance()

    def play_chance(self, move: str) -> None:
        what = move.split(":")[1]
        if move.startswith("card:"):
            self.play_card(what)
        elif move.startswith("roll:"):
            if self.phase == "diplomacy":
                self.play_travel(int(what))
            else:
                self.play_roll(int(what))
        elif self.agenda:
            _, league, deck = self.agenda.pop(0)
            power = int(what.split("@")[0])
            self.decks[deck][power - 1] -= 1
            self.army[league][deck][power - 1] += 1
        else:
            self.play_muster(int(what.split("@")[0]))

    def play_task(self, board: Board, move: str) -> None:
        verb, what = move.split(":")
        self.agenda.pop(0)
        if verb == "figure":
            board.figures.append(Figure(what))
        else:
            self.clear_holder(what)

    def play_phase(self, board: Board, move: str) -> None:
        what = move.partition(":")[2]
        if self.phase == "city":
            self.take_city(board, what)
        elif self.phase == "league":
            self.take_league(what)
        elif self.phase == "administrator":
            self.take_administrator(board, what)
        elif self.phase == "figure":
            self.choose_figure(board, what)
        elif self.phase == "development":
            self.play_development(board, move)
        elif self.phase == "diplomacy":
            self.play_diplomacy(board, move)
        elif self.phase == "placement":
            self.play_placement(board.seat, move)
        elif self.phase == "leaders":
            self.play_leaders(board.seat, move)
        else:
            self.play_battle(move)

    def advance(self) -> None:
        """Go on until somebody must decide: first the agenda, then the objectives, then the phase."""
        steps = {
            "muster": self.step_muster,
            "reveal": self.step_reveal,
            "development": self.step_development,
            "diplomacy": self.step_diplomacy,
            "empires": self.step_empires,
            "territories": self.step_territories,
            "cities": self.step_cities,
            "collection": self.step_collection,
            "placement": self.step_placement,
            "leaders": self.step_leaders,
            "battle": self.step_battle,
        }
        while self.phase in steps:
            if self.agenda:
                if not self.is_void(self.agenda[0]):
                    return
                self.agenda.pop(0)
                continue
            self.judge()
            if not self.agenda and steps[self.phase]():
                return

    def returns(self) -> list[float]:
        assert self.phase == "over"
        return list(self.result)

    def clone(self) -> Epireia:
        return self.from_fields(self.fields(), self.data)

    # --- the whole position

    def fields(self) -> dict[str, Any]:
        return {
            "options": {
                "seats": self.seats,
                "scenario": self.scenario.get("id", ""),
                "city": self.option_city,
                "league": self.option_league,
                "enemy": self.mode,
                "readings": self.readings,
            },
            "phase": self.phase,
            "turn": self.turn,
            "step": self.step,
            "substep": self.substep,
            "boards": [self.board_fields(board) for board in self.boards],
            "treasury": [list(self.treasury[league].values()) for league in LEAGUES],
            "territories": {
                id: {"holder": t.holder, "since": t.since, "brigands": t.brigands, "passing": t.passing}
                for id, t in self.territories.items()
            },
            "joined": {city: self.joined[city] for city in self.city_rows if city in self.joined},
            "decks": {id: list(counts) for id, counts in self.decks.items()},
            "army": [{id: list(counts) for id, counts in self.army[league].items()} for league in LEAGUES],
            "act": self.act,
            "card": self.card,
            "met": self.met,
            "drawn": [id for id in [*self.act_rows, *self.augur_rows] if id in self.drawn],
            "goals": list(self.goals),
            "chosen": {board.seat: self.chosen[board.seat] for board in self.boards if board.seat in self.chosen},
            "agenda": [list(task) for task in self.agenda],
            "rolls": {who: self.rolls[who] for who in (*LEAGUES, "brigands")},
            "slots": [
                {front: [list(column) for column in columns] for front, columns in self.slots[league].items()}
                for league in LEAGUES
            ],
            "leaders": [dict(self.leaders[league]) for league in LEAGUES],
            "battle": {
                "revealed": self.revealed,
                "stage": self.stage,
                "first": self.first,
                "power": [self.power[league] for league in LEAGUES],
                "engaged": {front: list(sides.values()) for front, sides in self.engaged.items()},
                "columns": {front: list(sides.values()) for front, sides in self.columns.items()},
                "fronts": dict(self.fronts),
            },
            "result": list(self.result),
        }

    def board_fields(self, board: Board) -> dict[str, Any]:
        return {
            "seat": board.seat,
            "league": board.league,
            "city": board.city,
            "administrator": board.administrator,
            "resources": list(board.resources.values()),
            "prestige": board.prestige,
            "bonuses": board.bonuses,
            "buildings": list(board.buildings),
            "uses": board.uses,
            "actions": board.actions,
            "favour": board.favour,
            "figures": [[figure.id, figure.at] for figure in board.figures],
            "donations": board.donations,
            "empires": list(board.empires),
            "cities": board.cities,
            "victories": board.victories,
        }

    @classmethod
    def from_fields(
        cls, fields: dict[str, Any], data: dict[str, Any] | None = None, options: dict[str, Any] | None = None
    ) -> Epireia:
        """Set up the position that ``fields()`` describes."""
        options = {key: value for key, value in fields["options"].items() if key != "seats" and value}
        game = cls(fields["options"]["seats"], options, data)
        for name in ("phase", "turn", "step", "substep", "act", "card", "met"):
            setattr(game, name, fields[name])
        game.boards = [game.board_from(row) for row in fields["boards"]]
        for i, league in enumerate(LEAGUES):
            game.treasury[league] = dict(zip(RESOURCES, fields["treasury"][i], strict=True))
            game.army[league] = {id: list(counts) for id, counts in fields["army"][i].items()}
            game.slots[league] = {f: [list(c) for c in columns] for f, columns in fields["slots"][i].items()}
            game.leaders[league] = dict(fields["leaders"][i])
            game.power[league] = fields["battle"]["power"][i]
            for front in game.front_rows:
                game.engaged[front][league] = fields["battle"]["engaged"][front][i]
                game.columns[front][league] = fields["battle"]["columns"][front][i]
        game.territories = {id: Territory(**row) for id, row in fields["territories"].items()}
        game.joined = dict(fields["joined"])
        game.decks = {id: list(counts) for id, counts in fields["decks"].items()}
        game.drawn = list(fields["drawn"])
        game.goals = list(fields["goals"])
        game.chosen = dict(fields["chosen"])
        game.agenda = [tuple(task) for task in fields["agenda"]]
        game.rolls = dict(fields["rolls"])
        game.revealed = fields["battle"]["revealed"]
        game.stage = fields["battle"]["stage"]
        game.first = fields["battle"]["first"]
        game.fronts = dict(fields["battle"]["fronts"])
        game.result = list(fields["result"])
        return game

    @staticmethod
    def board_from(row: dict[str, Any]) -> Board:
        row = dict(row)
        row["resources"] = dict(zip(RESOURCES, row["resources"], strict=True))
        row["figures"] = [Figure(id, at) for id, at in row["figures"]]
        row["buildings"] = list(row["buildings"])
        row["empires"] = list(row["empires"])
        return Board(**row)

    # --- what a seat sees

    def view(self, seat: str) -> dict[str, Any]:
        """Built up from what the seat's league may see; ``pub`` is a spectator, who sees both from outside."""
        league = "" if seat == PUBLIC else self.board(seat).league
        full = self.fields()
        seen: dict[str, Any] = {"you": seat}
        for name in ("options", "phase", "turn", "boards", "treasury", "territories", "joined", "act", "card", "met"):
            seen[name] = full[name]
        for name in ("drawn", "goals", "agenda", "rolls", "battle", "result"):
            seen[name] = full[name]
        secret = self.phase in ("figure", "placement", "leaders")  # how far the others are is hidden as well
        seen["step"] = 0 if secret else self.step
        seen["substep"] = 0 if secret else self.substep
        seen["chosen"] = {seat: self.chosen[seat]} if seat in self.chosen else {}
        seen["decks"] = {id: sum(counts) for id, counts in self.decks.items()}
        if seat != PUBLIC:
            seen["unseen"] = {id: self.unseen(league, id) for id in self.deck_rows}
        seen["army"], seen["slots"], seen["leaders"] = [], [], []
        for i, side in enumerate(LEAGUES):
            own = side == league
            seen["army"].append(full["army"][i] if own else self.army_backs(side))
            seen["slots"].append(full["slots"][i] if own else self.slot_backs(side))
            seen["leaders"].append({} if self.phase == "leaders" and not own else full["leaders"][i])
        return seen

    def is_placing_secretly(self, league: str) -> bool:
        return self.phase == "placement" and league in self.fielding()

    def slot_tokens(self, league: str, deck: str, hidden_only: bool = False) -> list[int]:
        """The powers of the deck's tokens in the league's slots (those not revealed yet, on demand)."""
        row = self.deck_rows[deck]
        powers = []
        for f, (front, columns) in enumerate(self.slots[league].items()):
            if self.front_rows[front]["kind"] != row["kind"]:
                continue
            for c, column in enumerate(columns):
                if hidden_only and 3 * f + c < self.revealed:
                    continue
                powers += [int(name.lstrip("i")) for name in column if name.count("i") == row["level"]]
        return powers

    def army_backs(self, league: str) -> dict[str, int]:
        """How many tokens of each deck an enemy league has in reserve; while it places, those placed included."""
        return {
            id: sum(counts) + (len(self.slot_tokens(league, id)) if self.is_placing_secretly(league) else 0)
            for id, counts in self.army[league].items()
        }

    def slot_backs(self, league: str) -> dict[str, list[list[str]]]:
        """An enemy league's slots: faces of the revealed columns, backs (`ii?`) of the others."""
        if self.is_placing_secretly(league):
            return {front: [] for front in self.front_rows}
        seen: dict[str, list[list[str]]] = {}
        for f, (front, columns) in enumerate(self.slots[league].items()):
            seen[front] = [
                list(column)
                if 3 * f + c < self.revealed
                else sorted(("i" * n.count("i") + "?" for n in column), reverse=True)
                for c, column in enumerate(columns)
            ]
        return seen

    def unseen(self, league: str, deck: str) -> list[int]:
        """By power, the deck's tokens that the league has not seen: the deck and the enemy's hidden ones."""
        counts = list(self.decks[deck])
        if not league:
            return counts
        enemy = other(league)
        for power in range(1, 7):
            counts[power - 1] += self.army[enemy][deck][power - 1]
        for power in self.slot_tokens(enemy, deck, hidden_only=True):
            counts[power - 1] += 1
        return counts

    # --- invariants

    def check(self) -> None:
        caps = self.settings
        for deck, row in self.deck_rows.items():
            for power in range(1, 7):
                n = self.decks[deck][power - 1] + sum(self.army[league][deck][power - 1] for league in LEAGUES)
                n += sum(self.slot_tokens(league, deck).count(power) for league in LEAGUES)
                assert n == row["powers"][power - 1], f"{deck} of power {power}"
                assert self.decks[deck][power - 1] >= 0
        cities = [board.city for board in self.boards if board.city]
        assert len(set(cities)) == len(cities)
        administrators = [board.administrator for board in self.boards if board.administrator]
        assert len(set(administrators)) == len(administrators)
        for league in LEAGUES:
            assert all(0 <= n <= caps["treasury_cap"] for n in self.treasury[league].values())
            for columns in self.slots[league].values():
                assert len(columns) <= 3
                assert all(len(column) <= 2 for column in columns)
        for board in self.boards:
            self.check_board(board)
        for territory in self.territories.values():
            assert not (territory.brigands and territory.holder)
            assert territory.brigands or not territory.passing
            assert (territory.since > 0) == (territory.holder != "")
            assert territory.holder == "" or self.owner_of_city(territory.holder) is not None
        for city in self.joined:
            assert self.owner_of_city(city) is None
            assert not self.solo
        assert self.turn <= (self.scenario["turns"] if self.solo else caps["turns"])
        assert len(self.agenda) <= 16
        if self.phase == "over":
            assert sum(self.result) == 1
            assert not self.pending()
        else:
            assert self.pending()
            for seat in self.pending():
                moves = self.legal(seat)
                assert moves
                assert len(set(moves)) == len(moves)
        if self.pending() == [CHANCE]:
            source, outcomes = self.chance()
            assert 0 <= source < 32
            assert all(weight > 0 for _, weight in outcomes)

    def check_board(self, board: Board) -> None:
        caps = self.settings
        assert all(0 <= n <= caps["resource_cap"] for n in board.resources.values())
        assert 0 <= board.prestige <= caps["prestige_cap"]
        assert 0 <= board.uses <= len(self.building_effects(board, "ability"))
        assert board.actions >= 0
        if self.phase != "development":
            assert board.actions == 0
        for city in self.city_rows:
            own = [figure for figure in board.figures if self.figure_rows[figure.id]["city"] == city]
            assert len(own) <= caps["figures_max"]
            assert len({figure.id for figure in own}) == len(own)
            if self.owner_of_city(city) is board:
                held = [t for t in self.territories.values() if t.holder == city]
                giving = ("give", board.seat) in self.agenda
                assert len(held) <= caps["trade_posts"] + giving
        if board.seat != ENEMY:
            assert all(self.figure_rows[figure.id]["city"] == board.city for figure in board.figures)
        sent = [figure.at for figure in board.figures if figure.at not in ("", "road")]
        if board.seat != ENEMY or self.mode != "die":
            assert len(set(sent)) == len(sent)
        if self.is_inert(board):
            assert not any(board.resources.values())
            assert not board.buildings
            assert board.prestige == 0
        assert board.league in ("", *LEAGUES)
        assert board.league != "" or self.phase in ("city", "league")
        if self.seats in (2, 3, 4) and board.seat == "s0":
            assert board.league == DELIAN
