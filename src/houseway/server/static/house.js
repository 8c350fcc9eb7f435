// What every page does by itself: light or dark, still pictures, lazy pictures, the lobby's search.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const look = event.target.closest("[data-look]");
    if (look) change(look);
  });

  function change(button) {
    const name = button.dataset.look, root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const before = root.dataset[name] ?? (name === "theme" && dark ? "dark" : "");
    const after = name === "theme" ? (before === "dark" ? "light" : "dark") : before === "still" ? "" : "still";
    root.dataset[name] = after;
    localStorage.setItem(name, after);
    if (name === "motion") button.setAttribute("aria-pressed", String(after === "still"));
  }
  document.addEventListener("DOMContentLoaded", () => {
    const still = document.querySelector("[data-look=motion]");
    still?.setAttribute("aria-pressed", String(document.documentElement.dataset.motion === "still"));
    // Pictures are loaded shortly before they are scrolled to.
    const near = new IntersectionObserver((seen) => {
      for (const one of seen) if (one.isIntersecting) { near.unobserve(one.target); one.target.src = one.target.dataset.src; }
    }, { rootMargin: "150px" });
    for (const one of document.querySelectorAll("img[data-src]")) near.observe(one);
  });

  // Keys of buttons and links; a table has keys of its own.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.body.classList.contains("at-table")) return;
    const at = document.activeElement;
    if (at?.matches("input:not([type=radio]), textarea, select")) return;
    if (event.key === " " && at?.matches("button, a, summary, input")) return;
    const key = event.key.toLowerCase();
    const button = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (button) { event.preventDefault(); button.click(); }
  });

  document.addEventListener("input", (event) => {
    const wanted = event.target.dataset?.filter;
    if (!wanted) return;
    const typed = event.target.value.trim().toLowerCase();
    for (const one of document.querySelectorAll(wanted)) one.hidden = !one.dataset.words.includes(typed);
    for (const group of document.querySelectorAll("section")) {
      const within = group.querySelectorAll(wanted);
      if (within.length) group.hidden = [...within].every((one) => one.hidden);
    }
  });

  // Every command has a key, so that one that is sent twice is done once.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "post") event.detail.headers["Idempotency-Key"] = crypto.randomUUID?.() ?? String(Math.random());
  });
})();
