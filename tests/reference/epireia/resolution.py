"""Epireia, the slow plain reading: the resolution phase and the end of a turn."""

from __future__ import annotations

from .core import DELIAN, ENEMY, HOME, PELOPONNESIAN, RESOURCES, ROAD, TURN_PHASES, Board, Figure, listed
from .development import Development


class Resolution(Development):
    """Empires, territories, Greek cities, collection."""

    # --- rolls

    def sides(self, space: str) -> list[str]:
        """The leagues with a figure there, the Peloponnesian first."""
        return [league for league in (PELOPONNESIAN, DELIAN) if self.at_space(league, space)]

    def next_roll(self, wanted: list[str]) -> str | None:
        """Who rolls next of those that must."""
        for who in ("brigands", PELOPONNESIAN, DELIAN):
            if who in wanted and self.rolls[who] == 0:
                return who
        return None

    def clear_rolls(self) -> None:
        for who in self.rolls:
            self.rolls[who] = 0

    def figure_value(self, figure: Figure, space: str, against_brigands: bool = False) -> int:
        """What the figure itself brings to a roll at the space."""
        row = self.figure_rows[figure.id]
        talent = row["talent"]
        word = talent["do"]
        if space in self.territory_rows:
            helps = word == self.territory_rows[space]["kind"]
            helps = helps or (word == "brigand" and against_brigands) or (word == "city" and self.solo)
            return int(row["power"] + (talent["n"] if helps else 0))
        helps = word == "city" if space in self.city_rows else word == "empire" and talent["at"] == space
        return int(row["diplomacy"] + (talent["n"] if helps else 0))

    def board_value(self, board: Board, space: str) -> int:
        """What the figure's city brings to a roll at the space."""
        value: int = self.sum_effect(None, "enemy_roll") if board.seat == ENEMY else 0
        embassy: int = sum(effect["n"] for effect in self.building_effects(board, "empire_roll"))
        assembly: int = sum(effect["n"] for effect in self.building_effects(board, "city_roll"))
        if space in self.empire_rows:
            return value + embassy + board.favour + self.sum_effect(board, "empire_roll")
        if space in self.territory_rows:
            helps = self.solo and self.settings["assembly_alone"]
            return value + (assembly if helps else 0) + self.sum_effect(board, "territory_roll")
        return value + assembly + board.favour + self.sum_effect(board, "city_roll")

    def champion(self, league: str, space: str, against_brigands: bool = False) -> tuple[Board, Figure]:
        """The figure that acts for its side: the strongest there, the first of equals."""
        return max(
            self.at_space(league, space), key=lambda pair: self.figure_value(pair[1], space, against_brigands)
        )  # max keeps the first of equals

    def total(self, league: str, space: str, against_brigands: bool = False) -> int:
        board, figure = self.champion(league, space, against_brigands)
        return self.rolls[league] + self.figure_value(figure, space, against_brigands) + self.board_value(board, space)

    def waiting_roll(self) -> str | None:
        """In the resolution phase: who must roll now (a league or the brigands)."""
        if self.phase == "empires" and self.step < len(self.empire_rows):
            return self.next_roll(self.sides(list(self.empire_rows)[self.step]))
        if self.phase == "territories" and self.step < len(self.territory_rows):
            space = list(self.territory_rows)[self.step]
            sides = self.sides(space)
            if sides and self.territories[space].brigands:
                return self.next_roll(["brigands", *sides])
            return self.next_roll(sides) if len(sides) == 2 else None
        if self.phase == "cities" and self.step < len(self.city_rows):
            return self.next_roll(self.suitors(list(self.city_rows)[self.step]))
        return None

    def play_roll(self, n: int) -> None:
        who = self.waiting_roll()
        assert who is not None
        self.rolls[who] = n

    # --- 3.1 empires

    def step_empires(self) -> bool:
        if self.step == len(self.empire_rows):
            self.enter("territories")
            return False
        if self.waiting_roll():
            return True
        space = list(self.empire_rows)[self.step]
        totals = {league: self.total(league, space) for league in self.sides(space)}
        for league, total in totals.items():
            others = [other for rival, other in totals.items() if rival != league]
            if total >= self.empire_rows[space]["target"] and all(total > other for other in others):
                self.reward_empire(*self.champion(league, space), space)
        self.clear_rolls()
        self.step += 1
        return False

    def reward_empire(self, board: Board, figure: Figure, space: str) -> None:
        if self.is_inert(board):
            return  # the enemy of `die` and `ai` only keeps the reward from the player
        row = self.empire_rows[space]
        self.gain(board, listed(row["reward"]))
        if row["token"]:
            self.agenda.append(("draw", board.league, row["token"]))
        self.use_talent(board, figure, "gift")
        if space not in board.empires:
            board.empires.append(space)
            board.empires.sort(key=list(self.empire_rows).index)

    def use_talent(self, board: Board, figure: Figure, word: str) -> None:
        """The talents that bring resources."""
        talent = self.figure_rows[figure.id]["talent"]
        if talent["do"] == word:
            self.gain(board, {resource: talent["n"] * (resource == talent["of"]) for resource in RESOURCES})

    # --- 3.2 territories

    def step_territories(self) -> bool:
        if self.step == len(self.territory_rows):
            self.collect_territories()
            self.enter("collection" if self.solo else "cities")
            return False
        if self.waiting_roll():
            return True
        space = list(self.territory_rows)[self.step]
        sides = self.sides(space)
        if sides and self.territories[space].brigands:
            self.fight_brigands(space, sides)
            return False  # who stayed comes to the conflict, or to an empty field
        if len(sides) == 2:
            self.fight(space, sides)
        for league in self.sides(space):
            self.occupy(space, *self.champion(league, space))
        self.step += 1
        return False

    def send_away(self, league: str, space: str) -> None:
        for _, figure in self.at_space(league, space):
            figure.at = ROAD

    def fight_brigands(self, space: str, sides: list[str]) -> None:
        """The brigands roll once; every side must beat that roll or leave."""
        brigands = self.rolls["brigands"] + self.settings["brigand_power"]
        for league in sides:
            if self.total(league, space, against_brigands=True) > brigands:
                self.champion(league, space, against_brigands=True)[0].victories += 1
                self.territories[space].brigands = self.territories[space].passing = False
            else:
                self.send_away(league, space)
        self.clear_rolls()

    def fight(self, space: str, sides: list[str]) -> None:
        totals = {league: self.total(league, space) for league in sides}
        best = max(totals.values())
        stays = [league for league in sides if totals[league] == best]
        for league in sides:
            if stays == [league]:
                self.champion(league, space)[0].victories += 1
            else:
                self.send_away(league, space)
        self.clear_rolls()

    def occupy(self, space: str, board: Board, figure: Figure) -> None:
        self.use_talent(board, figure, "forage")
        territory = self.territories[space]
        if space in self.held_by(board):
            return
        city = self.figure_rows[figure.id]["city"]
        territory.holder = city
        territory.since = self.turn
        held = [id for id in self.territories if self.territories[id].holder == city]
        if len(held) <= self.settings["trade_posts"]:
            return
        if board.seat == ENEMY:  # its oldest token is moved
            oldest = min((id for id in held if id != space), key=lambda id: self.territories[id].since)
            self.clear_holder(oldest)
        else:
            self.agenda.append(("give", board.seat))

    def clear_holder(self, space: str) -> None:
        self.territories[space].holder = ""
        self.territories[space].since = 0

    def collect_territories(self) -> None:
        for space, territory in self.territories.items():
            board = self.owner_of_city(territory.holder) if territory.holder else None
            if board is None:
                continue
            times = 1
            for effect in self.standing(board):
                if effect["do"] == "territory_yield":
                    times *= effect["n"]
            harvest = listed(self.territory_rows[space]["yield"])
            self.gain(board, {resource: n * times for resource, n in harvest.items()})

    # --- 3.3 Greek cities

    def suitors(self, city: str) -> list[str]:
        """The leagues that roll for a neutral city: a figure there, and the tribute in the treasury."""
        if not self.is_neutral(city):
            return []
        return [league for league in self.sides(city) if self.can_pay_tribute(league, city)]

    def step_cities(self) -> bool:
        if self.step == len(self.city_rows):
            self.enter("collection")
            return False
        if self.waiting_roll():
            return True
        city = list(self.city_rows)[self.step]
        totals = {league: self.total(league, city) for league in self.suitors(city)}
        best = max(totals.values(), default=0)
        winners = [league for league, total in totals.items() if total == best]
        if len(winners) == 1 and best >= self.city_rows[city]["target"]:
            self.join(city, winners[0])
        self.clear_rolls()
        self.step += 1
        return False

    def join(self, city: str, league: str) -> None:
        board, _ = self.champion(league, city)
        for resource, n in listed(self.city_rows[city]["tribute"]).items():
            self.treasury[league][resource] -= n
        self.joined[city] = league
        board.cities += 1
        for deck in self.city_rows[city]["brings"]:
            self.agenda.append(("draw", league, deck))

    # --- 3.4 collection

    def step_collection(self) -> bool:
        boards = self.developing()
        if self.step < len(boards):
            board = boards[self.step]
            self.step += 1
            self.collect(board)
            return False
        for board in self.boards:
            for figure in board.figures:
                figure.at = HOME
        for territory in self.territories.values():  # an augur's card lasts one turn
            if territory.passing:
                territory.brigands = territory.passing = False
        self.end_turn()
        return False

    def city_yield(self, board: Board, resource: str) -> int:
        row = self.city_rows[board.city]
        n = listed(row["yield"])[resource] * (self.settings["lone_yield"] if self.is_lone(board) else 1)
        if resource == row["first"]:
            n += sum(board.prestige >= step for step in self.settings["prestige_steps"])
        n += sum(effect["n"] for effect in self.building_effects(board, "harvest") if effect["of"] == resource)
        n += self.sum_effect(board, "harvest", of=resource)
        if board.seat == ENEMY:
            n += listed(self.scenario["rival_income"])[resource]
        return 0 if self.has_effect(board, "famine", of=resource) else max(0, n)

    def collect(self, board: Board) -> None:
        self.gain(board, {resource: self.city_yield(board, resource) for resource in RESOURCES})
        for figure in board.figures:
            if figure.at == HOME:
                self.use_talent(board, figure, "home")
        every = self.city_rows[board.city]["prestige_every"]
        if every and self.turn % every == 0:
            self.add_prestige(board, 1)

    def end_turn(self) -> None:
        if self.solo:
            if self.turn < self.scenario["turns"]:
                self.start_turn()
                return
            player = self.board("s0")
            for i, objective in enumerate(self.scenario["objectives"]):
                if objective["when"] == "end":
                    self.goals[i] = self.meets(player, objective)
            if all(self.goals):
                self.enter("placement")
            else:
                self.enter("over")
                self.result = [0.0, 1.0]
        elif (self.act == 3 and self.met) or self.turn == self.settings["turns"]:
            self.enter("placement")
        else:
            self.start_turn()

    # --- scenarios: who meets the objective

    def judge(self) -> None:
        """Look whether an objective is met; the first seat in the order of the phase has it."""
        if self.phase not in TURN_PHASES:
            return
        if self.solo:
            for i, objective in enumerate(self.scenario["objectives"]):
                if objective["when"] == "once" and self.meets(self.board("s0"), objective):
                    self.goals[i] = True
            return
        if not self.card or self.met:
            return
        early = self.phase in ("reveal", "development")
        for board in self.developing() if early else self.travelling():
            if self.meets(board, self.act_rows[self.card]["objective"]):
                self.met = True
                self.agenda += [("draw", board.league, deck) for deck in self.act_rows[self.card]["reward"]]
                return
