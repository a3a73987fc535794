"""What extra copies cost, where the config or an obvious field says so; never guessed where it is unclear."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from doublefire.model import Money
from doublefire.semantics.configured import ToolSettings
from doublefire.semantics.values.paths import Path, select

CENTS_FIELDS = ("cents", "amount_cents", "amountCents")
AMOUNT_FIELDS = ("amount", "total", "price")
CURRENCY_FIELDS = ("currency", "currency_code", "currencyCode")
MAX_DIGITS = 30
"""Digits of an amount that are believed: longer numbers are ids."""


def extra_cost(arguments: Any, tool: ToolSettings, extra: int) -> Money | None:
    """The cost of `extra` effects with these arguments; None without extra effects or where no amount is clear."""
    if extra < 1:
        return None
    if tool.amount is not None:
        amount = _number(_selected(tool.amount, arguments))
        unit = 100 if any(step in CENTS_FIELDS for step in str(tool.amount).split(".")) else 1
        return None if amount is None else Money(_text(amount / unit * extra), _currency(arguments, tool))
    if not isinstance(arguments, dict):
        return None
    for name in CENTS_FIELDS:
        cents = _number(arguments.get(name))
        if cents is not None:
            return Money(_text(cents / 100 * extra), _named_currency(arguments))
    currency = _named_currency(arguments)
    if currency is None:
        return None
    amount = next((number for name in AMOUNT_FIELDS if (number := _number(arguments.get(name))) is not None), None)
    return None if amount is None else Money(_text(amount * extra), currency)


def _selected(path: Path, arguments: Any) -> Any:
    return next(iter(select(path, arguments)), None)


def _currency(arguments: Any, tool: ToolSettings) -> str | None:
    if isinstance(tool.currency, str):
        return tool.currency
    if tool.currency is not None:
        found = _selected(tool.currency, arguments)
        return str(found).upper() if isinstance(found, str) else None
    return _named_currency(arguments) if isinstance(arguments, dict) else None


def _named_currency(arguments: dict[str, Any]) -> str | None:
    found = next((arguments[name] for name in CURRENCY_FIELDS if isinstance(arguments.get(name), str)), None)
    return found.upper() if found and len(found) <= 5 and found.isalpha() else None


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, str)):
        return None
    try:
        number = Decimal(str(value))
    except ArithmeticError:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < MAX_DIGITS else None


def _text(number: Decimal) -> str:
    return format(number.normalize(), "f")
