import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, ROOT, start } from './harness.mjs';
import { figures, openLesson, settled, type } from './lesson.mjs';

/**
 * NumPy's results for each edit.
 *
 * @typedef {{ lesson: string, name: string, switches?: Record<string, string | number>, rank?: number, edits: { matrix: string, row: number, col: number, value: number }[], expected: Record<string, any> }} Case
 * @type {Case[]}
 */
const cases = JSON.parse(await readFile(new URL('fixtures/edits.json', ROOT), 'utf8'));

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * NumPy's sums have another order, so digits beyond the twelfth may differ; cells that should be zero have
 * rounding errors of the size of the matrix.
 *
 * @param {number} actual
 * @param {number} expected
 * @param {number} scale - the largest number beside it
 */
function close(actual, expected, scale) {
  return actual === expected || Math.abs(actual - expected) <= 3e-12 * Math.abs(expected) + 1e-13 * scale;
}

/** @param {number[][]} actual @param {number[][]} expected @param {string} where */
function agree(actual, expected, where) {
  assert.deepEqual([actual.length, actual[0].length], [expected.length, expected[0].length], where);
  const scale = Math.max(1, ...expected.flat().map(Math.abs));
  expected.forEach((row, i) =>
    row.forEach((value, j) => {
      assert.ok(
        close(actual[i][j], value, scale),
        `${where}[${i + 1},${j + 1}] is ${actual[i][j]}, NumPy has ${value}`,
      );
    }),
  );
}

for (const lesson of new Set(cases.map((each) => each.lesson))) {
  test(`typing into ${lesson} gives the results of NumPy`, async () => {
    const {
      page,
      errors,
      close: leave,
    } = await openLesson(harness, `v=1&lesson=${lesson}`, {
      viewport: { width: 1920, height: 1500 },
    });
    for (const { name, switches, rank, edits, expected } of cases.filter((each) => each.lesson === lesson)) {
      const hash = new URLSearchParams({ v: '1', lesson });
      for (const [key, value] of Object.entries(switches ?? {})) hash.set(key, String(value));
      if (rank !== undefined) hash.set('step', '11');
      if (rank !== undefined && rank !== 2) hash.set('rank', String(rank));
      await page.evaluate((next) => {
        location.hash = next;
      }, hash.toString());
      // The address is read later; it brings no edits.
      await page.waitForFunction(
        () => !(/** @type {any} */ (document.querySelector('heed-lesson')).link.includes('edit=')),
      );
      await settled(page);
      for (const { matrix, row, col, value } of edits) {
        // Without positions and scaling the embeddings are X itself, with that name.
        const shown = await figures(page);
        await type(page, matrix in shown ? matrix : 'x', row, col, String(value));
      }
      const shown = await figures(page);
      const where = `${lesson}, ${name}: `;
      for (const [id, matrix] of Object.entries(expected)) {
        if (Array.isArray(matrix)) agree(shown[id].values, matrix, where + id);
      }
      if (expected.cosine) await cosines(page, expected.cosine, where);
    }
    assert.deepEqual(errors, []);
    await leave();
  });
}

/**
 * @param {import('playwright-core').Page} page
 * @param {Record<'raw' | 'concept', number | null>} expected
 * @param {string} where
 */
async function cosines(page, expected, where) {
  for (const name of /** @type {const} */ (['raw', 'concept'])) {
    const text = (await page.locator(`heed-lesson .cosine .${name} b`).innerText()).replace('−', '-');
    const wanted = expected[name];
    if (wanted === null) assert.match(text, /undefined/, where + name);
    else assert.ok(close(Number(text), wanted, 1), `${where}cosine, ${name}: ${text}, NumPy has ${wanted}`);
  }
}
