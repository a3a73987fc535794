"""Side effects that happen, or may have happened, twice. Each function returns the span ids of both executions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from week import shop
from week.recorder import Conversation, Ending


def four_seconds_later(talk: Conversation, tool: str) -> tuple[str, str]:
    call, ending = shop.effect(talk, tool), talk.random.choice(shop.TIMEOUTS[:2])
    talk.ask(call)
    start = talk.now
    first = talk.execute(call, ending, took=talk.random.uniform(3.0, 3.9))
    second = talk.execute(call, at=start + 4.0)
    talk.answer(call)
    return first, second


def run_again(endings: tuple[Ending, ...], talk: Conversation, tool: str) -> tuple[str, str]:
    call = shop.effect(talk, tool)
    talk.ask(call)
    first = talk.execute(call, talk.random.choice(endings), took=talk.random.uniform(1.5, 25))
    talk.wait(0.3, 9)
    second = talk.execute(call)
    talk.answer(call)
    return first, second


def refused_then_run_again(talk: Conversation, tool: str) -> tuple[str, str]:
    call = shop.effect(talk, tool)
    talk.ask(call)
    talk.execute(call, talk.random.choice(shop.REFUSALS))
    talk.wait(0.3, 9)
    first = talk.execute(call, talk.random.choice(shop.TIMEOUTS), took=talk.random.uniform(1.5, 25))
    talk.wait(0.3, 9)
    second = talk.execute(call)
    talk.answer(call)
    return first, second


def asked_again(endings: tuple[Ending, ...], talk: Conversation, tool: str) -> tuple[str, str]:
    call = shop.effect(talk, tool)
    first = talk.do(call, talk.random.choice(endings))
    if talk.random.random() < 0.3:
        talk.do(shop.read(talk))
    return first, talk.do(shop.rewritten(call, talk))


def asked_twice_at_once(talk: Conversation, tool: str) -> tuple[str, str]:
    calls = shop.effect(talk, tool), shop.effect(talk, tool)
    talk.ask(*calls)
    start = talk.now
    first = talk.execute(calls[0], at=start, took=talk.random.uniform(0.4, 1.5))
    second = talk.execute(calls[1], at=start + talk.random.uniform(0.001, 0.1))
    talk.answer(*calls)
    return first, second


def run_twice_at_once(least: float, most: float, talk: Conversation, tool: str) -> tuple[str, str]:
    call = shop.effect(talk, tool)
    talk.ask(call)
    start, pause = talk.now, talk.random.uniform(least, most)
    first = talk.execute(call, at=start, took=pause + talk.random.uniform(0.3, 9))
    second = talk.execute(call, at=start + pause, took=talk.random.uniform(0.2, 9))
    talk.answer(call)
    return first, second


def restarted(talk: Conversation, tool: str) -> tuple[str, str]:
    turns = len(talk.history)
    call = shop.effect(talk, tool)
    first = talk.do(call)
    talk.chat("", error="HTTP 500 from the model provider", **{"error.type": "500"})
    talk.end_run(error="HTTP 500 from the model provider")
    del talk.history[turns:]
    talk.wait(2, 40)
    talk.start_run()
    return first, talk.do(shop.rewritten(call, talk))


def resumed(talk: Conversation, tool: str) -> tuple[str, str]:
    call, waiting = shop.effect(talk, tool), shop.pickup(talk)
    talk.ask(call, waiting)
    first = talk.execute(call)
    talk.end_run()
    talk.wait(60, 1800)
    talk.start_run()
    second = talk.execute(call)
    talk.execute(waiting)
    talk.answer(call, waiting)
    return first, second


Cause = Callable[[Conversation, str], tuple[str, str]]
FIRST_CAUSE = "the client timed out, the runtime sent it again four seconds after the first"
CAUSES: dict[str, Cause] = {
    "the client timed out, the runtime sent it again": partial(run_again, shop.TIMEOUTS),
    "the connection was lost, the runtime sent it again": partial(run_again, shop.RESETS),
    "the server failed, the runtime sent it again": partial(run_again, shop.SERVER_ERRORS),
    "the first try was refused and the second timed out, the runtime sent it again": refused_then_run_again,
    "the result was empty, the model asked again": partial(asked_again, shop.EMPTY),
    "the result was vague, the model asked again": partial(asked_again, shop.VAGUE),
    "the client timed out, the model asked again": partial(asked_again, shop.TIMEOUTS),
    "the model asked twice in one response": asked_twice_at_once,
    "the call was handed out twice at once": partial(run_twice_at_once, 0.03, 0.5),
    "the call was delivered again while it was still running": partial(run_twice_at_once, 3, 9),
    "the model failed later on, the run was started again": restarted,
    "the run was resumed and ran a finished call once more": resumed,
}


def duplicated(how: str, cause: Cause, tool: str, talk: Conversation) -> None:
    """A conversation in which the tool's side effect happens twice, and its line in the answer key."""
    if tool == shop.MAIL:
        talk.do(shop.charge(talk))
    spans = cause(talk, tool)
    talk.week.answers.append({"tool": tool, "span_ids": list(spans), "how": how})
    if tool == shop.CHARGE and talk.random.random() < 0.7:
        talk.do(shop.confirmation(talk))
    if tool == shop.MAIL and talk.random.random() < 0.3:
        talk.reply("I have sent it to you.")
        talk.user("Please send it once more, to be on the safe side.")
        talk.do(shop.confirmation(talk))
