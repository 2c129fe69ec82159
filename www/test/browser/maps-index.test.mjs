/** Files with so many heads that the layout by layer is an index, with the best heads below it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cornerOf, layOut } from '../../rooms/maps/overview/geometry.js';
import { start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, measured, openMaps, stateOf } from './maps.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

const [LAYERS, HEADS, TOKENS] = [12, 12, 8];
/** How much a head looks at the token before; most of all 11·3, 5·7 and 2·0. @param {number} at */
const shareOf = (at) => (at === 135 ? 0.99 : at === 67 ? 0.9 : at === 24 ? 0.8 : 0.5 * ((at % 37) / 37));

/** A .npy file with these heads. */
function file() {
  const cells = new Float32Array(LAYERS * HEADS * TOKENS * TOKENS);
  for (let head = 0; head < LAYERS * HEADS; head += 1)
    for (let query = 0; query < TOKENS; query += 1) {
      const row = (head * TOKENS + query) * TOKENS;
      const share = query === 0 ? 0 : shareOf(head);
      cells[row + query] = 1 - share;
      if (query > 0) cells[row + query - 1] = share;
    }
  const shape = `(${[LAYERS, HEADS, TOKENS, TOKENS].join(', ')})`;
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
  const padded = `${header.padEnd(64 * Math.ceil((header.length + 11) / 64) - 11)}\n`;
  const length = Buffer.alloc(2);
  length.writeUInt16LE(padded.length);
  const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0]);
  return {
    name: 'many.npy',
    bytes: Buffer.concat([start, length, Buffer.from(padded), Buffer.from(cells.buffer)]),
  };
}

/** @param {import('./harness.mjs').OpenOptions} [options] */
async function opened(options) {
  const visit = await openMaps(harness, '', options);
  await drop(visit.page, [file()]);
  await measured(visit.page, LAYERS * HEADS);
  await visit.page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    room.state = { ...room.state, measure: 'previous_token' };
  });
  await settled(visit.page);
  return visit;
}

test('144 heads are an index in the colors of the measure, above the eight heads with the largest', async () => {
  const { page, errors, axe, close } = await opened();
  const boxes = page.locator('heed-heads .overview .heads-box');
  assert.equal(await boxes.count(), 2);
  const seen = await boxes.first().evaluate((box) => {
    const canvas = /** @type {HTMLCanvasElement} */ (box.querySelector('canvas'));
    return { space: box.clientWidth, scrolls: box.scrollWidth > box.clientWidth, width: canvas.width };
  });
  assert.equal(seen.scrolls, false);
  const geometry = layOut({
    space: seen.space,
    ratio: 1,
    flow: false,
    count: LAYERS * HEADS,
    columns: HEADS,
    cells: TOKENS,
    isIndex: true,
  });
  const colorOf = (/** @type {number} */ place) =>
    boxes.first().evaluate(
      (box, { x, y }) => {
        const context = /** @type {HTMLCanvasElement} */ (box.querySelector('canvas')).getContext('2d');
        return [...(context?.getImageData(x, y, 1, 1).data ?? [])]
          .slice(0, 3)
          .reduce((sum, part) => sum + part);
      },
      middleOf(geometry, place),
    );
  // Light means little: 11·3 is darker than 2·0, and that than all the others.
  const [most, third, little] = [await colorOf(135), await colorOf(24), await colorOf(37)];
  assert.ok(most < third && third < little, [most, third, little].join(' '));
  assert.match((await page.locator('heed-heads .best').textContent()) ?? '', /^Largest: /);
  // A click on a cell opens its head, and so does one on a thumbnail: the first has the largest measure.
  await boxes.first().click({ position: middleOf(geometry, 67) });
  await settled(page);
  const open = async () => {
    const { layer, head } = await stateOf(page);
    return `${layer}·${head}`;
  };
  assert.equal(await open(), '5·7');
  await boxes.nth(1).click({ position: { x: 40, y: 40 } });
  await settled(page);
  assert.equal(await open(), '11·3');
  await boxes.nth(1).press('ArrowRight');
  await boxes.nth(1).press('Enter');
  await settled(page);
  assert.equal(await open(), '5·7');
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('sorted by a measure, 144 heads are thumbnails, and on a phone the index fits', async () => {
  const { page, close } = await opened({ viewport: { width: 390, height: 844 } });
  const boxes = page.locator('heed-heads .overview .heads-box');
  const fits = await boxes.evaluateAll((all) => all.map((box) => box.scrollWidth <= box.clientWidth));
  assert.deepEqual(fits, [true, true]);
  await page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    room.state = { ...room.state, sort: 'previous_token', order: 'down' };
  });
  await settled(page);
  assert.equal(await boxes.count(), 1);
  await close();
});

/** The middle of a head in a list. @param {ReturnType<typeof layOut>} geometry @param {number} place */
function middleOf(geometry, place) {
  const { x, y } = cornerOf(geometry, place);
  return { x: x + geometry.size / 2, y: y + geometry.size / 2 };
}
