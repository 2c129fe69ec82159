import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, ROOT, start } from './harness.mjs';
import { openLesson, settled, tables } from './lesson.mjs';

/** @type {Record<string, string>} */
const LESSONS = {
  '000': 'positions',
  '001': 'words',
  '002': 'scale-mask',
  '003': 'frase',
  '004': 'concepts',
};

/** @type {any[]} */
const printed = JSON.parse(await readFile(new URL('fixtures/printed.json', ROOT), 'utf8'));

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * In NumPy an integer among floats ends with a point, and zero may have a sign from rounding.
 *
 * @param {string} text
 */
const plain = (text) =>
  text
    .replace(/\.$/, '')
    .replace('-inf', '−∞')
    .replace(/^-(0(\.0*)?)$/, '$1');

/** The notebook computed one query before the others. @param {any} entry */
const isOneQuery = (entry) =>
  entry.rows?.length === 1 && ['scores', 'weights', 'output'].includes(entry.matrix);

for (const [notebook, lesson] of Object.entries(LESSONS)) {
  test(`every array that notebook ${notebook} printed is on the page with the same digits`, async () => {
    const { page, errors, close } = await openLesson(harness, `v=1&lesson=${lesson}&tables=all`);
    let cells = 0;
    for (const entry of printed.filter((each) => each.notebook === notebook)) {
      const read = await show(page, lesson, entry);
      const where = `${notebook}, ${entry.what} (${entry.matrix})`;
      if (entry.matrix.startsWith('variance.')) {
        assert.ok(
          read.figures.includes(`${entry.matrix.slice(9)} ${entry.cells[0][0]}`),
          `${where}: ${entry.cells[0][0]} is not in “${read.figures}”`,
        );
        cells += 1;
        continue;
      }
      if (entry.matrix === 'cosine') {
        assert.equal(read.cosine, entry.cells[0][0], where);
        cells += 1;
        continue;
      }
      const id = entry.matrix === 'embeddings' && !read.tables.embeddings ? 'x' : entry.matrix;
      assert.ok(read.tables[id], `${where}: no table on the page, only ${Object.keys(read.tables)}`);
      if (entry.shape) {
        assert.equal(
          read.tables[id].length,
          entry.shape.length === 1 ? read.tables[id].length : entry.shape[0],
          where,
        );
        assert.equal(read.tables[id][0].length, entry.shape.at(-1), where);
        continue;
      }
      const rows = entry.rows
        ? entry.rows.map((/** @type {number} */ row) => read.tables[id][row])
        : read.tables[id];
      const part = entry.cols
        ? rows.map((/** @type {string[]} */ row) => entry.cols.map((/** @type {number} */ col) => row[col]))
        : rows;
      assert.deepEqual(
        part.map((/** @type {string[]} */ row) => row.map(plain)),
        entry.cells.map((/** @type {string[]} */ row) => row.map(plain)),
        where,
      );
      cells += entry.cells.flat().length;
    }
    assert.ok(cells > 20, `only ${cells} cells were compared`);
    assert.deepEqual(errors, []);
    await close();
  });
}

/** @param {import('playwright-core').Page} page @param {string} lesson @param {any} entry */
async function show(page, lesson, entry) {
  const hash = new URLSearchParams({ v: '1', lesson, tables: 'all' });
  if (entry.print?.repr && !entry.matrix.startsWith('variance.') && entry.matrix !== 'cosine')
    hash.set('digits', 'full');
  if (isOneQuery(entry)) hash.set('rows', `one:${entry.rows[0]}`);
  if (entry.settings?.rank !== undefined) hash.set('step', '10');
  await page.evaluate((next) => {
    location.hash = next;
  }, hash.toString());
  await settled(page);
  const figures = await page.locator('heed-lesson .figures:visible').first().textContent();
  const cosine =
    (await page.locator('heed-lesson .cosine .raw b:visible').count()) > 0
      ? await page.locator('heed-lesson .cosine .raw b').textContent()
      : null;
  return { tables: await tables(page), figures: figures ?? '', cosine };
}
