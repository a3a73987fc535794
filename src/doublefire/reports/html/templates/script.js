"use strict";
// Filters, links to one finding, and printing. It reads the page and shows or hides parts of it; it makes no markup.
(() => {
  const form = document.getElementById("filters");
  if (!form) return;

  const NAMES = ["rule", "severity", "confidence", "tool"];
  const items = [...document.querySelectorAll("[data-item]")];
  const findings = [...document.querySelectorAll("details.finding")];
  const rest = document.getElementById("rest");
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const clear = document.getElementById("clear");
  const texts = new WeakMap();

  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };

  const wanted = () => {
    const entries = [...new FormData(form)].map(([name, value]) => [name, value.trim()]);
    return entries.filter(([, value]) => value);
  };

  const fits = (item, filters) =>
    filters.every(([name, value]) =>
      name === "q" ? textOf(item).includes(value.toLowerCase()) : item.dataset[name] === value);

  const apply = () => {
    const filters = wanted();
    let count = 0;
    let below = 0;
    for (const item of items) {
      const hit = fits(item, filters);
      item.hidden = !hit;
      count += hit;
      below += hit && item.localName === "tr";
    }
    if (rest) {
      rest.hidden = !below;
      if (filters.length && below && below === count) rest.open = true;
    }
    const total = items.length.toLocaleString("en");
    shown.textContent = filters.length ? `${count.toLocaleString("en")} of ${total} shown` : `${total} in all`;
    nothing.hidden = count > 0;
    clear.hidden = !filters.length;
  };

  const remember = () => {
    const state = new URLSearchParams(wanted()).toString();
    try {
      history.replaceState(null, "", state ? `#${state}` : location.pathname + location.search);
    } catch {
      location.hash = state; // a browser that lets no file change its address
    }
  };

  const isFilter = (state) => [...NAMES, "q"].some((name) => state.has(name));

  const recall = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    if (!isFilter(state)) return reveal();
    for (const field of form.elements) {
      if (field.name) field.value = state.get(field.name) ?? "";
      if (field.localName === "select" && field.selectedIndex < 0) field.value = "";
    }
    apply();
  };

  // Opens what a link leads to, and everything around it.
  const reveal = () => {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return; // an address that is no text
    }
    if (!target) return;
    for (let at = target; at; at = at.parentElement) {
      if (at.localName === "details") at.open = true;
    }
    target.scrollIntoView();
  };

  const setAll = (open) => {
    for (const finding of findings) if (!finding.hidden) finding.open = open;
  };

  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { apply(); remember(); }, 120);
  };
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  form.addEventListener("submit", (event) => event.preventDefault());
  clear.addEventListener("click", () => { form.reset(); apply(); remember(); form.elements.q.focus(); });
  document.getElementById("expand").addEventListener("click", () => setAll(true));
  document.getElementById("collapse").addEventListener("click", () => setAll(false));
  addEventListener("hashchange", recall);
  addEventListener("keydown", (event) => {
    const typing = ["input", "select", "textarea"].includes(document.activeElement?.localName);
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    form.elements.q.focus();
  });

  // The compact table stays as it is: thousands of rows are no reading for paper, and more than a browser can lay out.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open], #rest)")].filter((part) => !part.hidden);
    for (const part of closed) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of closed) part.open = false;
    closed = [];
  });

  form.hidden = false;
  apply();
  recall();
})();
