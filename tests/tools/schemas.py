"""The JSON Schemas of docs/schema and the JavaScript client's types and tables, made from the code.

``python -m tests.tools.schemas`` (or ``make schemas``) writes them. A test compares them with what it would write.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, TypedDict

from petteia.engine import GAMES
from petteia.engine.block import Block
from petteia.engine.components import Components
from petteia.engine.description import Description
from petteia.engine.registry import find
from petteia.protocols import shapes
from petteia.protocols.fields import MESSAGES
from petteia.protocols.messages import TERMINAL
from petteia.protocols.verbs import syntax
from petteia.protocols.verbs.syntax import VERBS, Check, Verb

from .json_schema import Definitions, Schema, describe, infer
from .layout import ROOT
from .typescript import declarations

FOLDER = ROOT / "docs" / "schema"
CLIENT = ROOT / "protocols" / "js"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Seen(TypedDict):
    """What the view of every game has."""

    game: str
    you: str  # the viewer: a seat, or pub
    pending: list[str]  # who must decide, as far as the viewer knows
    legal: list[str]  # the viewer's moves; empty if it is not asked


# ---------------------------------------------------------------------------------------------------------------
# Schemas.


def document(title: str, made: Schema) -> Schema:
    return {"$schema": DIALECT, "title": title, **made}


def _chosen(by: str, what: str, names: Iterable[str]) -> list[Schema]:
    """One property says by which definition another is."""
    return [
        {"if": {"properties": {by: {"const": name}}}, "then": {"properties": {what: {"$ref": f"#/$defs/{name}"}}}}
        for name in names
    ]


def line_of(kind: str, properties: Schema) -> str:
    """How a kind is written as a line of text: fields without their names in capitals, then the others by key."""
    shape = shapes.SHAPES.get(kind, shapes.PLAIN)
    if isinstance(shape, shapes.OptionShape):
        return "option name NAME type TYPE default VALUE [min N max N] [var VALUE]..."
    rest = shape.rest.name if shape.rest else ""
    keys = [f"[{name}]" if "const" in made and made["const"] is True else f"[{name}=...]"
            for name, made in properties.items() if name not in (*shape.first, rest)]  # fmt: skip
    last = {
        shapes.Text: "{}, as it is up to the end of the line",
        shapes.Json: "{} as JSON",
        shapes.Words: "{}, words with blanks between them",
        shapes.Chances: "THING=P THING=P ...; a THING with blanks is a JSON string",
    }
    ending = [last[type(shape.rest)].format(rest.upper())] if shape.rest else []
    return " ".join([kind, *([shape.lead] if shape.lead else []), *map(str.upper, shape.first), *keys, *ending])


def messages() -> Schema:
    """Every message of the engine: ``{"kind": ..., "fields": {...}}``; the fields of each kind are a definition."""
    made = Definitions()
    for kind, declared in MESSAGES.items():
        made.refer(declared, kind)
        definition = made.made[kind]
        definition["x-line"] = line_of(kind, definition["properties"])
        if kind in TERMINAL:
            definition["x-ends-an-answer"] = True
    return document(
        "Messages of a UHI engine",
        {
            "description": "A message has a kind, and fields as in the definition of that name, where x-line says how"
            " it stands in a line of text; README.md beside this file says how lines and frames become such objects",
            "type": "object",
            "properties": {
                "id": {"type": ["string", "integer", "null"]},
                "kind": {"enum": list(MESSAGES)},
                "fields": {"type": "object"},
            },
            "required": ["kind", "fields"],
            "allOf": _chosen("kind", "fields", MESSAGES),
            "$defs": made.made,
        },
    )


_CHECKS: dict[Check, Schema] = {
    syntax.word: {"type": "string", "minLength": 1},
    syntax.text: {"type": "string"},
    syntax.flag: {"type": "boolean"},
    syntax.words: {"type": "array", "items": {"type": "string"}},
    syntax.listed: {"type": "array", "items": {"type": "string"}, "minItems": 1},
    syntax.kinds: {"type": "array", "items": {"enum": list(syntax.KINDS)}, "minItems": 1},
    syntax.identity: {"type": ["string", "integer"]},
    syntax.count: {"type": "integer"},
    syntax.anything: {"type": ["string", "integer", "boolean"]},
    syntax.clock: {"type": "object", "additionalProperties": {"type": "integer"}},
    syntax.this_version: {"const": 1},
}


def argument(check: Check) -> Schema:
    if isinstance(check, syntax.whole):
        return {"type": "integer", "minimum": check.low, "maximum": check.high}
    if isinstance(check, syntax.one_of):
        return {"enum": list(check.values)}
    return dict(_CHECKS[check])


def command(verb: Verb) -> Schema:
    return {
        "type": "object",
        "description": verb.usage,
        "properties": {name: argument(check) for name, check in verb.keys.items()},
        "required": list(verb.needed),
        **({"additionalProperties": {"type": "string"}} if verb.open else {}),
    }


def commands() -> Schema:
    """Every command: ``{"verb": ..., "args": {...}}``, with the values that msgpack has."""
    return document(
        "Commands of UHI",
        {
            "description": "A command has a verb, and arguments as in the definition of that name, where the"
            " description says how it is written as a line of text",
            "type": "object",
            "properties": {
                "id": {"type": ["string", "integer", "null"]},
                "verb": {"enum": list(VERBS)},
                "args": {"type": "object"},
            },
            "required": ["verb", "args"],
            "allOf": _chosen("verb", "args", VERBS),
            "$defs": {name: command(verb) for name, verb in VERBS.items()},
        },
    )


def description() -> Schema:
    made = Definitions()
    return document("What `describe` tells", {**made.refer(Description), "$defs": made.made})


def summary() -> Schema:
    made = Definitions()
    blocks = {"type": "array", "items": made.refer(Block)}
    return document("What `summary` tells", {**blocks, "$defs": made.made})


def game(name: str) -> Schema:
    """A game's view, its whole position, and the rows of its box."""
    fields = import_module(f"petteia.engine.games.{name}.fields")
    made, seen = Definitions(), Definitions()
    position, view, head = made.table(fields.Position), made.table(fields.View), seen.table(Seen)
    head["properties"]["game"] = {"const": name}
    view["properties"] = {**head["properties"], **view["properties"]}
    view["required"] = list(dict.fromkeys([*head["required"], *view["required"]]))
    view["description"] = describe(fields.View)
    rows: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in Components(name):
        rows.setdefault((row.file, row.table), []).append(row.values)
    components = {f"{file} {table}": infer(values) for (file, table), values in rows.items()}
    return document(
        f"The game {name}, version {find(name).version} of its rules",
        {
            "description": "`view` is what a viewer knows, `position` the whole (`view all`), `components` the box",
            "$ref": "#/$defs/view",
            "$defs": {
                "view": view,
                "position": position,
                "components": {"type": "object", "properties": components},
                **made.made,
            },
        },
    )


def schemas() -> dict[str, Schema]:
    """All of them by file name."""
    found = {"messages": messages(), "commands": commands(), "description": description(), "summary": summary()}
    return {f"{name}.json": made for name, made in {**found, **{name: game(name) for name in GAMES}}.items()}


# ---------------------------------------------------------------------------------------------------------------
# The JavaScript client's tables: where the fields of a line stand.


def _reader(name: str) -> str:
    read = shapes.READERS[name]
    words = {int: "whole", float: "number"}
    if read in words:
        return words[read]
    return {"wp": "numbers", "seats": "wholes", "id": "id"}.get(name, "words")


def tables() -> str:
    lines = {
        kind: {
            **({"lead": shape.lead} if shape.lead else {}),
            **({"first": list(shape.first)} if shape.first else {}),
            **({"texts": list(shape.texts)} if shape.texts else {}),
            **({"rest": [type(shape.rest).__name__.lower(), shape.rest.name]} if shape.rest else {}),
        }
        for kind, shape in shapes.SHAPES.items()
        if not isinstance(shape, shapes.OptionShape)
    }
    verbs = {
        name: {
            **({"words": list(verb.words)} if verb.words else {}),
            **({"lists": list(verb.lists)} if verb.lists else {}),
            **({"rest": verb.rest} if verb.rest else {}),
        }
        for name, verb in VERBS.items()
    }
    readers = {name: _reader(name) for name in shapes.READERS}
    parts = {
        "TERMINAL": ("Kinds of messages that end an answer.", sorted(TERMINAL)),
        "LINES": ("By kind: fields without a key at the start of a line, and the one that takes its rest.", lines),
        "READERS": ("What the word of a field stands for; others are text.", readers),
        "VERBS": ("By verb: arguments without a key, lists of words, and the one that takes the rest.", verbs),
    }
    head = "// Made from protocols/shapes.py and protocols/verbs/syntax.py by `make schemas`.\n"
    written = [
        f"\n// {about}\nexport const {name} = {json.dumps(value, indent=2)};\n"
        for name, (about, value) in parts.items()
    ]
    return head + "".join(written)


def files() -> dict[Path, str]:
    """Everything that is made, by path."""
    made = schemas()
    found = {FOLDER / name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in made.items()}
    found[CLIENT / "tables.js"] = tables()
    found[CLIENT / "types.d.ts"] = declarations(made)
    return found


def main() -> None:
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
