"""Programs that send HTTP requests: curl, wget, httpie, `gh api` and PowerShell's cmdlets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.graphql import document_in, effect_of_document
from doublefire.semantics.effects.http import METHODS, effect_of_request, is_graphql
from doublefire.semantics.effects.said import ArgumentsEffect
from doublefire.semantics.effects.shell.programs import Step, positionals
from doublefire.semantics.values.wordlist import word_set

_CURL_VALUES: Final = "oHuAbcewxmXdFTKErUyYzQPDCtM"
_CURL_DATA: Final = (
    "-d",
    "-F",
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-urlencode",
    "--data-ascii",
    "--json",
    "--form",
    "--form-string",
)
_CURL_LONG_VALUES: Final = word_set(
    "--request --header --user --output --max-time --connect-timeout --retry --retry-delay --cookie --cookie-jar "
    "--proxy --user-agent --cacert --cert --key --resolve --write-out --referer --url --upload-file --config "
    "--interface --limit-rate --oauth2-bearer --range --unix-socket --url-query"
)


def _curl_options(words: list[str]) -> Iterator[tuple[str, str]]:
    """Options with their values, and ("", address) for what stands alone."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        following = words[at] if at < len(words) else ""
        if word.startswith("--"):
            name, equals, value = word.partition("=")
            takes = not equals and (name in _CURL_LONG_VALUES or name in _CURL_DATA)
            at += takes
            yield name, following if takes else value
        elif word.startswith("-") and len(word) > 1:
            for place, letter in enumerate(word[1:], 2):
                if letter in _CURL_VALUES:
                    rest = word[place:]
                    at += not rest
                    yield f"-{letter}", rest or following
                    break
                yield f"-{letter}", ""
        else:
            yield "", word


def curl(step: Step) -> ArgumentsEffect:
    """The request of a `curl` command."""
    method, address, data = "", "", list[str]()
    get = head = upload = False
    for option, value in _curl_options(step.words[1:]):
        if option in ("-X", "--request"):
            method = value.upper()
        elif option in _CURL_DATA:
            data.append(step.stdin or value if value in ("@-", "@/dev/stdin") else value)
        elif option in ("", "--url"):
            address = address or value
        get = get or option in ("-G", "--get")
        head = head or option in ("-I", "--head")
        upload = upload or option in ("-T", "--upload-file")
    method = method or ("GET" if get else "HEAD" if head else "PUT" if upload else "POST" if data else "GET")
    return _request("curl", method, address, data[0] if data else None)


def _request(program: str, method: str, address: str, body: str | None) -> ArgumentsEffect:
    if method == "POST" and is_graphql(address) and body:
        document = document_in(body)
        if document is not None:
            return _graphql(document)
    effect = effect_of_request(method, address) or Effect.READ
    detail = f"{program} {method}" if method in METHODS else program
    return ArgumentsEffect(effect, ToolKind.SHELL, detail)


def httpie(step: Step) -> ArgumentsEffect:
    """The request of an `http` command of HTTPie: a body makes it a POST."""
    path = positionals("", step.words[1:])
    method = path.pop(0).upper() if path and path[0].upper() in METHODS else ""
    address, items = (path[0], path[1:]) if path else ("", [])
    data = any(re.search(r"^[\w.\[\]-]+(?::?=|@)(?!=)", item) for item in items) or step.stdin is not None
    return _request("http", method or ("POST" if data else "GET"), address, step.stdin)


def wget(step: Step) -> ArgumentsEffect | None:
    """The request of a `wget` command; None for a download."""
    for word in step.words[1:]:
        name, _, value = word.partition("=")
        if name == "--method":
            return _request("wget", value.upper(), _address(step.words), None)
        if name in ("--post-data", "--post-file"):
            return _request("wget", "POST", _address(step.words), value)
    return None


def _graphql(document: str) -> ArgumentsEffect:
    return replace(effect_of_document(document), kind=ToolKind.SHELL)


def _address(words: list[str]) -> str:
    return next((word for word in words[1:] if not word.startswith("-")), "")


def gh_api(step: Step) -> ArgumentsEffect | None:
    """`gh api` is GET, or POST once it is given fields; `gh api graphql` says it in the query."""
    path = positionals("gh", step.words[1:])
    if path[:1] != ["api"]:
        return None
    method, fields = "", list[str]()
    for word, value in zip(step.words, [*step.words[1:], ""], strict=True):
        name, equals, inline = word.partition("=")
        if name in ("-X", "--method") or (word.startswith("-X") and len(word) > 2):
            method = (inline if equals else word[2:] if len(word) > 2 and word[1] == "X" else value).upper()
        elif name in ("-f", "-F", "--field", "--raw-field", "--input"):
            fields.append(inline if equals and name.startswith("--") else value)
    endpoint = path[1] if len(path) > 1 else ""
    query = next((field.partition("=")[2] for field in fields if field.startswith("query=")), None)
    if endpoint == "graphql" and query:
        return _graphql(query)
    return _request("gh api", method or ("POST" if fields else "GET"), f"api.github.com/{endpoint.lstrip('/')}", None)


def web_request(step: Step) -> ArgumentsEffect:
    """PowerShell's Invoke-RestMethod and Invoke-WebRequest."""
    pairs = dict(zip((word.lower() for word in step.words), step.words[1:], strict=False))
    method = pairs.get("-method", "POST" if "-body" in pairs else "GET").upper()
    address = pairs.get("-uri") or next((word for word in step.words[1:] if "://" in word), "")
    return _request(step.words[0], method, address, pairs.get("-body"))
