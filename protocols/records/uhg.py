"""Game records (``.uhg``): tags and numbered lines in the manner of PGN.

    [Format "uhg 1"]
    [Game "..."]
    ...
    1. s0 setup:corinth #2c1f...
    2. s1 setup:delos {s1 wp=0.48,0.52} chance draw:coup draw:military ... #88a0...

A numbered line holds one decision, or several that were made together (``&`` between them), then what chance
answered, and the hash of the position after it. The record of one seat holds what that seat was told, numbered as it
was told, and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...engine import BadPosition, Game, GameError, Observation, Record, Ruleset
from ...engine.game import CLIENT, ENGINE
from ...engine.languages import ENGLISH
from ...engine.registry import ruleset as find_ruleset
from ...engine.ruleset import CHANCE

FORMAT = "uhg 1"
EVERY = 10  # events between two hashes in the record of a seat

_TAG = re.compile(r"\[([A-Z][A-Za-z]*) (\".*\")\]\s*\Z")
_NUMBERED = re.compile(r"(0|[1-9][0-9]*)\. (.+)\Z")
_PART = re.compile(r"\{([^{}]*)\}|#([0-9a-f]{16})(?=\s|\Z)|([^\s{}#]+)")
_HASHED = re.compile(r" #([0-9a-f]{16})\Z")
_REMARKED = re.compile(r" \{([^{}]*)\}\Z")


@dataclass
class TextRecord:
    """A record that was read: a whole game, or what one seat saw of it (``seat`` is set)."""

    game: str
    version: int
    components: str
    options: dict[str, str]
    seats: int
    seat: str | None = None
    deal: int = 0
    chance: str = "engine"
    result: str = "*"
    moves: list[tuple[str, str]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    hashes: dict[int, str] = field(default_factory=dict)  # after so many moves or events
    comments: dict[int, str] = field(default_factory=dict)  # by place of the move or event

    def ruleset(self, data: str | Path | None = None, lang: str = ENGLISH) -> Ruleset:
        """The rules that it was played by; BadPosition says which version is needed if this engine has another."""
        rules = find_ruleset(self.game, self.seats, data, lang=lang, **self.options)
        if self.version != rules.version:
            raise BadPosition(f"needs version {self.version} of {self.game}'s rules; this engine has {rules.version}")
        if self.components != rules.components.digest:
            raise BadPosition(f"needs other components of {self.game} ({self.components}): pass their folder as data")
        return rules

    def replay(self, data: str | Path | None = None, lang: str = ENGLISH) -> Game:
        """The game, with every move and hash checked."""
        if self.seat is not None:
            raise BadPosition(f"this is what {self.seat} saw, not a whole game")
        step = Game(self.ruleset(data, lang), self.deal, CLIENT)
        for place, (seat, move) in enumerate(self.moves):
            try:
                step.play(seat, move)
            except GameError as error:
                raise BadPosition(f"move {place + 1}: {error}") from None
            if self.hashes.get(place + 1) not in (None, _hex(step.digest)):
                raise BadPosition(f"after move {place + 1} the position is not the one that the record names")
        return Game.replay(
            Record(
                game=self.game,
                version=self.version,
                seats=self.seats,
                options=self.options,
                components=self.components,
                seed=self.deal,
                chance=self.chance,
                moves=self.moves,
                digest=step.digest,
            ),
            data,
            lang,
        )

    def observe(self, data: str | Path | None = None) -> Observation:
        """What the seat of a seat's record knew at its end."""
        if self.seat is None:
            raise BadPosition("this is a whole game, not one seat's record")
        seen = Observation.start(self.ruleset(data), self.seat)
        for place, event in enumerate(self.events, 1):
            seen = seen.see(event)
            if self.hashes.get(place) not in (None, _hex(seen.key)):
                raise BadPosition(f"after event {place} the seat knows something else than the record says")
        return seen


# ---------------------------------------------------------------------------------------------------------------
# Tags.


@dataclass(frozen=True)
class Tag:
    """One tag of a record: the field of `TextRecord` that it holds, as text and back (ValueError)."""

    name: str
    field: str
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise ValueError(text)
    return int(text)


def _deal(text: str) -> int:
    deal = _whole(text)
    if deal >= 1 << 64:
        raise ValueError(text)
    return deal


def _who_draws(text: str) -> str:
    if text not in (ENGINE, CLIENT):
        raise ValueError(text)
    return text


def _options(text: str) -> dict[str, str]:
    options = json.loads(text)
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError(text)
    return options


_SHARED = (
    Tag("Game", "game"),
    Tag("Rules", "version", read=_whole),
    Tag("Components", "components"),
    Tag("Options", "options", lambda options: json.dumps(options, separators=(",", ":")), _options),
    Tag("Seats", "seats", read=_whole),
)
_WHOLE_GAME = (Tag("Deal", "deal", read=_deal), Tag("Chance", "chance", read=_who_draws))
_ONE_SEAT = (Tag("Seat", "seat"),)
_RESULT = Tag("Result", "result")


def _tags_of(seat: str | None) -> tuple[Tag, ...]:
    """The tags of a whole game's record, or of one seat's, which has no deal, in the order of the file."""
    return (*_SHARED, *(_WHOLE_GAME if seat is None else _ONE_SEAT), _RESULT)


# ---------------------------------------------------------------------------------------------------------------
# Writing.


def write(game: Game, comments: Mapping[int, str] | None = None) -> str:
    """A whole game, secrets and seed included. ``comments`` are by place among the moves."""
    result = game.result
    record = _start(game.ruleset, None if result is None else (result.winners, result.reason))
    record.deal, record.chance = game.seed, game.chance
    lines: list[str] = []
    parts: list[str] = []
    together: set[str] = set()
    first = 0 if game.moves and game.moves[0][0] == CHANCE else 1  # line 0 is chance before the first decision
    step = Game(game.ruleset, game.seed, CLIENT)

    def flush() -> None:
        if parts:
            lines.append(f"{len(lines) + first}. {' '.join(parts)} #{_hex(step.digest)}")

    last = ""
    for place, (seat, move) in enumerate(game.moves):
        if seat == CHANCE:
            parts += [move] if last == CHANCE else [CHANCE, move]
            together = set()
        elif seat in together:
            parts += ["&", seat, move]
            together.discard(seat)
        else:
            flush()
            parts = [seat, move]
            together = set(step.pending) - {seat}
        step.play(seat, move)
        last = seat
        if comments and place in comments:
            parts.append(f"{{{_remark(comments[place])}}}")
            last = ""
    flush()
    return _page(record, lines)


def write_seat(game: Game, seat: str, comments: Mapping[int, str] | None = None) -> str:
    """What one seat was told, and its own comments: no seed, nothing of the others."""
    remarks = {}
    if comments:
        step = Game(game.ruleset, game.seed, CLIENT)
        for place, (mover, move) in enumerate(game.moves):
            if place in comments and mover == seat:
                remarks[step.n_events(seat)] = comments[place]  # by the first event that the move caused
            step.play(mover, move)
    return write_events(game.ruleset, seat, game.events(seat), remarks)


def write_events(ruleset: Ruleset, seat: str, events: Sequence[str], comments: Mapping[int, str] | None = None) -> str:
    """The record of a seat from what it was told. ``comments`` are by place among the events."""
    seen = Observation.start(ruleset, seat)
    lines = []
    for place, event in enumerate(events):
        seen = seen.see(event)
        line = f"{place + 1}. {event}"
        if comments and place in comments:
            line += f" {{{_remark(comments[place])}}}"
        if (place + 1) % EVERY == 0 or place + 1 == len(events):
            line += f" #{_hex(seen.key)}"
        lines.append(line)
    record = _start(ruleset, ruleset.result(ruleset.view(seen.core)))
    record.seat = seat
    return _page(record, lines)


def _start(ruleset: Ruleset, result: tuple[tuple[str, ...], str] | None) -> TextRecord:
    """A record without its moves."""
    return TextRecord(
        game=ruleset.name,
        version=ruleset.version,
        components=ruleset.components.digest,
        options=dict(ruleset.chosen),
        seats=ruleset.n_seats,
        result="*" if result is None else f"{','.join(result[0])} {result[1]}",
    )


def _page(record: TextRecord, lines: Sequence[str]) -> str:
    values = {"Format": FORMAT} | {tag.name: tag.write(getattr(record, tag.field)) for tag in _tags_of(record.seat)}
    head = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in values.items()]
    return "\n".join([*head, "", *lines]) + "\n"


def _remark(text: str) -> str:
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _hex(key: int) -> str:
    return f"{key:016x}"


# ---------------------------------------------------------------------------------------------------------------
# Reading.


def read(text: str) -> TextRecord:
    """A record from its text; BadPosition says what is wrong and in which line. Nothing is played yet."""
    tags: dict[str, str] = {}
    numbered: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(";"):
            continue
        tag = _TAG.match(line)
        if tag is not None and not numbered:
            try:
                tags[tag.group(1)] = str(json.loads(tag.group(2)))
            except ValueError:
                raise _bad(number) from None
            continue
        matched = _NUMBERED.match(line)
        if matched is None:
            raise _bad(number)
        numbered.append((number, matched.group(2)))
    kept = _from_tags(tags)
    for number, body in numbered:
        if kept.seat is None:
            _read_moves(kept, number, body)
        else:
            _read_event(kept, body)
    return kept


def _bad(number: int) -> BadPosition:
    """What it says is not quoted: it may be the deal, or no record at all."""
    return BadPosition(f"line {number} of the record is neither a tag nor a numbered line")


def _from_tags(found: Mapping[str, str]) -> TextRecord:
    if found.get("Format") != FORMAT:
        other = re.fullmatch(r"uhg \d{1,9}", found.get("Format", ""))
        said = f"a record of format {other.group()!r}" if other else "not a record"
        raise BadPosition(f"{said}; this engine reads format {FORMAT!r}")
    values = {}
    for tag in _tags_of(found.get("Seat")):
        if tag.name not in found:
            if tag.name == "Result":
                continue
            raise BadPosition(f"the record has no tag {tag.name!r}")
        try:
            values[tag.field] = tag.read(found[tag.name])
        except (ValueError, RecursionError):
            raise BadPosition(f"the record's tag {tag.name!r} has a value it cannot have") from None
    return TextRecord(**values)


def _read_moves(kept: TextRecord, number: int, body: str) -> None:
    seat: str | None = None
    at = 0
    while at < len(body):
        part = _PART.match(body, at)
        if part is None:
            raise BadPosition(f"line {number} of the record cannot be read from character {at + 1} after its number on")
        comment, digest, word = part.groups()
        if comment is not None:
            kept.comments[len(kept.moves) - 1] = comment
        elif digest is not None:
            kept.hashes[len(kept.moves)] = digest
        elif word == "&":
            seat = None
        elif word == CHANCE:
            seat = CHANCE
        elif seat is None:
            seat = word
        else:
            kept.moves.append((seat, word))
            seat = CHANCE if seat == CHANCE else None
        at = part.end()
        while at < len(body) and body[at] == " ":
            at += 1
    if seat not in (None, CHANCE):
        raise BadPosition(f"line {number} of the record: the last seat has no move")


def _read_event(kept: TextRecord, body: str) -> None:
    digest = _HASHED.search(body)
    if digest is not None:
        body = body[: digest.start()]
    remark = _REMARKED.search(body)
    if remark is not None:
        kept.comments[len(kept.events)] = remark.group(1)
        body = body[: remark.start()]
    kept.events.append(body)
    if digest is not None:
        kept.hashes[len(kept.events)] = digest.group(1)
