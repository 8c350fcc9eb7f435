// @ts-check
// The roads of baccarat: columns of one side's wins, and three that compare columns with earlier ones.
import { h } from "./dom.js";

const ROWS = 6;
/** @typedef {{side: string, ties: number}} Win */

/** The wins in columns, a new one where the side changes; ties belong to the win before. @param {string[]} marks @returns {Win[][]} */
export function columns(marks) {
  /** @type {Win[][]} */ const made = [];
  let before = 0;
  for (const side of marks) {
    const last = made[made.length - 1];
    if (side === "T") { if (last) last[last.length - 1].ties++; else before++; continue; }
    if (last && last[0].side === side) last.push({ side, ties: 0 });
    else made.push([{ side, ties: made.length ? 0 : before }]);
  }
  return made;
}

/** What a derived road shows of each win: red where columns repeat those `back` columns earlier, else blue. @param {Win[][]} road @param {number} back @returns {string[]} */
export function derived(road, back) {
  const deep = road.map((one) => one.length), made = [];
  for (let at = back; at < road.length; at++) {
    for (let row = at === back ? 1 : 0; row < deep[at]; row++) {
      const alike = row === 0 ? at > back && deep[at - 1] === deep[at - 1 - back] : deep[at - back] !== row;
      made.push(alike ? "red" : "blue");
    }
  }
  return made;
}

/** Columns on a grid of six rows: what finds no room below goes on to the right. @param {{kind: string, ties?: number}[][]} road */
function grid(road) {
  const taken = new Set();
  /** @type {{kind: string, ties?: number, x: number, y: number}[]} */ const made = [];
  let first = 0;
  for (const column of road) {
    let [x, y] = [first, 0];
    column.forEach((one, at) => {
      if (at) { if (y + 1 < ROWS && !taken.has(`${x} ${y + 1}`) && x === first) y++; else x++; }
      taken.add(`${x} ${y}`);
      made.push({ ...one, x, y });
    });
    first++;
    while (taken.has(`${first} 0`)) first++;
  }
  return made;
}

/** @param {string} name @param {{kind: string, ties?: number}[][]} road @param {string} look */
function drawn(name, road, look) {
  const cells = grid(road), wide = Math.max(0, ...cells.map((one) => one.x));
  const style = (/** @type {HTMLElement} */ one, /** @type {number} */ x, /** @type {number} */ y) => { one.style.gridColumn = String(x + 1); one.style.gridRow = String(y + 1); return one; };
  return h("figure", { class: `road ${look}` }, h("figcaption", {}, name), h("div", { class: "road-grid", role: "img", tabindex: "0", "aria-label": `${name}, ${road.length} columns` },
    ...cells.filter((one) => one.x > wide - 24).map((one) => style(h("span", { class: `win ${one.kind}` }, one.ties ? String(one.ties) : ""), one.x - Math.max(0, wide - 23), one.y))));
}

/** A sequence in columns of one kind. @param {string[]} kinds */
function runs(kinds) {
  /** @type {{kind: string}[][]} */ const made = [];
  for (const kind of kinds) {
    const last = made[made.length - 1];
    if (last && last[0].kind === kind) last.push({ kind });
    else made.push([{ kind }]);
  }
  return made;
}

/** All roads of some rounds. @param {string[]} marks @returns {HTMLElement[]} */
export function roads(marks) {
  const big = columns(marks);
  return [drawn("Big road", big.map((column) => column.map((one) => ({ kind: one.side, ties: one.ties }))), "rings"),
    drawn("Big eye road", runs(derived(big, 1)), "rings"), drawn("Small road", runs(derived(big, 2)), "dots"), drawn("Cockroach road", runs(derived(big, 3)), "strokes")];
}
