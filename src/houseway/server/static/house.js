// What a page does by itself: chips by click, drag or key, hands that are set; everything else is
// asked of the house.
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
        source: document.body, target: "#drawn", swap: "innerHTML", values: all,
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

  // What is dragged: a chip to an area, a card or a tile to a hand. By pointer, so that a finger
  // does it as well as a mouse; a press that does not move is a click.

  let dragged = null;
  const NEAR = 6;
  const target = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return dragged?.piece ? under?.closest("#setting [data-group]") : under?.closest("[data-wager]");
  };
  document.addEventListener("pointerdown", (event) => {
    const from = event.button === 0 && event.target.closest?.("label[data-chip], .piece");
    if (from) dragged = { from, piece: from.matches(".piece"), x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const away = Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y);
    if (!dragged.ghost && away < NEAR) return;
    if (!dragged.ghost) {
      const picture = dragged.from.querySelector(dragged.piece ? "svg" : "span");
      dragged.ghost = picture.cloneNode(true);
      dragged.ghost.classList.add("ghost", ...[...dragged.from.classList].filter((one) => /^c\d+$/.test(one)));
      document.body.append(dragged.ghost);
      document.documentElement.classList.add("dragging");
    }
    const box = dragged.ghost.getBoundingClientRect();
    dragged.ghost.style.left = `${event.clientX - box.width / 2}px`;
    dragged.ghost.style.top = `${event.clientY - box.height / 2}px`;
    const under = target(event);
    for (const one of document.querySelectorAll(".over-it")) one.classList.toggle("over-it", one === under);
    if (under && (dragged.piece || live(under))) under.classList.add("over-it");
  });
  function letGo(event, counts) {
    const held = dragged;
    if (!held?.ghost) { dragged = null; return; }
    const under = counts ? target(event) : null;
    dragged = null;
    held.ghost.remove();
    document.documentElement.classList.remove("dragging");
    for (const one of document.querySelectorAll(".over-it")) one.classList.remove("over-it");
    // The click that follows a drag is not meant.
    const stop = (after) => { after.preventDefault(); after.stopPropagation(); };
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 50);
    if (!under) return;
    if (held.piece) put(document.querySelector(`.piece[data-card="${held.from.dataset.card}"]`), under.dataset.group);
    else if (live(under)) bet(under, held.from.dataset.chip);
  }
  document.addEventListener("pointerup", (event) => letGo(event, true));
  document.addEventListener("pointercancel", (event) => letGo(event, false));
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("label[data-chip], .piece")) event.preventDefault();
  });

  // Hands that are set: pieces go into groups, and what they make is one of the choices.

  let set = { of: "", places: {} }; // kept when the page is drawn anew
  const groups = () => [...document.querySelectorAll("#setting .group")];
  const held = (group) => Object.keys(set.places).filter((card) => set.places[card] === group.dataset.group);
  const room = (group) => Number(group.dataset.size) - held(group).length;

  function put(piece, name) {
    if (!piece) return;
    const card = piece.dataset.card, before = set.places[card] ?? "";
    const to = groups().find((group) => group.dataset.group === name);
    if (to && name !== before && room(to) < 1) set.places[held(to)[0]] = before; // they change places
    set.places[card] = name;
    const open = groups().filter((group) => room(group) > 0);
    const left = [...document.querySelectorAll(".piece")].map((one) => one.dataset.card).filter((one) => !set.places[one]);
    if (name && open.length === 1 && left.length === room(open[0]))
      for (const one of left) set.places[one] = open[0].dataset.group; // there is one place for them
    arrange();
    document.querySelector(`.piece[data-card="${card}"]`)?.focus();
  }
  const made = (swap = (name) => name) => groups()
    .map((group) => `${group.dataset.group}=${held({ dataset: { group: swap(group.dataset.group) } }).sort().join(" ")}`)
    .join(";");
  const choice = (text) => [...document.querySelectorAll("[data-sets]")].find((one) => one.dataset.sets === text);

  function arrange() {
    const table = document.getElementById("setting");
    if (!table) return;
    if (set.of !== table.dataset.of) set = { of: table.dataset.of, places: {} };
    let told = "Drag each piece to a hand, or press it to move it on. What you cannot put together is not allowed.";
    const full = groups().every((group) => room(group) === 0);
    if (full && !choice(made())) {
      const [first, second, ...more] = groups().map((group) => group.dataset.group);
      const other = { [first]: second, [second]: first };
      if (!more.length && choice(made((name) => other[name]))) {
        for (const card of Object.keys(set.places)) set.places[card] = other[set.places[card]];
        told = `The two hands have changed places: that way round they may be set.`;
      } else told = "Hands may not be set so.";
    } else if (full) told = "These hands may be set.";
    for (const piece of document.querySelectorAll(".piece")) {
      const name = set.places[piece.dataset.card] ?? "";
      const group = document.querySelector(`#setting [data-group="${name}"]`);
      const place = group.querySelector(".held") ?? group;
      if (piece.parentElement !== place) place.append(piece);
      piece.setAttribute("aria-label", `${piece.dataset.name}, ${name ? `in the ${name} hand` : "not placed"}`);
    }
    document.getElementById("setting-help").textContent = told;
    const button = document.getElementById("set");
    if (button) button.disabled = !(full && choice(made()));
  }
  document.addEventListener("click", (event) => {
    const piece = event.target.closest(".piece");
    if (piece) {
      const names = groups().filter((group) => room(group) > 0).map((group) => group.dataset.group);
      const all = ["", ...groups().map((group) => group.dataset.group)];
      const at = all.indexOf(set.places[piece.dataset.card] ?? "");
      put(piece, all.slice(at + 1).find((name) => names.includes(name)) ?? "");
    } else if (event.target.closest("#set")) {
      const found = choice(made());
      if (found) send({ do: "act", what: found.form.elements.what.value, seat: found.form.elements.seat.value });
    }
  });
  document.addEventListener("DOMContentLoaded", arrange);
  document.addEventListener("htmx:afterSettle", arrange);

  // An area tells about itself where it is pointed at; and a sheet that was moved stays so.

  const about = (event) => {
    const area = event.target.closest?.("[data-wager]"), line = document.getElementById("about");
    if (area && line) line.textContent = area.getAttribute("aria-label");
  };
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, about);
  let moved = 0;
  document.addEventListener("scroll", (event) => {
    if (event.target.classList?.contains("scroll")) moved = event.target.scrollLeft;
  }, { capture: true, passive: true });
  document.addEventListener("htmx:afterSettle", () => {
    const sheet = document.querySelector(".scroll");
    if (sheet && moved) sheet.scrollLeft = moved;
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
  // A table is not drawn under a press, which would be lost: it is drawn when that is over. Nor is it
  // drawn as it was before what is shown.
  let pressed = false;
  let waits = "";
  let later;
  const version = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1] ?? Infinity);
  const over = () => {
    pressed = false;
    if (waits) htmx.swap("#drawn", waits, { swapStyle: "innerHTML" });
    waits = "";
  };
  document.addEventListener("pointerdown", () => { clearTimeout(later); pressed = true; }, { capture: true });
  document.addEventListener("click", () => setTimeout(over), { capture: true });
  for (const kind of ["pointerup", "pointercancel"]) { // not every press becomes a click
    document.addEventListener(kind, () => { later = setTimeout(over, 300); }, { capture: true });
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (target?.id !== "drawn" || xhr.status >= 400) return;
    const shown = waits ? version(waits) : Number(now()?.dataset.version ?? 0);
    if (version(xhr.responseText) < shown) {
      event.detail.shouldSwap = false;
      const told = page(xhr).querySelector(".refusal"); // that much of it is new
      if (told) complain(told);
    } else if (pressed) { event.detail.shouldSwap = false; waits = xhr.responseText; }
  });
  // Problems are shown where the table's refusals are.
  const page = (xhr) => new DOMParser().parseFromString(xhr.responseText, "text/html");
  function complain(told) {
    now().querySelector(".refusal")?.remove();
    now().prepend(told);
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status >= 400 && event.detail.target?.id === "drawn") {
      const told = document.createElement("p");
      told.className = "refusal";
      told.setAttribute("role", "alert");
      told.textContent = page(xhr).body.textContent.trim() || "The house did not answer; load the page again.";
      complain(told);
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    const still = document.querySelector("[data-look=motion]");
    still?.setAttribute("aria-pressed", String(document.documentElement.dataset.motion === "still"));
  });
})();
