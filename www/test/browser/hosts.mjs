/** Pages of other sites, with frames in them. */
import { fileURLToPath } from 'node:url';
import { serve } from '../../serve.mjs';

/** A site of one empty page, with its own origin. */
export const site = () => serve({ folder: fileURLToPath(new URL('host', import.meta.url)) });

/**
 * Opens a page of the site with this body, and records the messages of its frames in order: `messages()`.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {string} origin
 * @param {string} body
 */
export async function hosted(harness, origin, body) {
  const visit = await harness.open(`${origin}/`);
  visit.page.setDefaultTimeout(10_000);
  await visit.page.evaluate((html) => {
    /** @type {unknown[]} */
    const received = [];
    Object.assign(globalThis, { received });
    addEventListener('message', ({ data, origin: from }) => received.push({ ...data, origin: from }));
    document.body.innerHTML = html;
  }, body);
  return {
    ...visit,
    frame: visit.page.frameLocator('iframe'),
    messages: () =>
      visit.page.evaluate(() => /** @type {any[]} */ (/** @type {any} */ (globalThis).received)),
  };
}

/**
 * Sends a message to the one frame of a page.
 *
 * @param {import('playwright-core').Page} page @param {unknown} message
 */
export const send = (page, message) =>
  page.evaluate((what) => document.querySelector('iframe')?.contentWindow?.postMessage(what, '*'), message);
