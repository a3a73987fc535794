"""What every rule means, for `explain`, for SARIF's help and for the documentation: one text, used everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from doublefire.model import Severity


@dataclass(frozen=True, slots=True)
class RuleText:
    """The manual of one rule; every text is plain prose without markup, but for `silence`, which is TOML."""

    name: str
    title: str
    catches: str
    matters: str
    fix: str
    advice: str
    """The fix in one line."""
    silence: str
    severity: Severity
    """The usual one; a finding may lie below it."""
    severities: str
    """When a finding has which severity."""
    precision: Literal["very-high", "high", "medium", "low"]
    """How often its findings of high confidence hold, in the words of SARIF consumers."""
    per_tool: bool = False
    """It speaks of a tool and shows examples; the others speak of one action and show its copies."""


def _silence(rule: str, tool: str, reason: str) -> str:
    return f'[[suppress]]\nrule = "{rule}"\ntool = "{tool}"\nreason = "{reason}"'


RULES: Final = (
    RuleText(
        name="duplicate-side-effect",
        title="A side effect happened, or may have happened, more than once",
        catches="Two or more executions of one tool with equal arguments, close together, none of them carrying an "
        "idempotency key, where at least two ran or may have run. Copies that surely never ran, that the server turned "
        "away or that a user asked for again are left out.",
        matters="A call that timed out may still have reached the other side. Sending it again then charges, mails or "
        "books twice, and nothing in the second call looks wrong: every copy is valid on its own.",
        fix="Give the tool an idempotency key that names the logical action. Mint it before the first try in the layer "
        "that orchestrates the calls, send the same key on every retry, and have the tool reserve it before the effect "
        "runs. After a timeout, look up whether the first copy landed before sending another. A short cache of tool "
        "and arguments helps less: it can swallow a second action that was wanted.",
        advice="Send one idempotency key per action, the same on every retry; after a timeout, look before you resend.",
        silence='[tools.send_digest]\neffect = "idempotent"   # when repeating it changes nothing\n\n'
        + _silence("duplicate-side-effect", "send_digest", "sent twice on purpose"),
        severity=Severity.HIGH,
        severities="high when two or more effects are confirmed, medium when they are only possible, low for edits of "
        "local files",
        precision="high",
    ),
    RuleText(
        name="unstable-idempotency-key",
        title="A repeated action carried a different idempotency key, or none, on some copies",
        catches="Repeats of one action, at least two of which ran or may have run, where the keys differ or only some "
        "copies have one.",
        matters="A key protects only what shares it. A key made anew for each try looks like protection in every "
        "single request and gives none.",
        fix="Mint the key where the action is decided, not where it is sent: outside the retry loop, outside the tool "
        "and, best, outside the model. Keep it with the action, so that a restarted run finds it again.",
        advice="Mint the key once per action, outside the retry loop, and reuse it on every try.",
        silence=_silence("unstable-idempotency-key", "create_shipment", "the carrier deduplicates by our order number"),
        severity=Severity.HIGH,
        severities="high when two or more effects are confirmed, medium when they are only possible",
        precision="high",
    ),
    RuleText(
        name="idempotency-key-not-enforced",
        title="One idempotency key, and still more than one effect",
        catches="Copies that all carry one idempotency key and yet returned different resource ids, or succeeded "
        "further apart than keys are kept.",
        matters="The sender did everything right and the effect happened twice all the same: the receiver ignores the "
        "key, forgets it too early, or runs before it has reserved it.",
        fix="Have the receiver store the key before the effect and the response after it, and answer a repeat from "
        "that store. Check that the key arrives under the name that the receiver reads. If retries can come late, keep "
        "keys longer than the latest retry.",
        advice="Make the receiver reserve the key before the effect and keep it longer than the latest retry.",
        silence='retention = "72h"   # when the receiver keeps keys that long\n\n'
        + _silence("idempotency-key-not-enforced", "charge_card", "the sandbox ignores keys"),
        severity=Severity.HIGH,
        severities="high when two or more effects are confirmed, medium when they are only possible",
        precision="high",
    ),
    RuleText(
        name="idempotency-key-conflict",
        title="One idempotency key was used for different actions",
        catches="Executions of one tool that share an idempotency key while their arguments differ, among copies that "
        "ran or may have run.",
        matters="A receiver that honours the key answers the second action with the result of the first, so that it "
        "silently never happens; one that checks the payload refuses it.",
        fix="Derive the key from what makes the action itself, such as an order and its line, and never from the "
        "session, the day or the tool alone. Do not carry a key over when the arguments change.",
        advice="Give every action a key of its own; change the key when the arguments change.",
        silence=_silence("idempotency-key-conflict", "set_note", "the field that differs is not part of the action"),
        severity=Severity.HIGH,
        severities="high when two or more effects are confirmed, medium when they are only possible",
        precision="high",
    ),
    RuleText(
        name="hidden-retry",
        title="One execution sent its writing request more than once",
        catches="Inside one execution, a writing request sent again to the same address after it had ended without an "
        "answer: by timeout, with status 408 or with a 5xx. Redirects and requests repeated after 401, 407 or 429 are "
        "left out.",
        matters="The tool was called once and the model sees one result, so nobody above the HTTP client knows that "
        "the effect may have happened twice.",
        fix="Turn automatic retries off for requests that are not idempotent, or set one idempotency key on the "
        "request before the client's retry loop starts. Many clients retry POST only because a default was widened.",
        advice="Turn the client's retries off for this request, or set an idempotency key before they start.",
        silence=_silence("hidden-retry", "create_invoice", "the address deduplicates by our invoice number"),
        severity=Severity.MEDIUM,
        severities="high when two or more requests are confirmed, else medium; what it counts are requests",
        precision="medium",
    ),
    RuleText(
        name="missing-idempotency-key",
        title="A writing tool is called without an idempotency key",
        catches="Tools whose calls write and of which some carry no idempotency key, neither in their arguments nor in "
        "recorded headers. Shells, SQL and HTTP pass-through tools, edits of local files, and tools without recorded "
        "arguments are left out.",
        matters="Nothing has happened yet. But the next timeout, restart or double dispatch repeats the effect, "
        "because the receiver cannot tell a retry from a second wish.",
        fix="Add a required key parameter or header to the tool and fill it in below the model. If the tool has one "
        "under another name, tell the config where it is.",
        advice="Add an idempotency key to this tool, filled in by the runtime rather than by the model.",
        silence='[tools.post_message]\nkey = ["client_msg_id"]   # where its key is, or\n'
        'effect = "idempotent"      # when it needs none',
        severity=Severity.LOW,
        severities="low",
        precision="medium",
        per_tool=True,
    ),
    RuleText(
        name="model-minted-key",
        title="The idempotency key is written by the model",
        catches="Tools whose idempotency key stands in the model's own request instead of being added by the runtime.",
        matters="A model that is asked again writes a new key for the same action, or the old one for a new action. "
        "Such a key is luck, not a guarantee.",
        fix="Take the key out of the parameters that the model sees and let the runtime add it from the step or the "
        "task that it executes.",
        advice="Let the runtime add the key and hide the parameter from the model.",
        silence=_silence("model-minted-key", "create_ticket", "the key is copied from the task and checked"),
        severity=Severity.INFO,
        severities="info: advice, nothing has gone wrong",
        precision="medium",
        per_tool=True,
    ),
    RuleText(
        name="keyed-read",
        title="A reading tool carries an idempotency key",
        catches="Tools that only read and whose calls carry an idempotency key.",
        matters="A read may repeat, so the key is machinery without use. A receiver that honours it may even answer "
        "with an old result.",
        fix="Drop the key. If the tool does write, say so in the config, so that its repeats are judged.",
        advice="Drop the key, or declare the tool's effect if it does write.",
        silence='[tools.lookup_rate]\neffect = "write"   # when it does write\n\n'
        + _silence("keyed-read", "lookup_rate", "the gateway demands a key on every request"),
        severity=Severity.INFO,
        severities="info: advice, nothing has gone wrong",
        precision="high",
        per_tool=True,
    ),
    RuleText(
        name="unclassified-tool",
        title="It is not known what this tool does",
        catches="Tools whose effect neither the config, a declaration, their arguments, their name nor recorded child "
        "requests tell.",
        matters="Repeats of such a tool are judged as possible writes and never with high confidence on arguments "
        "alone, so real duplicates rank low and harmless ones take up room.",
        fix="Say in the config what it does, or hand over the server's tool declarations with --tools.",
        advice="Declare its effect in the config: read, idempotent or write.",
        silence='[tools.do_it]\neffect = "read"   # read, idempotent or write',
        severity=Severity.INFO,
        severities="info: advice, nothing has gone wrong",
        precision="high",
        per_tool=True,
    ),
)

BY_NAME: Final[Mapping[str, RuleText]] = {rule.name: rule for rule in RULES}


def markdown_text(rule: RuleText) -> str:
    """The manual of a rule as Markdown, from its heading on."""
    return (
        f"# {rule.name}\n\n{rule.title}.\n\n## What it catches\n\n{rule.catches}\n\n## Why it matters\n\n{rule.matters}"
        f"\n\n## How to fix it\n\n{rule.fix}\n\n## How to silence it\n\n```toml\n{rule.silence}\n```\n\n"
        f"## Severity\n\n{rule.severities[0].upper()}{rule.severities[1:]}.\n"
    )


def plain_text(rule: RuleText) -> str:
    """The manual of a rule without markup, one paragraph a part."""
    return f"{rule.catches}\n\n{rule.matters}\n\n{rule.fix}\n\nSilence it in the config:\n\n{rule.silence}"
