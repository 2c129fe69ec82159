/**
 * Elements in a page that is scrolled: far away nothing is computed, one task gives one drawing, and wheel
 * and touch are not blocked.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { elementsPage, TAGS } from './elements-page.mjs';
import { settled } from './idle.mjs';
import { painted, start } from './harness.mjs';

/** Elements that show something without attributes, and a map with numbers. */
const BODY = {
  'heed-contrast': '',
  'heed-heads': '',
  'heed-lesson': '',
  'heed-map': 'values="1 0; 0.25 0.75"',
  'heed-mask': '',
};

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/** @param {string} tag @param {string} [attributes] */
const markup = (tag, attributes = BODY[/** @type {keyof typeof BODY} */ (tag)]) =>
  `<${tag} id="it" ${attributes}><span id="fallback">instead</span></${tag}>`;

/** The recorded events, by type. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
const types = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (globalThis).received.events.map((/** @type {any} */ { type }) => type),
  );

/** @param {import('playwright-core').Page} page */
const ready = (page) =>
  page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.events.some(
      (/** @type {any} */ { type }) => type === 'heed-ready',
    ),
  );

test('an element far from the viewport loads and computes nothing until it is scrolled near', async () => {
  for (const tag of TAGS) {
    const { page, errors, requests, close } = await elementsPage(harness, {
      tags: [tag],
      body: `<div style="height: 5000px"></div>${markup(tag)}`,
    });
    await page.waitForFunction((name) => customElements.get(name), tag);
    // A later observer is called later, so requests that were started by then come before this request.
    await page.evaluate(async () => {
      await new Promise((resolve) => {
        new IntersectionObserver(resolve).observe(/** @type {Element} */ (document.getElementById('it')));
      });
      await fetch(location.href);
    });
    await settled(page);
    assert.deepEqual(await types(page), [], tag);
    assert.equal(
      await page.evaluate(() => /** @type {any} */ (globalThis).received.instances.length),
      0,
      tag,
    );
    assert.deepEqual(
      requests.filter(({ url }) => url.endsWith('.wasm')),
      [],
      tag,
    );
    assert.equal(await page.locator('#fallback').isVisible(), true, tag);
    await page.evaluate(() => scrollTo(0, 4000));
    await ready(page);
    assert.equal(await page.locator('#fallback').isVisible(), false, tag);
    assert.deepEqual(await types(page), ['heed-ready'], tag);
    assert.deepEqual(errors, [], tag);
    await close();
  }
});

test('three attributes in one task are one drawing, and changes by the page dispatch nothing', async () => {
  for (const tag of ['heed-contrast', 'heed-lesson', 'heed-mask']) {
    const { page, errors, close } = await elementsPage(harness, {
      tags: [/** @type {any} */ (tag)],
      body: markup(tag),
    });
    await ready(page);
    const drawings = await page.evaluate(async () => {
      const it = /** @type {any} */ (document.querySelector('#it'));
      const { views } = it.room;
      const { draw } = views;
      let count = 0;
      // Another language may change the height, which is a reason to draw again.
      it.style.height = '700px';
      await it.whenIdle();
      views.draw = function counted(/** @type {any[]} */ ...all) {
        count += 1;
        return draw.apply(this, all);
      };
      it.setAttribute('language', 'es');
      it.setAttribute('colormap', 'viridis');
      it.setAttribute('colormap', 'grey');
      await it.whenIdle();
      const attributes = count;
      const { link, state } = it;
      it.state = { ...state, language: 'en' };
      it.link = link;
      await it.whenIdle();
      views.draw = draw;
      return { attributes, link, now: [it.link, it.lang] };
    });
    assert.equal(drawings.attributes, 1, `${tag} was drawn ${drawings.attributes} times`);
    assert.match(drawings.link, /language=es/);
    assert.deepEqual(drawings.now, [drawings.link, 'es']);
    assert.deepEqual(await types(page), ['heed-ready'], tag);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('the wheel and a finger on a figure scroll the page', async () => {
  for (const tag of TAGS) {
    const { page, errors, close } = await elementsPage(harness, {
      tags: [tag],
      body: `<div style="height: 160px"></div>${markup(tag)}<div style="height: 5000px"></div>`,
    });
    const session = await page.context().newCDPSession(page);
    await ready(page);
    await painted(page, tag);
    const places = await canvases(page);
    assert.ok(places.length > 0, tag);
    for (const scroll of [turn, swipe]) {
      await session.send('Emulation.setTouchEmulationEnabled', {
        enabled: scroll === swipe,
        maxTouchPoints: 1,
      });
      for (const place of places) {
        await page.evaluate(() => scrollTo(0, 0));
        await scroll(session, place);
        const scrolled = await page
          .waitForFunction(() => scrollY > 60, null, { timeout: 3000 })
          .then(
            () => true,
            () => false,
          );
        assert.ok(scrolled, `${tag}: a ${scroll.name} at ${place.x}, ${place.y} does not scroll the page`);
      }
    }
    assert.deepEqual(
      (await types(page)).filter((type) => type === 'heed-error'),
      [],
    );
    assert.deepEqual(errors, []);
    await session.detach();
    await close();
  }
});

/** @typedef {import('playwright-core').CDPSession} CDPSession */

/** Turns the wheel. @param {CDPSession} session @param {{ x: number, y: number }} place */
async function turn(session, { x, y }) {
  await session.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -240,
    gestureSourceType: 'mouse',
    speed: 3000,
  });
}

/** Swipes up. @param {CDPSession} session @param {{ x: number, y: number }} place */
async function swipe(session, { x, y }) {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let up = 10; up <= 160; up += 10)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - up }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * The positions of the large visible canvases, at most three.
 *
 * @param {import('playwright-core').Page} page @returns {Promise<{ x: number, y: number }[]>}
 */
function canvases(page) {
  return page.evaluate(() => {
    /** @param {ParentNode} root @returns {HTMLCanvasElement[]} */
    const all = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) =>
        each instanceof HTMLCanvasElement ? [each] : each.shadowRoot ? all(each.shadowRoot) : [],
      );
    const boxes = all(document)
      .filter((canvas) => canvas.checkVisibility())
      .map((canvas) => canvas.getBoundingClientRect());
    const seen = boxes.filter(
      ({ width, height, bottom, top }) =>
        width >= 40 &&
        height >= 40 &&
        top >= 0 &&
        (top + bottom) / 2 > 170 &&
        (top + bottom) / 2 < innerHeight,
    );
    return seen.slice(0, 3).map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  });
}

test('figures are drawn for the width of a page while they are printed, and for the screen afterwards', async () => {
  const { page, errors, close } = await elementsPage(harness, {
    body: `<heed-map values="${'0.125 '.repeat(20)}"></heed-map>${['heed-lesson', 'heed-mask', 'heed-contrast'].map((tag) => `<${tag} view="figure"></${tag}>`).join('')}`,
    viewport: { width: 1200, height: 3000 },
  });
  await settled(page);
  const found = await page.evaluate(() =>
    ['screen', 'beforeprint', 'afterprint'].map((type) => {
      dispatchEvent(new Event(type));
      return [...document.querySelectorAll('heed-map, heed-lesson, heed-mask, heed-contrast')].map(
        (figure) => {
          const { width, right } = figure.getBoundingClientRect();
          const canvases = [...(figure.shadowRoot?.querySelectorAll('canvas, .stage, .sides') ?? [])];
          const isInside = canvases.every((part) => part.getBoundingClientRect().right <= right + 1);
          return [figure.localName, Math.round(width), isInside];
        },
      );
    }),
  );
  const [screen, paper, again] = found;
  assert.deepEqual(
    paper,
    screen.map(([name]) => [name, 680, true]),
  );
  assert.ok(screen.every(([, width]) => Number(width) > 1000));
  assert.deepEqual(again, screen);
  assert.deepEqual(errors, []);
  await close();
});
