// What is wrong with how the page of a table lies on the screen: a list of sentences, or nothing.
// It measures what is painted: text on the felt, cards, chips, plates and tags as they are turned.
() => {
  const LEAST_TEXT = 9, LEAST_TARGET = 24; // pixels
  const SLACK = 1.5; // pixels by which two things may touch
  const found = [];
  const now = document.getElementById("now"), svg = document.querySelector(".felt");
  const shown = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

  // Shapes as convex polygons, in pixels
  const quadOf = (node, box) => {
    const at = node.getScreenCTM();
    return [[box.x, box.y], [box.x + box.width, box.y], [box.x + box.width, box.y + box.height], [box.x, box.y + box.height]]
      .map(([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(at); return [p.x, p.y]; });
  };
  const apart = (a, b) => { // by how much two polygons overlap at least, along some axis; negative if not
    let least = Infinity;
    for (const of of [a, b]) {
      for (let i = 0; i < of.length; i++) {
        const [x0, y0] = of[i], [x1, y1] = of[(i + 1) % of.length], long = Math.hypot(x1 - x0, y1 - y0);
        if (!long) continue;
        const [nx, ny] = [(y1 - y0) / long, (x0 - x1) / long];
        const along = (p) => p.map(([x, y]) => x * nx + y * ny);
        const [pa, pb] = [along(a), along(b)];
        least = Math.min(least, Math.min(Math.max(...pa), Math.max(...pb)) - Math.max(Math.min(...pa), Math.min(...pb)));
      }
    }
    return least;
  };
  const size = (text) => { const m = text.getScreenCTM(); return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(m.a, m.b); };
  const letters = (text) => { // a line along an arc is as many quads as it has letters
    const inner = text.querySelector("textPath");
    const box = (b) => ({ x: b.x, y: b.y + b.height * 0.16, width: b.width, height: b.height * 0.68 }); // without the room above capitals
    if (!inner) return [quadOf(text, box(text.getBBox()))];
    const chars = text.getNumberOfChars(), quads = [];
    for (let i = 0; i < chars; i++) {
      const at = text.getStartPositionOfChar(i), end = text.getEndPositionOfChar(i), turn = (text.getRotationOfChar(i) * Math.PI) / 180;
      const wide = Math.hypot(end.x - at.x, end.y - at.y), high = parseFloat(getComputedStyle(text).fontSize), m = text.getScreenCTM();
      const put = (u, v) => { const p = new DOMPoint(at.x + u * Math.cos(turn) - v * Math.sin(turn), at.y + u * Math.sin(turn) + v * Math.cos(turn)).matrixTransform(m); return [p.x, p.y]; };
      quads.push([put(0, -0.7 * high), put(wide, -0.7 * high), put(wide, 0), put(0, 0)]);
    }
    return quads;
  };

  const things = []; // {kind, name, quads, group}
  const add = (kind, name, quads, group, node) => things.push({ kind, name, quads, group, node });
  for (const text of svg.querySelectorAll("text")) {
    const words = text.textContent.trim();
    if (!words || !shown(text) || text.closest("defs, .wheel, .ghost")) continue;
    const px = size(text), quads = letters(text), chip = text.closest(".chip, .puck, .card, .die");
    if (px < LEAST_TEXT) found.push(`small text: “${words}” has ${px.toFixed(1)} px`);
    if (chip) continue; // it lies on its chip
    const tag = text.closest(".hand, .plate, .pot, .came[data-of], [data-area], [data-number], .paytable");
    const kind = text.matches(".called") ? "tag" : text.closest(".plate") ? "plate" : text.matches(".net") ? "net" : text.closest(".paytable") ? "paytable" : text.closest("[data-area]") ? "label" : text.closest("[data-number]") ? "number" : "inscription";
    add(kind, words, quads, tag ?? text, text);
    const box = svg.getBoundingClientRect();
    const out = quads.flat().some(([x, y]) => x < box.left - SLACK || x > box.right + SLACK || y < box.top - SLACK || y > box.bottom + SLACK);
    const cloth = svg.querySelector(".cloth"), back = cloth?.getScreenCTM().inverse();
    const off = cloth && !text.matches(".called, .net") && !text.closest(".plate") && quads.flat().some(([x, y]) => !cloth.isPointInFill(new DOMPoint(x, y).matrixTransform(back)));
    if (out || off) found.push(`outside the felt: “${words}”`);
  }
  for (const plate of svg.querySelectorAll(".plate")) if (shown(plate)) add("plate", plate.textContent.trim(), [quadOf(plate, plate.getBBox())], plate, plate);
  for (const hand of svg.querySelectorAll(".hand")) {
    const name = hand.getAttribute("data-place"), cards = [...hand.querySelectorAll("use.card")];
    cards.forEach((card, at) => {
      add("card", `card ${at + 1} of ${name}`, [quadOf(card, card.getBBox())], hand, card);
      const box = card.getBoundingClientRect(), felt = svg.getBoundingClientRect();
      if (box.left < felt.left - SLACK || box.right > felt.right + SLACK || box.top < felt.top - SLACK || box.bottom > felt.bottom + SLACK) found.push(`outside the felt: card ${at + 1} of ${name}`);
    });
    if (now.dataset.tiled === "yes") cards.forEach((card, at) => {
      if (at && apart(quadOf(cards[at - 1], cards[at - 1].getBBox()), quadOf(card, card.getBBox())) > SLACK) found.push(`tiles overlap: ${name}`);
    });
  }
  for (const chip of svg.querySelectorAll(".layer-chips .chip, .layer-things .chip")) {
    const use = chip.querySelector("use"), b = use.getBBox(), m = chip.getScreenCTM();
    const round = Array.from({ length: 12 }, (_, i) => { const t = (i * Math.PI) / 6, p = new DOMPoint(b.x + b.width / 2 * (1 + Math.cos(t)), b.y + b.height / 2 * (1 + Math.sin(t))).matrixTransform(m); return [p.x, p.y]; });
    add("chip", `chip ${chip.textContent.trim()}`, [round], chip, chip);
  }
  for (const die of svg.querySelectorAll(".layer-things .die, .layer-things .puck")) add("thing", die.matches(".die") ? "die" : "puck", [quadOf(die, die.getBBox())], die, die);
  for (const wheel of svg.querySelectorAll(".layer-things .wheel")) {
    const b = wheel.getBoundingClientRect();
    add("thing", "wheel", [[[b.left, b.top], [b.right, b.top], [b.right, b.bottom], [b.left, b.bottom]]], wheel, wheel);
  }

  // What may lie on what: chips and cards on their own area's label are for the layout to avoid, and
  // what is printed under a chip of the same area is known to whoever put it there.
  const MAY = new Set(["chip label", "chip number", "card number", "number thing", "chip net", "chip chip"]);
  const told = new Set();
  for (let i = 0; i < things.length; i++) {
    for (let j = i + 1; j < things.length; j++) {
      const [a, b] = [things[i], things[j]];
      if (a.group === b.group || a.group.contains(b.group) || b.group.contains(a.group)) continue;
      if (MAY.has([a.kind, b.kind].sort().join(" "))) continue;
      const by = Math.max(...a.quads.flatMap((p) => b.quads.map((q) => apart(p, q))));
      if (by <= SLACK) continue;
      const [x, y] = [a, b].sort((one, other) => (one.kind < other.kind ? -1 : 1));
      const group = (one) => one.kind === "card" ? `cards of ${one.group.getAttribute("data-place")}` : `${one.kind} “${one.name}”`;
      const said = `overlap ${x.kind}/${y.kind}: ${group(x)} and ${group(y)}`;
      if (!told.has(said)) { told.add(said); found.push(said); }
    }
  }

  // Targets, and text beside the felt
  for (const one of document.querySelectorAll("button, a[href], input, select, summary, [role=button]")) {
    if (!shown(one) || one.closest(".skip, footer, [inert]") || one.matches("input[type=hidden], :disabled, .hidden")) continue;
    if (one.closest("p, li, td, .told") && one.matches("a")) continue; // within a sentence
    let box = (one.matches("input") && one.closest("label") || one).getBoundingClientRect();
    if (one.matches(".area")) box = one.querySelector(".shape").getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const least = Math.min(box.width, box.height);
    const line = one.matches(".area.spot"); // on a line between numbers: each can be bet otherwise too
    if (least < (line ? 15.5 : LEAST_TARGET - 0.5)) found.push(`small target: ${one.id || one.getAttribute("data-area") || one.textContent.trim().slice(0, 30)} has ${least.toFixed(0)} px`);
  }
  for (const one of document.querySelectorAll("#now *")) {
    if (one.closest("svg") || !shown(one) || ![...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const px = parseFloat(getComputedStyle(one).fontSize);
    if (px < LEAST_TEXT) found.push(`small text: “${one.textContent.trim().slice(0, 30)}” has ${px.toFixed(1)} px`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`wider than the page by ${page.scrollWidth - innerWidth} px`);
  return found;
}
