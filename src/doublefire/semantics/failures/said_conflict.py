"""Words of an error that say that an earlier copy had landed: it exists already, the slot is taken, it is gone already.

Written for text in its `spoken` form, like `said_before`.
"""

from __future__ import annotations

from typing import Final

from doublefire.semantics.values.spelling import phrases

CONFLICT: Final = phrases(
    r"already (?:exists?|owned|have|has|checked (?:in|out))",
    r"already (?:been )?(?:created|booked|taken|reserved|registered|processed|sent|paid|captured|refunded|charged"
    r"|deleted"
    r"|cancell?ed|removed|closed|in use|used|subscribed|unsubscribed|scheduled|submitted|completed|fulfilled|shipped"
    r"|issued|sold|added|approved|accepted|confirmed|transferred|settled|executed|handled|placed|filed|ordered"
    r"|purchased"
    r"|delivered|applied|enrolled|assigned|merged|published|voided|revoked|occupied|posted|in progress)",
    r"duplicate (?:key|entry|record|request|order|booking|payment|charge|transaction|message|submission|invoice"
    r"|ticket"
    r"|name|value|resource|idempotency)|duplicated? (?:detected|found|error|exception)",
    r"unique (?:key |index )?(?:constraint|violation)|violates unique|uniqueness|e11000",
    r"(?:slot|time|room|seat|table|appointment|date|name|username|email|reservation|desk|court)s? .{0,40}?"
    r"(?:(?:is|was|were|are|been|just|now) taken|taken$|no longer (?:available|free|open)|occupied|gone)",
    r"(?:slot|time ?slot|room|seat|table|appointment)s? (?:is |was |are |were )?"
    r"(?:not available|unavailable|not free|taken|booked)|double ?booking",
    r"no longer available|has already been|is taken",
    r"overlaps (?:with )?(?:an )?existing|modified concurrently|etag mismatch|conditional (?:check|request) failed"
    r"|version (?:mismatch|conflict)|optimistic (?:lock|concurren)\w*",
    r"stale (?:object|version|revision|data|state|element)|could not serialize|serialization (?:failure|error)"
    r"|deadlock",
    r"concurren(?:t|cy) (?:modification|update|request|conflict|exception|error|violation)s?",
    r"idempoten\w+ .{0,60}?(?:in progress|conflict|mismatch|reused?|already|same parameters|different)",
    r"(?:resource|entity|entry|object|file|record|item) exists|eexist",
)

VAGUE_CONFLICT: Final = phrases(r"(?<!merge )conflict(?:s|ing|ed)?(?! (?:arg|param|opt)\w*)|duplicates?")

NOT_FOUND: Final = phrases(
    r"not (?:be )?found|no such|does not exist|doesn't exist|no longer exists?|gone|unknown id"
    r"|no (?:\w+ ){1,3}(?:found|exists?)"
)
"""On a removal: an earlier copy may have removed it."""

TOOL_MISSING: Final = phrases(
    r"(?:tool|function|method|command) [^:;]{0,100}?(?:not found|does not exist|doesn't exist|not available"
    r"|not a valid)",
    r"(?:unknown|no such|no) (?:tool|function|method|command)",
)
"""It is the tool that is missing, not what it should have removed."""
