// The event that is shown stays in sight of its list; the page itself does not move.
(() => {
  "use strict";
  function show() {
    const list = document.getElementById("events");
    const now = list?.querySelector("[aria-current]");
    if (!now) return;
    const box = list.getBoundingClientRect(), line = now.getBoundingClientRect();
    list.scrollTop += line.top - box.top - (box.height - line.height) / 2;
  }
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("DOMContentLoaded", show);
})();
