"""A real browser for tests: Debian's `chromium` and `chromium-driver`, or the same under other names."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVERS = ("chromedriver", "chromium.chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def programs() -> tuple[str, str]:
    """Browser and driver. Skips when one is not there, fails when DOUBLEFIRE_REQUIRE names `chromium`."""
    found = [next(filter(None, map(shutil.which, names)), None) for names in (BROWSERS, DRIVERS)]
    if found[0] is None or found[1] is None:
        missing = "chromium with its driver is not installed: apt-get install chromium chromium-driver"
        if "chromium" in os.environ.get("DOUBLEFIRE_REQUIRE", "").split(","):
            pytest.fail(missing)
        pytest.skip(missing)
    return found[0], found[1]


@contextmanager
def browser(profile: Path) -> Iterator[webdriver.Chrome]:
    """A browser with an empty profile that records every request and every message of its console."""
    program, driver = programs()
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield opened
    finally:
        opened.quit()


def requests(driver: webdriver.Chrome) -> list[str]:
    """The addresses that were asked for since the last look, less those that the page's policy kept from being sent."""
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    kept = {event["params"]["requestId"] for event in events if event["params"].get("blockedReason") == "csp"}
    sent = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    return [request["request"]["url"] for request in sent if request["requestId"] not in kept]


def complaints(driver: webdriver.Chrome) -> list[str]:
    """What the console says since the last look: errors, and what the page's policy turned away."""
    return [entry["message"] for entry in driver.get_log("browser")]


def emulate(driver: webdriver.Chrome, width: int = 1280, dark: bool = False, media: str = "") -> None:
    """A screen of this width, a colour scheme, and `print` where that is asked for."""
    screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    scheme: dict[str, Any] = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": [scheme]})
