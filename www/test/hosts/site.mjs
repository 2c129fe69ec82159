/**
 * What the tests of sites share: a site that was built, its figures as a reader sees and uses them, and what
 * must not go wrong on any of them.
 *
 * @typedef {import('playwright-core').Page | import('playwright-core').Frame} Place
 * @typedef {import('../browser/harness.mjs').Visit} Visit
 */
import assert from 'node:assert/strict';
import { ROOT, start } from '../browser/harness.mjs';

/** Where the sites are, from the root. */
const SITES = 'target/hosts';

/** A browser whose pages, and the frames in them, write down every event of their figures. */
export async function startSites() {
  const harness = await start();
  await harness.context.addInitScript(() => {
    /** @type {Record<string, unknown>[]} */
    const received = [];
    Object.assign(globalThis, { received });
    for (const type of ['heed-ready', 'heed-select', 'heed-change', 'heed-error']) {
      document.addEventListener(type, (event) => {
        const { head, query, key, weight, message, fatal } = /** @type {any} */ (event);
        received.push({
          type,
          of: /** @type {Element} */ (event.target).localName,
          head,
          query,
          key,
          weight,
          message,
          fatal,
        });
      });
    }
  });
  return harness;
}

/**
 * Opens a page of a site.
 *
 * @param {Awaited<ReturnType<typeof startSites>>} harness
 * @param {string} path - in the folder of the sites
 * @param {import('../browser/harness.mjs').OpenOptions} [options]
 */
export function openSite(harness, path, options) {
  return harness.open(`${SITES}/${path}`, options);
}

/** The events of a kind so far. @param {Place} place @param {string} type @returns {Promise<any[]>} */
export function received(place, type) {
  return place.evaluate(
    (name) =>
      /** @type {any} */ (globalThis).received.filter((/** @type {any} */ each) => each.type === name),
    type,
  );
}

/**
 * Goes to a figure and waits until it shows more than a ground: a canvas of it has more than two colors.
 *
 * @param {Place} place
 * @param {string} figure - a selector
 */
export async function drawn(place, figure) {
  await place.locator(figure).first().scrollIntoViewIfNeeded();
  await place.waitForFunction(
    (selector) => {
      /** @param {ParentNode} root @returns {HTMLCanvasElement[]} */
      const canvases = (root) =>
        [...root.querySelectorAll('*')].flatMap((each) =>
          each instanceof HTMLCanvasElement ? [each] : each.shadowRoot ? canvases(each.shadowRoot) : [],
        );
      const root = document.querySelector(selector)?.shadowRoot;
      return (
        root &&
        canvases(root).some((canvas) => {
          if (canvas.width === 0 || canvas.height === 0 || !canvas.checkVisibility()) return false;
          const data =
            canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ??
            new Uint8ClampedArray();
          return new Set(new Uint32Array(data.buffer)).size > 2;
        })
      );
    },
    figure,
    { timeout: 15_000 },
  );
}

/**
 * Clicks a cell of the first map of a figure.
 *
 * @param {Place} place
 * @param {string} figure
 * @param {{ rows: number, cols: number, row: number, col: number }} cell - and how many there are
 */
export async function clickCell(place, figure, { rows, cols, row, col }) {
  const map = place.locator(figure).first().locator('[role="application"]').first();
  await map.scrollIntoViewIfNeeded();
  const { width, height } = await map.evaluate((node) => ({
    width: node.clientWidth,
    height: node.clientHeight,
  }));
  await map.click({ position: { x: ((col + 0.5) * width) / cols, y: ((row + 0.5) * height) / rows } });
}

/**
 * The color of a cell of the first map of a figure, beside its digits, as `r,g,b`.
 *
 * @param {Place} place
 * @param {string} figure
 * @param {{ rows: number, cols: number, row: number, col: number }} cell
 */
export function color(place, figure, cell) {
  return place
    .locator(figure)
    .first()
    .locator('canvas')
    .first()
    .evaluate((canvas, { rows, cols, row, col }) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const x = Math.floor(((col + 0.12) * width) / cols);
      const y = Math.floor(((row + 0.12) * height) / rows);
      const pixel = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(x, y, 1, 1).data;
      return [...(pixel ?? [])].slice(0, 3).join(',');
    }, cell);
}

/** Whether a color is nearer to black than to white. @param {string} rgb */
export const isDark = (rgb) => rgb.split(',').reduce((sum, part) => sum + Number(part), 0) < 384;

/**
 * Nothing went wrong on the page: no error of the console (a file that is missing is one), no warning,
 * nothing asked of another host, and nothing wider than the window.
 *
 * @param {Visit} visit
 */
export async function allIsWell(visit) {
  assert.deepEqual(visit.errors, []);
  // Reading pixels is what the tests do.
  assert.deepEqual(
    visit.warnings.filter((text) => !text.includes('getImageData')),
    [],
  );
  const here = [new URL(visit.page.url()).origin, ROOT.href, 'data:', 'blob:', 'about:'];
  assert.deepEqual(
    visit.requests
      .map(({ url }) => url)
      .filter((url) => !here.some((each) => each !== 'null' && url.startsWith(each))),
    [],
  );
  assert.ok(
    await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'the page scrolls sideways',
  );
}
