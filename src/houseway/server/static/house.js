// What a page does by itself: chips by click, drag or key; everything else is asked of the house.
(() => {
  "use strict";
  const now = () => document.getElementById("now");
  let line = Promise.resolve(); // one thing after another, so that no chip is lost

  function send(values) {
    line = line.then(() => {
      const table = now();
      if (!table) return undefined;
      const all = { rounds: table.dataset.rounds, seen: table.dataset.seen, ...values };
      if (!all.seat && table.dataset.seat) all.seat = table.dataset.seat;
      return htmx.ajax("POST", table.dataset.url, {
        source: document.body, target: "#now", swap: "outerHTML", values: all,
      });
    });
  }

  // A page that is drawn anew keeps what was chosen here: the chip, the numbers of a ticket.
  let chip = "";
  const chosen = () => chip || (document.querySelector("#chips input:checked")?.value ?? "");
  document.addEventListener("change", (event) => {
    if (event.target.name === "chip") chip = event.target.value;
  });
  document.addEventListener("htmx:afterSettle", () => {
    const kept = chip && document.querySelector(`#chips input[value="${chip}"]`);
    if (kept) kept.checked = true;
    const ticket = document.getElementById("ticket")?.value ?? "";
    if (/^\d/.test(ticket)) {
      const marked = new Set(ticket.split("$")[0].match(/\d+/g));
      for (const one of document.querySelectorAll("[data-number]")) {
        one.classList.toggle("marked", marked.has(one.dataset.number));
        one.setAttribute("aria-pressed", String(marked.has(one.dataset.number)));
      }
    }
  });
  const bet = (area, one = chosen()) => send({ do: "chip", wager: area.dataset.wager, chip: one });
  const take = (area) => send({ do: "take", wager: area.dataset.wager, chip: chosen() });
  const live = (area) => area && area.getAttribute("role") === "button";

  document.addEventListener("click", (event) => {
    const area = event.target.closest("[data-wager]");
    if (live(area)) { area.focus(); bet(area); return; }
    const seat = event.target.closest("g[data-seat]");
    if (seat) { send({ do: "sit", seat: seat.dataset.seat }); return; }
    const number = event.target.closest("[data-number]");
    if (number) { mark(number); return; }
    const look = event.target.closest("[data-look]");
    if (look) change(look);
  });

  document.addEventListener("contextmenu", (event) => {
    const area = event.target.closest("[data-wager]");
    if (live(area)) { event.preventDefault(); take(area); }
  });

  // Keys

  function near(area, key) {
    const all = [...document.querySelectorAll("[data-wager][role=button]")];
    const middle = (one) => {
      const box = one.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(area);
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const [dx, dy] = ways[key];
    let best = null, least = Infinity;
    for (const one of all) {
      const [ox, oy] = middle(one);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 1 && along + 3 * aside < least) { least = along + 3 * aside; best = one; }
    }
    return best;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const typing = at?.matches("input:not([type=radio]), textarea, select");
    if (typing) return;
    const area = at?.closest?.("[data-wager]");
    if (area && event.key.startsWith("Arrow")) {
      event.preventDefault();
      const next = near(area, event.key);
      if (next) { area.setAttribute("tabindex", "-1"); next.setAttribute("tabindex", "0"); next.focus(); }
      return;
    }
    if (area && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); bet(area); return; }
    if (area && ["Delete", "Backspace", "-"].includes(event.key)) { event.preventDefault(); take(area); return; }
    const pressed = at?.closest?.("g[data-seat], [data-number]");
    if (pressed && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      pressed.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return;
    }
    if (event.key === " " && at?.matches("button, a, summary, input")) return;
    if (/^[1-9]$/.test(event.key)) {
      const radio = document.querySelectorAll("#chips input")[Number(event.key) - 1];
      if (radio) { radio.checked = true; chip = radio.value; return; }
    }
    const key = event.key.toLowerCase();
    const button = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (button) { event.preventDefault(); button.click(); }
  });

  // Chips that are dragged

  document.addEventListener("dragstart", (event) => {
    const dragged = event.target.closest?.("[data-chip]");
    if (dragged) event.dataTransfer.setData("text/plain", dragged.dataset.chip);
  });
  document.addEventListener("dragover", (event) => {
    if (live(event.target.closest("[data-wager]"))) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const area = event.target.closest("[data-wager]");
    if (live(area)) { event.preventDefault(); bet(area, event.dataTransfer.getData("text/plain")); }
  });

  // Numbers of a ticket

  function mark(number) {
    const on = number.classList.toggle("marked");
    number.setAttribute("aria-pressed", String(on));
    const field = document.getElementById("ticket");
    if (!field) return;
    const rate = field.value.match(/\$\S+/)?.[0] ?? "$1";
    const marked = [...document.querySelectorAll("[data-number].marked")].map((one) => one.dataset.number);
    field.value = marked.length ? `${marked.join(" ")} ${rate}` : `quick 5 ${rate}`;
  }

  // Light or dark, moving or still

  function change(button) {
    const name = button.dataset.look, root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const before = root.dataset[name] ?? (name === "theme" && dark ? "dark" : "");
    const after = name === "theme" ? (before === "dark" ? "light" : "dark") : before === "still" ? "" : "still";
    root.dataset[name] = after;
    localStorage.setItem(name, after);
    if (name === "motion") button.setAttribute("aria-pressed", String(after === "still"));
  }

  // The lobby's search

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

  // Every command has a key, so that one that is sent twice is done once; and a page does not ask
  // for what it has shown already.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "post") event.detail.headers["Idempotency-Key"] = crypto.randomUUID?.() ?? String(Math.random());
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const cause = event.detail.requestConfig.triggeringEvent;
    if (cause?.type === "sse:changed" && Number(cause.detail?.data) <= Number(now()?.dataset.version)) event.preventDefault();
  });
  // Problems are shown where the table's refusals are.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status >= 400 && event.detail.target?.id === "now") {
      const told = document.createElement("p");
      told.className = "refusal";
      told.setAttribute("role", "alert");
      const words = new DOMParser().parseFromString(xhr.responseText, "text/html").body.textContent.trim();
      told.textContent = words || "The house did not answer; load the page again.";
      now().querySelector(".refusal")?.remove();
      now().prepend(told);
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    const still = document.querySelector("[data-look=motion]");
    still?.setAttribute("aria-pressed", String(document.documentElement.dataset.motion === "still"));
  });
})();
