"""Which moves are listed together, and which one a person means: from a description alone, no input or output here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from petteia.engine import Description
from petteia.engine.description import Group, Offer, Unpaid

LIMIT = 8  # lines of a list up to which groups that only make lists shorter are opened
FEW = 2  # things that cannot be paid, up to which their group may be opened in a longer list
EXAMPLES = 4  # moves that are quoted where several fit


class NoMove(ValueError):
    """The words are not one move; the message quotes them and says what would be right."""


@dataclass(frozen=True)
class Line:
    """A line of a list: a move, or a group of moves."""

    number: int
    name: str
    tells: str
    thing: Offer | Group


@dataclass(frozen=True)
class MoveList:
    """What is shown at once."""

    lines: Sequence[Line]
    unpaid: Sequence[Unpaid]


def tells_of(offer: Offer, said: Collection[str] = ()) -> str:
    """What a move costs, does, and how often it succeeds, unless its label says so.

    Whole sentences that were ``said`` before are left out.
    """
    told = [] if offer.does in said and is_prose(offer.does) else [does_of(offer)]
    told = [part.removesuffix(".") for part in (*told, offer.chance) if part]
    price = "" if offer.price in offer.label else offer.price
    return ": ".join(part for part in (price, "; ".join(told)) if part)


def does_of(offer: Offer) -> str:
    """What comes of a move, without what its label says already."""
    return "; ".join(part for part in offer.does.split("; ") if part not in offer.label)


def frame_of(offer: Offer) -> str:
    """What stands before or behind a move's step in its label: "Build the ", " leads the front"."""
    if offer.step and offer.label.startswith(offer.step):
        return offer.label.removeprefix(offer.step)
    return offer.label.removesuffix(offer.step)


def is_prose(text: str) -> bool:
    """Whether a text is made of sentences, which need not be read twice; others say how things stand now."""
    return text.endswith((".", "!", "?"))


class Menu:
    """The moves of a decision, in their groups."""

    def __init__(self, description: Description, said: Collection[str] = ()) -> None:
        self.said = said
        self.moves = description.moves
        self.unpaid = description.unpaid
        self.groups = {group.id: group for group in description.groups}

    # Lists.

    def inside(self, group: str = "") -> list[Offer]:
        """All moves of a group, and of those in it; without one, all."""
        return [offer for offer in self.moves if any(group in self._chain(at) for at in _groups_of(offer))]

    def listed(self, group: str = "") -> MoveList:
        """What is shown in a group, or at first. Where much cannot be paid, the prices stay in a group."""
        things = self._things(group)
        opened = {group}
        for each in sorted((thing for thing in things if isinstance(thing, Group)), key=self._size):
            size = self._size(each)
            inside = self._things(each.id)
            is_flat = each.listing and not any(isinstance(thing, Group) for thing in inside)
            fits_in = is_flat and len(things) - 1 + len(inside) <= LIMIT
            if (size == 1 or fits_in) and len(self._unpaid_in(each)) <= FEW:
                place = things.index(each)
                if size == 1:  # its move, however deep it lies
                    things[place : place + 1] = self.inside(each.id)
                    opened.update(id for id in self.groups if each.id in self._chain(id))
                else:
                    things[place : place + 1] = inside
                    opened.add(each.id)
        unpaid = [thing for thing in self.unpaid if thing.group in opened]
        frames = {frame_of(offer) for offer in self.inside(group) if offer.step} if group else set()
        if len(frames) == 1:
            unpaid = [replace(thing, label=thing.label.removeprefix(*frames)) for thing in unpaid]
        return MoveList(self._lines(things, group), unpaid)

    def _things(self, group: str) -> list[Offer | Group]:
        """The moves and groups directly in a group, in the order of their moves."""
        found: dict[tuple[str, bool], Offer | Group] = {}
        for offer in self.moves:
            for at in _groups_of(offer):
                chain = self._chain(at)
                if group not in chain:
                    continue
                within = chain[: chain.index(group)]
                if within:
                    found.setdefault((within[-1], True), self.groups[within[-1]])
                else:
                    found[offer.move, False] = offer
        for thing in self.unpaid:  # a listing of which nothing can be paid
            chain = self._chain(thing.group)
            within = chain[: chain.index(group)] if group in chain else []
            if within and self.groups[within[-1]].listing:
                found.setdefault((within[-1], True), self.groups[within[-1]])
        return list(found.values())

    def _chain(self, group: str) -> list[str]:
        """A group, the one that it is in, and so on; "" is the last."""
        chain = [group]
        while chain[-1]:
            chain.append(self.groups[chain[-1]].group)
        return chain

    def _size(self, group: Group) -> int:
        return len(self.inside(group.id))

    def _unpaid_in(self, group: Group) -> list[Unpaid]:
        return [thing for thing in self.unpaid if group.id in self._chain(thing.group)]

    def _lines(self, things: Sequence[Offer | Group], group: str) -> list[Line]:
        offers = [thing for thing in things if isinstance(thing, Offer)]
        amounts = [offer.amount for offer in offers]
        is_amounts = len(offers) == len(things) > 1 and None not in amounts and len(set(amounts)) == len(amounts)
        # Where all labels begin or end in the same way that is left out: the question has said it.
        frames = {frame_of(offer) for offer in offers if offer.step}
        stepped = sum(bool(offer.step) for offer in offers)
        common = self.groups[group].does if group else ""  # was said where the group was chosen
        short = bool(group) or (len(frames) == 1 and 2 * stepped > len(things))
        lines = []
        for number, thing in enumerate(things, 1):
            if isinstance(thing, Group):
                lines.append(Line(number, f"{thing.label}...", self._tells_of_group(thing), thing))
                continue
            name = thing.step if short and thing.step and not thing.step.isdecimal() else thing.label
            tells = tells_of(replace(thing, does="") if thing.does == common else thing, self.said)
            lines.append(Line((thing.amount or 0) if is_amounts else number, name, tells, thing))
        return lines

    def _tells_of_group(self, group: Group) -> str:
        """What its moves have in common, and how many of them can be paid if not all can."""
        does = "" if group.does in self.said and is_prose(group.does) else group.does.removesuffix(".")
        n, dear = self._size(group), len(self._unpaid_in(group))
        return f"{does} ({n} of {n + dear} can be paid)" if dear else does

    # Finding.

    def find(self, typed: str, shown: Sequence[Line], group: str = "") -> Offer | Group:
        """The move or group that is meant, among those of the list first; NoMove says what is wrong."""
        wanted = " ".join(typed.lower().split())
        if wanted.isascii() and wanted.isdecimal():
            for line in shown:
                if line.number == int(wanted):
                    return line.thing
            raise NoMove(f"There is no number {wanted}: want {_range(shown)}.")
        for moves in (self.inside(group), self.moves) if group else (self.moves,):
            found = self._matching(wanted, moves, shown)
            if len(found) == 1:
                return found[0]
            if found:
                return self._common_group(typed, found)
        example = f" such as {shown[0].name}" if shown else ""
        raise NoMove(f"{typed!r} is none of your moves: want a number, {_range(shown)}, or a name{example}.")

    def _matching(self, wanted: str, moves: Sequence[Offer], shown: Sequence[Line]) -> list[Offer | Group]:
        """The moves that are meant, or a group of the list, by the first way in which there are any."""
        tight = wanted.replace(" ", "")
        ways: list[list[Offer | Group]] = [
            [offer for offer in moves if offer.move.lower() == tight],
            [line.thing for line in shown if line.name.removesuffix("...").lower() == wanted],
            [offer for offer in moves if offer.step.lower() == wanted or offer.label.lower() == wanted],
            [group for group in self.groups.values() if group.label.lower() == wanted],
            [offer for offer in moves if offer.move.lower().startswith(tight)],
            [line.thing for line in shown if line.name.lower().startswith(wanted)],
            [offer for offer in moves if fits(wanted, offer.move) or fits(wanted, offer.label)],
            [group for group in self.groups.values() if fits(wanted, group.label)],
        ]
        found = next((way for way in ways if way), [])
        if len(found) > 1:
            whole = [thing for thing in found if isinstance(thing, Offer) and _has_words(wanted, thing)]
            return list(whole) if len(whole) == 1 else found
        return found

    def _common_group(self, typed: str, found: Sequence[Offer | Group]) -> Group:
        """The smallest group that has all of them, and nothing else."""
        moves = [offer for thing in found for offer in ([thing] if isinstance(thing, Offer) else self.inside(thing.id))]
        for id in self._chain(moves[0].group)[:-1]:
            if self.inside(id) == sorted(moves, key=self.moves.index):
                return self.groups[id]
        names = [thing.label for thing in found]
        some = "; ".join(names[:EXAMPLES]) + ("..." if len(names) > EXAMPLES else ".")
        raise NoMove(f"{typed!r} fits {len(found)} moves: {some} Type more of the one that you mean.")


def _groups_of(offer: Offer) -> Iterable[str]:
    return dict.fromkeys((offer.group, *(place.group for place in offer.also)))


def _range(shown: Sequence[Line]) -> str:
    return f"{shown[0].number} to {shown[-1].number}" if shown else "of the list"


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _has_words(wanted: str, offer: Offer) -> bool:
    """Whether every typed word is a whole word of the move."""
    return all(word in (*words_of(offer.label), *words_of(offer.move)) for word in words_of(wanted))


def fits(wanted: str, name: str) -> bool:
    """Whether every typed word begins a word of the name, in this order."""
    words = iter(words_of(name))
    typed = words_of(wanted)
    return bool(typed) and all(any(word.startswith(piece) for word in words) for piece in typed)
