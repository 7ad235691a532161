"""The questions before a game. Enter takes what is proposed; `help` and `quit` are understood at each of them."""

from __future__ import annotations

import dataclasses
import re

from petteia.ai.levels import LEVELS
from petteia.engine import UnknownGame, ruleset

from .screen import Screen
from .settings import PlaySettings

# One question.


def ask(screen: Screen, prompt: str, help_text: str) -> str:
    """An answer that is not `help` or `quit`, which are understood here as in the game; EOFError leaves."""
    while True:
        answer = screen.ask(prompt).strip()
        if answer.lower() in ("quit", "exit"):
            raise EOFError
        if answer.lower() not in ("help", "?"):
            return answer
        screen.say(f"{help_text} `quit` leaves.")


def matching_names(answer: str, names: list[str]) -> list[int]:
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
    screen.options([(number, words, meaning) for number, (words, meaning) in enumerate(rows, 1)])
    while True:
        want = f"a number from 1 to {len(rows)}, or a name"
        answer = ask(screen, f"Your choice, or Enter for {default}", f"Type {want} or the beginning of one.")
        if not answer:
            return default - 1
        if answer.isdecimal() and 1 <= int(answer) <= len(rows):
            return int(answer) - 1
        fits = matching_names(answer, [words for words, _ in rows])
        if len(fits) == 1:
            return fits[0]
        what = "fits several" if fits else "is none of them"
        screen.say(f"{answer!r} {what}: want {want}.")


# One setting each.


def ask_game(screen: Screen, settings: PlaySettings) -> None:
    """Which game, and alone or with others."""
    rows = [("Epireia, alone", "your city against enemy cities that the engine plays")]
    found: list[tuple[str, int | None]] = [("epireia", 1)]
    for name, kind in settings.offered.items():
        counts = [n for n in kind.seat_counts if n > 1]
        who = str(counts[0]) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
        rows.append((kind.title, f"{who} seats. {kind.about[:1].upper()}{kind.about[1:]}"))
        found.append((name, counts[0] if len(counts) == 1 else None))
    settings.game, settings.seats = found[choose(screen, "What shall we play?", rows)]
    if settings.seats is None:
        ask_seats(screen, settings)


def ask_alone(screen: Screen, settings: PlaySettings) -> None:
    """Epireia: alone, or how many seats."""
    rows = [("alone", "your city against enemy cities"), ("with others", "two leagues of 2 to 4 cities")]
    if choose(screen, "Alone or with others?", rows) == 0:
        settings.seats = 1
    else:
        ask_seats(screen, settings)


def ask_seats(screen: Screen, settings: PlaySettings) -> None:
    counts = [n for n in settings.kind.seat_counts if n > 1]
    rows = [(f"{n} seats", "you and the engine" if n == 2 else f"you and {n - 1} of the engine's") for n in counts]
    now = counts.index(settings.seats) + 1 if settings.seats in counts else 1
    settings.seats = counts[choose(screen, "How many seats?", rows, now)]


def ask_people(screen: Screen, settings: PlaySettings) -> None:
    now, names = ", ".join(settings.people), _seat_names(settings)
    seats = ", ".join(f"{seat} {name}" for seat, name in names.items())
    screen.say(f"The seats: {seats}.")
    answer = ask(screen, f"Which seats do people play, or Enter for {now}", "Type seats such as s0,s1.") or now
    typed = [word.strip() for word in answer.split(",") if word.strip()]
    seated = {name.lower(): seat for seat, name in names.items()}
    settings.people = [seated.get(word.lower(), word) for word in typed]


def _seat_names(settings: PlaySettings) -> dict[str, str]:
    rules = settings.ruleset()
    return {seat: rules.seat_name(seat) for seat in rules.seats}


def ask_scenario(screen: Screen, settings: PlaySettings) -> None:
    """Epireia's solo scenarios, with their stories."""
    rules = ruleset("epireia", 1, settings.data)
    scenarios = [row.values for row in rules.components.table("scenario") if row.file == "solo.toml"]
    cities = {row.values["id"]: row.values["name"] for row in rules.components.table("city")}
    rows = []
    for row in scenarios:
        enemies = rules.words.join("and", [cities[enemy["city"]] for enemy in row["enemies"]])
        grade = f"difficulty {row['grade']} of 4, {row['turns']} turns, against {enemies}"
        rows.append((row["name"], f"{grade}. {row['story']}"))
    ids = [row["id"] for row in scenarios]
    now = settings.options.get("scenario")
    default = ids.index(now) + 1 if now in ids else 1
    settings.options["scenario"] = ids[choose(screen, "Which scenario?", rows, default)]


def ask_option(screen: Screen, settings: PlaySettings, name: str) -> None:
    values = _values(settings, name)
    meanings = settings.kind.option_words()[name].about
    now = settings.options.get(name, values[0])
    default = values.index(now) + 1 if now in values else 1
    named = settings.kind.option_words()[name].values
    rows = [(named.get(value, value), meanings.get(value, "")) for value in values]
    settings.options[name] = values[choose(screen, f"Which {name}?", rows, default)]


def _values(settings: PlaySettings, name: str) -> list[str]:
    """What an option may be; Epireia's cities are those of the data, which may be the person's own."""
    if settings.game == "epireia" and name == "city":
        return [str(row.values["id"]) for row in settings.ruleset().components.table("city")]
    return list(settings.kind.options[name])


def ask_level(screen: Screen, settings: PlaySettings) -> None:
    rows = []
    for number, level in LEVELS.items():
        slip = "never slips" if level.slip == 0 else f"slips in {round(100 * level.slip)} % of its decisions"
        rows.append((f"level {number}", f"{level.nodes:,} looks ahead for a decision, {slip}"))
    settings.level = choose(screen, "How strong shall the engine be?", rows, settings.level) + 1
    settings.levels.clear()


# All of them.


def ask_all(screen: Screen, settings: PlaySettings, game_given: bool) -> None:
    """The game if none was given, how many seats, its first option, and whether that is right so."""
    if not game_given:
        ask_game(screen, settings)
    elif settings.seats is None and settings.game == "epireia":
        ask_alone(screen, settings)
    elif settings.seats is None and len(settings.kind.seat_counts) > 1:
        ask_seats(screen, settings)
    settings.settle()
    if settings.game == "epireia":
        if settings.is_solo:
            ask_scenario(screen, settings)
    else:
        first = next(iter(settings.kind.options), None)
        if first is not None:
            ask_option(screen, settings, first)
    ask_ready(screen, settings)


def ask_ready(screen: Screen, settings: PlaySettings) -> None:
    """Show what was chosen, until nothing is to be changed any more."""
    while True:
        shown = _shown(settings)
        screen.say()
        screen.heading("Ready")
        words = settings.kind.option_words()
        for name, value in shown.items():
            named = words[name].values.get(value, value) if name in words else value
            meaning = f" ({words['enemy'].about[value]})" if name == "enemy" else ""
            screen.say(f"{name}: {named}{meaning}")
        if notes := settings.ruleset().setup_notes():
            screen.say(f"Beside the printed rules: {' '.join(notes)}")
        change = f"To change something, type its name: {', '.join(shown)}."
        screen.say(change)
        answer = ask(screen, "Enter starts the game", change)
        if not answer:
            return
        fits = matching_names(answer, list(shown))
        if len(fits) == 1:
            _change(screen, settings, list(shown)[fits[0]])
        else:
            screen.say(f"{answer!r} is nothing that can be changed: want {', '.join(shown)}, or Enter.")


def _shown(settings: PlaySettings) -> dict[str, str]:
    """What can be changed, and what it is now."""
    rules = settings.settle()
    kind = settings.kind
    shown = {"level": str(settings.level)}
    for name in kind.options:
        if settings.is_solo or settings.game != "epireia" or name == "readings":  # the others are for the lone player
            shown[name] = rules.chosen[name] or "chosen in the game"
    if len(kind.seat_counts) > 1 and not settings.is_solo:
        shown["seats"] = str(settings.seats)
    if len(rules.seats) > 1 and not settings.is_solo:
        names = _seat_names(settings)
        shown["people"] = ", ".join(f"{seat} ({names[seat]})" for seat in settings.people)
    return shown


def _change(screen: Screen, settings: PlaySettings, name: str) -> None:
    """Ask for one setting again; what does not fit the others is not taken."""
    before = settings.copy()
    if name == "level":
        ask_level(screen, settings)
    elif name == "seats":
        ask_seats(screen, settings)
        settings.people = []
    elif name == "people":
        ask_people(screen, settings)
    elif name == "scenario" and settings.game == "epireia":
        ask_scenario(screen, settings)
    else:
        ask_option(screen, settings, name)
    try:
        settings.settle()
    except UnknownGame as error:
        screen.say(f"That cannot be: {error}.")
        for each in dataclasses.fields(settings):
            setattr(settings, each.name, getattr(before, each.name))
