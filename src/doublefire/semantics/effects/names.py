"""What a tool does, as its name says: the first known verb decides, and nouns that look like verbs do not.

`get_order` reads though "order" is a verb; `get_or_create` writes because "or" joins two verbs; `check_in` writes
because it is one verb of two words; `order_status` reads because its last word makes the first a thing; `run_step`
says nothing.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Final

from doublefire.model import Effect
from doublefire.semantics.effects import verbs
from doublefire.semantics.effects.known import known
from doublefire.semantics.effects.prefixes import split_name
from doublefire.semantics.effects.shapes import effect_of_shape
from doublefire.semantics.effects.words import words_of

Words = tuple[str, ...]

STRENGTH: Final = (Effect.READ, Effect.IDEMPOTENT, Effect.UNKNOWN, Effect.WRITE)

_EFFECTS: Final[dict[str, Effect]] = {
    **dict.fromkeys(verbs.READ, Effect.READ),
    **dict.fromkeys(verbs.IDEMPOTENT | verbs.UPDATES, Effect.IDEMPOTENT),
    **dict.fromkeys(verbs.WRITE, Effect.WRITE),
    **dict.fromkeys(verbs.UNDECIDED, Effect.UNKNOWN),
}
FIRM: Final = (frozenset(_EFFECTS) - verbs.NOUNS) | verbs.UPDATES
"""Verbs that are read as verbs wherever they stand."""
_NEVER_PLURAL: Final = frozenset(("shows", "sets", "puts", "makes", "reads", "writes", "buys", "sees"))


@lru_cache(maxsize=8192)
def effect_of_name(tool: str) -> Effect:
    """What a tool of this name does; UNKNOWN when no word of it says anything."""
    server, own = split_name(tool)
    found = known(tool)
    if found is not None:
        return found.effect
    generic = effect_of_shape(tool)
    if generic is not None:
        return generic
    if _verb_is_prefix(server, own):
        return effect_of_words(words_of(tool)) or Effect.UNKNOWN
    said = effect_of_words(words_of(own))
    if said is None and server:
        said = effect_of_words(words_of(f"{server} {own}"))
    return said or Effect.UNKNOWN


def effect_of_words(words: Words) -> Effect | None:
    """What the words of a name say, None when no verb is among them."""
    if len(words) > 1 and words[-1] in verbs.SUFFIXES:
        words = words[:-1]
    parts = _split_at_joints(words)
    said = _effect_of_part(parts[0])
    verb = _first_verb(parts[0])
    for before, part in itertools.pairwise(parts):
        joined = _joined(before, part)
        if joined is None:
            continue
        said, verb = _both(verb, said, part[0], joined), part[0]
    if said is Effect.WRITE and _only_once(words):
        return Effect.IDEMPOTENT
    return said


def _split_at_joints(words: Words) -> list[Words]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word in verbs.JOINTS and parts[-1]:
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part) for part in parts if part] or [()]


def _first_verb(words: Words) -> str:
    return next((word for word in words if word in _EFFECTS), "")


def _joined(before: Words, part: Words) -> Effect | None:
    """The effect of a verb behind "or", "and" or "then". A word that is a noun too must stand verb to verb."""
    verb = part[0]
    if verb in FIRM or verb in verbs.BINDING or (verb in _EFFECTS and (len(before) == 1 or len(part) > 1)):
        return _of_verb(verb, part[1:])
    return None


def _both(first: str, said: Effect | None, second: str, joined: Effect) -> Effect:
    """Two joined verbs: the stronger. What is found first and then changed may be another thing each time."""
    if said is None:
        return joined
    pair = {first, second}
    if pair & verbs.CREATING and pair & verbs.RENEWING:
        return Effect.IDEMPOTENT
    if said is Effect.READ and second in verbs.UPDATES:
        return Effect.WRITE
    return max(said, joined, key=STRENGTH.index)


def _only_once(words: Words) -> bool:
    """`create_if_not_exists`, `add_if_absent`."""
    return any(word == "if" and after in ("not", "absent", "missing") for word, after in itertools.pairwise(words))


def _verb_is_prefix(server: str, own: str) -> bool:
    """`create.order`: what looks like a server is the verb, what looks like the tool its object."""
    if not server or "__" in own or not server.isalpha():
        return False
    return server.lower() in FIRM and not FIRM.intersection(words_of(own))


def _effect_of_part(words: Words) -> Effect | None:
    neutral = False
    for at, word in enumerate(words):
        rest = _objects(words[at + 1 :])
        phrase = _phrase(words[at : at + 3])
        if phrase is not None:
            return phrase
        if at and word in verbs.PREPOSITIONS:
            return _of_noun(words[:at])
        if word in verbs.NEUTRAL and not _means_deed(word, rest):
            neutral = True
        elif word in verbs.ONLY_BEFORE:
            if verbs.ONLY_BEFORE[word].intersection(rest[:2]) and words[at : at + 2] not in verbs.COMPOUND_NOUNS:
                return Effect.WRITE
        elif words[at - 1 : at + 1] in verbs.COMPOUND_NOUNS:
            continue
        else:
            said, decided = _of_word(words, at, rest, neutral)
            if decided:
                return said
    return _of_noun(words)


def _means_deed(word: str, rest: Words) -> bool:
    return word in verbs.ONLY_BEFORE and bool(verbs.ONLY_BEFORE[word].intersection(rest[:2]))


def _objects(words: Words) -> Words:
    for at, word in enumerate(words):
        if word in verbs.PREPOSITIONS:
            return words[:at]
    return words


def _phrase(words: Words) -> Effect | None:
    if words in verbs.NOT_PHRASES:
        return None
    return verbs.PHRASES.get(words[:2])


def _of_word(words: Words, at: int, rest: Words, neutral: bool) -> tuple[Effect | None, bool]:
    """What one word says and whether that settles it."""
    word = words[at]
    if word in FIRM:
        return _of_verb(word, rest), True
    if word in verbs.NOUNS:
        return _of_either(words, at, rest, neutral)
    if word in verbs.DEEDS and (neutral or (at and not rest)) and not _selected(words[:at]):
        return (Effect.WRITE, True) if not _asked_for(word, rest) else (Effect.READ, True)
    stem = _third_person(word)
    return (_of_verb(stem, rest), True) if stem else (None, False)


def _of_verb(verb: str, rest: Words) -> Effect:
    for effect, objects in verbs.BY_OBJECT.get(verb, {}).items():
        if objects.intersection(rest) or ("*" in objects):
            return effect
    return _EFFECTS[verb]


def _third_person(word: str) -> str | None:
    """`sends` and `fetches`, as Composio writes its tools' names."""
    if len(word) < 5 or not word.endswith("s") or word in _NEVER_PLURAL:
        return None
    return next(
        (stem for stem in (word[:-1], word[:-2]) if stem in FIRM and _EFFECTS[stem] is not Effect.UNKNOWN), None
    )


def _of_either(words: Words, at: int, rest: Words, neutral: bool) -> tuple[Effect | None, bool]:
    """A word that is verb and noun: the words around it tell which."""
    word = words[at]
    if not rest:
        return _at_the_end(word, words[:at], neutral), True
    reads = _EFFECTS[word] is Effect.READ
    if rest[0] in FIRM and rest[0] not in verbs.VERB_FIRST and (not reads or len(rest) == 1):
        return None, False
    if len(rest) > 1 and rest[0] in verbs.ASKING and not reads:
        return Effect.READ, True
    last = rest[-1]
    if len(rest) > 1 and last in FIRM and last not in verbs.INFORMATION and not reads:
        return _of_verb(last, ()), True
    if _asked_for(word, rest):
        return Effect.READ, True
    if last == "update" and word in verbs.THINGS and (word not in verbs.TELLING or (at and word not in verbs.PUBLIC)):
        return Effect.IDEMPOTENT, True
    if neutral:
        return _after_neutral(word), True
    return _of_verb(word, rest), True


def _asked_for(word: str, rest: Words) -> bool:
    """Whether the end of the name makes this word a thing that is looked up."""
    last = rest[-1] if rest else ""
    if (word, last) in verbs.NOT_ASKED:
        return False
    if word in verbs.PUBLIC and last in verbs.SAID_IN_PUBLIC:
        return False
    if word in verbs.TELLING and last in verbs.COMMUNICATED:
        return False
    if word in verbs.WORKS:
        return last in verbs.STATE
    return last in verbs.INFORMATION and (word in verbs.THINGS or word in verbs.DEEDS)


def _at_the_end(word: str, before: Words, neutral: bool) -> Effect | None:
    effect = _EFFECTS[word]
    if not before:
        return effect
    if _selected(before):
        return Effect.READ
    if neutral:
        return _after_neutral(word)
    if word in verbs.DEEDS:
        return Effect.WRITE
    if word in verbs.INFORMATION:
        return Effect.READ
    return Effect.UNKNOWN if effect is Effect.WRITE else effect


def _after_neutral(word: str) -> Effect:
    """`process_refund` refunds and `run_search` searches; `process_message` and `run_report` say nothing."""
    if word in verbs.DEEDS or _EFFECTS[word] is not Effect.WRITE:
        return _EFFECTS[word]
    return Effect.UNKNOWN


def _selected(before: Words) -> bool:
    return not verbs.SELECTORS.isdisjoint(before)


def _of_noun(words: Words) -> Effect | None:
    """A name without a verb: what ends in a word of information is looked up."""
    return Effect.READ if words and words[-1] in verbs.INFORMATION else None
