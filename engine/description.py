"""A decision as people meet it: where the game stands, what is asked, what each move does and costs, what threatens.

A game's `text/offers.py` says how its moves are offered and `text/threats.py` what threatens; `Ruleset.describe` puts
them together. All of it is made from a view, so that it can tell a seat nothing that the seat may not know.

Frontends draw a description and need no rule for it. A move is found in steps: first a group (a card in the hand), in
it perhaps another, at last the move (a place). Each step has a **key**, the name of the thing that it is about, such as
``area:delos``: a frontend that draws the thing lets people touch it there, another shows the step's label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

P = TypeVar("P", bound="Part")
EMPTY: tuple[Any, ...] = ("", (), [], {})


class Part:
    """A piece of a description, as plain data and back. What is empty is left out of the data."""

    def to_dict(self) -> dict[str, Any]:
        found = {}
        for each in fields(self):  # type: ignore[arg-type]  # every part is a dataclass
            value = getattr(self, each.name)
            if each.metadata.get("always") or (value is not None and value is not False and value not in EMPTY):
                found[each.name] = _plain(value)
        return found

    @classmethod
    def from_dict(cls: type[P], data: Mapping[str, Any]) -> P:
        """The same again; what a newer engine says beside is left out."""
        known = {each.name: each.metadata for each in fields(cls)}  # type: ignore[arg-type]
        found: dict[str, Any] = {}
        for name, value in data.items():
            if name in known:
                found[name] = _typed(value, known[name].get("of"), known[name].get("by_key", False))
        return cls(**found)


def _plain(value: Any) -> Any:
    if isinstance(value, Part):
        return value.to_dict()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _typed(value: Any, part: type[Part] | None, by_key: bool) -> Any:
    if isinstance(value, list):
        return tuple(item if part is None else part.from_dict(item) for item in value)
    if part is None:
        return value
    return {key: part.from_dict(item) for key, item in value.items()} if by_key else part.from_dict(value)


@dataclass(frozen=True)
class Odds(Part):
    """How often something succeeds: in ``n`` of ``of`` cases that are equally likely."""

    n: int
    of: int


@dataclass(frozen=True)
class Place(Part):
    """Where else a move is found: pairs that are named in either order are found in both."""

    group: str
    key: str
    step: str


@dataclass(frozen=True)
class Group(Part):
    """Moves that begin with the same step."""

    id: str
    key: str  # what the step is about
    label: str  # in a few words
    does: str = ""  # what its moves have in common
    ask: str = ""  # what is asked when it is chosen
    group: str = ""  # the group that it is in; empty: none
    listing: bool = False  # it only makes lists shorter: who draws what is in it needs no step for it


@dataclass(frozen=True)
class Offer(Part):
    """A legal move."""

    move: str  # in notation
    label: str  # in words, complete: "Place Coup! on Samos"
    key: str  # what its last step is about
    step: str = ""  # what it is called within its group: "Samos"; empty: as its label
    does: str = ""  # what comes of it
    group: str = ""  # the group that it is in; empty: none
    amount: int | None = None  # if the moves of its group are amounts of one thing, how much
    cost: Mapping[str, int] = field(default_factory=dict)  # what is paid, by what it is paid in
    price: str = ""  # the same in words
    odds: Odds | None = field(default=None, metadata={"of": Odds})
    chance: str = ""  # the same in words
    also: Sequence[Place] = field(default=(), metadata={"of": Place})


@dataclass(frozen=True)
class Hidden(Part):
    """A hidden thing: what it is called, and what it may be."""

    title: str
    things: Mapping[str, str] = field(default_factory=dict)  # in words, each by its name


@dataclass(frozen=True)
class Unpaid(Part):
    """What could be done now if it could be paid."""

    label: str
    key: str
    cost: Mapping[str, int]
    price: str
    lacks: Mapping[str, int]  # what is missing of it
    why: str  # the same in words
    does: str = ""
    group: str = ""  # where it would be found


@dataclass(frozen=True)
class Threat(Part):
    """What may go wrong for the viewer; for a spectator, what may soon happen to anybody."""

    kind: str  # a word for programs
    words: str  # a sentence
    grave: bool = False  # it may decide the game
    keys: Sequence[str] = ()  # the things that it is about
    seats: Sequence[str] = ()  # by whom
    turns: int | None = None  # how many turns are left, this one included


@dataclass(frozen=True)
class Thing(Part):
    """Something that a frontend draws, in words: a place, a card, a caption."""

    label: str = field(metadata={"always": True})  # what it is called; empty for a place with nothing on it
    notes: Sequence[str] = ()  # what stands on it or below it, in a few words each
    says: str = ""  # all of it in words, for who points at it or hears it; empty: its label
    cost: Mapping[str, int] = field(default_factory=dict)  # what it costs the viewer now
    price: str = ""  # the same in words
    have: int | None = None  # of something that is striven for: how much of it there is
    need: int | None = None  # and how much is needed


@dataclass(frozen=True)
class Ending(Part):
    """How the game ended."""

    winners: Sequence[str] = field(metadata={"always": True})  # nobody, if a side without a seat won
    reason: str  # a word for programs
    words: str


@dataclass(frozen=True)
class Offered:
    """The moves of a decision as people should see them: what a game's `text/offers.py` makes."""

    prompt: str  # the question in a few words
    moves: Sequence[Offer]
    groups: Sequence[Group] = ()
    unpaid: Sequence[Unpaid] = ()


@dataclass(frozen=True)
class Description(Part):
    """All of it for one viewer."""

    headline: str  # where the game stands, in one line
    question: str  # what is asked and what it decides; if nothing is asked, for whom one waits; at the end, who won
    asked: bool = field(default=False, metadata={"always": True})  # whether the viewer must decide
    prompt: str = ""  # the question in a few words
    waiting: Sequence[str] = ()  # who must decide, as far as the viewer knows
    names: Mapping[str, str] = field(default_factory=dict)  # what people call each seat
    groups: Sequence[Group] = field(default=(), metadata={"of": Group})
    moves: Sequence[Offer] = field(default=(), metadata={"of": Offer})  # in the order in which people should see them
    unpaid: Sequence[Unpaid] = field(default=(), metadata={"of": Unpaid})
    threats: Sequence[Threat] = field(default=(), metadata={"of": Threat})
    things: Mapping[str, Thing] = field(default_factory=dict, metadata={"of": Thing, "by_key": True})  # what is drawn
    result: Ending | None = field(default=None, metadata={"of": Ending})

    def path(self, offer: Offer) -> list[tuple[str, str]]:
        """The steps by which a move is found where things are drawn, as (key, label)."""
        groups = {group.id: group for group in self.groups}
        steps = [(offer.key, offer.step or offer.label)]
        at = offer.group
        while at:
            if not groups[at].listing:
                steps.insert(0, (groups[at].key, groups[at].label))
            at = groups[at].group
        return steps


class Menu:
    """Collects the offers of a decision, in the order in which people should see them."""

    def __init__(self) -> None:
        self.groups: dict[str, Group] = {}
        self.moves: list[Offer] = []
        self.unpaid: list[Unpaid] = []

    def group(self, key: str, label: str, does: str = "", ask: str = "", group: str = "", listing: bool = False) -> str:
        """The id of the group with this key (in another group); it is made if there is none."""
        id = f"{group} {key}" if group else key
        if id not in self.groups:
            self.groups[id] = Group(id, key, label, does, ask, group, listing)
        return id

    def offered(self, prompt: str) -> Offered:
        """All of it; groups without a move are left out."""
        used = {thing.group for thing in self.unpaid}
        for move in self.moves:
            used.update((move.group, *(place.group for place in move.also)))
        for group in reversed(self.groups.values()):  # the outer one of two is made first
            if group.id in used:
                used.add(group.group)
        return Offered(prompt, self.moves, [group for group in self.groups.values() if group.id in used], self.unpaid)


def plain_offers(legal: Sequence[str], prompt: str) -> Offered:
    """Moves by their notation: what begins with the same word is a group, if there is anything beside it."""
    menu = Menu()
    verbs = {move.partition(":")[0] for move in legal}
    for move in legal:
        verb, _, rest = move.partition(":")
        group = menu.group(verb, verb) if rest and len(verbs) > 1 else ""
        amount = int(rest) if rest.isdecimal() else None
        menu.moves.append(Offer(move, move.replace(":", " "), move, rest, group=group, amount=amount))
    return menu.offered(prompt)
