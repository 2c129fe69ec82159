/** Another site's page with our elements, with the modules of the checkout, and functions for tests of it. */
import { settled } from './idle.mjs';

export const TAGS = /** @type {const} */ ([
  'heed-contrast',
  'heed-heads',
  'heed-lesson',
  'heed-map',
  'heed-mask',
]);
/**
 * What makes an element show something, where its tag alone does not.
 *
 * @type {Record<string, Record<string, unknown>>}
 */
const GIVEN = {
  'heed-map': {
    figure: {
      matrix: { rows: 2, cols: 2, data: [1, 0, 0.25, 0.75] },
      name: 'weights',
      kind: 'sequential',
      low: 0,
      high: 1,
      cursor: { row: 1, col: 0 },
    },
  },
};

/**
 * Opens a page with this body. It records instances of wasm, workers and events of the elements from the
 * start.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {{ body?: string, tags?: readonly string[], script?: string, before?: string, policy?: string, viewport?: { width: number, height: number } }} [options] -
 *   `before` runs in the page before everything, `script` is a classic script in place of the modules
 */
export async function elementsPage(
  harness,
  { body = '', tags = TAGS, script, before = '', policy = '', viewport } = {},
) {
  const name = `elements-${Math.random()}.html`;
  const scripts =
    script === undefined
      ? tags.map((tag) => `<script type="module" src="/www/define/${tag}-define.js"></script>`).join('')
      : '<script src="/classic.js" defer></script>';
  const meta = policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const html = `<!doctype html><meta charset="utf-8">${meta}<title>elements</title><link rel="icon" href="data:,"><script src="/before.js"></script>${scripts}<body>${body}`;
  harness.give(name, html, 'text/html');
  harness.give('before.js', `(${record})(); ${before}`, 'text/javascript');
  harness.give('classic.js', script ?? '', 'text/javascript');
  return harness.open(name, { viewport });
}

/** The recorder, which runs in the page. */
function record() {
  const received = {
    instances: /** @type {WebAssembly.Instance[]} */ ([]),
    workers: /** @type {Worker[]} */ ([]),
    ended: 0,
    events: /** @type {any[]} */ ([]),
  };
  Object.assign(globalThis, { received });
  for (const type of ['heed-ready', 'heed-select', 'heed-change', 'heed-error']) {
    addEventListener(type, (event) => {
      const { message, fatal } = /** @type {any} */ (event);
      const [target] = event.composedPath();
      received.events.push({
        type,
        id: /** @type {Element} */ (target).id,
        tag: /** @type {Element} */ (target).localName,
        message,
        fatal,
      });
    });
  }
  const { instantiate, instantiateStreaming } = WebAssembly;
  const kept = (/** @type {any} */ made) => {
    received.instances.push(made.instance ?? made);
    return made;
  };
  WebAssembly.instantiate = /** @type {any} */ (
    (/** @type {any} */ ...all) => /** @type {any} */ (instantiate)(...all).then(kept)
  );
  WebAssembly.instantiateStreaming = (...all) => instantiateStreaming(...all).then(kept);
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    /** @param {string | URL} address */
    constructor(address) {
      super(address);
      received.workers.push(this);
    }

    terminate() {
      received.ended += 1;
      super.terminate();
    }
  };
}

/**
 * Adds elements to the page, and waits until all are ready.
 *
 * @param {import('playwright-core').Page} page @param {string} tag @param {number} count
 */
export async function mount(page, tag, count) {
  await page.evaluate(
    async ([name, number, given]) => {
      const made = Array.from({ length: number }, () =>
        Object.assign(document.createElement(name), structuredClone(given)),
      );
      const drawn = () =>
        made.every((each) =>
          [...(each.shadowRoot?.querySelectorAll('*') ?? [])].some(
            (inner) => inner instanceof HTMLCanvasElement || inner.localName === 'heed-map',
          ),
        );
      document.body.append(...made);
      do
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      while (!drawn());
    },
    /** @type {[string, number, any]} */ ([tag, count, GIVEN[tag] ?? {}]),
  );
}

/** Removes all elements of a kind. @param {import('playwright-core').Page} page @param {string} tag */
export async function unmount(page, tag) {
  await page.evaluate(async (name) => {
    for (const each of document.querySelectorAll(name)) each.remove();
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }, tag);
}

/**
 * The memory of a page after garbage collection.
 *
 * @param {import('playwright-core').CDPSession} session
 * @param {import('playwright-core').Page} page
 */
export async function held(session, page) {
  for (let round = 0; round < 4; round += 1) {
    await settled(page);
    await session.send('HeapProfiler.collectGarbage');
  }
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
  const wasm = await page.evaluate(() =>
    /** @type {any} */ (globalThis).received.instances.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { exports }) => sum + exports.memory.buffer.byteLength,
      0,
    ),
  );
  return { nodes, listeners, heap, wasm };
}

/**
 * Scrolls to one element after the other, as a reader does, and waits until each has started: those above it
 * grow when they start, and an element that is not near the viewport then waits.
 *
 * @param {import('playwright-core').Page} page
 * @param {readonly string[]} selectors one for each element
 */
export async function startEach(page, selectors) {
  for (const selector of selectors) {
    await page
      .locator(selector)
      .first()
      .evaluate((node) => node.scrollIntoView());
    await page.waitForFunction((name) => {
      const wanted = document.querySelector(name);
      const { events } = /** @type {any} */ (globalThis).received;
      return events.some(
        (/** @type {any} */ { type, tag, id }) =>
          type === 'heed-ready' && tag === wanted?.localName && id === wanted?.id,
      );
    }, selector);
  }
}
