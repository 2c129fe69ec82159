/**
 * Packs the numbers of the stories from `fixtures/stories.json` and writes `packed.js` beside it:
 * `node www/rooms/learn/stories/data/pack.mjs`. A test compares `packed.js` with the fixture. Each number is
 * rounded to a multiple of 1/6400 and written as a 16-bit integer, in base64.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PARTS_PER_UNIT } from './sequences.js';

/** @typedef {{ tokens: string[], layer: number, head: number, positions: boolean, like: string | null, start: number, q: number[][], k: number[][], v?: number[][], weights: number[][] }} Given */

const SOURCE = new URL('../../../../../fixtures/stories.json', import.meta.url);
const PACKED = new URL('packed.js', import.meta.url);

/** @returns {Promise<{ sequences: Record<string, Given>, figures: Record<string, number | number[]> }>} */
export async function fixture() {
  return JSON.parse(await readFile(SOURCE, 'utf8'));
}

/** The text of `packed.js`. */
async function packedModule() {
  const { sequences } = await fixture();
  const texts = [];
  const numbers = [];
  for (const [id, { tokens, like, start, q, k, v }] of Object.entries(sequences)) {
    numbers.push(...[q, k, v ?? []].flat(2));
    const fields = [
      `words: '${tokens.map((token) => token.trim()).join(' ')}'`,
      ...(like ? [`like: '${like}', start: ${start}`] : []),
      ...(v ? ['hasValues: true'] : []),
    ];
    texts.push(`  ${/^\w+$/.test(id) ? id : `'${id}'`}: { ${fields.join(', ')} },`);
  }
  const steps = Int16Array.from(numbers, (each) => Math.round(each * PARTS_PER_UNIT));
  const base64 = Buffer.from(steps.buffer).toString('base64');
  return [
    '/**',
    ' * Queries, keys and values of a small GPT that was trained on the novels of Jane Austen, which are in the',
    ' * public domain. Written by pack.mjs from fixtures/stories.json, which has the numbers of this project’s own',
    ' * model under its own license, MIT or Apache-2.0.',
    ' */',
    'export const texts = {',
    ...texts,
    '};',
    '',
    'export const packed =',
    `${(base64.match(/.{1,100}/g) ?? []).map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(PACKED, await packedModule());
