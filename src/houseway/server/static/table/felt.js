// @ts-check
// The felt: the layout as the house draws it, and on it chips, cards, dice, a wheel, a puck.
import { drawing, money, s, signed } from "./dom.js";
import { picks } from "./answers.js";
import { inHand } from "./rail.js";

const CHIPS = [100_000, 50_000, 10_000, 2_500, 500, 0];
const OWN = 0.055, SHARED = 0.046, OTHERS = 0.028; // of the felt's width that a card is wide at least
const TALL = 1.4; // a card's height by its width; a tile is twice as high as wide

/** The place at the table of a seat, or of whoever stands behind it or plays in it. @param {number | null} seat */
function box(seat) { return seat === null ? null : seat % 100; }

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

  /** The key of an area on this felt, for a seat. @param {string} wager @param {number | null} seat @param {any} view */
  key(wager, seat, view) {
    if (this.plan.common) return wager;
    return this.plan.shape === "phone" ? (seat === view.seat ? `me/${wager}` : "") : `${box(seat)}/${wager}`;
  }

  /** Which areas can be bet on, and what is said about each. @param {any} view @param {Record<string, number>} mine */
  light(view, mine) {
    const chip = inHand();
    const nets = view.nets[view.seat] ?? {};
    let first = true;
    for (const area of this.svg?.querySelectorAll("[data-area]") ?? []) {
      const key = area.getAttribute("data-area") ?? "", told = this.plan.areas[key];
      const wager = area.getAttribute("data-wager") ?? "";
      const own = told && view.seat !== null && (told.seat === null || told.seat === 0 || told.seat === box(view.seat));
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
    for (const [key, found] of lying) {
      const area = this.plan.areas[key];
      if (!area) continue;
      const least = (found.mine ? 13 : 10) / this.inch(), spot = { ...area, r: Math.max(area.r, area.r < 0.75 ? least * 0.8 : least) };
      const aside = found.mine && found.others ? spot.r * 0.9 : 0;
      if (found.others) made.push(chip(found.others, spot.x + aside, spot.y - aside / 2, spot.r * 0.85, "others"));
      if (found.mine) made.push(chip(found.mine, spot.x, spot.y, spot.r, found.net === undefined ? "" : found.net > 0 ? "won" : found.net < 0 ? "lost" : ""));
      if (found.net) made.push(s("text", { x: spot.x, y: spot.y - spot.r * 1.25, class: `net ${found.net > 0 ? "won" : "lost"}`, "font-size": Math.max(spot.r * 0.8, 0.7), "text-anchor": "middle" }, signed(found.net)));
    }
    for (const [seat, cents] of Object.entries(view.put)) {
      const spot = this.before(Number(seat), view);
      if (spot) made.push(s("g", { class: "put", "data-put": seat, role: "img", "aria-label": `${view.players[seat] ?? `Seat ${seat}`} has ${money(Number(cents))} in` }, chip(Number(cents), spot.x, spot.y, spot.r, "")));
    }
    this.layers.chips.replaceChildren(...made);
  }

  /** Where the chips lie that a seat has bet for the pot: beyond its cards, and one's own beside. @param {number} seat @param {any} view */
  before(seat, view) {
    const phone = this.plan.shape === "phone", own = seat === view.seat;
    const area = Object.values(this.plan.areas).find((/** @type {any} */ one) => one.seat === (phone && own ? 0 : box(seat)));
    const cards = this.plan.places[phone ? "me" : `seat/${box(seat)}`];
    const r = Math.max(1.3, 11 / this.inch());
    if (phone && !own) { // in a row above the board
      const others = Object.keys(view.put).filter((one) => Number(one) !== view.seat), board = this.plan.places.board;
      return board && { x: (this.plan.width * (others.indexOf(String(seat)) + 1)) / (others.length + 1), y: board.y - board.card * this.tall * 0.5 - r * 1.4, r };
    }
    if (!area || !cards) return null;
    if (own) return { x: area.x - Math.max(area.r, r) * 2.6, y: area.y, r };
    const [dx, dy] = [cards.x - area.x, cards.y - area.y], far = Math.hypot(dx, dy) || 1;
    const beyond = (Math.max(cards.card, this.least(OTHERS)) * this.tall) / 2 + r + 0.4;
    return { x: cards.x + (dx / far) * beyond, y: cards.y + (dy / far) * beyond, r };
  }

  /** Where the cards of a place lie. @param {any} hand @param {any} view @param {number} nth */
  spot(hand, view, nth) {
    const places = this.plan.places;
    if (hand.seat !== null) {
      if (this.plan.shape === "phone") return hand.seat === view.seat ? places.me : this.above(hand, view);
      return places[`seat/${box(hand.seat)}`] ?? places.me;
    }
    const known = places[hand.place];
    if (known) return known;
    const dealer = places.dealer ?? { x: this.plan.width / 2, y: this.plan.height / 6, card: 2.5, room: 20, turn: 0 };
    return { ...dealer, y: dealer.y + nth * dealer.card * this.tall * 1.1 };
  }

  /** Where others' cards lie on a phone, as far as any is open: two in a row at the top. @param {any} hand @param {any} view */
  above(hand, view) {
    const open = view.hands.filter((/** @type {any} */ one) => one.seat !== null && one.seat !== view.seat && one.cards.some((/** @type {string} */ card) => card !== "??"));
    const at = open.findIndex((/** @type {any} */ one) => one.place === hand.place), card = this.plan.width * 0.1;
    return at < 0 ? null : { x: this.plan.width * (0.27 + 0.46 * (at % 2)), y: card * (1.3 + 2.3 * Math.floor(at / 2)), card, room: this.plan.width * 0.42, turn: 0 };
  }

  /** Cards as they lie. @param {any[]} hands @param {any} view @param {Record<string, number>} [fresh] */
  cards(hands, view, fresh = {}) {
    const made = [];
    /** @type {Record<string, any[]>} */ const bySeat = {};
    let stray = 0;
    for (const hand of hands) if (hand.seat !== null) (bySeat[hand.seat] ??= []).push(hand);
    const done = new Set();
    for (const hand of hands) {
      const group = hand.seat === null ? [hand] : bySeat[hand.seat];
      const at = group.indexOf(hand);
      if (done.has(hand)) continue;
      done.add(hand);
      const known = hand.seat !== null || this.plan.places[hand.place];
      const spot = this.spot(hand, view, known ? 0 : stray++);
      if (!spot) continue;
      const own = hand.seat !== null && hand.seat === view.seat;
      const room = this.room(group, spot, own), half = (room * group.length) / 2;
      const middle = own ? Math.min(Math.max(spot.x, half), Math.max(this.plan.width - half, half)) : spot.x;
      const x = middle + (at - (group.length - 1) / 2) * room;
      made.push(this.hand(hand, { ...spot, x, room }, fresh[hand.place] ?? 0, own, view));
    }
    this.layers.cards.replaceChildren(...made);
  }

  /** How wide the hands of a seat lie, each: one's own are not to cover each other. @param {any[]} group @param {any} spot @param {boolean} own */
  room(group, spot, own) {
    const share = (spot.room ?? spot.card * 6) / group.length;
    if (!own || group.length < 2 || this.plan.shape === "phone") return share;
    const most = Math.max(...group.map((hand) => hand.cards.length));
    const wide = Math.max(spot.card, this.least(OWN));
    return Math.min(Math.max(share, wide * Math.min(most * 0.6 + 1.1, 4.6)), this.plan.width / group.length);
  }

  /** How wide a card is at least: larger than life where the felt is small. @param {number} part */
  least(part) {
    return this.plan.shape === "phone" ? 0 : part * Math.min(this.plan.width, 2 * this.plan.height);
  }

  /** How far down a seat's chips lie, in the middle. @param {number} seat */
  chipsOf(seat) {
    const found = Object.values(this.plan.areas).filter((/** @type {any} */ one) => one.seat === box(seat));
    return found.reduce((sum, one) => sum + one.y, 0) / Math.max(found.length, 1);
  }

  /** How many pixels an inch of the felt is. */
  inch() {
    const box = this.svg?.getBoundingClientRect();
    return box ? Math.max(Math.min(box.width / this.plan.width, box.height / this.plan.height), 1) : 1;
  }

  /** @param {any} hand @param {any} spot @param {number} fresh @param {boolean} own @param {any} view */
  hand(hand, spot, fresh, own, view) {
    // cards are larger than life where the felt is small: they are to be read
    const phone = this.plan.shape === "phone";
    const least = this.least(own ? OWN : hand.seat === null ? SHARED : OTHERS);
    const n = hand.cards.length, alone = hand.seat === null && n === 1 && !phone; // no wider than its place
    const wide = Math.max(spot.card, alone ? Math.min(least, spot.room) : least), high = wide * this.tall;
    if (own) spot = { ...spot, turn: 0, room: Math.max(spot.room, wide * Math.min(n * 0.6 + 1, 4.6)) };
    else if (hand.seat !== null && !phone && hand.cards.some((/** @type {string} */ card) => card !== "??"))
      spot = { ...spot, room: Math.max(spot.room, wide * (n * 0.5 + 0.5)) }; // open cards are to be read
    const step = n > 1 ? Math.min(wide * 1.06, (spot.room - wide) / (n - 1)) : 0;
    // what is larger than planned grows away from the chips: a player's cards upward
    const size = (own ? 15 : 12) / this.inch(), planned = (spot.card * this.tall) / 2;
    const up = own && !phone && spot.y < this.chipsOf(hand.seat);
    const lowest = this.plan.height - high - size * 2;
    const top = Math.min(lowest, up ? spot.y + planned - high - size * 1.8 : phone ? spot.y - high / 2 : spot.y - planned);
    const left = spot.x - (step * (n - 1) + wide) / 2;
    const whose = own ? "Your cards" : hand.name || `Seat ${hand.seat}`;
    const label = `${whose}: ${hand.said ?? ""}${hand.called ? `; ${hand.called}` : ""}`;
    const names = own && view.picks?.place === hand.place ? view.picks.cards : [], gone = names.length ? picks(view) : [];
    const group = s("g", { class: own ? "hand yours" : "hand", "data-place": hand.place, role: names.length ? "group" : "img", "aria-label": label });
    if (spot.turn) group.setAttribute("transform", `rotate(${spot.turn} ${spot.x} ${spot.y})`);
    hand.cards.forEach((/** @type {string} */ card, /** @type {number} */ at) => {
      const face = card === "??" ? "back" : card;
      const drawn = s("use", { href: `#card-${face}`, x: left + at * step, y: top - (gone.includes(names[at]) ? high * 0.18 : 0), width: wide, height: high, class: at >= n - fresh ? "card fresh" : "card" });
      group.append(names[at] ? s("g", { class: "pick", "data-pick": names[at], role: "button", tabindex: 0, "aria-label": `Exchange ${card}`, "aria-pressed": view.picks.done ? String(gone.includes(names[at])) : null }, drawn) : drawn);
    });
    const name = phone && !own && hand.seat !== null ? view.players[hand.seat] : hand.name;
    const common = String(hand.place).startsWith("board"); // everybody's cards need no name
    const said = [common ? "" : name, hand.called].filter(Boolean).join(": ");
    if (said && (hand.called || said.length * size * 0.52 < spot.room)) { // a mere name where there is room
      const width = said.length * size * 0.52 + size;
      group.append(
        s("rect", { x: spot.x - width / 2, y: top + high + size * 0.2, width, height: size * 1.5, rx: size * 0.5, class: "tag-back" }),
        s("text", { x: spot.x, y: top + high + size * 1.3, "font-size": size, "text-anchor": "middle", class: "called" }, said),
      );
    }
    return group;
  }

  /** Names at the seats, and seats that can be taken. @param {any} view */
  seats(view) {
    const made = [];
    for (const [number, spot] of Object.entries(this.plan.seats ?? {})) {
      const at = Number(number), n = view.players[100 + at] && (!view.players[at] || view.away.includes(at)) ? 100 + at : at;
      const name = view.players[n], free = view.free.includes(n);
      if (!name && !free) continue;
      const you = view.own.includes(n), turn = view.asked_of === n;
      const said = free && !name ? `Sit here` : `${you ? "You" : name}${view.away.includes(n) ? " (away)" : ""}`;
      const size = 1.05, width = Math.max(4.5, said.length * size * 0.56 + 1.4);
      const plate = s("g", { class: ["plate", you && "you", turn && "turn", free && !name && "open"].filter(Boolean).join(" "), transform: `translate(${spot.x} ${spot.y})` },
        s("rect", { x: -width / 2, y: -0.95, width, height: 1.9, rx: 0.95 }),
        s("text", { y: 0.37, "font-size": size, "text-anchor": "middle" }, said));
      if (free && !name) {
        plate.id = `seat-${n}`;
        plate.setAttribute("data-sit", String(n));
        plate.setAttribute("role", "button");
        plate.setAttribute("tabindex", "0");
        plate.setAttribute("aria-label", `Take seat ${n}`);
      }
      made.push(plate);
    }
    this.layers.seats.replaceChildren(...made);
  }

  /** Dice, a wheel, a board of numbers, the pot, the button, the puck. @param {any} things @param {any} view @param {boolean} [moving] */
  things(things, view, moving = false) {
    const made = [], places = this.plan.places, middle = { x: this.plan.width / 2, y: this.plan.height / 2 };
    if (things.dice) {
      const spot = places.dice ?? middle, size = spot.card ?? 2.4;
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
    const lies = things.button === undefined ? null : places[`seat/${box(things.button)}`] ?? (this.plan.shape === "phone" ? null : places[things.button]);
    if (lies) {
      const r = Math.max(1.2, 9 / this.inch());
      made.push(s("g", { class: "puck on", transform: `translate(${lies.x + (lies.room ?? 8) / 2 + r} ${lies.y})` },
        s("circle", { r }), s("text", { y: r * 0.3, "font-size": r * 0.9, "text-anchor": "middle" }, "D")));
    }
    const point = view.notes?.point, spot = places[`puck/${point ?? "off"}`];
    if (spot && places["puck/4"]) {
      const r = spot.r ?? 1;
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

/** A chip, or the top of a stack. @param {number} cents @param {number} x @param {number} y @param {number} r @param {string} kind */
function chip(cents, x, y, r, kind) {
  const least = CHIPS.find((one) => cents >= one) ?? 0;
  const said = money(cents), size = r * (said.length <= 3 ? 0.66 : said.length <= 5 ? 0.5 : 0.4);
  return s("g", { class: `chip ${kind}` },
    s("use", { href: `#chip-${least}`, x: x - r, y: y - r, width: 2 * r, height: 2 * r }),
    s("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", class: least ? "" : "dark" }, said));
}
