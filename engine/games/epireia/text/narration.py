"""Epireia's events in sentences: who rolls for what, with which sum, and what comes of it."""

from __future__ import annotations

import re
from typing import Any

from ....english import several
from ..notation import spaces
from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning, words
from .reckoning import View


def tell(tables: Tables, event: str) -> str | None:
    """An event without its context."""
    names = tables.names
    match event.split(" "):
        case ["move" | "choice", who, move]:
            return _tell_move(tables, "Chance" if who == "chance" else who, move)
        case ["draw", league, deck, power]:
            strength = "" if power == "?" else f" of power {power}"
            return f"The {league.title()} league draws {names[deck]}{strength}."
        case ["chosen", who, figure]:
            return f"{who} starts with {names[figure]}."
        case ["backs", league, front, *levels]:
            return f"The {league.title()} league's {names[front]}: {' '.join(levels).upper()}."
        case ["leader", league, front, figure]:
            return f"The {league.title()} league's {names[front]} is led by {names.get(figure, 'nobody')}."
        case ["column", column, *tokens]:
            delian, peloponnesian = _tell_tokens(tokens[:2]), _tell_tokens(tokens[2:])
            where = f"{names[column[:-1]]}, column {column[-1]}"
            return f"{where}: Delian {delian}, Peloponnesian {peloponnesian}."
        case ["turn", turn]:
            return f"Turn {turn}."
        case ["reward", who, empire]:
            return f"{names[empire]} rewards {who}."
        case ["won", who, territory]:
            return f"{who} wins the fight in {names[territory]}."
        case ["lost", who, territory]:
            return f"{who} leaves {names[territory]}."
        case ["held", _, territory, city]:
            return f"{names[city]} holds {names[territory]} now."
        case ["joined", who, city]:
            return f"{names[city]} joins {who}'s league."
        case ["met", who, number]:
            return f"{who} has met {f'objective {int(number) + 1}' if tables.is_solo else 'the objective of the act'}."
        case ["front", front, league]:
            winner = "Nobody" if league == "none" else f"The {league.title()} league"
            return f"{winner} wins the {names[front]}."
        case ["over", "draw"]:
            return "The game is drawn."
        case ["over", outcome]:
            if tables.is_solo:
                return "The player wins." if outcome == "team0" else "The enemy wins."
            return f"The {LEAGUES[int(outcome == 'team1')].title()} league wins the war."
    return None


def _tell_tokens(tokens: list[str]) -> str:
    """``II 5 and I 2`` for ii5 and i2."""
    known = [f"{token.rstrip('123456').upper()} {token.lstrip('i')}" for token in tokens if token not in ("-", "none")]
    return " and ".join(known) or "nothing"


def _tell_move(tables: Tables, who: str, move: str) -> str | None:
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    names = tables.names
    match verb:
        case "city":
            return f"{who} plays {names[what]}."
        case "league":
            return f"{who} is in the {what.title()} league."
        case "administrator":
            return f"{who} takes the {names[what]}."
        case "figure":
            return f"{who} chooses {names[what]}."
        case "card":
            row = tables.rows[what]
            return f"{names[what]}: {row.get('story') or row.get('text')}"
        case "donate":
            return f"{who} donates {what} {where}."
        case "build":
            return f"{who} builds the {names[what]}."
        case "produce" | "buy":
            return f"{who} {verb}s {names[what]}."
        case "ability":
            return f"{who} uses the administrator's ability."
        case "send":
            return f"{who} sends {names[what]} to {names[where]}."
        case "stay":
            return f"{names[what]} stays at home."
        case "roll":
            return f"A {what} is rolled."
        case "give":
            return f"{who} gives up {names[what]}."
        case "engage":
            return f"{who} engages the figure."
        case "hold":
            return f"{who} holds back the figure."
        case "lead":
            return f"{who} has {names.get(what, 'nobody')} lead the {names[where]}."
        case "place":
            return f"{who} places {_tell_tokens(what.split('+'))} on {names[where[:-1]]}, column {where[-1]}."
    return None


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """An event with its context. Seats keep their ids."""
    sentence = _narrate(tables, before, event, after, cause)
    if sentence is None:
        return None
    if event.startswith(("held ", "lost ")):
        return _named(tables, sentence)  # what else its cause brought is told already
    more = [
        _column_closed(tables, event, before, after),
        *_bonuses(tables, before, event, after),
        _cut_short(event, before, after),
    ]
    return _named(tables, " ".join(filter(None, [sentence, *more])))


def _bonuses(tables: Tables, before: View, event: str, after: View) -> list[str]:
    """The administrators' bonuses that were reached; one that cannot be paid, or whose deck is empty, is lost."""
    found = []
    # With the last event of a resolution the whole rest of the turn is known already, before it is told.
    when = "Prestige" if before["phase"] in ("reveal", "development") else "At the collection prestige"
    for was, board in zip(before["boards"], after["boards"], strict=True):
        if board["bonuses"] == was["bonuses"]:
            continue
        for bonus in tables.rows[board["administrator"]]["bonus"][was["bonuses"] : board["bonuses"]]:
            due = {"token": ["draw", board["league"], bonus.get("deck")], "figure": ["figure", board["seat"]]}
            is_lost = bonus["do"] in due and due[bonus["do"]] not in after["agenda"]
            acts = before["phase"] == "development" and event.startswith(f"move {board['seat']} ")
            is_lost |= bonus["do"] == "actions" and not acts
            who, what, cost = board["seat"], words.reward(tables, bonus), bonus.get("cost", ())
            if is_lost:
                why = _why_lost(before, bonus)
                found.append(f"{when} {bonus['at']} would bring {who} {what}, but {why}: it is lost.")
            else:
                paid = f"; {words.paid(cost)} for it" if any(cost) else ""
                found.append(f"{when} {bonus['at']} brings {who} {what}{paid}.")
    return found


def _why_lost(view: View, bonus: dict[str, Any]) -> str:
    if bonus["do"] == "actions":
        return "this is not its development turn"
    if bonus["do"] == "figure":
        return "no other figure can come"
    if not reckoning.tokens_left(view, bonus["deck"]):
        return "none is left"
    return f"{words.goods(bonus['cost'])} cannot be paid for it"


def _cut_short(event: str, before: View, after: View) -> str:
    """A development turn ends by itself when nothing more can be paid: who had actions left is told."""
    if before["phase"] != "development" or event.endswith(" done") or not event.startswith(("move ", "draw ")):
        return ""
    if (after["phase"], after["step"]) == (before["phase"], before["step"]):
        return ""
    board = next((board for board in before["boards"] if board["actions"]), None)
    if board is None:
        return ""
    left = board["actions"] - bool(re.match(r"move \w+ (build|produce|donate):", event))
    return f"Nothing more can be paid: {board['seat']}'s development ends." if left > 0 else ""


def _named(tables: Tables, sentence: str) -> str:
    """A die's enemy has no seat that could be called by a name; and a sentence begins with a capital."""
    if tables.is_solo and tables.options["enemy"] == "die":
        sentence = re.sub(r"(?<![Tt]he )\benemy\b", "the enemy", sentence)
    return re.sub(r"(?:^|[.!?] )(?:the|your) ", lambda match: match.group().title(), sentence)


def _narrate(tables: Tables, before: View, event: str, after: View, cause: str) -> str | None:
    parts = event.split(" ")
    names = tables.names
    match parts:
        case ["move", "chance", roll] if roll.startswith("roll:"):
            return _roll(tables, before, int(roll.removeprefix("roll:")))
        case ["move", "chance", card] if card.startswith("card:"):
            return _card(tables, card.removeprefix("card:"), before, after)
        case ["move", who, move] if move.startswith("city:"):
            return _city(tables, after, who, names[move.removeprefix("city:")])
        case ["move", who, move] if move.startswith(("ability", "place:", "lead:")):
            return _move(tables, before, who, move)
        case ["choice", _, _]:
            return None  # the choice is told when it is shown
        case ["draw", league, deck, power]:
            if before["phase"] == "muster":
                return None  # the columns are on the board
            whose = _whose(tables, after, league)
            strength = "" if power == "?" else f" of power {power}"
            is_late_army = not tables.is_solo and before["phase"] == "reveal" and not before["drawn"]
            why = ", because it develops last" if is_late_army else ""
            return f"{whose} draws {names[deck]}{strength}{why}."
        case ["turn", turn]:
            board = reckoning.own_board(after)
            # An act's tax is paid before the turn is told, alone the augur comes first.
            tax = f" after a tax of {_tax(tables, after)}" if after["card"] and _tax(tables, after) else ""
            have = f" {board['seat']} has {words.goods(board['resources'])}{tax}." if board["city"] else ""
            return f"Turn {turn}.{have}"
        case ["held", _, territory, city]:
            was = before["territories"][territory]["holder"]
            if was in ("", city) or cause.endswith(f" give:{territory}"):  # who gives it up was told as the holder
                return tell(tables, event)
            return f"{names[city]} takes {names[territory]} from {names[was]}."
        case ["lost", who, territory]:
            board = next(board for board in before["boards"] if board["seat"] == who)
            figures = [names[figure] for figure, at in board["figures"] if at == territory]
            return f"{several(figures)} ({who}) {'leave' if len(figures) > 1 else 'leaves'} {names[territory]}."
        case ["reward", who, empire]:
            row = tables.rows[empire]
            what = words.goods(row["reward"]) if any(row["reward"]) else names.get(row["token"], "nothing")
            return f"{names[empire]} rewards {who} with {what}."
        case ["met", who, number]:
            if tables.solo is not None:
                return f"Objective met: {words.goal(tables, tables.solo.goals[int(number)])}."
            # With nothing left to draw the next act is waited for already, and its card is not there yet.
            brings = tables.rows[after["card"]]["reward"] if after["card"] else []
            reward = f" The reward: {several([names[deck] for deck in brings])}." if brings else ""
            last = " This is the last turn before the Great Battle." if after["act"] == 3 else ""
            return f"{who} meets the objective of the act.{reward}{last}"
        case ["column", column, *_]:
            return _column(tables, after, column) or tell(tables, event)
        case ["front", front, league]:
            if league == "none":
                return f"Nobody wins the {names[front].lower()} front."
            return f"{_whose(tables, after, league)} wins the {names[front].lower()} front."
        case ["leader", league, front, figure]:
            who = names.get(figure, "nobody")
            return f"{_whose(tables, after, league)}'s {names[front].lower()} front is led by {who}."
        case ["move", who, "engage" | "hold" as answer]:
            return _answer(tables, before, who, answer, after)
        case ["backs", _, _, *_]:
            return None  # on the board
        case ["go"] if before["phase"] == "placement":
            return "The armies stand face to face: the Great Battle begins."
        case ["over", _]:
            return _fell_short(tables, after)  # else the result says it
    return tell(tables, event)


def _city(tables: Tables, view: View, who: str, city: str) -> str:
    """Who plays which city. The seat is not named: frontends may call it by its city."""
    if who == view["you"]:
        return f"You play {city}."
    if tables.is_solo:
        return f"The {'enemy' if who == 'enemy' else 'player'}'s city is {city}."
    league = next(board["league"] for board in view["boards"] if board["seat"] == who)
    return f"{city} fights in the {league.title()} league."


def _card(tables: Tables, card: str, before: View, after: View) -> str:
    """A card as it is turned up: its story, what it changes, and what an act asks for; who loses a territory by it."""
    return " ".join([_turned_up(tables, card, after), *_driven_out(tables, before, after)])


def _driven_out(tables: Tables, before: View, after: View) -> list[str]:
    """The territories whose holders' tokens brigands have taken off."""
    return [
        f"Brigands drive {tables.names[was['holder']]} out of {tables.names[name]}."
        for name, was in before["territories"].items()
        if was["holder"] and after["territories"][name]["brigands"]
    ]


def _turned_up(tables: Tables, card: str, after: View) -> str:
    row = tables.rows[card]
    if tables.is_solo:
        always = _tax(tables, after | {"card": ""})  # the scenario's; the card's own is among its effects
        tax = f" A tax of {always} is due." if always else ""
        return f"The augur: {row['name']}. {row['text']} ({words.card(tables, card)}){tax}"
    title = f"Act {'I' * row['act']}: {row['name']}."
    if after["card"] != card:
        return f"{title} Nobody can meet its objective any more: it is put away."
    reward = several([tables.names[deck] for deck in row["reward"]])
    asks = f"Objective: {words.goal(tables, row['objective'])}; the first gets {reward}."
    return " ".join([title, row["story"], asks, *words.constraints(tables, card)])


def _tax(tables: Tables, view: View) -> str:
    """What every turn costs now."""
    amounts = [0, 0, 0]
    for effect in reckoning.in_force(tables, view):
        if effect["do"] == "tax":
            amounts[RESOURCES.index(effect["of"])] += effect["n"]
    return words.goods(amounts) if any(amounts) else ""


def _fell_short(tables: Tables, view: View) -> str | None:
    """Solo: the objectives for want of which there is no battle."""
    if tables.solo is None or not reckoning.fell_short(view):
        return None
    goals = zip(tables.solo.goals, view["goals"], strict=True)
    failed = [words.goal(tables, goal) for goal, met in goals if not met]
    return f"The turns are over, and this was not met: {'; '.join(failed)}."


def _whose(tables: Tables, view: View, league: str) -> str:
    """A league by the word for its seat, if there is one seat; otherwise as the viewer's, or by its name."""
    seats = [board["seat"] for board in view["boards"] if board["league"] == league]
    if len(seats) == 1:
        return str(seats[0])
    return "your league" if view["you"] in seats else f"the {league.title()} league"


def _move(tables: Tables, before: View, who: str, move: str) -> str | None:
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    if verb == "ability":
        board = next(board for board in before["boards"] if board["seat"] == who)
        return f"{who} uses the {tables.names[board['administrator']]}: {_used(tables, board, rest)}."
    if verb == "place":
        tokens = "nothing" if what == "none" else several(what.split("+"))
        return f"{who} places {tokens} on {where}."
    if verb == "lead":
        return f"{who} gives the {tables.names[where].lower()} front to {tables.names.get(what, 'nobody')}."
    return None


def _used(tables: Tables, board: dict[str, Any], rest: str) -> str:
    """What was chosen of an ability."""
    ability = tables.rows[board["administrator"]]["ability"]
    if ">" in rest:
        give, get = rest.split(">")
        return f"{ability['give']} {give} for {ability['get']} {get}"
    if ability["do"] == "gain":
        return words.goods(words.of_effect(ability))
    return tables.names[rest] if rest else words.ability(tables, ability)


# ---------------------------------------------------------------------------------------------------------------
# Rolls.


def _roll(tables: Tables, view: View, roll: int) -> str:
    """What a roll was for (RULES.md, Resolution: the brigands, then the Peloponnesian league, then the Delian)."""
    phase, names = view["phase"], tables.names
    if phase == "diplomacy":
        figures = [name for name, at in view["boards"][1]["figures"]] if len(view["boards"]) > 1 else []
        figure = figures[min(view["substep"], len(figures) - 1)] if figures else ""
        return _sent(tables, view, figure, roll) if figure else f"{_a(roll)} is rolled."
    rows = {"empires": tables.empires, "territories": tables.territories, "cities": tables.cities}.get(phase)
    if rows is None:
        return f"{_a(roll)} is rolled."
    at = rows[view["step"]]
    brigands = phase == "territories" and view["territories"][at]["brigands"]
    if brigands and not view["rolls"]["brigands"]:
        strength = tables.numbers["brigand_power"]
        return f"{names[at]}: the brigands roll {roll} + {strength} = {roll + strength}."
    rolling = reckoning.sides(tables, view, at)
    waiting = [league for league in rolling if not view["rolls"][league]]
    if not waiting:
        return f"{_a(roll)} is rolled."
    figure, board, bonus = reckoning.champion(tables, view, waiting[0], at, brigands)
    sign = "-" if bonus < 0 else "+"
    total = roll + bonus
    text = f"{names[at]}: {names[figure]} ({board['seat']}) rolls {roll} {sign} {abs(bonus)} = {total}"
    if phase == "territories":
        return f"{text}."
    target = tables.rows[at]["target"]
    text = f"{text}, needs {target}"
    if len(rolling) == 1:
        gains = "" if _gains(tables, board) else ", though its city gains nothing"
        return f"{text}: {f'enough{gains}' if total >= target else 'not enough'}."
    if len(waiting) == 2:
        return f"{text}: {'enough so far' if total >= target else 'not enough'}."
    other, _, more = reckoning.champion(tables, view, rolling[0], at, brigands)
    return f"{text}: {_verdict(total, names[other], view['rolls'][rolling[0]] + more, target)}."


def _gains(tables: Tables, board: dict[str, Any]) -> bool:
    """Whether an empire has something for a board; an enemy that is no rival only keeps the reward from the player."""
    return not (tables.is_solo and board["seat"] == "enemy" and tables.options["enemy"] != "rival")


def _verdict(total: int, other: str, theirs: int, target: int) -> str:
    """What the second of two rolls comes to, where the other side has a total of its own."""
    if max(total, theirs) < target:
        return "not enough, like the other"
    if total == theirs:
        return f"as much as {other}, and equal totals get nothing"
    if total > theirs:
        return f"enough, and more than the {theirs} of {other}"
    return f"{'enough' if total >= target else 'not enough'}, but {other} has {theirs}"


def _a(roll: int) -> str:
    """A number with its article: an 8, an 11."""
    return f"An {roll}" if roll in (8, 11, 18) else f"A {roll}"


def _sent(tables: Tables, view: View, figure: str, roll: int) -> str:
    """Solo, `die`: where the die sends an enemy figure; a closed space keeps it at home."""
    city = tables.cities.index(tables.rows[figure]["city"])
    where = spaces(tables)[tables.numbers["solo"]["die_table"][roll - 1][city]]
    if reckoning.is_closed(tables, view, where):
        return f"{_a(roll)} would send {tables.names[figure]} to {tables.names[where]}, which is closed."
    return f"{_a(roll)} sends {tables.names[figure]} to {tables.names[where]}."


# ---------------------------------------------------------------------------------------------------------------
# The battle.


def _column(tables: Tables, view: View, column: str) -> str | None:
    """A column as it is revealed: both sums; None if a token of it is not known."""
    front, number = column[:-1], int(column[-1])
    parts = []
    for index, league in enumerate(LEAGUES):
        tokens = view["slots"][index].get(front, [[], [], []])[number - 1]
        if any("?" in token for token in tokens):
            return None
        power = sum(int(token.lstrip("i")) for token in tokens)
        parts.append(f"{_whose(tables, view, league)} has {' + '.join(tokens) or 'nothing'} ({power})")
    return f"{tables.names[front]}, column {number}: {parts[0]}, {parts[1]}."


def _answer(tables: Tables, before: View, who: str, answer: str, after: View) -> str:
    """Who engages or holds back a figure, and the sums then."""
    front = tables.fronts[(before["battle"]["revealed"] - 1) // 3]
    own = next(LEAGUES.index(board["league"]) for board in before["boards"] if board["seat"] == who)
    figure = before["leaders"][own][front]
    if answer == "hold":
        return f"{who} holds {tables.names[figure]} back."
    power = after["battle"]["power"]
    adds = reckoning.front_power(tables, figure, front)
    return f"{who} engages {tables.names[figure]} (+{adds}): {power[own]} against {power[1 - own]}."


def _column_closed(tables: Tables, event: str, before: View, after: View) -> str:
    """Who won the column that an event closed."""
    if not event.startswith(("column ", "move ")) or not after["battle"]["revealed"] or after["battle"]["stage"]:
        return ""
    for number, league in enumerate(LEAGUES):
        for front, columns in after["battle"]["columns"].items():
            if columns[number] > before["battle"]["columns"][front][number]:
                return f"{_whose(tables, after, league)} wins the column."
    return "Nobody wins the column."


# ---------------------------------------------------------------------------------------------------------------
# The end.

_REASONS = {
    "objectives": "not every objective was met, so there was no battle",
    "fronts": "the fronts of the Great Battle decided",
    "prestige": "the fronts were even, and prestige decided",
    "copper": "fronts and prestige were even, and copper decided",
    "draw": "everything was even",
}


def because(tables: Tables, reason: str) -> str:
    if tables.is_solo and reason == "fronts":
        return "the fronts of the Great Battle decided, where a tie loses"
    if reason in tables.fronts:
        return f"the leagues won the same number of fronts, and the {tables.names[reason].lower()} front decided"
    return _REASONS.get(reason, "")
