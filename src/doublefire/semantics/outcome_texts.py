"""What the words of an error say about whether the tool ran: one ordered table, the first row that matches decides.

The rows follow reports.md-style evidence from public issue trackers: "surely not executed" wins only where the words
name a stage before the effect; whatever may have reached the other side stays open. All patterns are matched against
text in its `spoken` form (lower case, camel case opened), so `ReadTimeout` and `read_timeout` are one spelling.
"""

from __future__ import annotations

import re
from typing import Final

from doublefire.model import Trouble


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


UNCERTAIN: Final = _any(
    r"\b(?:may|might|could) (?:or may not )?(?:already |still )?have (?:already )?(?:gone through|succeeded|completed|executed|landed)\b",
    r"\b(?:may|might|could) (?:or may not )?(?:already |still )?have (?:already )?been (?:sent|charged|processed|created|executed"
    r"|applied|completed|booked|delivered|submitted|placed|made|accepted|received|posted|published)\b",
    r"\b(?:unclear|unknown|uncertain|not (?:known|clear)) (?:whether|if)\b",
    r"\b(?:outcome|result|state|status)(?: of [\w ]{1,40})? (?:is |was )?(?:unknown|uncertain|unconfirmed)\b",
    r"\b(?:could|can) ?not (?:be )?(?:confirm|determin|verif)\w*(?: whether| if)\b",
)
"""The error itself says that it does not know: no word in it can prove that nothing happened."""

NEVER_BEGAN: Final = _any(
    r"\b(?:cancell?ed|aborted|interrupted|stopped|dropped|killed|rejected|skipped|expired) (?:while (?:it was )?(?:still )?(?:queued|pending|waiting)"
    r"|in (?:the )?queue|(?:before|prior to) (?:it |the (?:call|tool|run) )?(?:could |was )?(?:be )?"
    r"(?:execut|start|r[au]n\b|running|dispatch|sen[dt]|launch|beg[aiu]n|invo|process))",
    r"\b(?:not|never) (?:been )?(?:executed|dispatched|attempted|invoked|ran)\b",
    r"\b(?:did|does) not (?:run|execute)\b(?! to completion| until| within)",
    r"\bno (?:action|charge|change|changes|request|message|order|payment|call)s? (?:was|were|has been|have been) (?:taken|made|sent|placed|executed)\b",
    r"\bnothing was (?:sent|charged|changed|created|executed)\b",
    r"\b(?:was|were|been) not (?:been )?charged\b|\bnot been charged\b",
    r"\b(?:call|execution|tool|step|was|were|been) skipped\b",
    r"\bsibling tool call\b",
)

DENIED: Final = _any(
    r"\b(?:rejected|denied|declined|refused|disapproved|vetoed|disallowed|blocked|prevented|stopped|forbidden) (?:this )?(?:by|due to|because of) "
    r"(?:the |an? |your |our |its )?(?:[\w-]+ ){0,2}?(?:user|human|operator|reviewer|approver|admin|administrator|moderator|owner|supervisor|polic(?:y|ies)"
    r"|guard ?rails?|hooks?|sandbox|permissions?|safety|security|rules?|filter|firewall|allow ?list|deny ?list|organi[sz]ation|settings?|harness|governance|compliance)\b",
    r"\b(?:user|human|operator|reviewer|approver|admin|administrator|supervisor)s?(?: has| have)? (?:doesn't want|does not want|didn't want|did not want|rejected"
    r"|denied|declined|refused|disapproved|vetoed|(?:did not|didn't|does not|doesn't) (?:approve|allow|permit|confirm|consent|grant|accept)|chose not|said no|skipped)\b",
    r"\binterrupted by user for tool use\b|\b(?:aborted|cancell?ed) by (?:the )?user$|\b(?:aborted|cancell?ed) by (?:the )?user(?: [\w ]{0,20})?before\b",
    r"\bpermission to use\b.{0,120}\b(?:denied|rejected|not)\b|\bpermission for this\b.{0,60}\bdenied\b",
    r"\b(?:tool|function)(?: call| use)?(?: execution| request)? (?:was |has been |is )?(?:rejected|denied|disallowed|blocked|vetoed|forbidden|not (?:allowed|permitted|approved))\b",
    r"\b(?:call|action|operation|command|execution|request) (?:was |has been |is |were )?(?:vetoed|disallowed|not (?:allowed|permitted|approved))\b",
    r"\b(?:execution|approval|consent|confirmation) (?:was |has been |is )?(?:denied|rejected|declined|refused|blocked|not (?:granted|given))\b",
    r"\b(?:approval|confirmation|consent)\b.{0,30}\b(?:timed out|time ?out|expired|required|missing|pending)\b|\btimed? ?out (?:while )?waiting for (?:\w+ ){0,2}(?:approval|confirmation|consent|permission)\b",
    r"\brequires? (?:\w+ )?(?:approval|consent|confirmation)\b|\b(?:awaiting|waiting for) (?:\w+ )?(?:approval|consent)\b",
    r"\bpolic(?:y|ies)\b.{0,40}\b(?:denied|den(?:y|ies)|blocks?|blocked|rejected|refused|violat\w+|forbids?|prohibit\w*|prevent\w*|not allow)\b",
    r"\bviolat\w+\b.{0,40}\b(?:policy|policies|guard ?rail|rules?|guidelines)\b",
    r"\bguard ?rails?\b.{0,40}\b(?:trip\w*|trigger\w*|denied|block\w*|reject\w*|refus\w*|violat\w*|prevent\w*|intervene\w*|failed)\b|\btripwire\b",
    r"\bsandbox(?:ed)?\b.{0,40}\b(?:denied|error|block\w*|violation|forbid\w*|not (?:allowed|permitted)|refus\w*|prohibit\w*)\b",
    r"\b(?:pre tool use|hook|classifier|moderation|content filter|firewall|allow ?list|permission mode|plan mode|read only mode)\b.{0,40}\b(?:denied|block\w*|reject\w*|refus\w*|prevent\w*|disallow\w*|not (?:allowed|permitted))\b",
    r"\bnot (?:authori[sz]ed|permitted|allowed) to (?:use|call|run|execute|invoke)\b",
    r"\bfile has not been read\b|\bread (?:it|the file) (?:first|before)\b|\bmodified since (?:it was )?(?:last )?read\b|\bhas been (?:unexpectedly )?modified\b.{0,60}\bread\b",
    r"\bunsupported call\b|\bhuman in the loop\b|\bhitl\b",
    r"\b(?:vom|durch den) (?:benutzer|nutzer)\b.{0,20}\b(?:abgelehnt|verweigert)|\bbenutzer hat\b.{0,40}\babgelehnt",
    r"\b(?:refus\u00e9e?|rejet\u00e9e?) par l'utilisat|\b(?:rechazad[oa]|denegad[oa]) por (?:el|la) usuari",
    "\u7528\u6237(?:\u5df2)?(?:\u62d2\u7edd|\u53d6\u6d88)|\u30e6\u30fc\u30b6\u30fc.{0,6}\u62d2\u5426",
)

AFTER_THE_EFFECT: Final = _any(
    r"\b(?:output|response|result|return(?:ed)?(?: value)?) (?:schema )?validation\b|\binvalid structured content\b|\bhas an output schema\b",
    r"\bvalidation errors? for \w*(?: \w+){0,3}? ?(?:response|result|output|reply)\b",
    r"\b(?:invalid|malformed|unexpected|unparse?able|empty) (?:json )?(?:response|reply)\b|\binvalid json (?:in|from|returned|received|response)\b",
    r"\b(?:parse|parsing|decode|decoding|deserial\w+|read|reading|process|processing) (?:\w+ ){0,2}(?:response|reply|result|output)\b",
)
"""The tool had answered when this went wrong: its own words may sound like a refused request."""

CONFLICT: Final = _any(
    r"\balready exists?\b|\balready (?:been )?(?:created|booked|taken|reserved|registered|processed|sent|paid|captured|refunded|charged|cancell?ed|deleted"
    r"|removed|closed|in use|used|subscribed|unsubscribed|scheduled|submitted|completed|fulfilled|shipped|delivered|applied|enrolled|assigned|merged|published|voided|revoked|occupied|posted|in progress)\b",
    r"\bduplicate (?:key|entry|record|request|order|booking|payment|charge|transaction|message|submission|invoice|ticket|name|value|resource|idempotency)\b|\bduplicated? (?:detected|found|error|exception)\b",
    r"\bunique (?:key |index )?(?:constraint|violation)\b|\bviolates unique\b|\bunique violation\b|\buniqueness\b|\bintegrity error\b.{0,80}\bunique\b|\be11000\b",
    r"\b(?:slot|time|room|seat|table|appointment|date|name|username|email|reservation|desk|court)s?\b.{0,40}\b(?:(?:is|was|were|are|been|just|now) taken|no longer (?:available|free|open)|occupied|gone)\b",
    r"\b(?:slot|time ?slot|room|seat|table|appointment)s? (?:is |was |are |were )?(?:not available|unavailable|not free|taken|booked)\b|\bdouble ?booking\b",
    r"\bno longer available\b|\bhas already been\b|\bis taken\b",
    r"\bconditional (?:check|request) failed\b|\bversion (?:mismatch|conflict)\b|\boptimistic (?:lock|concurren)\w*|\bstale (?:object|version|revision|data|state|element)\b",
    r"\bconcurren(?:t|cy) (?:modification|update|request|conflict|exception|error|violation)s?\b|\bcould not serialize\b|\bserialization (?:failure|error)\b|\bdeadlock\b",
    r"\bidempoten\w+\b.{0,60}\b(?:in progress|conflict|mismatch|reused?|already|same parameters|different)\b",
    r"\b(?:resource|entity|entry|object|file|record|item) exists\b|\beexist\b",
    r"\bexistiert bereits\b|\bbereits (?:vorhanden|vergeben|gebucht|reserviert)\b|\bexiste d\u00e9j\u00e0\b|\bd\u00e9j\u00e0 (?:r\u00e9serv|pris|exist)|\bya (?:existe|est\u00e1 reservad|ocupad)|\bj\u00e1 existe\b|\besiste gi\u00e0\b",
    "\u5df2\u5b58\u5728|\u5df2\u88ab(?:\u9884\u8ba2|\u9884\u7ea6|\u5360\u7528)|\u65e2\u306b\u5b58\u5728|\u3059\u3067\u306b\u5b58\u5728|\u4e88\u7d04\u6e08\u307f|\u0443\u0436\u0435 \u0441\u0443\u0449\u0435\u0441\u0442\u0432\u0443\u0435\u0442|\uc774\ubbf8 \uc874\uc7ac",
)

REFUSED: Final = _any(
    r"\bvalidation (?:errors?|failed|failure|exception)\b|\bschema (?:mismatch|violation|error)\b|\binput should be\b|\bfield required\b|\badditional properties\b|\bzod ?error\b|\bbad user input\b",
    r"\binvalid (?:tool )?(?:arguments?|params?|parameters?|inputs?|requests?|json|payload|schema|type|format|field|property|option|tool|function|operation|e ?mail|phone|url|date|api key|access token"
    r"|token|credentials?|recipient|address|card|account|amount|currency|signature|customer|value for)\b(?! (?:response|reply))",
    r"\b(?:arguments?|parameters?|inputs?|payload|request|body) (?:(?:is|are|was|were) )?(?:invalid|malformed|missing|not valid)\b",
    r"\bmissing (?:an? |the |\d+ )?(?:required|mandatory)\b|\brequired (?:property|field|parameter|argument|key|keyword)\b|\bis (?:a )?required(?: (?:property|field|parameter|argument))?\b",
    r"\bunexpected keyword argument\b|\bmultiple values for (?:keyword )?argument\b|\btakes (?:from )?\d+ (?:to \d+ )?positional\b|\bunrecogni[sz]ed (?:keys?|arguments?|parameters?|tool|function)\b",
    r"\bunknown (?:tool|function|method|parameter|argument|field|action|skill|operation|command)\b|\bno (?:such )?(?:tool|function|method|action)\b",
    r"\b(?:tool|function|method|action|skill)\b.{0,80}\b(?:not found|does not exist|doesn't exist|not (?:available|defined|registered|recogni[sz]ed|supported|exposed|known)|not a valid|unavailable)\b",
    r"\bis not a valid tool\b|\bmethod not found\b|\b(?:pars|decod)\w* (?:\w+ ){0,2}(?:arguments?|parameters|tool call)\b|\bcommand not found\b",
    r"\b(?:must|should) (?:not )?(?:be|have|match|contain|start with|end with)\b|\bis not of type\b|\bexpected .{1,40}\b(?:received|got)\b",
    r"\bdeclined\b|\binsufficient\b|\bnot enough\b|\bdo not honou?r\b|\bexpired card\b|\bcard (?:has |is )?expired\b|\bincorrect (?:cvc|number|zip|pin)\b|\b(?:lost|stolen) card\b|\bfraud\w*\b|\bout of stock\b|\bsold out\b",
    r"\b(?:spend\w*|credit|usage|size|daily|weekly|monthly|transfer|token|amount|budget|purchase|transaction|account) limits? (?:was |is |has been |have been )?(?:exceeded|reached|hit)\b|\b(?:exceeds?|exceeded|over) (?:the |your )?(?:\w+ )?(?:limit|maximum|budget|balance)\b",
    r"\b(?:karte|zahlung|anfrage) (?:wurde )?(?:abgelehnt|verweigert)|\bung\u00fcltige?[rs]?\b|\bcarte (?:\w+ )?refus\u00e9e|\bpaiement refus\u00e9|\btarjeta (?:\w+ )?rechazada|\bpago rechazado|\bcart\u00e3o recusado|\bcarta rifiutata|\b(?:no |non )?(?:v\u00e1lid|valid)[oae]s?\b.{0,20}\b(?:argument|par\u00e1metr|param)",
    "\u62d2\u7edd|\u62d2\u5426|\u4f59\u989d\u4e0d\u8db3|\u6b8b\u9ad8\u4e0d\u8db3|\u53c2\u6570(?:\u9519\u8bef|\u65e0\u6548)|\u65e0\u6548|\u7121\u52b9|\u4e0d\u6b63\u306a|\u043e\u0442\u043a\u043b\u043e\u043d\u0435\u043d|\u043d\u0435\u0434\u043e\u0441\u0442\u0430\u0442\u043e\u0447\u043d\u043e|\uac70\ubd80|\uac70\uc808",
)

HANDSHAKE: Final = _any(
    r"\bcertificate\b|\bx509\b|\bssl cert\w*|\bhandshake\b|\bbefore secure tls\b|\bwrong version number\b|\bhostname mismatch\b|\bcert (?:has|not|is|verif)",
    r"\bwaiting for (?:an? |idle |available )*connection\b|\bpool time ?out\b|\bconnection pool\b.{0,40}\b(?:exhausted|time ?out|timed out|full|limit)|\bqueue ?pool limit\b",
    r"\bcircuit(?: ?breaker)?\b.{0,20}\bopen\b|\bbreaker open\b|\bbroken circuit\b",
)

ANSWER_LOST: Final = (
    (Trouble.TIMEOUT, _any(r"\bread(?: operation)? ?tim(?:ed? ?out|eout)\b", r"\b(?:headers|response|body|socket) time ?out\b", r"\bawaiting headers\b", r"\bread tcp\b.{0,80}\btimeout\b", r"\bbytes received\b")),
    (
        Trouble.CONNECTION,
        _any(
            r"\breset by peer\b|\bconnection (?:was )?(?:forcibly )?(?:reset|closed by)\b|\beconnreset\b|\bepipe\b|\bbroken ?pipe\b|\bsocket hang up\b|\bserver disconnected\b|\bremote (?:end closed|disconnected|protocol error)\b",
            r"\bdisconnect/reset before headers\b|\bin flight\b|\bwithout (?:sending )?(?:an? |any )?(?:complete )?(?:response|reply)\b",
        ),
    ),
)
"""The request had gone out. These come before the connect errors, which one text may name beside them (retries)."""

UNREACHABLE: Final = _any(
    r"\beconnrefused\b|\bconnection (?:was |actively )?refused\b|\brefused (?:the |to )?connect\w*|\bactively refused\b|\bconnect\w*\b.{0,40}\brefused\b",
    r"\benotfound\b|\beai (?:again|noname|fail)\b|\bgetaddrinfo\b|\bgethostbyname\b|\bname or service not known\b|\bnodename nor servname\b|\bno such host\b|\bunknown host\b|\bhost (?:name )?not found\b|\bname resolution\b|\bname not resolved\b|\bcould(?: not|n't) resolve\b|\bdns\b",
    r"\behostunreach\b|\benetunreach\b|\bhost (?:is )?unreachable\b|\bnetwork is unreachable\b|\bno route to host\b|\bhost is down\b|\baddress unreachable\b",
    r"\bconnect(?:ion)? (?:attempt |call )?(?:failed|failure|exception)\b|\bconnect (?:error|time ?out|timed out|etimedout|tcp)\b|\bhttp connect timeout\b|\bconnection timeout to host\b|\bconnection timed out after\b",
    r"\btim(?:ed? ?out|eout) (?:while )?(?:trying to )?(?:connect|establish)\w*|\b(?:connecting|establishing)\b.{0,60}\btim(?:ed? ?out|eout)\b|\bconnection to \S{1,200} timed out\b",
    r"\b(?:failed|unable|not able|could not|couldn't|cannot|can't|error (?:while )?trying|error) (?:to )?(?:connect\b|establish|reach\b|open (?:a )?connection)|\berror (?:while )?(?:connecting|dialing)\b|\bconnection could not be (?:established|made)\b|\bno connection could be made\b",
    r"\bdial (?:tcp|udp|unix)\b|\bendpoint connection error\b|\bclient connector\w*(?: \w+)* error\b|\bnew connection error\b|\b(?:proxy|tunnel) connection failed\b|\bnot connected\b|\bnot (?:yet )?(?:reachable|online)\b",
    r"\bverbindung (?:wurde )?(?:abgelehnt|verweigert)|\bconnexion refus\u00e9e|\bconexi\u00f3n (?:rechazada|rehusada)|\bconex\u00e3o recusada|\bconnessione rifiutata",
    "\u8fde\u63a5(?:\u88ab)?\u62d2\u7edd|\u63a5\u7d9a.{0,4}\u62d2\u5426|\u65e0\u6cd5\u8fde\u63a5|\u8fde\u63a5\u4e0d\u4e0a|\u043e\u0442\u043a\u0430\u0437\u0430\u043d\u043e \u0432 \u043f\u043e\u0434\u043a\u043b\u044e\u0447\u0435\u043d\u0438\u0438|\uc5f0\uacb0.{0,4}\uac70\ubd80",
)

THROTTLED: Final = _any(
    r"\brate ?limit\w*|\btoo many (?:\w+ )?requests\b|\bquota\b|\bthrottl\w*|\bslow down\b|\bresource exhausted\b|\brequest limit\b|\blimit (?:was )?(?:exceeded|reached)\b(?<!time limit exceeded)",
    "\u8bf7\u6c42\u8fc7\u4e8e\u9891\u7e41|\u9650\u6d41|\u30ec\u30fc\u30c8\u5236\u9650",
)

TIMEOUT: Final = _any(
    r"tim(?:e|ed|ing)[ -]?outs?\b|\b\w*timedout\b|\bdeadline\b|\btook too long\b|\btime limit\b|\bno (?:response|reply|answer)\b|\b(?:did not|didn't|not) (?:respond|answer|reply|responding)\b|\b(?:exceeded|over) .{0,30}\b(?:time|duration)\b",
    r"\bzeit\u00fcberschreitung\b|\bzeitlimit\b|\bd\u00e9lai (?:d'attente )?(?:d\u00e9pass|expir)\w*|\bexpiration du d\u00e9lai|\btiempo (?:de espera )?(?:agotado|excedido)|\btiempo de espera|\btempo (?:limite )?(?:esgotado|excedido|scaduto)|\btime-?out verlopen",
    "\u8d85\u65f6|\u903e\u6642|\u30bf\u30a4\u30e0\u30a2\u30a6\u30c8|\u6642\u9593\u5207\u308c|\u0432\u0440\u0435\u043c\u044f \u043e\u0436\u0438\u0434\u0430\u043d\u0438\u044f|\u0442\u0430\u0439\u043c-?\u0430\u0443\u0442|\uc2dc\uac04 ?\ucd08\uacfc",
)

CANCELLED: Final = _any(
    r"\bcancell?(?:ed|ation)\b|\baborted\b|\babort error\b|\binterrupt(?:ed)?\b|\bkilled\b|\bterminated\b|\bshut ?(?:ting )?down\b|\bpreempted\b",
    r"\babgebrochen\b|\bannul\u00e9e?\b|\bcancelad[oa]\b|\binterrotto\b",
    "\u5df2?\u53d6\u6d88|\u30ad\u30e3\u30f3\u30bb\u30eb|\u4e2d\u65ad",
)

CONNECTION: Final = _any(
    r"\bconnection(?: was| has been| unexpectedly)? (?:reset|closed|aborted|lost|dropped|broken|terminated|interrupted|error|ended|severed)\b|\beconn\w+\b|\b(?:socket|stream|transport|channel|pipe|session|websocket|peer)(?: was| is| has been)? (?:closed|ended|terminated|lost|gone|disconnected)\b",
    r"\bdisconnect\w*|\bunexpected eof\b|\beof\b|\bunexpected end\b|\bincomplete ?read\b|\bchunked encoding\b|\bpeer closed\b|\bother side closed\b|\bclosed resource\b|\bgoaway\b|\bnetwork (?:error|changed|failure)\b|\bfetch failed\b|\bfailed to fetch\b|\bload failed\b|\bund err socket\b|\bapi connection error\b",
    r"\b(?:process|worker|server|container|task) (?:was |has )?(?:killed|crashed|exited|died|lost|gone)\b|\bverbindung\b|\bconnexion\b|\bconexi\u00f3n\b",
    "\u8fde\u63a5(?:\u5df2)?(?:\u91cd\u7f6e|\u5173\u95ed|\u65ad\u5f00|\u4e2d\u65ad)|\u63a5\u7d9a.{0,4}(?:\u5207\u65ad|\u30ea\u30bb\u30c3\u30c8)",
)

VAGUE_CONFLICT: Final = _any(r"(?<!merge )\bconflict(?!ing arg|ing param|ing opt)(?:s|ing|ed)?\b", r"\bduplicates?\b")

SERVER: Final = _any(
    r"\binternal (?:server )?(?:error|exception|failure)\b|\bbad gateway\b|\b(?:service|server|temporarily|currently|upstream|backend) (?:is |currently )?(?:temporarily )?(?:unavailable|overloaded|busy|error|down)\b|\bunavailable\b|\bserver (?:error|fault)\b|\boverloaded\b|\bdata loss\b",
)

VAGUE_REFUSAL: Final = _any(
    r"\bunauthori[sz]ed\b|\bunauthenticated\b|\bauthenticat\w+\b|\bforbidden\b|\b(?:access|permission|request|authori[sz]ation) (?:was |has been |is )?(?:denied|rejected|refused|blocked)\b|\bnot (?:authori[sz]ed|allowed|permitted|supported|implemented|eligible|enabled|configured|accepted|valid|verified|accessible)\b",
    r"\bnot (?:be )?found\b|\bno such\b|\bdoes not exist\b|\bdoesn't exist\b|\bunknown (?:id|user|customer|account|order|ticket|recipient|channel|resource|payment|event|issue)\b|\bno (?:\w+ ){1,3}(?:found|exists?)\b|\bchannel not found\b",
    r"\binvalid\b|\brequired\b|\b(?:cannot|can't|can not) be\b|\bexpired\b|\bunsupported\b|\bdisabled\b|\brejected\b|\brefused\b|\bdenied\b|\bblocked\b|\bforbid\w*|\bbad request\b|\billegal (?:argument|state)\b|\btoo (?:large|long|big|short|small|many|low|high)\b|\bfailed precondition\b|\bprecondition\b|\bout of range\b|\bunprocessable\b|\bineligible\b|\bmalformed\b|\bunimplemented\b",
    r"\bno autoris\u00e9e?\b|\bnicht gefunden\b|\bintrouvable\b|\bno encontrad[oa]\b|\bzugriff verweigert\b|\bacc\u00e8s refus\u00e9\b|\bacceso denegado\b|\babgelehnt\b|\brefus\u00e9e?\b|\brechazad[oa]\b",
    "\u672a\u627e\u5230|\u4e0d\u5b58\u5728|\u898b\u3064\u304b\u308a\u307e\u305b\u3093|\u6743\u9650\u4e0d\u8db3|\u672a\u6388\u6743|\u043d\u0435 \u043d\u0430\u0439\u0434\u0435\u043d",
)

TOOL_MISSING: Final = _any(
    r"\b(?:tool|function|method|command)\b[^:;]{0,100}\b(?:not found|does not exist|doesn't exist|not available|not a valid)\b",
    r"\b(?:unknown|no such|no) (?:tool|function|method|command)\b|-32601\b",
)

NOT_FOUND: Final = _any(r"\bnot (?:be )?found\b|\bno such\b|\bdoes not exist\b|\bdoesn't exist\b|\bno longer exists?\b|\bgone\b|\bunknown id\b|\bno (?:\w+ ){1,3}(?:found|exists?)\b")

DECLINED: Final = _any(r"\bdeclined\b|\binsufficient\b|\bnot enough\b|\bdo not honou?r\b|\bexpired card\b|\bcard (?:has |is )?expired\b|\bstolen card\b|\blost card\b")
"""The attempt itself was judged and turned down: an id beside it names the attempt, not an effect."""

CRASHED: Final = re.compile(
    r"^(?:[\w.]+\.)?(?:key|attribute|index|name|unbound local|zero division|json decode|unicode (?:decode|encode)|file not found|module not found|import|recursion|overflow|stop iteration|reference|null pointer|null reference|class cast|index out of (?:range|bounds))"
    r" (?:error|exception)\b|\bnone ?type'? object\b|\bcannot read propert|\bundefined is not\b|\bis not a function\b|\bnil pointer\b"
)
"""A bug in the tool or in its client: it says nothing about how far the call had come (a `KeyError` on the answer)."""

HALF_CRASHED: Final = re.compile(r"^(?:[\w.]+\.)?(?:value|type|assertion|lookup|arithmetic|os|io|system|runtime|eof) (?:error|exception)\b")
"""Classes that tools raise both for their own checks and out of a bug: only plain words count beside them."""
