"""Every key of the config file: how its value is read, which JSON Schema it fits, and what it means."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from doublefire.detect.settings import SuppressRule
from doublefire.errors import UsageError
from doublefire.ingest.mapped import MEANINGS
from doublefire.model import Effect, Scope
from doublefire.semantics.configured import ToolSettings
from doublefire.semantics.identity.canonical import IdentityRules
from doublefire.semantics.values.paths import Path as FieldPath
from doublefire.semantics.values.paths import parse_path
from doublefire.settings.durations import DURATION, duration_ns
from doublefire.settings.where import Where

Read = Callable[[Any, Where], Any]
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `read` takes its value or raises ConfigError, `schema` is the same in JSON Schema, for editors."""

    name: str
    read: Read
    schema: Schema
    meaning: str


def read_table(values: Any, where: Where, known: Mapping[str, Key]) -> dict[str, Any]:
    """The values of a table by key. Raises ConfigError for an unknown key, naming the nearest known one."""
    if not isinstance(values, dict):
        raise where.error(f"{where.name} must be a table")
    for key in values:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"
            raise where.step(key).error(f"unknown key {key!r}{hint}")
    return {key: known[key].read(value, where.step(key)) for key, value in values.items()}


# --- readers ----------------------------------------------------------------------------------------------------------


def _text(value: Any, where: Where) -> str:
    if not isinstance(value, str) or not value:
        raise where.error(f"{where.name} must be a text in quotes")
    return value


def _duration(value: Any, where: Where) -> int:
    try:
        return duration_ns(_text(value, where), where.name)
    except UsageError as error:
        raise where.error(str(error)) from error


def _effect(value: Any, where: Where) -> Effect:
    if value not in EFFECTS:
        raise where.error(f"{where.name} must be one of {', '.join(EFFECTS)}")
    return Effect(value)


def _scope(value: Any, where: Where) -> Scope:
    if value not in SCOPES:
        raise where.error(f"{where.name} must be one of {', '.join(SCOPES)}")
    return Scope(value)


def _path(value: Any, where: Where) -> FieldPath:
    try:
        return parse_path(_text(value, where))
    except ValueError as error:
        raise where.error(f"{where.name}: {error}") from error


def _paths(value: Any, where: Where) -> tuple[FieldPath, ...]:
    if not isinstance(value, list):
        raise where.error(f"{where.name} must be a list of field paths")
    return tuple(_path(item, where) for item in value)


def _currency(value: Any, where: Where) -> str | FieldPath:
    text = _text(value, where)
    return text if re.fullmatch(CURRENCY, text) else _path(text, where)


def _date(value: Any, where: Where) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise where.error(f"{where.name} must be a date such as 2027-01-01, without quotes")
    return value


def _salt(value: Any, where: Where) -> bytes:
    return _text(value, where).encode()


def _tools(value: Any, where: Where) -> dict[str, ToolSettings]:
    if not isinstance(value, dict):
        raise where.error("tools must be a table of tables, such as [tools.charge_card]")
    return {name: _tool(tool, where.step(name)) for name, tool in value.items()}


def _tool(value: Any, where: Where) -> ToolSettings:
    read = read_table(value, where, TOOL)
    if "identity" in read and "ignore" in read:
        raise where.step("ignore").error(
            "identity and ignore exclude each other: name the fields that count, or those that do not"
        )
    rules = IdentityRules(**{name: read[name] for name in ("identity", "ignore", "key") if name in read})
    return ToolSettings(read.get("effect"), read.get("window"), rules, read.get("amount"), read.get("currency"))


def _suppress(value: Any, where: Where) -> list[SuppressRule]:
    if not isinstance(value, list):
        raise where.error("suppress must be written as [[suppress]]")
    rules = []
    for number, entry in enumerate(value):
        place = where.step(number)
        read = read_table(entry, place, SUPPRESS)
        if "reason" not in read:
            raise place.error("a suppression needs a reason")
        if not read.keys() & {"rule", "tool", "fingerprint"}:
            raise place.error("a suppression needs a rule, a tool or a fingerprint")
        rules.append(SuppressRule(**read))
    return rules


def _mappings(value: Any, where: Where) -> dict[str, dict[str, str]]:
    from doublefire.ingest.dialects import DIALECTS

    if not isinstance(value, dict):
        raise where.error("dialects must be a table of tables, such as [dialects.mine]")
    taken = {dialect.name for dialect in DIALECTS}
    for name in value:
        if name in taken:
            raise where.step(name).error(f"{name} is a dialect that doublefire knows: give yours another name")
    return {name: _mapping(fields, where.step(name)) for name, fields in value.items()}


def _mapping(value: Any, where: Where) -> dict[str, str]:
    read = read_table(value, where, MAPPING)
    if "tool" not in read:
        raise where.error("a mapping needs at least tool: the field that holds the tool's name")
    return {meaning: str(path) for meaning, path in read.items()}


# --- keys -------------------------------------------------------------------------------------------------------------

EFFECTS: Final = ("read", "write", "idempotent")
SCOPES: Final = tuple(map(str, Scope))
CURRENCY: Final = "[A-Z]{3,5}"

TEXT: Final[Schema] = {"type": "string", "minLength": 1}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
TIME: Final[Schema] = {"type": "string", "pattern": rf"^ *{DURATION.pattern} *$"}
DAY: Final[Schema] = {"type": "string", "format": "date"}


def keys(*entries: Key) -> dict[str, Key]:
    """The keys by name."""
    return {entry.name: entry for entry in entries}


def table(known: Mapping[str, Key], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON Schema of a table of these keys and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": {name: {"description": key.meaning, **key.schema} for name, key in known.items()},
    }


TOOL: Final = keys(
    Key("effect", _effect, {"enum": list(EFFECTS)}, "what the tool does: `read`, `write` or `idempotent`"),
    Key("window", _duration, TIME, "how far apart two copies of its calls may be"),
    Key("identity", _paths, TEXTS, "only these argument paths make two calls the same action"),
    Key("ignore", _paths, TEXTS, "all argument paths but these do; not together with `identity`"),
    Key("key", _paths, TEXTS, "argument paths or `headers.NAME` that carry the idempotency key"),
    Key("amount", _path, TEXT, "the argument path of what one call costs, summed in reports"),
    Key("currency", _currency, TEXT, "its currency: a code such as `USD`, or an argument path"),
)
SUPPRESS: Final = keys(
    Key("rule", _text, TEXT, "the rule to silence; every field that is given must fit"),
    Key("tool", _text, TEXT, "the tool's full name"),
    Key("fingerprint", _text, TEXT, "the `id` that reports show"),
    Key("reason", _text, TEXT, "why; required, and shown in reports"),
    Key("expires", _date, DAY, "the last day on which it counts; after that it is reported and silences nothing"),
)
MAPPING: Final = keys(*(Key(name, _path, TEXT, meaning) for name, meaning in MEANINGS.items()))
TOP: Final = keys(
    Key("window", _duration, TIME, "how far apart two copies of one action may be; default `10m`"),
    Key("retention", _duration, TIME, "how long receivers keep idempotency keys; default `24h`"),
    Key("scope", _scope, {"enum": list(SCOPES)}, "what two copies must share; default `session`"),
    Key("salt", _salt, TEXT, "keys the fingerprints, so that arguments cannot be guessed from them"),
    Key("tools", _tools, {"type": "object", "additionalProperties": table(TOOL)}, "settings by tool name or glob"),
    Key(
        "suppress",
        _suppress,
        {
            "type": "array",
            "items": {
                **table(SUPPRESS, ("reason",)),
                "anyOf": [{"required": ["rule"]}, {"required": ["tool"]}, {"required": ["fingerprint"]}],
            },
        },
        "findings to silence, with the reason",
    ),
    Key(
        "dialects",
        _mappings,
        {"type": "object", "additionalProperties": table(MAPPING, ("tool",))},
        "logs of your own: which field holds what",
    ),
)


def config_schema() -> dict[str, Any]:
    """A JSON Schema (draft 2020-12) of doublefire.toml as its TOML values look in JSON; dates are text."""
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:doublefire:config:v1"}
    return {**about, "title": "doublefire.toml", "description": "The configuration of doublefire.", **table(TOP)}
