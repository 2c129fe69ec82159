/**
 * Reads and operates a lesson's page as a reader does: with tables, cells and keys.
 *
 * @typedef {import('playwright-core').Page} Page
 */
import { settled } from './idle.mjs';

export { settled } from './idle.mjs';

/**
 * Opens the page with a fragment and waits for its figure.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {string} fragment
 * @param {import('./harness.mjs').OpenOptions} [options]
 */
export async function openLesson(harness, fragment, options) {
  const visit = await harness.open(`index.html${fragment ? `#${fragment}` : ''}`, options);
  await visit.page.locator('heed-map:visible, heed-lesson .story:visible').first().waitFor();
  await settled(visit.page);
  return visit;
}

/**
 * Shows a lesson in a page that is open, and waits for its figure.
 *
 * @param {Page} page
 * @param {string} fragment - with `lesson`
 */
export async function showLesson(page, fragment) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  await page.waitForFunction(
    (id) => /** @type {any} */ (document.querySelector('heed-lesson')).state.lesson === id,
    new URLSearchParams(fragment).get('lesson'),
  );
  await settled(page);
}

/**
 * Clicks on Next, and waits until the step after it is prepared: then the hidden stage is gone again.
 *
 * @param {Page} page
 */
export const nextAndPrepared = (page) =>
  page.evaluate(async () => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
    const prepared = new Promise((done) => {
      new MutationObserver((records) => {
        const gone = records.flatMap(({ removedNodes }) => [...removedNodes]);
        if (gone.some((each) => each instanceof Element && each.matches('.prepared'))) done(null);
      }).observe(root, { childList: true, subtree: true });
    });
    /** @type {HTMLElement} */ (root.querySelector('.foot .next')).click();
    await prepared;
  });

/** The fragment of the address, which is written after a frame. @param {Page} page */
export async function fragment(page) {
  await settled(page);
  return page.evaluate(() => location.hash.slice(1));
}

/**
 * The texts of the cells of every visible table, by matrix.
 *
 * @param {Page} page
 * @returns {Promise<Record<string, string[][]>>}
 */
export function tables(page) {
  return page.evaluate(() => {
    /** @type {Record<string, string[][]>} */
    const found = {};
    const lesson = document.querySelector('heed-lesson')?.shadowRoot;
    for (const map of lesson?.querySelectorAll('heed-map') ?? []) {
      if (!(map instanceof HTMLElement) || !map.checkVisibility()) continue;
      const rows = [...(map.shadowRoot?.querySelectorAll('tbody tr') ?? [])];
      if (rows.length > 0)
        found[map.dataset.matrix ?? ''] = rows.map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        );
    }
    return found;
  });
}

/**
 * The last figures of the visible heatmaps, by matrix.
 *
 * @param {Page} page
 * @returns {Promise<Record<string, { values: number[][], marks: { row: number, col: number, rows: number, cols: number, level: string }[], quiet: boolean, said: string }>>}
 */
export function figures(page) {
  return page.evaluate(() => {
    const maps = /** @type {any[]} */ ([
      ...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('heed-map') ?? []),
    ]);
    return Object.fromEntries(
      maps
        .filter((map) => map.figure && map.checkVisibility())
        .map((map) => {
          const { matrix, marks, quiet } = map.figure;
          const values = Array.from({ length: matrix.rows }, (_, row) =>
            Array.from(matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols)),
          );
          return [
            map.dataset.matrix,
            { values, marks, quiet, said: map.shadowRoot.querySelector('[aria-live]')?.textContent ?? '' },
          ];
        }),
    );
  });
}

/**
 * Unfolds a matrix if it is folded.
 *
 * @param {Page} page
 * @param {string} id
 */
async function unfold(page, id) {
  const folded = page.locator(`heed-lesson button.folded[data-folds="${id}"]:visible`).first();
  if (!(await folded.isVisible())) return;
  await folded.click();
  await settled(page);
}

/**
 * The numbers of a matrix, which is unfolded first if it is folded.
 *
 * @param {Page} page
 * @param {string} id
 */
export async function values(page, id) {
  await unfold(page, id);
  return (await figures(page))[id].values;
}

/**
 * The focusable part of the heatmap of a matrix.
 *
 * @param {Page} page
 * @param {string} id
 */
export function map(page, id) {
  return page.locator(`heed-map[data-matrix="${id}"]:visible`).first().locator('[role="application"]');
}

/**
 * The middle of a cell of a matrix on the screen.
 *
 * @param {Page} page
 * @param {string} id
 * @param {number} row
 * @param {number} col
 */
export async function place(page, id, row, col) {
  const canvas = page.locator(`heed-map[data-matrix="${id}"]:visible`).first().locator('canvas').first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const { rows, cols } = await page.evaluate((matrix) => {
    const found = [
      ...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('heed-map') ?? []),
    ].find((each) => each instanceof HTMLElement && each.dataset.matrix === matrix);
    return /** @type {any} */ (found).figure.matrix;
  }, id);
  if (!box) throw new Error(`${id} is not on the screen`);
  return { x: box.x + (box.width * (col + 0.5)) / cols, y: box.y + (box.height * (row + 0.5)) / rows };
}

/**
 * Types a number into a cell, by keyboard only.
 *
 * @param {Page} page
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @param {string} text
 */
export async function type(page, id, row, col, text) {
  await unfold(page, id);
  await map(page, id).focus();
  await page.keyboard.press('Control+Home');
  for (let n = 0; n < row; n += 1) await page.keyboard.press('ArrowDown');
  for (let n = 0; n < col; n += 1) await page.keyboard.press('ArrowRight');
  await settled(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await settled(page);
}
