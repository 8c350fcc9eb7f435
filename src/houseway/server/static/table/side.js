// @ts-check
// Beside the felt: what the round came to and why, the coach, who is here, everything that happened.
import { cited, h, money, put } from "./dom.js";
import { roads } from "./roads.js";

/** @param {HTMLElement} place @param {any} view @param {any[]} log @param {(what: Record<string, any>) => void} press */
export function drawSide(place, view, log, press) {
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.id));
  put(place,
    view.coach && coach(view, press),
    view.tickets.length > 0 && tickets(view, press),
    view.rows.length > 0 && results(view),
    view.marks.length > 0 && board(view.marks, view.tones),
    seats(view, press),
    h("details", { class: "log", id: "log" }, h("summary", {}, `Everything that happened, ${log.length} ${log.length === 1 ? "event" : "events"}`),
      h("ol", {}, ...log.map((line) => line.phase ? h("li", { class: "phase" }, line.says) : h("li", { value: line.number }, `${line.says} `, cited(line.cite))))));
  for (const one of place.querySelectorAll("details")) if (open.has(one.id)) /** @type {HTMLDetailsElement} */ (one).open = true;
}

/** @param {any} view */
function results(view) {
  return h("section", { class: "results" },
    h("h2", {}, view.over ? "This round" : "Settled so far", " ", view.net && h("strong", { class: view.net_kind }, view.net)),
    ...view.rows.map((/** @type {any} */ row, /** @type {number} */ at) => h("details", { id: `row-${at}` },
      h("summary", {}, h("span", {}, row.name), " ", h("strong", { class: row.kind }, row.net), " ", h("span", { class: "quiet" }, row.how), " ", cited(row.cite)),
      h("ul", {}, ...row.told.map((/** @type {string} */ one) => h("li", {}, one)), ...row.rules.map((/** @type {string} */ one) => h("li", { class: "rule" }, `“${one}”`))))));
}

const SIDES = /** @type {Record<string, string>} */ ({ P: "Player", B: "Banker", T: "Tie" });
/** What the last rounds showed: roads, rolls and their totals, or numbers in their colors. @param {string[]} marks @param {string} tones */
function board(marks, tones) {
  if (marks.every((one) => one in SIDES)) {
    const tally = Object.entries(SIDES).map(([mark, name]) => `${name} ${marks.filter((one) => one === mark).length}`).join(", ");
    return h("section", { class: "board" }, h("h2", {}, "Bead road"),
      h("ol", { class: "beads", role: "img", "aria-label": tally }, ...marks.map((one) => h("li", { class: `bead ${one}` }, one))), h("p", { class: "quiet" }, tally), ...roads(marks));
  }
  /** The total of some dice, "3 4"; anything else as it is. @param {string} one */
  const told = (one) => /^\d( \d)+$/.test(one) ? String(one.split(" ").reduce((sum, die) => sum + Number(die), 0)) : one;
  const shown = marks.slice(-18).reverse().map(told), colors = tones.slice(-18).split("").reverse();
  const dice = /^\d \d$/.test(marks[0]), sevens = marks.map(told).lastIndexOf("7");
  return h("section", { class: "board" }, h("h2", {}, dice ? "Last rolls" : "Last rounds"),
    h("ol", { class: "numbers", reversed: true }, ...shown.map((one, at) => h("li", { class: dice && one === "7" ? "seven" : colors[at] ? `tone-${colors[at]}` : null }, one))),
    tones && often(marks),
    dice && sevens >= 0 && h("p", { class: "quiet" }, `Rolls since the seven: ${marks.length - 1 - sevens}`));
}

/** The numbers that came most often, and how many rounds that is of. @param {string[]} marks */
function often(marks) {
  /** @type {Map<string, number>} */ const times = new Map();
  for (const one of marks) times.set(one, (times.get(one) ?? 0) + 1);
  const most = [...times].filter(([, count]) => count > 1).sort((one, other) => other[1] - one[1]).slice(0, 4);
  return most.length > 0 && h("p", { class: "quiet" }, `Most often in ${marks.length} rounds: ${most.map(([one, count]) => `${one} (${count})`).join(", ")}`);
}

/** @param {any} view @param {(what: Record<string, any>) => void} press */
function seats(view, press) {
  return h("section", { class: "seats" }, h("h2", {}, "At the table"),
    h("ul", {}, ...view.seats.map((/** @type {any} */ seat) => h("li", { class: seat.turn ? "turn" : null },
      h("span", { class: "tag" }, String(seat.number)), ` ${seat.name}${seat.you ? " (you)" : ""} `,
      seat.chips && h("span", { class: "quiet" }, `${seat.chips} down`), seat.net && h("strong", { class: seat.kind }, seat.net),
      view.away.includes(seat.number) && h("span", { class: "tag" }, "away"),
      seat.you && !view.coach && new Set(Object.values(view.players)).size > 1 && h("button", { class: "plain", type: "button", id: `away-${seat.number}`, onclick: () => press({ do: view.away.includes(seat.number) ? "back" : "away", seat: seat.number }) }, view.away.includes(seat.number) ? "I'm back" : "Away"),
      seat.you && view.other_seats?.length > 0 && change(view, seat.number, press),
      seat.you && view.own.length > 1 && h("button", { class: "plain", type: "button", id: `leave-${seat.number}`, onclick: () => press({ do: "leave", seat: seat.number }) }, `Get up from seat ${seat.number}`)))),
    view.company && company(view.company, press),
    ...(view.substitute_at ?? []).map((/** @type {number} */ n) => h("p", { class: "free" }, h("button", { type: "button", id: `sit-${100 + n}`, onclick: () => press({ do: "sit", seat: 100 + n }) }, `Play in seat ${n}`), h("span", { class: "quiet" }, ` while ${view.players[n]} is away`))),
    view.waiting && line(view, press),
    view.free.length > 0 && h("div", { class: "free" }, h("span", {}, "Take a seat:"),
      ...view.free.map((/** @type {number} */ n) => h("button", { type: "button", id: `sit-${n}`, onclick: () => press({ do: "sit", seat: n }) }, view.tickets_sold ? "Come to the desk" : String(n)))),
    view.looking_on.length > 0 && h("p", { class: "quiet", id: "looking-on" }, `Looking on: ${view.looking_on.join(", ")}`),
    ...view.meters.map((/** @type {any} */ [name, amount]) => h("p", { class: "meter" }, `${name} `, h("b", {}, amount))));
}

/** Another seat, now or as soon as it is free. @param {any} view @param {number} own @param {(what: Record<string, any>) => void} press */
function change(view, own, press) {
  const seats = h("select", { "aria-label": "Seat to change to", id: "change-to" }, ...view.other_seats.map((/** @type {number} */ n) => h("option", { value: String(n) }, `${n}${view.players[n] ? ` (${view.players[n]})` : ""}`)));
  const go = () => press({ do: "change_seat", seat: own, to: Number(/** @type {HTMLSelectElement} */ (seats).value) });
  return h("details", { class: "change", id: "change" }, h("summary", {}, "Change seat"), seats, " ", h("button", { type: "button", id: "change-seat", onclick: go }, "Ask for it"));
}

/** Who waits for a seat here, and what is held for the viewer. @param {any} view @param {(what: Record<string, any>) => void} press */
function line(view, press) {
  const { count, place, offered, wants, entry } = view.waiting, own = view.own[0];
  const take = () => press(own ? { do: "change_seat", seat: own, to: offered } : { do: "sit", seat: offered });
  const full = !own && !entry && !view.free.length && !view.staff;
  return (count > 0 || entry > 0 || full) && h("div", { class: "waiting", id: "waiting" },
    count > 0 && h("span", {}, `${count} waiting for a seat. `),
    offered ? h("button", { type: "button", id: "take-seat", onclick: take }, `Take seat ${offered}`)
      : wants ? h("span", {}, `You have asked for seat ${wants}.`)
        : place > 0 ? h("span", {}, `You are number ${place}.`) : full && join(view));
}

/** The table is full: onto its list. @param {any} view */
function join(view) {
  const hidden = (/** @type {string} */ name, /** @type {string} */ value) => h("input", { type: "hidden", name, value });
  const csrf = document.getElementById("now")?.dataset.csrf ?? "";
  return h("form", { method: "post", action: "/seats/join", class: "left" }, hidden("csrf", csrf), hidden("table", String(view.id)), hidden("back", "table"),
    h("button", { id: "join-list" }, "Join the waiting list"));
}

/** How many of the house's own players sit here. @param {[number, number]} found @param {(what: Record<string, any>) => void} press */
function company([wanted, most], press) {
  const more = (/** @type {number} */ n, /** @type {string} */ label, /** @type {string} */ said) => h("button", { type: "button", id: `company-${said}`, "aria-label": `${said} company`, disabled: n < 1 || n > most, onclick: () => press({ do: "company", players: n }) }, label);
  return h("p", { class: "company" }, "Company ", more(wanted - 1, "−", "less"), " ", h("b", { id: "company" }, String(wanted)), " ", more(wanted + 1, "+", "more"));
}

/** @param {any} view @param {(what: Record<string, any>) => void} press */
function tickets(view, press) {
  return h("section", {}, h("h2", {}, "Your tickets"), h("ul", { class: "slips tickets" }, ...view.tickets.map((/** @type {any} */ one) =>
    h("li", {}, h("p", {}, h("b", {}, one.number), " ", one.won && h("strong", { class: "won" }, `wins ${one.won}`)),
      (view.asks === "tickets" || one.won) && h("button", { type: "button", onclick: () => press({ do: one.won ? "redeem" : "void", ticket: one.number }) }, one.won ? "Redeem" : "Void"),
      h("dl", {}, ...one.printed.map((/** @type {[string, string]} */ [name, value]) => h("div", {}, h("dt", {}, name.slice(0, 1).toUpperCase() + name.slice(1)), h("dd", {}, value))))))));
}

/** @param {any} view @param {(what: Record<string, any>) => void} press */
function coach(view, press) {
  const found = view.coach;
  const when = (/** @type {string} */ name, /** @type {string} */ label) => h("button", { type: "button", id: `tell-${name}`, "aria-pressed": String(found.tells === name), onclick: () => press({ do: "tell", when: name }) }, label);
  return h("section", { class: "coach", id: "coach", "aria-label": "Coach" },
    h("div", { class: "coach-head" }, h("h2", {}, "Coach"), h("div", { role: "group", "aria-label": "When the coach speaks" }, h("span", { class: "quiet" }, "Tell me "), when("before", "before I choose"), when("after", "after")),
      h("p", { class: "purse" }, h("span", { class: "quiet" }, "Practice chips "), h("b", { id: "practice-balance" }, money(found.balance)))),
    h("div", { "aria-live": "polite" },
      found.asked && found.tells === "before" && (found.lines.length ? worths(found.lines, "") : h("p", { class: found.why ? "" : "working", role: found.why ? null : "note" }, found.why || "Working out what each choice is worth…")),
      found.asked && found.tells === "after" && h("p", { class: "quiet" }, "Choose first; then you are told what each choice was worth."),
      found.chose && h("div", { class: `verdict ${found.kind}` }, h("p", {}, "You chose ", h("b", {}, found.chose.replaceAll("_", " ")), ". ", found.said || h("span", { class: "working" }, "Working out what it was worth…")),
        found.chosen_lines.length > 0 && !(found.asked && found.tells === "before") && worths(found.chosen_lines, found.chose))),
    h("p", { class: "tally" }, found.decided ? h("span", {}, `Of ${found.decided} ${found.decided === 1 ? "decision" : "decisions"}, ${found.best} ${found.best === 1 ? "was" : "were"} the best. Mistakes have cost `, h("b", { id: "cost" }, found.cost), " on average.") : h("span", { class: "quiet" }, "No decision of yours has been valued yet."),
      found.unknown > 0 && h("span", { class: "quiet" }, ` ${found.unknown} not valued.`)),
    found.balance < 10_000 && h("button", { type: "button", onclick: () => press({ do: "chips" }) }, "Take fresh practice chips"));
}

/** @param {any[]} lines @param {string} chose */
function worths(lines, chose) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "What each choice is worth on average" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, "Choice"), h("th", { class: "number" }, "Worth"), h("th", { class: "number" }, "Less by"), h("th", {}, "Exactly"))),
    h("tbody", {}, ...lines.map((line) => h("tr", { class: line.best ? "best" : null },
      h("td", {}, line.label, line.best && " ", line.best && h("span", { class: "tag" }, "best"), line.name === chose && " ", line.name === chose && h("span", { class: "tag" }, "yours")),
      h("td", { class: "number" }, line.worth), h("td", { class: "number" }, line.gives_up),
      h("td", {}, line.exactly && h("details", { class: "exactly" }, h("summary", {}, "fraction"), h("code", {}, line.exactly))))))));
}
