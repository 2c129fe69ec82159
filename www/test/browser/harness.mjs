/**
 * What the browser tests share: one server, one Chromium, one context, and pages that write down what went wrong
 * and what was asked of the network.
 *
 *     const harness = await start({ policy: PAGE_POLICY });
 *     after(() => harness.close());
 *     const visit = await harness.open('index.html', { colorScheme: 'dark' });
 *     await visit.page.getByRole('heading').first().waitFor();
 *     assert.deepEqual(visit.errors, []);
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { launch } from './chromium.mjs';
import { ROOT, serve } from './static-server.mjs';

export { PAGE_POLICY, ROOT } from './static-server.mjs';

/**
 * @typedef {object} OpenOptions
 * @property {{width: number, height: number}} [viewport] - 1440 x 900 unless told
 * @property {'light' | 'dark'} [colorScheme] - light unless told
 * @property {'reduce' | 'no-preference'} [reducedMotion]
 * @property {'active' | 'none'} [forcedColors]
 * @property {string} [locale] - the browser's first language, `en-US` unless told
 * @property {boolean} [fileUrl] - open from `file://`, as by double click
 */

/**
 * @typedef {object} Visit
 * @property {import('playwright-core').Page} page
 * @property {string[]} errors - errors of the console, among them broken policies, and uncaught ones
 * @property {string[]} warnings - warnings of the console
 * @property {{url: string, type: string, afterLoad: boolean}[]} requests - all, `afterLoad` those after the load event
 * @property {(selector?: string) => Promise<AxeViolation[]>} axe - the violations that axe-core finds
 * @property {(path?: string) => Promise<Buffer>} screenshot - of the viewport, as PNG; written to `path` if given
 * @property {() => Promise<void>} close
 */

/** @typedef {{id: string, impact: string, help: string, nodes: {target: string, html: string, why: string}[]}} AxeViolation */

/**
 * Starts a server and a browser. What is started here is ended by `close`, and nothing else is.
 * @param {{policy?: string, deviceScaleFactor?: number}} [options]
 */
export async function start({ policy, deviceScaleFactor = 1 } = {}) {
  const server = await serve({ policy });
  const browser = await launch().catch(async (error) => {
    await server.close();
    throw error;
  });
  // One context for all pages: a context for each page has been seen to take the browser down.
  const context = await browser.newContext({
    deviceScaleFactor,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return {
    origin: server.origin,
    context,
    /**
     * Opens a path of the repository, fragment included, in a new page.
     * @param {string} path
     * @param {OpenOptions} [options]
     */
    open: (path, options) => open(context, server.origin, path, options ?? {}),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} origin
 * @param {string} path
 * @param {OpenOptions} options
 * @returns {Promise<Visit>}
 */
async function open(context, origin, path, options) {
  const page = await context.newPage();
  await page.setViewportSize(options.viewport ?? { width: 1440, height: 900 });
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    forcedColors: options.forcedColors ?? 'none',
  });
  await setLocale(page, options.locale ?? 'en-US');
  const record = listen(page);
  await page.goto(new URL(path, options.fileUrl ? ROOT : `${origin}/`).href, { waitUntil: 'load' });
  record.loaded = true;
  return {
    page,
    errors: record.errors,
    warnings: record.warnings,
    requests: record.requests,
    axe: (selector) => axe(page, selector),
    screenshot: (file) => page.screenshot({ path: file, animations: 'disabled' }),
    close: () => page.close(),
  };
}

/**
 * Sets what `navigator.languages` and `Intl` say. A context could do the same, but there is only one.
 * @param {import('playwright-core').Page} page
 * @param {string} locale
 */
async function setLocale(page, locale) {
  const session = await page.context().newCDPSession(page);
  const { userAgent } = await session.send('Browser.getVersion');
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await session.send('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') });
}

/**
 * Writes down what the page complains about and what it asks for.
 * @param {import('playwright-core').Page} page
 */
function listen(page) {
  const record = {
    loaded: false,
    /** @type {string[]} */ errors: [],
    /** @type {string[]} */ warnings: [],
    /** @type {Visit['requests']} */ requests: [],
  };
  page.on('console', (message) => {
    if (message.type() === 'error') record.errors.push(message.text());
    if (message.type() === 'warning') record.warnings.push(message.text());
  });
  page.on('pageerror', (error) => record.errors.push(error.stack ?? error.message));
  page.on('crash', () => record.errors.push('The page crashed.'));
  page.on('request', (request) => {
    record.requests.push({ url: request.url(), type: request.resourceType(), afterLoad: record.loaded });
  });
  return record;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} [selector] - the part to look at, the whole page unless told
 * @returns {Promise<AxeViolation[]>}
 */
async function axe(page, selector) {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Through the debugger: a script element would be refused by the page's policy.
  await page.evaluate(source);
  return page.evaluate(async (part) => {
    const { axe } = /** @type {{axe: typeof import('axe-core')}} */ (/** @type {unknown} */ (window));
    const { violations } = await axe.run(part ?? document, { resultTypes: ['violations'] });
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact: impact ?? 'unknown',
      help,
      nodes: nodes.map(({ target, html, failureSummary }) => ({
        target: target.join(' '),
        html,
        why: failureSummary ?? '',
      })),
    }));
  }, selector);
}
