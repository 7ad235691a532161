"""What is played, who sits where and how strong the engine is: from flags, or asked at the terminal."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from typing import Any

from petteia.ai.levels import LEVELS, STYLES
from petteia.engine import GAMES, GameError, Ruleset, UnknownGame, ruleset
from petteia.engine.sheet import several
from petteia.protocols import uhg

from .common import check_data
from .play_screen import Screen
from .play_store import BadSave, Saved

LEVEL = 4  # of seats for which none was given
SOLO_ENEMY = "ai"  # in Epireia alone the engine moves the enemy's figures, unless told otherwise
ENEMIES = {
    "die": "a die sends the enemy's figures about",
    "ai": "the engine sends the enemy's figures where they hurt",
    "rival": "the enemy is a full opponent: it builds, gathers an army and plans its battle",
}


@dataclass
class Plan:
    """Everything about a game at this terminal that is not in its record."""

    game: str = "epireia"
    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    people: list[str] = field(default_factory=list)
    level: int = LEVEL
    levels: dict[str, int] = field(default_factory=dict)  # of single seats
    style: str = "balanced"
    nodes: int | None = None  # iterations of a decision, if fewer than the level's
    seed: int | None = None
    data: str | None = None

    def ruleset(self) -> Ruleset:
        return check_data(ruleset(self.game, self.seats, self.data, **self.options), self.data)

    def settle(self) -> Ruleset:
        """Fill in what was left open, and check it all; GameError says what is wrong."""
        kind = GAMES[self.game]
        if self.seats is None:
            self.seats = self._fewest_seats(sorted(kind.seat_counts))
        if self.is_solo and "enemy" in kind.options:
            self.options.setdefault("enemy", SOLO_ENEMY)
        rules = self.ruleset()
        if not self.people:
            self.people = [rules.seats[0]]
        for seat in (*self.people, *self.levels):
            if seat not in rules.seats:
                raise UnknownGame(f"no seat {seat!r} in this game: want {', '.join(rules.seats)}")
        return rules

    def _fewest_seats(self, counts: list[int]) -> int:
        """The smallest table that has every seat that was named."""
        named = {*self.people, *self.levels} - {"enemy"}
        return next((n for n in counts if named <= {f"s{seat}" for seat in range(n)}), counts[0])

    @property
    def is_solo(self) -> bool:
        return self.seats == 1

    def level_of(self, seat: str) -> int:
        return self.levels.get(seat, self.level)

    def to_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Plan:
        known = {each.name for each in dataclasses.fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})


def plan_of(saved: Saved) -> Plan:
    """The settings of a saved game, or for a record that was saved elsewhere those that fit; BadSave if none do."""
    try:
        if saved.plan:
            plan = Plan.from_dict(saved.plan)
        else:
            kept = uhg.read(saved.record)
            if kept.seat is not None:
                raise BadSave(f"{str(saved.path)!r} holds what one seat saw; only a whole game can be resumed")
            rules = kept.ruleset()
            plan = Plan(kept.game, rules.n_seats, {name: value for name, value in rules.chosen.items() if value})
        plan.settle()
    except (GameError, TypeError, KeyError, AttributeError) as error:
        raise BadSave(f"{str(saved.path)!r} cannot be resumed: {error}") from None
    return plan


# ---------------------------------------------------------------------------------------------------------------
# Questions.


def ask(screen: Screen, prompt: str, help_: str) -> str:
    """An answer that is not `help` or `quit`, which are understood here as in the game; EOFError leaves."""
    while True:
        answer = screen.ask(prompt).strip()
        if answer.lower() in ("quit", "exit"):
            raise EOFError
        if answer.lower() not in ("help", "?"):
            return answer
        screen.say(f"{help_} `quit` leaves.")


def named(answer: str, names: list[str]) -> list[int]:
    """The places of the names that an answer may mean: the whole name, its beginning, or the beginning of a word."""
    typed = answer.lower()
    lower = [name.lower() for name in names]
    for fits in (
        lambda name: name == typed,
        lambda name: name.startswith(typed),
        lambda name: any(word.startswith(typed) for word in re.findall(r"\w+", name)),
    ):
        found = [place for place, name in enumerate(lower) if fits(name)]
        if found:
            return found
    return []


def choose(screen: Screen, title: str, rows: list[tuple[str, str]], default: int = 1) -> int:
    """One of several, by number or by name; Enter takes the default. Its place, from 0."""
    screen.say()
    screen.heading(title)
    screen.options([(number, words, gloss) for number, (words, gloss) in enumerate(rows, 1)])
    while True:
        want = f"a number from 1 to {len(rows)}, or a name"
        answer = ask(screen, f"Your choice, or Enter for {default}", f"Type {want} or the beginning of one.")
        if not answer:
            return default - 1
        if answer.isdecimal() and 1 <= int(answer) <= len(rows):
            return int(answer) - 1
        fits = named(answer, [words for words, _ in rows])
        if len(fits) == 1:
            return fits[0]
        what = "fits several" if fits else "is none of them"
        screen.say(f"{answer!r} {what}: want {want}.")


def ask_game(screen: Screen, plan: Plan) -> None:
    """Which game, and alone or with others."""
    rows = [("Epireia, alone", "your city against enemy cities that the engine plays")]
    found: list[tuple[str, int | None]] = [("epireia", 1)]
    for name, kind in GAMES.items():
        counts = [n for n in kind.seat_counts if n > 1]
        who = str(counts[0]) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
        rows.append((kind.title, f"{who} seats. {kind.about[:1].upper()}{kind.about[1:]}"))
        found.append((name, counts[0] if len(counts) == 1 else None))
    plan.game, plan.seats = found[choose(screen, "What shall we play?", rows)]
    if plan.seats is None:
        ask_seats(screen, plan)


def ask_seats(screen: Screen, plan: Plan) -> None:
    counts = [n for n in GAMES[plan.game].seat_counts if n > 1]
    rows = [(f"{n} seats", "you and the engine" if n == 2 else f"you and {n - 1} of the engine's") for n in counts]
    now = counts.index(plan.seats) + 1 if plan.seats in counts else 1
    plan.seats = counts[choose(screen, "How many seats?", rows, now)]


def ask_scenario(screen: Screen, plan: Plan) -> None:
    """Epireia's solo scenarios, with their stories."""
    rules = ruleset("epireia", 1, plan.data)
    scenarios = [row.values for row in rules.components.table("scenario") if row.file == "solo.toml"]
    names = {row.values["id"]: row.values["name"] for row in rules.components.table("city")}
    rows = []
    for row in scenarios:
        enemies = several([names[enemy["city"]] for enemy in row["enemies"]])
        grade = f"difficulty {row['grade']} of 4, {row['turns']} turns, against {enemies}"
        rows.append((row["name"], f"{grade}. {row['story']}"))
    ids = [row["id"] for row in scenarios]
    now = plan.options.get("scenario")
    plan.options["scenario"] = ids[choose(screen, "Which scenario?", rows, ids.index(now) + 1 if now in ids else 1)]


def ask_option(screen: Screen, plan: Plan, name: str) -> None:
    values = _values(plan, name)
    glosses = ENEMIES if name == "enemy" else {}
    now = plan.options.get(name, values[0])
    default = values.index(now) + 1 if now in values else 1
    rows = [(value, glosses.get(value, "")) for value in values]
    plan.options[name] = values[choose(screen, f"Which {name}?", rows, default)]


def _values(plan: Plan, name: str) -> list[str]:
    """What an option may be; Epireia's cities are those of the data, which may be the person's own."""
    if plan.game == "epireia" and name == "city":
        return [str(row.values["id"]) for row in plan.ruleset().components.table("city")]
    return list(GAMES[plan.game].options[name])


def ask_level(screen: Screen, plan: Plan) -> None:
    rows = []
    for number, level in LEVELS.items():
        slip = "never slips" if level.slip == 0 else f"slips in {round(100 * level.slip)} % of its decisions"
        rows.append((f"level {number}", f"{level.nodes:,} looks ahead for a decision, {slip}"))
    plan.level = choose(screen, "How strong shall the engine be?", rows, plan.level) + 1
    plan.levels.clear()


def ask_ready(screen: Screen, plan: Plan) -> None:
    """What was chosen, until nothing is to be changed any more."""
    while True:
        rules = plan.settle()
        kind = GAMES[plan.game]
        extras = [name for name in kind.options if plan.is_solo or plan.game != "epireia"]
        settings = {"level": str(plan.level)}
        for name in extras:
            settings[name] = plan.options.get(name) or (
                "chosen in the game" if plan.game == "epireia" else kind.options[name][0]
            )
        if len(kind.seat_counts) > 1 and not plan.is_solo:
            settings["seats"] = str(plan.seats)
        if len(rules.seats) > 1 and not plan.is_solo:
            settings["people"] = ", ".join(plan.people)
        screen.say()
        screen.heading("Ready")
        for name, value in settings.items():
            gloss = f" ({ENEMIES[value]})" if name == "enemy" else ""
            screen.say(f"{name}: {value}{gloss}")
        change = f"To change something, type its name: {', '.join(settings)}."
        screen.say(change)
        answer = ask(screen, "Enter starts the game", change)
        if not answer:
            return
        fits = named(answer, list(settings))
        if len(fits) != 1:
            screen.say(f"{answer!r} is nothing that can be changed: want {', '.join(settings)}, or Enter.")
            continue
        _change(screen, plan, list(settings)[fits[0]])


def _change(screen: Screen, plan: Plan, name: str) -> None:
    before = dataclasses.replace(plan, options=dict(plan.options), people=list(plan.people), levels=dict(plan.levels))
    if name == "level":
        ask_level(screen, plan)
    elif name == "seats":
        ask_seats(screen, plan)
        plan.people = []
    elif name == "people":
        now = ", ".join(plan.people)
        answer = ask(screen, f"Which seats do people play, or Enter for {now}", "Type seats such as s0,s1.") or now
        plan.people = [seat.strip() for seat in answer.split(",") if seat.strip()]
    elif name == "scenario" and plan.game == "epireia":
        ask_scenario(screen, plan)
    else:
        ask_option(screen, plan, name)
    try:
        plan.settle()
    except UnknownGame as error:
        screen.say(f"{error}.")
        for each in dataclasses.fields(plan):
            setattr(plan, each.name, getattr(before, each.name))


def ask_all(screen: Screen, plan: Plan, game_given: bool) -> None:
    """Three questions, each with an answer that Enter takes."""
    if not game_given:
        ask_game(screen, plan)
    elif plan.seats is None and plan.game == "epireia":
        rows = [("alone", "your city against enemy cities"), ("with others", "two leagues of 2 to 4 cities")]
        if choose(screen, "Alone or with others?", rows) == 0:
            plan.seats = 1
        else:
            ask_seats(screen, plan)
    elif plan.seats is None and len(GAMES[plan.game].seat_counts) > 1:
        ask_seats(screen, plan)
    plan.settle()
    if plan.game == "epireia" and plan.is_solo:
        ask_scenario(screen, plan)
    else:
        first = next(iter(GAMES[plan.game].options), None) if plan.game != "epireia" else None
        if first is not None:
            ask_option(screen, plan, first)
    ask_ready(screen, plan)


def parse_levels(words: tuple[str, ...]) -> tuple[int, dict[str, int]]:
    """``--level 4`` and ``--level s1=7``; UnknownGame quotes what is wrong."""
    level, levels = LEVEL, {}
    for word in ",".join(words).split(",") if words else []:
        seat, equals, number = word.strip().rpartition("=")
        if not number.isdecimal() or int(number) not in LEVELS:
            raise UnknownGame(f"--level {word!r}: want a number from 1 to {max(LEVELS)}, or SEAT=NUMBER")
        if equals:
            levels[seat] = int(number)
        else:
            level = int(number)
    return level, levels


def parse_style(word: str) -> str:
    if word not in STYLES:
        raise UnknownGame(f"--style {word!r}: want {', '.join(STYLES)}")
    return word
