// Somebody who presses only what the page of a table offers, in the page itself. Gives what went
// wrong, or nothing.
async (given) => {
  // a pause in milliseconds, where hands are limited; patient where others have their turns
  const { rounds, seed, pause = 0, patient = false } = given;
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const all = (what) => [...document.querySelectorAll(what)];
  const now = document.getElementById("now");
  const pressed = [];
  const told = () => `${document.getElementById("status").textContent}; pressed ${pressed.slice(-8).join(", ")}`;
  const refused = () => document.querySelector("#refused .refusal")?.textContent ?? "";
  const last = Number(now.dataset.rounds) + rounds;

  const press = async (one) => {
    const before = now.dataset.version;
    pressed.push(one.id || one.getAttribute("data-area") || one.textContent);
    one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const until = performance.now() + 45000;
    while (now.dataset.version === before && !refused()) {
      if (performance.now() > until) throw new Error(`it stands still: ${told()}`);
      await new Promise((done) => setTimeout(done, 2));
    }
    if (refused()) throw new Error(`refused: ${refused()} ${told()}`);
  };
  const fits = () => { // nothing is wider than the page, and all that can be pressed is on it
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) throw new Error(`wider than the page by ${page.scrollWidth - innerWidth}: ${told()}`);
    for (const one of all(".decide, #rail, .stage:not(.scrolls) > .felt")) {
      const over = one.getBoundingClientRect().bottom - innerHeight;
      if (over > 1) throw new Error(`${one.id || one.getAttribute("class")} is below the page by ${over}: ${told()}`);
    }
  };
  const asked = () => { // only what somebody would press who waits for others to play as well
    const choices = all(".decide button.main:not(:disabled), .ways button");
    if (choices.length) return pick(choices);
    const due = all(".felt .area.lit[role=button].required:not(.mine)");
    return due[0] ?? document.querySelector("#ready:not(:disabled)");
  };
  const offered = () => {
    if (patient) return asked();
    const choices = all(".decide button.main:not(:disabled), .ways button");
    if (choices.length) return pick(choices);
    const desk = document.getElementById("buy"), ready = document.querySelector("#ready:not(:disabled)");
    if (desk) return ready && random() < 0.5 ? ready : desk;
    const lit = all(".felt .area.lit[role=button]"), due = lit.filter((one) => one.matches(".required:not(.mine)"));
    if (due.length) return due[0];
    if (ready && random() < 0.6) return ready;
    const buttons = all("#again, #undo, #double, #clear");
    if (buttons.length && random() < 0.35) return pick(buttons);
    return pick(lit) ?? ready ?? pick(all("#again"));
  };
  for (let presses = 0; Number(now.dataset.rounds) < last; presses++) {
    const until = performance.now() + 45000;
    while (now.dataset.busy) { // a cut that is passed for whoever plays
      if (performance.now() > until) throw new Error(`it stays busy: ${told()}`);
      await new Promise((done) => setTimeout(done, 2));
    }
    if (Number(now.dataset.rounds) >= last) break;
    if (presses > 120 * rounds) throw new Error(`the rounds do not end: ${told()}`);
    const one = offered();
    if (!one && patient) {
      const before = now.dataset.version, end = performance.now() + 90000;
      while (now.dataset.version === before && !offered()) {
        if (performance.now() > end) throw new Error(`nobody plays: ${told()}`);
        await new Promise((done) => setTimeout(done, 5));
      }
      continue;
    }
    if (!one) {
      if (document.querySelector("#chips input")) { // no area takes this chip: try another
        const chips = all("#chips input");
        pick(chips).click();
        if (offered()) continue;
      }
      const balance = Number((document.getElementById("balance")?.textContent ?? "").replace(/[$,]/g, ""));
      if (balance < 100) return { poor: true };
      throw new Error(`nothing to press: ${told()}`);
    }
    await press(one);
    fits();
    if (pause) await new Promise((done) => setTimeout(done, pause));
  }
  return { pressed: pressed.length };
}
