/** `<heed-heads>` as an author writes it: with numbers, files or a URL, in an article. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { classic } from '../../package/classic.mjs';
import { openAuthored, swipe } from './author-page.mjs';
import { settled } from './idle.mjs';
import { PAGE_POLICY, start, until } from './harness.mjs';
/** @import { Page } from 'playwright-core' */

const DEFINE = 'www/define/heed-heads-define.js';
const FILE = '/fixtures/measures/minilm_trophy.npy';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {string} body @param {Parameters<typeof openAuthored>[2]} [options] */
async function openHeads(body, options) {
  const visit = await openAuthored(harness, body, { scripts: [DEFINE], ...options });
  await visit.drawn(body.split('<heed-heads').length - 1);
  return visit;
}

/**
 * @param {Page} page @param {string} [id] @returns {Promise<import('../../rooms/maps/types.js').MapsState>}
 */
const stateOf = (page, id = 'a') =>
  page.evaluate((name) => /** @type {any} */ (document.getElementById(name)).state, id);
/** @param {Page} page @param {string} selector */
const text = async (page, selector) =>
  (await page.locator(`#a ${selector}`).first().innerText()).replaceAll(/\s+/g, ' ').trim();

/**
 * Gives heads with so many of each: the weight of key k for query q is the share of k + 1 among those up to
 * q.
 *
 * @param {Page} page @param {number[]} shape @param {object} [more] @param {number} [length]
 */
async function give(page, shape, more = {}, length = shape.reduce((all, side) => all * side, 1)) {
  await page.evaluate(([[layers, heads, queries, keys], others, count]) => {
    const data = Float32Array.from({ length: count }, (_, at) => {
      const [query, key] = [Math.floor(at / keys) % queries, at % keys];
      return key <= query ? (key + 1) / (((query + 1) * (query + 2)) / 2) : 0;
    });
    /** @type {any} */ (document.getElementById('a')).data = {
      shape: [layers, heads, queries, keys],
      data,
      ...others,
    };
  }, /** @type {const} */ ([shape, more, length]));
}

/** Waits until the element shows this number of heads. @param {Page} page @param {number} heads */
async function measured(page, heads) {
  await page.waitForFunction(
    (count) => document.getElementById('a')?.getAttribute('data-heads') === String(count),
    heads,
  );
  await settled(page);
}

test('numbers from the page are shown as a figure, and a click dispatches the pair with its weight', async () => {
  const visit = await openAuthored(
    harness,
    '<heed-heads id="a" view="figure" head="1">No wasm here.</heed-heads>',
  );
  const { page, received } = visit;
  // Before the element is defined.
  await give(page, [1, 2, 3, 3], { tokens: ['the', 'cat', 'sat'] });
  await page.addScriptTag({ url: `/${DEFINE}`, type: 'module' });
  await visit.drawn();
  await measured(page, 2);
  const { file, layer, head } = await stateOf(page);
  assert.deepEqual([file?.layers, file?.heads, file?.queries, file?.keys, layer, head], [1, 2, 3, 3, 0, 1]);
  for (const gone of [
    '.files',
    '.reading',
    '.side',
    '.drop',
    '.measures',
    '.export',
    ':host > slot',
    '.view-tools:visible',
  ])
    assert.equal(await page.locator(`#a ${gone}`).count(), 0, gone);
  assert.deepEqual(
    [
      await received('heed-change'),
      await received('heed-select'),
      await received('heed-error'),
      (await received('heed-ready')).length,
    ],
    [[], [], [], 1],
  );
  const box = await page.locator('#a .plot').first().boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height * 5) / 6);
  await page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.some((/** @type {any} */ { type }) => type === 'heed-select'),
  );
  const [pair, ...rest] = await received('heed-select');
  assert.deepEqual([rest, pair.head, pair.query, pair.key], [[], 1, 2, 1]);
  assert.ok(Math.abs(pair.weight - 2 / 6) < 1e-6);
  assert.match(await text(page, '.cell-card'), /sat → cat.*0\.3333/);
  assert.deepEqual(await visit.axe('heed-heads'), []);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('the page’s description of a shape is used even if the numbers could mean something else', async () => {
  const { page, close } = await openHeads('<heed-heads id="a" view="figure"></heed-heads>');
  for (const shape of [
    [1, 1, 1, 1],
    [3, 4, 4, 2],
    [2, 2, 2, 5],
    [1, 3, 1, 6],
    [2, 1, 7, 7],
  ]) {
    await give(page, shape);
    await page.waitForFunction((wanted) => {
      const { file } = /** @type {any} */ (document.getElementById('a')).state;
      return file && [file.layers, file.heads, file.queries, file.keys].join() === wanted;
    }, shape.join());
    await measured(page, shape[0] * shape[1]);
  }
  await close();
});

test('numbers that do not fit their shape give a message in the figure, and valid ones start it', async () => {
  const visit = await openAuthored(
    harness,
    '<heed-heads id="a" view="figure">A head looks back.</heed-heads><p>After.</p>',
  );
  const { page, received } = visit;
  await give(page, [1, 2, 3, 3], {}, 24);
  await page.addScriptTag({ url: `/${DEFINE}`, type: 'module' });
  await visit.drawn();
  assert.equal(await text(page, '[part=error]'), '24 numbers but shape 1 x 2 x 3 x 3 has 18');
  assert.equal(await page.getByText('A head looks back.').isVisible(), true);
  assert.deepEqual(
    (await received('heed-error')).map(({ fatal }) => fatal),
    [true],
  );
  await give(page, [1, 2, 3, 3]);
  await measured(page, 2);
  await give(page, [1, 2, 3, 3], {}, 17);
  await settled(page);
  assert.equal(await text(page, '[part=notice]'), '17 numbers but shape 1 x 2 x 3 x 3 has 18');
  assert.equal(await page.locator('#a .plot').first().isVisible(), true);
  assert.deepEqual(
    (await received('heed-error')).map(({ fatal }) => fatal),
    [true, false],
  );
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('a file at a URL is opened at the requested head, and a missing one is reported', async () => {
  const { page, received, close } = await openHeads(
    `<heed-heads id="a" view="figure" src="${FILE}" layer="3" head="12" query="4" key="1" sort="entropy" tokens="one two" colormap="rainbow">x</heed-heads><heed-heads id="b" src="heads.npz">No heads.</heed-heads>`,
  );
  await measured(page, 72);
  const { file, layer, head, cursor, sort } = await stateOf(page);
  assert.deepEqual(
    [file?.name, layer, head, cursor, sort],
    ['minilm_trophy.npy', 3, 0, { query: 4, key: 1 }, 'entropy'],
  );
  const errors = await received('heed-error');
  assert.deepEqual(
    errors.filter(({ id }) => id === 'b').map(({ message, fatal }) => [message, fatal]),
    [['heads.npz could not be read: 404', true]],
  );
  assert.deepEqual(
    errors.filter(({ id }) => id === 'a').map(({ message }) => message),
    [
      'colormap: "rainbow" is not one of ember, viridis, cividis, grey',
      'head: "12" is not a whole number from 0 to 11',
      'The tokens are ignored: there are 2 tokens, but 17 keys.',
    ],
  );
  assert.match(await text(page, '[part=notice]'), /rainbow.*"12".*tokens are ignored/);
  assert.equal(await page.getByText('No heads.').isVisible(), true);
  assert.deepEqual([await received('heed-change'), await received('heed-select')], [[], []]);
  await page.evaluate(() => document.getElementById('a')?.setAttribute('src', 'nothing.npy'));
  await page.waitForFunction(() =>
    /nothing\.npy could not be read: 404/.test(
      document.getElementById('a')?.shadowRoot?.querySelector('[part=notice]')?.textContent ?? '',
    ),
  );
  assert.equal((await stateOf(page)).file?.name, 'minilm_trophy.npy');
  await close();
});

test('an invalid file gives a message in place of the figure', async () => {
  const { page, received, close } = await openHeads(
    '<heed-heads id="a" view="figure" src="index.html">No heads.</heed-heads>',
  );
  const [{ message, fatal }] = await received('heed-error');
  assert.equal(fatal, true);
  assert.match(message, /index\.html.*web page/i);
  assert.equal(await text(page, '[part=error]'), message);
  await close();
});

test('a moved element keeps its file and its head; one that is removed and added again starts over with the page’s data', async () => {
  const { page, received, close } = await openHeads(
    `<div id="from"><heed-heads id="a" view="figure" src="${FILE}"></heed-heads></div><div id="to"></div>`,
  );
  await measured(page, 72);
  await page.evaluate(() => /** @type {any} */ (document.getElementById('a')).show({ layer: 2, head: 5 }));
  await page.evaluate(() =>
    document.getElementById('to')?.append(/** @type {Node} */ (document.getElementById('a'))),
  );
  await settled(page);
  assert.deepEqual(
    [(await stateOf(page)).layer, (await stateOf(page)).head, (await received('heed-ready')).length],
    [2, 5, 1],
  );
  await page.evaluate(() => {
    const heads = /** @type {HTMLElement} */ (document.getElementById('a'));
    Object.assign(globalThis, { heads });
    heads.remove();
  });
  // It is released when its worker ends.
  await until(page, () => page.workers().length === 0);
  await page.evaluate(() => document.getElementById('from')?.append(/** @type {any} */ (globalThis).heads));
  await page.waitForFunction(
    () =>
      /** @type {any} */ (globalThis).received.filter((/** @type {any} */ { type }) => type === 'heed-ready')
        .length === 2,
  );
  await measured(page, 72);
  assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [2, 5]);
  await close();
});

test('several elements have a worker each and share one program, and a worker ends with its element', async () => {
  const visit = await openAuthored(
    harness,
    '<heed-heads id="a" view="figure"></heed-heads><heed-heads id="b" view="figure"></heed-heads>',
    { root: 'dir="rtl"', style: ':root { color-scheme: dark; }' },
  );
  const { page } = visit;
  harness.give('classic.js', await classic('heed-heads'), 'text/javascript');
  await page.addScriptTag({ url: '/classic.js' });
  await visit.drawn(2);
  await measured(page, 72);
  assert.equal(page.workers().length, 2);
  assert.ok(!visit.requests.some(({ url }) => url.endsWith('.wasm')));
  assert.equal(
    await page.evaluate(
      () =>
        getComputedStyle(
          /** @type {Element} */ (document.getElementById('a')?.shadowRoot?.querySelector('.room')),
        ).color,
    ),
    'rgb(236, 234, 228)',
  );
  await page.evaluate(() => document.getElementById('b')?.remove());
  await settled(page);
  assert.equal(page.workers().length, 1);
  await page.evaluate(async () => {
    for (let time = 0; time < 20; time += 1) {
      const made = document.createElement('heed-heads');
      document.body.prepend(made);
      for (let frame = 0; frame < time % 5; frame += 1)
        await new Promise((done) => {
          requestAnimationFrame(done);
        });
      made.remove();
    }
    // An element that is added after all others is ready after them.
    const last = document.createElement('heed-heads');
    document.body.prepend(last);
    await new Promise((done) => {
      last.addEventListener('heed-ready', done);
    });
    last.remove();
  });
  await until(page, () => page.workers().length === 1);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('a figure leaves wheel and swipe to the page, and Ctrl with the wheel zooms', async () => {
  const { page, close } = await openHeads(
    '<heed-heads id="a" view="figure"></heed-heads><div class="tall"></div>',
    { style: '.tall { height: 3000px; }', open: { viewport: { width: 390, height: 844 } } },
  );
  await measured(page, 72);
  const plot = page.locator('#a .plot').first();
  const box = await plot.boundingBox();
  assert.ok(box && box.x + box.width <= 390, JSON.stringify(box));
  await plot.focus();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(at[0], at[1]);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => scrollY > 80);
  await page.mouse.wheel(0, -60);
  await page.waitForFunction(() => scrollY < 60);
  assert.equal((await stateOf(page)).sight, null);
  await swipe(page, at[0], at[1] + 60, at[1] - 140);
  await page.waitForFunction(() => scrollY > 150);
  assert.equal((await stateOf(page)).sight, null);
  // Scrolling is smooth, so it has ended when the page stays at its position.
  await page.evaluate(async () => {
    let same = 0;
    while (same < 12) {
      const last = scrollY;
      await new Promise((done) => {
        requestAnimationFrame(done);
      });
      same = last === scrollY ? same + 1 : 0;
    }
  });
  await plot.scrollIntoViewIfNeeded();
  const now = await plot.boundingBox();
  await page.mouse.move(at[0], (now?.y ?? 0) + (now?.height ?? 0) / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('a')).state.sight !== null);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await close();
});

test('the view switches to the room and back with the open file', async () => {
  const { page, errors, close } = await openHeads('<heed-heads id="a" view="figure"></heed-heads>');
  await give(page, [1, 2, 3, 3]);
  await measured(page, 2);
  await page.evaluate(() => document.getElementById('a')?.removeAttribute('view'));
  await settled(page);
  assert.equal(await page.locator('#a .files').count(), 1);
  await page.evaluate(() => document.getElementById('a')?.setAttribute('view', 'figure'));
  await settled(page);
  assert.equal(await page.locator('#a .files').count(), 0);
  assert.equal((await stateOf(page)).file?.heads, 2);
  await page.evaluate(() => {
    /** @type {any} */ (document.getElementById('a')).data = null;
  });
  await measured(page, 72);
  assert.deepEqual(errors, []);
  await close();
});

test('a figure warns of rows that are not weights, in the language of the figure', async () => {
  const { page, close } = await openHeads(
    '<heed-heads id="a" view="figure" language="es">Nothing yet.</heed-heads>',
  );
  await page.evaluate(() => {
    const data = new Float32Array(2 * 3 * 3).map((_, at) => (at < 9 ? Number(at % 4 === 0) : 1));
    /** @type {any} */ (document.getElementById('a')).data = { shape: [1, 2, 3, 3], data };
  });
  await measured(page, 2);
  const warning = page.locator('#a .warnings[role=status]');
  await until(page, async () => (await warning.innerText()) !== '');
  assert.match(
    await warning.innerText(),
    /^No todas las filas suman 1.*capa 0, cabeza 1, consulta 0, con 3\./,
  );
  // Weights have no warning.
  await give(page, [1, 1, 3, 3]);
  await measured(page, 1);
  await until(page, async () => (await warning.innerText()) === '');
  await close();
});

test('a page declares scores and differences of its numbers', async () => {
  const { page, close } = await openHeads(
    '<heed-heads id="a" view="figure" kind="difference">Nothing yet.</heed-heads>',
  );
  await page.evaluate(() => {
    const data = Float32Array.of(0.25, -0.25, -0.5, 0.5);
    /** @type {any} */ (document.getElementById('a')).data = { shape: [1, 1, 2, 2], data };
  });
  await measured(page, 1);
  assert.equal(await text(page, '.warnings'), 'The numbers are differences of weights.');
  await until(page, async () => (await text(page, '.legend')).includes('difference, −0.5 to 0.5'));
  await page.evaluate(() => document.getElementById('a')?.setAttribute('kind', 'scores'));
  await until(page, async () =>
    (await text(page, '.warnings')).startsWith('The numbers are scores before softmax.'),
  );
  await close();
});

test('a step that is no whole number is refused, and the open head stays', async () => {
  const { page, errors, close } = await openHeads('<heed-heads id="a" view="figure"></heed-heads>');
  await give(page, [1, 3, 4, 4]);
  await measured(page, 3);
  const before = await stateOf(page);
  for (const by of ['NaN', 'Infinity', '0.5', '"1"', 'undefined'])
    await assert.rejects(
      page.evaluate(`document.getElementById('a').step(${by})`),
      /step\([^)]*\): steps are counted in whole numbers/,
      by,
    );
  await settled(page);
  assert.deepEqual(await stateOf(page), before);
  await page.evaluate(() => /** @type {any} */ (document.getElementById('a')).step(1));
  await settled(page);
  assert.notDeepEqual((await stateOf(page)).head, before.head);
  assert.deepEqual(errors, []);
  await close();
});

test('the focus goes from a zoom button to the map when the button is disabled', async () => {
  const { page, errors, close } = await openHeads('<heed-heads id="a" view="figure"></heed-heads>');
  await give(page, [1, 1, 40, 40]);
  await measured(page, 1);
  await settled(page);
  await page.locator('#a').getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await page.locator('#a').getByRole('button', { name: 'Zoom out' }).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.match(
    await page.evaluate(() => document.getElementById('a')?.shadowRoot?.activeElement?.className ?? ''),
    /\bplot\b/,
  );
  assert.deepEqual(errors, []);
  await close();
});
