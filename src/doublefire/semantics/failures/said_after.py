"""Words of an error that leave open whether the call took effect: the request may have arrived.

Written for text in its `spoken` form, like `said_before`.
"""

from __future__ import annotations

import re
from typing import Final

from doublefire.semantics.values.spelling import phrases

_MAY = r"(?:may|might|could) (?:or may not )?(?:already |still )?have (?:already )?"

UNCERTAIN: Final = phrases(
    rf"{_MAY}(?:gone through|succeeded|completed|executed|landed)",
    rf"{_MAY}been (?:sent|charged|processed|created|executed|applied|completed|booked|delivered|submitted|placed|made"
    r"|accepted|received|posted|published)",
    r"(?:unclear|unknown|uncertain|not (?:known|clear)) (?:whether|if)",
    r"(?:outcome|result|state|status)(?: of [\w ]{1,40})? (?:is |was )?(?:unknown|uncertain|unconfirmed)",
    r"(?:could|can) ?not (?:be )?(?:confirm|determin|verif)\w*(?: whether| if)?",
)
"""The error itself says that it does not know: no word in it can prove that nothing happened."""

AFTER_THE_EFFECT: Final = phrases(
    r"(?:output|response|result|returned value) (?:schema )?validation|invalid structured content"
    r"|has an output schema",
    r"validation errors? for \w*(?: \w+){0,3}? ?(?:response|result|output|reply)",
    r"(?:invalid|malformed|unexpected|unparse?able) (?:json )?(?:response|reply)",
    r"invalid json (?:in|from|returned|received|response)",
    r"(?:pars|decod|deserial|process)\w* (?:\w+ ){0,2}?(?:response|reply|result|output)",
    r"(?<!not )(?<!n't )(?<!be )(?<!being )(?:succeeded|created|sent|placed|charged|booked|posted|submitted|completed)"
    r"(?:;|,? (?:but|however)\b)",
)
"""The tool had answered when this went wrong, though its words may sound like a refused request: the MCP SDKs report a
failed output check under the code of a refused input."""

READ_TIMEOUT: Final = phrases(
    r"read(?: operation)? ?tim(?:ed? ?out|eout)|(?:headers|response|body) time ?out|awaiting headers",
    r"read tcp .{0,80}?timeout|bytes received",
)
ANSWER_LOST: Final = phrases(
    r"reset by peer|connection (?:was )?(?:forcibly )?(?:reset|closed by)|econnreset|epipe|broken ?pipe"
    r"|socket hang up",
    r"server disconnected|remote (?:end closed|disconnected|protocol error)|disconnect/reset before headers"
    r"|in flight",
    r"empty (?:reply|response)|without (?:sending )?(?:an? |any )?(?:complete )?(?:response|reply)",
)
"""The request had gone out. Both come before the connect errors that one text may name beside them, of other tries."""

TIMEOUT: Final = phrases(
    r"(?:\w+ ?)?tim(?:e|ed|ing)[ -]?outs?|\w*timedout|deadline|took too long|time limit|no (?:response|reply|answer)",
    r"(?:did not|didn't|not) (?:respond|answer|reply|responding)|(?:did not|didn't) \w+ (?:\w+ ){0,3}(?:within"
    r"|in time)",
    r"(?:exceeded|over) .{0,30}?(?:time|duration)",
)

CANCELLED: Final = phrases(
    r"cancell?(?:ed|ation)|aborted|abort error|interrupt(?:ed)?|killed|terminated|shut ?(?:ting )?down|preempted"
)

CONNECTION: Final = phrases(
    r"connection (?:was |has been |unexpectedly )?"
    r"(?:reset|closed|aborted|lost|dropped|broken|terminated|interrupted|error|ended|severed)",
    r"(?:socket|stream|transport|channel|pipe|session|websocket|peer|other side|resource) (?:was |is |has been )?"
    r"(?:closed|ended|terminated|lost|gone|disconnected|reset)",
    r"(?:closed|lost|dropped|reset|losing) (?:the |its |our )?(?:connection|stream|contact)|premature close"
    r"|enetreset",
    r"while sending the request|unable to read data|heartbeat lost|econn\w+|disconnect\w*|eof|\w+eof error"
    r"|unexpected end|incomplete ?read|chunked encoding|goaway|closed resource",
    r"network (?:error|changed|failure)|fetch failed|failed to fetch|load failed|und err socket|api connection error",
    r"(?:process|worker|server|container|task) (?:was |has )?(?:killed|crashed|exited|died|lost|gone)",
)

SERVER: Final = phrases(
    r"internal (?:server )?(?:error|exception|failure)|internal$|bad gateway|unavailable|overloaded|data loss",
    r"(?:service|server|upstream|backend) (?:is )?(?:currently |temporarily )?(?:overloaded|busy|error|fault|down)",
)

CRASHED: Final = re.compile(
    r"(?:^|: )(?:[\w.]+\.)?(?:key|attribute|index|name|unbound local|zero division|json decode|unicode (?:decode"
    r"|encode)|recursion"
    r"|file not found|module not found|import|overflow|stop iteration|reference|null (?:pointer|reference)|class cast"
    r"|index out of (?:range|bounds)) (?:error|exception)\b"
    r"|\bindex out of (?:range|bounds)\b|\bnone ?type'? object\b|\bcannot read propert|\bis not a function\b"
    r"|\bnil pointer\b|\binvalid literal for\b"
    r"|\b(?:is not|not) (?:iterable|callable|subscriptable)\b|\bexpecting value: line\b|\bunexpected token\b"
)
"""A bug in the tool or in its client: it says nothing of how far the call had come (a `KeyError` on the answer)."""

HALF_CRASHED: Final = re.compile(
    r"^(?:[\w.]+\.)?(?:value|type|assertion|lookup|arithmetic|os|io|system|runtime|eof) (?:error|exception)\b"
)
"""Classes that tools raise for their own checks and out of bugs alike: beside them only plain words count."""
