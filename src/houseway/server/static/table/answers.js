// @ts-check
// Answers that are more than a button: an amount between bounds, some of which have names, and cards
// that are picked on the felt.
import { h } from "./dom.js";

/** @typedef {(what: Record<string, any>) => void} Press */

/** An amount by slider, by its name or typed; it is always one that may be chosen.
 * @param {any} one @param {number} at @param {() => void} changed */
export function amountField(one, at, changed) {
  const bounds = [one.amounts[0][1], one.amounts[one.amounts.length - 1][1]].map(Number), step = Number(one.step) || 1;
  const common = { min: bounds[0], max: bounds[1], step, value: bounds[0] };
  const slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", ...common, "aria-label": `${one.label}, dollars`, oninput: () => set(slider.value) }));
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: `amount-${at + 1}`, ...common, inputmode: "decimal", "aria-label": `${one.label}, dollars`, onchange: () => set(field.value) }));
  /** @param {string | number} value */
  const set = (value) => {
    const steps = Math.round((Number(value) - bounds[0]) / step);
    const fits = Math.min(Math.max(bounds[0] + (steps || 0) * step, bounds[0]), bounds[1]);
    slider.value = field.value = String(Math.round(fits * 100) / 100);
    changed();
  };
  const named = one.amounts.map((/** @type {[string, string]} */ [name, value]) => h("button", { type: "button", class: "plain size", "data-amount": value, onclick: () => set(value) }, name));
  const box = h("div", { class: "amount" }, h("div", { class: "sizes", role: "group", "aria-label": "Amounts" }, ...named), slider, field);
  return { box, value: () => { set(field.value); return field.value; } };
}

// Cards that are picked

/** @type {{of: string, cards: Set<string>}} */
let picked = { of: "", cards: new Set() };
let redraw = () => {};
/** What is to be drawn anew when a card is picked. @param {() => void} act */
export const onPick = (act) => { redraw = act; };

/** The cards that are picked, of those that may be. @param {any} view @returns {string[]} */
export function picks(view) {
  const of = view.picks ? `${view.round}-${view.seen}` : "";
  if (picked.of !== of) picked = { of, cards: new Set() };
  return [...picked.cards];
}

/** A card is picked, or put back; where one card is the answer it is given. @param {string} name @param {any} view @param {Press} press */
export function pick(name, view, press) {
  if (!view.picks?.cards.includes(name)) return;
  if (!view.picks.done) { press({ do: "act", seat: view.seat, what: name }); return; }
  picks(view);
  if (!picked.cards.delete(name)) picked.cards.add(name);
  redraw();
}

/** The cards that are picked are thrown away, the last first, so that the others keep their places; then as many are drawn.
 * @param {any} view @param {Press} press */
export function throwAway(view, press) {
  const gone = view.picks.cards.filter((/** @type {string} */ name) => picks(view).includes(name)).reverse();
  for (const what of gone) press({ do: "act", seat: view.seat, what });
  press({ do: "act", seat: view.seat, what: gone.length ? "draw" : view.picks.done });
}
