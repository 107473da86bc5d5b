"""Write web/src/protocol.ts: the page's types, made from the server's messages and bodies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from quedlinburg.server.protocol import bodies, client_messages, server_messages, shapes

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol.ts"

HEAD = """\
// The protocol between page and server. Made by tools/make_protocol_types.py: do not edit.

"""

# Unions by the name the page uses for them.
UNIONS: dict[str, Any] = {
    "FromClient": client_messages.FromClient,
    "FromServer": server_messages.FromServer,
    "GameEvent": shapes.EventData,
}
# Words of which one is chosen, in their order.
LISTS: dict[str, Any] = {"SEAT_COLOURS": shapes.SeatColour, "SEAT_SIGNS": shapes.SeatSign}
# Bodies of the HTTP interface, and what comes back.
BODIES = (
    bodies.MakeIdentity,
    bodies.ClaimIdentity,
    bodies.MakeTable,
    bodies.MakeTableFromPosition,
    bodies.Identity,
    bodies.Device,
    bodies.DeviceList,
    bodies.MovingCode,
    bodies.TableMade,
    bodies.TableList,
    bodies.GameList,
    bodies.TableAnswer,
    bodies.Replay,
    bodies.Verified,
    bodies.Problem,
    bodies.Rules,
    shapes.ViewData,
    shapes.SeatChange,
)
# What the server passes on as the engine's own JSON.
PASSED_ON = {
    "Happened.events": "GameEvent[]",
    "Resumed.events": "GameEvent[]",
    "Replay.events": "GameEvent[]",
    "Happened.seats": "Record<string, SeatChange>",
    "Resumed.seats": "Record<string, SeatChange>",
    "Snapshot.view": "ViewData | null",
    "Replay.view": "ViewData",
    "Ask.question": "QuestionData",
    "Ask.legal": "OptionData[]",
}


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(
            "null" if v is None else msgspec.json.encode(v).decode() for v in schema["enum"]
        )
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object":
            return f"Record<string, {type_of(schema.get('additionalProperties') or {})}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    return "unknown"


def _array(schema: dict[str, Any]) -> str:
    """The type of a list, or of a tuple."""
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(part) for part in schema['prefixItems'])}]"
    inner = type_of(schema.get("items") or {})
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def _list(kind: object) -> str:
    """The words of a choice, as a list."""
    return f"{msgspec.json.encode(get_args(kind)).decode()} as const"


def interface(name: str, schema: dict[str, Any]) -> str:
    """One interface with its documentation."""
    lines = [f"/** {' '.join(str(schema.get('description', name)).split())} */"]
    lines.append(f"export interface {name} {{")
    required = schema.get("required", [])
    for field, part in schema["properties"].items():
        kind = PASSED_ON.get(f"{name}.{field}") or type_of(part)
        lines.append(f"  {field}{'' if field in required else '?'}: {kind};")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """The whole file."""
    every = [*UNIONS.values(), *BODIES]
    _, components = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
    parts = [HEAD + f"export const PROTOCOL = {server_messages.PROTOCOL};"]
    parts.extend(interface(name, components[name]) for name in sorted(components))
    for name, union in UNIONS.items():
        members = " | ".join(sorted(cls.__name__ for cls in union.__args__))
        parts.append(f"export type {name} = {members};")
    parts.append("\n".join(f"export const {name} = {_list(kind)};" for name, kind in LISTS.items()))
    codes = {k: v for k, v in vars(server_messages).items() if k.startswith("CLOSE_")}
    parts.append("\n".join(f"export const {name} = {code};" for name, code in codes.items()))
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write the file, or with --check say whether it is as it should be."""
    text = typescript()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text("utf-8") != text:
            sys.exit(f"{TARGET} is not up to date: run tools/make_protocol_types.py")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
