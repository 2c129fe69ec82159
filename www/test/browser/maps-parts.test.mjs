/** Parts of encoder-decoder models, contacts of proteins and frames of speech in the Models room. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, linked, measured, openMaps, openOptions, stateOf, textFile, textOf } from './maps.mjs';
import { fileOf } from '../maps-layers-support.js';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/** @param {number[]} shape @param {(at: number) => number} weight */
const array = (shape, weight) => ({
  shape,
  data: Array.from({ length: shape.reduce((all, side) => all * side, 1) }, (_, at) => weight(at)),
});

/** The bytes of a file, for a function that runs in the page. @param {File} file */
const bytesOf = async (file) => [...new Uint8Array(await file.arrayBuffer())];

test('the parts of an encoder-decoder model are named, chosen, and part of the link', async () => {
  const { page, errors, close } = await openMaps(harness);
  const file = fileOf(
    {
      encoder_attentions: array([2, 3, 5, 5], () => 0.2),
      decoder_attentions: array([1, 3, 4, 4], () => 0.25),
      cross_attentions: array([1, 3, 4, 5], () => 0.2),
    },
    {
      encoder_tokens: JSON.stringify(['Das', 'Haus', 'ist', 'klein', '.']),
      decoder_tokens: JSON.stringify(['The', 'house', 'is', 'small']),
    },
    'translation.safetensors',
  );
  await drop(page, [file]);
  await measured(page, 6);
  const parts = page.getByRole('group', { name: 'Part of the model' });
  assert.deepEqual(await parts.getByRole('button').allInnerTexts(), ['encoder', 'decoder', 'cross']);
  assert.equal(await parts.locator('[aria-pressed=true]').innerText(), 'encoder');
  await parts.getByRole('button', { name: 'cross' }).focus();
  await page.keyboard.press('Enter');
  await measured(page, 3);
  const taken = page.locator('heed-heads .taken');
  assert.match(
    await taken.innerText(),
    /^Cross-attention: the decoder's queries, the encoder's keys\. Read as 1 layer × 3 heads, 4 queries × 5 keys/,
  );
  assert.equal((await stateOf(page)).corrections.part, 'cross');
  await linked(page, /part=cross/);
  await parts.getByRole('button', { name: 'decoder' }).click();
  await measured(page, 3);
  assert.match(await taken.innerText(), /^Decoder\. .*4 tokens/);
  assert.deepEqual(errors, []);
  await close();
});

test('contacts are symmetric, signed, and have residue numbers', async () => {
  const { page, errors, close } = await openMaps(harness);
  const tokens = ['<cls>', 'M', 'K', 'V', '<eos>'];
  const file = fileOf(
    { attentions: array([1, 1, 5, 5], (at) => [0.5, 0.2, 0.1, 0.1, 0.1][(at + Math.floor(at / 5)) % 5]) },
    { tokens: JSON.stringify(tokens) },
    'protein.safetensors',
  );
  await drop(page, [file]);
  await measured(page, 1);
  await openOptions(page, 'values');
  await page.locator('heed-heads .source-view button[value=contacts]').click();
  await settled(page);
  await page.keyboard.press('Escape');
  const plot = page.locator('heed-heads .plot').first();
  await plot.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  const card = page.locator('heed-heads .cell-card');
  assert.match(await card.innerText(), /M1 → M1/);
  const legend = page.locator('heed-heads .options');
  assert.match(await legend.innerText(), /contact score \(APC\)/);
  await linked(page, /values=contacts/);
  assert.deepEqual(errors, []);
  await close();
});

test('frames of speech are seconds, and the path of dynamic time warping says when each token is said', async () => {
  const { page, errors, close } = await openMaps(harness);
  // Each of four tokens looks at three of twelve frames.
  const weight = (/** @type {number} */ at) =>
    Math.floor((at % 12) / 3) === Math.floor(at / 12) ? 0.3 : 0.1 / 9;
  const file = fileOf(
    { cross_attentions: array([1, 1, 4, 12], weight) },
    { query_tokens: JSON.stringify(['in', 'the', 'big', 'inning']) },
    'whisper.safetensors',
  );
  await drop(page, [file]);
  await measured(page, 1);
  await openOptions(page, 'values');
  const rate = page.getByLabel('Frames per second, if keys are sound');
  await rate.fill('-1');
  await rate.press('Enter');
  await page.getByText('Write a number from 0.001 to 1000000, such as 50.').waitFor();
  await rate.fill('2000000');
  await rate.press('Enter');
  await page.getByText('Write a number from 0.001 to 1000000, such as 50.').waitFor();
  await rate.fill('50');
  await rate.press('Enter');
  await linked(page, /rate=50/);
  await page.keyboard.press('Escape');
  const times = page.locator('heed-heads .speech-times');
  await times.locator('summary').click();
  await settled(page);
  assert.deepEqual(await times.locator('tbody tr').allInnerTexts(), [
    'in\t0.00\t0.06',
    'the\t0.06\t0.12',
    'big\t0.12\t0.18',
    'inning\t0.18\t0.24',
  ]);
  const drawn = await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).toSVG());
  const lines = [...drawn.matchAll(/<path[^>]* d="M([^"]+)"/g)].map(([, points]) => points.split('L').length);
  assert.ok(lines.includes(12), 'the path is in the picture');
  await times.getByRole('button', { name: 'big' }).click();
  await settled(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 2, key: 6 });
  assert.match(await page.locator('heed-heads .cell-card').innerText(), /big → 0\.12 s/);
  assert.equal(await textOf(page, '.sentence'), 'big looks mostly at 0.12 s (0.30).');
  assert.deepEqual(errors, []);
  await close();
});

test('an attribute names the part that a page shows', async () => {
  const { page, errors, close } = await openMaps(harness);
  const file = fileOf(
    {
      encoder_attentions: array([2, 3, 5, 5], () => 0.2),
      cross_attentions: array([1, 3, 4, 5], () => 0.2),
    },
    {},
    'translation.safetensors',
  );
  await page.evaluate(
    (bytes) => {
      const room = /** @type {any} */ (document.querySelector('heed-heads'));
      room.setAttribute('model-part', 'cross');
      room.data = new File([Uint8Array.from(bytes)], 'translation.safetensors');
    },
    await bytesOf(file),
  );
  await measured(page, 3);
  assert.equal((await stateOf(page)).corrections.part, 'cross');
  await page.evaluate(() => document.querySelector('heed-heads')?.setAttribute('model-part', 'encoder'));
  await measured(page, 6);
  assert.match(await page.locator('heed-heads .taken').innerText(), /^Encoder\. .*5 tokens/);
  assert.deepEqual(errors, []);
  await close();
});

test('a text without heads, and a picture that cannot be read, are named in one sentence, and nothing is lost', async () => {
  const { page, errors, close } = await openMaps(harness);
  const wrong = page.locator('heed-heads .wrong');
  await drop(page, [textFile('text.json', '{"tokens": ["the", "big", "inning"]}')]);
  await wrong.filter({ hasText: '3' }).waitFor();
  assert.match(await wrong.innerText(), /3 tokens/);
  await measured(page, 72);
  await drop(page, [textFile('cat.png', 'no picture')]);
  await wrong.filter({ hasText: 'cat.png is no picture that this browser can draw.' }).waitFor();
  await measured(page, 72);
  assert.equal((await stateOf(page)).view, 'map');
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d');
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await drop(page, [{ name: 'dog.png', bytes: picture }]);
  await wrong.filter({ hasText: 'dog.png is a picture, but the 17 tokens are no patches of one.' }).waitFor();
  assert.equal((await stateOf(page)).view, 'map');
  assert.deepEqual(errors, []);
  await close();
});

test('tokens of another number than the open heads have are refused with the figures', async () => {
  const { page, errors, close } = await openMaps(harness);
  const attention = [
    [
      [1, 0],
      [0.5, 0.5],
    ],
  ];
  await drop(page, [textFile('a.json', JSON.stringify({ attention, tokens: ['a', 'b'] }))]);
  await measured(page, 1);
  await drop(page, [textFile('t.json', '["x", "y", "z"]')], 'instead');
  await page
    .locator('heed-heads .wrong')
    .filter({ hasText: 'The tokens are ignored: there are 3 tokens, but 2 keys.' })
    .waitFor();
  assert.equal(await page.locator('heed-heads .tok').count(), 2);
  assert.deepEqual(errors, []);
  await close();
});

test('a picture among the files of a page is drawn under the weights', async () => {
  const { page, errors, close } = await openMaps(harness);
  const file = fileOf({ attentions: array([1, 2, 50, 50], () => 0.02) }, {}, 'vit.safetensors');
  const bytes = await bytesOf(file);
  await page.evaluate(async (numbers) => {
    const canvas = new OffscreenCanvas(14, 7);
    canvas.getContext('2d')?.fillRect(0, 0, 7, 7);
    const picture = new File([await canvas.convertToBlob()], 'half.png');
    /** @type {any} */ (document.querySelector('heed-heads')).data = [
      new File([Uint8Array.from(numbers)], 'vit.safetensors'),
      picture,
    ];
  }, bytes);
  await measured(page, 2);
  await page.locator('heed-heads .other-shape').waitFor();
  assert.equal((await stateOf(page)).view, 'image');
  assert.match(
    await page.locator('heed-heads .image-view').innerText(),
    /The picture is 14 × 7, and the grid 7 × 7/,
  );
  assert.deepEqual(errors, []);
  await close();
});
