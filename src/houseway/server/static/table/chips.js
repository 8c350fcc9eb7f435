// @ts-check
// Chips: one, or a stack of several values with its amount.
import { money, s } from "./dom.js";

const VALUES = [100_000, 50_000, 10_000, 2_500, 500, 100];
const MOST = 5; // that are drawn of a stack

/** The chips that an amount takes, the largest first; what is left over is not drawn. @param {number} cents @returns {number[]} */
export function denominations(cents) {
  const made = [];
  for (const one of VALUES) for (; cents >= one && made.length < MOST; cents -= one) made.push(one);
  return made.length ? made : [0];
}

/** A stack of chips and its amount. @param {number} cents @param {number} x @param {number} y @param {number} r @param {string} kind @param {number} [least] the least size of letters */
export function chip(cents, x, y, r, kind, least = 0) {
  const stack = denominations(cents), top = stack[stack.length - 1], step = r * 0.17;
  const said = money(cents), fits = r * (said.length <= 3 ? 0.66 : said.length <= 5 ? 0.5 : 0.4), size = Math.max(fits, least);
  const up = y - step * (stack.length - 1);
  return s("g", { class: `chip ${kind}` },
    ...stack.map((one, at) => s("use", { href: `#chip-${one === 100 ? 0 : one}`, x: x - r, y: y - r - step * at, width: 2 * r, height: 2 * r })),
    s("text", { x, y: up + size * 0.36, "font-size": size, "text-anchor": "middle", class: size > fits ? "apart" : top > 100 ? "" : "dark" }, said));
}
