"""How a text result begins when it tells of a failure, and the exit code that a shell reports at its head or foot.

A text that quotes an error further on ("Fixed the error: …", a mail, log lines) is an answer like any other.
"""

from __future__ import annotations

import re
from typing import Final

from doublefire.semantics import outcome_texts as texts
from doublefire.semantics.wording import spoken, words

OPENING: Final = 240
"""Characters of a text that count as its beginning: a sentence or two."""
EDGE: Final = 160
"""Characters at either end of a shell's report in which it states the exit code."""

_STOP = r"(?=$|[:.,;!?(\[\n]| [-\u2013\u2014(]|\)|'|\"| (?:with|to|because|due|after|by|while|at|from|on|for|in|before|when|during|as|and|since|until|error|occurred|exceeded|reached|expired|hit)\b)"
_SUBJECT = (
    "request|operation|tool|function|api|call|command|connection|transaction|payment|charge|card|refund|transfer|booking|reservation|order|message|e ?mail|mail|sms|text|upload|purchase|execution"
    "|invocation|validation|authentication|authorization|approval|permission|access|deployment|deploy|build|publish|delivery|server|upstream|gateway|query|job|task|action|use|network|webhook|session"
    "|socket|host|invite|invitation|ticket|issue|checkout|subscription|shipment|event|meeting|post|proxy|handshake|lookup|login|push|service|endpoint|backend|process|step"
)
_STATE = "failed|fails|timed out|time ?out|errored|failure|declined|rejected|denied|refused|blocked|aborted|cancell?ed|not (?:allowed|permitted|authori[sz]ed|approved|executed|accepted|supported|granted)|interrupted|reset|disconnected|unavailable|disallowed|vetoed|skipped|throttled|rate limited|exceeded"

_DECORATION = re.compile(r"^(?:\s|[^\w\s'\"\u0080-\uffff-]|[\u2000-\u2bff\ufe0f]|[\U0001f300-\U0001faff]|(?:tool_use_error|stderr|output|result|response|tool result|observation)(?=\s*[:>\]]))*", re.IGNORECASE)
_CLASS = re.compile(
    r"(?:Uncaught |Unhandled |Caused by: )?(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,80}?(?:Error|Exception|Timeout|TimedOut|Fault|Refused|Exceeded|Declined|Interrupt|Disconnected|Aborted|Retry|Failure|Exists|NotFound)"
    r"(?:\[\w+\])?\s*(?:\(|:|$)|E[A-Z]{4,}\b(?=\s*(?::|$|[a-z-]))|Traceback \(most recent"
)
_PLAIN: Final = re.compile(
    "|".join(
        (
            r"(?:an? |the |unexpected |internal |unhandled |unknown |fatal |network |runtime |api |http |server |system |mcp |tool |validation |database |client |critical |connection ){0,4}(?:errors?|exception|failure)"
            r"(?: ?\[[\w .-]{1,40}\]| ?\([\w .-]{1,40}\)| code| message| type)?"
            r"(?:: ?(?!0\b|none\b|null\b|no\b|n/a|\[\]|\(none|false\b|ok\b)\S| ?[-\u2013\u2014>] | ?\d{3}\b|\.?$"
            r"| (?:occurred|happened|calling|executing|running|invoking|while|when|in tool|during|processing|creating|sending|posting|fetching|making|performing|trying|updating|deleting|cancell?ing|connecting|parsing|writing|opening|from server|returned|raised|was (?:raised|thrown)))",
            r"fatal: ",
            r"(?:http(?:/\d(?:\.\d)?)? |status(?: code)?:? ?)[45]\d\d\b",
            r"[45]\d\d(?: ?[-:]|$| (?:bad|unauth|payment|forbidden|not |method|request|conflict|gone|too many|unprocess|internal|service|gateway|server|client|precondition|unsupported))",
            r"mcp error -?\d|-32\d{3}\b|rpc error|\d{1,2} (?:unavailable|deadline exceeded|aborted|internal|already exists|invalid argument):",
            r"(?:i |we )?(?:failed to|unable to|could not|couldn't|cannot|can't|was unable to|were unable to) \w+|failed(?:$|[:.!(])|failure(?:$|[:.!(])",
            r"(?:invalid|missing|malformed|unsupported) (?:an? |the |\d+ )?(?:required |mandatory )?(?:\w+ )?(?:arguments?|param\w*|inputs?|requests?|json|tool|payload|value|credentials?|token|api key|recipient|e ?mail|address|amount|card|date|format|type|id|schema|operation|field|state|account|currency|phone|url|property|keys?)\b" + _STOP,
            r"(?:unknown|no such|no|unrecogni[sz]ed) (?:tool|function|command|method|action)\b|validation (?:failed|errors?)\b|\d+ validation errors?\b|input validation",
            r"(?:bad request|bad gateway|unauthori[sz]ed|unauthenticated|forbidden|not (?:found|authori[sz]ed|allowed|permitted|executed|implemented|approved|connected)|declined|rejected|denied|refused|blocked|vetoed|aborted|interrupted|cancell?ed|skipped|out of stock|sold out|disconnected|timed out|time ?out|deadline exceeded|insufficient \w+|throttled|overloaded)"
            + _STOP,
            r"(?:rate ?limit(?:ed|s)?|quota|too many requests|(?:service|server|temporarily) (?:is )?(?:temporarily )?unavailable|gateway time ?out|internal server error|throttl\w+)" + _STOP,
            r"permission to use .{1,120}\b(?:denied|rejected)|(?:the )?(?:user|human|operator) (?:has |have )?(?:doesn't|does not|didn't|did not|rejected|denied|declined|refused|disapproved|aborted|interrupted|cancell?ed)",
            r"request interrupted|interrupted by|sibling tool|unsupported call|file (?:has not been read|has been (?:unexpectedly )?modified|does not exist|not found|already exists)",
            rf"(?:(?:your|the|this|that|sorry|a|an|[\w.']+),? ){{0,3}}(?:{_SUBJECT})s?(?: [^\s:.;!]{{1,40}}){{0,3}}? (?:has |have |was |is |were |been |got |just |automatically )*(?P<state>{_STATE}){_STOP}",
            rf"(?:(?:your|the|this|that|sorry|a|an),? ){{0,2}}(?:\w+ ){{0,3}}?(?:{_SUBJECT})s? (?:could not|couldn't|cannot|can't|was not|wasn't|were not) be \w+",
            r"(?:tool|function|action|method) [^:\n]{1,80}?(?:not found|does not exist|is not (?:available|a valid|registered|defined))|\S{1,80} is not a valid tool",
            r"(?:no response|took too long|socket hang up|broken pipe|fetch failed|server disconnected|network error|circuit breaker)\b",
            r"(?:fehler|erreur|error al|errore|erro|fout|\u043e\u0448\u0438\u0431\u043a\u0430|zeit\u00fcberschreitung|d\u00e9lai (?:d'attente )?d\u00e9pass|tiempo de espera|tempo limite|ung\u00fcltig|verbindung (?:abgelehnt|verweigert)|connexion refus|conexi\u00f3n (?:rechaz|rehus))",
            r"(?:\w+ ){0,2}(?:karte|zahlung|anfrage|carte|paiement|tarjeta|pago)\b.{0,30}\b(?:abgelehnt|verweigert|fehlgeschlagen|refus\w+|rechazad[oa])",
            "(?:\u9519\u8bef|\u932f\u8aa4|\u5931\u8d25|\u5931\u6557|\u8d85\u65f6|\u903e\u6642|\u62d2\u7edd|\u30a8\u30e9\u30fc|\u30bf\u30a4\u30e0\u30a2\u30a6\u30c8|\uc624\ub958|\uc2e4\ud328|\uc2dc\uac04 ?\ucd08\uacfc)",
            "[\u3040-\u30ff\u4e00-\u9fff]{1,12}(?:\u8d85\u65f6|\u903e\u6642|\u5931\u8d25|\u5931\u6557|\u88ab\u62d2\u7edd|\u62d2\u7edd|\u30bf\u30a4\u30e0\u30a2\u30a6\u30c8|\u62d2\u5426|\u30a8\u30e9\u30fc)",
        )
    )
)
_SUCCESS = re.compile(
    r"\W*(?:ok|okay|success\w*|done|created|sent|booked|posted|added|updated|charged|paid|refunded|placed|scheduled|saved|completed|confirmed|found|here|listed|published|deployed"
    r"|merged|opened|issued|transferred|deleted|removed|cancell?ed|fixed|finished|queued|i|we|note|warning|report|subject)\b"
)
_EXIT = re.compile(
    r"(?:^|\n|\[)\W{0,3}(?:process|command|the command|script|program|shell|bash)? ?(?:(?:has )?(?:exited|failed|completed|finished|terminated) with )?(?:non-zero )?"
    r"exit[ _]?(?:code|status):? ?(?P<code>-?\d{1,4})\b|exited with (?:code|status):? ?(?P<exited>-?\d{1,4})\b",
    re.IGNORECASE,
)


def exit_code(text: str) -> int | None:
    """The exit code that a shell's report states in its first or last lines, None when it states none."""
    for edge in (text[:EDGE], text[-EDGE:]):
        if "xit" in edge and (found := _EXIT.search(edge)):
            return int(found.group("code") or found.group("exited"))
    return None


def begins_as_error(text: str, tool: str | None = None) -> bool:
    """Whether a text result begins as an error does, in any of the usual wordings and languages.

    `tool` is the full tool name: "Order cancelled" is what `cancel_order` says when it worked.
    """
    opening = text[: OPENING + 80]
    opening = opening[_DECORATION.match(opening).end() :][:OPENING]  # type: ignore[union-attr]
    if not opening:
        return False
    if _CLASS.match(opening):
        return True
    said = spoken(opening)
    found = _PLAIN.match(said)
    if found:
        state = found.group("state")
        return state is None or not own_business(state, tool)
    short = len(text) <= OPENING and not _SUCCESS.match(said)
    return short and bool(texts.CONFLICT.search(said))


LOOKING_VERBS: Final = frozenset(
    ("get", "list", "read", "find", "search", "fetch", "show", "describe", "query", "lookup", "check", "view", "retrieve")
    + ("status", "poll", "track", "set", "update", "mark", "edit", "change", "modify", "patch", "resolve", "transition")
)
"""Tools that look a thing up or set its state: a state in their result is the thing's."""


def own_business(state: str, tool: str | None) -> bool:
    """Whether a state such as `failed` or `cancelled` is what the tool looked up, set or was asked to bring about."""
    if not tool:
        return state.startswith("cancel")
    named = words(tool)
    return not LOOKING_VERBS.isdisjoint(named) or any(len(name) > 3 and name[:4] == state[:4] for name in named)
