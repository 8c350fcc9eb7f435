// @ts-check
// Below the felt: chips and what is done with them, decisions, hands to be set, a desk for tickets.
import { amountField, picks, throwAway } from "./answers.js";
import { drawing, h, money, put } from "./dom.js";

/** @typedef {(what: Record<string, any>) => void} Press */

let chip = 0;
let shown = "";
let changed = () => {};
/** What is to be done when another chip is chosen. @param {() => void} act */
export const onChip = (act) => { changed = act; };
let rebetting = () => {};
/** What is to be done to make the bets of the last round again and play. @param {() => void} act */
export const onRebet = (act) => { rebetting = act; };
let freshChips = () => {};
/** What is to be done for a player who is out of chips. @param {() => void} act */
export const onFreshChips = (act) => { freshChips = act; };
/** The chip that is in hand, in cents. */
export const inHand = () => chip;

/** @param {HTMLElement} place @param {any} view @param {Record<string, number>} mine @param {Press} press @param {() => void} undo @param {boolean} canUndo @param {boolean} busy */
export function drawRail(place, view, mine, press, undo, canUndo, busy) {
  const { round, rounds, choices, waits, betting: open, next_round, tickets_sold, waiting_for, asks, again, not_yet, due, may_double, takes_back, over, ready, overdue, seat, broke, alone } = view;
  const now = JSON.stringify([round, rounds, choices, waits, open, next_round, tickets_sold, waiting_for, asks, again, not_yet, due, may_double, takes_back, over, ready, overdue, seat, broke, alone, mine, canUndo, busy, picks(view)]);
  if (now === shown) return; // nothing is drawn anew under a hand without need
  shown = now;
  const parts = [];
  if (view.broke) parts.push(h("p", { class: "stuck", role: "alert" }, view.broke, " ", h("button", { type: "button", class: "main", id: "fresh-chips", onclick: freshChips }, "Take fresh chips")));
  if (view.alone) parts.push(h("p", { class: "stuck", id: "alone" }, view.alone));
  if (view.choices.length) parts.push(deciding(view, press));
  if (view.waits) parts.push(dealing(view, press));
  if ((view.betting && !view.broke) || view.next_round) parts.push(betting(view, mine, press, undo, canUndo, busy));
  if (view.tickets_sold && !view.broke && view.seat !== null) parts.push(desk(view, press));
  if (view.waiting_for.length) parts.push(h("p", { class: "quiet" }, `Waiting for ${view.waiting_for.join(", ")}.`));
  put(place, ...parts);
  arrange();
}

/** @param {any} view @param {Record<string, number>} mine @param {Press} press @param {() => void} undo @param {boolean} canUndo @param {boolean} busy */
function betting(view, mine, press, undo, canUndo, busy) {
  if (!view.chips.includes(chip)) chip = view.chip;
  const staked = Object.values(mine).reduce((sum, one) => sum + one, 0);
  const down = view.asks === "bets" && staked > 0;
  const chips = view.betting && h("fieldset", { id: "chips" }, h("legend", { class: "hidden" }, "Chip"),
    ...view.chips.map((/** @type {number} */ cents) => h("label", { class: `chip c${cents}`, "data-chip": cents },
      h("input", { type: "radio", name: "chip", value: cents, checked: cents === chip, onchange: () => { chip = cents; changed(); } }), h("span", {}, money(cents)))));
  const due = view.due.filter((/** @type {string} */ name) => !mine[name]);
  const again = Object.keys(view.again).length > 0 && !down;
  const same = { title: Object.entries(view.again).map(([name, cents]) => `${name} ${money(Number(cents))}`).join(", ") };
  const rebets = again && view.rounds > 0 && !view.next_round, rebet = `Rebet and ${view.go.toLowerCase()}`;
  // each button has a place of its own, so that it is where it was
  const slot = (/** @type {Node | string | false | null | undefined} */ one) => h("span", { class: "slot" }, one);
  const acts = h("div", { class: "acts" },
    slot(again ? button("again", view.rounds > 0 ? "Same bets" : "Usual bets", "a", () => press({ do: "again" }), same) : down && view.takes_back && button("clear", "Take back", "t", () => press({ do: "clear" }))),
    slot(canUndo && button("undo", "Undo", "u", undo)),
    slot(down && !due.length && view.may_double && button("double", "Double", "x", () => press({ do: "double" }))),
    slot(view.next_round ? button("ready", view.next_round, " ", () => press({ do: "ready" }), { class: "main" }) : rebets ? button("rebet", rebet, " ", rebetting, { ...same, class: "main" }) : down && (!view.ready || view.overdue) && button("ready", view.overdue ? "Close the betting" : view.go, " ", () => press({ do: "ready" }), { class: "main", disabled: due.length > 0 || (Boolean(view.not_yet) && !busy), title: view.not_yet || null })),
    down && view.not_yet && !busy && h("span", { class: "quiet" }, `${view.not_yet}.`));
  return h("div", { class: "bets" }, chips, acts);
}

/** @param {string} id @param {string} label @param {string} key @param {() => void} act @param {Record<string, any>} [more] */
function button(id, label, key, act, more = {}) {
  return h("button", { type: "button", id, "data-key": key, onclick: act, ...more }, label, " ", h("kbd", {}, key === " " ? "space" : key));
}

/** @param {any} view @param {Press} press */
function deciding(view, press) {
  const choose = (/** @type {any} */ one, /** @type {number} */ at) => {
    if (one.amounts.length) return sized(one, at, press);
    const field = one.unit ? h("input", { id: `amount-${at + 1}`, inputmode: "decimal", value: one.most, size: 5, oninput: () => name() }) : null;
    const value = () => field ? /** @type {HTMLInputElement} */ (field).value : "";
    const act = () => press({ do: "act", seat: one.who, what: one.name, ...(field ? { amount: value() } : {}) });
    const label = one.pictures ? drawing(one.pictures) : h("span", {}, one.label);
    const dollars = one.unit === "dollars";
    const name = () => { if (dollars) label.textContent = `${one.label} $${value()}`; };
    name();
    const span = dollars ? `Amount, $${one.least} to $${one.top} ` : `Cards deep, ${one.least} to ${one.top} `;
    const typed = field && h("label", {}, span, field);
    return h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); act(); } },
      h("button", { class: "main", id: `act-${at + 1}`, "data-key": one.key, title: one.short || one.cite, disabled: Boolean(one.short), "data-sets": one.sets || null, "data-what": one.name }, label, " ", h("kbd", {}, one.key)),
      typed && (dollars && one.most === one.top ? h("details", { class: "less" }, h("summary", {}, "For less"), typed) : typed));
  };
  /** @type {{one: any, form: HTMLElement}[]} */
  const all = view.choices.map((/** @type {any} */ one, /** @type {number} */ at) => ({ one, form: choose(one, at) }));
  const setting = view.setting && handsToSet(view);
  const cards = view.picks?.done ? [view.picks.done, ...view.picks.cards] : [];
  const plain = all.filter(({ one }) => !(setting && one.sets) && !cards.includes(one.name)).map(({ form }) => form);
  if (cards.length) plain.unshift(exchanging(view, press));
  const ways = setting ? all.filter(({ one }) => one.sets).map(({ form }) => form) : [];
  return h("div", { class: "deciding" }, setting,
    h("div", { class: "decide", role: "group", "aria-label": "Your decision" },
      setting && h("button", { type: "button", class: "main", id: "set", disabled: true, onclick: () => { choice(made())?.click(); } }, "Set hands"), ...plain),
    ways.length > 0 && h("details", { class: "ways" }, h("summary", {}, "Or choose from all settings"), h("div", { class: "list" }, ...ways)));
}

/** A bet or raise of an amount. @param {any} one @param {number} at @param {Press} press */
function sized(one, at, press) {
  const says = h("span", {}, one.label);
  const amount = amountField(one, at, () => { says.textContent = `${one.label} $${/** @type {HTMLInputElement} */ (amount.box.querySelector("[type=number]")).value}`; });
  amount.value();
  return h("form", { class: "sized", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); press({ do: "act", seat: one.who, what: one.name, amount: amount.value() }); } },
    amount.box, h("button", { class: "main", id: `act-${at + 1}`, "data-key": one.key, title: one.short || one.cite, disabled: Boolean(one.short), "data-what": one.name }, says, " ", h("kbd", {}, one.key)));
}

/** Cards to exchange are picked on the felt. @param {any} view @param {Press} press */
function exchanging(view, press) {
  const count = picks(view).length, done = view.choices.find((/** @type {any} */ one) => one.name === view.picks.done);
  return h("form", { class: "exchange", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); throwAway(view, press); } },
    h("span", { class: "quiet" }, "Click the cards to exchange."),
    h("button", { class: "main", id: "exchange", "data-key": done.key, title: done.cite, "data-what": done.name }, count ? `Exchange ${count} ${count === 1 ? "card" : "cards"}` : done.label, " ", h("kbd", {}, done.key)));
}

/** What somebody who deals says. @param {any} view @param {Press} press */
function dealing(view, press) {
  const says = { begin: "Begin a round", close: "No more bets", go: "Go on", shuffled: "The cards are shuffled", draw: "Deal", rolled: "Rolled", picked: "Drawn", spun: "Spun" };
  const asks = { draw: "Cards, as As Td 4c", rolled: "Dice, as 3 5", picked: "Numbers", spun: "Pocket" };
  const asked = asks[/** @type {keyof typeof asks} */ (view.waits)];
  const field = asked ? h("input", { name: "given", autocomplete: "off", size: 24 }) : null;
  return h("form", { class: "deal", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); press({ do: view.waits, given: field ? /** @type {HTMLInputElement} */ (field).value : "" }); } },
    field && h("label", {}, `${asked} `, field), h("button", { class: "main", id: "deal" }, says[/** @type {keyof typeof says} */ (view.waits)]));
}

/** @param {any} view @param {Press} press */
function desk(view, press) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById("ticket") ?? h("input", { id: "ticket", size: 24, value: "quick 5 $1", "aria-describedby": "ticket-help" }));
  return h("form", { class: "desk", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); press({ do: "buy", ticket: field.value }); } },
    h("label", {}, "Ticket ", field), h("button", { id: "buy" }, "Buy"),
    view.asks === "tickets" && button("ready", "Draw", " ", () => press({ do: "ready" }), { class: "main" }),
    h("p", { class: "quiet", id: "ticket-help" }, "Mark numbers, or write quick 5 $1, 3 17 42 $1, way 1 2 / 3 4 / 5 6 any 2 $1; x3 at the end plays three games."));
}

/** Mark a number of a ticket. @param {Element} number */
export function mark(number) {
  const on = number.classList.toggle("marked");
  number.setAttribute("aria-pressed", String(on));
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("ticket"));
  if (!field) return;
  const rate = field.value.match(/\$\S+/)?.[0] ?? "$1";
  const marked = [...document.querySelectorAll("[data-number].marked")].map((one) => one.getAttribute("data-number"));
  field.value = marked.length ? `${marked.join(" ")} ${rate}` : `quick 5 ${rate}`;
}

/** Numbers that the ticket names stay marked when the board is drawn anew. */
export function remark() {
  const ticket = /** @type {HTMLInputElement | null} */ (document.getElementById("ticket"))?.value ?? "";
  if (!/^\d/.test(ticket)) return;
  const marked = new Set(ticket.split("$")[0].match(/\d+/g));
  for (const one of document.querySelectorAll("[data-number]")) {
    const on = marked.has(one.getAttribute("data-number") ?? "");
    one.classList.toggle("marked", on);
    one.setAttribute("aria-pressed", String(on));
  }
}

// Hands that are set: pieces go into groups, and what they make is one of the choices.

/** @type {{of: string, places: Record<string, string>}} */
let set = { of: "", places: {} }; // kept when the table is drawn anew

/** @param {any} view */
function handsToSet(view) {
  const { pieces, groups } = view.setting;
  const of = `${view.round}-${view.choices[0].who}-${pieces.map((/** @type {any} */ one) => one.code).join(" ")}`;
  const piece = (/** @type {any} */ one) => h("button", { type: "button", class: "piece", "data-card": one.code, "data-name": one.name, "aria-describedby": "setting-help" }, drawing(one.picture));
  return h("div", { class: "setting", id: "setting", "data-of": of },
    h("p", { class: "quiet", id: "setting-help" }),
    h("div", { class: "pile", "data-group": "", "data-size": pieces.length, "aria-label": "Not placed", role: "group" }, ...pieces.map(piece)),
    h("div", { class: "groups" }, ...groups.map((/** @type {[string, number]} */ [name, size]) => h("div", { class: "group", "data-group": name, "data-size": size, role: "group", "aria-label": `${capital(name)} hand` },
      h("h3", {}, capital(name), " ", h("small", {}, String(size))), h("div", { class: "held" })))));
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);
/** @returns {HTMLElement[]} */
const groups = () => [...document.querySelectorAll("#setting .group")].map((one) => /** @type {HTMLElement} */ (one));
const held = (/** @type {string | undefined} */ name) => Object.keys(set.places).filter((card) => set.places[card] === name);
const room = (/** @type {HTMLElement} */ group) => Number(group.dataset.size) - held(group.dataset.group).length;
const made = (swap = (/** @type {string} */ name) => name) => groups()
  .map((group) => `${group.dataset.group}=${held(swap(group.dataset.group ?? "")).sort().join(" ")}`).join(";");
const choice = (/** @type {string} */ text) => /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll("[data-sets]")].find((one) => one.getAttribute("data-sets") === text));

/** Put a piece into a hand. @param {HTMLElement | null} piece @param {string} name */
export function place(piece, name) {
  if (!piece) return;
  const card = piece.dataset.card ?? "", before = set.places[card] ?? "";
  const to = groups().find((group) => group.dataset.group === name);
  if (to && name !== before && room(to) < 1) set.places[held(name)[0]] = before; // they change places
  set.places[card] = name;
  const open = groups().filter((group) => room(group) > 0);
  const left = [...document.querySelectorAll(".piece")].map((one) => one.getAttribute("data-card") ?? "").filter((one) => !set.places[one]);
  if (name && open.length === 1 && left.length === room(open[0]))
    for (const one of left) set.places[one] = open[0].dataset.group ?? ""; // there is one place for them
  arrange();
  /** @type {HTMLElement | null} */ (document.querySelector(`.piece[data-card="${card}"]`))?.focus();
}

/** The next hand that has room for a piece. @param {HTMLElement} piece */
export function moveOn(piece) {
  const open = groups().filter((group) => room(group) > 0).map((group) => group.dataset.group);
  const all = ["", ...groups().map((group) => group.dataset.group)];
  const at = all.indexOf(set.places[piece.dataset.card ?? ""] ?? "");
  place(piece, all.slice(at + 1).find((name) => open.includes(name)) ?? "");
}

/** Pieces where they have been put, and whether that may be set. */
function arrange() {
  const table = document.getElementById("setting");
  if (!table) return;
  if (set.of !== table.dataset.of) set = { of: table.dataset.of ?? "", places: {} };
  let told = "Drag each piece to a hand, or press it to move it on.";
  const full = groups().every((group) => room(group) === 0);
  if (full && !choice(made())) {
    const [first, second, ...more] = groups().map((group) => group.dataset.group ?? "");
    const other = { [first]: second, [second]: first };
    if (!more.length && choice(made((name) => other[name]))) {
      for (const card of Object.keys(set.places)) set.places[card] = other[set.places[card]];
      told = "The two hands have changed places: that way round they may be set.";
    } else told = "Hands may not be set so.";
  } else if (full) told = "These hands may be set.";
  for (const one of document.querySelectorAll(".piece")) {
    const piece = /** @type {HTMLElement} */ (one), name = set.places[piece.dataset.card ?? ""] ?? "";
    const group = document.querySelector(`#setting [data-group="${name}"]`);
    const to = group?.querySelector(".held") ?? group;
    if (to && piece.parentElement !== to) to.append(piece);
    piece.setAttribute("aria-label", `${piece.dataset.name}, ${name ? `in the ${name} hand` : "not placed"}`);
  }
  const help = document.getElementById("setting-help");
  if (help) help.textContent = told;
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("set"));
  if (button) button.disabled = !(full && choice(made()));
}
