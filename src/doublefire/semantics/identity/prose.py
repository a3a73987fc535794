"""Free text: what is prose, and which of its words must agree for two texts to say the same thing."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from doublefire.semantics.identity import prose_abroad as abroad
from doublefire.semantics.values.wordlist import word_set

PROSE_LENGTH: Final = 40
"""Characters of a text that can be reworded; in a shorter one every word counts."""

PROSE_WORDS: Final = 6
"""Words of it: below, a text is a title or a path."""

CODE_SHARE: Final = 0.02
"""More brackets, operators and dollars than this share of a text make it code or markup: every character counts."""

_CODE: Final = re.compile(r"[{}\[\]<>=;|\\$`]")
_NUMBER: Final = re.compile(r"\d+")
_ADDRESS: Final = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,255}|\b(?:https?://|www\.)[^\s<>\"')]{1,2000}", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*(?:[-_/][^\W_]+)*")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:\n\u2022*]\s*|[-\u2013\u2014]\s)[\"'(\u201c]*$")


def is_prose(text: str) -> bool:
    """Whether a text is long enough, and enough of a text, to be reworded."""
    if len(text) < PROSE_LENGTH or text.count(" ") + text.count("\n") < PROSE_WORDS - 1:
        return False
    return len(_CODE.findall(text)) <= CODE_SHARE * len(text)


def numbers(text: str) -> list[str]:
    """All digit sequences in order: amounts, dates, times and ids of two wordings are the same."""
    return _NUMBER.findall(text)


_NEGATIONS: Final = abroad.NEGATIONS | word_set(
    "not no never none nothing nobody neither nor without cannot unable unless except hardly"
)
_DECISIONS: Final = abroad.DECISIONS | word_set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today"
    " tomorrow yesterday tonight morning noon afternoon evening night midnight weekly daily monthly yearly annual"
    " quarterly january february march april june july august september october november december jan feb mar apr"
    " jun jul aug sep sept oct nov dec two three four five six seven eight nine ten eleven twelve twenty thirty"
    " forty fifty hundred thousand million dozen half double triple second third fourth fifth last next previous"
    " dollar dollars euro euros pound pounds cent cents yen franc francs rupee rupees percent approved declined"
    " accepted rejected denied confirmed cancelled canceled refunded charged paid unpaid overdue shipped delivered"
    " returned increased decreased raised lowered upgraded downgraded opened closed started stopped enabled"
    " disabled passed failed succeeded won lost available unavailable before after partial partially full fully"
)
"""One such word more or less is another message: days, months, quantities, currencies, decisions, directions."""

_SYMBOLS: Final = re.compile("[$\u20ac\u00a3\u00a5\u20b9\u20bd%\u00b1]|(?<=\\d) ?[ap]m\\b", re.IGNORECASE)

_ORIGIN: Final = re.compile(r"\bfrom (?:the |our |your |my |an? )?([^\W_]+)", re.IGNORECASE)
"""Where something comes from: the one word whose exchange with where it goes leaves all words as they were."""

Anchors = tuple[tuple[str, ...], ...]


def anchors(text: str) -> Anchors:
    """What two wordings of one message share exactly: numbers in order, addresses, symbols, origins, negations and
    decisions."""
    bare = _ADDRESS.sub(" ", text)
    lowered = all_words(bare)
    negations = [word for word in lowered if _negates(word)]
    return (
        tuple(numbers(text)),
        tuple(sorted(address.lower().rstrip(".,") for address in _ADDRESS.findall(text))),
        tuple(sorted(symbol.strip().lower() for symbol in _SYMBOLS.findall(text))),
        tuple(sorted(origin.lower() for origin in _ORIGIN.findall(bare))),
        ("not",) * len(negations),
        tuple(sorted(Counter(word for word in lowered if word in _DECISIONS).elements())),
    )


def same_names(first: str, second: str) -> bool:
    """Whether two texts name the same persons and things in the same order: "from Maria to Jonas" is not the reverse.

    What begins a sentence in one text can stand inside one in the other, so both decide what is a name.
    """
    texts = [[(word[0], word.start()) for word in _WORD.finditer(text)] for text in (first, second)]
    pairs = zip(texts, (first, second), strict=True)
    names = {word for words, text in pairs for word, at in words if _is_name(word, text, at)}
    orders = [list(dict.fromkeys(word for word, _ in words if word in names)) for words in texts]
    return orders[0] == orders[1]


def _negates(word: str) -> bool:
    return word in _NEGATIONS or word.endswith(("n't", "n\u2019t"))


def _is_name(word: str, text: str, at: int) -> bool:
    """An identifier, or a capitalised word that does not merely begin a sentence and is no courtesy."""
    if word[1:].lower() != word[1:] or any(map(str.isdigit, word)) or "_" in word:
        return word.lower() not in SOFT
    if not word[0].isupper() or word.lower() in SOFT:
        return False
    return _SENTENCE_START.search(text, max(0, at - 8), at) is None


SOFT: Final = abroad.SOFT | word_set(
    # words of grammar
    "a an the this that these those it its it's he she they them their theirs his her hers him we us our ours you"
    " your yours i i'm i've i'll i'd we're we've we'll you're you've you'll they're there there's here here's who"
    " whom whose which what when where why how and or but so as at by for from in into of onto out over to toward"
    " towards with within upon about around through during per than then too also as well just very quite really"
    " still already yet even again now currently be is am are was were been being do does did done have has had"
    " having will would shall should can could may might must let's that's get gets got getting one each other"
    " both some such since because while"
    # courtesy
    " hi hello hey dear greetings good day sir madam team folks everyone all the best regards kind warm sincerely"
    " cheers faithfully thanks thank please kindly welcome sorry apologies apologise apologize inconvenience"
    " patience understanding appreciate appreciated glad happy pleased great news wanted want like note hope finds"
    " well feel free hesitate questions question concerns help assist assistance support service customer contact"
    " reach out touch reply respond response anything else further additional information info details detail"
    " forward looking hearing"
    # verbs and adverbs with which the same thing is said
    " inform informed informing tell let know confirm update updated letting advise advised notify notified write"
    " writing send sending sent issue issued process processed complete completed initiate initiated make made"
    " submit submitted take taken receive received receiving arrive arrives arrived reach reaches expect expected"
    " appear appears see seen find found attach attached enclosed need needs needed require required ready"
    " successfully shortly soon quickly promptly immediately approximately roughly usually generally normally"
    " typically business working be able been taking place following regarding concerning reference respect"
)
"""Words that come and go when a message is reworded without saying something else; of languages that are not listed,
every word must agree."""


def content_words(text: str) -> Counter[str]:
    """The words that carry the message, lower case and without endings, counted; addresses and numbers left out."""
    bare = _ADDRESS.sub(" ", text)
    found = (word[0].lower().replace("\u2019", "'") for word in _WORD.finditer(bare))
    return Counter(
        _stem(word) for word in found if word not in SOFT and not _negates(word) and not any(map(str.isdigit, word))
    )


def all_words(text: str) -> list[str]:
    """Every word in order, lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def _stem(word: str) -> str:
    """Enough of a stem that a plural, a genitive or a tense is no other word."""
    for ending in ("'s", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
