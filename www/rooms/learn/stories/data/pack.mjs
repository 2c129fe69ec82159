/**
 * Writes `sequences.json`, the numbers of the stories, from `fixtures/stories.json`:
 * `node www/rooms/learn/stories/data/pack.mjs`. A test compares it with the fixture. Each number is rounded
 * to a multiple of 1/6400, and written as a 16-bit integer, in base64.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PARTS_PER_UNIT } from './sequences.js';

/** @typedef {{ tokens: string[], layer: number, head: number, positions: boolean, like: string | null, start: number, q: number[][], k: number[][], v?: number[][], weights: number[][] }} Given */

const SOURCE = new URL('../../../../../fixtures/stories.json', import.meta.url);
const SEQUENCES = new URL('sequences.json', import.meta.url);

/** @returns {Promise<{ sequences: Record<string, Given>, figures: Record<string, number | number[]> & { likeliest: any, early: any } }>} */
export async function fixture() {
  return JSON.parse(await readFile(SOURCE, 'utf8'));
}

/** The text of `sequences.json`. */
async function text() {
  const { sequences } = await fixture();
  const texts = Object.entries(sequences).map(([id, { tokens, like, start, q, k, v }]) => [
    id,
    {
      words: tokens.map((token) => token.trim()).join(' '),
      ...(like ? { like, start } : {}),
      q: packed(q),
      k: packed(k),
      ...(v ? { v: packed(v) } : {}),
    },
  ]);
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}

/** @param {number[][]} rows */
function packed(rows) {
  const steps = Int16Array.from(rows.flat(), (value) => Math.round(value * PARTS_PER_UNIT));
  return Buffer.from(steps.buffer).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(SEQUENCES, await text());
