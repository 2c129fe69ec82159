/** Weights over a picture: recognized and given grids, pictures, the keyboard, and the link. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { npy } from '../../format/npy.js';
import { PAGE_POLICY, start, until } from './harness.mjs';
import { settled } from './lesson.mjs';
import {
  drop,
  linked,
  measured,
  openMaps,
  openOptions,
  stateOf,
  textFile,
  textOf,
  thumbnail,
} from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** A class token and 7 × 7 patches: the number of tokens, and of patches across. */
const [TOKENS, SIDE] = [50, 7];

/**
 * The weights of a query: patches look at those near them, and the class token at row 2, column 4.
 *
 * @param {number} query
 */
function weightsOf(query) {
  const [row, column] = query === 0 ? [2, 4] : [Math.floor((query - 1) / SIDE), (query - 1) % SIDE];
  const raw = Array.from({ length: TOKENS }, (_, key) => {
    if (key === 0) return 0.5;
    const [down, across] = [Math.floor((key - 1) / SIDE) - row, ((key - 1) % SIDE) - column];
    return 1 / (1 + down * down + across * across);
  });
  const sum = raw.reduce((all, each) => all + each, 0);
  return raw.map((each) => each / sum);
}

/** Drops two equal heads of a ViT. @param {Page} page */
async function dropViT(page) {
  const head = Array.from({ length: TOKENS }, (_, query) => weightsOf(query)).flat();
  const file = npy([1, 2, TOKENS, TOKENS], Float32Array.from([...head, ...head]));
  await drop(page, [{ name: 'vit.npy', bytes: new Uint8Array(await file.arrayBuffer()) }]);
  await measured(page, 2);
}

/** @param {Page} page */
async function openPicture(page) {
  await page.locator('heed-heads .view-tools').getByRole('button', { name: 'picture' }).click();
  await settled(page);
}

/** A picture of one color, to be dropped. @param {Page} page @param {number} width @param {number} height */
const picture = (page, width, height) =>
  page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = '#204080';
      context?.fillRect(0, 0, w, h);
      return {
        name: 'blue.png',
        bytes: [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())],
      };
    },
    [width, height],
  );

/** The color in the middle of each patch of a figure. @param {Page} page @param {number} at */
const colors = (page, at) =>
  page
    .locator('heed-heads .patch-box canvas')
    .nth(at)
    .evaluate((node, side) => {
      const canvas = /** @type {HTMLCanvasElement} */ (node);
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const cell = canvas.width / side;
      return Array.from({ length: side * side }, (_, patch) => [
        ...context.getImageData(
          (patch % side) * cell + cell / 2,
          Math.floor(patch / side) * cell + cell / 2,
          1,
          1,
        ).data,
      ]);
    }, SIDE);
const brightness = (/** @type {number[]} */ [red, green, blue]) => red + green + blue;

test('a ViT is recognized, and its class token and patches look at the picture', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  assert.equal(
    await page.locator('heed-heads .view-tools').getByRole('button', { name: 'picture' }).count(),
    0,
  );
  await dropViT(page);
  await openPicture(page);
  const [cls, ...patches] = weightsOf(0);
  const share = patches.reduce((all, each) => all + each, 0);
  assert.equal(
    await textOf(page, '.image-sentence'),
    `Token 0 puts ${share.toFixed(2)} of its weight on the picture, and ${cls.toFixed(2)} on the other token; most on patch 2, 4: ${Math.max(...patches).toFixed(3)}.`,
  );
  assert.match(await textOf(page, '.grid-settings'), /^50 tokens = 1 \+ 7 × 7\./);
  // The larger a weight, the darker its patch.
  const found = await colors(page, 0);
  const order = (/** @type {number[]} */ numbers) => [...new Set(numbers)].length;
  assert.ok(order(found.map(brightness)) > 5);
  patches.forEach((weight, at) =>
    patches.forEach((other, place) => {
      if (weight > other) assert.ok(brightness(found[at]) <= brightness(found[place]), `${at}, ${place}`);
    }),
  );
  // The second picture has the weights of the patch that is chosen by keys.
  const box = page.locator('heed-heads .patch-box').first();
  await box.focus();
  for (const key of ['ArrowDown', 'ArrowLeft', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  await settled(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 0, key: 1 + 3 * SIDE + 1 });
  assert.equal(await textOf(page, '.patches:nth-of-type(2) figcaption'), 'Patch 3, 1 over the patches');
  const second = (await colors(page, 1)).map(brightness);
  assert.equal(second.indexOf(Math.min(...second)), 3 * SIDE + 1);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).cursor?.query, 1 + 3 * SIDE + 1);
  assert.match(await textOf(page, '.image-sentence'), /^Patch 3, 1 puts .* most on patch 3, 1: /);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('several heads have their own colors over the picture, and a sentence each', async () => {
  const { page, errors, close } = await openMaps(harness);
  const rows = Array.from({ length: TOKENS }, (_, query) => weightsOf(query));
  // The second head looks at the mirrored picture.
  const mirrored = rows.map((row) =>
    row.map((_, key) =>
      key === 0 ? row[0] : row[1 + Math.floor((key - 1) / SIDE) * SIDE + SIDE - 1 - ((key - 1) % SIDE)],
    ),
  );
  const file = npy([1, 2, TOKENS, TOKENS], Float32Array.from([...rows, ...mirrored].flat()));
  await drop(page, [{ name: 'vit.npy', bytes: new Uint8Array(await file.arrayBuffer()) }]);
  await measured(page, 2);
  await openPicture(page);
  // The other head is chosen together with the open one.
  const { head: open } = await stateOf(page);
  const { middle } = await thumbnail(page, 0, 1 - open);
  await page.keyboard.down('Control');
  await page.mouse.click(middle.x, middle.y);
  await page.keyboard.up('Control');
  await settled(page);
  const { chosen } = await stateOf(page);
  const names = chosen.map(({ layer, head }) => `${layer}·${head}`);
  await page.locator('heed-heads .image-sentence p').nth(1).waitFor();
  const says = await page.locator('heed-heads .image-sentence p').allTextContents();
  const columns = chosen.map(({ head }) => (head === 0 ? 4 : 2));
  says.forEach((text, at) => {
    assert.ok(text.trim().startsWith(names[at]), text);
    assert.match(text, new RegExp(`puts 0\\.\\d\\d of its weight .* most on patch 2, ${columns[at]}: `));
  });
  const found = await colors(page, 0);
  const [first, second] = columns.map((column) => found[2 * SIDE + column]);
  assert.ok(first[0] > first[2] && second[2] > second[0], `${first}; ${second}`);
  assert.deepEqual(errors, []);
  await close();
});

test('the grid can be corrected, is in the link, and is undone', async () => {
  const { page, errors, close } = await openMaps(harness, 'language=pt');
  await dropViT(page);
  await page.locator('heed-heads .view-tools').getByRole('button', { name: 'imagem' }).click();
  await settled(page);
  const [columns, , tokensBefore] = await page.locator('heed-heads .grid-settings input').all();
  await tokensBefore.fill('2');
  await tokensBefore.press('Enter');
  assert.equal(await textOf(page, '.grid-settings .problem:not(:empty)'), 'Isso exige 51 tokens, e há 50.');
  await columns.fill('5');
  await columns.press('Enter');
  await settled(page);
  assert.deepEqual((await stateOf(page)).grid, { columns: 5, rows: 7, before: 1 });
  await linked(page, /grid=5:7:1/);
  assert.match(await textOf(page, '.grid-settings'), /^50 tokens = 1 \+ 5 × 7 \+ 14\./);
  await page.locator('heed-heads .patch-box').first().focus();
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal((await stateOf(page)).grid, null);
  assert.deepEqual(errors, []);
  await close();
});

test('a dropped picture is drawn under the weights, and is in no link', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  await dropViT(page);
  await drop(page, [await picture(page, 60, 40)]);
  await page.locator('heed-heads .other-shape').waitFor();
  await settled(page);
  assert.equal(
    await textOf(page, '.other-shape'),
    'The picture is 60 × 40, and the grid 7 × 7: its middle is shown, as ViT and CLIP cut it.',
  );
  const { view, file } = await stateOf(page);
  assert.deepEqual([view, file?.name], ['image', 'vit.npy']);
  await linked(page, /^#v=1&room=maps&file=vit\.npy&shape=1:2:50:50&view=image$/);
  const tools = page.locator('heed-heads .picture-settings');
  const gray = await colors(page, 0);
  await tools.getByRole('button', { name: 'in color' }).click();
  await settled(page);
  const blue = await colors(page, 0);
  // The picture is blue.
  const tint = (/** @type {number[]} */ [red, , part]) => part - red;
  assert.ok(tint(blue[0]) > tint(gray[0]) + 20, `${gray[0]}, ${blue[0]}`);
  await tools.getByRole('button', { name: 'stretched' }).click();
  await settled(page);
  assert.match(await textOf(page, '.other-shape'), /it is stretched, as SigLIP does\.$/);
  assert.deepEqual(await axe(), []);
  await drop(page, [textFile('broken.png', 'no picture')]);
  await page.locator('heed-heads .wrong').filter({ hasText: 'broken.png is no picture' }).waitFor();
  assert.equal(await textOf(page, '.picture-settings > .soft'), 'blue.png');
  await tools.getByRole('button', { name: 'remove' }).click();
  await settled(page);
  assert.equal(await page.locator('heed-heads .other-shape').count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test('a picture has one field to drop on, and one that can be drawn takes away what was wrong with the last', async () => {
  const { page, errors, close } = await openMaps(harness);
  await dropViT(page);
  await drop(page, [textFile('torn.png', 'not a picture')]);
  assert.equal(await textOf(page, '.wrong li'), 'torn.png is no picture that this browser can draw.');
  await drop(page, [await picture(page, 40, 40)]);
  await page.locator('heed-heads .patch-box').first().waitFor();
  await page.locator('heed-heads .wrong').waitFor({ state: 'hidden' });
  const drag = (/** @type {string} */ name, /** @type {string} */ type) =>
    page.evaluate(
      ([file, kind]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], file, { type: kind }));
        const how = { bubbles: true, composed: true, cancelable: true, dataTransfer };
        document.querySelector('heed-heads')?.dispatchEvent(new DragEvent('dragover', how));
      },
      [name, type],
    );
  const fields = page.locator('heed-heads .drop .field:visible');
  await drag('cat.png', 'image/png');
  await until(
    page,
    async () => (await fields.allTextContents()).join() === 'Drop to see the weights over this picture',
  );
  await drag('heads.npy', '');
  await until(page, async () => (await fields.count()) === 2);
  assert.deepEqual(errors, []);
  await close();
});

test('patches within a text are recognized by their tokens, and words look at them', async () => {
  const { page, errors, close } = await openMaps(harness);
  const tokens = ['a', 'boat', ...Array.from({ length: 9 }, () => '<image>'), 'red'];
  const row = (/** @type {number} */ query) => tokens.map((_, key) => (key > query ? 0 : 1 / (query + 1)));
  const attention = [[tokens.map((_, query) => row(query))]];
  await drop(page, [textFile('llava.json', JSON.stringify({ tokens, attention }))]);
  await measured(page, 1);
  await openPicture(page);
  // The token after the patches is first, because no token before them sees them.
  assert.match(await textOf(page, '.image-sentence'), /^red puts 0\.75 of its weight on the picture/);
  await page.locator('heed-heads .image-view select').selectOption({ label: 'a' });
  await settled(page);
  assert.equal(
    await textOf(page, '.image-sentence'),
    'a puts 0.00 of its weight on the picture, and 1.00 on the 3 other tokens; most on patch 0, 0: 0.000.',
  );
  await page.locator('heed-heads .image-view select').selectOption({ label: 'red' });
  await settled(page);
  // In the text, the patches are one unit, whose number is their sum.
  const run = page.locator('heed-heads .text-view .tok');
  assert.deepEqual(await run.evaluateAll((units) => units.map((unit) => unit.textContent)), [
    'a0.08',
    'boat0.08',
    '3 × 30.75',
    'red0.08',
  ]);
  assert.match(
    await textOf(page, '.image-sentence'),
    /^red puts 0\.75 of its weight on the picture, and 0\.25 on/,
  );
  assert.deepEqual(errors, []);
  await close();
});

test('any head can be shown over a picture, with a grid that the reader gives', async () => {
  const { page, errors, close } = await openMaps(harness);
  await openOptions(page, 'values');
  await page
    .locator('heed-heads .panel.values')
    .getByRole('button', { name: 'The keys are a picture…' })
    .click();
  await settled(page);
  assert.match(await textOf(page, '.image-view'), /^17 tokens are no known layout of patches\./);
  await page.keyboard.press('Escape');
  const [columns, rows, tokensBefore] = await page.locator('heed-heads .grid-settings input').all();
  for (const [field, value] of /** @type {[typeof rows, string][]} */ ([
    [rows, '2'],
    [columns, '5'],
    [tokensBefore, '3'],
  ])) {
    await field.fill(value);
    await field.press('Enter');
    await settled(page);
  }
  assert.deepEqual((await stateOf(page)).grid, { columns: 5, rows: 2, before: 3 });
  assert.equal(await page.locator('heed-heads .patch-box').count(), 2);
  assert.deepEqual(errors, []);
  await close();
});

/** The file that a button saves. @param {Page} page @param {any} button */
async function savedBy(page, button) {
  const download = page.waitForEvent('download');
  await button.click();
  return readFile(String(await (await download).path()));
}

test('pictures and figures for print have the weights over the picture, the marked patches and the heads', async () => {
  const { page, errors, close } = await openMaps(harness);
  await dropViT(page);
  await drop(page, [await picture(page, 70, 70)]);
  await page.locator('heed-heads .patch-box canvas').first().waitFor();
  await settled(page);
  const menu = page.locator('heed-heads .export');
  await openOptions(page, 'exports');
  const svg = String(await savedBy(page, menu.getByRole('button', { name: 'SVG', exact: true })));
  assert.match(svg, />Token 0 over the picture</);
  assert.match(svg, />Patch 2, 4 over the patches</);
  assert.equal(svg.match(/<image /g)?.length, 2);
  assert.match(svg, />weight/);
  // The patch with the largest weight is marked in both: row 2 and column 4 of 7, in 400 units.
  const marks = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="57.14" height="57.14"/g)];
  const inPanel = marks.map(([, x]) => (Number(x) - 28) % 424).map((x) => Math.round(x / (400 / 7)));
  assert.deepEqual([...new Set(inPanel)], [4]);
  await openOptions(page, 'exports');
  const png = await savedBy(page, menu.getByRole('button', { name: 'PNG', exact: true }));
  assert.equal(png.readUInt32BE(16), 1200);

  await openOptions(page, 'exports');
  await menu.getByRole('button', { name: 'Figure for print…' }).click();
  const dialog = page.locator('heed-heads').getByRole('dialog');
  await dialog.locator('.paper').waitFor();
  await dialog.getByRole('button', { name: 'SVG', exact: true }).click();
  const printed = String(await savedBy(page, dialog.getByRole('button', { name: /^Save / })));
  assert.match(printed, /Layer 0, head \d: token 0/);
  assert.match(printed, /<desc>Layer 0, head \d: token 0: weights over a picture/);
  assert.doesNotMatch(printed, /keys across/);
  assert.equal(printed.match(/<image /g)?.length, 1);
  assert.equal(printed.match(/fill="none" stroke="#1d1f24"/g)?.length, 1);
  assert.deepEqual(errors, []);
  await close();
});
