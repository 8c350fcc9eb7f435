// @ts-check
// The page at a table: a client of the public interface. It holds the table as it last saw it, plays
// what is new, and sends what is pressed, one thing after another.
import { onPick, pick } from "./answers.js";
import { drawing, h, money, put } from "./dom.js";
import { Felt } from "./felt.js";
import { PACES, pace, play } from "./motion.js";
import { drawRail, inHand, mark, moveOn, onChip, onFreshChips, onRebet, place, remark } from "./rail.js";
import { drawSide } from "./side.js";
import { audible, sound, switchSound } from "./sound.js";

const now = /** @type {HTMLElement} */ (document.getElementById("now"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(name));
const api = now.dataset.api ?? "", csrf = now.dataset.csrf ?? "", tiled = now.dataset.tiled === "yes";
const PHONE = matchMedia("(max-width: 40rem)"), LOW = matchMedia("(max-height: 30rem)");

/** @type {any} */ let view = null; // the table as it is shown
/** @type {any[]} */ let log = [];
/** @type {Record<string, number>} */ let mine = {}; // chips of ours, those on their way included
/** @type {Record<string, number>[]} */ let undone = []; // how they lay before, in this round
let busy = 0; // presses on their way
const ceremonies = () => localStorage.getItem("ceremonies") === "own"; // cut, shoot, shake by oneself
let spoken = ""; // what was last said aloud

const felt = new Felt(part("stage"), press);

// Asking

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
async function ask(path, body) {
  const key = crypto.randomUUID?.() ?? String(Math.random());
  const request = body
    ? { method: "POST", headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf, "Idempotency-Key": key }, body: JSON.stringify(body) }
    : {};
  for (let tried = 0; ; tried++) {
    let answer;
    try {
      answer = await fetch(`${api}${path}`, request);
    } catch {
      // the network is gone: the same press with the same key, until it is back
      offline(true);
      await new Promise((done) => setTimeout(done, Math.min(500 * 2 ** tried, 5000)));
      continue;
    }
    offline(false);
    if (answer.status === 503 && tried < 5) {
      await new Promise((done) => setTimeout(done, 700));
      continue;
    }
    const found = await answer.json().catch(() => ({ detail: "The house did not answer; load the page again." }));
    if (answer.ok) return found;
    if (answer.status === 401) location.reload();
    throw Object.assign(new Error(found.detail), { cite: found.cite ?? "" });
  }
}

/** @param {boolean} gone */
function offline(gone) {
  now.classList.toggle("offline", gone);
  part("link").textContent = gone ? "The connection is lost. Trying again…" : "";
}

// Pressing. One thing after another, so that no chip is lost; chips lie there at once.

let line = Promise.resolve();

/** @param {Record<string, any>} what */
function press(what) {
  if (what.do !== "again") clearTimeout(rebet);
  const chips = ["chip", "take", "clear", "again", "double", "bet"].includes(what.do);
  if (chips && view.asks === "" && !view.next_round) mine = {}; // what the last round showed is gone
  const before = { ...mine };
  if (what.do === "chip") mine[what.wager] = (mine[what.wager] ?? 0) + what.chip;
  if (what.do === "take") delete mine[what.wager];
  if (what.do === "clear") mine = {};
  if (what.do === "again") for (const [name, cents] of Object.entries(view.again)) mine[name] = Number(cents);
  if (what.do === "chip") sound("chip");
  busy += 1;
  now.dataset.busy = "yes";
  if (["act", "ready", "buy"].includes(what.do)) part("rail").inert = true; // until that is played
  if (chips) {
    if (what.do !== "bet") undone.push(before);
    drawChips();
  }
  line = line.then(() => send(what));
}

/** @param {Record<string, any>} what */
async function send(what) {
  try {
    const found = await ask("/press", { seat: view.seat ?? undefined, ...what, round: view.round, seen: view.seen });
    busy -= 1;
    refuse("");
    await take(found);
  } catch (error) {
    busy -= 1;
    const refusal = /** @type {Error & {cite?: string}} */ (error);
    if (what.do === "hurry") { draw(); return; } // somebody else was quicker, or the player was
    if (what.wager) felt.complain(what.wager, view);
    if (!busy) { undone.pop(); part("rail").inert = false; draw(); }
    refuse(refusal.message, refusal.cite);
  }
}

/** @param {Record<string, number>} one @param {Record<string, number>} other */
const alike = (one, other) => [...Object.keys(one), ...Object.keys(other)].every((name) => (one[name] ?? 0) === (other[name] ?? 0));

const GRACE = 1200; // milliseconds in which the same bets can be undone before they are played
let rebet = 0;
/** The bets of the last round again, and play, unless they are undone first. */
function rebetAndPlay() {
  press({ do: "again" });
  clearTimeout(rebet);
  rebet = window.setTimeout(playBets, GRACE);
}
function playBets() {
  if (busy) { rebet = window.setTimeout(playBets, 100); return; }
  const ready = /** @type {HTMLButtonElement | null} */ (document.getElementById("ready"));
  if (ready && !ready.disabled && view.asks === "bets") ready.click();
}
onRebet(rebetAndPlay);

function undo() {
  clearTimeout(rebet);
  const before = undone.pop();
  if (!before) return;
  const names = new Set([...Object.keys(before), ...Object.keys(mine)]);
  /** @type {Record<string, number>} */ const bets = {};
  for (const name of names) if ((before[name] ?? 0) !== (mine[name] ?? 0)) bets[name] = before[name] ?? 0;
  mine = { ...before };
  if (Object.keys(bets).length) press({ do: "bet", bets });
  else draw();
}

/** @param {string} reason @param {string} [cite] */
function refuse(reason, cite = "") {
  const said = reason && `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}. `;
  put(part("refused"), said && h("p", { class: "refusal", role: "alert" }, said, cite && h("span", { class: "cite" }, cite),
    h("button", { type: "button", class: "plain", "aria-label": "Dismiss", onclick: () => refuse("") }, "×")));
}

// Being told

/** @type {any} */ let waiting = null;
let playing = false;
let newest = 0; // the version that has come, also if it is still being played

/** A newer look at the table: play what is new, then draw it. @param {any} found */
async function take(found) {
  if (found.version < newest) return;
  newest = found.version;
  waiting = found;
  if (playing) return;
  playing = true;
  while (waiting) {
    const next = waiting;
    waiting = null;
    try {
      if (next.version !== view?.version) await play(felt, view, next);
    } finally {
      if (!view || next.round !== view.round || !next.before) log = [];
      const opens = view?.asks === "" && next.asks === "bets"; // with the first chips, which can be taken back
      if (!opens && (!view || next.round !== view.round || next.asks !== view.asks)) undone = [];
      log = [...log.slice(0, next.before), ...next.log];
      const done = next.customary && !ceremonies() && { do: "act", seat: next.choices[0].who, what: next.customary };
      view = done ? { ...next, choices: [], status: "One moment…" } : next;
      due = view.clock === null ? 0 : performance.now() + 1000 * view.clock;
      draw();
      if (done && !busy) press(done); // what nothing hangs on is done for whoever does not care
    }
  }
  playing = false;
}

// The clock: whoever waits need not wait any longer than that.
let due = 0; // when the time to decide is over
let hurried = 0; // the version at which it was
function tick() {
  const left = due && view ? Math.ceil((due - performance.now()) / 1000) : null;
  const banked = left !== null && view.bank > 0 && left <= view.bank;
  const shown = left === null || banked ? left : left - view.bank; // first the time for the decision
  part("clock").textContent = shown === null || shown > 99 ? "" : `${banked ? "Time bank " : ""}${Math.max(0, Math.ceil(shown))} s`;
  const deciding = document.querySelector(".plate.turn .did"); // the clock of whoever decides is on the plate too
  if (deciding && left !== null && left > 0 && left < 100) deciding.textContent = `Deciding, ${left} s`;
  part("clock").classList.toggle("short", left !== null && left <= 10);
  if (left === null || left > 0 || view.seat === null || view.own.includes(view.asked_of)) return;
  if (hurried === view.version || busy) return;
  hurried = view.version;
  press({ do: "hurry" });
}
setInterval(tick, 500);

let asking = false;
let looks = 0; // answers that have been taken in, also old ones, and those drawn later
let told = 0; // the version that the house has told of, also while another is asked for
/** Ask for the table, if it has changed since. @param {number} [version] */
async function look(version = Infinity) {
  if (version !== Infinity) told = Math.max(told, version);
  now.dataset.told = String(told);
  if (asking || version <= newest) return;
  asking = true;
  let pause = 50;
  try {
    // the answer to a press of ours may bring it
    if (busy) await Promise.race([line, new Promise((done) => setTimeout(done, 400))]);
    if (version > newest)
      await take(await ask(`/view?round=${view?.round ?? 0}&seen=${view?.seen ?? 0}`));
  } catch (error) {
    pause = 2000;
    refuse(/** @type {Error} */ (error).message);
  } finally {
    asking = false;
    now.dataset.looks = String(++looks);
  }
  if (told > newest) setTimeout(() => { void look(told); }, pause); // it changed while that was played
}

function listen() {
  if (!now.dataset.stream) return;
  const stream = new EventSource(`${now.dataset.stream}?after=${view?.version ?? 0}`);
  stream.addEventListener("changed", (event) => { void look(Number(event.data)); });
  stream.addEventListener("open", () => { offline(false); });
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    else now.classList.add("offline");
  });
}

// Drawing

function drawChips() {
  drawPurse();
  drawRail(part("rail"), view, mine, press, undo, undone.length > 0 && view.asks === "bets", busy > 0);
  felt.chips(view, mine);
  felt.light(view, mine);
}

/** The felt, once the controls around it lie where they will: its letters depend on its size. */
function drawFelt() {
  felt.things(view.things, view);
  felt.cards(view.hands, view);
  felt.chips(view, mine);
  felt.light(view, mine);
  remark();
  drawHits();
}

/** The paytable of the numbers that are marked, and how many of them were drawn. */
function drawHits() {
  if (!view.tickets_sold) return;
  const marked = document.querySelectorAll(".number.marked").length, hits = document.querySelectorAll(".number.marked.drawn").length;
  for (const one of document.querySelectorAll("#tables details")) {
    const fits = (one.querySelector("summary")?.textContent ?? "").startsWith(`Mark ${marked},`);
    /** @type {HTMLDetailsElement} */ (one).open = fits;
    one.classList.toggle("fits", fits);
    for (const row of one.querySelectorAll("tr")) row.classList.toggle("hit", fits && view.things.drawn.length > 0 && (row.textContent ?? "").startsWith(`${hits} of `));
  }
  const told = document.getElementById("hits") ?? h("p", { id: "hits", class: "quiet", "aria-live": "polite" });
  told.textContent = !marked ? "" : view.things.drawn.length ? `${hits} of your ${marked} numbers were drawn.` : `${marked} ${marked === 1 ? "number" : "numbers"} marked.`;
  part("tables").prepend(told);
}

let sized = "";
/** Draw the felt again when there is more room for it, or less. */
function fit() {
  const box = part("stage").getBoundingClientRect(), size = `${box.width} ${box.height}`;
  felt.fill(box.width, box.height);
  if (view && !playing && size !== sized) drawFelt();
  sized = size;
  if (felt.plan?.shape === shapeHere()) now.dataset.laid = `${innerWidth} ${innerHeight}`;
}
new ResizeObserver(fit).observe(part("stage"));
addEventListener("resize", () => requestAnimationFrame(fit));

/** Chips that the player has and has put down, and the limits. */
function drawPurse() {
  const down = view.asks === "bets" ? Object.values(mine).reduce((sum, one) => sum + one, 0) : 0;
  put(part("purse"), view.balance !== undefined && h("span", {}, "Chips ", h("b", {}, money(view.balance))), down > 0 && h("span", { class: "staked" }, `${money(down)} down`), view.limited && h("span", {}, `Limits ${view.limited}`));
}

let waits = false; // drawn when a press is over, which would be lost
let pressed = false;

function draw() {
  if (pressed) { waits = true; return; }
  waits = false;
  now.dataset.busy = busy ? "yes" : "";
  if (!busy) part("rail").inert = false;
  if (!busy) {
    mine = { ...(view.bets[view.seat] ?? {}) };
    while (undone.length && alike(undone[undone.length - 1], mine)) undone.pop(); // nothing to undo
  }
  drawRail(part("rail"), view, mine, press, undo, undone.length > 0 && view.asks === "bets", busy > 0);
  drawPurse();
  drawSide(part("side"), view, log, press);
  const status = part("status");
  put(status, view.status, " ", view.cite && h("span", { class: "cite" }, view.cite));
  if (view.choices.length > 0 && !status.classList.contains("turn")) sound("turn");
  status.classList.toggle("turn", view.choices.length > 0);
  put(part("told"), view.closed && h("span", { class: "closed" }, view.closed), view.closed && " ", view.told.slice(0, 1).toUpperCase() + view.told.slice(1));
  put(part("changes"), ...view.changes.map((/** @type {any} */ one) => h("p", { class: "change" },
    h("b", {}, one.minutes ? `In ${one.minutes} min: ` : "From the next round: "), one.says.join("; "))));
  put(part("marks"), ...view.noted.map((/** @type {string} */ one) => h("span", { class: "tag" }, one)));
  const said = view.spoken.join("\n");
  if (said !== spoken) { spoken = said; put(part("spoken"), ...view.spoken.map((/** @type {string} */ one) => h("p", {}, one))); }
  const up = /** @type {HTMLButtonElement} */ (part("get-up")), playing = view.asks === "decision" && Boolean(view.bets[view.seat] || view.choices.length);
  up.hidden = !view.own.length;
  up.disabled = playing;
  up.title = playing ? "Finish the round first" : "";
  const purse = document.getElementById("balance");
  if (purse && view.balance !== undefined && !now.dataset.practice) purse.textContent = money(view.balance);
  drawFelt();
  now.dataset.version = view.version;
  now.dataset.rounds = view.rounds;
  now.dataset.asks = view.asks;
  now.dataset.seat = view.seat ?? "";
  if (view.coach?.working) setTimeout(() => { void look(); }, 700);
  else if (view.waiting_for.length) setTimeout(() => { void look(); }, 5000);
}

let later = 0;
const over = () => { pressed = false; if (waits) draw(); };
document.addEventListener("pointerdown", () => { clearTimeout(later); pressed = true; }, { capture: true });
document.addEventListener("click", () => setTimeout(over), { capture: true });
for (const kind of ["pointerup", "pointercancel"]) { // not every press becomes a click
  document.addEventListener(kind, () => { later = window.setTimeout(over, 250); }, { capture: true });
}

// Hands on the felt

const live = (/** @type {Element | null | undefined} */ area) => area?.getAttribute("role") === "button";
/** @param {Element} area @param {number} [cents] */
function bet(area, cents = inHand()) {
  const wager = area.getAttribute("data-wager") ?? "";
  if (view.barred[wager]) { refuse(view.barred[wager]); felt.complain(wager, view); return; }
  press({ do: "chip", wager, chip: cents });
}
const takeBack = (/** @type {Element} */ area) => press({ do: "take", wager: area.getAttribute("data-wager") });

document.addEventListener("click", (event) => {
  const at = /** @type {Element} */ (event.target);
  const area = at.closest("[data-area]");
  if (live(area)) { /** @type {SVGElement} */ (area).focus(); bet(/** @type {Element} */ (area)); return; }
  const seat = at.closest("[data-sit]");
  if (seat) { press({ do: "sit", seat: Number(seat.getAttribute("data-sit")) }); return; }
  const number = at.closest("[data-number]");
  if (number) { mark(number); drawHits(); return; }
  const card = at.closest("[data-pick]");
  if (card) { pick(card.getAttribute("data-pick") ?? "", view, press); return; }
  const piece = at.closest(".piece");
  if (piece) moveOn(/** @type {HTMLElement} */ (piece));
});
document.addEventListener("contextmenu", (event) => {
  const area = /** @type {Element} */ (event.target).closest("[data-area]");
  if (area && live(area)) { event.preventDefault(); takeBack(area); }
});

// Keys: arrows from area to area, Enter puts a chip, Delete takes it, 1 to 5 choose the chip.

/** @param {Element} from @param {string} key */
function near(from, key) {
  const middle = (/** @type {Element} */ one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = null, least = Infinity;
  for (const one of document.querySelectorAll("[data-area][role=button]")) {
    const [ox, oy] = middle(one);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 1 && along + 3 * aside < least) { least = along + 3 * aside; best = one; }
  }
  return /** @type {SVGElement | null} */ (best);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = document.activeElement;
  if (at?.matches("input:not([type=radio]), textarea, select")) return;
  const area = at?.closest("[data-area][role=button]");
  if (area && event.key.startsWith("Arrow")) {
    event.preventDefault();
    const next = near(area, event.key);
    if (next) { area.setAttribute("tabindex", "-1"); next.setAttribute("tabindex", "0"); next.focus(); }
    return;
  }
  if (area && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); bet(area); return; }
  if (area && ["Delete", "Backspace", "-"].includes(event.key)) { event.preventDefault(); takeBack(area); return; }
  const other = at?.closest("[data-sit], [data-number], [data-pick]");
  if (other && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    other.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (event.key === " " && at?.matches("button, a, summary, input")) return;
  if (/^[1-9]$/.test(event.key)) {
    const radio = /** @type {HTMLInputElement | undefined} */ (document.querySelectorAll("#chips input")[Number(event.key) - 1]);
    if (radio) { radio.click(); return; }
  }
  const key = event.key.toLowerCase();
  const button = [...document.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key);
  if (button) { event.preventDefault(); /** @type {HTMLElement} */ (button).click(); }
});

// What is dragged: a chip to an area, a card or a tile to a hand; a press that does not move is a
// click. A finger that rests on an area takes back what lies there.

const NEAR = 6, LONG = 600;
/** @type {{from: HTMLElement, piece: boolean, x: number, y: number, ghost: HTMLElement | null} | null} */
let dragged = null;
let resting = 0;
/** @param {PointerEvent} event */
const under = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return dragged?.piece ? found?.closest("#setting [data-group]") : found?.closest("[data-area]");
};
const swallow = () => {
  const stop = (/** @type {Event} */ after) => { after.preventDefault(); after.stopPropagation(); };
  const end = () => document.removeEventListener("click", stop, { capture: true });
  document.addEventListener("click", stop, { capture: true, once: true });
  document.addEventListener("pointerdown", end, { capture: true, once: true }); // the next press counts
  setTimeout(end, 60);
};
document.addEventListener("pointerdown", (event) => {
  const at = /** @type {Element} */ (event.target);
  const from = event.button === 0 && /** @type {HTMLElement | null} */ (at.closest?.("label[data-chip], .piece"));
  if (from) dragged = { from, piece: from.matches(".piece"), x: event.clientX, y: event.clientY, ghost: null };
  const area = at.closest?.("[data-area]");
  clearTimeout(resting);
  if (area && live(area) && event.pointerType === "touch")
    resting = window.setTimeout(() => { takeBack(area); document.addEventListener("pointerup", swallow, { capture: true, once: true }); }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(resting);
  if (!dragged) return;
  if (!dragged.ghost && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < NEAR) return;
  if (!dragged.ghost) {
    const picture = dragged.from.querySelector(dragged.piece ? "svg" : "span");
    dragged.ghost = /** @type {HTMLElement} */ (picture?.cloneNode(true));
    dragged.ghost.classList.add("ghost", ...[...dragged.from.classList].filter((one) => /^c\d+$/.test(one)));
    document.body.append(dragged.ghost);
    document.documentElement.classList.add("dragging");
  }
  const box = dragged.ghost.getBoundingClientRect();
  dragged.ghost.style.left = `${event.clientX - box.width / 2}px`;
  dragged.ghost.style.top = `${event.clientY - box.height / 2}px`;
  const to = under(event);
  for (const one of document.querySelectorAll(".over-it")) one.classList.toggle("over-it", one === to);
  if (to && (dragged.piece || live(to))) to.classList.add("over-it");
});
/** @param {PointerEvent} event @param {boolean} counts */
function letGo(event, counts) {
  clearTimeout(resting);
  const was = dragged;
  if (!was?.ghost) { dragged = null; return; }
  const to = counts ? under(event) : null;
  dragged = null;
  was.ghost.remove();
  document.documentElement.classList.remove("dragging");
  for (const one of document.querySelectorAll(".over-it")) one.classList.remove("over-it");
  swallow();
  pressed = false;
  if (!to) return;
  if (was.piece) place(document.querySelector(`.piece[data-card="${was.from.dataset.card}"]`), to.getAttribute("data-group") ?? "");
  else if (live(to)) bet(to, Number(was.from.dataset.chip));
}
document.addEventListener("pointerup", (event) => letGo(event, true));
document.addEventListener("pointercancel", (event) => letGo(event, false));
document.addEventListener("dragstart", (event) => {
  if (/** @type {Element} */ (event.target).closest?.("label[data-chip], .piece")) event.preventDefault();
});

// An area tells about itself where it is pointed at.
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const area = /** @type {Element} */ (event.target).closest?.("[data-area]");
    if (area) part("about").textContent = area.getAttribute("aria-label");
  });
}

onPick(() => {
  const name = document.activeElement?.getAttribute("data-pick");
  felt.cards(view.hands, view);
  drawChips();
  if (name) /** @type {SVGElement | null} */ (document.querySelector(`[data-pick="${name}"]`))?.focus();
});
onChip(() => { felt.light(view, mine); });

// How fast things are played
const speed = part("pace");
const named = () => { speed.textContent = `Pace: ${pace()}`; };
speed.addEventListener("click", () => {
  const known = /** @type {readonly string[]} */ (PACES);
  localStorage.setItem("pace", known[(known.indexOf(localStorage.getItem("pace") ?? "normal") + 1) % known.length]);
  named();
});
const custom = part("ceremonies");
const customs = () => { custom.textContent = `Cut, shoot, shake: ${ceremonies() ? "by me" : "for me"}`; };
custom.addEventListener("click", () => { localStorage.setItem("ceremonies", ceremonies() ? "house" : "own"); customs(); });
const heard = part("sound");
const sounds = () => { heard.textContent = `Sound: ${audible() ? "on" : "off"}`; };
heard.addEventListener("click", () => { switchSound(); sounds(); });
// Three hints on the first visit to a game.
const HINTS = [
  "Choose a chip, then press a circle with a gold ring; a right click or a long press takes it back.",
  "Space deals, and every button shows its key: h hits, s stands, u undoes, a makes the same bets.",
  "Why, beside each result, has the paragraph that decided it. Paytables are at the right.",
];
function hint(at = 0) {
  const known = `hints ${now.dataset.game}`, place = part("hint");
  place.hidden = at >= HINTS.length || Boolean(localStorage.getItem(known));
  part("about").hidden = !place.hidden;
  if (place.hidden) { localStorage.setItem(known, "seen"); return; }
  put(place, `${HINTS[at]} `, h("button", { type: "button", class: "plain", id: "hint-next", onclick: () => hint(at + 1) }, at + 1 < HINTS.length ? "Next hint" : "Done"),
    at + 1 < HINTS.length && h("button", { type: "button", class: "plain", id: "hint-hide", onclick: () => hint(HINTS.length) }, "Hide hints"));
}
hint();

part("side-open").addEventListener("click", () => {
  const open = now.classList.toggle("side-shown");
  part("side-open").setAttribute("aria-expanded", String(open));
});

// A player who gets up takes back what may be taken back.
part("get-up").addEventListener("click", () => {
  if (view.asks === "bets" && view.takes_back) press({ do: "clear" });
  for (const seat of view.own) press({ do: "leave", seat });
});

async function freshChips() {
  if (now.dataset.practice) { press({ do: "chips" }); return; }
  try {
    const answer = await fetch("/api/me/buy-in", { method: "POST", headers: { "X-CSRF-Token": csrf } });
    if (!answer.ok) throw new Error((await answer.json()).detail);
    newest = 0;
    await look();
  } catch (error) {
    refuse(/** @type {Error} */ (error).message);
  }
}
onFreshChips(() => { void freshChips(); });

const shapeHere = () => (PHONE.matches ? "phone" : LOW.matches ? "low" : "seat");
let laying = ""; // the shape that was asked for last
async function lay() {
  const shape = shapeHere();
  if (shape === laying) return;
  laying = shape;
  const plan = await (await fetch(`${api}/felt?shape=${shape}`)).json();
  if (shape !== laying) return; // turned meanwhile
  felt.lay(plan, tiled);
  put(part("tables"), ...plan.tables.map((/** @type {any} */ one) => h("details", { class: "paytable" }, h("summary", {}, one.name), h("table", {}, h("tbody", {},
    ...one.rows.map((/** @type {[string, string]} */ [name, price]) => h("tr", {}, h("td", {}, name), h("td", { class: "number" }, price))))))));
  now.dataset.sheet = PHONE.matches ? "narrow" : "wide";
  sized = "";
  if (view) draw();
  fit();
}

async function begin() {
  named();
  customs();
  sounds();
  const sheet = await fetch(`/pictures/${tiled ? "tiles" : "cards"}.svg`);
  part("pictures").append(drawing(await sheet.text()));
  await lay();
  for (const one of [PHONE, LOW]) one.addEventListener("change", () => { void lay(); });
  await take(JSON.parse(part("first").textContent ?? "null"));
  now.dataset.begun = "yes";
  listen();
}
void begin();
