"""Shell text taken apart into simple commands: what is run, with which words, writing to which files.

A scanner of the POSIX and bash grammar as far as it decides what is executed: quotes, pipelines, lists, command
substitution, here-documents (whose bodies are data), redirections, and the keywords of compound commands. Nothing is
expanded or run. Time is linear in the text, depth is bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

MAX_TEXT: Final = 100_000
"""Characters that are read. Longer texts are files in here-documents, whose command stands at the beginning."""
MAX_DEPTH: Final = 12
"""Nested substitutions that are followed: people write two."""
MAX_COMMANDS: Final = 500
"""Commands that are read; the rest counts as unknown."""


@dataclass(slots=True)
class Command:
    """One simple command: words without quotes, files it writes (`>` or `>>` and a name), the text it is fed."""

    words: list[str] = field(default_factory=list)
    writes: list[tuple[str, str]] = field(default_factory=list)
    stdin: str | None = None
    piped: bool = False
    """Reads what the command before it in `Script.commands` prints."""


@dataclass(slots=True)
class Script:
    """All simple commands of a text, those of substitutions too. `broken` when a quote or bracket stays open."""

    commands: list[Command] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    broken: bool = False


_PLAIN = re.compile(r"[^\s'\"\\$`|&;<>()#]+")
_OPERATOR = re.compile(r"\|\||&&|;;&?|;&|\|&|[|&;\n()]")
_REDIRECT = re.compile(r"(?:\d{1,3}|&|\{\w{1,32}\})?(?:<<<|<<-?|<>|>>|>\||<&|>&|<|>)")
_QUOTED_RUN = re.compile(r"[^\"\\$`]+")
_VARIABLE = re.compile(r"\$(?:[A-Za-z_]\w*|\d|[?!#@*$-])")
_SKIPPED: Final = frozenset(("if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "coproc"))
_ENDS: Final = frozenset(("fi", "done", "esac", "}"))
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]{0,64}\])?\+?=")


def parse(text: str) -> Script:
    """The simple commands of a shell text, in order; those of a substitution before the command that holds it."""
    script = Script()
    _Scanner(text[:MAX_TEXT].replace("\\\r\n", "").replace("\r\n", "\n"), script).run()
    return script


class _Scanner:
    """Walks once over the text; substitutions are scanned by the same object with one more level on the stack."""

    def __init__(self, text: str, script: Script) -> None:
        self.text = text
        self.at = 0
        self.script = script
        self.awaited: list[tuple[Command, str, bool]] = []

    def run(self) -> None:
        self.commands("", 0)
        self.script.broken |= self.at < len(self.text)

    def commands(self, closing: str, depth: int) -> None:
        """Commands up to an unquoted `closing` (a bracket or backtick) or the end of the text."""
        command, piped, case_depth = Command(), False, 0
        while self.at < len(self.text) and len(self.script.commands) < MAX_COMMANDS:
            self.blanks()
            character = self.text[self.at : self.at + 1]
            if not character:
                break
            if character == closing:
                self.at += 1
                self.done(command, piped)
                return
            if character == "#":
                self.at = self.line_end()
            elif redirect := _REDIRECT.match(self.text, self.at):
                self.redirect(command, redirect, depth)
            elif operator := _OPERATOR.match(self.text, self.at):
                self.at = operator.end()
                if operator[0] == "(" and command.words and self.text.startswith(")", self.at):
                    self.at += 1
                    self.script.functions.add(command.words.pop())
                    continue
                empty = not (command.words or command.writes)
                self.done(command, piped)
                piped = operator[0] in ("|", "|&") or (piped and empty)
                command = Command()
                if operator[0] == "\n":
                    self.bodies()
                elif case_depth and operator[0].startswith(";;"):
                    self.pattern()
            else:
                word, quoted = self.word(closing, depth)
                if not command.words and not quoted:
                    case_depth += self.keyword(word, command, case_depth)
                else:
                    command.words.append(word)
        self.done(command, piped)
        self.bodies()
        self.script.broken |= bool(closing)

    def done(self, command: Command, piped: bool) -> None:
        if command.words or command.writes:
            command.piped = piped
            self.script.commands.append(command)

    def keyword(self, word: str, command: Command, case_depth: int) -> int:
        """Handles a word in command position; returns how much deeper in `case` it leads."""
        if word in _SKIPPED:
            return 0
        if word in _ENDS:
            return -1 if word == "esac" and case_depth else 0
        if word == "[[":
            self.skip_to("]]")
        elif word in ("for", "select", "function"):
            line = self.text[self.at : self.line_end()]
            if word == "function":
                self.script.functions.add(line.split("{")[0].split("(")[0].strip())
            command.words.append("for")
        elif word == "case":
            self.skip_to(" in")
            self.pattern()
            return 1
        elif word in self.script.functions:
            command.words.append(":")
        else:
            command.words.append(word)
        return 0

    def skip_to(self, mark: str) -> None:
        found = self.text.find(mark, self.at)
        self.script.broken |= found < 0
        self.at = len(self.text) if found < 0 else found + len(mark)

    def pattern(self) -> None:
        """Skips the pattern of a `case` branch, unless the case ends here."""
        rest = re.compile(r"\s*(esac\b)?").match(self.text, self.at)
        if rest is None or rest[1] is None:
            self.skip_to(")")

    def blanks(self) -> None:
        text, at = self.text, self.at
        while at < len(text) and (text[at] in " \t\r" or text.startswith("\\\n", at)):
            at += 2 if text[at] == "\\" else 1
        self.at = at

    def line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def redirect(self, command: Command, found: re.Match[str], depth: int) -> None:
        self.at = found.end()
        operator = found[0].lstrip("0123456789").rpartition("}")[2]
        if found[0].endswith("<") and self.text.startswith("(", self.at):
            self.at += 1
            self.nested(")", depth)
            return
        if found[0].endswith(">") and self.text.startswith("(", self.at):
            self.at += 1
            self.nested(")", depth)
            return
        self.blanks()
        if operator.startswith("<<") and operator != "<<<":
            raw = re.compile(r"[^\s;|&<>()]+").match(self.text, self.at)
            if raw:
                self.at = raw.end()
                self.awaited.append((command, re.sub(r"['\"\\]", "", raw[0]), operator == "<<-"))
            return
        target, _ = self.word("", depth)
        if operator == "<<<":
            command.stdin = target
        elif operator == ">&" and (target.isdigit() or target == "-"):
            return
        elif ">" in operator and operator != "<>":
            command.writes.append((">>" if ">>" in operator else ">", target))
        elif operator == "<":
            command.piped = False

    def bodies(self) -> None:
        """Takes the here-documents that were announced on the line that has just ended."""
        for command, delimiter, tabs in self.awaited:
            lines: list[str] = []
            while self.at < len(self.text):
                end = self.line_end()
                line = self.text[self.at : end]
                self.at = min(end + 1, len(self.text))
                if (line.lstrip("\t") if tabs else line).rstrip("\r") == delimiter:
                    break
                lines.append(line)
            command.stdin = "\n".join(lines)
        self.awaited = []

    def nested(self, closing: str, depth: int) -> None:
        if depth >= MAX_DEPTH:
            self.at = len(self.text)
            self.script.broken = True
            return
        awaited, self.awaited = self.awaited, []
        self.commands(closing, depth + 1)
        self.awaited = awaited + self.awaited

    def word(self, closing: str, depth: int) -> tuple[str, bool]:
        """The next word without its quotes, and whether any of it was quoted."""
        parts: list[str] = []
        quoted = False
        start = self.at
        while self.at < len(self.text):
            character = self.text[self.at]
            if plain := _PLAIN.match(self.text, self.at):
                parts.append(plain[0])
                self.at = plain.end()
            elif character == "'":
                parts.append(self.single(self.at + 1))
                quoted = True
            elif character == '"':
                self.at += 1
                parts.append(self.double(depth))
                quoted = True
            elif character == "\\":
                if self.text[self.at + 1 : self.at + 2] != "\n":
                    parts.append(self.text[self.at + 1 : self.at + 2])
                self.at += 2
            elif character == "$":
                parts.append(self.dollar(depth))
            elif character == "`" and closing != "`":
                self.at += 1
                self.nested("`", depth)
                parts.append("$(...)")
            elif character == "#" and self.at > start:
                parts.append("#")
                self.at += 1
            elif character == "(" and parts and _ASSIGNMENT.fullmatch(parts[-1]):
                self.skip_to(")")
            else:
                break
        if self.at == start:
            self.at += 1
        return "".join(parts), quoted

    def single(self, start: int) -> str:
        end = self.text.find("'", start)
        if end < 0:
            self.script.broken = True
            end = len(self.text)
        self.at = end + 1
        return self.text[start:end]

    def double(self, depth: int) -> str:
        parts: list[str] = []
        while self.at < len(self.text):
            character = self.text[self.at]
            if run := _QUOTED_RUN.match(self.text, self.at):
                parts.append(run[0])
                self.at = run.end()
            elif character == '"':
                self.at += 1
                return "".join(parts)
            elif character == "\\":
                following = self.text[self.at + 1 : self.at + 2]
                parts.append(following if following in '$`"\\\n' else "\\" + following)
                self.at += 2
            elif character == "$":
                parts.append(self.dollar(depth))
            else:
                self.at += 1
                self.nested("`", depth)
                parts.append("$(...)")
        self.script.broken = True
        return "".join(parts)

    def dollar(self, depth: int) -> str:
        """An expansion: kept as written when it is a variable, scanned for commands when it is a substitution."""
        text = self.text
        if text.startswith("$((", self.at):
            self.skip_to("))")
            return "$((...))"
        if text.startswith("$(", self.at):
            self.at += 2
            self.nested(")", depth)
            return "$(...)"
        if text.startswith("${", self.at):
            start = self.at
            self.skip_to("}")
            return text[start : self.at]
        if text.startswith("$'", self.at):
            return self.single(self.at + 2)
        variable = _VARIABLE.match(text, self.at)
        self.at = variable.end() if variable else self.at + 1
        return variable[0] if variable else "$"
