"""Words of an error that name a stage before the effect: the call surely did nothing.

Written for text in its `spoken` form (lower case, camel case and underscores opened): `ConnectTimeout`,
`connect_timeout` and "connect timeout" are one spelling. The classes are those of public reports: of 39 identical
adjacent writes in coding sessions, 36 had a first copy that a guard, a user or a validator had stopped.
"""

from __future__ import annotations

from typing import Final

from doublefire.semantics.values.spelling import phrases

_BEEN = r"(?:(?:was|is|were|are|has|have|had|been|got) ){0,2}"

NEVER_BEGAN: Final = phrases(
    r"(?:cancell?ed|aborted|interrupted|stopped|dropped|killed|rejected|skipped|expired)"
    r" (?:while (?:it was )?(?:still )?(?:queued|pending)|in (?:the )?queue|while (?:still )?waiting(?! for))",
    r"(?:cancell?ed|aborted|interrupted|stopped|dropped|killed|rejected|skipped) (?:before|prior to)"
    r" (?:it |the (?:call|tool|run|request) )?(?:could |was )?(?:be )?"
    r"(?:execut\w*|start\w*|r[au]n|running|dispatch\w*|sen[dt]|sending|launch\w*|beg[aiu]n\w*|invo\w*)",
    r"(?:not|never) (?:been )?(?:executed|dispatched|attempted|invoked|ran)",
    r"(?:did|does) not (?:run|execute)(?! to completion| until| within)",
    r"no (?:action|charge|change|request|message|order|payment|call)s? (?:was|were|has been|have been)"
    r" (?:taken|made|sent|placed|executed)",
    r"nothing was (?:sent|charged|changed|created|executed)",
    r"(?:was|were|been) not (?:been )?charged|not been charged",
    r"(?:call|execution|tool|step|was|were|been) skipped",
    r"sibling tool call|schedule to start",
)

_PERSON = "user|human|operator|reviewer|approver|admin|administrator|moderator|owner|supervisor"
_GUARD = (
    "polic(?:y|ies)|guard ?rails?|hooks?|sandbox|safety|security|rules?|filter|firewall|allow ?list"
    "|deny ?list|organi[sz]ation|settings?|governance|compliance|classifier|moderation"
)
_STOPPED = "denied|block(?:s|ed)|rejected|refused|prevent(?:s|ed)|disallow(?:s|ed)|forbids?|forbidden|vetoed"

DENIED: Final = phrases(
    rf"(?:declined|disapproved|stopped|{_STOPPED}) (?:by|due to|because of) (?:the |an? |your |our "
    rf"|its )?(?:[\w-]+ ){{0,4}}?"
    rf"(?:{_PERSON}|{_GUARD}|permissions?)",
    rf"(?:{_PERSON})s? (?:has |have )?(?:closed|dismissed|cancell?ed|ignored|declined) (?:the |this )?(?:\w+ ){{0,2}}?"
    r"(?:prompt|dialog|approval|confirmation)",
    rf"(?:{_PERSON})s? (?:has |have )?(?:doesn't want|does not want|didn't want|did not want|declined|disapproved"
    rf"|{_STOPPED}"
    r"|(?:did not|didn't|does not|doesn't) (?:approve|allow|permit|confirm|consent|grant|accept)|chose not|said no"
    r"|skipped)",
    r"interrupted by user for tool use|(?:aborted|cancell?ed) by (?:the )?user(?:$|(?: [\w ]{0,20})?before)",
    r"permission to use.{1,120}?(?:denied|rejected|not)|permission for this.{1,60}?denied",
    rf"(?:tool|function)(?: call| use)?(?: execution| request)? {_BEEN}(?:{_STOPPED}|not (?:allowed|permitted"
    rf"|approved))",
    rf"(?:call|action|operation|command|execution|request) {_BEEN}(?:vetoed|disallowed|not (?:allowed|permitted"
    rf"|approved))",
    rf"(?:execution|approval|consent|confirmation) {_BEEN}(?:{_STOPPED}|declined|not (?:granted|given))",
    r"(?:approval|confirmation|consent) .{0,30}?(?:timed out|time ?out|expired|required|missing|pending)",
    r"timed? ?out (?:while )?waiting for (?:\w+ ){0,2}(?:approval|confirmation|consent|permission)",
    r"(?:requires?|awaiting|waiting for) (?:\w+ )?(?:approval|consent)",
    rf"(?:{_GUARD}) (?:\w+ ){{0,4}}?(?:{_STOPPED}|violat\w+|trip\w*|triggered|intervened|prohibit\w*)|tripwire",
    r"violat\w+ .{0,40}?(?:polic(?:y|ies)|guard ?rails?|rules?|guidelines)",
    r"sandbox(?:ed)? .{0,40}?(?:denied|error|violation|not (?:allowed|permitted))",
    r"(?:permission|plan|read only) mode .{0,40}?(?:denied|blocks?|blocked|does not allow|not (?:allowed|permitted))",
    r"not (?:authori[sz]ed|permitted|allowed) to (?:use|call|run|execute|invoke)",
    r"file has not been read|read (?:it|the file) (?:first|before)|modified since (?:it was )?(?:last )?read",
    rf"unsupported call|human in the loop|(?:{_PERSON}|approval) (?:rejection|denial|refusal)",
)
"""A user, a policy, a sandbox or the agent's own guard said no."""

REFUSED: Final = phrases(
    r"validation (?:errors?|failed|failure|exception)|schema (?:mismatch|violation|error)|input should be"
    r"|field required",
    r"(?:input|argument) validation|unknown keyword|additional properties|zod error|bad user input|is not of type"
    r"|expected .{1,40}?(?:received|got)",
    r"invalid (?:tool )?(?:arguments?|params?|parameters?|inputs?|requests?|json|payload|schema|type|format|field"
    r"|property"
    r"|option|tool|function|operation|e ?mail|phone|url|date|api key|access token|token|credentials?|recipient"
    r"|address"
    r"|card|account|amount|currency|signature|customer|value for)(?! (?:response|reply))",
    rf"(?:arguments?|parameters?|inputs?|payload|request|body) {_BEEN}(?:invalid|malformed|missing|not valid)",
    r"missing (?:an? |the |\d+ )?(?:required|mandatory|field|parameter|argument|property|key|value|input)s?"
    r"|is (?:a )?required",
    r"required (?:property|field|parameter|argument|key|keyword)",
    r"unexpected keyword argument|multiple values for (?:keyword )?argument"
    r"|takes (?:from )?\d+ (?:to \d+ )?positional",
    r"(?:unknown|unrecogni[sz]ed) (?:tool|function|method|parameter|argument|field|action|skill|operation|command"
    r"|key)s?",
    r"no (?:such )?(?:tool|function|method|action)|is not a valid tool|method not found|command not found",
    r"(?:tool|function|method|action|skill) [^:;]{0,80}?(?:not found|does not exist|doesn't exist|unavailable"
    r"|not a valid"
    r"|not (?:available|defined|registered|recogni[sz]ed|supported|exposed|known))",
    r"(?:pars|decod)\w* (?:\w+ ){0,2}(?:arguments?|parameters|tool call)",
    r"(?:must|should) (?:not )?(?:be|have|match|contain|start with|end with)",
    r"(?:spend\w*|credit|usage|size|daily|weekly|monthly|transfer|token|amount|budget|purchase|transaction"
    r"|account) limits?"
    rf" {_BEEN}(?:exceeded|reached|hit)|(?:exceeds?|exceeded|over)"
    r" (?:the |your )?(?!time )(?:\w+ )?(?:limit|maximum|budget|balance|credit|funds)|(?:velocity"
    r"|allowance) exceeded",
    r"incorrect (?:cvc|number|zip|pin)|fraud\w*|out of stock|sold out|fully booked|is full|no \w+ left",
)
"""The other side looked at the request and turned it down as such."""

BOUNCED: Final = phrases(
    r"55[0-4][ -]5\.\d{1,2}\.\d{1,3}|5\.\d{1,2}\.\d{1,3} (?:user|mailbox|address|recipient|relay)\w*"
)
"""SMTP's permanent failures (RFC 5321, RFC 3463): 550 is no status of a gateway here."""

DECLINED: Final = phrases(
    r"declined|insufficient|not enough|do not honou?r|expired card|card (?:has |is )?expired|(?:stolen|lost) card"
)
"""The attempt itself was judged and turned down: an id beside it names the attempt, not an effect."""

CIRCUIT_OPEN: Final = phrases(
    r"circuit(?: ?breaker)? .{0,20}?open|breaker open|broken circuit|circuit open",
    r"(?:idle|free|available) connection|pool time ?out|queue ?pool limit|connection pool is (?:full|exhausted)",
    r"waiting for (?:an? )?connection",
)
"""The client held the request back: it never had a connection."""

HANDSHAKE: Final = phrases(
    r"certificate|x509|ssl cert\w*|self signed|leaf signature|handshake|before secure tls|wrong version number"
    r"|hostname mismatch|cert verif\w*",
)

UNREACHABLE: Final = phrases(
    r"econnrefused|connection (?:was |actively )?refused|refused (?:the |to )?connect\w*|actively refused",
    r"enotfound|eai (?:again|noname|fail)|getaddrinfo|gethostbyname|name or service not known|nodename nor servname",
    r"no such host|no address associated|unknown host|host (?:name )?not found|name resolution|name not resolved"
    r"|could(?: not|n't) resolve|dns",
    r"ehostunreach|enetunreach|(?:host|network|address) (?:is )?unreachable|no route to host|host is down",
    r"connect(?:ion)? (?:attempts? |call )?(?:failed|failure|exception)|connection could not be (?:established|made)",
    r"connection (?:attempt|establishment) timed out|open timeout|resolution error|connect (?:error|time ?out"
    r"|timed out|etimedout)"
    r"|connection timeout to host|connection timed out after",
    r"tim(?:ed? ?out|eout) (?:while )?(?:trying to )?(?:connect|establish)\w*",
    r"(?:connecting|establishing) .{0,60}?tim(?:ed? ?out|eout)|connection to \S{1,200} timed out",
    r"(?:failed|unable|could not|couldn't|cannot|can't|trying|error) (?:to )?(?:connect|establish|reach"
    r"|open (?:a |tcp )?connection)",
    r"error (?:while )?(?:connecting|dialing)|no connection (?:could be made|established)|dial (?:tcp|udp|unix)"
    r"|endpoint connection error",
    r"client connector (?:\w+ )*error|new connection error|(?:proxy|tunnel) connection failed|not connected",
)
"""Nobody listened, or the way there was closed."""

THROTTLED: Final = phrases(
    r"rate ?limit\w*|rate exceeded|too many (?:\w+ )?requests|quota|throttl\w*|slow down|resource exhausted"
    r"|request limit",
    r"(?<!time )limit (?:was )?(?:exceeded|reached)",
)
