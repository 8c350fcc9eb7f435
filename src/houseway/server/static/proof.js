// Checks a shuffle without any code of the house: SHA-256 and ChaCha20 as published, a Fisher-Yates
// shuffle from the last card down. What it reads is one key with everything that came of it:
//   {"commitment": ..., "key": ..., "steps": [{"commit"}, {"seed", "seat"}, {"shuffle"}, {"cut"},
//    {"draw"}, {"put_back", "at"}, {"below"}]}
"use strict";

// -- SHA-256 (FIPS 180-4), written out so that nothing has to be trusted but this page -----------

const K = [];
(function primes() {
  const isPrime = (n) => { for (let d = 2; d * d <= n; d++) if (n % d === 0) return false; return true; };
  for (let n = 2; K.length < 64; n++) {
    if (isPrime(n)) K.push(Math.floor((Math.cbrt(n) % 1) * 2 ** 32) >>> 0);
  }
})();
const START = [2, 3, 5, 7, 11, 13, 17, 19].map((n) => Math.floor((Math.sqrt(n) % 1) * 2 ** 32) >>> 0);

function sha256(bytes) {
  const right = (x, n) => (x >>> n) | (x << (32 - n));
  const padded = [...bytes, 0x80];
  while (padded.length % 64 !== 56) padded.push(0);
  const bits = BigInt(bytes.length) * 8n;
  for (let at = 7n; at >= 0n; at--) padded.push(Number((bits >> (8n * at)) & 255n));
  const hash = [...START];
  for (let block = 0; block < padded.length; block += 64) {
    const w = [];
    for (let n = 0; n < 16; n++) {
      const at = block + 4 * n;
      w.push((padded[at] << 24) | (padded[at + 1] << 16) | (padded[at + 2] << 8) | padded[at + 3]);
    }
    for (let n = 16; n < 64; n++) {
      const a = right(w[n - 15], 7) ^ right(w[n - 15], 18) ^ (w[n - 15] >>> 3);
      const b = right(w[n - 2], 17) ^ right(w[n - 2], 19) ^ (w[n - 2] >>> 10);
      w.push((w[n - 16] + a + w[n - 7] + b) | 0);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let n = 0; n < 64; n++) {
      const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[n] + w[n]) | 0;
      const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, n) => { hash[n] = (hash[n] + value) >>> 0; });
  }
  return hash.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

// -- ChaCha20 (RFC 8439), its keystream as little-endian words, nonce and counter from nothing ---

function chachaBlock(key, counter) {
  const word = (at) => key[at] | (key[at + 1] << 8) | (key[at + 2] << 16) | (key[at + 3] << 24);
  const state = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
  for (let n = 0; n < 8; n++) state.push(word(4 * n));
  state.push(counter, 0, 0, 0);
  const x = [...state];
  const left = (value, n) => (value << n) | (value >>> (32 - n));
  const quarter = (a, b, c, d) => {
    x[a] = (x[a] + x[b]) | 0; x[d] = left(x[d] ^ x[a], 16);
    x[c] = (x[c] + x[d]) | 0; x[b] = left(x[b] ^ x[c], 12);
    x[a] = (x[a] + x[b]) | 0; x[d] = left(x[d] ^ x[a], 8);
    x[c] = (x[c] + x[d]) | 0; x[b] = left(x[b] ^ x[c], 7);
  };
  for (let n = 0; n < 10; n++) {
    quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
  }
  return x.map((value, n) => (value + state[n]) >>> 0);
}

class Words {
  constructor(key) { this.key = key; this.counter = 0; this.words = []; }
  next() {
    if (!this.words.length) this.words = chachaBlock(this.key, this.counter++);
    return this.words.shift();
  }
  below(n) { // words that would favor small numbers are dropped
    const fair = 2 ** 32 - (2 ** 32 % n);
    for (;;) { const word = this.next(); if (word < fair) return word % n; }
  }
  shuffled(cards) {
    const mixed = [...cards];
    for (let last = mixed.length - 1; last > 0; last--) {
      const chosen = this.below(last + 1);
      [mixed[last], mixed[chosen]] = [mixed[chosen], mixed[last]];
    }
    return mixed; // the first is dealt first
  }
}

// -- the check -----------------------------------------------------------------------------------

const fromHex = (text) => (text.match(/../g) || []).map((two) => parseInt(two, 16));
const toHex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const split = (text) => text.split(" ").filter((card) => card);
const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));

function check(proof) {
  const said = [];
  const key = fromHex(proof.key);
  if (toHex(sha256(key)) !== proof.commitment) return { holds: false, said: ["The key is not the one that was committed to."] };
  said.push(`The key has the hash ${proof.commitment}, which was committed to before.`);
  const used = proof.steps.findIndex((step) => !("commit" in step) && !("seed" in step));
  const seeds = proof.steps.filter((step) => "seed" in step);
  if (used >= 0 && proof.steps.slice(used).some((step) => "seed" in step)) {
    return { holds: false, said: [...said, "A seed was given after the key had been used."] };
  }
  const told = seeds.map((step) => `${step.seat} ${step.seed}\n`).join("");
  const decides = seeds.length ? sha256([...ascii("houseway seeds 1\n"), ...key, ...ascii(told)]) : key;
  for (const step of seeds) said.push(`Seat ${step.seat} gave the seed ${step.seed} after that.`);
  const words = new Words(decides);
  const sides = {};
  for (const step of proof.steps) {
    const side = step.side || "";
    const wrong = (due, was) => ({ holds: false, said: [...said, `The key gives ${due}, not ${was}.`] });
    if ("shuffle" in step) {
      sides[side] = words.shuffled(split(step.shuffle));
      said.push(`${sides[side].length} cards were shuffled.`);
    } else if ("cut" in step) {
      sides[side] = [...sides[side].slice(step.cut), ...sides[side].slice(0, step.cut)];
      said.push(`Cut ${step.cut} deep.`);
    } else if ("put_back" in step) {
      const stack = words.shuffled(split(step.put_back));
      const at = [...step.at].sort((a, b) => a - b);
      at.map((depth, n) => [n, depth]).reverse().forEach(([n, depth]) => {
        // the stack nearest the bottom first, so that depths stay those that were told
        const size = stack.length, from = size - Math.floor(((n + 1) * size) / at.length);
        const to = size - Math.floor((n * size) / at.length);
        sides[side].splice(depth, 0, ...stack.slice(from, to));
      });
      said.push(`${stack.length} cards were put back.`);
    } else if ("below" in step) {
      const [among, number] = step.below;
      const due = words.below(among);
      if (due !== number) return wrong(`${due} of ${among}`, number);
      said.push(`${number} of ${among}.`);
    } else if ("draw" in step) {
      const wanted = split(step.draw);
      const due = sides[side].splice(0, wanted.length).join(" ");
      if (due !== step.draw) return wrong(due, step.draw);
      said.push(`Dealt ${due}.`);
    }
  }
  return { holds: true, said: [...said, "All that came follows from it."] };
}

if (typeof module !== "undefined") module.exports = { check, sha256, chachaBlock };
if (typeof document !== "undefined") {
  document.getElementById("check").addEventListener("click", () => {
    const out = document.getElementById("out");
    out.textContent = "";
    const tell = (text) => { const line = document.createElement("li"); line.textContent = text; out.append(line); };
    try {
      const given = JSON.parse(document.getElementById("proof").value);
      for (const one of Array.isArray(given) ? given : [given]) {
        const found = check(one);
        found.said.forEach(tell);
        tell(found.holds ? "It holds." : "It does not hold.");
      }
    } catch (error) {
      tell(`This is not a proof: ${error.message}`);
    }
  });
}
