import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { printMatrix, repr } from '../format/numpy.js';

/** @typedef {{ name: string, rows: string[][], options: import('../format/numpy.js').Options, text: string[][] }} PrintCase */

/** @param {string} name */
const fixture = async (name) =>
  JSON.parse(await readFile(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));

/** @param {string} text - of Python's repr */
const read = (text) => Number(text.replace('inf', 'Infinity').replace('nan', 'NaN'));

/** @param {string[][]} rows */
const matrixOf = (rows) => ({ rows: rows.length, cols: rows[0].length, data: rows.flat().map(read) });

test('arrays print as NumPy prints them, element by element', async () => {
  /** @type {PrintCase[]} */
  const cases = await fixture('numpy_print.json');
  assert.ok(cases.length > 300);
  for (const { name, rows, options, text } of cases) {
    assert.deepEqual(
      printMatrix(matrixOf(rows), options),
      text,
      `${name}: ${JSON.stringify(rows)} ${JSON.stringify(options)}`,
    );
  }
});

test('a float is written as Python writes it', async () => {
  /** @type {PrintCase[]} */
  const cases = await fixture('numpy_print.json');
  for (const text of cases.flatMap(({ rows }) => rows.flat())) assert.equal(repr(read(text)), text);
});

test('an array that a notebook printed is unchanged after parsing and printing', async () => {
  for (const { notebook, what, cells, print } of await fixture('printed.json')) {
    if (!cells) continue;
    const matrix = matrixOf(cells);
    const again = print.repr ? [matrix.data.map(repr)] : printMatrix(matrix, print);
    assert.deepEqual(again, cells, `${notebook}, ${what}`);
  }
});

test('the notation of one row does not depend on rows that are not printed', () => {
  const all = { rows: 2, cols: 2, data: [0.5, 0.25, 0.00001, 1] };
  assert.deepEqual(printMatrix(all)[0], ['5.0e-01', '2.5e-01']);
  assert.deepEqual(printMatrix({ rows: 1, cols: 2, data: [0.5, 0.25] })[0], ['0.5', '0.25']);
});

test('an empty matrix prints nothing', () => {
  assert.deepEqual(printMatrix({ rows: 0, cols: 3, data: [] }), []);
  assert.deepEqual(printMatrix({ rows: 2, cols: 0, data: [] }), [[], []]);
});
