import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, ROOT, start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, fixture, measured, openMaps, openOptions, showPane, stateOf, textOf } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
  await harness.context.addInitScript(keepRequests);
});
after(() => harness?.close());

/** Real weights, 6 x 12 heads of 17 x 17, read directly from the file. */
const bytes = await readFile(new URL('fixtures/measures/minilm_trophy.npy', ROOT));
const weights = new Float32Array(
  bytes.buffer.slice(bytes.byteOffset + bytes.length - 6 * 12 * 17 * 17 * 4, bytes.byteOffset + bytes.length),
);
const row = (/** @type {number} */ layer, /** @type {number} */ head, /** @type {number} */ query) =>
  weights.subarray(((layer * 12 + head) * 17 + query) * 17, ((layer * 12 + head) * 17 + query + 1) * 17);

/**
 * Opens the room with those weights, and head 10 of layer 5.
 *
 * @param {Partial<import('../../rooms/maps/types.js').MapsState>} [patch]
 * @param {Parameters<typeof openMaps>[2]} [options]
 */
async function openHead(patch, options) {
  const visit = await openMaps(harness, '', options);
  await drop(visit.page, [await fixture('measures/minilm_trophy.npy')]);
  await measured(visit.page, 72);
  await show(visit.page, { layer: 5, head: 10, ...patch });
  return visit;
}

/** @param {Page} page @param {Partial<import('../../rooms/maps/types.js').MapsState>} patch */
async function show(page, patch) {
  await page.evaluate((now) => /** @type {any} */ (document.querySelector('heed-heads')).show(now), patch);
  await idle(page);
}

/** Waits until the results of all requests are drawn. @param {Page} page */
async function idle(page) {
  const open = () => page.evaluate(() => /** @type {any} */ (globalThis).requests.size > 0);
  do {
    await settled(page);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).requests.size === 0);
    await settled(page);
  } while (await open());
}

/** Counts the requests that a worker has not answered yet; it runs in the page. */
function keepRequests() {
  const requests = new Set();
  Object.assign(globalThis, { requests });
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    /** @param {string | URL} address */
    constructor(address) {
      super(address);
      this.addEventListener('message', ({ data }) => {
        if ('value' in data || 'refused' in data) requests.delete(data.id);
      });
    }

    /** @param {any} order @param {any} [transfer] */
    postMessage(order, transfer) {
      if ('method' in order) requests.add(order.id);
      super.postMessage(order, transfer);
    }

    terminate() {
      requests.clear();
      super.terminate();
    }
  };
}

const plotOf = (/** @type {Page} */ page) => page.locator('heed-heads .plot').first();

/**
 * The colors in the middles of the cells of a map that is completely visible.
 *
 * @param {Page} page
 * @param {number} [at] - which map
 */
function colorsOf(page, at = 0) {
  return page
    .locator('heed-heads .one-map')
    .nth(at)
    .evaluate((figure) => {
      const canvas = /** @type {HTMLCanvasElement} */ (figure.querySelector('canvas'));
      const plot = /** @type {HTMLElement} */ (figure.querySelector('.plot'));
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const [left, top, side] = [plot.offsetLeft, plot.offsetTop, plot.offsetWidth / 17];
      return Array.from({ length: 17 * 17 }, (_, cell) => [
        ...context.getImageData(
          Math.floor(left + ((cell % 17) + 0.5) * side),
          Math.floor(top + (Math.floor(cell / 17) + 0.5) * side),
          1,
          1,
        ).data,
      ]);
    });
}

const darkness = (/** @type {number[]} */ [red, green, blue]) => 765 - red - green - blue;

test('each cell has the color of its weight, darker for larger weights', async () => {
  const { page, errors, close } = await openHead({ cursor: null });
  const cells = await colorsOf(page);
  const all = weights.subarray((5 * 12 + 10) * 289, (5 * 12 + 11) * 289);
  for (let cell = 0; cell < 289; cell += 1) {
    for (let other = 0; other < 289; other += 1)
      if (all[cell] > all[other] + 0.02)
        assert.ok(darkness(cells[cell]) > darkness(cells[other]), `${cell} ${other}`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the cell under the cursor is announced with every digit of its weight and its rank, by keyboard', async () => {
  const { page, errors, close } = await openHead({ cursor: { query: 10, key: 2 } });
  await plotOf(page).focus();
  await page.keyboard.press('ArrowDown');
  await idle(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 11, key: 2 });
  const text = await textOf(page, '.cell-card');
  assert.equal(Math.fround(Number(/weight ([\d.]+)/.exec(text)?.[1])), row(5, 10, 11)[2]);
  assert.match(text, /rank 1 of 17 in this row/);
  assert.match(await textOf(page, '.room > .spoken'), /^query .+, key .+, weight 0\.37704\d*, rank 1 of 17$/);
  await page.keyboard.press('Control+End');
  await idle(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 16, key: 16 });
  assert.deepEqual(errors, []);
  await close();
});

test('the wheel zooms only after a click on the map, or with Ctrl; keys zoom, and 0 shows all', async () => {
  const { page, close } = await openHead();
  const box = /** @type {{ x: number, y: number, width: number }} */ (await plotOf(page).boundingBox());
  const sight = async () => (await stateOf(page)).sight;
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.wheel(0, -200);
  await idle(page);
  assert.equal(await sight(), null);
  assert.match((await page.locator('heed-heads .wheel-hint').first().getAttribute('class')) ?? '', /seen/);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await idle(page);
  const zoomed = await sight();
  assert.ok(zoomed && zoomed.cell > 29);
  assert.equal(await plotOf(page).evaluate((plot) => getComputedStyle(plot).touchAction), 'none');
  await page.mouse.click(box.x + 100, box.y + 100);
  await page.keyboard.press('0');
  await idle(page);
  assert.equal(await sight(), null);
  assert.equal(
    await plotOf(page).evaluate((plot) => getComputedStyle(plot).touchAction),
    'pan-x pan-y',
    'a finger scrolls the page',
  );
  await page.mouse.wheel(0, -200);
  await idle(page);
  assert.ok(await sight());
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await idle(page);
  assert.ok(await sight());
  await close();
});

test('a drag pans, a click on the small map moves the view, and the view follows the cursor', async () => {
  const { page, close } = await openHead({ sight: { row: 6, col: 6, cell: 60 } });
  const box = /** @type {{ x: number, y: number }} */ (await plotOf(page).boundingBox());
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 140, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  const { sight, cursor } = await stateOf(page);
  assert.ok(sight && Math.abs(sight.col - 5) < 0.01 && Math.abs(sight.row - 7) < 0.01, JSON.stringify(sight));
  assert.notDeepEqual(cursor, { query: 10, key: 9 }, 'a drag is not a click');
  const small = /** @type {{ x: number, y: number }} */ (
    await page.locator('heed-heads .minimap').boundingBox()
  );
  await page.mouse.click(small.x + 3, small.y + 3);
  await idle(page);
  assert.deepEqual((await stateOf(page)).sight, { row: 0, col: 0, cell: 60 });
  await plotOf(page).focus();
  await page.keyboard.press('Control+End');
  await idle(page);
  const after = (await stateOf(page)).sight;
  assert.ok(after && after.row > 5 && after.col > 5);
  await close();
});

test('two fingers zoom by their distance and pan by their middle', async () => {
  const { page, errors, close } = await openHead({ sight: { row: 3, col: 3, cell: 40 } });
  const { x, y } = /** @type {{ x: number, y: number }} */ (await plotOf(page).boundingBox());
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {number[]} */ ...across
  ) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: across.map((right, id) => ({ x: x + right, y: y + 200, id })),
    });
  await touch('touchStart', 100, 300);
  for (const by of [10, 20, 30, 40]) await touch('touchMove', 100 + by, 300 + by);
  await touch('touchEnd');
  await idle(page);
  const moved = (await stateOf(page)).sight;
  assert.ok(
    moved && Math.abs(moved.col - 2) < 0.01 && Math.abs(moved.cell - 40) < 0.01,
    JSON.stringify(moved),
  );
  await touch('touchStart', 150, 250);
  for (const by of [5, 10, 15]) await touch('touchMove', 150 - by, 250 + by);
  await touch('touchEnd');
  await idle(page);
  const near = (await stateOf(page)).sight;
  assert.ok(near && Math.abs(near.cell - 40 * 1.3) < 0.01, JSON.stringify(near));
  assert.ok(
    Math.abs(near.col + 200 / near.cell - (moved.col + 200 / 40)) < 0.01,
    'the cell in the middle stays there',
  );
  assert.deepEqual(errors, []);
  await session.detach();
  await close();
});

test('excluded keys are hatched, with a note that rows are not renormalized', async () => {
  const { page, close } = await openHead({ cursor: { query: 11, key: 2 } });
  const before = await colorsOf(page);
  await openOptions(page, 'weight');
  await page.locator('heed-heads').getByLabel('Leave out first').selectOption('2');
  await idle(page);
  const now = await colorsOf(page);
  assert.notDeepEqual(now[17 * 4], before[17 * 4]);
  assert.deepEqual(now[17 * 4 + 3], before[17 * 4 + 3], 'the other weights keep their colors');
  assert.match(await textOf(page, '.color-view'), /not renormalized/);
  assert.match(await textOf(page, '.cell-card'), /rank 1 of 15 in this row/);
  await close();
});

test('the legend describes the colors of every scale, and numbers stay weights', async () => {
  const { page, close } = await openHead({ cursor: { query: 11, key: 2 } });
  const says = [];
  await openOptions(page, 'weight');
  for (const name of ['0 to 1', 'largest', 'log', 'percentile', 'row']) {
    await page.locator('heed-heads .color-view').getByRole('button', { name, exact: true }).click();
    await idle(page);
    says.push(await textOf(page, '.legend .ends'));
    assert.match(await textOf(page, '.cell-card'), /0\.37704/, name);
  }
  assert.equal(new Set(says).size, 5, says.join(' | '));
  await close();
});

test('lines show the weights above the threshold, and a query can be chosen by keyboard', async () => {
  const { page, close } = await openHead({ view: 'lines', threshold: 0.05, cursor: { query: 3, key: 0 } });
  const all = weights.subarray((5 * 12 + 10) * 289, (5 * 12 + 11) * 289);
  assert.match(
    await textOf(page, '.lines-view'),
    new RegExp(`${all.filter((weight) => weight >= 0.05).length} lines: all weights of at least 0\\.05`),
  );
  await page.locator('heed-heads .lines').focus();
  await page.keyboard.press('ArrowDown');
  await idle(page);
  assert.equal((await stateOf(page)).cursor?.query, 4);
  assert.match(await textOf(page, '.room > .spoken'), /^query .+: .+ 0\.\d+, .+ 0\.\d+, .+ 0\.\d+$/);
  await close();
});

test('the table has the keys of a query, sorted by weight, and links to each', async () => {
  const { page, close } = await openHead({ view: 'table', cursor: { query: 11, key: 2 } });
  const texts = await page
    .locator('heed-heads .top-keys tbody tr')
    .evaluateAll((all) =>
      all.map((each) => [...each.querySelectorAll('td')].map((cell) => cell.textContent)),
    );
  const sorted = [...row(5, 10, 11)].sort((a, b) => b - a);
  assert.deepEqual(
    texts.map(([, weight]) => Math.fround(Number(weight))),
    sorted,
  );
  await page.locator('heed-heads .top-keys tbody button').nth(1).click();
  await idle(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 11, key: row(5, 10, 11).indexOf(sorted[1]) });
  await page.locator('heed-heads').getByRole('button', { name: 'Next query' }).click();
  await idle(page);
  assert.equal((await stateOf(page)).cursor?.query, 12);
  await close();
});

test('two heads and their difference are side by side with one cursor, and can be swapped', async () => {
  const { page, errors, close } = await openHead({ cursor: { query: 11, key: 2 } });
  const room = page.locator('heed-heads');
  await room.getByRole('button', { name: 'compare', exact: true }).click();
  await idle(page);
  assert.deepEqual((await stateOf(page)).compare, { slot: 0, layer: 5, head: 11 });
  const field = room.locator('.compare-view').getByLabel('head', { exact: true });
  await field.fill('12');
  await field.press('Enter');
  assert.match(await textOf(page, '.compare-view .problem:not([hidden])'), /whole number from 0 to 11/);
  await field.fill('3');
  await field.press('Enter');
  await idle(page);
  const [a, b] = [row(5, 10, 11)[2], row(5, 3, 11)[2]];
  const values = await room.locator('.cell-values dd').allTextContents();
  assert.deepEqual(
    values.map((text) => Math.fround(Number(text.replace('−', '-')))),
    [a, b, Math.fround(a - b)],
  );
  assert.equal(await room.locator('.one-map:visible').count(), 3);
  const second = room.locator('.plot').nth(1);
  await second.click({ position: { x: 5, y: 5 } });
  await idle(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 0, key: 0 });
  await room.getByRole('button', { name: 'Swap' }).click();
  await idle(page);
  const { layer, head, compare } = await stateOf(page);
  assert.deepEqual([layer, head, compare], [5, 3, { slot: 0, layer: 5, head: 10 }]);
  await room.getByRole('button', { name: 'End', exact: true }).click();
  await idle(page);
  assert.equal(await room.locator('.one-map:visible').count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test('options that do not apply are disabled, with a reason', async () => {
  const { page, close } = await openHead();
  await openOptions(page, 'values');
  assert.equal(
    await page.locator('heed-heads .source-view').getByRole('button', { name: '× |v|' }).isDisabled(),
    true,
  );
  assert.match(await textOf(page, '.source-view'), /The open files contain no values/);
  await show(page, { compare: { slot: 0, layer: 0, head: 0 }, source: 'mean' });
  const swap = page.locator('heed-heads').getByRole('button', { name: 'Swap' });
  assert.equal(await swap.isDisabled(), true, 'what is compared with is one head');
  assert.match((await swap.getAttribute('title')) ?? '', /a single head/);
  await show(page, { source: 'head', scale: 'row' });
  await openOptions(page, 'weight');
  assert.equal(
    await page
      .locator('heed-heads .color-view')
      .getByRole('button', { name: 'row', exact: true })
      .isDisabled(),
    true,
  );
  assert.match(await textOf(page, '.color-view'), /cannot be compared/);
  await close();
});

for (const [name, options] of /** @type {[string, Parameters<typeof openMaps>[2]][]} */ ([
  ['in English', {}],
  ['in Spanish, in the dark', { locale: 'es-ES', colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 } }],
  ['in forced colors', { forcedColors: 'active' }],
])) {
  test(`every view of a head is accessible ${name}, and fits the page`, async () => {
    const { page, axe, errors, close } = await openHead({ cursor: { query: 11, key: 2 } }, options);
    if (options?.viewport) await showPane(page, 'map');
    for (const patch of /** @type {any[]} */ ([
      {},
      { sight: { row: 3, col: 3, cell: 50 } },
      { view: 'lines' },
      { view: 'table' },
      { view: 'map', compare: { slot: 0, layer: 1, head: 2 } },
    ])) {
      await show(page, patch);
      assert.deepEqual(await axe('heed-heads'), [], JSON.stringify(patch));
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
        JSON.stringify(patch),
      );
    }
    assert.deepEqual(errors, []);
    await close();
  });
}
