"""Epireia for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from typing import Any

from ....english import plural, several
from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning, words
from .reckoning import Board, View

PRIMER = """\
You lead one Greek city of the Delian or the Peloponnesian league. The game is a story of three acts. The card of an act
lies open with an objective and mostly a constraint, such as a tax or closed seas, that binds everybody. The first city
that meets the objective wins army tokens for its league, and the next turn opens the next act. The turn in which Act
III is met is the last one: the Great Battle follows, as it does after turn 16 at the latest.

Each turn has three parts. In the development you have two actions: build, produce army tokens, or donate to your
league's treasury, which brings prestige. The treasury pays the tribute of Greek cities that nobody leads, and some
objectives ask what is in it. In the diplomacy each of your figures travels. An empire rewards you if a twelve-sided
die plus the figure's diplomacy reaches its target; a Greek city joins your league in the same way and brings tokens. If
the other league is there too, yours must be the higher sum. A territory that nobody contests is yours and yields
resources every turn, until somebody else takes it; brigands in it have to be beaten first. Then the city collects its
resources.

In the Great Battle the armies meet on three fronts (flank: cavalry; center: hoplites; maritime: triremes) of three
columns. The higher power wins a column, more columns win a front, more fronts win the game. A figure can join one
column of the front that it leads. Another league may leave columns empty, and any token beats an empty one: gather some
of every kind, and compare them with the enemy's. If both leagues win as many fronts, the maritime one decides, then
prestige, then copper.

Alone, there are no acts: a scenario says how many turns there are and what you must achieve, or the game is lost before
the battle. An augur's card changes something every turn. Greek cities cannot be won; instead the treasury buys, once a
turn, an army token of level I for six of one resource. The enemy's figures travel after yours. Unless it is a rival
with a city of its own, its army stands face down from the first turn: you can see how many tokens of which level each
column has. In the battle you need more fronts than the enemy, two are enough, and a tie loses.
"""

ALONE = """\
You lead one Greek city against enemy cities of the other league. A scenario says how many turns there are and what you
must achieve; without it the game is lost before the battle. After the last turn comes the Great Battle, and in it you
need more fronts than the enemy: two of the three are enough, and a tie loses.

Each turn an augur's card changes something. In the development you have two actions: build, produce army tokens, or
donate to your treasury. A donation brings prestige, which brings what your administrator's card promises; and once a
turn six of one resource in the treasury buy an army token of level I. In the diplomacy each of your figures travels,
then the enemy's. An empire rewards you if a twelve-sided die plus the figure's diplomacy reaches its target, and no
enemy there has as much. A territory that nobody contests is yours and yields resources every turn, until the enemy
takes it; brigands in it have to be beaten first. Then your city collects its resources; it can keep 15 of each.

In the Great Battle the armies meet on three fronts (flank: cavalry; center: hoplites; maritime: triremes) of three
columns with room for two tokens each. The higher power wins a column, more columns win a front. A figure of yours can
join one column of the front that it leads. Unless the enemy is a rival with a city of its own, its army stands face
down from the first turn, without figures: you can see how many tokens of which level each column has.
"""


# ---------------------------------------------------------------------------------------------------------------
# What is asked.

_QUESTIONS = {
    "city": "Which city do you lead? It collects these resources at the end of every turn.",
    "league": "Which league does your city join? The enemy cities belong to the other one.",
    "administrator": (
        "Who administers your city? Each has an ability, to be used once for every Archive, Court or Treasury house "
        "that you build, and bonuses at certain steps of prestige."
    ),
    "figure": (
        "With which figure do you start? Figures travel for you: diplomacy counts with empires, power in territories "
        "and in the battle."
    ),
}


def question(tables: Tables, view: View) -> str:
    board, phase = reckoning.own_board(view), view["phase"]
    task = view["agenda"][0][0] if view["agenda"] else ""
    if task == "give":
        posts = tables.numbers["trade_posts"]
        return f"You hold more territories than you have tokens for ({posts}): which do you give up?"
    if task == "figure":
        return "A new figure joins your city. Who is it?"
    if phase in _QUESTIONS:
        return _QUESTIONS[phase]
    if phase == "development":
        return _development_question(tables, view, board)
    if phase == "diplomacy":
        name = board["figures"][min(view["substep"], len(board["figures"]) - 1)][0]
        held = sum(now["holder"] == board["city"] for now in view["territories"].values())
        posts = tables.numbers["trade_posts"]
        full = f" You hold {held} territories, as many as you can: a new one costs an old one." if held >= posts else ""
        return (
            f"Where does {tables.names[name]} ({words.figure(tables, name)}) go? An empire rewards you if a "
            "twelve-sided die plus the figure's bonus reaches what it needs and no enemy there has as much. A "
            f"territory is yours, turn after turn, if no enemy comes there too or yours is the higher roll.{full}"
        )
    if phase == "placement":
        return _placement_question(tables, view, board)
    if phase == "leaders":
        led = view["leaders"][LEAGUES.index(board["league"])]
        front = next((tables.names[front].lower() for front in tables.fronts if front not in led), "next")
        return f"Which figure leads the {front} front? It can add its power once, to one column of that front."
    if phase == "battle":
        return _battle_question(tables, view)
    return "It is your move."


def _development_question(tables: Tables, view: View, board: Board) -> str:
    free = f"{_administrator_use(tables, board)}{_treasury_use(tables, board)}"
    if not board["actions"]:
        return f"Development: you have no action left; `done` ends it.{free}"
    ways = "Build, produce an army token for the Great Battle, or donate to the treasury for prestige"
    if reckoning.applying(tables, view, "no_donations", board):
        ways = "Build, or produce an army token for the Great Battle"
    return f"Development: you have {plural(board['actions'], 'action')} left. {ways}; `done` ends it.{free}"


def _administrator_use(tables: Tables, board: Board) -> str:
    uses = reckoning.uses_left(tables, board)
    if not uses:
        return ""
    return f" Your administrator can help {'once' if uses == 1 else f'{uses} times'}, which takes no action."


def _treasury_use(tables: Tables, board: Board) -> str:
    if not tables.is_solo or board["bought"]:
        return ""
    price = tables.numbers["buy_price"]
    return f" Once a turn, {price} of one resource in the treasury buy a token of level I."


def _placement_question(tables: Tables, view: View, board: Board) -> str:
    own = LEAGUES.index(board["league"])
    placed = view["slots"][own]
    front = next((front for front in reckoning.decided_by(tables, view, board) if len(placed.get(front, [])) < 3), None)
    where = "the fronts"
    if front is not None:
        column = len(placed.get(front, []))
        facing = view["slots"][1 - own].get(front, [])
        against = (
            _backs(tables, front, facing[column] if len(facing) > column else [])
            if facing
            else "what the enemy places meanwhile"
        )
        where = f"the {tables.names[front].lower()} front, column {column + 1} of 3, against {against}"
    return (
        f"The Great Battle. Which of your tokens go face down to {where}? The higher sum wins a column, more columns "
        "a front, more fronts the game. A column takes two tokens, so a front six: what fits must be placed, what is "
        "beyond that stays out. A token is its level and its power: ii5 is of level II, power 5."
    )


def _backs(tables: Tables, front: str, tokens: list[str]) -> str:
    """Face-down tokens: all that is known is their level, and so what their power may be."""
    known = []
    for token in tokens:
        level = 2 if token.startswith("ii") else 1
        deck = next(deck for deck in tables.decks if _stands_there(tables, deck, front, level))
        powers = [power for power, n in enumerate(tables.rows[deck]["powers"], 1) if n]
        known.append(f"{'I' * level} (power {powers[0]} to {powers[-1]})")
    return f"{plural(len(tokens), 'token')} of level {several(known)}" if tokens else "nothing"


def _stands_there(tables: Tables, deck: str, front: str, level: int) -> bool:
    row = tables.rows[deck]
    return bool(row["kind"] == tables.rows[front]["kind"] and row["level"] == level)


def _battle_question(tables: Tables, view: View) -> str:
    number = view["battle"]["revealed"] - 1
    front = tables.fronts[number // 3]
    own = LEAGUES.index(reckoning.own_board(view)["league"])
    mine, theirs = view["battle"]["power"][own], view["battle"]["power"][1 - own]
    figure = view["leaders"][own].get(front, "")
    extra = reckoning.front_power(tables, figure, front) if figure else 0
    columns = view["battle"]["columns"][front]
    return (
        f"{tables.names[front]}, column {number % 3 + 1} of 3: you have {mine}, the enemy {theirs} "
        f"(columns won here: you {columns[own]}, the enemy {columns[1 - own]}). "
        f"Does {tables.names.get(figure, 'your figure')} engage and add {extra}? Each figure can do so once."
    )


# ---------------------------------------------------------------------------------------------------------------
# What a move means.

_GROUPS = {
    "build": "a building, once each, for its cost",
    "produce": "draw an army token for the battle, for its cost",
    "ability": "use your administrator's ability; not an action",
    "buy": "an army token from the league's treasury; not an action",
    "send": "send the figure there",
    "place": "tokens for this column",
    "lead": "who leads this front",
}


def gloss(tables: Tables, view: View, move: str) -> str:
    verb, colon, rest = move.partition(":")
    what, _, where = rest.partition("@")
    board = reckoning.own_board(view)
    if not colon and verb == "donate":
        return _donations(tables, view, board)
    if not colon and verb in _GROUPS and verb != "ability":
        return _GROUPS[verb]
    rows, names = tables.rows, tables.names
    match verb:
        case "city":
            return _city(tables, view, what)
        case "league":
            return _league(tables, what)
        case "administrator":
            return _administrator(tables, what)
        case "figure":
            return f"{words.figure(tables, what)}. {rows[what]['text']}"
        case "donate":
            return _donation(tables, view, board, int(what or 0), where)
        case "build":
            row = rows[what]
            cost = reckoning.cost_now(tables, view, board, row["cost"], "building_cost")
            does = _no_use(tables, view, board, row["effect"]) or words.effect(tables, row["effect"])
            return f"for {words.short_goods(cost)}: {does} ({row['type']})"
        case "produce":
            cost = reckoning.cost_now(tables, view, board, rows[what]["cost"], "army_cost")
            return f"for {words.short_goods(cost)}: {_token_range(tables, view, what)}"
        case "buy":
            price = tables.numbers["buy_price"]
            token = _token_range(tables, view, what)
            return f"for {price} {rows[what]['treasury']} of the treasury: {token}; not an action"
        case "ability":
            return _ability(tables, view, board, what)
        case "done":
            return _done(tables, view, board)
        case "send":
            return _send(tables, view, board, what, where) if where else ""
        case "stay":
            return "at home" + _home(tables, what)
        case "give":
            return f"yields {words.short_goods(rows[what]['yield'])} a turn"
        case "place":
            return _place(what)
        case "lead":
            if what == "none":
                return "nobody leads this front"
            return f"would add {reckoning.front_power(tables, what, where)}" if where else ""
        case "engage":
            return "add the figure's power to this column; it is spent then"
        case "hold":
            is_last = view["battle"]["revealed"] % 3 == 0
            return "leave the figure out; this is its last column" if is_last else "keep it for a later column here"
    return names.get(what, "")


def _city(tables: Tables, view: View, city: str) -> str:
    row = tables.rows[city]
    # The lone city of a league with three players collects more than it says (lone_yield).
    seats = [board["seat"] for board in view["boards"]]
    times = tables.numbers["lone_yield"][seats.index(view["you"])] if view["you"] in seats else 1
    every = row["prestige_every"]
    honour = f"; 1 prestige every {every} turns" if every else ""
    figures = several([tables.names[name] for name in tables.figures if tables.rows[name]["city"] == city])
    hungry = reckoning.famine(tables, view, reckoning.own_board(view))
    yields = zip(RESOURCES, row["yield"], strict=True)
    collects = words.goods(0 if of in hungry else n * times for of, n in yields)
    return f"collects {collects}{honour}; more {row['first']} with prestige. Figures: {figures}"


def _league(tables: Tables, league: str) -> str:
    """Solo: who is in the other league then."""
    assert tables.solo is not None
    enemies = several([tables.names[tables.cities[city]] for city in tables.solo.enemy_cities])
    other = LEAGUES[1 - LEAGUES.index(league)].title()
    return f"against {enemies} in the {other} league"


def _done(tables: Tables, view: View, board: Board) -> str:
    turns = [tables.seats[number] for number in tables.numbers["dev_turn"]]
    lost = "; actions not used are lost" if board["actions"] else ""
    if turns[view["step"] + 1 :][:1] == [board["seat"]]:
        return f"end this development turn; another one of yours follows{lost}"
    return f"end your development{lost}"


def _donations(tables: Tables, view: View, board: Board) -> str:
    """What all donations have in common."""
    least, most = tables.numbers["donate_min"], tables.numbers["donate_max"]
    honour = _prestige(tables, board, _honour(tables, view, board))
    return f"give {least} to {most} of a resource to the league's treasury: {honour}, whatever the amount"


def _honour(tables: Tables, view: View, board: Board) -> int:
    """The prestige of a donation."""
    return int(tables.numbers["donate_prestige"]) + reckoning.standing(tables, view, "donation", board)


def _donation(tables: Tables, view: View, board: Board, amount: int, of: str) -> str:
    text = f"give {amount} {of or 'of a resource'}: {_prestige(tables, board, _honour(tables, view, board))}"
    if not of:
        return text
    room = tables.numbers["treasury_cap"] - view["treasury"][LEAGUES.index(board["league"])][RESOURCES.index(of)]
    return text if amount <= room else f"{text}; the treasury has room for {room} {of} only"


def _prestige(tables: Tables, board: Board, n: int) -> str:
    """So much more prestige, as far as there is more."""
    most = tables.numbers["prestige_cap"]
    if n <= 0 or board["prestige"] + n <= most:
        return f"{words.signed(n)} prestige"
    return f"+{most - board['prestige']} prestige ({most} is the most)"


def _no_use(tables: Tables, view: View, board: Board, effect: dict[str, Any]) -> str:
    """What is said of a building or an ability that would bring less than it says; empty if it brings all."""
    if effect["do"] == "prestige" and board["prestige"] + effect["n"] > tables.numbers["prestige_cap"]:
        return _prestige(tables, board, effect["n"])
    if effect["do"] == "figure":
        own = [name for name, _ in board["figures"] if tables.rows[name]["city"] == board["city"]]
        if len(own) >= tables.numbers["figures_max"]:
            return f"no new figure: your city has {len(own)}, as many as it can"
    if effect["do"] == "harvest" and effect["of"] in reckoning.famine(tables, view, board):
        return f"{words.effect(tables, effect)}, but none is collected now"
    return ""


def _administrator(tables: Tables, name: str) -> str:
    row = tables.rows[name]
    bonuses = "; ".join(f"{bonus['at']}: {words.bonus(tables, bonus)}" for bonus in row["bonus"])
    does = words.ability(tables, row["ability"])
    return f"{does[:1].upper()}{does[1:]}. Bonuses when prestige reaches {bonuses}. {row['text']}"


def _ability(tables: Tables, view: View, board: Board, what: str) -> str:
    ability = tables.rows[board["administrator"]]["ability"]
    if ">" in what:
        give, get = what.split(">")
        return f"give {ability['give']} {give}, take {ability['get']} {get}; not an action"
    if what:
        return f"{_token_range(tables, view, what)}; not an action"
    return f"{_no_use(tables, view, board, ability) or words.ability(tables, ability)}; not an action"


def _home(tables: Tables, figure: str) -> str:
    skill = tables.rows[figure]["talent"]
    return f", where it gathers {skill['n']} {skill['of']}" if skill["do"] == "home" else ""


def _token_range(tables: Tables, view: View, deck: str) -> str:
    """What a draw from a deck may give, from what the seat has not seen."""
    counts = view.get("unseen", {}).get(deck) or tables.rows[deck]["powers"]
    powers = [power for power, n in enumerate(counts, 1) if n]
    kind = tables.rows[deck]["kind"]
    text = f"{kind} of power {powers[0]} to {powers[-1]}" if powers else kind
    return f"{text}; {reckoning.tokens_left(view, deck)} left"


def _send(tables: Tables, view: View, board: Board, figure: str, space: str) -> str:
    row = tables.rows[space]
    bonus = reckoning.worth(tables, figure, space, False) + reckoning.support(tables, view, board, space)
    if space in tables.empires:
        brings = words.short_goods(row["reward"]) if any(row["reward"]) else tables.names.get(row["token"], "-")
        again = "; has rewarded you before, and pays each time" if space in board["empires"] else ""
        return f"{brings}; {_odds(tables, view, board, space, bonus)}{again}"
    if space in tables.cities:
        tokens = ", ".join(tables.names[deck] for deck in row["brings"])
        tribute = words.short_goods(row["tribute"])
        odds = _odds(tables, view, board, space, bonus)
        return f"joins you with {tokens}, the treasury pays {tribute}; {odds}"
    return f"{row['kind']}: {words.short_goods(row['yield'])} a turn; {_fight(tables, view, board, figure, space)}"


def _odds(tables: Tables, view: View, board: Board, space: str, bonus: int) -> str:
    """What a figure needs at an empire or a city, and how likely that is against the enemy who is there already."""
    target = tables.rows[space]["target"]
    text = f"needs {target} with the die {words.signed(bonus)}"
    rival = _rival(tables, view, board, space)
    if rival is None:
        return f"{text}: {words.chance(target - bonus)}"
    figure, _, more = rival
    odds = words.contest(bonus, more, target)
    return f"{text}, and more than {tables.names[figure]} ({words.signed(more)}): {odds}"


def _fight(tables: Tables, view: View, board: Board, figure: str, space: str) -> str:
    """Who is to be met in a territory."""
    now = view["territories"][space]
    rival = _rival(tables, view, board, space)
    met = f"; {tables.names[rival[0]]} of the enemy is there" if rival else ""
    if now["brigands"]:
        bonus = reckoning.worth(tables, figure, space, True) + reckoning.support(tables, view, board, space)
        strength = tables.numbers["brigand_power"]
        return f"brigands: you beat them in {words.contest(bonus, strength)}{met}"
    if rival:
        bonus = reckoning.worth(tables, figure, space, False) + reckoning.support(tables, view, board, space)
        met += f": you win in {words.contest(bonus, rival[2])}"
    if now["holder"] == board["city"]:
        return f"yours: defend it{met}"
    return f"held by {tables.names[now['holder']]}{met}" if now["holder"] else f"free{met}"


def _rival(tables: Tables, view: View, board: Board, space: str) -> tuple[str, Board, int] | None:
    """The enemy's figure that would roll in a space, with what is added to its roll."""
    leagues = [league for league in reckoning.sides(tables, view, space) if league != board["league"]]
    return reckoning.champion(tables, view, leagues[0], space, False) if leagues else None


def _place(what: str) -> str:
    if what == "none":
        return "nothing in this column"
    powers = [int(token.lstrip("i")) for token in what.split("+")]
    return f"power {sum(powers)}"
