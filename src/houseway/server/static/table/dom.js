// @ts-check
// Elements, and nothing else.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} inside
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...inside) {
  return /** @type {HTMLElement} */ (fill(document.createElement(name), attributes, inside));
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} inside
 * @returns {SVGElement}
 */
export function s(name, attributes = {}, ...inside) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, name), attributes, inside));
}

/**
 * @param {Element} made
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined | false)[]} inside
 */
function fill(made, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...inside.filter((one) => one || one === "").map((one) => /** @type {Node | string} */ (one)));
  return made;
}

/** A drawing that came as text. @param {string} text @returns {SVGElement} */
export function drawing(text) {
  const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(found, true)));
}

/** Put these in place of what is there; the element that has the focus keeps it by its id.
 * @param {Element} place @param {...(Node | string | null | undefined | false)} inside */
export function put(place, ...inside) {
  const at = document.activeElement;
  const id = at && place.contains(at) ? at.id : "";
  place.replaceChildren(...inside.filter(Boolean).map((one) => /** @type {Node | string} */ (one)));
  if (id) document.getElementById(id)?.focus();
}

/** Dollars. @param {number} cents */
export function money(cents) {
  const size = Math.abs(cents) / 100;
  const said = size.toLocaleString("en-US", { minimumFractionDigits: size % 1 ? 2 : 0, maximumFractionDigits: 2 });
  return `${cents < 0 ? "−" : ""}$${said}`;
}

/** A gain or a loss. @param {number} cents */
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/** A paragraph of the law. @param {string} [cite] */
export const cited = (cite) => (cite ? h("span", { class: "cite" }, cite) : null);
