/**
 * Prints how long the small model takes, beside the targets: `node www/bench/models.mjs`, after one build, on
 * an idle machine. A ratio above 1 is slower than the target.
 */
import { readFile } from 'node:fs/promises';
import { ablate, load, open, run, toFile } from '../engine/model.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';

const ROUNDS = 15;
const TOKENS = 64;

/**
 * The median of the milliseconds of some rounds, after one that is not counted.
 *
 * @param {() => Promise<void>} work
 */
async function median(work) {
  await work();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
}

/** @param {string} what @param {number} took @param {number} target - in milliseconds */
function print(what, took, target) {
  const ratio = (took / target).toFixed(2);
  console.log(
    `${took.toFixed(1).padStart(8)} ms  target ${String(target).padStart(5)} ms  ratio ${ratio}  ${what}`,
  );
}

await load();
const model = await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);
const ids = Array.from({ length: TOKENS }, (_, at) => (at * 7919) % model.facts.vocabulary);
const heads = async (/** @type {number[]} */ text) => {
  const finished = await run(model, { texts: [text], writes: true });
  toFile(finished);
  finished.free();
};
print(`small model, ${TOKENS} tokens: all heads and logits, as a file`, await median(() => heads(ids)), 50);
print('small model, 8 tokens: the same', await median(() => heads(ids.slice(0, 8))), 15);
print(
  `small model, ${TOKENS} tokens: all ${model.facts.layers * model.facts.heads} ablations`,
  await median(async () => void (await ablate(model, { text: ids, token: 1 }))),
  100,
);
