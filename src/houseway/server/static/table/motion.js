// @ts-check
// What happened is played, one thing after another, in the order of the law; then the table is
// drawn as it is.
import { sound } from "./sound.js";

export const PACES = /** @type {const} */ (["normal", "fast", "instant"]);
const WAITS = { dealt: 190, revealed: 320, rolled: 900, spun: 2200, displayed: 500, taken: 140, paid: 260, returned: 140, burned: 400 }; // milliseconds
const MOST = 14_000; // milliseconds that one change is played for

/** How fast: as chosen here, and at once where the system wants no motion. */
export function pace() {
  if (document.documentElement.dataset.motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches) return "instant";
  return localStorage.getItem("pace") ?? "normal";
}

/** Whether somebody wants to see the end now. */
let hurried = false;
const hurry = () => { hurried = true; };
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, hurry, { capture: true });

/** @param {number} ms */
function rest(ms) {
  return new Promise((done) => {
    const end = performance.now() + ms;
    const look = () => (hurried || performance.now() >= end ? done(undefined) : setTimeout(look, 30));
    look();
  });
}

/**
 * Play what is new between two looks at a table.
 * @param {import("./felt.js").Felt} felt
 * @param {any} before
 * @param {any} after
 */
export async function play(felt, before, after) {
  const speed = pace();
  if (speed === "instant" || !before || !after.fresh.length || document.hidden) return;
  hurried = false;
  const share = speed === "fast" ? 0.4 : 1, began = performance.now();
  /** @type {any[]} */
  const hands = after.before && before.round === after.round ? before.hands.map((/** @type {any} */ one) => ({ ...one, cards: [...one.cards], called: "" })) : [];
  const shown = { ...after, nets: {}, bets: after.before ? before.bets : {}, picks: null };
  const find = (/** @type {any} */ who) => {
    let hand = hands.find((one) => one.place === who);
    if (!hand) {
      const to = after.hands.find((/** @type {any} */ one) => one.place === who);
      hand = { place: who, seat: typeof who === "number" ? who : to?.seat ?? null, name: to?.name ?? "", cards: [], called: "" };
      hands.push(hand);
    }
    return hand;
  };
  for (const event of after.fresh) {
    if (hurried || performance.now() - began > MOST) break;
    const cards = event.cards ? event.cards.split(" ") : [];
    if (event.kind === "dealt" && event.who !== undefined) {
      for (const card of cards) {
        find(event.who).cards.push(card);
        felt.cards(hands, shown, { [event.who]: 1 });
        sound(event.kind);
        await rest(WAITS.dealt * share);
      }
      continue;
    }
    if (event.kind === "revealed" && event.who !== undefined) {
      find(event.who).cards = cards;
      felt.cards(hands, shown, { [event.who]: cards.length });
    } else if (event.kind === "rolled" && after.things.dice) {
      felt.things({ ...after.things, dice: event.what.split(" ").map(Number) }, before, true);
    } else if (event.kind === "spun") {
      felt.things(after.things, after, true);
    } else if (!["displayed", "taken", "paid", "returned", "burned"].includes(event.kind)) continue;
    sound(event.kind);
    const wait = WAITS[/** @type {keyof typeof WAITS} */ (event.kind)] ?? 0;
    await rest(wait * share);
  }
}
