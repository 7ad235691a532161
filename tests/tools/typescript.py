"""TypeScript declarations from JSON Schemas: the JavaScript client's ``types.d.ts``."""

from __future__ import annotations

import json
import re
from typing import Any

Schema = dict[str, Any]

PLAIN = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null"}
HEAD = "// Made from docs/schema by `make schemas`.\n"


def name_of(word: str, prefix: str = "") -> str:
    """A type's name: of the kind ``event`` it is ``EventFields``, of a game's view ``EpixView``."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", word) if part]
    name = prefix + "".join(part[0].upper() + part[1:] for part in parts)
    return name if prefix or word[0].isupper() else f"{name}Fields"


class Writer:
    """Writes the definitions of one schema; ``prefix`` keeps them apart from another's."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def reference(self, ref: str) -> str:
        return name_of(ref.removeprefix("#/$defs/"), self.prefix)

    def of(self, made: Schema, indent: str = "") -> str:
        if "$ref" in made:
            return self.reference(made["$ref"])
        if "const" in made:
            return json.dumps(made["const"], ensure_ascii=False)
        if "enum" in made:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in made["enum"])
        if "anyOf" in made:
            return " | ".join(dict.fromkeys(self.of(each, indent) for each in made["anyOf"]))
        kinds = made.get("type")
        if isinstance(kinds, list):
            return " | ".join(dict.fromkeys(self.of({**made, "type": kind}, indent) for kind in kinds))
        if kinds == "array":
            inner = self.of(made.get("items", {}), indent)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        if kinds == "object":
            return self.table(made, indent)
        return PLAIN[kinds] if kinds else "unknown"

    def table(self, made: Schema, indent: str) -> str:
        if "properties" not in made:
            inner = self.of(made["additionalProperties"], indent) if "additionalProperties" in made else "unknown"
            return f"Record<string, {inner}>"
        deeper, lines = indent + "  ", []
        for name, each in made["properties"].items():
            if "description" in each:
                lines.append(f"{deeper}/** {each['description']} */\n")
            key = name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)
            mark = "" if name in made.get("required", []) else "?"
            lines.append(f"{deeper}{key}{mark}: {self.of(each, deeper)};\n")
        if "additionalProperties" in made:
            lines.append(f"{deeper}[option: string]: unknown;\n")
        return f"{{\n{''.join(lines)}{indent}}}" if lines else "Record<string, never>"

    def definitions(self, schema: Schema, suffix: str = "") -> str:
        found = []
        for name, made in schema["$defs"].items():
            about = f"/** {made['description']} */\n" if "description" in made else ""
            written = name_of(name, self.prefix).removesuffix("Fields" if suffix else "") + suffix
            found.append(f"\n{about}export type {written} = {self.of(made)};\n")
        return "".join(found)


def declarations(schemas: dict[str, Schema]) -> str:
    """All types: messages, commands (``GoArgs``), and each game's under its own name (``EpixView``)."""
    messages, commands = schemas["messages.json"], schemas["commands.json"]
    union = "".join(f'\n  | {{ id: Id; kind: "{kind}"; fields: {name_of(kind)} }}' for kind in _kinds(messages))
    verbs = " | ".join(f'"{verb}"' for verb in commands["$defs"])
    arguments = "".join(f"  {verb}: {name_of(verb).removesuffix('Fields')}Args;\n" for verb in commands["$defs"])
    parts = [
        HEAD,
        "\nexport type Id = string | null;\n",
        f"\n/** Any message of an engine. */\nexport type Message = {union};\n",
        f"\nexport type Verb = {verbs};\n",
        f"\n/** The arguments of each verb. */\nexport type Args = {{\n{arguments}}};\n",
        Writer("").definitions(messages),
        Writer("").definitions(commands, "Args"),
    ]
    for file, schema in schemas.items():
        game = file.removesuffix(".json")
        if "view" in schema["$defs"]:
            parts.append(Writer(name_of(game)).definitions(schema))
    return "".join(parts)


def _kinds(messages: Schema) -> list[str]:
    return list(messages["properties"]["kind"]["enum"])
