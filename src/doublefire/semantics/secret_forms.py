"""What a secret looks like: names of fields that hold one, and shapes of values. Every expression takes linear time.

Shapes are the usual ones of issuers (GitHub, GitLab, Slack, Stripe, AWS, Google, OpenAI, Hugging Face, npm, PyPI),
RFC 7519 (JWT), ISO/IEC 7812 (card numbers, with their Luhn digit), ISO 13616 (IBAN, with its remainder) and E.164.
Report `Arize-ai/openinference#2550`: masking must go by name and by shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from doublefire.semantics.identity.keys import is_key_name
from doublefire.semantics.values.shapes import is_random
from doublefire.semantics.values.spelling import words


def _kinds(**kinds: str) -> dict[str, str]:
    return {name: kind for kind, names in kinds.items() for name in names.split()}


NAMES: Final = _kinds(
    secret="password passwd pwd passphrase passcode secret token apikey authorization proxyauthorization accesskey"
    " secretkey privatekey signingkey encryptionkey sshkey cookie credential authkey accesskeyid"
    " bearer otp mfacode totp"
    " securityanswer",
    card="cardnumber creditcard creditcardnumber cardno pan ccnumber cc debitcard",
    code="cvv cvc cvv2 cvc2 csc cardcode pin pincode",
    bank="iban bankaccount bankaccountnumber routingnumber sortcode accountnumber",
    person="ssn socialsecuritynumber socialsecurity nationalid nationalinsurancenumber taxid tin passport"
    " passportnumber dateofbirth birthdate dob driverslicense licensenumber",
    email="email mail emailaddress mailaddress",
    phone="phone phonenumber mobile mobilenumber msisdn cellphone telephone tel fax whatsapp",
)
"""The last one to three words of a field's name, squashed -> what kind of secret it holds."""

HARMLESS_TOKENS: Final = frozenset(
    ("page", "next", "previous", "prev", "continuation", "sync", "start", "max", "min", "stop", "total")
)
"""`next_token` is a cursor, and `max_token` a number."""


@lru_cache(maxsize=8192)
def secret_kind(name: str) -> str | None:
    """The kind of secret that a field of this name holds; an idempotency key is evidence and none."""
    if is_key_name(name):
        return None
    named = words(name)
    if len(named) > 1 and named[-1] in ("token", "tokens") and named[-2] in HARMLESS_TOKENS:
        return None
    for taken in (3, 2, 1):
        joined = "".join(named[-taken:])
        kind = NAMES.get(joined) or NAMES.get(joined.removesuffix("s"))
        if kind is not None:
            return kind
    return None


class Telltale(Enum):
    """What a text must contain before a shape is looked for in it: most texts contain nothing of the sort."""

    ISSUER = auto()
    RANDOM_WORD = auto()
    SCHEME = auto()
    SECRET_WORD = auto()
    AT_SIGN = auto()
    CAPITALS_AND_DIGITS = auto()
    MANY_DIGITS = auto()


class Shape(NamedTuple):
    """A kind of secret inside text: group 1 is the secret, or the whole match where there is no group."""

    kind: str
    telltale: Telltale
    pattern: re.Pattern[str]
    proves: Callable[[str], bool] | None = None
    """What a match must pass besides."""
    identifier_like: bool = False
    """An object's id or an idempotency key can look like this, so under such names it stays visible."""


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def luhn(text: str) -> bool:
    """Whether the digits in a text end in the check digit of ISO/IEC 7812."""
    total = 0
    for position, digit in enumerate(map(int, reversed(_digits(text)))):
        doubled = digit * 2 if position % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def iban(text: str) -> bool:
    """Whether a text has the remainder of ISO 13616."""
    bare = text.replace(" ", "").upper()
    return int("".join(str(int(character, 36)) for character in bare[4:] + bare[:4])) % 97 == 1


_SECRET_WORD = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|api[_-]?key|access[_-]?key|private[_-]?key"
    r"|client[_-]?secret"
    r"|(?:access|auth|refresh|session|bearer|id|secret)[_-]?token|authorization|cvv|cvc)"
)

SHAPES: Final[tuple[Shape, ...]] = (
    Shape(
        "key",
        Telltale.SECRET_WORD,
        re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?"),
    ),
    Shape("token", Telltale.ISSUER, re.compile(r"\beyJ[\w-]{8,4000}\.[\w-]{4,8000}(?:\.[\w-]{0,4000})?")),
    Shape(
        "token",
        Telltale.SCHEME,
        re.compile(r"\b(?:bearer|basic|negotiate)\s{1,4}([\w.~+/-]{8,4000}={0,2})", re.IGNORECASE),
    ),
    Shape(
        "key",
        Telltale.ISSUER,
        re.compile(
            r"(?<![A-Za-z0-9])(?:sk-[\w-]{16,200}|(?:sk|rk|pk)_(?:live|test)_\w{10,200}|whsec_\w{16,100}|gh[opsur]_\w{20,255}"
            r"|github_pat_\w{20,255}|glpat-[\w-]{16,100}|xox[abeoprs]-[\w-]{10,250}|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[\w-]{30,60}"
            r"|ya29\.[\w-]{20,500}|hf_\w{20,100}|npm_\w{30,60}|pypi-[\w-]{30,250}|SG\.[\w-]{16,40}\.[\w-]{16,80}|dop_v1_\w{30,100})"
        ),
    ),
    Shape("secret", Telltale.AT_SIGN, re.compile(r"://[^\s/?#:@\"'<>]{0,100}:([^\s/?#@\"'<>]{1,200})@")),
    Shape(
        "secret",
        Telltale.SECRET_WORD,
        re.compile(
            rf"{_SECRET_WORD}[\"'\\]{{0,3}}\s{{0,3}}(?:[:=]|is\s{{1,3}}(?=[^\s\d]{{0,200}}\d))\s{{0,3}}[\"'\\]{{0,3}}"
            r"(?!(?:bearer|basic)\b)([^\s\"'\\,;&]{3,500})",
            re.IGNORECASE,
        ),
    ),
    Shape(
        "secret",
        Telltale.SECRET_WORD,
        re.compile(rf"--?{_SECRET_WORD}\s{{1,3}}[\"']?([^\s\"'\\,;&-][^\s\"'\\,;&]{{2,500}})", re.IGNORECASE),
    ),
    Shape("email", Telltale.AT_SIGN, re.compile(r"[\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])")),
    Shape(
        "bank",
        Telltale.CAPITALS_AND_DIGITS,
        re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"),
        iban,
    ),
    Shape(
        "card",
        Telltale.MANY_DIGITS,
        re.compile(r"(?<![\w.+-])(?:4\d|5[1-5]|2[2-7]|3[0-8]|6[0245])\d{2}(?:[ -]?\d){8,14}\d(?![\w-])"),
        luhn,
        identifier_like=True,
    ),
    Shape(
        "person",
        Telltale.MANY_DIGITS,
        re.compile(r"(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])"),
        identifier_like=True,
    ),
    Shape("phone", Telltale.MANY_DIGITS, re.compile(r"(?<![\w+])\+[1-9](?:[ ().-]{0,2}\d){7,14}(?!\w)")),
    Shape(
        "phone",
        Telltale.MANY_DIGITS,
        re.compile(r"(?<![\w-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])"),
        identifier_like=True,
    ),
    Shape(
        "key",
        Telltale.RANDOM_WORD,
        re.compile(r"(?<![\w+/-])[\w+-]{32,512}={0,2}(?![\w+/-])"),
        is_random,
        identifier_like=True,
    ),
)
"""In the order in which they are tried: the surer first."""

BARE_WORD: Final = 12
"""Characters of the shortest secret without white space or punctuation: an account number of twelve."""
ISSUED: Final = 15
"""Characters of the shortest issued key (`xoxb-` and ten more), which holds no white space."""
RANDOM: Final = 32
"""Characters of the shortest word whose randomness proves anything."""
MANY_DIGITS: Final = 8
"""Digits of the shortest phone number; cards and social security numbers have more."""
_ISSUERS: Final = re.compile(
    "eyJ|sk-|[srp]k_(?:live|test)_|whsec_|gh[opsur]_|github_pat_|glpat-|xox|A[KS]IA|AIza|ya29|hf_|npm_|pypi-|SG\\.|dop_v1_"
)
"""How tokens and keys begin, for the shapes that go by that."""
_SCHEMES: Final = ("bearer", "basic", "negotiate")
_SECRET_STEMS: Final = ("pass", "pwd", "secret", "key", "token", "authorization", "cvv", "cvc")
"""Every spelling of `_SECRET_WORD` contains one of these."""


def likely_shapes(text: str) -> list[Shape]:
    """The shapes that may match this text or a part of it; none of the others can."""
    if len(text) < BARE_WORD and text.replace("_", "").isalnum():
        return []
    telltales = list(_telltales(text))
    return [shape for shape in SHAPES if shape.telltale in telltales] if telltales else []


def _telltales(text: str) -> Iterator[Telltale]:
    folded = text.casefold().replace("\u0131", "i")  # all that an expression that ignores case takes for ASCII letters
    longest = max(map(len, text.split()), default=0) if len(text) >= ISSUED else 0
    if longest >= ISSUED and _ISSUERS.search(text):
        yield Telltale.ISSUER
    if longest >= RANDOM:
        yield Telltale.RANDOM_WORD
    if any(map(folded.__contains__, _SCHEMES)):
        yield Telltale.SCHEME
    if any(map(folded.__contains__, _SECRET_STEMS)):
        yield Telltale.SECRET_WORD
    if "@" in text:
        yield Telltale.AT_SIGN
    digits = sum(map(str.isdecimal, text))
    if digits >= 2 and text != text.lower():
        yield Telltale.CAPITALS_AND_DIGITS
    if digits >= MANY_DIGITS:
        yield Telltale.MANY_DIGITS
