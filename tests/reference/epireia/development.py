"""Epireia, the slow plain reading: setup, the turn of the cards, development and diplomacy."""

from __future__ import annotations

from typing import Any

from ..base import CHANCE
from .core import (
    ENEMY,
    HOME,
    LEAGUES,
    RESOURCES,
    SOURCE_ACTS,
    SOURCE_AUGUR,
    SOURCE_TRAVEL,
    Board,
    Core,
    Figure,
    amounts,
    listed,
)


class Development(Core):
    """What happens before the figures' journeys are resolved."""

    def enter(self, phase: str) -> None:
        self.phase = phase
        self.step = 0
        self.substep = 0

    # --- drafts

    def legal_cities(self) -> list[str]:
        if self.solo:
            return self.solo_cities()
        taken = [board.city for board in self.boards]
        return [city for city in self.city_rows if city not in taken]

    def take_city(self, board: Board, city: str) -> None:
        board.city = city
        if not self.solo:
            self.step += 1
            if self.step == len(self.boards):
                self.enter("administrator")
            return
        leagues = self.solo_leagues(city)
        if len(leagues) == 1:
            self.take_league(leagues[0])
        else:
            self.enter("league")

    def take_league(self, league: str) -> None:
        player, enemy = self.boards
        player.league = league
        enemy.league = LEAGUES[1 - LEAGUES.index(league)]
        self.enter("administrator")

    def legal_administrators(self) -> list[str]:
        taken = [board.administrator for board in self.boards]
        return [id for id in self.administrator_rows if id not in taken]

    def take_administrator(self, board: Board, administrator: str) -> None:
        board.administrator = administrator
        self.step += 1
        if self.solo or self.step == len(self.boards):
            self.enter("figure")

    def choosing(self) -> list[Board]:
        """Who still owes the secret choice of a starting figure."""
        boards = self.boards[:1] if self.solo else self.boards
        return [board for board in boards if board.seat not in self.chosen]

    def city_figures(self, board: Board) -> list[str]:
        return [id for id, row in self.figure_rows.items() if row["city"] == board.city]

    def choose_figure(self, board: Board, figure: str) -> None:
        self.chosen[board.seat] = figure
        if self.choosing():
            return
        for seat, id in self.chosen.items():
            self.board(seat).figures.append(Figure(id))
        self.chosen = {}
        if self.solo:
            self.enter("muster")
        else:
            self.start_turn()

    # --- solo: the enemy's army

    def muster_list(self) -> list[tuple[str, str, int]]:
        """The enemy's tokens as (deck, front, column); no front for those that go to its army."""
        if self.mode == "rival":
            return [(deck, "", 0) for deck in self.scenario["rival_army"]]
        return [
            (deck, front, column)
            for front in self.front_rows
            for column, decks in enumerate(self.scenario[front])
            for deck in decks
        ]

    def step_muster(self) -> bool:
        enemy = self.board(ENEMY)
        if self.step == 0 and self.mode != "rival":
            for front in self.front_rows:
                self.slots[enemy.league][front] = [[], [], []]
        if self.step < len(self.muster_list()):
            return True
        self.turn_up(self.scenario["constraint"])
        self.start_turn()
        return False

    def play_muster(self, power: int) -> None:
        deck, front, column = self.muster_list()[self.step]
        league = self.board(ENEMY).league
        self.step += 1
        self.decks[deck][power - 1] -= 1
        if front:
            self.slots[league][front][column].append("i" * self.deck_rows[deck]["level"] + str(power))
        else:
            self.army[league][deck][power - 1] += 1

    # --- the start of a turn: the act's card, or the augur's

    def pile(self) -> list[str]:
        """The cards that can be turned up now."""
        if self.solo:
            return [id for id in self.augur_rows if id not in self.drawn]
        return [id for id, row in self.act_rows.items() if row["act"] == self.act and id not in self.drawn]

    def start_turn(self) -> None:
        self.turn += 1
        for board in self.boards:
            board.favour = 0
        self.enter("reveal")
        if self.solo:
            self.card = ""
            return
        if self.turn == 1:
            late = self.settings[f"late_army_{len(self.boards)}"]
            self.agenda += [("draw", "peloponnesian", deck) for deck in late]
        if self.act == 0 or self.met:
            self.act += 1
            self.met = False
            self.card = ""
        elif self.is_possible(self.card):
            self.step = 1
        else:
            self.card = ""  # nobody can fulfil it any more: another one of the act
        if self.step == 0:
            self.skip_empty_pile()

    def skip_empty_pile(self) -> None:
        """An act without a card left counts as met, without a reward."""
        if not self.pile():
            self.met = True
            self.step = 1

    def card_source(self) -> int:
        return SOURCE_AUGUR if self.solo else SOURCE_ACTS + self.act - 1

    def play_card(self, card: str) -> None:
        self.drawn.append(card)
        if self.solo:
            self.card = card
            self.step = 1
            self.turn_up(self.augur_rows[card]["effects"], for_one_turn=True)
        elif self.is_possible(card):
            self.card = card
            self.step = 1
            self.turn_up(self.act_rows[card]["constraint"])
        else:
            self.skip_empty_pile()

    def step_reveal(self) -> bool:
        if self.step == 0:
            return True
        for board in self.developing():
            for resource in RESOURCES:
                tax = self.sum_effect(board, "tax", of=resource)
                board.resources[resource] = max(0, board.resources[resource] - tax)
        self.enter("development")
        return False

    # --- 1. development

    def step_development(self) -> bool:
        turns = self.development_turns()
        if self.step == len(turns):
            self.enter("diplomacy")
            return False
        board = turns[self.step]
        if self.substep == 0:
            board.actions = max(0, self.settings["actions"] + self.sum_effect(board, "actions"))
            self.substep = 1
        if self.legal_development(board) == ["done"]:
            self.end_development_turn(board)
            return False
        return True

    def end_development_turn(self, board: Board) -> None:
        board.actions = 0
        self.step += 1
        self.substep = 0

    def legal_development(self, board: Board) -> list[str]:
        moves: list[str] = []
        if board.actions > 0:
            moves += self.legal_donations(board)
            moves += [f"build:{id}" for id in self.building_rows if self.can_build(board, id)]
            moves += [f"produce:{id}" for id in self.deck_rows if self.can_produce(board, id, board.resources)]
            if self.settings["treasury_pays"]:
                chest = self.treasury[board.league]
                moves += [f"produce:{id}@treasury" for id in self.deck_rows if self.can_produce(board, id, chest)]
        moves += self.legal_abilities(board)
        return [*moves, "done"]

    def legal_donations(self, board: Board) -> list[str]:
        if self.has_effect(board, "no_donations"):
            return []
        least, most = self.settings["donate_min"], self.settings["donate_max"]
        return [
            f"donate:{n}@{resource}"
            for resource in RESOURCES
            for n in range(least, min(most, board.resources[resource]) + 1)
        ]

    def with_effect(self, board: Board, cost: dict[str, int], word: str) -> dict[str, int]:
        """A cost as the open cards change it."""
        return {resource: max(0, n + self.sum_effect(board, word, of=resource)) for resource, n in cost.items()}

    def building_cost(self, board: Board, building: str) -> dict[str, int]:
        return self.with_effect(board, listed(self.building_rows[building]["cost"]), "building_cost")

    def token_cost(self, board: Board, deck: str) -> dict[str, int]:
        return self.with_effect(board, listed(self.deck_rows[deck]["cost"]), "army_cost")

    def can_build(self, board: Board, building: str) -> bool:
        return (
            building not in board.buildings
            and not self.has_effect(board, "no_building", type=self.building_rows[building]["type"])
            and self.can_pay(board, self.building_cost(board, building))
        )

    def can_produce(self, board: Board, deck: str, purse: dict[str, int]) -> bool:
        row = self.deck_rows[deck]
        if row["level"] == 2:
            kinds = [effect["kind"] for effect in self.building_effects(board, "level2")]
            if row["kind"] not in kinds or self.has_effect(board, "no_level2"):
                return False
        cost = self.token_cost(board, deck)
        return sum(self.decks[deck]) > 0 and all(purse[resource] >= cost[resource] for resource in RESOURCES)

    def legal_abilities(self, board: Board) -> list[str]:
        if board.uses >= len(self.building_effects(board, "ability")):
            return []
        ability = self.administrator_rows[board.administrator]["ability"]
        if ability["do"] == "levy":
            decks = [id for id, row in self.deck_rows.items() if row["level"] == 1 and sum(self.decks[id])]
            return [f"ability:{id}" for id in decks]
        if ability["do"] == "trade":
            return [
                f"ability:{give}>{get}"
                for give in RESOURCES
                for get in RESOURCES
                if give != get and board.resources[give] >= ability["give"]
            ]
        if ability["do"] == "favour" and board.favour:
            return []
        return ["ability"]

    def play_development(self, board: Board, move: str) -> None:
        verb, _, what = move.partition(":")
        if verb == "done":
            self.end_development_turn(board)
        elif verb == "donate":
            amount, resource = what.split("@")
            self.donate(board, int(amount), resource)
        elif verb == "build":
            board.actions -= 1
            self.lose(board, self.building_cost(board, what))
            board.buildings.append(what)
            board.buildings.sort(key=list(self.building_rows).index)
            effect = self.building_rows[what]["effect"]
            if effect["do"] == "prestige":
                self.add_prestige(board, effect["n"])
            elif effect["do"] == "figure":
                self.agenda.append(("figure", board.seat))
        elif verb == "produce":
            deck, _, payer = what.partition("@")
            purse = self.treasury[board.league] if payer else board.resources
            board.actions -= 1
            for resource, n in self.token_cost(board, deck).items():
                purse[resource] -= n
            self.agenda.append(("draw", board.league, deck))
        elif verb == "ability":
            board.uses += 1
            self.use_ability(board, self.administrator_rows[board.administrator]["ability"], what)

    def donate(self, board: Board, n: int, resource: str) -> None:
        board.actions -= 1
        board.resources[resource] -= n
        self.fill_treasury(board.league, amounts({resource: n}))
        board.donations += 1
        self.add_prestige(board, self.settings["donate_prestige"] + self.sum_effect(board, "donation"))

    def use_ability(self, board: Board, ability: dict[str, Any], what: str) -> None:
        word = ability["do"]
        if word == "levy":
            self.agenda.append(("draw", board.league, what))
        elif word == "actions":
            board.actions += ability["n"]
        elif word == "prestige":
            self.add_prestige(board, ability["n"])
        elif word == "trade":
            give, get = what.split(">")
            board.resources[give] -= ability["give"]
            self.gain(board, amounts({get: ability["get"]}))
        elif word == "gain":
            self.gain(board, amounts(ability))
        elif word == "favour":
            board.favour = ability["n"]

    # --- 2. diplomacy

    def step_diplomacy(self) -> bool:
        boards = self.travelling()
        if self.step == len(boards):
            self.enter("empires")
            return False
        board = boards[self.step]
        rests = board.seat == ENEMY and self.has_effect(None, "enemy_rests")
        if rests or self.substep == len(board.figures):
            self.step += 1
            self.substep = 0
            return False
        return True

    def traveller(self) -> str:
        """The seat that sends the next figure; chance for the enemy of `die`."""
        seat = self.travelling()[self.step].seat
        return CHANCE if seat == ENEMY and self.mode == "die" else seat

    def travel_source(self) -> int:
        return SOURCE_TRAVEL

    def can_pay_tribute(self, league: str, city: str) -> bool:
        tribute = listed(self.city_rows[city]["tribute"])
        return all(self.treasury[league][resource] >= tribute[resource] for resource in RESOURCES)

    def can_send(self, board: Board, space: str) -> bool:
        if self.at_space(board.league, space) or not self.is_open(space):
            return False
        if space in self.city_rows:
            return not self.solo and self.is_neutral(space) and self.can_pay_tribute(board.league, space)
        if space in self.territories and self.territories[space].holder:
            holder = self.owner_of_city(self.territories[space].holder)
            return holder is None or holder is board or holder.league != board.league
        return True

    def legal_diplomacy(self, board: Board) -> list[str]:
        figure = board.figures[self.substep]
        spaces = [*self.empire_rows, *self.territory_rows, *self.city_rows]
        return [f"send:{figure.id}@{space}" for space in spaces if self.can_send(board, space)] + [f"stay:{figure.id}"]

    def play_diplomacy(self, board: Board, move: str) -> None:
        verb, what = move.split(":")
        figure = board.figures[self.substep]
        figure.at = what.split("@")[1] if verb == "send" else HOME
        self.substep += 1

    def play_travel(self, roll: int) -> None:
        """Solo, `die`: the table sends the enemy's figure; a closed space keeps it at home."""
        figure = self.board(ENEMY).figures[self.substep]
        space = self.die_rows[roll][self.figure_rows[figure.id]["city"]]
        figure.at = space if self.is_open(space) else HOME
        self.substep += 1
