"""JSON Schema from typed declarations: TypedDicts, dataclasses, and what their fields are made of.

The comment behind a field is its description; so is a text in ``Annotated``. A tuple there lists the values.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}
_BASES = re.compile(r"\w+\(([\w, ]+)\):")
_FIELD = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)


def comments(declared: type) -> dict[str, str]:
    """What the source says behind each field of a class and of those that it is made from."""
    try:
        source = inspect.getsource(declared)
    except (OSError, TypeError):
        return {}
    found: dict[str, str] = {}
    named = _BASES.match(source.partition("class ")[2])  # a TypedDict does not keep what it was made from
    for base in named[1].split(", ") if named else ():
        kind = vars(inspect.getmodule(declared)).get(base)
        if isinstance(kind, type):
            found |= comments(kind)
    return found | dict(_FIELD.findall(source))


def describe(declared: type) -> str:
    """The first line of a class's own description."""
    return (declared.__doc__ or "").strip().partition("\n")[0].removesuffix(".")


class Definitions:
    """Schemas of classes by name, each made once; others refer to them."""

    def __init__(self) -> None:
        self.made: dict[str, Schema] = {}
        self._of: dict[str, type] = {}

    def refer(self, declared: type, name: str = "") -> Schema:
        name = name or declared.__name__
        if self._of.setdefault(name, declared) is not declared:
            raise ValueError(f"two declarations are called {name!r}")
        if name not in self.made:
            self.made[name] = {}  # one that contains itself finds this
            self.made[name] = self.table(declared)
        return {"$ref": f"#/$defs/{name}"}

    def table(self, declared: type) -> Schema:
        """An object with a property for each field."""
        hints, said = get_type_hints(declared, include_extras=True), comments(declared)
        if dataclasses.is_dataclass(declared):
            needed = {
                each.name
                for each in dataclasses.fields(declared)
                if each.metadata.get("always")
                or (each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING)
            }
        else:
            needed = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
        properties = {}
        for name, hint in hints.items():
            made = self.of(hint)
            properties[name] = {**made, "description": said[name]} if name in said else made
        made = {"type": "object", "description": describe(declared), "properties": properties}
        required = [name for name in hints if name in needed]
        return {**made, "required": required} if required else made

    def of(self, hint: Any) -> Schema:
        """The schema of any type."""
        if hint in PLAIN:
            return dict(PLAIN[hint])
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Required, NotRequired):
            return self.of(args[0])
        if origin is Annotated:
            return self._annotated(self.of(args[0]), args[1:])
        if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return self._union([self.of(arg) for arg in args])
        if origin in (list, Sequence) or (origin is tuple and args[-1] is ...):
            return {"type": "array", "items": self.of(args[0])}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
            return self.refer(hint)
        raise TypeError(f"no schema for {hint!r}")

    @staticmethod
    def _annotated(made: Schema, notes: tuple[Any, ...]) -> Schema:
        for note in notes:
            made = {**made, "description": note} if isinstance(note, str) else {"enum": list(dict.fromkeys(note))}
        return made

    @staticmethod
    def _union(made: list[Schema]) -> Schema:
        if all(each.keys() == {"type"} for each in made):
            return {"type": [each["type"] for each in made]}
        return {"anyOf": made}


def infer(values: Sequence[Any]) -> Schema:
    """What all these values have in common, as far as types go."""
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    found = list(dict.fromkeys(kinds[type(value)] for value in values))
    made: Schema = {"type": found[0] if len(found) == 1 else found}
    tables = [value for value in values if isinstance(value, dict)]
    items = [item for value in values if isinstance(value, list) for item in value]
    if items:
        made["items"] = infer(items)
    if tables:
        names = list(dict.fromkeys(name for table in tables for name in table))
        made["properties"] = {name: infer([table[name] for table in tables if name in table]) for name in names}
        required = [name for name in names if all(name in table for table in tables)]
        if required:
            made["required"] = required
    return made


def strict(made: Any) -> Any:
    """The same, but a property that it does not name is refused. Clients ignore such; tests must not."""
    if isinstance(made, list):
        return [strict(each) for each in made]
    if not isinstance(made, dict):
        return made
    named = ("properties", "$defs")  # what is in them goes by names, which may be words of a schema too
    found = {key: {name: strict(each) for name, each in made[key].items()} for key in named if key in made}
    found |= {key: strict(value) for key, value in made.items() if key not in named}
    if found.get("type") == "object" and "properties" in found and "additionalProperties" not in found:
        found["additionalProperties"] = False
    return found
