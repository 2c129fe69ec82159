/**
 * Shared by the tests of the elements: an article, elements in it, and their events.
 *
 * @typedef {import('playwright-core').Page} Page
 */
import { settled } from './idle.mjs';

export { settled } from './idle.mjs';

/**
 * Opens an empty article.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {import('./harness.mjs').OpenOptions} [options]
 */
export async function article(harness, options) {
  const visit = await harness.open('www/test/browser/elements.html', options);
  await visit.page.evaluate(() => {
    /** @type {unknown[][]} */
    const received = [];
    Object.assign(globalThis, { received });
    for (const type of ['heed-ready', 'heed-select', 'heed-change', 'heed-error']) {
      addEventListener(type, (/** @type {any} */ event) =>
        received.push([
          type,
          event.target.id || event.target.localName,
          event.message ?? event.weight ?? null,
          event.fatal ?? event.query ?? null,
        ]),
      );
    }
  });
  return visit;
}

/**
 * Adds elements at the end of the article: a name, attributes, and a text inside.
 *
 * @param {Page} page
 * @param {...[string, Record<string, string>?, string?]} elements
 */
export async function put(page, ...elements) {
  await page.evaluate((all) => {
    for (const [tag, attributes = {}, text = ''] of all) {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      if (text !== '') made.append(Object.assign(document.createElement('span'), { textContent: text }));
      document.querySelector('main')?.append(made);
    }
  }, elements);
}

/** Registers elements, as an article does. @param {Page} page @param {...string} names */
export async function define(page, ...names) {
  for (const name of names) await page.evaluate((path) => import(path), `/www/define/heed-${name}-define.js`);
}

/** The recorded events. @param {Page} page @returns {Promise<unknown[][]>} */
export const received = (page) => page.evaluate(() => /** @type {any} */ (globalThis).received);

/** Waits until this number of figures is drawn. @param {Page} page @param {number} [count] */
export async function ready(page, count = 1) {
  await page.waitForFunction(
    (most) =>
      /** @type {any} */ (globalThis).received.filter(
        (/** @type {unknown[]} */ [type]) => type === 'heed-ready',
      ).length >= most,
    count,
  );
  await settled(page);
}

/** Whether the page can be scrolled sideways. @param {Page} page */
export const isWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/**
 * The color of a cell of a `<heed-map>`, beside its text: red, green and blue.
 *
 * @param {Page} page @param {string} selector @param {number} row @param {number} col
 */
export function pixel(page, selector, row, col) {
  return page.locator(selector).evaluate(
    (/** @type {any} */ map, [y, x]) => {
      const canvas = map.shadowRoot.querySelector('canvas[part=canvas]');
      const { rows, cols } = map.figure.matrix;
      const at = (/** @type {number} */ place, /** @type {number} */ size, /** @type {number} */ count) =>
        Math.floor(((place + 0.15) * size) / count);
      return Array.from(
        canvas
          .getContext('2d')
          .getImageData(at(x, canvas.width, cols), at(y, canvas.height, rows), 1, 1)
          .data.slice(0, 3),
      );
    },
    [row, col],
  );
}
