// @ts-check
// The plates of other players: who they are, what they have bet or won, their cards, and whose turn
// it is. Seats that can be taken are plates as well.
import { money, s } from "./dom.js";
import { chip } from "./chips.js";

/** The place at the table of a seat, or of whoever stands behind it or plays in it. @param {number} seat */
const box = (seat) => seat % 100;

/** Everybody but the viewer, in their order around the table from the viewer's left. @param {any} view @returns {number[]} */
function others(view) {
  const taken = Object.keys(view.players).map(Number).filter((n) => n !== view.seat);
  const all = [...taken, ...(view.seat === null ? view.free : [])];
  const from = view.seat === null ? 0 : box(view.seat);
  const along = (/** @type {number} */ n) => (box(n) > from ? box(n) : box(n) + 1000);
  return all.sort((one, other) => along(one) - along(other) || one - other);
}

/** A box for each of so many plates: down the left and up the right, or side by side in a strip. @param {number[][]} boxes @param {number} count */
function cells(boxes, count) {
  if (!boxes.length || !count) return [];
  /** @type {{x: number, y: number, w: number, h: number}[]} */ const made = [];
  const strip = boxes[0][2] > boxes[0][3];
  if (strip) {
    const [x, y, w, h] = boxes[0], rows = count > 5 ? 2 : 1, across = Math.ceil(count / rows), wide = Math.min(w / across, 11);
    for (let at = 0; at < count; at++) {
      const row = Math.floor(at / across), here = Math.min(across, count - row * across);
      made.push({ x: x + (w - wide * here) / 2 + wide * (at % across) + 0.15, y: y + (h / rows) * row, w: wide - 0.3, h: h / rows - 0.1 });
    }
    return made;
  }
  const left = boxes.length > 1 ? Math.ceil(count / 2) : count;
  boxes.forEach(([x, y, w, h], side) => {
    const here = side ? count - left : left, high = Math.min(h / Math.max(here, 1), 9.5);
    for (let at = 0; at < here; at++) {
      const down = boxes.length === 1 || side ? at : here - 1 - at; // the nearest to the viewer is lowest
      made.push({ x, y: y + (side ? here - 1 - (here - 1 - down) : down) * high, w, h: high - 0.35 });
    }
  });
  return made;
}

/** The plates of everybody else. @param {any} felt @param {any[]} hands @param {any} view */
export function plates(felt, hands, view) {
  const all = others(view), places = cells(felt.plan.company ?? [], all.length);
  return all.slice(0, places.length).map((n, at) => plate(felt, n, places[at], hands.filter((one) => one.seat === n), view));
}

/** Whether the button lies at a seat. @param {any} view @param {number} n */
const button = (view, n) => typeof view.things.button === "number" && box(view.things.button) === box(n);

/** @param {string} said @param {number} room @param {number} size */
function cut(said, room, size) {
  const fits = Math.floor(room / (size * 0.56));
  return said.length > fits ? `${said.slice(0, Math.max(fits - 1, 1)).trimEnd()}…` : said;
}

/** @param {any} felt @param {number} n @param {any} at @param {any[]} hands @param {any} view */
function plate(felt, n, at, hands, view) {
  const name = view.players[n], told = view.seats.find((/** @type {any} */ one) => one.number === n);
  const turn = typeof view.asked_of === "number" && box(view.asked_of) === box(n) && view.asks === "decision", open = !name;
  const least = 9.6 / felt.inch(), size = Math.max(0.85, least), small = Math.max(0.78, least);
  const staked = Object.values(view.bets[n] ?? {}).reduce((sum, one) => sum + Number(one), 0), put = Number(view.put[n] ?? 0);
  const called = hands.map((one) => one.called).filter(Boolean).join("; ");
  const net = told?.net ?? "", did = view.acted?.[n] ?? "";
  const money_ = net || (put ? `${money(put)} in` : staked ? money(staked) : "");
  const rows = open ? 1 : at.h < 3.2 ? 1 : 2, high = rows === 1 ? size * 1.9 : size * 1.5 + small * 1.5;
  const top = at.y + at.h - high, group = s("g", { class: ["plate", turn && "turn", open && "open", view.own.includes(n) && "you"].filter(Boolean).join(" "), "data-plate": n });
  const who = open ? "Sit here" : `${view.own.includes(n) ? "You" : name}${view.away.includes(n) ? " (away)" : ""}`;
  const made = [s("rect", { x: at.x, y: top, width: at.w, height: high, rx: 0.6 })];
  const stack = view.things.pots && staked && rows === 2 && !button(view, n) ? money(staked) : "", amount = rows === 1 || open ? "" : money_, pad = 0.4, right = amount ? amount.length * small * 0.6 + 0.3 : 0;
  made.push(s("text", open ? { x: at.x + at.w / 2, y: top + size * 1.3, "font-size": size, "text-anchor": "middle" } : { x: at.x + pad, y: top + size * 1.25, "font-size": size, class: "who" }, cut(rows === 1 && money_ ? `${who} ${money_}` : who, at.w - 2 * pad - (stack ? stack.length * small * 0.6 + 0.3 : 0), size)));
  if (stack) made.push(s("text", { x: at.x + at.w - pad, y: top + size * 1.25, "font-size": small, "text-anchor": "end", class: "amount" }, stack));
  if (rows === 2) {
    const below = called || did || (turn ? "Deciding" : "");
    made.push(s("text", { x: at.x + pad, y: top + size * 1.5 + small * 0.95, "font-size": small, class: "did" }, cut(below, at.w - 2 * pad - right, small)));
    if (amount) made.push(s("text", { x: at.x + at.w - pad, y: top + size * 1.5 + small * 0.95, "font-size": small, "text-anchor": "end", class: net ? `net ${told.kind}` : "amount" }, amount));
  }
  if (button(view, n)) made.push(s("g", { class: "puck on", transform: `translate(${at.x + at.w - 0.9} ${top + size * 0.85})` }, s("circle", { r: size * 0.7 }), s("text", { y: size * 0.3, "font-size": size * 0.85, "text-anchor": "middle" }, "D")));
  group.append(...made);
  if (open) {
    const label = `Take seat ${n}`;
    for (const [key, value] of Object.entries({ id: `seat-${n}`, "data-sit": String(n), role: "button", tabindex: "0", "aria-label": label })) group.setAttribute(key, value);
    return group;
  }
  const free = top - at.y - 0.25, cards = hands.flatMap((one) => one.cards);
  if (cards.length && free > 1.4) {
    const chips = staked || put ? 2.2 : 0, room = at.w - (free > 2 ? chips : 0), high = Math.min(free, 3.6), wide = Math.min(high / felt.tall, felt.tall > 1.5 ? (room / cards.length) * 0.95 : room / 1.4);
    const step = cards.length > 1 ? Math.min(wide * 1.06, (room - wide) / (cards.length - 1)) : 0;
    const said = hands.map((one) => one.said).filter(Boolean).join("; ");
    const held = s("g", { class: "hand", "data-place": hands[0].place, role: "img", "aria-label": `${name}: ${said}${called ? `; ${called}` : ""}` });
    cards.forEach((card, nth) => held.append(s("use", { href: card === "??" ? "#card-back" : `#${felt.tall < 2 && wide * felt.inch() < 40 ? "small" : "card"}-${card}`, x: at.x + step * nth, y: top - 0.2 - wide * felt.tall, width: wide, height: wide * felt.tall, class: "card" })));
    group.append(held);
  }
  if ((put || staked) && free > 2 && !net) group.append(s("g", { class: "put", "data-put": n, role: "img", "aria-label": `${name} has ${money(put || staked)} ${put ? "in" : "down"}` }, chip(put || staked, at.x + at.w - 1, top - 1.2, 0.95, "others", least)));
  return group;
}
