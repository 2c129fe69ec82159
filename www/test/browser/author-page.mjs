/**
 * A page as an author writes it: some markup, and the modules of its elements.
 *
 * @typedef {import('playwright-core').Page} Page
 */
import { settled } from './idle.mjs';

/**
 * Opens such a page. The events of its elements are recorded in
 * `globalThis.received`, in order.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {string} body - markup
 * @param {object} [options]
 * @param {string[]} [options.scripts] - from the root of the repository
 * @param {string} [options.root] - attributes of the root element
 * @param {string} [options.style] - of the page
 * @param {import('./harness.mjs').OpenOptions} [options.open]
 */
export async function openAuthored(harness, body, { scripts = [], root = '', style = '', open } = {}) {
  const name = `authored-${Math.random().toString(36).slice(2)}`;
  const html = `<!doctype html><html lang="en" ${root}><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>An article</title>
    <link rel="stylesheet" href="${name}.css"><script src="${name}.js"></script>${scripts.map((script) => `<script type="module" src="/${script}"></script>`).join('')}<main>${body}</main>`;
  const script = `globalThis.received = []; for (const type of ['heed-ready', 'heed-select', 'heed-change', 'heed-error']) addEventListener(type, (event) => {
    const { head, query, key, weight, message, fatal, target } = event; received.push({ type, id: target.id, head, query, key, weight, message, fatal }); });`;
  const css = `main { max-width: 700px; margin: 0 auto; font: 17px/1.5 Georgia, serif; } ${style}`;
  harness.give(`${name}.html`, html, 'text/html');
  harness.give(`${name}.js`, script, 'text/javascript');
  harness.give(`${name}.css`, css, 'text/css');
  const visit = await harness.open(`${name}.html`, open);
  return {
    ...visit,
    received: (/** @type {string} */ type) => received(visit.page, type),
    drawn: (count = 1) => ready(visit.page, count),
  };
}

/**
 * The recorded events of one type.
 *
 * @param {Page} page @param {string} type @returns {Promise<Record<string, any>[]>}
 */
async function received(page, type) {
  await settled(page);
  return (await page.evaluate(() => /** @type {any} */ (globalThis).received)).filter(
    (/** @type {any} */ each) => each.type === type,
  );
}

/** Waits until this number of figures is drawn. @param {Page} page @param {number} count */
async function ready(page, count) {
  await page.waitForFunction(
    (many) =>
      /** @type {any} */ (globalThis).received.filter(
        (/** @type {any} */ { type, fatal }) => type === 'heed-ready' || fatal,
      ).length >= many,
    count,
  );
  await settled(page);
}

/**
 * Moves a finger up the screen.
 *
 * @param {Page} page @param {number} x @param {number} from @param {number} to
 */
export async function swipe(page, x, from, to) {
  const session = await page.context().newCDPSession(page);
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{ x: number, y: number }[]} */ ...touchPoints
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y: from });
  for (let y = from; y > to; y -= 10) await touch('touchMove', { x, y });
  await touch('touchEnd');
}
