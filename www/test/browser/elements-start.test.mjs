/**
 * How elements start, however they are added to a page; their messages if they cannot; and that moving them
 * changes nothing.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { elementsPage, startEach } from './elements-page.mjs';
import { start } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/**
 * Waits for a number of events of a type.
 *
 * @param {import('playwright-core').Page} page @param {string} type @param {number} count
 */
const received = (page, type, count) =>
  page.waitForFunction(([name, number]) => {
    return (
      /** @type {any} */ (globalThis).received.events.filter((/** @type {any} */ each) => each.type === name)
        .length >= Number(number)
    );
  }, /** @type {[string, number]} */ ([type, count]));

const FALLBACK = '<span class="fallback">instead</span>';
const NO_WASM = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:";

test('under a policy that forbids wasm an element shows a message and its content', async () => {
  for (const tag of ['heed-contrast', 'heed-heads', 'heed-lesson', 'heed-mask']) {
    const { page, close } = await elementsPage(harness, {
      tags: [tag],
      policy: NO_WASM,
      body: `<${tag}>${FALLBACK}</${tag}><p id="rest">rest</p>`,
    });
    await received(page, 'heed-error', 1);
    const [{ message, fatal }] = await page.evaluate(() => /** @type {any} */ (globalThis).received.events);
    assert.equal(fatal, true, tag);
    assert.match(message, /forbids WebAssembly/);
    assert.equal(await page.locator('[part=error][role=alert]').textContent(), message);
    assert.equal(await page.locator('.fallback').isVisible(), true);
    assert.equal(await page.locator('#rest').isVisible(), true);
    await close();
  }
});

test('invalid attributes give one line and an event, and the figure is shown', async () => {
  const body =
    '<heed-mask language="xx"></heed-mask><heed-lesson theme="pink"></heed-lesson><heed-contrast figure="none" link="v=1&room=nowhere"></heed-contrast>';
  const { page, errors, close } = await elementsPage(harness, { body });
  await received(page, 'heed-ready', 3);
  const events = await page.evaluate(() => /** @type {any} */ (globalThis).received.events);
  assert.deepEqual(
    new Set(
      events
        .filter((/** @type {any} */ { fatal }) => fatal === false)
        .map((/** @type {any} */ { tag }) => tag),
    ),
    new Set(['heed-mask', 'heed-lesson', 'heed-contrast']),
  );
  assert.equal(
    events.some((/** @type {any} */ { fatal }) => fatal),
    false,
  );
  assert.equal(await page.locator('[part=notice]:visible').count(), 3);
  assert.deepEqual(errors, []);
  await close();
});

test('a figure with the wrong number of values is rejected with a message, and a valid one is drawn after it', async () => {
  const { page, errors, close } = await elementsPage(harness, {
    tags: ['heed-map'],
    body: '<heed-map></heed-map>',
  });
  await page.locator('heed-map').evaluate((/** @type {any} */ map) => {
    map.figure = {
      matrix: { rows: 2, cols: 3, data: [1, 0] },
      name: 'weights',
      kind: 'sequential',
      low: 0,
      high: 1,
    };
  });
  await received(page, 'heed-error', 1);
  const [{ message, fatal }] = await page.evaluate(() => /** @type {any} */ (globalThis).received.events);
  assert.deepEqual(
    [message, fatal],
    ['the matrix of a figure needs as many numbers in data as rows × cols, and at least one', false],
  );
  await page.locator('heed-map').evaluate((/** @type {any} */ map) => {
    map.figure = {
      matrix: { rows: 1, cols: 2, data: [0.25, 0.75] },
      name: 'weights',
      kind: 'sequential',
      low: 0,
      high: 1,
    };
  });
  await page.locator('heed-map canvas').waitFor();
  await page.waitForFunction(
    () => document.querySelector('heed-map')?.shadowRoot?.querySelector('canvas')?.width,
  );
  assert.deepEqual(errors, []);
  await close();
});

test('an element made by createElement, as markup, as a clone, or with early properties starts, and keeps its state when moved', async () => {
  const { page, errors, close } = await elementsPage(harness, { tags: [] });
  const found = await page.evaluate(async () => {
    const early = /** @type {any} */ (document.createElement('heed-mask'));
    early.link = 'https://example.org/heedmap/#v=1&room=masks&mask=causal&language=es';
    document.body.append(early);
    await import(/** @type {string} */ ('/www/define/heed-mask-define.js'));
    const made = document.createElement('heed-mask');
    const host = document.createElement('div');
    host.innerHTML = '<heed-mask mask="causal"></heed-mask>';
    const copy = /** @type {Element} */ (host.firstElementChild).cloneNode(true);
    const all = /** @type {any[]} */ ([early, made, host.firstElementChild, copy]);
    const ready = Promise.all(
      all.map((each) => new Promise((resolve) => each.addEventListener('heed-ready', resolve))),
    );
    document.body.append(made, host, copy);
    await ready;
    // After a move: the same views, the same state, and no second start.
    const { state } = made;
    /** @type {any} */ (made).state = { ...state, cursor: { query: 2, key: 1 } };
    const view = made.shadowRoot?.firstElementChild;
    let again = 0;
    made.addEventListener('heed-ready', () => {
      again += 1;
    });
    host.append(made);
    // An element that is added after it is ready after it.
    const last = document.createElement('heed-mask');
    document.body.prepend(last);
    await new Promise((resolve) => {
      last.addEventListener('heed-ready', resolve);
    });
    return {
      spanish: early.lang,
      again,
      same: view === made.shadowRoot?.firstElementChild,
      cursor: /** @type {any} */ (made).state.cursor,
      texts: all.map((each) => each.state.text),
    };
  });
  assert.deepEqual(found, {
    spanish: 'es',
    again: 0,
    same: true,
    cursor: { query: 2, key: 1 },
    texts: ['causal', found.texts[1], 'causal', 'causal'],
  });
  assert.deepEqual(errors, []);
  await close();
});

test('in an article, figures add no heading, no unnamed button, and no text of controls that only the room has', async () => {
  const body = `<h1>An article</h1><heed-lesson view="figure" lesson="words" step="score"></heed-lesson><heed-mask view="figure"></heed-mask>
    <heed-lesson view="figure" lesson="words" show="whole" step="score"></heed-lesson><heed-contrast view="figure" figure="unscaled"></heed-contrast><heed-lesson id="room" lesson="words" show="whole" step="score"></heed-lesson>`;
  const { page, axe, close } = await elementsPage(harness, { body });
  await received(page, 'heed-ready', 5);
  assert.deepEqual(await page.locator('[view=figure]').getByRole('heading').allTextContents(), []);
  assert.deepEqual(await axe('[view=figure]'), []);
  assert.equal(await page.locator('heed-mask figcaption button').count(), 0);
  const said = await page.locator('.step-text').allTextContents();
  assert.deepEqual(
    said.map((text) => /Choose “one at a time”|Move d from/.test(text)),
    [false, false, true],
  );
  await close();
});

test('a figure keeps its look when it is moved into a frame’s document and back, and is drawn anew there', async () => {
  for (const [tag, inner, attribute, value] of [
    ['heed-lesson', '.lesson', 'step', '2'],
    ['heed-mask', '.maps', 'mask', 'window(2)'],
    ['heed-map', '.figure', 'values', '1 0 1; 0 1 1'],
  ]) {
    const { page, errors, close } = await elementsPage(harness, {
      tags: [/** @type {'heed-map'} */ (tag)],
      body: `<${tag} values="1 0; 0 1" view="figure"></${tag}><iframe width="1200"></iframe>`,
    });
    await received(page, 'heed-ready', 1);
    const looks = await page.evaluate(
      async ([name, part, changed, to]) => {
        const figure = /** @type {HTMLElement} */ (document.querySelector(name));
        const from = figure.getAttribute(changed);
        const change = (/** @type {string | null} */ text) =>
          text === null ? figure.removeAttribute(changed) : figure.setAttribute(changed, text);
        const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
        const look = async () => {
          for (let frame = 0; frame < 5; frame += 1)
            await new Promise((resolve) => {
              requestAnimationFrame(resolve);
            });
          const styles = getComputedStyle(/** @type {Element} */ (figure.shadowRoot?.querySelector(part)));
          const canvas = /** @type {HTMLElement} */ (
            (figure.shadowRoot?.querySelector('heed-map')?.shadowRoot ?? figure.shadowRoot)?.querySelector(
              'canvas',
            )
          );
          return [
            getComputedStyle(figure).display,
            styles.display,
            styles.font,
            getComputedStyle(canvas).display,
            getComputedStyle(canvas).position,
          ];
        };
        const before = await look();
        frame.contentDocument?.body.append(figure);
        change(to);
        await look();
        change(from);
        const there = await look();
        document.body.append(figure);
        return { before, there, back: await look() };
      },
      [tag, inner, attribute, value],
    );
    assert.deepEqual(looks.there, looks.before, tag);
    assert.deepEqual(looks.back, looks.before, tag);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('a standalone heatmap with the property figure starts the program itself', async () => {
  const { page, errors, close } = await elementsPage(harness, {
    tags: ['heed-map'],
    body: '<heed-map></heed-map>',
  });
  await page.waitForFunction(() => customElements.get('heed-map'));
  await page.evaluate(() =>
    Object.assign(/** @type {Element} */ (document.querySelector('heed-map')), {
      figure: {
        matrix: { rows: 1, cols: 2, data: Float64Array.of(0, 1) },
        name: 'weights',
        kind: 'sequential',
        low: 0,
        high: 1,
      },
    }),
  );
  await page.waitForFunction(() => {
    const canvas = /** @type {HTMLCanvasElement | null | undefined} */ (
      document.querySelector('heed-map')?.shadowRoot?.querySelector('canvas')
    );
    const ends = [0.25, 0.75].map((place) =>
      canvas
        ?.getContext('2d')
        ?.getImageData(canvas.width * place, canvas.height / 4, 1, 1)
        .data.join(),
    );
    return ends[0] !== undefined && !ends[0].endsWith(',0') && ends[0] !== ends[1];
  });
  assert.deepEqual(errors, []);
  await close();
});

test('cells without room for digits have none, and the value of the cell under the pointer is a tooltip', async () => {
  const { page, errors, close } = await elementsPage(harness, {
    tags: ['heed-map'],
    body: '<heed-map></heed-map>',
  });
  await page.waitForFunction(() => customElements.get('heed-map'));
  const canvas = page.locator('heed-map canvas');
  for (const [cellWidth, title] of /** @type {const} */ ([
    [20, 'row 1, column 2, 0.8125'],
    [60, null],
  ])) {
    await page.evaluate((cellWidth) => {
      Object.assign(/** @type {Element} */ (document.querySelector('heed-map')), {
        figure: {
          matrix: { rows: 1, cols: 2, data: Float64Array.of(0.1875, 0.8125) },
          cellWidth,
          cellHeight: 40,
          name: 'weights',
          kind: 'sequential',
          low: 0,
          high: 1,
        },
      });
    }, cellWidth);
    await page.waitForFunction(
      (width) =>
        document.querySelector('heed-map')?.shadowRoot?.querySelector('canvas')?.clientWidth === width,
      2 * cellWidth,
    );
    await canvas.hover({ position: { x: 2, y: 20 } });
    await canvas.hover({ position: { x: 1.5 * cellWidth, y: 20 } });
    await page.waitForFunction(
      (text) =>
        document.querySelector('heed-map')?.shadowRoot?.querySelector('.map')?.getAttribute('title') === text,
      title,
    );
  }
  assert.deepEqual(errors, []);
  await close();
});

test('an invalid state is reported with heed-error and not thrown, and the state stays', async () => {
  const tags = ['heed-contrast', 'heed-heads', 'heed-lesson', 'heed-mask'];
  const { page, errors, close } = await elementsPage(harness, { body: '' });
  await page.evaluate(async (names) => {
    for (const name of names) {
      const made = /** @type {any} */ (document.createElement(name));
      for (const junk of [null, { nonsense: 1 }, 7, 'v=1', []]) made.state = junk;
      document.body.append(made);
    }
  }, tags);
  await startEach(page, tags);
  const events = () =>
    page.evaluate(() =>
      /** @type {any} */ (globalThis).received.events.filter(
        (/** @type {any} */ each) => each.type === 'heed-error',
      ),
    );
  assert.equal((await events()).length, 5 * tags.length);
  const links = await page.evaluate(
    (names) =>
      names.map((name) => {
        const figure = /** @type {any} */ (document.querySelector(name));
        const before = figure.link;
        for (const junk of [
          undefined,
          null,
          { nonsense: 1 },
          new Proxy(
            {},
            {
              get() {
                throw new Error('no');
              },
            },
          ),
        ])
          figure.state = junk;
        return [before, figure.link];
      }),
    tags,
  );
  for (const [before, after] of links) assert.equal(after, before);
  const all = await events();
  assert.equal(all.length, 9 * tags.length);
  for (const { message, fatal } of all) {
    assert.match(message, /^state: this is not a state of <heed-\w+>, so the state stays as it is: /);
    assert.equal(fatal, false);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the properties language, view and link set their attributes, as in React 19, and null removes them', async () => {
  const tags = ['heed-contrast', 'heed-heads', 'heed-lesson', 'heed-map', 'heed-mask'];
  const { page, errors, close } = await elementsPage(harness, {
    tags,
    body: '<heed-map values="1 0"></heed-map><heed-contrast></heed-contrast><heed-heads></heed-heads><heed-lesson></heed-lesson><heed-mask></heed-mask>',
  });
  await startEach(page, tags);
  const set = (/** @type {string | null} */ language) =>
    page.evaluate(
      ([names, value]) =>
        /** @type {string[]} */ (names).map((name) => {
          const figure = /** @type {any} */ (document.querySelector(name));
          figure.language = value;
          if (name !== 'heed-map') Object.assign(figure, { view: value && 'figure', link: null });
          return `${figure.getAttribute('language')} ${figure.getAttribute('view')} ${figure.hasAttribute('link')}`;
        }),
      /** @type {const} */ ([tags, language]),
    );
  assert.deepEqual(await set('es'), [
    'es figure false',
    'es figure false',
    'es figure false',
    'es null false',
    'es figure false',
  ]);
  await page.waitForFunction(
    (names) => names.every((name) => /** @type {any} */ (document.querySelector(name)).language === 'es'),
    tags,
  );
  assert.deepEqual(
    await set(null),
    tags.map(() => 'null null false'),
  );
  await page.waitForFunction(
    (names) => names.every((name) => /** @type {any} */ (document.querySelector(name)).language === 'en'),
    tags,
  );
  assert.deepEqual(errors, []);
  await close();
});

test('booleans and arrays work as React 18 writes them: false is off, and an array gives a hint', async () => {
  const body = `<heed-map table="false" editable="false" values="1 0; 0.25 0.75"></heed-map><heed-map id="joined" values="1,0,0.25,0.75">${FALLBACK}</heed-map>
    <heed-map id="data" data="1,0,0.25,0.75"></heed-map><heed-lesson table="false" data="[object Object]"></heed-lesson><heed-contrast table="false" state="[object Object]"></heed-contrast>
    <heed-mask table="false" editable="false" view="figure" data="1,0"></heed-mask><heed-heads data="1,0"></heed-heads>`;
  const tags = ['heed-contrast', 'heed-heads', 'heed-lesson', 'heed-map', 'heed-mask'];
  const { page, errors, close } = await elementsPage(harness, { tags, body });
  await startEach(page, tags);
  await received(page, 'heed-error', 6);
  const said = await page.evaluate(() =>
    /** @type {any} */ (globalThis).received.events
      .filter((/** @type {any} */ each) => each.type === 'heed-error')
      .map((/** @type {any} */ { tag, message, fatal }) => `${tag} ${fatal} ${message}`),
  );
  for (const [tag, fatal, text] of [
    ['heed-map', true, 'values: "1,0,0.25,0.75" is a list turned into text'],
    ['heed-map', true, 'data: "1,0,0.25,0.75" is text'],
    ['heed-lesson', false, 'data:'],
    ['heed-contrast', false, 'state:'],
    ['heed-mask', false, 'data:'],
    ['heed-heads', false, 'data:'],
  ]) {
    assert.ok(
      said.some((/** @type {string} */ each) => each.startsWith(`${tag} ${fatal} ${text}`)),
      `${tag} ${text} in ${said.join(' | ')}`,
    );
  }
  assert.equal(
    await page
      .locator(
        'heed-map table:visible, heed-lesson table:visible, heed-contrast table:visible, heed-mask table:visible',
      )
      .count(),
    0,
  );
  assert.equal(await page.locator('heed-mask input').count(), 0, 'not editable');
  assert.deepEqual(errors, []);
  await close();
});

test('a class of the page that extends an element is an element too, and so is one with some kinds of lessons', async () => {
  const { page, errors, close } = await elementsPage(harness, { tags: ['heed-map'] });
  await page.evaluate(async () => {
    const load = (/** @type {string} */ path) => import(/** @type {string} */ (`/www/${path}`));
    const { HeedMaskElement } = await load('rooms/masks/heed-mask.js');
    class OwnMask extends HeedMaskElement {
      static tag = 'own-mask';
      resets = 0;
      reset() {
        this.resets += 1;
        super.reset();
      }
    }
    const { RoomElement } = await load('element/room-element.js');
    const { learn } = await load('rooms/learn/settings.js');
    const { Lesson, lessonParts, words } = await load('rooms/learn/lesson.js');
    const { oneHead } = await load('rooms/learn/kinds/one-head/kind.js');
    class FewLessons extends RoomElement {
      static tag = 'few-lessons';
      static parts = lessonParts([oneHead]);
      static words = words;
      static attributes = learn.attributes;
      constructor() {
        super((/** @type {any} */ room) => new Lesson(room, [oneHead]));
      }
    }
    for (const type of [/** @type {any} */ (OwnMask), /** @type {any} */ (FewLessons)]) {
      type.define();
      document.body.append(document.createElement(type.tag));
    }
  });
  await page.waitForFunction(() =>
    ['own-mask', 'few-lessons'].every((name) =>
      /** @type {any} */ (globalThis).received.events.some(
        (/** @type {any} */ { type, tag }) => type === 'heed-ready' && tag === name,
      ),
    ),
  );
  const [reset, resets, lesson, said] = await page.evaluate(async () => {
    const [mask, lessons] = /** @type {any[]} */ ([
      ...document.body.querySelectorAll('own-mask, few-lessons'),
    ]);
    const { text } = mask.state;
    mask.state = { ...mask.state, text: 'window(2)' };
    mask.reset();
    const refused = new Promise((done) => lessons.addEventListener('heed-error', done));
    lessons.setAttribute('lesson', 'distance');
    const { message } = /** @type {any} */ (await refused);
    return [mask.state.text === text, mask.resets, lessons.state.lesson, message];
  });
  assert.deepEqual([reset, resets, lesson], [true, 1, 'words']);
  assert.match(said, /does not include the lesson “distance”/);
  assert.deepEqual(errors, []);
  await close();
});
