/**
 * Shared by the browser tests: one server, one Chromium, one context, and pages that record errors and
 * requests.
 *
 *     const harness = await start({ policy: PAGE_POLICY });
 *     after(() => harness.close());
 *     const visit = await harness.open('index.html', { colorScheme: 'dark' });
 *     await visit.page.getByRole('heading').first().waitFor();
 *     assert.deepEqual(visit.errors, []);
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ROOT, serve } from '../../serve.mjs';
import { launch } from './chromium.mjs';
import { fontConfig, NoFonts } from './fonts.mjs';

export { ROOT } from '../../serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The policy of the page, as a header, because a meta element cannot have frame-ancestors. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'sha256-eoPqHWLBYWogp3WJdkHvbKlbvloDo/JuIoRmAvHHizk=' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  'frame-ancestors *',
  "require-trusted-types-for 'script'",
  'trusted-types heedmap-worker heedmap-scripts',
].join('; ');

/**
 * @typedef {object} OpenOptions
 * @property {{width: number, height: number}} [viewport] - 1440 x 900 by default
 * @property {'light' | 'dark'} [colorScheme] - light by default
 * @property {'reduce' | 'no-preference'} [reducedMotion]
 * @property {'active' | 'none'} [forcedColors]
 * @property {string} [locale] - the browser's first language, `en-US` by default
 * @property {boolean} [fileUrl] - open from `file://`, as by double click
 */

/**
 * @typedef {object} Visit
 * @property {import('playwright-core').Page} page
 * @property {string[]} errors - errors of the console, among them broken policies, and uncaught ones
 * @property {string[]} warnings - warnings of the console
 * @property {{url: string, type: string, afterLoad: boolean}[]} requests - all, `afterLoad` those after the
 *   load event
 * @property {(selector?: string) => Promise<AxeViolation[]>} axe - the violations that axe-core finds
 * @property {(path?: string) => Promise<Buffer>} screenshot - of the viewport, as PNG; written to `path` if
 *   given
 * @property {() => Promise<void>} close
 */

/** @typedef {{id: string, impact: string, help: string, nodes: {target: string, html: string, why: string}[]}} AxeViolation */

/**
 * Starts a server and a browser. `close` stops both.
 *
 * @param {object} [options]
 * @param {string} [options.policy] - sent as Content-Security-Policy
 * @param {number} [options.deviceScaleFactor]
 * @param {string} [options.fonts] - a set of `FONT_SETS`, all that the browser has
 */
export async function start({ policy, deviceScaleFactor = 1, fonts = 'dejavu' } = {}) {
  const given = /** @type {Map<string, [string, Record<string, string>]>} */ (new Map());
  const server = await serve({
    headers: {
      // Chromium keeps compiled scripts only of files that it does not have to ask for again.
      'Cache-Control': 'max-age=3600',
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    },
    given,
  });
  try {
    const browser = await launch(await configured(fonts));
    // One context for all pages, because the browser has crashed with a context for each.
    const context = await browser.newContext({
      deviceScaleFactor,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    /** Pages that were closed by one test and are reused by the next. @type {Page[]} */
    const idle = [];
    /** Pages that a test has open, the last one in front. @type {Page[]} */
    const active = [];
    return {
      origin: server.origin,
      context,
      /**
       * Serves a text at a path, in place of a file, without the policy of the harness. Until a route of
       * Playwright is removed, the browser caches nothing and asks Node about each request, so routes are for
       * requests that fail or have to wait.
       *
       * @param {string} path
       * @param {string} body
       * @param {string} type - with UTF-8, such as `text/html`
       * @param {Record<string, string>} [headers]
       * @returns {() => void} ends it
       */
      give(path, body, type, headers = {}) {
        const how = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store', ...headers };
        given.set(`/${path}`, [body, how]);
        return () => given.delete(`/${path}`);
      },
      /**
       * Opens a path of the repository, with a fragment, in a new page.
       *
       * @param {string} path
       * @param {OpenOptions} [options]
       */
      open: (path, options) => open({ context, idle, active, origin: server.origin }, path, options ?? {}),
      async close() {
        await browser.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * The configuration for a set of fonts; undefined, with a warning, where none can be had.
 *
 * @param {string} name
 */
async function configured(name) {
  try {
    return await fontConfig(name);
  } catch (error) {
    if (!(error instanceof NoFonts)) throw error;
    console.error(`The fonts of this machine are used: ${error.message}`);
    return undefined;
  }
}

/**
 * @param {{ context: import('playwright-core').BrowserContext, idle: Page[], active: Page[], origin: string }} browser
 * @param {string} path
 * @param {OpenOptions} options
 * @returns {Promise<Visit>}
 */
async function open({ context, idle, active, origin }, path, options) {
  const page = idle.pop() ?? (await context.newPage());
  active.push(page);
  // A page behind another one draws no frames.
  await page.bringToFront();
  await page.setViewportSize(options.viewport ?? { width: 1440, height: 900 });
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    forcedColors: options.forcedColors ?? 'none',
  });
  page.setDefaultTimeout(30_000);
  await setLocale(page, options.locale ?? 'en-US');
  const { record, stop } = listen(page);
  await page.goto(new URL(path, options.fileUrl ? ROOT : `${origin}/`).href, { waitUntil: 'load' });
  record.loaded = true;
  return {
    page,
    errors: record.errors,
    warnings: record.warnings,
    requests: record.requests,
    axe: (selector) => axe(page, selector),
    screenshot: (file) => page.screenshot({ path: file, animations: 'disabled' }),
    async close() {
      stop();
      if (await isReset(page)) idle.push(page);
      active.splice(active.indexOf(page), 1);
      await active.at(-1)?.bringToFront();
    },
  };
}

/**
 * An item of the page's menu, which is opened for it.
 *
 * @param {Page} page
 * @param {string | RegExp} name - all of it, if it is a string
 */
export async function menuItem(page, name) {
  const menu = page.locator('#menu');
  if (!(await menu.isVisible())) await page.locator('[popovertarget=menu]').click();
  await menu.waitFor();
  const which = { name, exact: true };
  return menu.getByRole('menuitem', which).or(menu.getByRole('menuitemradio', which));
}

/**
 * Activates an item of the page's menu.
 *
 * @param {Page} page
 * @param {string | RegExp} name - as for `menuItem`
 */
export async function choose(page, name) {
  await (await menuItem(page, name)).click();
  // Some items keep the menu open.
  if (await page.locator('#menu').isVisible()) await page.keyboard.press('Escape');
}

/**
 * Waits for a condition outside of the page, checked once a frame.
 *
 * @param {Page} page
 * @param {() => unknown} condition - may be asynchronous
 * @param {number} [frames] - after which it gives up
 */
export async function until(page, condition, frames = 1200) {
  for (let frame = 0; !(await condition()); frame += 1) {
    if (frame === frames) throw new Error(`After ${frames} frames this does not hold: ${condition}`);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
        }),
    );
  }
}

/**
 * Waits until every visible canvas of an element is painted and unchanged for some frames.
 *
 * @param {Page} page
 * @param {string} selector - of the element
 */
export function painted(page, selector) {
  return page.evaluate(async (name) => {
    /** @param {ParentNode} root @returns {HTMLCanvasElement[]} */
    const canvases = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) =>
        each instanceof HTMLCanvasElement ? [each] : each.shadowRoot ? canvases(each.shadowRoot) : [],
      );
    const picture = () => {
      const root = document.querySelector(name)?.shadowRoot;
      const all = (root ? canvases(root) : []).filter((canvas) => canvas.checkVisibility());
      return all.some((canvas) => canvas.width > 0 && canvas.height > 0)
        ? all.map((canvas) => canvas.toDataURL()).join()
        : '';
    };
    let last = '';
    for (let [frame, same] = [0, 0]; same < 5; frame += 1) {
      if (frame === 1200) throw new Error(`${name} is not painted after ${frame} frames`);
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      const now = picture();
      same = now !== '' && now === last ? same + 1 : 0;
      last = now;
    }
  }, selector);
}

/**
 * Resets a page: a new document in a running browser takes half the time of a new page. A page that a test
 * has closed is not reused.
 *
 * @param {Page} page
 */
async function isReset(page) {
  if (page.isClosed()) return false;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Away from everything, so that nothing is under the pointer.
  await page.mouse.move(-1, -1);
  await page.evaluate(() => {
    if (origin !== 'null') sessionStorage.clear();
  });
  await page.goto('about:blank');
  return true;
}

/**
 * The session for the settings of each page, and its locale.
 *
 * @type {WeakMap<Page, { session: import('playwright-core').CDPSession, userAgent: string, locale: string }>}
 */
const LOCALES = new WeakMap();

/**
 * Sets what `navigator.languages` and `Intl` use. A context could do the same, but there is only one.
 *
 * @param {Page} page
 * @param {string} locale
 */
async function setLocale(page, locale) {
  const known = LOCALES.get(page);
  if (known?.locale === locale) return;
  const session = known?.session ?? (await page.context().newCDPSession(page));
  const userAgent = known?.userAgent ?? (await session.send('Browser.getVersion')).userAgent;
  // An override can only be replaced after it was removed.
  if (known) await session.send('Emulation.setLocaleOverride', {});
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await session.send('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') });
  LOCALES.set(page, { session, userAgent, locale });
}

/**
 * Records the errors and the requests of the page, until `stop` is called.
 *
 * @param {Page} page
 */
function listen(page) {
  const record = {
    loaded: false,
    /** @type {string[]} */ errors: [],
    /** @type {string[]} */ warnings: [],
    /** @type {Visit['requests']} */ requests: [],
  };
  /** @type {Record<string, (...given: any[]) => void>} */
  const listeners = {
    console: (/** @type {import('playwright-core').ConsoleMessage} */ message) => {
      if (message.type() === 'error') record.errors.push(message.text());
      if (message.type() === 'warning') record.warnings.push(message.text());
    },
    pageerror: (/** @type {Error} */ error) => record.errors.push(error.stack ?? error.message),
    crash: () => record.errors.push('The page crashed.'),
    request: (/** @type {import('playwright-core').Request} */ request) => {
      record.requests.push({ url: request.url(), type: request.resourceType(), afterLoad: record.loaded });
    },
  };
  const emitter = /** @type {NodeJS.EventEmitter} */ (/** @type {unknown} */ (page));
  for (const [type, listener] of Object.entries(listeners)) emitter.on(type, listener);
  const stop = () => {
    for (const [type, listener] of Object.entries(listeners)) emitter.off(type, listener);
  };
  return { record, stop };
}

/**
 * @param {Page} page
 * @param {string} [selector] - the part to look at, the whole page by default
 * @returns {Promise<AxeViolation[]>}
 */
async function axe(page, selector) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // With the debugger, because the page's policy would block a script element.
    await page.evaluate(source);
  }
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

/**
 * Holds requests of a page back.
 *
 * @param {Page} page @param {string | RegExp} url
 * @returns {Promise<() => void>} lets them go on
 */
export async function hold(page, url) {
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/**
 * Records in each frame where the parts of an element are that are in sight, until `placesSeen` is called.
 *
 * @param {import('playwright-core').Page} page
 * @param {object} watched
 * @param {string} watched.host - the element
 * @param {string} watched.parts
 * @param {string} [watched.once] - what has to be there first
 * @param {boolean} [watched.areVisible] - whether parts that are not painted are left out
 * @param {string} [watched.hash] - the fragment that is opened then
 */
export const watchPlaces = (page, watched) =>
  page.evaluate(({ host, parts, once = '*', areVisible = false, hash }) => {
    /** @type {Map<Element, string>} */
    const places = new Map();
    /** @type {string[]} */
    const moved = [];
    const look = () => {
      const root = document.querySelector(host)?.shadowRoot;
      for (const part of root?.querySelectorAll(parts) ?? []) {
        const { x, y, width, height } = part.getBoundingClientRect();
        if (root?.querySelector(once) === null || height === 0 || y >= innerHeight) continue;
        if (areVisible && !part.checkVisibility({ visibilityProperty: true })) continue;
        const place = [x, y, width, height].join(' ');
        const before = places.get(part) ?? place;
        if (place !== before) moved.push(`${part.className || part.localName}: ${before}, then ${place}`);
        places.set(part, place);
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { seen: { places, moved } });
    if (hash !== undefined) location.hash = hash;
  }, watched);

/** What `watchPlaces` has seen. @param {import('playwright-core').Page} page */
export const placesSeen = (page) =>
  page.evaluate(() => {
    const { places, moved } = /** @type {any} */ (globalThis).seen;
    return { count: places.size, moved };
  });
