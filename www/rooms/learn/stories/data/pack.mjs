/**
 * Writes `sequences.json`, the numbers of the stories, from `fixtures/stories.json`:
 * `node www/rooms/learn/stories/data/pack.mjs`. A test compares it with the fixture. Each number is rounded
 * to a multiple of 1/6400, and written as an integer.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PARTS_PER_UNIT } from './sequences.js';

/** @typedef {{ tokens: string[], layer: number, head: number, positions: boolean, like: string | null, start: number, q: number[][], k: number[][], v?: number[][], weights: number[][] }} Given */

const SOURCE = new URL('../../../../../fixtures/stories.json', import.meta.url);
const SEQUENCES = new URL('sequences.json', import.meta.url);

/** @returns {Promise<{ sequences: Record<string, Given>, figures: Record<string, number | number[]> }>} */
export async function fixture() {
  return JSON.parse(await readFile(SOURCE, 'utf8'));
}

/** The text of `sequences.json`, a line for each row of a matrix. */
async function text() {
  const { sequences } = await fixture();
  const packed = Object.fromEntries(
    Object.entries(sequences).map(([id, { tokens, like, start, q, k, v }]) => [
      id,
      {
        words: tokens.map((token) => token.trim()).join(' '),
        ...(like ? { like, start } : {}),
        ...Object.fromEntries(
          Object.entries({ q, k, v }).flatMap(([name, rows]) => (rows ? [[name, stepsOf(rows)]] : [])),
        ),
      },
    ]),
  );
  return `${JSON.stringify(packed, null, 1).replace(/(?<=[[\d,])\n\s+(?=[-\d])|(?<=\d)\n\s+(?=\])/g, '')}\n`;
}

/** @param {number[][]} rows */
const stepsOf = (rows) => rows.map((row) => row.map((value) => Math.round(value * PARTS_PER_UNIT)));

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(SEQUENCES, await text());
