"""The page in a real browser: it filters, opens and prints, loads nothing, and lets nothing of a trace run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from doublefire.model import Audit
from doublefire.reports.html import page

from .chromium import browser, complaints, emulate, requests
from .example import call, crowded_audit, empty_audit, finding, hostile_audit, rich_audit
from .rendering import render

AUDITS = [rich_audit, empty_audit, hostile_audit]
Open = Callable[[Audit], str]

CONTRASTS = """
const channels = (color) => color.match(/[\\d.]+/g).map(Number);
const light = (channel) => (channel /= 255) <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
const ground = (at) => {
  for (; at; at = at.parentElement) {
    const color = channels(getComputedStyle(at).backgroundColor);
    if (color.length === 3 || color[3] > 0) return color;
  }
};
const poor = [];
for (const at of document.querySelectorAll("body *")) {
  const words = [...at.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (!words || at.closest("script, svg, option, .aside") || !at.checkVisibility()) continue;
  const [one, two] = [channels(getComputedStyle(at).color), ground(at)].map(luminance);
  const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  if (ratio < 4.5) poor.push(`${at.localName}.${at.className}: ${ratio.toFixed(2)}`);
}
return poor;
"""
"""The elements whose text stands out less than WCAG 2.2 asks for (1.4.3, level AA: 4.5 to 1)."""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def visit(driver: webdriver.Chrome, tmp_path: Path) -> Open:
    """Writes the page of an audit, opens it and says its address."""
    emulate(driver)

    def visit(audit: Audit) -> str:
        path = tmp_path / "report.html"
        path.write_bytes(render("html", audit))
        return opened(driver, path.as_uri())

    return visit


def opened(driver: webdriver.Chrome, address: str) -> str:
    driver.get("about:blank")
    requests(driver)
    complaints(driver)
    driver.get(address)
    return address


def shown(driver: webdriver.Chrome) -> list[str]:
    """The tools of the findings that are to be seen, compact rows included."""
    items = driver.find_elements(By.CSS_SELECTOR, "[data-item]:not([hidden])")
    return [item.get_attribute("data-tool") or "" for item in items]


def is_open(driver: webdriver.Chrome, selector: str) -> list[bool]:
    return [item.get_property("open") is True for item in driver.find_elements(By.CSS_SELECTOR, selector)]


def choose(driver: webdriver.Chrome, name: str, value: str) -> None:
    Select(driver.find_element(By.NAME, name)).select_by_value(value)
    settled(driver, f"{name}={value}")


def settled(driver: webdriver.Chrome, state: str) -> None:
    """Waits until the address holds this state, which is written after the page was filtered."""
    WebDriverWait(driver, 10).until(lambda page: state in page.current_url)


def count_text(driver: webdriver.Chrome) -> str:
    return driver.find_element(By.ID, "shown").text


# --- inert ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", AUDITS)
def test_opens_without_a_word_and_without_a_request(
    driver: webdriver.Chrome, visit: Open, build: Callable[[], Audit]
) -> None:
    address = visit(build())
    driver.execute_script("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert driver.title.startswith("doublefire: ")
    assert requests(driver) == [address]
    assert complaints(driver) == []


def test_hostile_text_does_nothing(driver: webdriver.Chrome, visit: Open) -> None:
    visit(hostile_audit())
    driver.find_element(By.ID, "expand").click()
    with pytest.raises(NoAlertPresentException):
        _ = driver.switch_to.alert
    assert len(driver.find_elements(By.TAG_NAME, "script")) == 1
    assert driver.find_elements(By.CSS_SELECTOR, "img, iframe, object, embed, [onload], [onerror], main svg svg") == []
    links = driver.find_elements(By.CSS_SELECTOR, "a")
    assert [link for link in links if not (link.get_dom_attribute("href") or "").startswith("#")] == []
    assert "<script>alert(1)</script>" in driver.find_element(By.ID, "findings").text


def test_filters_by_a_hostile_tool_and_back_from_the_address(driver: webdriver.Chrome, visit: Open) -> None:
    visit(hostile_audit())
    tool = shown(driver)[0]
    Select(driver.find_element(By.NAME, "tool")).select_by_value(tool)
    WebDriverWait(driver, 10).until(lambda _: shown(driver) == [tool])
    settled(driver, "tool=")
    driver.refresh()
    assert shown(driver) == [tool]
    assert complaints(driver) == []


def test_policy_stops_what_an_escape_would_let_through(driver: webdriver.Chrome, tmp_path: Path) -> None:
    hole = (
        b"<main><script>document.title = 'pwned'</script><img src='http://127.0.0.1:9/p.png' "
        b"onerror=\"document.title = 'pwned'\"><iframe src='http://127.0.0.1:9/f'></iframe>"
        b"<style>h1 { display: none }</style>"
    )
    document = render("html", rich_audit())
    assert document.count(b"<main>") == 1
    path = tmp_path / "broken.html"
    path.write_bytes(document.replace(b"<main>", hole))
    address = opened(driver, path.as_uri())
    assert driver.title.startswith("doublefire: ")
    assert driver.find_element(By.TAG_NAME, "h1").is_displayed()
    assert [url for url in requests(driver) if url != address and not url.startswith("data:")] == []
    assert len([line for line in complaints(driver) if "Content Security Policy" in line]) >= 4


# --- filters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "tools"),
    [
        ("tool", "create_ticket", ["create_ticket"]),
        ("rule", "keyed-read", ["get_balance"]),
        ("severity", "info", ["create_ticket", "get_balance", "do_it"]),
        ("confidence", "medium", ["charge_card"]),
    ],
)
def test_filter(driver: webdriver.Chrome, visit: Open, name: str, value: str, tools: list[str]) -> None:
    visit(rich_audit())
    everything = len(shown(driver))
    assert count_text(driver) == f"{everything} in all"
    choose(driver, name, value)
    assert shown(driver) == tools
    assert count_text(driver) == f"{len(tools)} of {everything} shown"


def test_filters_add_up_and_can_fit_nothing(driver: webdriver.Chrome, visit: Open) -> None:
    visit(rich_audit())
    choose(driver, "severity", "info")
    choose(driver, "rule", "duplicate-side-effect")
    assert shown(driver) == []
    assert driver.find_element(By.ID, "nothing").is_displayed()
    driver.find_element(By.ID, "clear").click()
    assert len(shown(driver)) > 5
    assert not driver.find_element(By.ID, "nothing").is_displayed()
    assert "#" not in driver.current_url
    assert not driver.find_element(By.ID, "clear").is_displayed()


def test_search_finds_arguments_in_closed_findings(driver: webdriver.Chrome, visit: Open) -> None:
    needle = finding(fingerprint="n", tool="needle", calls=(call(arguments={"order": "Order-5512"}),))
    visit(Audit(empty_audit().summary, (), (finding(), needle), (), ()))
    driver.find_element(By.NAME, "q").send_keys("ORDER-55")
    settled(driver, "q=ORDER-55")
    assert shown(driver) == ["needle"]


def test_address_keeps_the_filters(driver: webdriver.Chrome, visit: Open) -> None:
    address = visit(rich_audit())
    opened(driver, f"{address}#severity=info&q=do_it")
    assert shown(driver) == ["do_it"]
    assert driver.find_element(By.NAME, "q").get_property("value") == "do_it"
    driver.execute_script("location.hash = 'severity=low'")
    WebDriverWait(driver, 10).until(lambda _: set(shown(driver)) == {"charge_card"})


@pytest.mark.parametrize("state", ["tool=no_such_tool", "%", "%E0%A4%A", "no-such-place", "__proto__=1", "rule="])
def test_any_address_will_do(driver: webdriver.Chrome, visit: Open, state: str) -> None:
    address = visit(rich_audit())
    everything = shown(driver)
    opened(driver, f"{address}#{state}")
    assert shown(driver) == everything
    assert complaints(driver) == []


def test_filter_opens_the_compact_table_when_the_rest_is_there(
    driver: webdriver.Chrome, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "DETAILED", 2)
    many = crowded_audit(findings=5, copies=2)
    late = finding(fingerprint="late", tool="late_tool", calls=(call(),))
    visit(Audit(many.summary, (), (*many.findings, late), (), ()))
    assert is_open(driver, "#rest") == [False]
    choose(driver, "tool", "late_tool")
    assert shown(driver) == ["late_tool"]
    assert is_open(driver, "#rest") == [True]
    assert driver.find_element(By.CSS_SELECTOR, "#rest tr[data-item]:not([hidden])").is_displayed()
    choose(driver, "tool", "charge_card")
    assert len(shown(driver)) == 5


# --- opening, keyboard, links ---------------------------------------------------------------------------------------


def test_expand_and_collapse(driver: webdriver.Chrome, visit: Open) -> None:
    visit(rich_audit())
    states = is_open(driver, ".finding")
    assert states[0]
    assert not any(states[1:])
    driver.find_element(By.ID, "expand").click()
    assert all(is_open(driver, ".finding"))
    driver.find_element(By.ID, "collapse").click()
    assert not any(is_open(driver, ".finding"))


def test_keyboard_is_enough(driver: webdriver.Chrome, visit: Open) -> None:
    visit(rich_audit())
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    assert driver.switch_to.active_element.get_dom_attribute("name") == "q"
    driver.switch_to.active_element.send_keys("a/b")
    assert driver.switch_to.active_element.get_property("value") == "a/b"
    settled(driver, "q=a")
    driver.find_element(By.ID, "clear").send_keys(Keys.ENTER)
    summary = driver.find_element(By.CSS_SELECTOR, ".finding > summary")
    summary.send_keys(Keys.ENTER)
    assert is_open(driver, ".finding")[0] is False
    summary.send_keys(Keys.SPACE)
    assert is_open(driver, ".finding")[0] is True


def test_links_open_what_they_lead_to(driver: webdriver.Chrome, visit: Open) -> None:
    address = visit(rich_audit())
    driver.find_element(By.CSS_SELECTOR, ".finding[open] a[href^='#rule-']").click()
    WebDriverWait(driver, 10).until(lambda _: any(is_open(driver, "#rules details")))
    opened(driver, f"{address}#f-a2")
    assert is_open(driver, "#f-a2") == [True]


def test_without_script_everything_is_there(driver: webdriver.Chrome, visit: Open) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(rich_audit())
        assert not driver.find_element(By.ID, "filters").is_displayed()
        assert driver.find_element(By.CSS_SELECTOR, ".finding summary").is_displayed()
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


# --- screens and paper ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", AUDITS)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_fits_the_screen(driver: webdriver.Chrome, visit: Open, build: Callable[[], Audit], width: int) -> None:
    emulate(driver, width)
    visit(build())
    driver.execute_script("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("dark", "media"), list(product([False, True], ["", "print"])))
def test_text_stands_out(driver: webdriver.Chrome, visit: Open, dark: bool, media: str) -> None:
    emulate(driver, dark=dark, media=media)
    visit(rich_audit())
    driver.execute_script("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert driver.execute_script(CONTRASTS) == []


def test_follows_the_colour_scheme(driver: webdriver.Chrome, visit: Open) -> None:
    visit(rich_audit())
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = driver.execute_script(ground)
    emulate(driver, dark=True)
    assert driver.execute_script(ground) != light
    emulate(driver, dark=True, media="print")
    assert driver.execute_script(ground) == "rgb(255, 255, 255)"


def test_paper_shows_what_is_closed(driver: webdriver.Chrome, visit: Open) -> None:
    visit(rich_audit())
    height = "return document.querySelectorAll('.finding .body')[1].checkVisibility({contentVisibilityAuto: true})"
    assert driver.execute_script(height) is False
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert all(is_open(driver, "details"))
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert sum(is_open(driver, "details")) == 1
    emulate(driver, media="print")
    assert driver.execute_script(height) is True
    assert not driver.find_element(By.ID, "expand").is_displayed()


def test_paper_leaves_the_compact_table_closed(
    driver: webdriver.Chrome, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "DETAILED", 2)
    visit(crowded_audit(findings=5, copies=2))
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert is_open(driver, "#rest") == [False]
    assert all(is_open(driver, ".finding"))
    emulate(driver, media="print")
    assert not driver.find_element(By.CSS_SELECTOR, "#rest tr").is_displayed()
