/**
 * Prints what the 8 bits of the small model cost: `node www/bench/small-model.mjs austen.txt`, after one
 * build.
 *
 * The text is that of the Debian package r-cran-janeaustenr: the six novels one after the other in the order
 * of its index, with an empty line between them. It is cleaned and cut as for the training; the last 3 % of
 * the tokens were held out. The cost is the mean of -ln p of each held-out token, in nats, in windows of 128
 * tokens without overlap.
 */
import { readFile } from 'node:fs/promises';
import { load, open, run } from '../engine/model.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { folder } from '../test/model-plain.js';

const WINDOW = 128;
/** The text is cut into tokens in parts of about this many letters, each up to the end of a line. */
const PART = 100_000;

const [path] = process.argv.slice(2);
if (!path) throw new Error('the argument is the file with the text of the six novels');
const text = (await readFile(path, 'utf8'))
  .replace(/(?<!\n)\n(?!\n)/g, ' ')
  .replace(/[ \t]+/g, ' ')
  .replace(/\n{2,}/g, '\n')
  .replaceAll('_', '');
await load();
const models = {
  '16 bits': await open(await folder()),
  '8 bits': await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]),
};
/** @type {number[]} */
const ids = [];
for (let at = 0; at < text.length;) {
  const line = text.indexOf('\n', at + PART);
  const end = line < 0 ? text.length : line;
  ids.push(...models['8 bits'].encode(text.slice(at, end)));
  at = end;
}
const held = ids.slice(Math.floor(0.97 * ids.length));
console.log(`${ids.length} tokens, ${held.length} of them held out`);
const positions = Array.from({ length: WINDOW }, (_, at) => at);
for (const [name, model] of Object.entries(models)) {
  let [sum, count] = [0, 0];
  for (let at = 0; at < held.length - WINDOW - 1; at += WINDOW) {
    const finished = await run(model, { texts: [held.slice(at, at + WINDOW)], positions });
    const readouts = finished.readouts();
    for (const { position, logSumExp } of readouts)
      sum += logSumExp - finished.logits({}, position)[held[at + position + 1]];
    count += readouts.length;
    finished.free();
  }
  console.log(`${name}: ${(sum / count).toFixed(4)} nats a token`);
}
