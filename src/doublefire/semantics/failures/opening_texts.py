"""How texts begin that tell of a failure: tables for `openings`, matched at the start of `spoken` text."""

from __future__ import annotations

import re
from typing import Final

_STOP = (
    r"(?=$|[:.,;!?()\[\n'\"]| [-\u2013\u2014(]| (?:with|to|because|due|after|by|while|at|from|on|for|in|before|when"
    r"|during|as"
    r"|and|since|until|error|occurred|exceeded|reached|expired|hit)\b)"
)
"""What may follow a word of failure: the end of the sentence, or the cause. "Timeout set to 30 s" goes on otherwise."""

_SUBJECT = (
    "request|operation|tool|function|api|call|command|connection|transaction|payment|charge|card|refund|transfer"
    "|booking"
    "|reservation|order|message|e ?mail|mail|sms|text|upload|purchase|execution|invocation|validation|authentication"
    "|authorization|credentials?|approval|permission|access|deployment|deploy|build|publish|delivery|server|upstream"
    "|gateway|query|job"
    "|task|action|use|network|webhook|session|socket|host|invite|invitation|ticket|issue|checkout|subscription"
    "|shipment"
    "|event|meeting|post|proxy|handshake|lookup|login|push|service|endpoint|backend|process|step"
)
_STATE = (
    "failed|fails|timed out|time ?out|errored|failure|declined|rejected|denied|refused|blocked|aborted|cancell?ed"
    "|interrupted|reset|disconnected|unavailable|disallowed|vetoed|skipped|throttled|rate limited|exceeded"
    "|not (?:allowed|permitted|authori[sz]ed|approved|executed|accepted|supported|granted|provided)|(?:did not"
    "|didn't) (?:respond|answer|complete|succeed|finish|work)"
)
_ADJECTIVE = (
    "an? |the |unexpected |internal |unhandled |unknown |fatal |network |runtime |api |http |server |system |mcp "
    "|tool "
    "|validation |database |client |critical |connection |service "
)
_ABOUT_ERROR = (
    "occurred|happened|calling|executing|running|invoking|while|when|in tool|during|processing|creating|sending"
    "|posting"
    "|fetching|making|performing|trying|updating|deleting|cancell?ing|connecting|parsing|writing|opening|from server"
    "|returned|raised|was (?:raised|thrown)"
)
_ARGUMENT = (
    "arguments?|param\\w*|inputs?|requests?|json|tool|payload|value|credentials?|token|api key|recipient|e ?mail"
    "|address"
    "|amount|card|date|format|type|id|schema|operation|field|state|account|currency|phone|url|property|keys?"
)
_BARE = (
    "bad request|bad gateway|unauthori[sz]ed|unauthenticated|forbidden|declined|rejected|denied|refused|blocked"
    "|vetoed"
    "|aborted|interrupted|cancell?ed|skipped|out of stock|sold out|disconnected|timed out|time ?out|deadline exceeded"
    "|insufficient \\w+|throttled|overloaded|too many requests|rate ?limit(?:ed|s)?|quota|throttl\\w+"
    "|gateway time ?out"
    "|not (?:found|authori[sz]ed|allowed|permitted|executed|implemented|approved|connected)"
    "|internal server error|(?:service|server|temporarily) (?:is )?(?:temporarily )?unavailable"
)
_REASON = (
    "bad|unauth|payment|forbidden|not |method|request|conflict|gone|too many|unprocess|internal|service|gateway"
    "|server"
    "|client|precondition|unsupported"
)

_NOTHING = r"(?:null|nil|no|n/a|false|ok|\[\])(?: found| errors?)?[\s.,;]*$"

_NO_ACCESS = (
    r"(?:you|we|the user|user|bot|agent|this account) (?:(?:do not|don't|does not|doesn't) have (?:\w+ ){0,3}?"
    r"(?:access|permissions?|rights?|privileges?|scopes?)|(?:are|is) not (?:authori[sz]ed|allowed|permitted|eligible"
    r"|logged|signed|a member)|(?:aren't|isn't) (?:authori[sz]ed|allowed|permitted|eligible|logged|signed|a member))",
    r"(?:you |user )?(?:must|need to|have to|please) (?:first )?(?:be )?(?:log|logged|sign|signed)[ -]?(?:in|on)\b",
    rf"(?:log ?in|sign ?in|authentication|authori[sz]ation) (?:is )?required{_STOP}|not (?:logged|signed) in{_STOP}",
    rf"(?:no|insufficient|missing) (?:\w+ )?(?:permissions?|privileges?|scopes?|access|credentials){_STOP}",
    r"(?:your |the |this )?(?:session|token|access token|api key|login|credentials?)"
    rf" (?:is |are |has |have |was )?(?:expired|revoked|invalid|not valid){_STOP}",
    r"please (?:provide|specify|enter|supply|use) (?:an? |the |your )?(?:valid|missing)\b",
    r"(?:(?:the|a|an|field|parameter|argument|property|value) )?['\"`]?[\w.]{1,40}['\"`]? (?:is|are) (?:a )?"
    r"(?:required|mandatory)(?: (?:field|parameter|argument|property))?[.!]?$",
    r"(?:this|the) (?:\w+ ){0,2}?(?:action|operation|request|tool|call|booking|payment|transfer|refund|order)"
    r" (?:requires?|needs?) (?:\w+ )?(?:approval|confirmation|authori[sz]ation|consent)",
)
"""What a tool says to one who may not, or who left something out."""

PLAIN: Final = re.compile(
    "|".join(
        (
            rf"(?:{_ADJECTIVE}){{0,4}}(?:errors?|err|exception|failure)(?: ?\[[\w .-]{{1,40}}\]| ?\([\w .-]{{1,40}}\)"
            rf"| code| message| type)?"
            rf"(?:[\])>*]{{1,3}}|: ?(?!none\b|\(none|0\b|{_NOTHING})\S| ?[-\u2013\u2014>] | ?\d{{3}}\b|\.?$"
            rf"| (?:{_ABOUT_ERROR}))",
            r"fatal: |mcp error -?\d|-32\d{3}\b|rpc error",
            # Codex: codex-rs/core, what the model is told of a failed tool
            r"(?:tool call|execution) error: ?\S|timed out awaiting\b",
            r"\d{1,2} (?:unavailable|deadline exceeded|aborted|internal|already exists|invalid argument):",
            rf"(?:http(?:/\d(?:\.\d)?)? |status(?: code)?:? ?)[45]\d\d\b|[45]\d\d(?: ?[-:]|$| (?:{_REASON}))",
            r"(?:i |we )?(?:failed to|unable to|could not|couldn't|cannot|can't|was unable to|were unable to) \w+",
            r"(?:i'm|i am|we're|we are) (?:unable|not able) to|nothing (?:was|has been|could be) \w+",
            *_NO_ACCESS,
            r"(?:failed|failure)(?:$|[:.!(])",
            rf"(?:invalid|missing|malformed|unsupported) (?:an? |the |\d+ )?(?:required "
            rf"|mandatory )?(?:\w+ )?(?:{_ARGUMENT})\b{_STOP}",
            r"(?:unknown|no such|no|unrecogni[sz]ed) (?:tool|function|command|method|action)\b",
            r"(?:input )?validation (?:failed|errors?)\b|\d+ validation errors?\b",
            rf"(?:{_BARE}){_STOP}",
            r"permission to use .{1,120}\b(?:denied|rejected)",
            r"(?:the )?(?:user|human|operator) (?:has |have )?(?:doesn't|does not|didn't|did not|rejected|denied"
            r"|declined"
            r"|refused|disapproved|aborted|interrupted|cancell?ed)",
            r"request interrupted|interrupted by|sibling tool|unsupported call",
            r"file (?:has not been read|has been (?:unexpectedly )?modified|does not exist|not found|already exists)",
            rf"(?:(?:your|the|this|that|sorry|a|an|[\w.']+),? ){{0,3}}(?:{_SUBJECT})s?(?: (?!marked|set\b"
            rf"|as\b)[^\s:.;!'\"]{{1,40}}){{0,3}}?"
            rf" (?:has |have |was |is |were |been |got |just |automatically )*(?P<state>{_STATE}){_STOP}",
            rf"(?:(?:your|the|this|that|sorry|a|an),? ){{0,2}}(?:\w+ ){{0,3}}?(?:{_SUBJECT})s?"
            r" (?:could not|couldn't|cannot|can't|was not|wasn't|were not) be \w+",
            r"(?:tool|function|action|method) [^:\n]{1,80}?(?:not found|does not exist|is not (?:available|a valid"
            r"|registered))",
            r"\S{1,80} is not a valid tool",
            r"curl: \(\d+\)|something went wrong|(?:no response|took too long|socket hang up|broken pipe|fetch failed"
            r"|server disconnected|network error"
            r"|circuit breaker)\b",
        )
    )
)
"""English. The group `state` holds a word that may as well be what a tool was asked to bring about."""

ABROAD: Final = re.compile(
    r"(?:fehler|erreurs?|error al|errore|erro|fout|ошибка|zeitüberschreitung|délai (?:d'attente )?dépass\w*"
    r"|tiempo de espera|tempo limite|ungültige?[rsn]?|verbindung (?:abgelehnt|verweigert)|connexion refusée"
    r"|conexión (?:rechazada|rehusada))\b"
    r"|(?:\w+ ){0,2}(?:karte|zahlung|anfrage|carte|paiement|tarjeta|pago)\b.{0,30}\b(?:abgelehnt|verweigert"
    r"|fehlgeschlagen"
    r"|refusée?|rechazad[oa])"
    r"|(?:错误|錯誤|失败|失敗|超时|逾時|拒绝|エラー|タイムアウト|오류|실패|시간 ?초과)"
    r"|[\u3040-\u30ff\u4e00-\u9fff]{1,12}(?:超时|逾時|失败|失敗|被拒绝|拒绝|タイムアウト|拒否|エラー)"
)

PAGE: Final = re.compile(r"\s{0,9}(?:<\?xml[^>]{0,80}>\s{0,9})?<(?:!doctype html|html)\b", re.IGNORECASE)
PAGE_TITLE: Final = re.compile(r"<(?:title|h1)\b[^>]{0,80}>([^<]{1,120})", re.IGNORECASE)
"""A web page instead of an answer is an error page if its title says so: gateways and firewalls send them."""

CLASS: Final = re.compile(
    r"(?:Uncaught |Unhandled |Caused by: )?(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,80}?(?:Error|Exception|Timeout"
    r"|TimedOut|Fault"
    r"|Refused|Exceeded|Declined|Interrupt|Disconnected|Aborted|Retry|Failure|Exists|NotFound)(?:\[\w+\])?\s*(?:\(|:"
    r"|$)"
    r"|E[A-Z]{4,}\b(?=\s*(?::|$|[a-z-]))|Traceback \(most recent"
)
"""The class of an exception, as written: `httpx.ReadTimeout: …`, `TimeoutError()`, `ECONNRESET`, a traceback."""

SUCCESS: Final = re.compile(
    r"\W*(?:ok|okay|success\w*|done|created|sent|booked|posted|added|updated|charged|paid|refunded|placed|scheduled"
    r"|saved"
    r"|completed|confirmed|found|here|listed|published|deployed|merged|opened|issued|transferred|deleted|removed"
    r"|cancell?ed|fixed|finished|queued|i|we|note|warning|report|subject)\b"
)
"""An answer that begins so has done what it was asked for, whatever it mentions."""

DECORATION: Final = re.compile(
    r"(?:[^\w'\"\u0080-\u1fff\u2e80-\ufe0e\ufe10-\uffff-]|[\U0001f300-\U0001faff]"
    r"|(?:tool_use_error|stderr|output|result|response|tool result|observation)(?=\s*[:>\]]))*",
    re.IGNORECASE,
)
"""Marks, pictures and labels in front of the words."""

APOLOGY: Final = re.compile(
    r"(?:(?:oops|sorry|i'm sorry|apologies|unfortunately|alas|uh oh|i apologi[sz]e)\W*(?:but )?)+"
)

DONE: Final = re.compile(
    r"\b(?:sent|notified|informed|told|created|posted|added|updated|e ?mailed|mailed|logged|wrote|written|recorded"
    r"|replied|booked)\b"
)
"""What follows these is content."""

CUT_OBJECT: Final = re.compile(
    r"[\[{(]\s*[\[{(]?\s*(?:['\"]\w{1,20}['\"]\s*:\s*[\w.'\"]{1,40}\s*,\s*){0,3}['\"](?:"
    r"(?:error|errors|err|exception|error_?message)['\"]\s*:\s*(?!null|none|false|0|\"\"|''|\[\s*\]|\{\s*\})"
    r"|(?:success|ok)['\"]\s*:\s*false|is_?error['\"]\s*:\s*true)",
    re.IGNORECASE,
)
"""The beginning of an error object that was cut off, so that it no longer decodes."""

EXIT_CODE: Final = re.compile(
    r"(?:^|\n|\[)\W{0,3}(?:process|command|the command|script|program|shell|bash)? ?"
    r"(?:(?:has )?(?:exited|failed|completed|finished|terminated) with )?(?:non-zero )?exit[ _]?(?:code"
    r"|status):? ?(-?\d{1,4})\b"
    r"|exited with (?:code|status):? ?(-?\d{1,4})\b",
    re.IGNORECASE,
)
