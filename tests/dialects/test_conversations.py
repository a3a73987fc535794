"""Which records of a dump are one conversation, which calls they tell, and which result belongs to which call."""

from __future__ import annotations

from typing import Any

import pytest

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.dialects.langchain_messages import DIALECT as LANGCHAIN
from doublefire.ingest.dialects.openai_chat import DIALECT as CHAT
from doublefire.ingest.dialects.openai_responses import DIALECT as RESPONSES
from doublefire.ingest.messages.conversation import Answer, Call, Conversation, Message
from doublefire.model import ABSENT, Kind, Mark, MarkKind, Sighting

from .emissions import emissions_of

Json = dict[str, Any]


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def asks(*calls: tuple[str | None, str, Json]) -> Json:
    listed = [{"id": i, "type": "function", "function": {"name": n, "arguments": a}} for i, n, a in calls]
    return {"role": "assistant", "content": None, "tool_calls": listed}


def result(call_id: str | None, text: str) -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def sightings(values: list[Any], dialect: Dialect = CHAT) -> list[Sighting]:
    return [item for item in emissions_of(dialect, values) if isinstance(item, Sighting)]


def asked(values: list[Any], dialect: Dialect = CHAT) -> list[tuple[str, str | None]]:
    """(session ordinal, call id) of every call: sessions are numbered as they come."""
    found = [item for item in sightings(values, dialect) if item.kind is not Kind.RESULT]
    names = list(dict.fromkeys(str(item.session) for item in found))
    return [(f"s{names.index(str(item.session)) + 1}", item.call_id) for item in found]


PAY = ("call_8f3e5c1d2a4b", "pay", {"cents": 500})
AGAIN = ("call_77aa0b1c9d3e", "pay", {"cents": 500})
FIRST = [user("pay"), asks(PAY), result(PAY[0], "timeout")]
THEN = [asks(AGAIN), result(AGAIN[0], "ok")]
SHORT = [user("pay"), asks(("call_1", "pay", {})), result("call_1", "timeout")]

RECORDS = {
    "two conversations": ([{"messages": FIRST}, {"messages": [user("hello"), *THEN]}], ["s1", "s2"]),
    "one conversation twice": ([{"messages": FIRST}, {"messages": FIRST}], ["s1", "s2"]),
    "a conversation that grew": ([{"messages": FIRST}, {"messages": FIRST + THEN}], ["s1", "s1"]),
    "a list of conversations": ([[{"messages": FIRST}, {"messages": FIRST + THEN}]], ["s1", "s1"]),
    "a list of lists": ([[FIRST, [user("hello"), *THEN]]], ["s1", "s2"]),
    "one session in chunks": (
        [{"session_id": "a", "messages": FIRST}, {"session_id": "a", "messages": THEN}],
        ["s1", "s1"],
    ),
    "one session that slides": (
        [{"session_id": "a", "messages": FIRST}, {"session_id": "a", "messages": [*FIRST[1:], *THEN]}],
        ["s1", "s1"],
    ),
    "two sessions in turn": (
        [{"thread_id": t, "messages": m} for t, m in (("a", FIRST), ("b", FIRST), ("a", FIRST + THEN))],
        ["s1", "s2", "s1"],
    ),
    "equal row ids in two records": ([{"id": 1, "messages": SHORT}, {"id": 1, "messages": SHORT}], ["s1", "s2"]),
    "a session in the metadata": (
        [{"metadata": {"session_id": "a"}, "messages": FIRST}, {"metadata": {"session_id": "a"}, "messages": THEN}],
        ["s1", "s1"],
    ),
    "a message a line": ([*FIRST, *THEN], ["s1", "s1"]),
    "a message a line of two sessions": (
        [{**m, "session_id": s} for s, m in [("a", FIRST[1]), ("b", THEN[0]), ("a", FIRST[2]), ("b", THEN[1])]],
        ["s1", "s2"],
    ),
    "a list of messages of two sessions": (
        [[{**m, "conversation_id": s} for s, m in [("a", FIRST[1]), ("b", THEN[0]), ("a", FIRST[2])]]],
        ["s1", "s2"],
    ),
}


@pytest.mark.parametrize(("values", "sessions"), RECORDS.values(), ids=RECORDS)
def test_every_call_is_told_once_in_its_own_session(values: list[Any], sessions: list[str]) -> None:
    assert [session for session, _ in asked(values)] == sessions


def test_sessions_without_a_name_differ_between_files_and_are_stable() -> None:
    one, other = ({item.session for item in sightings([{"messages": m}])} for m in (FIRST, [user("hi"), *THEN]))
    assert not one & other
    assert one == {item.session for item in sightings([{"messages": FIRST}])}


def test_the_words_of_a_user_who_repeats_them_are_two_turns() -> None:
    values = [{"messages": [user("pay"), asks(PAY), result(PAY[0], "ok"), user("pay"), asks(AGAIN)]}]
    marks = [item for item in emissions_of(CHAT, values) if isinstance(item, Mark) and item.kind is MarkKind.USER]
    assert len({mark.ref for mark in marks}) == 2


def test_history_that_grows_tells_a_user_turn_once() -> None:
    values = [{"messages": FIRST}, {"messages": FIRST + THEN}]
    marks = [item for item in emissions_of(CHAT, values) if isinstance(item, Mark) and item.kind is MarkKind.USER]
    assert len(marks) == 1


def test_state_snapshots_join_by_the_ids_of_their_messages() -> None:
    human = {"type": "human", "content": "pay", "additional_kwargs": {}, "id": "0d1c2b3a-0000"}
    calls = [{"name": "pay", "args": {}, "id": "call_1", "type": "tool_call"}]
    answer = {"type": "ai", "content": "", "id": "run--11112222", "tool_calls": calls}
    newest_first = [{"values": {"messages": [human, answer]}}, {"values": {"messages": [human]}}]
    assert asked(newest_first, LANGCHAIN) == [("s1", "call_1")]
    assert asked(newest_first[::-1], LANGCHAIN) == [("s1", "call_1")]


# --- logged responses ------------------------------------------------------------------------------------------------


def logged(name: str, previous: str | None, items: list[Json], output: list[Json]) -> Json:
    response = {"object": "response", "id": name, "previous_response_id": previous, "output": output}
    return {"request": {"input": items}, "response": response}


def item(call_id: str) -> Json:
    return {"type": "function_call", "call_id": call_id, "name": "pay", "arguments": "{}"}


def output(call_id: str) -> Json:
    return {"type": "function_call_output", "call_id": call_id, "output": "ok"}


def test_a_chain_of_responses_is_one_session_and_a_new_one_another() -> None:
    values = [
        logged("resp_1", None, [user("pay")], [item("c1")]),
        logged("resp_9", None, [user("pay")], [item("c1")]),
        logged("resp_2", "resp_1", [output("c1")], [item("c2")]),
    ]
    assert asked(values, RESPONSES) == [("s1", "c1"), ("s2", "c1"), ("s1", "c2")]


def test_a_user_who_says_the_same_to_a_known_response_speaks_again() -> None:
    values = [logged("resp_1", None, [user("pay")], [item("c1")]), logged("resp_2", "resp_1", [user("pay")], [])]
    marks = [mark for mark in emissions_of(RESPONSES, values) if isinstance(mark, Mark) and mark.kind is MarkKind.USER]
    assert len(marks) == 2


def test_a_session_whose_inputs_hold_the_whole_history_tells_it_once() -> None:
    history = [user("pay"), item("c1"), output("c1")]
    values = [{"session_id": "a", "input": history[:1], "response": {"object": "response", "output": [item("c1")]}}]
    values.append({"session_id": "a", "input": history, "response": {"object": "response", "output": [item("c2")]}})
    assert asked(values, RESPONSES) == [("s1", "c1"), ("s1", "c2")]


# --- which result belongs to which call ------------------------------------------------------------------------------


def told(*messages: Message, positional: bool = False) -> list[tuple[str, str | None, Any, Any]]:
    """(kind, turn, arguments, result) of all that a conversation says of calls."""
    conversation = Conversation("s", positional=positional)
    emissions = [emission for message in messages for emission in conversation.add(message)]
    emissions += conversation.close()
    return [(e.kind, e.turn, e.arguments, e.result) for e in emissions if isinstance(e, Sighting)]


def model(*calls: Call) -> Message:
    return Message("assistant", calls=calls)


def tool(*answers: Answer) -> Message:
    return Message("tool", answers=answers)


def test_an_id_that_is_used_again_pairs_with_the_newest_turn() -> None:
    rows = told(
        model(Call("pay", 1, "c")), tool(Answer("c", "one")), model(Call("pay", 2, "c")), tool(Answer("c", "two"))
    )
    assert rows == [
        ("request", "1", 1, ABSENT),
        ("result", "1", ABSENT, "one"),
        ("request", "2", 2, ABSENT),
        ("result", "2", ABSENT, "two"),
    ]


def test_without_ids_results_pair_by_name_and_order() -> None:
    rows = told(
        model(Call("pay", 1), Call("mail", 2), Call("pay", 3)),
        tool(Answer(None, "mailed", tool="mail"), Answer(None, "first"), Answer(None, "third", tool="pay")),
    )
    assert rows == [
        ("execution", "1", 2, "mailed"),
        ("execution", "1", 1, "first"),
        ("execution", "1", 3, "third"),
    ]


def test_an_id_that_two_calls_of_a_turn_share_names_neither() -> None:
    conversation = Conversation("s")
    emissions = list(conversation.add(model(Call("pay", 1, "call_1"), Call("pay", 2, "call_1"))))
    emissions += conversation.add(tool(Answer("call_1", "one"), Answer("call_1", "two")))
    runs = [item for item in emissions if isinstance(item, Sighting)]
    assert [(run.call_id, run.arguments, run.result) for run in runs] == [(None, 1, "one"), (None, 2, "two")]


def test_positions_count_where_ids_mean_nothing() -> None:
    rows = told(model(Call("pay", 1, "x")), tool(Answer("y", "one")), positional=True)
    assert rows == [("execution", "1", 1, "one")]


@pytest.mark.parametrize("after", [(), (model(),), (Message("user", "well?"), model())])
def test_a_call_without_id_and_result_stays_a_request(after: tuple[Message, ...]) -> None:
    assert told(model(Call("pay", 1)), *after) == [("request", "1", 1, ABSENT)]


def test_a_result_of_a_call_that_was_cut_off_names_no_turn() -> None:
    assert told(tool(Answer("c", "late"))) == [("result", None, ABSENT, "late")]
    assert told(tool(Answer(None, "late"))) == []


def test_a_message_seen_again_says_only_what_is_new() -> None:
    grown = Message("assistant", calls=(Call("pay", 1, "a"), Call("pay", 2, "b")), ref="m1")
    rows = told(Message("assistant", calls=(Call("pay", 1, "a"),), ref="m1"), model(), grown)
    assert [(turn, arguments) for _, turn, arguments, _ in rows] == [("m1", 1), ("m1", 2)]


@pytest.mark.parametrize(
    ("message", "marks"),
    [
        (Message("user", "hello"), [MarkKind.USER]),
        (Message("user", "  "), []),
        (Message("user", "note", answers=(Answer("c", "x"),)), []),
        (Message("system", "rules"), []),
        (Message("tool", "x", answers=(Answer("c", "x"),)), []),
        (Message("assistant", "hello"), [MarkKind.MODEL]),
        (Message("assistant", error="overloaded"), [MarkKind.MODEL_ERROR]),
    ],
)
def test_who_speaks_is_marked(message: Message, marks: list[MarkKind]) -> None:
    assert [item.kind for item in Conversation("s").add(message) if isinstance(item, Mark)] == marks
