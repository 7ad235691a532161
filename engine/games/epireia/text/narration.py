"""Epireia's events in sentences: who rolls for what, with which sum, and what comes of it."""

from __future__ import annotations

from typing import Any

from ..notation import spaces
from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning, words
from .reckoning import View

_PAID = ("build", "produce", "donate")  # what takes an action


RESOLUTION = ("diplomacy", "empires", "territories", "cities", "collection")  # the phases before a turn ends


def tell(tables: Tables, event: str) -> str | None:
    """An event without its context."""
    return _tell(tables, {}, event)


def _tell(tables: Tables, view: View, event: str) -> str | None:
    """An event for the viewer, but without its context."""
    names, say = tables.names, tables.say

    def name(seat: str) -> str:
        return words.name(tables, view, seat)

    match event.split(" "):
        case ["move" | "choice", who, move]:
            return _tell_move(tables, name(who), move)
        case ["draw", league, deck, power]:
            return _draw(tables, words.league(tables, league), deck, power)
        case ["chosen", who, figure]:
            return say("story.starts", who=name(who), figure=names[figure])
        case ["backs", league, front, *levels]:
            backs = [level if level == "-" else _level(tables, level) for level in levels]
            return say("story.backs", league=words.league(tables, league), front=names[front], levels=" ".join(backs))
        case ["leader", league, front, figure]:
            led = {"league": words.league(tables, league), "front": names[front]}
            return say("story.leader", figure=_figure(tables, figure), **led)
        case ["column", column, *tokens]:
            return say(
                "story.column",
                front=names[column[:-1]],
                n=int(column[-1]),
                first=say(f"league.{LEAGUES[0]}"),
                delian=_tell_tokens(tables, tokens[:2]),
                second=say(f"league.{LEAGUES[1]}"),
                peloponnesian=_tell_tokens(tables, tokens[2:]),
            )
        case ["turn", turn]:
            return say("story.turn", turn=int(turn))
        case ["reward", who, empire]:
            return say("story.reward", empire=names[empire], who=name(who))
        case ["won" | "lost" as word, who, territory]:
            return say(f"story.{word}", who=name(who), territory=names[territory])
        case ["held", _, territory, city]:
            return say("story.held", city=names[city], territory=names[territory])
        case ["joined", who, city]:
            return say("story.joined", city=names[city], who=name(who))
        case ["met", who, number]:
            if tables.is_solo:
                return say("story.met_number", who=name(who), n=int(number) + 1)
            return say("story.met", who=name(who))
        case ["front", front, league]:
            if league == "none":
                return say("story.front_nobody", front=names[front])
            return say("story.front", who=words.league(tables, league), front=names[front])
        case ["over", "draw"]:
            return say("story.drawn")
        case ["over", outcome]:
            if tables.is_solo:
                return say("story.player_wins" if outcome == "team0" else "story.enemy_wins")
            return say("story.league_wins", league=words.league(tables, LEAGUES[int(outcome == "team1")]))
    return None


def _figure(tables: Tables, figure: str) -> str:
    return tables.names.get(figure) or tables.say("word.nobody")


def _level(tables: Tables, token: str) -> str:
    """The level of a token such as ii5."""
    return tables.say(f"level.{token.count('i')}")


def _tell_tokens(tables: Tables, tokens: list[str]) -> str:
    return words.tokens(tables, [token for token in tokens if token not in ("-", "none")])


def _draw(tables: Tables, who: str, deck: str, power: str, late: bool = False) -> str:
    """Who draws a token; its power if it is known."""
    drawn, more = {"who": who, "deck": tables.names[deck]}, "_late" if late else ""
    if power == "?":
        return tables.say(f"story.draw{more}", **drawn)
    return tables.say(f"story.draw_power{more}", power=int(power), **drawn)


def _tell_move(tables: Tables, who: str, move: str) -> str | None:
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    names, say = tables.names, tables.say
    match verb:
        case "city":
            return say("story.chooses_city", who=who, city=names[what])
        case "league":
            return say("story.league", who=who, league=words.league(tables, what))
        case "administrator":
            return say("story.administrator", who=who, name=names[what], text=tables.rows[what]["text"])
        case "figure":
            return say("story.figure", who=who, figure=names[what])
        case "card":
            row = tables.rows[what]
            return say("story.card", name=names[what], text=row.get("story") or row["text"])
        case "donate":
            return say("story.donate", who=who, amount=words.amount(tables, int(what), where))
        case "build":
            return say("story.build", who=who, building=names[what])
        case "produce":
            return say("story.produce_treasury" if where else "story.produce", who=who, deck=names[what])
        case "ability" | "engage" | "hold":
            return say(f"story.{verb}", who=who)
        case "send":
            return say("story.send", who=who, figure=names[what], space=names[where])
        case "stay":
            return say("story.stay", figure=names[what])
        case "roll":
            return say("story.rolled", n=int(what))
        case "give":
            return say("story.give", who=who, territory=names[what])
        case "lead":
            return say("story.lead", who=who, figure=_figure(tables, what), front=names[where])
        case "place":
            tokens = _tell_tokens(tables, what.split("+"))
            return say("story.place", who=who, tokens=tokens, front=names[where[:-1]], n=int(where[-1]))
    return None


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """An event with its context."""
    sentence = _narrate(tables, before, event, after, cause)
    if sentence is None or event.startswith(("held ", "lost ", "reward ", "turn ")):
        return sentence  # what else its cause brought is told already
    more = [
        _column_closed(tables, event, before, after),
        *_bonuses(tables, before, event, after),
        _cut_short(tables, event, before, after),
    ]
    return " ".join(filter(None, [sentence, *more]))


def _bonuses(tables: Tables, before: View, event: str, after: View) -> list[str]:
    """The administrators' bonuses that were reached; one that cannot be paid, or whose deck is empty, is lost."""
    found = []
    # With the last event of a resolution the whole rest of the turn is known already, before it is told.
    late = before["phase"] not in ("reveal", "development")
    for was, board in zip(before["boards"], after["boards"], strict=True):
        if board["bonuses"] == was["bonuses"]:
            continue
        for bonus in tables.rows[board["administrator"]]["bonus"][was["bonuses"] : board["bonuses"]]:
            due = {"token": ["draw", board["league"], bonus.get("deck")], "figure": ["figure", board["seat"]]}
            is_lost = bonus["do"] in due and due[bonus["do"]] not in after["agenda"]
            acts = before["phase"] == "development" and event.startswith(f"move {board['seat']} ")
            is_lost |= bonus["do"] == "actions" and not acts
            who = words.name(tables, after, board["seat"])
            told = {"late": late, "at": bonus["at"], "who": who, "what": words.reward(tables, bonus)}
            if is_lost:
                found.append(tables.say("story.bonus.lost", why=_why_lost(tables, before, bonus, who), **told))
            elif any(bonus.get("cost", ())):
                found.append(tables.say("story.bonus.brings_paid", paid=words.paid(tables, bonus["cost"]), **told))
            else:
                found.append(tables.say("story.bonus.brings", **told))
    return found


def _why_lost(tables: Tables, view: View, bonus: dict[str, Any], who: str) -> str:
    if bonus["do"] == "actions":
        return tables.say("story.bonus.why_turn", who=who)
    if bonus["do"] == "figure":
        return tables.say("story.bonus.why_figure")
    if not reckoning.tokens_left(view, bonus["deck"]):
        return tables.say("story.bonus.why_none")
    return tables.say("story.bonus.why_cost", goods=words.goods(tables, bonus["cost"]))


def _cut_short(tables: Tables, event: str, before: View, after: View) -> str:
    """A development turn ends by itself when nothing more can be paid: who had actions left is told."""
    if before["phase"] != "development" or event.endswith(" done") or not event.startswith(("move ", "draw ")):
        return ""
    if (after["phase"], after["step"]) == (before["phase"], before["step"]):
        return ""
    board = next((board for board in before["boards"] if board["actions"]), None)
    if board is None:
        return ""
    word, _, move = event.split(" ")[:3]
    left = board["actions"] - (word == "move" and move.partition(":")[0] in _PAID)
    return tables.say("story.cut_short", who=words.name(tables, after, board["seat"])) if left > 0 else ""


def _narrate(tables: Tables, before: View, event: str, after: View, cause: str) -> str | None:
    names, say = tables.names, tables.say
    match event.split(" "):
        case ["move", "chance", roll] if roll.startswith("roll:"):
            return _roll(tables, before, int(roll.removeprefix("roll:")))
        case ["move", "chance", card] if card.startswith("card:"):
            return _card(tables, card.removeprefix("card:"), before, after)
        case ["move", who, move] if move.startswith("city:"):
            return _city(tables, after, who, names[move.removeprefix("city:")])
        case ["move", who, move] if move.startswith(("ability", "place:", "lead:")):
            return _move(tables, before, who, move)
        case ["move", who, "engage" | "hold" as answer]:
            return _answer(tables, before, who, answer, after)
        case ["choice", _, _] | ["backs", _, _, *_]:
            return None  # the choice is told when it is shown, and backs are on the board
        case ["draw", league, deck, power]:
            if before["phase"] == "muster":
                return None  # the columns are on the board
            is_late_army = not tables.is_solo and before["phase"] == "reveal" and not before["drawn"]
            return _draw(tables, words.whose(tables, after, league), deck, power, is_late_army)
        case ["turn", turn]:
            told = [*_collected(tables, before, after), *_brigands_gone(tables, before, after)]
            return " ".join([*told, _turn(tables, after, int(turn))])
        case ["held", _, territory, city]:
            was = before["territories"][territory]["holder"]
            if was in ("", city) or cause.endswith(f" give:{territory}"):  # who gives it up was told as the holder
                return _tell(tables, after, event)
            return say("story.taken", city=names[city], territory=names[territory], other=names[was])
        case ["lost", who, territory]:
            board = next(board for board in before["boards"] if board["seat"] == who)
            figures = [names[figure] for figure, at in board["figures"] if at == territory]
            who = words.name(tables, after, who)
            return say("story.leaves", figures=figures, n=len(figures), who=who, territory=names[territory])
        case ["reward", who, empire]:
            what = _rewarded(tables, before, who, empire)
            return say("story.rewards", empire=names[empire], who=words.name(tables, after, who), what=what)
        case ["met", who, number]:
            return _met(tables, after, who, int(number))
        case ["column", column, *_]:
            return _column(tables, after, column) or _tell(tables, after, event)
        case ["front", front, league]:
            if league == "none":
                return say("story.front_drawn", front=words.front(tables, front))
            return say("story.front_won", who=words.whose(tables, after, league), front=words.front(tables, front))
        case ["leader", league, front, figure]:
            led = {"who": words.whose(tables, after, league), "front": words.front(tables, front)}
            return say("story.leads", figure=_figure(tables, figure), **led)
        case ["go"] if before["phase"] == "placement":
            return say("story.battle")
        case ["over", _]:
            return _fell_short(tables, after)  # else the result says it
    return _tell(tables, after, event)


def _collected(tables: Tables, before: View, after: View) -> list[str]:
    """What the viewer's city collected at the end of a turn, and what of it came from which territories."""
    board = reckoning.own_board(before)
    if not board["city"] or before["phase"] not in RESOLUTION:
        return []
    ended = before | {"territories": after["territories"]}
    held = [name for name, now in after["territories"].items() if now["holder"] == board["city"]]
    collects, yielded = reckoning.income(tables, ended, board), reckoning.harvest(tables, ended, board)
    told = {"who": words.name(tables, after, board["seat"]), "goods": words.goods(tables, collects)}
    if not any(yielded):
        return [tables.say("story.collected", **told)]
    places = [tables.names[name] for name in held]
    return [tables.say("story.collected_from", more=words.goods(tables, yielded), places=places, **told)]


def _brigands_gone(tables: Tables, before: View, after: View) -> list[str]:
    """The augur's brigands leave at the end of the turn, unless the last roll of the turn has beaten them."""
    victories = [sum(board["victories"] for board in view["boards"]) for view in (before, after)]
    is_beaten = before["phase"] == "territories" and victories[1] > victories[0]
    beaten = tables.territories[before["step"]] if is_beaten else ""
    return [
        tables.say("story.brigands_leave", territory=tables.names[name])
        for name, was in before["territories"].items()
        if was["passing"] and name != beaten
    ]


def _turn(tables: Tables, view: View, turn: int) -> str:
    """A turn begins: what the viewer has then."""
    board = reckoning.own_board(view)
    if not board["city"]:
        return tables.say("story.turn", turn=turn)
    told = {"who": words.name(tables, view, board["seat"]), "goods": words.goods(tables, board["resources"])}
    # An act's tax is paid before the turn is told, alone the augur comes first.
    if tax := _tax(tables, view) if view["card"] else "":
        return tables.say("story.turn_tax", turn=turn, tax=tax, **told)
    return tables.say("story.turn_goods", turn=turn, **told)


def _met(tables: Tables, view: View, who: str, number: int) -> str:
    """An objective is met, and what that brings."""
    say = tables.say
    if tables.solo is not None:
        return say("story.objective_met", goal=words.goal(tables, tables.solo.goals[number]))
    # With nothing left to draw the next act is waited for already, and its card is not there yet.
    brings = tables.rows[view["card"]]["reward"] if view["card"] else []
    found = [say("story.meets", who=words.name(tables, view, who))]
    found += [say("story.meets_reward", reward=[tables.names[deck] for deck in brings])] if brings else []
    found += [say("story.meets_last")] if view["act"] == 3 else []
    return " ".join(found)


def _city(tables: Tables, view: View, who: str, city: str) -> str:
    """Who plays which city. The seat is not named: frontends may call it by its city."""
    if who == view["you"]:
        return tables.say("story.your_city", city=city)
    if tables.is_solo:
        return tables.say("story.enemys_city" if who == "enemy" else "story.players_city", city=city)
    league = next(board["league"] for board in view["boards"] if board["seat"] == who)
    return tables.say("story.city_of", city=city, league=words.league(tables, league))


def _card(tables: Tables, card: str, before: View, after: View) -> str:
    """A card as it is turned up: its story, what it changes, and what an act asks for; who loses a territory by it."""
    return " ".join([*_turned_up(tables, card, after), *_driven_out(tables, before, after)])


def _driven_out(tables: Tables, before: View, after: View) -> list[str]:
    """The territories whose holders' tokens brigands have taken off."""
    return [
        tables.say("story.driven_out", city=tables.names[was["holder"]], territory=tables.names[name])
        for name, was in before["territories"].items()
        if was["holder"] and after["territories"][name]["brigands"]
    ]


def _turned_up(tables: Tables, card: str, after: View) -> list[str]:
    say, row = tables.say, tables.rows[card]
    if tables.is_solo:
        always = _tax(tables, after | {"card": ""})  # the scenario's; the card's own is among its effects
        found = [say("story.augur", name=row["name"], text=row["text"], effects=words.card(tables, card))]
        return [*found, say("story.augur_tax", tax=always)] if always else found
    act = say(f"act.{row['act']}")
    if after["card"] != card:
        return [say("story.act_put_away", act=act, name=row["name"])]
    reward = [tables.names[deck] for deck in row["reward"]]
    asks = say("story.act_objective", goal=words.goal(tables, row["objective"]), reward=reward)
    return [say("story.act", act=act, name=row["name"]), row["story"], asks, *words.constraints(tables, card)]


def _tax(tables: Tables, view: View) -> str:
    """What every turn costs now."""
    amounts = [0, 0, 0]
    for effect in reckoning.in_force(tables, view):
        if effect["do"] == "tax":
            amounts[RESOURCES.index(effect["of"])] += effect["n"]
    return words.goods(tables, amounts) if any(amounts) else ""


def _fell_short(tables: Tables, view: View) -> str | None:
    """Solo: the objectives for want of which there is no battle."""
    if tables.solo is None or not reckoning.fell_short(view):
        return None
    goals = zip(tables.solo.goals, view["goals"], strict=True)
    return tables.say("story.fell_short", goals=[words.goal(tables, goal) for goal, met in goals if not met])


def _move(tables: Tables, before: View, who: str, move: str) -> str | None:
    say, name = tables.say, words.name(tables, before, who)
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    if verb == "ability":
        board = next(board for board in before["boards"] if board["seat"] == who)
        return say("story.uses", who=name, name=tables.names[board["administrator"]], what=_used(tables, board, rest))
    if verb == "place":
        tokens = words.tokens(tables, [] if what == "none" else what.split("+"))
        return say("story.places", who=name, tokens=tokens, column=where)
    if verb == "lead":
        return say("story.gives_front", who=name, front=words.front(tables, where), figure=_figure(tables, what))
    return None


def _used(tables: Tables, board: dict[str, Any], rest: str) -> str:
    """What was chosen of an ability."""
    ability = tables.rows[board["administrator"]]["ability"]
    if ">" in rest:
        give, take = rest.split(">")
        return tables.say(
            "story.traded",
            give=words.amount(tables, ability["give"], give),
            take=words.amount(tables, ability["get"], take),
        )
    if ability["do"] == "gain":
        return words.goods(tables, words.of_effect(ability))
    return tables.names[rest] if rest else words.ability(tables, ability)


def _league(view: View, seat: str) -> str:
    return str(next(board["league"] for board in view["boards"] if board["seat"] == seat))


def _rewarded(tables: Tables, before: View, who: str, empire: str) -> str:
    """What an empire's reward brought, with the gift that the figure who rolled for it gets."""
    row = tables.rows[empire]
    gift = [0, 0, 0]
    if league := next((each for each in reckoning.sides(tables, before, empire) if each == _league(before, who)), ""):
        figure, _, _ = reckoning.champion(tables, before, league, empire, False)
        talent = tables.rows[figure]["talent"]
        gift = [talent["n"] if talent["do"] == "gift" and talent["of"] == of else 0 for of in RESOURCES]
    if row["token"] in tables.names and not any(row["reward"]):
        return str(tables.say.join("and", [tables.names[row["token"]], *words.amounts(tables, gift)]))
    return words.goods(tables, [n + more for n, more in zip(row["reward"], gift, strict=True)])


# ---------------------------------------------------------------------------------------------------------------
# Rolls.


def _roll(tables: Tables, view: View, roll: int) -> str:
    """What a roll was for (RULES.md, Resolution: the brigands, then the Peloponnesian league, then the Delian)."""
    phase, say = view["phase"], tables.say
    if phase == "diplomacy":
        figures = [name for name, at in view["boards"][1]["figures"]] if len(view["boards"]) > 1 else []
        figure = figures[min(view["substep"], len(figures) - 1)] if figures else ""
        return _sent(tables, view, figure, roll) if figure else say("story.rolled", n=roll)
    rows = {"empires": tables.empires, "territories": tables.territories, "cities": tables.cities}.get(phase)
    if rows is None:
        return say("story.rolled", n=roll)
    at = rows[view["step"]]
    space = tables.names[at]
    brigands = phase == "territories" and view["territories"][at]["brigands"]
    if brigands and not view["rolls"]["brigands"]:
        strength = tables.numbers["brigand_power"]
        return say("story.roll.brigands", space=space, n=roll, strength=strength, total=roll + strength)
    waiting = [league for league in reckoning.sides(tables, view, at) if not view["rolls"][league]]
    if not waiting:
        return say("story.rolled", n=roll)
    figure, board, bonus = reckoning.champion(tables, view, waiting[0], at, brigands)
    rolls = say(
        "story.roll.rolls",
        figure=tables.names[figure],
        who=words.name(tables, view, board["seat"]),
        n=roll,
        sign="-" if bonus < 0 else "+",
        bonus=abs(bonus),
        total=roll + bonus,
    )
    if phase == "territories":
        return say("story.roll.territory", space=space, rolls=rolls)
    verdict = _verdict(tables, view, at, board, roll + bonus)
    return say("story.roll.needs", space=space, rolls=rolls, target=tables.rows[at]["target"], verdict=verdict)


def _verdict(tables: Tables, view: View, at: str, board: dict[str, Any], total: int) -> str:
    """What a roll at an empire or a city comes to, where another side may have rolled already, or will."""
    say, enough = tables.say, total >= tables.rows[at]["target"]
    rolling = reckoning.sides(tables, view, at)
    if len(rolling) == 1:
        gain = "story.roll.enough" if _gains(tables, board) else "story.roll.enough_no_gain"
        return say(gain if enough else "story.roll.not_enough")
    if not any(view["rolls"][league] for league in rolling):
        return say("story.roll.enough_so_far" if enough else "story.roll.not_enough")
    other, _, more = reckoning.champion(tables, view, rolling[0], at, False)
    theirs = view["rolls"][rolling[0]] + more
    if max(total, theirs) < tables.rows[at]["target"]:
        return say("story.roll.neither")
    if total == theirs:
        return say("story.roll.equal", other=tables.names[other])
    if total > theirs:
        return say("story.roll.more", theirs=theirs, other=tables.names[other])
    but = "story.roll.enough_but" if enough else "story.roll.not_enough_but"
    return say(but, other=tables.names[other], theirs=theirs)


def _gains(tables: Tables, board: dict[str, Any]) -> bool:
    """Whether an empire has something for a board; an enemy that is no rival only keeps the reward from the player."""
    return not (tables.is_solo and board["seat"] == "enemy" and tables.options["enemy"] != "rival")


def _sent(tables: Tables, view: View, figure: str, roll: int) -> str:
    """Solo, `die`: where the die sends an enemy figure; a closed space keeps it at home."""
    city = tables.cities.index(tables.rows[figure]["city"])
    where = spaces(tables)[tables.numbers["solo"]["die_table"][roll - 1][city]]
    key = "story.roll.would_send" if reckoning.is_closed(tables, view, where) else "story.roll.sends"
    return tables.say(key, n=roll, figure=tables.names[figure], space=tables.names[where])


# ---------------------------------------------------------------------------------------------------------------
# The battle.


def _column(tables: Tables, view: View, column: str) -> str | None:
    """A column as it is revealed: both sums; None if a token of it is not known."""
    front, number = column[:-1], int(column[-1])
    parts = {}
    for index, league in enumerate(LEAGUES):
        tokens = view["slots"][index].get(front, [[], [], []])[number - 1]
        if any("?" in token for token in tokens):
            return None
        parts[league] = tables.say(
            "story.column_has",
            who=words.whose(tables, view, league),
            tokens=words.tokens(tables, tokens),
            power=sum(int(token.lstrip("i")) for token in tokens),
        )
    return tables.say("story.column_sums", front=tables.names[front], n=number, **parts)


def _answer(tables: Tables, before: View, who: str, answer: str, after: View) -> str:
    """Who engages or holds back a figure, and the sums then."""
    front = tables.fronts[(before["battle"]["revealed"] - 1) // 3]
    own = next(LEAGUES.index(board["league"]) for board in before["boards"] if board["seat"] == who)
    figure = before["leaders"][own][front]
    told = {"who": words.name(tables, after, who), "figure": tables.names[figure]}
    if answer == "hold":
        return tables.say("story.holds_back", **told)
    power = after["battle"]["power"]
    adds = reckoning.front_power(tables, figure, front)
    return tables.say("story.engages", n=adds, mine=power[own], theirs=power[1 - own], **told)


def _column_closed(tables: Tables, event: str, before: View, after: View) -> str:
    """Who won the column that an event closed."""
    if not event.startswith(("column ", "move ")) or not after["battle"]["revealed"] or after["battle"]["stage"]:
        return ""
    for number, league in enumerate(LEAGUES):
        for front, columns in after["battle"]["columns"].items():
            if columns[number] > before["battle"]["columns"][front][number]:
                return tables.say("story.column_won", who=words.whose(tables, after, league))
    return tables.say("story.column_drawn")


# ---------------------------------------------------------------------------------------------------------------
# The end.


def because(tables: Tables, reason: str) -> str:
    if tables.is_solo and reason == "fronts":
        return tables.say("because.fronts_alone")
    if reason in tables.fronts:
        return tables.say("because.front", front=words.front(tables, reason))
    return tables.say.get(f"because.{reason}", "")
