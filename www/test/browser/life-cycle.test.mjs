/** The life cycle by itself, owned by an element that only records what it is asked to do. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { elementsPage } from './elements-page.mjs';
import { start } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
/** @type {Awaited<ReturnType<typeof elementsPage>>} */
let visit;
before(async () => {
  harness = await start();
  visit = await elementsPage(harness, { tags: [], viewport: { width: 600, height: 400 } });
  await visit.page.evaluate(defineProbe);
});
beforeEach(() =>
  visit.page.evaluate(async () => {
    document.body.replaceChildren();
    scrollTo(0, 0);
    // Removed elements are halted in a microtask.
    await Promise.resolve();
    Object.assign(globalThis, { calls: [] });
  }),
);
after(async () => {
  await visit?.close();
  await harness?.close();
});

/**
 * Registers `<life-probe>`. All calls of all probes are in `calls`; a probe with the attribute `fails` does
 * not start.
 */
async function defineProbe() {
  const page = /** @type {any} */ (globalThis);
  const { LifeCycle } = await import(/** @type {string} */ ('/www/element/life-cycle.js'));
  class Probe extends HTMLElement {
    static observedAttributes = ['one', 'two', 'fails'];
    isReady = false;
    life = new LifeCycle(this, {
      sheets: [],
      early: ['data'],
      isStarted: () => this.isReady,
      begin: async () => {
        this.log('begin');
        if (this.hasAttribute('fails')) throw new Error('no numbers');
        this.isReady = true;
        this.life.requestRender();
      },
      settle: () => {
        this.log(`settle ${[...this.life.changed].join(' ')}`);
        this.life.changed.clear();
        this.life.requestRender();
      },
      readStyles: () => this.log('readStyles'),
      render: () => {
        this.log('render');
        this.life.renderInside();
      },
      paint: () => this.log('paint'),
      halt: () => this.log('halt'),
      resized: () => {},
      notice: (/** @type {string} */ text) => this.log(`notice ${text}`),
      scene: async () => ({}),
    });
    /** @param {string} call */
    log(call) {
      page.calls.push(this.id ? `${this.id}: ${call}` : call);
    }
    /** @param {[string, string | null, string | null]} change */
    attributeChangedCallback(...change) {
      this.life.attributeChanged(...change);
    }
    connectedCallback() {
      this.life.connected();
    }
    disconnectedCallback() {
      this.life.disconnected();
    }
    set data(/** @type {unknown} */ data) {
      this.log(`data ${data}`);
    }
  }
  const early = document.createElement('life-probe');
  Object.assign(early, { data: 'early' });
  page.calls = [];
  customElements.define('life-probe', Probe);
  document.body.append(early);
  page.early = [...page.calls];
  page.frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  /** A probe in the page that is drawn. */
  page.drawn = async (/** @type {ParentNode} */ parent = document.body, id = '') => {
    const probe = document.createElement('life-probe');
    probe.id = id;
    const ready = new Promise((done) => probe.addEventListener('heed-ready', done));
    parent.append(probe);
    await ready;
    await page.frame();
    page.calls.length = 0;
    return probe;
  };
}

test('it starts once, when it comes near the viewport', async () => {
  const calls = await visit.page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    const space = document.createElement('div');
    space.style.height = '5000px';
    const probe = document.createElement('life-probe');
    probe.setAttribute('one', '1');
    document.body.append(space, probe);
    await page.frame();
    const far = page.calls.splice(0);
    const ready = new Promise((done) => probe.addEventListener('heed-ready', done));
    probe.scrollIntoView();
    await ready;
    await page.frame();
    return [far, page.calls];
  });
  assert.deepEqual(calls, [[], ['begin', 'settle one', 'render', 'paint']]);
});

test('attributes of one task are applied together, and several requests are one drawing', async () => {
  const calls = await visit.page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    const probe = await page.drawn();
    probe.setAttribute('one', '1');
    probe.setAttribute('two', '2');
    probe.setAttribute('two', '2');
    for (let count = 0; count < 3; count += 1) probe.life.requestRender();
    await page.frame();
    return page.calls;
  });
  assert.deepEqual(calls, ['settle one two', 'render', 'paint']);
});

test('a property that was set before the element was defined is set again', async () => {
  assert.deepEqual(await visit.page.evaluate(() => /** @type {any} */ (globalThis).early), ['data early']);
});

test('a move keeps what is shown, and a removal ends it until the element is back', async () => {
  const calls = await visit.page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    const probe = await page.drawn();
    document.body.prepend(probe);
    await page.frame();
    const moved = page.calls.splice(0);
    probe.remove();
    await page.frame();
    const removed = page.calls.splice(0);
    probe.life.requestRender();
    await page.frame();
    const away = page.calls.splice(0);
    document.body.append(probe);
    while (!page.calls.includes('paint')) await page.frame();
    return [moved, removed, away, page.calls];
  });
  assert.deepEqual(calls, [['render', 'paint'], ['halt'], [], ['render', 'paint']]);
});

test('a failed start is a message in its place, and the next change tries again', async () => {
  const [calls, shown, events] = await visit.page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    const probe = /** @type {any} */ (document.createElement('life-probe'));
    probe.setAttribute('fails', '');
    /** @type {unknown[]} */
    const heard = [];
    probe.addEventListener('heed-error', (/** @type {any} */ { message, fatal }) =>
      heard.push([message, fatal]),
    );
    const failed = new Promise((done) => probe.addEventListener('heed-error', done, { once: true }));
    const ready = new Promise((done) => probe.addEventListener('heed-ready', done));
    document.body.append(probe);
    await failed;
    const text = probe.shadowRoot.querySelector('[part=error]')?.textContent;
    probe.life.changed.clear();
    probe.removeAttribute('fails');
    await ready;
    probe.life.fail('a wrong number');
    return [page.calls, text, heard];
  });
  assert.equal(shown, 'no numbers');
  assert.deepEqual(calls.slice(0, 3), ['begin', 'begin', 'settle fails']);
  assert.equal(calls.at(-1), 'notice a wrong number');
  assert.deepEqual(events, [
    ['no numbers', true],
    ['a wrong number', false],
  ]);
});

test('figures inside draw in the same frame: all styles are read first, and all pixels are painted last', async () => {
  const calls = await visit.page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    const outer = await page.drawn(document.body, 'outer');
    const inner = [await page.drawn(outer.shadowRoot, 'a'), await page.drawn(outer.shadowRoot, 'b')];
    for (const probe of [outer, ...inner]) probe.life.requestRender();
    await page.frame();
    return page.calls;
  });
  assert.deepEqual(calls, [
    'outer: render',
    'a: readStyles',
    'b: readStyles',
    'a: render',
    'b: render',
    'a: paint',
    'b: paint',
    'outer: paint',
  ]);
});

test('its style sheets follow it into another document', async () => {
  const sheets = await visit.page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    const probe = await page.drawn();
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const displays = [];
    for (const home of [/** @type {Document} */ (frame.contentDocument), document]) {
      home.body.append(probe);
      const { adoptedStyleSheets } = probe.shadowRoot;
      displays.push([adoptedStyleSheets.length, home.defaultView?.getComputedStyle(probe).display]);
    }
    return displays;
  });
  assert.deepEqual(sheets, [
    [2, 'block'],
    [2, 'block'],
  ]);
  assert.deepEqual(visit.errors, []);
});
