#!/usr/bin/env python3
"""Write one week of a shop's support agent as an OpenTelemetry collector saves it, and the answer key beside it.

    make_week.py --seed 7 --out week.otlp.jsonl --answers week.answers.json

The week holds nine side effects that happened, or may have happened, twice. Everything else only looks like that:
reads, polling, refused calls sent again, upserts, keyed retries, repeats that the customer asked for. Nothing in the
trace tells them apart but the story itself. Python's standard library is all it needs; equal seeds give equal bytes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from week import lookalikes, ordinary
from week.copies import CAUSES, FIRST_CAUSE, duplicated, four_seconds_later
from week.recorder import Conversation, Week
from week.shop import CHARGE, MAIL, read

COPIES_PER_WEEK = 9
FIRST_MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
DAY, OPENING_HOUR, CLOSING_HOUR = 86_400, 7, 21

OPENINGS = (
    "Hello, I have a question about order {order}.",
    "Hi, please take care of {order}.",
    "Good morning! It is about my order {order}.",
    "Can you help me with {order}?",
)


def tell(week: Week, start: float, story: Callable[[Conversation], None]) -> None:
    """One conversation: a greeting, the story, a good-bye."""
    talk = Conversation(week, start)
    talk.user(talk.random.choice(OPENINGS).format(order=talk.order))
    if talk.random.random() < 0.6:
        talk.do(read(talk))
    story(talk)
    talk.reply(talk.random.choice(("All done.", "That is settled.", "Is there anything else?", "Have a nice day!")))


def make_week(seed: int) -> Week:
    """The week of a seed: its spans and its answer key, in the order in which the copies happened."""
    week = Week(seed, FIRST_MONDAY + timedelta(weeks=seed % 50))
    others = week.random.sample(sorted(CAUSES), COPIES_PER_WEEK - 1)
    mails = week.random.randrange(3, 6)
    tools = week.random.sample([MAIL] * mails + [CHARGE] * (len(others) - mails), len(others))
    stories: list[Callable[[Conversation], None]] = [partial(duplicated, FIRST_CAUSE, four_seconds_later, CHARGE)]
    stories += [partial(duplicated, how, CAUSES[how], tool) for how, tool in zip(others, tools, strict=True)]
    stories += lookalikes.STORIES * 2
    stories += week.random.choices(ordinary.STORIES, k=65)
    week.random.shuffle(stories)
    hours = [week.random.uniform(OPENING_HOUR, CLOSING_HOUR) * 3600 for _ in stories]
    starts = sorted(week.random.randrange(7) * DAY + hour for hour in hours)
    for start, story in zip(starts, stories, strict=True):
        tell(week, start, story)
    return week


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="which week to write (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the trace goes")
    parser.add_argument("--answers", type=Path, required=True, metavar="FILE", help="where the answer key goes")
    options = parser.parse_args()
    week = make_week(options.seed)
    options.out.write_text("".join(f"{line}\n" for line in week.lines()), encoding="utf-8")
    options.answers.write_text(json.dumps(week.answers, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
