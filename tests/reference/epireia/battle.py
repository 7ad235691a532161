"""Epireia, the slow plain reading: the Great Battle."""

from __future__ import annotations

from collections import Counter

from .core import DELIAN, LEAGUES, PELOPONNESIAN, Board
from .resolution import Resolution

COLUMNS = 3
ROWS = 2


def other(league: str) -> str:
    return PELOPONNESIAN if league == DELIAN else DELIAN


class Battle(Resolution):
    """Placing tokens and figures, and the fronts."""

    def decider(self, league: str, front: str) -> Board:
        """In a league of two the first seat decides for flank and maritime, the second for the center."""
        boards = self.of_league(league)
        return boards[self.front_rows[front]["seat"] - 1] if len(boards) == 2 else boards[0]

    def fielding(self) -> list[str]:
        """The leagues that place tokens and figures themselves."""
        return [league for league in LEAGUES if not any(self.is_inert(board) for board in self.of_league(league))]

    # --- 1 and 2: tokens

    def front_tokens(self, league: str, front: str) -> Counter[str]:
        """The tokens that the league still has for the front, by name (`ii5`: level II, power 5)."""
        tokens: Counter[str] = Counter()
        for id, row in self.deck_rows.items():
            if row["kind"] == self.front_rows[front]["kind"]:
                for power, n in enumerate(self.army[league][id], start=1):
                    if n:
                        tokens["i" * row["level"] + str(power)] = n
        return tokens

    def next_column(self, league: str, seat: str) -> tuple[str, int] | None:
        """The next front and column for which the seat owes a placement."""
        for front in self.front_rows:
            if self.decider(league, front).seat == seat and len(self.slots[league][front]) < COLUMNS:
                return front, len(self.slots[league][front])
        return None

    def placing(self) -> list[str]:
        """The seats that still owe a placement."""
        return [
            board.seat
            for board in self.boards
            if board.league in self.fielding() and self.next_column(board.league, board.seat)
        ]

    def step_placement(self) -> bool:
        for league in self.fielding():
            for front in self.front_rows:
                if not self.slots[league][front] and not self.front_tokens(league, front):
                    self.slots[league][front] = [[], [], []]  # nothing to place: nothing to decide
        if self.placing():
            return True
        self.enter("leaders")
        return False

    def legal_placement(self, seat: str) -> list[str]:
        league = self.board(seat).league
        place = self.next_column(league, seat)
        assert place is not None
        front, column = place
        tokens = self.front_tokens(league, front)
        n_left = tokens.total()
        n_later = ROWS * (COLUMNS - 1 - column)  # slots of the columns still to come
        least = max(0, min(n_left, ROWS + n_later) - n_later)
        # Higher level first, then higher power.
        names = sorted(tokens, key=lambda name: (name.count("i"), int(name.lstrip("i"))), reverse=True)
        where = f"{front}{column + 1}"
        moves: list[str] = []
        for i, one in enumerate(names):
            for two in names[i:]:
                if one != two or tokens[one] >= 2:
                    moves.append(f"place:{one}+{two}@{where}")
        if least <= 1:
            moves += [f"place:{one}@{where}" for one in names]
        if least == 0:
            moves.append(f"place:none@{where}")
        return moves

    def play_placement(self, seat: str, move: str) -> None:
        league = self.board(seat).league
        what = move.split(":")[1].split("@")[0]
        place = self.next_column(league, seat)
        assert place is not None
        front, _ = place
        column = [] if what == "none" else what.split("+")
        for name in column:
            deck = f"{self.front_rows[front]['kind']}{name.count('i')}"
            self.army[league][deck][int(name.lstrip("i")) - 1] -= 1
        self.slots[league][front].append(column)

    # --- 3: figures

    def next_front(self, league: str) -> str | None:
        return next((front for front in self.front_rows if front not in self.leaders[league]), None)

    def leading(self) -> list[str]:
        seats = []
        for league in self.fielding():
            front = self.next_front(league)
            if front:
                seats.append(self.decider(league, front).seat)
        return [board.seat for board in self.boards if board.seat in seats]

    def step_leaders(self) -> bool:
        if self.leading():
            return True
        for league in LEAGUES:
            if league not in self.fielding():
                self.leaders[league] = dict.fromkeys(self.front_rows, "")
        self.enter("battle")
        self.reveal_column()
        return False

    def legal_leaders(self, seat: str) -> list[str]:
        league = self.board(seat).league
        front = self.next_front(league)
        placed = self.leaders[league].values()
        free = [f.id for board in self.of_league(league) for f in board.figures if f.id not in placed]
        n_later = len(self.front_rows) - 1 - len(self.leaders[league])
        moves = [f"lead:{id}@{front}" for id in free]
        return moves + ([f"lead:none@{front}"] if len(free) <= n_later else [])

    def play_leaders(self, seat: str, move: str) -> None:
        id, front = move.split(":")[1].split("@")
        self.leaders[self.board(seat).league][front] = "" if id == "none" else id

    # --- 4: the fronts, column by column

    def front(self) -> str:
        """The front of the column revealed last."""
        return list(self.front_rows)[(self.revealed - 1) // COLUMNS]

    def reveal_column(self) -> None:
        self.revealed += 1
        column = (self.revealed - 1) % COLUMNS
        for league in LEAGUES:
            self.power[league] = sum(int(name.lstrip("i")) for name in self.slots[league][self.front()][column])
        behind = self.power[DELIAN] < self.power[PELOPONNESIAN]
        self.first = DELIAN if behind else PELOPONNESIAN
        self.stage = "first"

    def is_front_won(self) -> bool:
        """Whether the columns that are not closed yet, the one revealed last among them, decide nothing any more."""
        won = self.columns[self.front()].values()
        n_open = COLUMNS - (self.revealed - 1) % COLUMNS
        return max(won) - min(won) > n_open

    def can_engage(self, league: str) -> bool:
        if self.is_front_won():
            return False
        return self.leaders[league][self.front()] != "" and not self.engaged[self.front()][league]

    def asked(self) -> str:
        """The league that may engage now."""
        return self.first if self.stage in ("first", "reply") else other(self.first)

    def step_battle(self) -> bool:
        if self.can_engage(self.asked()):
            return True
        if self.stage == "first":
            self.stage = "second"
        else:
            self.end_column()
        return False

    def play_battle(self, move: str) -> None:
        if move == "engage":
            league = self.asked()
            row = self.figure_rows[self.leaders[league][self.front()]]
            talent = row["talent"]
            help = talent["n"] if talent["do"] == "front" and talent["at"] == self.front() else 0
            self.power[league] += row["power"] + help
            self.engaged[self.front()][league] = True
            if self.stage in ("first", "second"):
                self.stage = "answer" if self.stage == "first" else "reply"
                return
        elif self.stage == "first":
            self.stage = "second"
            return
        self.end_column()

    def end_column(self) -> None:
        front = self.front()
        for league in LEAGUES:
            if self.power[league] > self.power[other(league)]:
                self.columns[front][league] += 1
        if self.revealed % COLUMNS == 0:
            won = self.columns[front]
            better = [league for league in LEAGUES if won[league] > won[other(league)]]
            self.fronts[front] = better[0] if better else "none"
        if self.revealed == COLUMNS * len(self.front_rows):
            self.stage = ""
            self.enter("over")
            self.result = self.outcome()
        else:
            self.reveal_column()

    def outcome(self) -> list[float]:
        """Team 0 is the Delian league, in solo the player."""
        won = [list(self.fronts.values()).count(league) for league in LEAGUES]
        if self.solo:
            mine = LEAGUES.index(self.board("s0").league)
            return [1.0, 0.0] if won[mine] > won[1 - mine] else [0.0, 1.0]
        tie_front = next(id for id, row in self.front_rows.items() if row["tie"])
        scores = [
            (
                won[i],
                self.fronts[tie_front] == league,
                max(board.prestige for board in self.of_league(league)),
                max(board.resources["copper"] for board in self.of_league(league)),
            )
            for i, league in enumerate(LEAGUES)
        ]
        if scores[0] == scores[1]:
            return [0.5, 0.5]
        return [1.0, 0.0] if scores[0] > scores[1] else [0.0, 1.0]
