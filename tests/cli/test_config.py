"""The config file: what it changes, where it is found, and how it is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from doublefire.errors import ConfigError
from doublefire.settings.config import find, load
from doublefire.settings.keys import MAPPING, SUPPRESS, TOOL, TOP, config_schema

SCHEMA = Draft202012Validator(config_schema())
FULL = """
window = "10m"
retention = "24h"
scope = "trace"
salt = "pepper"
[tools.charge_card]
effect = "write"
window = "1h"
identity = ["customer_id", "cents"]
key = ["client_reference", "headers.X-Ref"]
amount = "cents"
currency = "USD"
[tools."payments__*"]
ignore = ["metadata.*", "items[].note"]
currency = "money.currency"
[[suppress]]
rule = "duplicate-side-effect"
tool = "send_digest"
reason = "sent twice on purpose"
expires = 2027-01-01
[[suppress]]
fingerprint = "0123"
reason = "known"
[dialects.mine]
tool = "action.name"
arguments = "action.payload"
start = "when"
"""


def as_json(text: str) -> object:
    """The TOML values as JSON has them: dates are text."""

    def plain(value: object) -> object:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [plain(inner) for inner in value]
        return value if isinstance(value, str | int | float | bool) else str(value)

    return plain(tomllib.loads(text))


def loaded(folder: Path, text: str, name: str = "doublefire.toml") -> object:
    (folder / name).write_text(text, encoding="utf-8")
    return load(folder / name)


def test_a_full_config(tmp_path: Path) -> None:
    (tmp_path / "doublefire.toml").write_text(FULL)
    settings = load(tmp_path / "doublefire.toml")
    assert settings.detect.window_of("charge_card") == 3600 * 10**9
    assert settings.detect.window_of("get_order") == 600 * 10**9
    assert settings.detect.tools.of("payments__refund").rules.ignore
    assert settings.ingest.mappings == {"mine": {"tool": "action.name", "arguments": "action.payload", "start": "when"}}
    assert [rule.reason for rule in settings.detect.suppress] == ["sent twice on purpose", "known"]


def test_the_schema_is_one_and_takes_what_is_loaded() -> None:
    Draft202012Validator.check_schema(config_schema())
    assert list(SCHEMA.iter_errors(as_json(FULL))) == []
    assert SCHEMA.is_valid({})


REFUSED = [
    ('windw = "1h"', "1", "unknown key 'windw'; did you mean 'window'?"),
    ('\n\nzzz = "1h"', "3", "unknown key 'zzz'; known are window, retention"),
    ("window = 600", "1", "window must be a text in quotes"),
    ('window = "600"', "1", "is no duration"),
    ('window = "1e400s"', "1", "is no duration"),
    ('scope = "user"', "1", "scope must be one of session, trace, all"),
    ('tools = "x"', "1", "tools must be a table of tables"),
    ("tools = { a = 1 }", "1", "a must be a table"),
    ('[tools.a]\neffect = "write"\n[tools.b]\neffect = "boom"', "4", "effect must be one of read, write, idempotent"),
    ('[tools.a]\neffect = ["write"]', "2", "effect must be one of"),
    ('[tools.a]\neffect = "unknown"', "2", "effect must be one of"),
    ('[tools."a.b"]\neffct = "write"', "2", "did you mean 'effect'?"),
    ('[tools.a]\nidentity = ["x"]\nignore = ["y"]', "3", "identity and ignore exclude each other"),
    ('[tools.a]\nkey = "x"', "2", "key must be a list of field paths"),
    ('[tools.a]\nkey = ["x..y"]', "2", "a key is missing"),
    ("[tools.a]\namount = 3", "2", "amount must be a text in quotes"),
    ('[suppress]\nreason = "x"', "1", "suppress must be written as [[suppress]]"),
    ('[[suppress]]\nrule = "a"\nreason = "x"\n\n[[suppress]]\nrule = "b"', "5", "a suppression needs a reason"),
    ('[[suppress]]\nreason = "x"', "1", "needs a rule, a tool or a fingerprint"),
    ('[[suppress]]\nrule = "a"\nreason = "x"\nexpires = "2027-01-01"', "4", "expires must be a date"),
    ('[[suppress]]\nrule = "a"\nreason = "x"\n[[suppress]]\nrulle = "a"', "5", "did you mean 'rule'?"),
    ('[dialects.otlp]\ntool = "x"', "1", "otlp is a dialect that doublefire knows"),
    ('[dialects.mine]\narguments = "x"', "1", "a mapping needs at least tool"),
    ('[dialects.mine]\ntool = "x"\nargs = "y"', "3", "did you mean 'arguments'?"),
    ("[dialects.mine]\ntool = 1", "2", "tool must be a text in quotes"),
]


@pytest.mark.parametrize(("text", "line", "says"), REFUSED)
def test_it_is_refused_with_file_and_line(tmp_path: Path, text: str, line: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'doublefire.toml'}:{line}: ")
    assert says in str(caught.value)


BEYOND_SCHEMAS = ("identity and ignore", "a key is missing", "otlp is a dialect", "must be a date")
"""What only the reader knows: how paths are spelled, which names are taken, what TOML calls a date."""


@pytest.mark.parametrize(
    "text", [text for text, _, says in REFUSED if not any(part in says for part in BEYOND_SCHEMAS)]
)
def test_the_schema_refuses_it_too(text: str) -> None:
    assert not SCHEMA.is_valid(as_json(text))


def test_every_key_has_a_meaning() -> None:
    assert all(key.meaning for table in (TOP, TOOL, SUPPRESS, MAPPING) for key in table.values())


def test_the_nearest_config_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.doublefire]\nwindow = "1h"\n')
    assert find(inner) == tmp_path / "pyproject.toml"
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\n")
    assert find(inner) == tmp_path / "pyproject.toml"
    (tmp_path / "a" / "doublefire.toml").write_text('window = "2h"\n')
    assert find(inner) == tmp_path / "a" / "doublefire.toml"


@pytest.mark.parametrize("text", ["[tool", 'tool = "x"', "[tool]\ndoublefire = 1\n[tool.x", "\xff"])
def test_somebody_elses_broken_project_file_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text.encode("latin-1"))
    assert find(tmp_path) != tmp_path / "pyproject.toml"


def test_a_project_file_is_refused_at_its_own_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pyproject\.toml:5: scope must be one of"):
        loaded(tmp_path, '[project]\nscope = "x"\n\n[tool.doublefire]\nscope = "y"\n', "pyproject.toml")


def test_a_named_project_file_must_have_the_table(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"has no \[tool\.doublefire\] table"):
        loaded(tmp_path, "[project]\n", "pyproject.toml")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert loaded(tmp_path, '\ufeffwindow = "1h"\n')
