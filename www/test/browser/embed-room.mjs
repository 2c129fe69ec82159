/** Shared by the tests of the Embed room. */
import { settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof import('./harness.mjs').start>>} Harness */

/**
 * Opens the room on a state of it.
 *
 * @param {Harness} harness @param {string} fragment @param {import('./harness.mjs').OpenOptions} [options]
 */
export async function openRoom(harness, fragment, options) {
  const visit = await harness.open(`index.html#v=1&room=embed${fragment}`, options);
  await visit.page.locator('heed-embed .stage > *').waitFor();
  await ready(visit.page);
  return visit;
}

/** Waits for the figure and for the code. @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => {
    const root = document.querySelector('heed-embed')?.shadowRoot;
    const figure = root?.querySelector('.stage > *');
    return (
      figure?.shadowRoot?.querySelector('canvas, heed-map, .story') &&
      root?.querySelector('.waits')?.hasAttribute('hidden')
    );
  });
  await settled(page);
}

/** @param {Page} page */
export const snippet = (page) => page.locator('heed-embed pre.snippet').innerText();
/**
 * The state of a figure as a link, and its canvases.
 *
 * @param {Page} page
 * @param {string} at - the selector of its parent
 */
export function drawn(page, at) {
  return page.evaluate((selector) => {
    const holder =
      selector === '' ? document : /** @type {Element} */ (document.querySelector(selector)).shadowRoot;
    const figure = /** @type {any} */ (
      holder?.querySelector('heed-map, heed-lesson, heed-mask, heed-heads, heed-model, heed-contrast')
    );
    /** @type {string[]} */
    const pixels = [];
    const look = (/** @type {ParentNode} */ root) => {
      for (const each of root.querySelectorAll('*')) {
        if (each instanceof HTMLCanvasElement && each.checkVisibility()) pixels.push(each.toDataURL());
        if (each.shadowRoot) look(each.shadowRoot);
      }
    };
    look(figure.shadowRoot);
    return { tag: figure.localName, link: figure.link ?? '', view: figure.getAttribute('view'), pixels };
  }, at);
}

/**
 * A page with pasted code, as wide as the figure was.
 *
 * @param {Harness} harness @param {string} html @param {number} width @param {string} [head]
 */
export async function pasted(harness, html, width, head = '') {
  const name = `pasted-${Math.random().toString(36).slice(2)}.html`;
  harness.give(
    name,
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>An article</title>${head}<body style="margin: 0"><div style="width: ${width}px">${html}</div>`,
    'text/html',
  );
  return harness.open(name);
}
