// @ts-check
// What a table sounds like, made from noise and short tones; silent until somebody wants it.

const NOISES = /** @type {Record<string, {noise?: number, tones?: number[], lasts: number, loud: number}>} */ ({
  dealt: { noise: 5200, lasts: 0.05, loud: 0.25 },
  revealed: { noise: 3800, lasts: 0.07, loud: 0.25 },
  rolled: { noise: 900, lasts: 0.35, loud: 0.35 },
  spun: { noise: 1600, lasts: 1.2, loud: 0.12 },
  taken: { noise: 2400, lasts: 0.08, loud: 0.2 },
  paid: { tones: [1568, 2093], lasts: 0.22, loud: 0.12 },
  chip: { tones: [2637], lasts: 0.06, loud: 0.1 },
  turn: { tones: [880], lasts: 0.18, loud: 0.1 },
});
/** @type {AudioContext | null} */ let context = null;

/** Whether sounds are wanted. */
export const audible = () => localStorage.getItem("sound") === "on";

/** Switch sounds on or off. */
export function switchSound() {
  localStorage.setItem("sound", audible() ? "off" : "on");
  sound("chip");
}

/** Something happened that can be heard. @param {string} what */
export function sound(what) {
  const how = NOISES[what];
  if (!how || !audible() || document.hidden) return;
  context ??= new AudioContext();
  const start = context.currentTime, gain = context.createGain();
  gain.gain.setValueAtTime(how.loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + how.lasts);
  gain.connect(context.destination);
  (how.tones ?? []).forEach((pitch, at, all) => {
    const tone = /** @type {AudioContext} */ (context).createOscillator();
    tone.frequency.value = pitch;
    tone.connect(gain);
    tone.start(start + (at * how.lasts) / (2 * all.length));
    tone.stop(start + how.lasts);
  });
  if (how.noise) {
    const length = Math.ceil(context.sampleRate * how.lasts), buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < length; at++) samples[at] = Math.random() * 2 - 1;
    const rush = context.createBufferSource(), band = context.createBiquadFilter();
    rush.buffer = buffer;
    band.type = "bandpass";
    band.frequency.value = how.noise;
    rush.connect(band).connect(gain);
    rush.start(start);
  }
}
