"""Each of the 20 Special Abilities (RULES.md, 11) does what its card says: the same position with and without it."""

from __future__ import annotations

from typing import Any

import pytest

from ..position import Fields
from .position import ABILITIES, Position, fields_of

pytestmark = pytest.mark.usefixtures("implementation")

ACTING: Fields = {}
RECRUITING: Fields = {"phase": "recruit", "cards": [["recruit"], ["tax"]], "todo": ["recruit"]}
BIDDING: Fields = {
    "phase": "auction", "turn": None, "auction": [], "cards": [None, None], "shown": [False, False], "todo": [],
}  # fmt: skip


def ask(game: Position, question: str) -> Any:
    """What a line of a case asks of the game after its moves."""
    what, _, rest = question.partition(" ")
    if what == "legal":
        seat = game.pending()[0]
        return [move.removeprefix(rest) for move in game.legal(seat) if move.startswith(rest)]
    value = game.fields
    for name in rest.split("."):
        value = value[int(name)] if isinstance(value, list) else value.get(name)
        if value is None:
            break
    return value


# card: (owner, board, changes, moves as "seat move", question, the answer without the card, with it)
Case = tuple[int, dict[str, str], Fields, list[str], str, Any, Any]
HOME = {"A": "s0 soldier"}
BESIDE = {"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}
STORM = ["s0 attack:soldier@A2>B1"]

CASES: dict[str, Case] = {
    "quartermaster": (0, HOME, RECRUITING, ["s0 recruit:soldier@A1"], "field gold.0", 8, 9),
    "stud_farm": (0, HOME, RECRUITING, ["s0 recruit:knight@A1"], "field gold.0", 4, 7),
    "sappers": (0, HOME, RECRUITING, ["s0 recruit:camp@A1", "s0 recruit:catapult@A1"], "field gold.0", 6, 8),
    "tax_farmer": (1, HOME, RECRUITING, ["s0 done"], "field gold.1", 13, 15),
    "banker": (0, HOME, RECRUITING, ["s0 done"], "field gold.0", 10, 11),
    "toll_of_the_lakes": (0, {"L": "s0 soldier", "Br": "s0 soldier"}, RECRUITING, ["s0 done"], "field gold.0", 12, 14),
    "tribute": (0, HOME, RECRUITING, ["s0 done"], "field gold", [10, 13], [11, 12]),
    "shield_wall": (1, BESIDE | {"B1": "s1 soldier"}, ACTING, STORM, "field attack.guesses", 1, 2),
    "barding": (1, BESIDE | {"B1": "s1 knight"}, ACTING, STORM, "field attack.guesses", 1, 2),
    "palisade": (1, BESIDE, ACTING, STORM, "field attack.guesses", 1, 2),
    "citadel": (1, {"B1": "s0 soldier"}, ACTING, ["s0 attack:soldier@B1>B"], "field attack.guesses", 2, 3),
    "forced_march": (0, {"A": "s0 soldier", "A2": "s0 soldier"}, ACTING, ["s0 move:soldier@A>A1"], "field phase",
                     "act", "unit"),
    "long_arm": (0, {"A1": "s0 catapult", "A": "s0 soldier", "B1": "s1 camp"}, ACTING, [], "legal fire:",
                 [], ["catapult@A1>B1"]),
    "valour": (0, {"A2": "s0 knight", "A": "s0 soldier", "B1": "s1 camp"}, ACTING,
               ["s0 attack:knight@A2>B1", "s0 bid:2", "s1 guess:2"], "field board.A2.units", None, ["knight"]),
    "scouts": (1, BESIDE, ACTING, [*STORM, "s0 bid:4"], "legal guess:",
               [str(n) for n in range(1, 11)], ["2", "4", "6", "8", "10"]),
    "herald": (1, {}, BIDDING, ["s0 bid:5", "s1 bid:5"], "field gold", [5, 10], [10, 7]),
    "paymaster": (0, BESIDE, ACTING, [*STORM, "s0 bid:4", "s1 guess:4"], "field gold.0", 6, 10),
    "mountaineers": (0, {"A1": "s0 knight", "K": "s1 soldier"}, ACTING, [], "legal attack:", [], ["knight@A1>K"]),
    "vassals": (0, {"A2": "s0 soldier"}, RECRUITING, [], "legal recruit:soldier@",
                ["A", "A1"], ["A", "A1", "B1", "K", "L"]),
    "plunder": (0, BESIDE, ACTING, [*STORM, "s0 bid:4", "s1 guess:1"], "field gold", [6, 10], [7, 9]),
}  # fmt: skip


def answer(case: Case, card: str | None) -> Any:
    owner, board, changes, moves, question, _, _ = case
    fields = fields_of(board, **changes)
    if card is not None:
        fields["abilities"][owner] = [card]
    game = Position.load(fields)
    for line in moves:
        game.play(*line.split(" "))
    return ask(game, question)


assert list(CASES) == ABILITIES, "every card has a case"


@pytest.mark.parametrize("card", ABILITIES)
def test_11_the_card_makes_the_difference(card: str) -> None:
    case = CASES[card]
    assert case[5] != case[6]
    assert answer(case, None) == case[5]
    assert answer(case, card) == case[6]


# Cards whose case tells apart only whether the owner itself has it: both players' gold is at stake in the others.
ONE_SIDED = [card for card in ABILITIES if card not in ("tribute", "herald", "plunder")]


@pytest.mark.parametrize("card", ONE_SIDED)
def test_11_the_card_is_for_its_owner_only(card: str) -> None:
    owner, *rest = CASES[card]
    assert answer((1 - owner, *rest), card) == answer((owner, *rest), None)
