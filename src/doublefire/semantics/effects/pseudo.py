"""Tool names under which frameworks record something that runs nothing: batches, final answers, hand-offs.

Seen as spans or calls of ADK (`execute_tool (merged)`, `transfer_to_agent`), Pydantic AI (`running tools`,
`final_result`), smolagents (`FinalAnswerTool`), OpenAI Agents (`transfer_to_billing_agent`) and OpenHands (`finish`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from doublefire.semantics.effects.prefixes import split_name
from doublefire.semantics.effects.words import squeezed, words_of
from doublefire.semantics.values.wordlist import word_set

_NAMES: Final = word_set(
    "merged mergedtool mergedtools executetoolmerged executetoolsmerged runningtool runningtools orchestratetools "
    "multitooluseparallel finalresult finalanswer finalanswertool submitfinalanswer submitfinalresult "
    "returnfinalanswer finalresponse finaloutput structuredoutput setmodelresponse jsontoolcall attemptcompletion "
    "finish agentfinish finishtool exitloop exception invalidtool transfertoagent transfertootheragent handofftoagent "
    "handofftouser handoff"
)
_RUNNING = re.compile(r"running \d+ tools?", re.IGNORECASE)
_LEADS: Final = (
    ("transfer", "to"),
    ("handoff", "to"),
    ("hand", "off", "to"),
    ("handover", "to"),
    ("transfer", "back", "to"),
)
_AGENTS: Final = word_set(
    "agent agents subagent assistant assistants specialist specialists expert experts supervisor bot team triage"
    " advisor coordinator helpdesk department desk orchestrator planner researcher "
    "writer editor reviewer coder critic analyst router support user ai node swarm coworker"
)
"""What is handed over to: somebody who goes on, not an account (`transfer_to_savings` moves money)."""
_PEOPLE: Final = word_set("human humans person people operator representative rep staff live")
"""Handing over to people is a deed: somebody is called in (tau-bench counts it as an action of its own)."""
_PLACES: Final = word_set(
    "account accounts wallet savings checking bank card balance iban address warehouse fund funds"
)


@lru_cache(maxsize=8192)
def is_pseudo_tool(name: str) -> bool:
    """Whether a call under this name runs nothing of its own."""
    own = split_name(name)[1]
    if squeezed(own) in _NAMES or squeezed(name) in _NAMES or _RUNNING.fullmatch(name):
        return True
    words = words_of(own)
    if words[:2] == ("final", "result"):
        return True
    lead = next((lead for lead in _LEADS if words[: len(lead)] == lead), None)
    rest = words[len(lead) :] if lead else ()
    return not _AGENTS.isdisjoint(rest) and (_PLACES | _PEOPLE).isdisjoint(rest)
