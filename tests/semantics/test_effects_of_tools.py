"""Generic tools by their arguments, kinds of tools, prefixes, pseudo-tools, relative updates."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import ABSENT, Effect, ToolKind
from doublefire.semantics.effects import (
    SHELL_VOLATILE_FIELDS,
    bare_name,
    effect_of_arguments,
    effect_of_name,
    is_generic_wrapper,
    is_pseudo_tool,
    is_shell_volatile,
    kind_of,
    relative_update,
    same_tool_less_prefix,
)

READ, WRITE, IDEMPOTENT, UNKNOWN = Effect.READ, Effect.WRITE, Effect.IDEMPOTENT, Effect.UNKNOWN


@pytest.mark.parametrize(
    ("tool", "arguments", "effect", "kind"),
    [
        ("str_replace_editor", {"command": "view", "path": "/a"}, READ, ToolKind.EDIT),
        ("str_replace_editor", {"command": "create", "path": "/a"}, IDEMPOTENT, ToolKind.EDIT),
        ("str_replace_editor", {"command": "str_replace", "path": "/a"}, WRITE, ToolKind.EDIT),
        ("str_replace_based_edit_tool", {"command": "insert", "path": "/a"}, WRITE, ToolKind.EDIT),
        ("memory", {"command": "delete", "path": "/a"}, IDEMPOTENT, ToolKind.EDIT),
        ("mcp_tool", {"name": "refund", "arguments": {"id": 1}}, WRITE, ToolKind.PLAIN),
        ("mcp_tool", {"name": "get_order", "arguments": {"id": 1}}, READ, ToolKind.PLAIN),
        ("use_mcp_tool", {"tool_name": "bash", "arguments": '{"command": "git push"}'}, WRITE, ToolKind.SHELL),
        ("call_tool", {"tool": "call_tool", "args": {"tool": "get_order", "args": {}}}, READ, ToolKind.PLAIN),
        ("COMPOSIO_EXECUTE_TOOL", {"tool_slug": "GMAIL_SEND_EMAIL", "arguments": {}}, WRITE, ToolKind.PLAIN),
        ("cart", {"action": "add", "item": 1}, WRITE, ToolKind.PLAIN),
        ("manage_order", {"action": "cancel"}, IDEMPOTENT, ToolKind.PLAIN),
        ("manage_order", {"operation": "get_status"}, READ, ToolKind.PLAIN),
        ("issue_write", {"method": "update", "id": 1}, IDEMPOTENT, ToolKind.PLAIN),
        ("sandbox", {"command": "gh issue create -t x"}, WRITE, ToolKind.SHELL),
        ("sandbox", {"command": "ls -la"}, READ, ToolKind.SHELL),
        ("add", {"a": 1, "b": 2}, READ, ToolKind.PLAIN),
        ("update_stock", {"sku": 1, "delta": 5}, WRITE, ToolKind.PLAIN),
        ("create_order", {"sku": 1, "dry_run": True}, READ, ToolKind.PLAIN),
        ("create_order", '{"sku": 1, "dry_run": "true"}', READ, ToolKind.PLAIN),
        ("createOrder", {"sku": 1, "options": {"dryRun": True}}, READ, ToolKind.PLAIN),
        ("apply_quota", {"name": "q", "dryRun": ["All"]}, READ, ToolKind.PLAIN),
        ("create_cluster", {"name": "c", "validateOnly": True}, READ, ToolKind.PLAIN),
    ],
)
def test_effect_of_arguments(tool: str, arguments: Any, effect: Effect, kind: ToolKind) -> None:
    said = effect_of_arguments(tool, arguments)
    assert said is not None
    assert (said.effect, said.kind) == (effect, kind)
    assert kind_of(tool, arguments) is kind


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("charge_card", {"command": "ls"}),
        ("charge_card", {"sql": "select 1"}),
        ("get_order", {"action": "delete"}),
        ("send_email", {"method": "GET", "url": "https://a.example"}),
        ("frob", {"x": 1}),
        ("frob", {"command": "frobnicate the thing"}),
        ("frob", {"action": "frob"}),
        ("add", {"item": 1, "cart": 2}),
        ("add", {"a": "x", "b": "y"}),
        ("update_stock", {"sku": 1, "quantity": 5}),
        ("mcp_tool", {"arguments": {}}),
        ("mcp_tool", "refund"),
        ("create_order", {"sku": 1, "dry_run": False}),
        ("create_order", {"sku": 1, "note": "dry_run"}),
        ("create_job", {"config": {"dry_run": True}}),
        ("bash", ABSENT),
        ("bash", None),
        ("bash", 3),
        ("python", {"code": "print(1)"}),
    ],
)
def test_nothing_is_read_into_other_arguments(tool: str, arguments: Any) -> None:
    assert effect_of_arguments(tool, arguments) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"delta": 5},
        {"amount_delta": -5},
        {"amountDelta": 5},
        {"by": 3},
        {"increase_by": 2},
        {"by_minutes": 30},
        {"append": "x"},
        {"append": True},
        {"append_text": "x"},
        {"comment": "seen"},
        {"add_comment": "seen"},
        {"increment": 1},
        {"work_notes": "seen"},
        {"mode": "append"},
        {"operation": "increment", "value": 2},
        {"quantity": "+5"},
        {"update": {"$inc": {"n": 1}}},
        {"fields": {"comment": {"body": "x"}}},
        {"changes": [{"delta": 1}]},
    ],
)
@pytest.mark.parametrize(
    "tool", ["update_ticket", "editOrder", "mcp__crm__modify_record", "orders.update", "move_event"]
)
def test_relative_updates(tool: str, fields: dict[str, Any]) -> None:
    assert relative_update(tool, {"id": 1, **fields})
    said = effect_of_arguments(tool, {"id": 1, **fields})
    assert said is not None
    assert said.effect is WRITE


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"status": "closed"},
        {"quantity": 5},
        {"quantity": "-3"},
        {"by": "alice"},
        {"updated_by": "alice"},
        {"sort_by": "name"},
        {"created_by": 7},
        {"by_id": 7},
        {"comment": None},
        {"comment": ""},
        {"comments": ["old"]},
        {"append": False},
        {"delta": 0},
        {"mode": "replace"},
        {"phone": "+15551234567890"},
        {"address": "1 Delta Street"},
        {"title": "increment by 5"},
        {"addition": "x"},
        {"notes": "seen"},
    ],
)
def test_updates_to_a_value(fields: dict[str, Any]) -> None:
    assert not relative_update("update_ticket", {"id": 1, **fields})


@pytest.mark.parametrize("tool", ["set_stock", "get_update", "create_ticket", "delete_change", "frob"])
def test_other_verbs_are_never_relative(tool: str) -> None:
    assert not relative_update(tool, {"delta": 5})


KINDS = {
    ToolKind.SHELL: (
        "bash Bash shell exec_command execute_bash run_shell_command run_terminal_cmd developer__shell "
        "mcp__x__run_command local_shell run_in_terminal terminal powershell write_stdin shell.run"
    ),
    ToolKind.SQL: "execute_sql run_query query_database mcp__pg__query run_sql_query sql.execute postgres.execute",
    ToolKind.HTTP: "http_request fetch requests_post make_api_call http.get curl rest_api_call WebFetch",
    ToolKind.GRAPHQL: "graphql execute_graphql shopify.graphql graphql_mutation",
    ToolKind.EDIT: (
        "Edit Write MultiEdit NotebookEdit apply_patch append_file str_replace_editor mcp__filesystem__write_file "
        "edit_text_file append_to_file save_memory delete_file"
    ),
    ToolKind.PLAIN: (
        "charge_card create_terminal read_terminal kill_shell BashOutput list_databases Read read_file query_orders "
        "request_refund github.create_file upload_file send_webhook exec_order run_step call_tool"
    ),
}


@pytest.mark.parametrize(("tool", "kind"), [(tool, kind) for kind, tools in KINDS.items() for tool in tools.split()])
def test_kind_of_name(tool: str, kind: ToolKind) -> None:
    assert kind_of(tool) is kind


def test_commentary_of_shell_tools() -> None:
    assert {"description", "reason", "summary"} <= SHELL_VOLATILE_FIELDS
    assert SHELL_VOLATILE_FIELDS.isdisjoint({"command", "cmd", "cwd", "workdir", "input"})
    assert is_shell_volatile("mcp__x__bash")
    assert not is_shell_volatile("create_ticket")


@pytest.mark.parametrize(
    ("tool", "own"),
    [
        ("refund", "refund"),
        ("mcp__shop__refund", "refund"),
        ("mcp__my_shop__refund_order", "refund_order"),
        ("shop.refund", "refund"),
        ("shop/refund", "refund"),
        ("shop__refund", "refund"),
        ("shop:refund", "refund"),
        ("functions.refund", "refund"),
        ("functions.mcp__shop__refund", "refund"),
        ("Shop-refund", "refund"),
        ("LightsPlugin-change_state", "change_state"),
        ("refund.v2", "refund"),
        ("shop/refund/v1", "refund"),
        ("calendar-create-event", "calendar-create-event"),
        ("Create-Order", "Create-Order"),
        ("refund_order", "refund_order"),
        (".", "."),
        ("", ""),
    ],
)
def test_bare_name(tool: str, own: str) -> None:
    assert bare_name(tool) == own


SAME = [
    ("refund", "refund"),
    ("mcp__shop__refund", "refund"),
    ("mcp__shop__refund", "shop.refund"),
    ("shop__refund", "shop.refund"),
    ("shop__refund", "mcp__Shop__refund"),
    ("payments__charge_card", "charge_card"),
    ("functions.refund", "refund"),
    ("mcp_shop_refund", "refund"),
    ("mcp_shop_refund", "mcp__shop__refund"),
    ("invoices.create", "create"),
    ("mcp__my-shop__refund", "my_shop.refund"),
]
DIFFERENT = [
    ("invoices.create", "shipments.create"),
    ("mcp__slack__post_message", "mcp__teams__post_message"),
    ("refund", "charge"),
    ("shop.refund", "shop.charge"),
    ("refund_order", "order"),
    ("order_refund", "refund"),
    ("mcp_shop_refund", "bank.refund"),
    ("invoices.create", "shipments__create"),
    ("", "refund"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same_tool(one: str, other: str) -> None:
    assert same_tool_less_prefix(one, other)
    assert same_tool_less_prefix(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_tools(one: str, other: str) -> None:
    assert not same_tool_less_prefix(one, other)
    assert not same_tool_less_prefix(other, one)


@pytest.mark.parametrize(
    "tool",
    ["mcp_tool", "call_tool", "use_mcp_tool", "tools/call", "callTool", "mcp.call_tool", "execute_tool", "CallMcpTool"],
)
def test_generic_wrappers(tool: str) -> None:
    assert is_generic_wrapper(tool)
    assert effect_of_name(tool) is UNKNOWN


@pytest.mark.parametrize(
    "tool", ["refund", "mcp__shop__refund", "call_customer", "search_tool", "run_step", "toolbox", ""]
)
def test_tools_that_are_no_wrappers(tool: str) -> None:
    assert not is_generic_wrapper(tool)


@pytest.mark.parametrize(
    "name", ["execute_tool (merged)", "(merged)", "(merged tools)", "running tools", "running 3 tools"]
)
def test_pseudo_spans(name: str) -> None:
    assert is_pseudo_tool(name)


PSEUDO = """
    orchestrate_tools final_result final_answer FinalAnswerTool final_result_Order finish attempt_completion exit_loop
    transfer_to_agent transfer_to_other_agent transfer_to_billing_agent
    transfer_to_refund_specialist transferToTriageAgent handoff_to_agent handoff_to_user multi_tool_use.parallel
"""
REAL = """
    transfer_to_account transfer_to_savings transfer_to_bank transfer_to_agent_account transfer_funds transfer submit
    think TodoWrite finish_order complete_task execute_tool tools/call escalate_to_human final_invoice running_total
    merge_branch handoff_package delegate_to_agent call_subagent send_to_agent transfer_to_customer transfer_to_human
"""


@pytest.mark.parametrize("name", PSEUDO.split())
def test_pseudo_tools(name: str) -> None:
    assert is_pseudo_tool(name)


@pytest.mark.parametrize("name", [*REAL.split(), ""])
def test_tools_that_run_something(name: str) -> None:
    assert not is_pseudo_tool(name)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=20,
)
FIELDS = st.sampled_from(
    ["command", "cmd", "args", "sql", "query", "method", "url", "body", "name", "arguments", "action", "delta", "input"]
)
TOOLS = st.sampled_from(
    [
        "bash",
        "execute_sql",
        "http_request",
        "graphql",
        "str_replace_editor",
        "mcp_tool",
        "update_x",
        "frob",
        "add",
        "write_stdin",
    ]
)


@given(TOOLS, st.dictionaries(FIELDS, JSON, max_size=5) | JSON)
def test_any_arguments_are_borne(tool: str, arguments: Any) -> None:
    kind_of(tool, arguments)
    relative_update(tool, arguments)


@pytest.mark.parametrize("tool", ["bash", "mcp_tool", "update_x", "frob", "http_request"])
def test_deep_nesting_ends(tool: str) -> None:
    deep: Any = 1
    for _ in range(5_000):
        deep = {"arguments": deep, "name": "mcp_tool", "command": [deep]}
    effect_of_arguments(tool, deep)
    effect_of_arguments(tool, '{"arguments":' * 50_000)


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_names_are_compared_alike(one: str, other: str) -> None:
    assert same_tool_less_prefix(one, other) == same_tool_less_prefix(other, one)
    assert same_tool_less_prefix(one, one)
    assert is_pseudo_tool(one) in (True, False)
