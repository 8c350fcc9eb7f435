// @ts-check
// The felt: the layout as the house draws it, and on it chips, cards, dice, a wheel, a puck.
import { drawing, money, s, signed } from "./dom.js";
import { picks } from "./answers.js";
import { chip } from "./chips.js";
import { plates } from "./company.js";
import { inHand } from "./rail.js";

const SHARED = 0.046; // of the width of a sheet for all that a card is wide at least
const TALL = 1.4; // a card's height by its width; a tile is twice as high as wide
const LETTER = 9.6; // pixels: no letter is smaller
const HAND = /^(?:main|second|split|double)(?:_(\d+))?$/; // wagers on one of several hands

export class Felt {
  /** @param {HTMLElement} place @param {(what: Record<string, any>) => void} press */
  constructor(place, press) {
    this.place = place;
    this.press = press;
    /** @type {any} */ this.plan = null;
    /** @type {SVGElement | null} */ this.svg = null;
    this.tall = TALL;
    /** @type {Record<string, SVGElement>} */ this.layers = {};
  }

  /** Another layout, or the same for another shape of the page. @param {any} plan @param {boolean} tiled */
  lay(plan, tiled) {
    this.plan = plan;
    this.tall = tiled ? 2 : TALL;
    const svg = drawing(plan.svg);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("class", "felt");
    svg.setAttribute("role", "group");
    for (const name of ["things", "seats", "chips", "cards", "over"]) {
      this.layers[name] = s("g", { class: `layer-${name}` });
      svg.append(this.layers[name]);
    }
    for (const area of svg.querySelectorAll("[data-area]")) {
      const spot = plan.areas[area.getAttribute("data-area") ?? ""];
      if (spot) area.setAttribute("data-at", `${spot.x} ${spot.y}`);
    }
    this.svg = svg;
    this.place.replaceChildren(svg);
  }

  /** Fill the room there is; a sheet of many areas stays large enough to be read and is scrolled. @param {number} wide @param {number} high */
  fill(wide, high) {
    if (!this.svg || !this.plan) return;
    const fits = Math.min(wide / this.plan.width, high / this.plan.height);
    const least = this.plan.shape === "seat" ? LETTER / this.plan.least : Math.max(LETTER / this.plan.least, 16);
    const reads = this.plan.common ? Math.min(least, Math.max(wide / this.plan.width, fits)) : fits;
    const scale = Math.max(fits, reads);
    this.svg.style.width = scale > fits ? `${this.plan.width * scale}px` : "100%";
    this.svg.style.height = scale > fits ? `${this.plan.height * scale}px` : "100%";
    this.place.classList.toggle("scrolls", scale > fits);
    for (const [name, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": "The layout" })) // who has only keys scrolls it too
      scale > fits ? this.place.setAttribute(name, value) : this.place.removeAttribute(name);
  }

  /** The key of an area on this felt, for a seat: all have their areas on a sheet; of seats only one's own is drawn. @param {string} wager @param {number | null} seat @param {any} view */
  key(wager, seat, view) {
    return this.plan.common ? wager : seat === view.seat ? `me/${wager}` : "";
  }

  /** Which areas can be bet on, and what is said about each. @param {any} view @param {Record<string, number>} mine */
  light(view, mine) {
    const chip = inHand();
    const nets = view.nets[view.seat] ?? {};
    const landed = view.over && view.tones ? view.marks[view.marks.length - 1] : ""; // the number that came
    let first = true;
    for (const area of this.svg?.querySelectorAll("[data-area]") ?? []) {
      const key = area.getAttribute("data-area") ?? "", told = this.plan.areas[key];
      const wager = area.getAttribute("data-wager") ?? "";
      const own = told && view.seat !== null;
      const live = own && view.betting && !told.later;
      const barred = view.barred[wager];
      const amount = own ? mine[wager] ?? 0 : 0, net = own ? nets[wager] : undefined;
      const can = live && !barred && this.fits(view, wager, mine[wager] ?? 0, chip);
      area.classList.toggle("lit", Boolean(can));
      area.classList.toggle("elsewhere", !own && view.seat !== null);
      area.classList.toggle("barred", Boolean(live && barred));
      area.classList.toggle("mine", amount > 0);
      area.classList.toggle("required", Boolean(told?.required));
      area.classList.toggle("won", net > 0);
      area.classList.toggle("lost", net < 0);
      area.classList.toggle("landed", Boolean(landed) && wager.endsWith(`@${landed}`));
      area.classList.toggle("came", Boolean(net) && this.central(area, told));
      if (live) {
        area.setAttribute("role", "button");
        area.removeAttribute("aria-hidden");
        area.setAttribute("aria-disabled", String(!can));
        area.setAttribute("aria-label", this.said(area, told, wager, amount, view));
        area.setAttribute("tabindex", first ? "0" : "-1");
        first = false;
      } else {
        area.setAttribute("role", "img");
        area.setAttribute("aria-label", told?.says ?? wager);
        area.setAttribute("aria-hidden", String(!own || Boolean(told?.later)));
        area.removeAttribute("tabindex");
        area.removeAttribute("aria-disabled");
      }
    }
  }

  /** Whether chips lie in the middle of an area, so that what they brought takes the place of its words. @param {Element} area @param {any} told */
  central(area, told) {
    const shape = area.querySelector(".shape")?.getBoundingClientRect(), at = this.svg && /** @type {any} */ (this.svg).getScreenCTM();
    if (!shape || !at) return true;
    return Math.abs(new DOMPoint(told.x, told.y).matrixTransform(at).x - (shape.left + shape.width / 2)) < shape.width * 0.2;
  }

  /** Whether the chip in hand can be added. @param {any} view @param {string} wager @param {number} lies @param {number} chip */
  fits(view, wager, lies, chip) {
    const limit = view.limits[wager.split("@")[0]];
    if (limit && limit[0] === limit[1]) return !lies && limit[0] <= (view.balance ?? Infinity); // one amount, whatever the chip
    if (view.balance !== undefined && chip > view.balance) return false;
    if (chip > (view.largest_chip[wager] ?? Infinity)) return false;
    return !limit || (lies + chip >= limit[0] && lies + chip <= limit[1]);
  }

  /** @param {Element} area @param {any} told @param {string} wager @param {number} amount @param {any} view */
  said(area, told, wager, amount, view) {
    const written = (area?.textContent ?? "").replace(area?.querySelector("title")?.textContent ?? "", "").replace(/\s+/g, " ").trim();
    const parts = [told?.says ?? wager]; // what is written there comes first, for those who say it
    if (written && !parts[0].toLowerCase().includes(written.toLowerCase())) parts.unshift(written);
    if (amount) parts.push(`${money(amount)} of yours on it`);
    if (view.steps[wager]) parts.push(`in steps of ${money(view.steps[wager])}`);
    if (view.barred[wager]) parts.push(`not now: ${view.barred[wager]}`);
    return parts.join(", ");
  }

  /** Chips as they lie. @param {any} view @param {Record<string, number>} mine */
  chips(view, mine) {
    /** @type {Map<string, {mine: number, others: number, net?: number}>} */
    const lying = new Map();
    const at = (/** @type {string} */ key) => lying.get(key) ?? lying.set(key, { mine: 0, others: 0 }).get(key);
    for (const [seat, bets] of Object.entries(view.bets)) {
      const own = Number(seat) === view.seat;
      for (const [wager, amount] of Object.entries(own ? {} : bets)) {
        const key = this.key(wager, Number(seat), view), found = key && at(key);
        if (found) found.others += Number(amount);
      }
    }
    for (const [wager, amount] of Object.entries(mine)) {
      const found = at(this.key(wager, view.seat, view));
      if (found && amount) { found.mine = amount; found.net = view.nets[view.seat]?.[wager]; }
    }
    const made = [];
    /** @type {Map<string, any>} */ const hands = new Map(); // chips on one of several hands are one stack
    for (const [key, found] of [...lying]) {
      const at = this.under(this.plan.areas[key]?.wager ?? "", view);
      const same = at && hands.get(`${at.x}`);
      if (same) { same.mine += found.mine; if (found.net !== undefined) same.net = (same.net ?? 0) + found.net; lying.delete(key); } else if (at) hands.set(`${at.x}`, found);
    }
    for (const [key, found] of lying) {
      const area = this.plan.areas[key];
      if (!area) continue;
      const at = this.under(area.wager, view), large = Math.max(area.r, Math.min(13 / this.inch(), area.r < 0.75 ? area.r * 1.2 : 99));
      const spot = at ? { ...area, ...at } : { ...area, r: large };
      const aside = found.mine && found.others ? spot.r * 0.9 : 0;
      const least = LETTER / this.inch();
      if (found.others) made.push(chip(found.others, spot.x + aside, spot.y - aside / 2, spot.r * 0.85, "others", least));
      if (found.mine) made.push(chip(found.mine, spot.x, spot.y, spot.r, found.net === undefined ? "" : found.net > 0 ? "won" : found.net < 0 ? "lost" : "", least));
      if (found.net) made.push(this.net(found.net, spot, key));
    }
    for (const [seat, cents] of Object.entries(view.put)) {
      const spot = Number(seat) === view.seat ? this.before() : null; // others' are on their plates
      if (spot) made.push(s("g", { class: "put", "data-put": seat, role: "img", "aria-label": `You have ${money(Number(cents))} in` }, chip(Number(cents), spot.x, spot.y, spot.r, "")));
    }
    this.layers.chips.replaceChildren(...made);
  }

  /** What a wager brought, in place of its name. @param {number} net @param {any} spot @param {string} key */
  net(net, spot, key) {
    const size = Math.max(spot.r * 0.8, 13 / this.inch()), said = signed(net), width = said.length * size * 0.6 + size * 0.5;
    const left = Math.min(Math.max(spot.x - width / 2, 0.5), this.plan.width - width - 0.5), y = this.plan.common ? spot.y + size * 0.35 : spot.below ? spot.y + spot.r + size * 1.1 : spot.y - spot.r - size * 0.35;
    return s("g", { class: "came", "data-of": key }, s("rect", { x: left, y: y - size, width, height: size * 1.3, rx: size * 0.4, class: "net-back" }),
      s("text", { x: left + width / 2, y, class: `net ${net > 0 ? "won" : "lost"}`, "font-size": size, "text-anchor": "middle" }, said));
  }

  /** Where the chips of a hand lie, where a seat has several: under it. @param {string} wager @param {any} view */
  under(wager, view) {
    const hands = view.hands.filter((/** @type {any} */ one) => one.seat !== null && one.seat === view.seat);
    const which = HAND.exec(wager);
    if (!which || this.plan.common) return null;
    const first = this.plan.areas["me/main"];
    if (hands.length < 2) return first && ["main", "double"].includes(wager) ? { x: first.x, y: first.y, r: first.r } : null;
    const at = wager === "second" ? 1 : Number(which[1] ?? 1) - 1, place = this.plan.places.me;
    if (at >= hands.length) return null;
    const room = place.room / hands.length, r = Math.min(1.05, room * 0.22);
    const x = place.x + (at - (hands.length - 1) / 2) * room;
    return { x, y: place.y + (place.card * this.tall) / 2 + 30 / this.inch() + r, r, below: true };
  }

  /** Where chips lie that one has bet for the pot: beside the area of one's chips. */
  before() {
    const area = Object.values(this.plan.areas)[0], r = Math.max(1.1, 12 / this.inch());
    return area && { x: area.x - Math.max(area.r, r) * 3.4, y: area.y, r };
  }

  /** Where the cards of a place lie; others have theirs on their plates. @param {any} hand @param {any} view @param {number} nth */
  spot(hand, view, nth) {
    const places = this.plan.places;
    if (hand.seat !== null) return hand.seat === view.seat ? places.me : null;
    if (places[hand.place]) return places[hand.place];
    if (hand.cards.every((/** @type {string} */ card) => card === "??")) return null; // waits to be handed out
    const dealer = places.dealer ?? { x: this.plan.width / 2, y: this.plan.height / 6, card: 2.5, room: 20, turn: 0 };
    return { ...dealer, y: dealer.y + nth * dealer.card * this.tall * 1.1 };
  }

  /** Cards as they lie. @param {any[]} hands @param {any} view @param {Record<string, number>} [fresh] */
  cards(hands, view, fresh = {}) {
    const made = [], own = hands.filter((hand) => hand.seat !== null && hand.seat === view.seat);
    let stray = 0;
    for (const hand of hands) {
      const known = hand.seat !== null || this.plan.places[hand.place];
      const spot = this.spot(hand, view, known ? 0 : stray);
      if (!spot || (view.setting && own.includes(hand))) continue; // what is being set lies before the player
      if (!known) stray++;
      const mine = own.indexOf(hand), room = mine < 0 ? spot.room : spot.room / own.length;
      const x = mine < 0 ? spot.x : spot.x + (mine - (own.length - 1) / 2) * room;
      made.push(this.hand(hand, { ...spot, x, room: room * (own.length > 1 && mine >= 0 ? 0.94 : 1) }, fresh[hand.place] ?? 0, mine >= 0, view));
    }
    this.layers.cards.replaceChildren(...made);
    this.company(hands, view);
  }

  /** How many pixels an inch of the felt is. */
  inch() {
    const box = this.svg?.getBoundingClientRect();
    return box ? Math.max(Math.min(box.width / this.plan.width, box.height / this.plan.height), 1) : 1;
  }

  /** @param {any} hand @param {any} spot @param {number} fresh @param {boolean} own @param {any} view */
  hand(hand, spot, fresh, own, view) {
    const least = this.plan.common ? Math.min(SHARED * Math.min(this.plan.width, 2 * this.plan.height), spot.room ?? 99) : 0;
    const wide = Math.max(spot.card, least), high = wide * this.tall, top = spot.y - high / 2;
    const whose = own ? "Your cards" : hand.name || `Seat ${hand.seat}`;
    const label = `${whose}: ${hand.said ?? ""}${hand.called ? `; ${hand.called}` : ""}`;
    const names = own && view.picks?.place === hand.place ? view.picks.cards : [], gone = names.length ? picks(view) : [];
    const acts = own && view.choices.length > 0 && view.choices[0].who === hand.place && spot.room < this.plan.places.me.room * 0.8;
    const group = s("g", { class: `hand${own ? " yours" : ""}${acts ? " acts" : ""}`, "data-place": hand.place, role: names.length ? "group" : "img", "aria-label": acts ? `${label}; it is this hand's turn` : label });
    const sets = hand.sets ?? [], parts = sets.length ? sets.map((/** @type {any} */ one) => one.cards.length) : [hand.cards.length];
    const total = parts.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n + 0.5, 0);
    let at = 0, from = spot.x - spot.room / 2;
    parts.forEach((/** @type {number} */ n, /** @type {number} */ nth) => {
      const share = parts.length > 1 ? (spot.room * (n + 0.5)) / total : spot.room, middle = from + share / 2, room = share * (parts.length > 1 ? 0.94 : 1);
      const scale = Math.min(1, this.tall > TALL ? room / (n * wide * 1.04) : 1, room / wide), w = wide * scale, h = high * scale;
      const step = n > 1 ? Math.min(w * 1.06, (room - w) / (n - 1)) : 0, left = middle - (step * (n - 1) + w) / 2;
      for (let one = 0; one < n; one++, at++) {
        const card = sets.length ? sets[nth].cards[one] : hand.cards[at], name = names[at];
        const drawn = s("use", { href: `#card-${card === "??" ? "back" : card}`, x: left + one * step, y: spot.y - h / 2 - (gone.includes(name) ? high * 0.18 : 0), width: w, height: h, class: at >= hand.cards.length - fresh ? "card fresh" : "card" });
        group.append(name ? s("g", { class: "pick", "data-pick": name, role: "button", tabindex: 0, "aria-label": `Exchange ${card}`, "aria-pressed": view.picks.done ? String(gone.includes(name)) : null }, drawn) : drawn);
      }
      if (acts) group.append(s("rect", { x: left - 0.35, y: top - 0.35, width: step * (n - 1) + w + 0.7, height: high + 0.7, rx: 0.6, class: "acting" }));
      const called = sets.length ? `${sets[nth].name}${sets[nth].called ? `: ${sets[nth].called}` : ""}` : this.titled(hand, own);
      const came = own && !sets.length && view.over && view.net && !acts && spot.room > this.plan.places.me.room * 0.8; // what the round brought, at the cards
      group.append(...this.tag([called, came && view.net].filter(Boolean).join(" · "), middle, top + high + 0.25, parts.length > 1 ? share : Math.max(spot.room, 6), came ? 21 : own ? 15 : 13, came ? `came-${view.net_kind}` : ""));
      from += share;
    });
    return group;
  }

  /** What is written below a hand. @param {any} hand @param {boolean} own */
  titled(hand, own) {
    const common = own || String(hand.place).startsWith("board"); // everybody's cards need no name
    const called = hand.called.slice(0, 1).toUpperCase() + hand.called.slice(1);
    const name = common ? "" : hand.name.slice(0, 1).toUpperCase() + hand.name.slice(1);
    return [name, name ? hand.called : called].filter(Boolean).join(": ");
  }

  /** A line or two on a dark ground, as large as fits. @param {string} said @param {number} x @param {number} y @param {number} room @param {number} pixels @param {string} [kind] */
  tag(said, x, y, room, pixels, kind = "") {
    if (!said) return [];
    const inch = this.inch(), wide = (/** @type {string} */ line, /** @type {number} */ size) => line.length * size * 0.54 + size;
    let size = pixels / inch, lines = [said];
    if (wide(said, size) > room) {
      const small = Math.max(LETTER / inch, Math.min(size, room / (said.length * 0.54 + 1)));
      if (wide(said, small) <= room) size = small;
      else { lines = halves(said); size = Math.max(LETTER / inch, Math.min(size * 0.8, ...lines.map((line) => room / (line.length * 0.54 + 1)))); }
    }
    const width = Math.max(...lines.map((line) => wide(line, size)));
    const middle = Math.min(Math.max(x, width / 2 + 0.5), this.plan.width - width / 2 - 0.5);
    return [s("rect", { x: middle - width / 2, y, width, height: size * (1.15 * lines.length + 0.3), rx: size * 0.5, class: "tag-back" }),
      ...lines.map((line, at) => s("text", { x: middle, y: y + size * (1.05 + 1.15 * at), "font-size": size, "text-anchor": "middle", class: `called ${kind}`.trim() }, line))];
  }

  /** The plates of other players, and seats that can be taken. @param {any[]} hands @param {any} view */
  company(hands, view) {
    this.layers.seats.replaceChildren(...plates(this, hands, view));
  }

  /** Dice, a wheel, a board of numbers, the pot, the button, the puck. @param {any} things @param {any} view @param {boolean} [moving] */
  things(things, view, moving = false) {
    const made = [], places = this.plan.places, middle = { x: this.plan.width / 2, y: this.plan.height / 2 };
    if (things.dice) {
      const spot = places.dice ?? middle, most = spot.card ?? 2.4, size = Math.min(most, (spot.room ?? 99) / (things.dice.length * 1.25));
      things.dice.forEach((/** @type {number} */ spots, /** @type {number} */ at) => {
        const x = spot.x + (at - (things.dice.length - 1) / 2) * size * 1.25 - size / 2;
        made.push(s("use", { href: `#die-${spots}`, x, y: spot.y - size / 2, width: size, height: size, class: moving ? "die moving" : "die" }));
      });
    }
    if (things.drawn) this.numbers(things.drawn, things.marks);
    for (const name of ["wheel"]) {
      if (!things[name]) continue;
      const spot = places[name] ?? { ...middle, room: this.plan.height * 0.9 };
      const inner = drawing(things[name]), box = (inner.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
      const wide = spot.room ?? this.plan.width * 0.9, high = (wide * box[3]) / box[2];
      inner.setAttribute("x", String(spot.x - wide / 2));
      inner.setAttribute("y", String(spot.y - high / 2));
      inner.setAttribute("width", String(wide));
      inner.setAttribute("height", String(high));
      inner.setAttribute("class", name);
      if (!moving) for (const turning of inner.querySelectorAll(".turning")) turning.classList.remove("turning");
      made.push(inner);
    }
    const pot = places.pot ?? middle;
    if (things.pot) made.push(chip(things.pot, pot.x, pot.y, Math.max(pot.card ?? 0, 13 / this.inch()), ""));
    const many = things.pots?.length ?? 0, wide = Math.max(9, 60 / this.inch());
    for (const [at, one] of (things.pots ?? []).entries()) {
      const x = pot.x + (at - (many - 1) / 2) * wide, r = Math.max(pot.card ?? 0, 13 / this.inch()), size = Math.max(1, 10 / this.inch());
      made.push(s("g", { class: "pot", role: "img", "aria-label": `${one.name} ${money(one.amount)}` }, chip(one.amount, x, pot.y, r, ""),
        s("text", { x, y: pot.y - r - size * 0.3, "font-size": size, "text-anchor": "middle" }, one.name)));
    }
    const lies = things.button === undefined ? null : things.button === view.seat ? places.me : places[things.button];
    if (lies) { // others have it on their plates
      const r = Math.max(1.2, 9 / this.inch());
      made.push(s("g", { class: "puck on", transform: `translate(${Math.max(lies.x - (lies.room ?? 8) / 2 + r, r + 1)} ${lies.y + (lies.card * this.tall) / 2 + r + 0.25})` },
        s("circle", { r }), s("text", { y: r * 0.3, "font-size": r * 0.9, "text-anchor": "middle" }, "D")));
    }
    const point = view.notes?.point, spot = places[`puck/${point ?? "off"}`];
    if (spot && places["puck/4"]) {
      const r = Math.max((spot.card ?? 2) / 2, 12.5 / this.inch());
      made.push(s("g", { class: point ? "puck on" : "puck", transform: `translate(${spot.x} ${spot.y})` },
        s("circle", { r }), s("text", { y: r * 0.28, "font-size": r * 0.78, "text-anchor": "middle" }, point ? "ON" : "OFF")));
    }
    this.layers.things.replaceChildren(...made);
  }

  /** The board of a cage: what is drawn, and whether numbers can be marked. @param {number[]} drawn @param {boolean} live */
  numbers(drawn, live) {
    const shown = new Set(drawn.map(String));
    for (const one of this.svg?.querySelectorAll("[data-number]") ?? []) {
      const name = one.getAttribute("data-number") ?? "";
      one.classList.toggle("drawn", shown.has(name));
      const label = `${name}${shown.has(name) ? ", drawn" : ""}`;
      const pressable = { role: "button", tabindex: "0", "aria-pressed": String(one.classList.contains("marked")) };
      for (const [key, value] of Object.entries(pressable)) live ? one.setAttribute(key, value) : one.removeAttribute(key);
      one.setAttribute("aria-label", label);
      if (!live) one.setAttribute("role", "img");
    }
  }

  /** Show at which area something was refused. @param {string} wager @param {any} view */
  complain(wager, view) {
    const spot = this.plan.areas[this.key(wager, view.seat, view)];
    if (!spot) return;
    const area = this.svg?.querySelector(`[data-area="${CSS.escape(this.key(wager, view.seat, view))}"]`);
    area?.classList.add("refused");
    setTimeout(() => area?.classList.remove("refused"), 1600);
  }
}

/** A line in two that are about as long. @param {string} said */
function halves(said) {
  const words = said.split(" ");
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  return cuts.sort((a, b) => Math.max(...a.map((one) => one.length)) - Math.max(...b.map((one) => one.length)))[0] ?? [said];
}
