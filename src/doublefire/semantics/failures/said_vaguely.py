"""Words of a refusal that a crash or a lost answer may hold by chance: they count where nothing else in the text does.

Written for text in its `spoken` form, like `said_before`. The words are those of services' public error lists (Slack,
Stripe, GitHub, PostgreSQL, SMTP) and of tools that answer in sentences.
"""

from __future__ import annotations

from typing import Final

from doublefire.semantics.values.spelling import phrases

_LACK = r"(?:no|missing|lacks?|lacking|insufficient|without|invalid|wrong|bad)"
_RIGHT = r"(?:permissions?|privileges?|rights?|scopes?|access|credentials|credential|authori[sz]ation|api key|role)"
_NOT = r"(?: not|n't|not)"

_ACCESS = (
    r"unauthori[sz]ed|unauthenticated|authenticat\w+|forbidden|not authed|revoked|deactivated|restricted action",
    rf"{_LACK} (?:the )?(?:\w+ ){{0,2}}?{_RIGHT}|(?:do|does|did){_NOT} have (?:\w+ ){{0,3}}?{_RIGHT}",
    r"not (?:authori[sz]ed|allowed|permitted|supported|implemented|eligible|enabled|configured|accepted|valid"
    r"|accessible|logged in|signed in|white ?listed|allow ?listed|a member|in (?:the |this )?(?:channel|group|team))",
    r"(?:must|need(?:s|ed)? to|has to|have to|please) (?:first )?(?:be )?(?:log|logged|sign|signed)[ -]?(?:in|on)",
    r"(?:log ?in|sign ?in|subscription|upgrade|two factor \w+|otp|mfa|captcha) (?:is )?(?:required|needed)"
    r"|(?:requires?|needs?|awaiting|pending) (?:\w+ )?(?:confirmation|authori[sz]ation|authentication)",
)
_STATE = (
    r"not (?:be )?found|no such|does not exist|doesn't exist|no (?:\w+ ){1,3}(?:found|exists?)",
    r"unknown (?:id|user|customer|account|order|ticket|recipient|channel|resource|payment|event|issue|column)",
    r"expired|disabled|frozen|suspended|locked|inactive|not active|archived|unsubscribed|opted out",
    r"(?<!connection )(?<!socket )(?<!stream )(?<!channel )(?<!session )(?:is|are) closed"
    r"|(?:before|after|outside) (?:of )?(?:\w+ ){0,2}hours|outside (?:of )?the",
    r"no (?!response|reply|answer|results?|data|information|server|service|connection|host|backend|upstream|worker)"
    r"\w+(?: \w+)? (?:is |are |was |were )?available|not available (?:in|for|to|on|at) (?:your|this|that|the)",
    r"no (?:\w+ ){0,3}(?:payment (?:method|source)|card|balance|funds|amount)|nothing to \w+",
)
_REQUEST = (
    r"bad request|unprocessable|malformed|unimplemented|syntax error|spam|not sent",
    r"invalid|required|cannot be|can't be|can not be|unsupported|rejected|refused|denied|blocked",
    r"forbid\w*|illegal (?:argument|state)|too (?:large|long|big|short|small|many|low|high)|(?:failed )?precondition",
    r"out of range|ineligible|incorrect"
    r"|exceeds \d+(?!\d)(?! ?(?:s|secs?|seconds?|ms|min\w*|h|hours?)\b)|(?:not|below the) (?:met|minimum)|minimum"
    r" .{1,40}? not met",
    r"violates (?:\w+ ){0,2}constraint|(?:not null|foreign key|check) constraint|read only (?:transaction|mode)",
    r"not a (?:git |valid )\w+|cant \w+|(?:plan|licen[cs]e|subscription|tier) .{0,20}?(?:does not|doesn't) \w+",
    r"please (?:provide|specify|enter|supply|use) (?:an? |the |your )?(?:valid|missing)",
    r"upgrade (?:your|to)|limit (?:has been |is )?(?:reached|hit|exceeded)",
)

VAGUE_REFUSAL: Final = phrases(*_ACCESS, *_STATE, *_REQUEST)
