/**
 * Writes `text/first-sentence.safetensors`, which the room shows until its model has arrived: the weights of
 * all heads for the first sentence. They have the bits that the room computes from the queries and keys of
 * the small model. `first-sentence.json` has what the program of the room finds in that file, because the
 * room shows it before the program has arrived. A test compares both.
 * `node www/rooms/maps/live/pack-first.mjs`
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as maps from '../../../engine/maps.js';
import { heads, load, open, run } from '../../../engine/model.js';
import { safetensors } from '../../../format/safetensors.js';
import { pageBackend } from '../service/backends.js';
import { createService } from '../service/service.js';
import { liveState } from '../state.js';
import { SMALL_MODEL } from './pack.mjs';
import { SENTENCE } from './settings.js';

export const FIRST_SENTENCE = new URL('text/first-sentence.safetensors', import.meta.url);
export const KNOWN = new URL('text/first-sentence.json', import.meta.url);

/** The small model and its pass over the first sentence, which the caller frees. */
export async function firstRun() {
  await Promise.all([load(), maps.load()]);
  const model = await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);
  return { model, finished: await run(model, { texts: [SENTENCE] }) };
}

/** The file. */
export async function packedFirst() {
  const { model, finished } = await firstRun();
  const { layers, heads: count, headSize, scale } = finished.facts;
  const tokens = finished.tokensOf(0);
  const { length } = tokens;
  /** @type {maps.AttentionRule} */
  const rule = { scale, causal: 'upper_left', window: null, softcap: null, rope: null, offset: 0 };
  const weights = new Float32Array(layers * count * length * length);
  for (let at = 0; at < layers * count; at += 1) {
    const { q, k } = heads(finished, Math.floor(at / count));
    const size = length * headSize;
    const [queries, keys] = [q, k].map(({ data }) =>
      maps.headMap(length, headSize, data.slice((at % count) * size, ((at % count) + 1) * size)),
    );
    const map = maps.weightsOf(queries, keys, rule);
    weights.set(map.cells([0, length], [0, length]), at * length * length);
    for (const each of [queries, keys, map]) each.free();
  }
  const metadata = { tokens: JSON.stringify(tokens), model: model.name, causal: 'true' };
  finished.free();
  model.free();
  return Buffer.from(safetensors([['attention', [layers, count, length, length], weights]], metadata));
}

/**
 * What the service answers for the file.
 *
 * @param {Uint8Array<ArrayBuffer>} held
 */
export async function computedFirst(held) {
  await maps.load();
  const module = /** @type {WebAssembly.Module} */ (maps.program());
  const service = createService([pageBackend(maps)], module);
  const file = { name: 'small-model.safetensors', size: held.length, held };
  const wanted = { views: [liveState()], isSample: true, present: [], beside: null, side: 32 };
  const answer = await service.open([file], () => {}, wanted);
  service.end();
  return answer;
}

/**
 * The answer without the weights, which are in the file, and the state.
 *
 * @param {Uint8Array<ArrayBuffer>} held
 */
async function packedKnown(held) {
  const { first, ...opened } = await computedFirst(held);
  const found = maps.interpret(opened.files);
  // The interpretation has the reading, and the file the cells of thumbnails and of the tile.
  const left = new Set(['reading', 'state', 'thumb', 'tile']);
  const text = JSON.stringify(first, (key, value) => {
    if (left.has(key) && typeof value === 'object') return undefined;
    return ArrayBuffer.isView(value) ? [.../** @type {Float32Array} */ (value)] : value;
  });
  return { opened, found, first: JSON.parse(text) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = await packedFirst();
  await writeFile(FIRST_SENTENCE, file);
  await writeFile(KNOWN, `${JSON.stringify(await packedKnown(new Uint8Array(file)))}\n`);
}
