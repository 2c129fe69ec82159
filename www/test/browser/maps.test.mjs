import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shortValue } from '../../rooms/maps/overview/figures.js';
import { sample } from '../../rooms/maps/sample/sample.js';
import { choose, PAGE_POLICY, ROOT, start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { damaged, npz, weights } from '../maps-service-support.js';
import {
  comparing,
  drop,
  dropFolder,
  fixture,
  measured,
  openMaps,
  pixelsOf,
  showPane,
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

/**
 * What NumPy measured.
 *
 * @type {{ measures: string[], files: { file: string, heads: (number | null)[][][] }[] }}
 */
const expected = JSON.parse(await readFile(new URL('fixtures/measures/measures.json', ROOT), 'utf8'));
const street = expected.files.find(({ file }) => file === 'minilm_street.npy')?.heads ?? [];

/** @param {Page} page @param {string} name */
const button = (page, name) => page.locator('heed-heads').getByRole('button', { name, exact: true });

/**
 * The rows of the table of all heads, by `layer·head`.
 *
 * @param {Page} page @returns {Promise<[string, string[]][]>}
 */
function rows(page) {
  return page
    .locator('heed-heads .overview tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('th')?.textContent ?? '',
        [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
      ]),
    );
}

/**
 * A .npy file of rows with all weight on one key.
 *
 * @param {number[]} shape
 * @param {string} name
 * @param {number} [count] - how many numbers follow the header
 */
function npy(shape, name, count = shape.reduce((all, length) => all * length, 1)) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  const padded = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11)}\n`;
  const keys = shape.at(-1) ?? 1;
  const data = new Float32Array(count);
  for (let row = 0; row < data.length / keys; row += 1) data[row * keys + (row % keys)] = 1;
  const bytes = [
    0x93,
    ...new TextEncoder().encode('NUMPY'),
    1,
    0,
    padded.length & 255,
    padded.length >> 8,
    ...new TextEncoder().encode(padded),
  ];
  return {
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.concat([Buffer.from(bytes), Buffer.from(data.buffer)]),
  };
}

test('the sample is shown at first, with its model and as real weights, and nothing is fetched', async () => {
  const { page, errors, requests, close } = await openMaps(harness);
  assert.match(await textOf(page, '.source'), /^This is a sample\. Real.*all-MiniLM-L6-v2.*The trophy/);
  assert.equal(await textOf(page, '.name .opens'), 'Sample: all-MiniLM-L6-v2');
  assert.match(await textOf(page, '.invites'), /^Drop your model.*Nothing leaves this page\.$/);
  assert.match(await textOf(page, '.reading .taken'), /6 layers × 12 heads, 17 tokens/);
  assert.equal(await textOf(page, '.count'), '72 heads');
  const { layer, head, file } = await stateOf(page);
  assert.deepEqual([layer, head, file], [5, 10, null]);
  // The worker's script is a text in this page.
  assert.deepEqual(
    requests.filter(({ afterLoad, url }) => afterLoad && !url.startsWith('blob:')),
    [],
  );
  assert.deepEqual(errors, []);
  await close();
});

test('each thumbnail shows its own weights, cell by cell', async () => {
  const { page, close } = await openMaps(harness);
  const { attention } = JSON.parse(await (await sample()).text());
  for (const [layer, head] of [
    [0, 2],
    [1, 8],
    [5, 10],
  ]) {
    const at = await thumbnail(page, layer, head);
    const side = Math.floor(at.size);
    const pixels = await pixelsOf(page, at);
    /** @type {[number, number][]} */
    const cells = [];
    // The outline of the open head covers the cells at its edge.
    for (let query = 1; query < 16; query += 1)
      for (let key = 1; key < 16; key += 1)
        cells.push([
          attention[layer][head][query][key],
          pixels[Math.floor(((query + 0.5) * side) / 17) * side + Math.floor(((key + 0.5) * side) / 17)],
        ]);
    cells.sort(([a], [b]) => a - b);
    cells
      .slice(1)
      .forEach(([weight, light], place) =>
        assert.ok(
          light <= cells[place][1] + 6,
          `layer ${layer}, head ${head}: ${weight} is lighter than ${cells[place][0]}`,
        ),
      );
    const [[least, lightest], [most, darkest]] = [cells[0], cells[cells.length - 1]];
    assert.ok(lightest - darkest > (most - least) * 400, `layer ${layer}, head ${head}`);
  }
  await close();
});

test('files that are dropped together are read together: weights and their tokens', async () => {
  const { page, errors, close } = await openMaps(harness);
  await drop(page, [
    await fixture('measures/minilm_street.npy'),
    textFile('street.tokens.json', JSON.stringify(Array.from({ length: 16 }, (_, place) => `t${place}`))),
  ]);
  await measured(page, 72);
  assert.match(await textOf(page, '.source'), /^minilm_street\.npy and 1 more, .*Nothing left this page\.$/);
  assert.deepEqual((await stateOf(page)).file, {
    name: 'minilm_street.npy',
    layers: 6,
    heads: 12,
    queries: 16,
    keys: 16,
  });
  assert.match(await textOf(page, '.reading .taken'), /6 layers × 12 heads, 16 tokens/);
  await button(page, 'as a table').click();
  await settled(page);
  for (const [name, values] of await rows(page)) {
    const [layer, head] = name.split('·').map(Number);
    for (const measure of ['entropy', 'sink_share', 'previous_token', 'mean_distance', 'diagonal_share']) {
      const place = expected.measures.indexOf(measure);
      assert.equal(values[place], shortValue(street[layer][head][place], 'en'), `${name} ${measure}`);
    }
  }
  assert.deepEqual(errors, []);
  await close();
});

test('dropping a folder opens the files in it', async () => {
  const { page, errors, close } = await openMaps(harness);
  await dropFolder(page, fileURLToPath(new URL('fixtures/measures', ROOT)));
  await page.waitForFunction(() =>
    /and \d+ more/.test(
      document.querySelector('heed-heads')?.shadowRoot?.querySelector('.source')?.textContent ?? '',
    ),
  );
  assert.deepEqual(errors, []);
  await close();
});

test('a rejected file has its reason, and the others are read', async () => {
  const { page, errors, close } = await openMaps(harness);
  await drop(page, [
    textFile('broken.npy', 'not a file of NumPy'),
    await fixture('measures/tiny_gpt_bath.npy'),
    textFile('<img src=x onerror=alert(1)>.json', '{'),
  ]);
  await measured(page, 16);
  const says = await textOf(page, '.wrong');
  assert.match(says, /broken\.npy: .+<img src=x onerror=alert\(1\)>\.json: /);
  assert.equal(await page.locator('heed-heads .wrong img').count(), 0);
  assert.equal((await stateOf(page)).file?.name, 'tiny_gpt_bath.npy');
  await button(page, 'Close this message').click();
  await settled(page);
  assert.equal(await page.locator('heed-heads .wrong').isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test('a file without attention is reported, and the present file stays', async () => {
  const { page, close } = await openMaps(harness);
  await drop(page, [textFile('flat.json', '[1, 2, 3]')]);
  await page.locator('heed-heads .wrong').waitFor();
  await measured(page, 72);
  assert.match(await textOf(page, '.wrong'), /\(3,\)/);
  assert.match(await textOf(page, '.source'), /a sample\. Real/);
  await close();
});

test('a damaged archive keeps the open file, its picture and its name, and the message names the archive', async () => {
  const { page, errors, close } = await openMaps(harness);
  await drop(page, [await fixture('measures/tiny_gpt_bath.npy')]);
  await measured(page, 16);
  const seen = async () => [
    await textOf(page, '.source'),
    await stateOf(page),
    await page
      .locator('heed-heads canvas.heads')
      .evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()),
  ];
  const before = await seen();
  const bytes = damaged(npz({ attention: weights([2, 8, 16, 16], 5) }, true));
  await drop(page, [{ name: 'damaged.npz', bytes }], 'instead');
  await page.locator('heed-heads .wrong').waitFor();
  await measured(page, 16);
  assert.match(await textOf(page, '.wrong'), /^damaged\.npz, attention: the checksum is/);
  assert.deepEqual(await seen(), before);
  assert.deepEqual(errors, []);
  await close();
});

test('a file opens at the most interesting head with the reason, and starting over returns to it', async () => {
  const { page, close } = await openMaps(harness);
  await drop(page, [await fixture('measures/tiny_gpt_bath.npy')]);
  await measured(page, 16);
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 2, head 1');
  assert.match(
    await textOf(page, '.reasons'),
    /^Of 16 heads, layer 2, head 1 is opened first, because its queries look at few keys/,
  );
  await page.waitForFunction(() => location.hash.endsWith('&head=2:1'));
  const { middle } = await thumbnail(page, 0, 0);
  await page.mouse.click(middle.x, middle.y);
  await page.waitForFunction(
    () => document.querySelector('heed-heads')?.shadowRoot?.querySelector('.reasons')?.textContent === '',
  );
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).reset());
  await settled(page);
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 2, head 1');
  await close();
});

test('a second drop replaces the first or is compared with it, depending on the drop field', async () => {
  const { page, errors, close } = await openMaps(harness);
  await drop(page, [await fixture('measures/minilm_trophy.npy')]);
  await measured(page, 72);
  await drop(page, [await fixture('measures/minilm_trophy.npy', 'other.npy')], 'beside');
  await comparing(page);
  assert.deepEqual((await stateOf(page)).compare, { slot: 1, layer: 5, head: 4 });
  assert.equal((await stateOf(page)).file?.name, 'minilm_trophy.npy');
  await drop(page, [await fixture('measures/minilm_street.npy')], 'beside');
  await page.locator('heed-heads .wrong').waitFor();
  assert.match(await textOf(page, '.wrong'), /17 × 17 here, 16 × 16 there/);
  await drop(page, [await fixture('measures/tiny_gpt_bath.npy')], 'instead');
  await measured(page, 16);
  assert.deepEqual(
    [(await stateOf(page)).file?.name, (await stateOf(page)).compare],
    ['tiny_gpt_bath.npy', null],
  );
  assert.deepEqual(errors, []);
  await close();
});

test('for files from the button and the clipboard the reader chooses what happens to the open file, by keyboard alone', async () => {
  const { page, close } = await openMaps(harness);
  await page.locator('heed-heads input[type=file]').setInputFiles(npy([2, 3, 8, 8], 'first.npy'));
  await measured(page, 6);
  await page.locator('heed-heads input[type=file]').setInputFiles(npy([1, 2, 8, 8], 'second.npy'));
  await page.locator('heed-heads .ask').waitFor();
  assert.match(await textOf(page, '.ask'), /Where should second\.npy go\?/);
  const focused = (/** @type {string} */ selector) =>
    page.waitForFunction(
      (wanted) => document.querySelector('heed-heads')?.shadowRoot?.activeElement?.matches(wanted),
      selector,
    );
  await page.keyboard.press('Escape');
  await page.locator('heed-heads .ask').waitFor({ state: 'hidden' });
  await focused('.open');
  assert.equal((await stateOf(page)).file?.name, 'first.npy');
  await page.locator('heed-heads input[type=file]').setInputFiles(npy([1, 2, 8, 8], 'second.npy'));
  await page.locator('heed-heads .ask').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await comparing(page);
  await focused('.plot');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    () =>
      document.querySelector('heed-heads')?.shadowRoot?.querySelector('.room > .spoken')?.textContent !== '',
  );
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(bytes)], 'pasted.npy'));
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [...npy([4, 1, 8, 8], 'pasted.npy').buffer],
  );
  await page.locator('heed-heads .ask').waitFor();
  await page.keyboard.press('Enter');
  await measured(page, 4);
  assert.equal((await stateOf(page)).file?.name, 'pasted.npy');
  await focused('.plot');
  await close();
});

test('a link to a missing file names it, and its view is restored when the file is dropped', async () => {
  const { page, errors, close } = await openMaps(
    harness,
    'file=was.npy&shape=6:12:17:17&head=2:3&sort=entropy&order=down&filter=entropy:0.5:2',
  );
  assert.equal(
    await textOf(page, '.waits'),
    'This link is for the file was.npy (6 layers × 12 heads, 17 tokens). Drop that file to see it.',
  );
  assert.match(await textOf(page, '.source'), /a sample\. Real/);
  assert.match(
    page.url(),
    /file=was\.npy&shape=6:12:17:17&head=2:3/,
    'the link is still there to be reloaded',
  );
  await drop(page, [await fixture('measures/minilm_street.npy')]);
  await measured(page, 72);
  assert.equal(await page.locator('heed-heads .waits').isVisible(), true, 'another file is not it');
  await drop(page, [await fixture('measures/minilm_trophy.npy', 'now.npy')], 'instead');
  await measured(page, 72);
  assert.equal(await page.locator('heed-heads .waits').isVisible(), false);
  const { layer, head, sort, filter, file } = await stateOf(page);
  assert.deepEqual(
    [layer, head, sort, filter, file?.name],
    [2, 3, 'entropy', { measure: 'entropy', least: 0.5, most: 2 }, 'now.npy'],
  );
  assert.match(await textOf(page, '.count'), /^\d+ of 72 heads$/);
  assert.deepEqual(errors, []);
  await close();
});

test('a link that compares with a second file waits for both', async () => {
  const { page, errors, close } = await openMaps(
    harness,
    'file=was.npy&shape=6:12:17:17&head=2:3&compare=1:4:5',
  );
  await drop(page, [await fixture('measures/minilm_trophy.npy', 'was.npy')]);
  await measured(page, 72);
  assert.deepEqual((await stateOf(page)).compare, { slot: 1, layer: 4, head: 5 });
  await page
    .locator('heed-heads .compare-view')
    .getByText('There is no second file yet. Drop one, and choose to compare it.')
    .waitFor();
  await drop(page, [await fixture('measures/minilm_trophy.npy', 'other.npy')], 'beside');
  await page
    .locator('heed-heads .compare-view')
    .getByText('There is no second file yet')
    .waitFor({ state: 'hidden' });
  await settled(page);
  const { layer, head, compare } = await stateOf(page);
  assert.deepEqual([layer, head, compare], [2, 3, { slot: 1, layer: 4, head: 5 }]);
  assert.deepEqual(errors, []);
  await close();
});

test('a link that is followed while the room is open waits for its file, and stays in the address until something changes', async () => {
  const { page, errors, close } = await openMaps(harness, 'head=1:2');
  await page.evaluate(() => {
    location.hash = 'v=1&room=maps&file=other.npy&shape=2:2:4:4&head=1:1';
  });
  await page.locator('heed-heads .waits').waitFor();
  assert.match(page.url(), /file=other\.npy&shape=2:2:4:4&head=1:1$/);
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 1, head 2');
  await page.keyboard.press(']');
  await page.waitForFunction(() => location.hash.endsWith('room=maps&head=1:3'));
  await page.locator('heed-heads input[type=file]').setInputFiles(npy([2, 2, 4, 4], 'other.npy'));
  await measured(page, 4);
  assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [1, 1]);
  assert.deepEqual(errors, []);
  await close();
});

test('the view is kept for a file of the same shape, and reset for another', async () => {
  const { page, close } = await openMaps(harness);
  await drop(page, [await fixture('measures/minilm_trophy.npy')]);
  await measured(page, 72);
  const { middle } = await thumbnail(page, 3, 4);
  await page.mouse.click(middle.x, middle.y);
  await drop(page, [await fixture('measures/minilm_trophy.npy', 'again.npy')], 'instead');
  await measured(page, 72);
  assert.deepEqual(
    [(await stateOf(page)).layer, (await stateOf(page)).head, (await stateOf(page)).file?.name],
    [3, 4, 'again.npy'],
  );
  await drop(page, [await fixture('measures/minilm_street.npy')], 'instead');
  await measured(page, 72);
  assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [5, 11]);
  await close();
});

test('pointing at a thumbnail shows its layer, head, measure, value and formula; a click opens it', async () => {
  const { page, close } = await openMaps(harness);
  const { middle } = await thumbnail(page, 2, 7);
  await page.mouse.move(middle.x, middle.y);
  assert.match(await textOf(page, '.tip'), /^Layer 2, head 7 entropy \d\.\d+ mean over queries of −Σ w ln w/);
  await page.mouse.click(middle.x, middle.y);
  await settled(page);
  assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [2, 7]);
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 2, head 7');
  const outline = await page.locator('heed-heads .marks .open').boundingBox();
  assert.ok(
    outline &&
      Math.abs(outline.x + outline.width / 2 - middle.x) < 2 &&
      Math.abs(outline.y + outline.height / 2 - middle.y) < 2,
  );
  await page.keyboard.down('Shift');
  await page.mouse.click(middle.x + 100, middle.y);
  await page.keyboard.up('Shift');
  await settled(page);
  assert.equal((await stateOf(page)).compare?.layer, 2);
  await close();
});

test('the arrow keys move from head to head with announcements, Enter opens, and the numbers at the edge combine', async () => {
  const { page, close } = await openMaps(harness, 'head=0:0');
  await page.locator('heed-heads .heads-box').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  assert.match(await textOf(page, '.heads-view .spoken'), /^Layer 2, head 0: entropy \d\.\d+$/);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [2, 0]);
  await page.keyboard.press('ArrowLeft');
  assert.match(await textOf(page, '.heads-view .spoken'), /^mean of the heads of layer 2/);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual(
    [(await stateOf(page)).source, (await stateOf(page)).over, (await stateOf(page)).layer],
    ['mean', 'heads', 2],
  );
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await settled(page);
  assert.deepEqual([(await stateOf(page)).source, (await stateOf(page)).over], ['mean', 'all']);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal((await stateOf(page)).over, 'heads');
  await page.keyboard.press(']');
  await settled(page);
  assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [2, 1]);
  await close();
});

test('heads are sorted by a measure in both directions with its values shown, and the table follows', async () => {
  const { page, close } = await openMaps(harness);
  await page.getByLabel('by', { exact: true }).selectOption('previous_token');
  await button(page, 'as a table').click();
  await settled(page);
  const column = expected.measures.indexOf('previous_token');
  const values = async () => (await rows(page)).map(([, row]) => Number(row[column].replace('<.01', '0')));
  const down = await values();
  assert.deepEqual(
    down,
    down.toSorted((a, b) => b - a),
  );
  assert.equal((await stateOf(page)).measure, 'previous_token');
  await button(page, 'Highest first').click();
  await settled(page);
  assert.deepEqual(await values(), down.toReversed());
  await page.locator('heed-heads .overview thead button[value=entropy]').click();
  await settled(page);
  assert.deepEqual([(await stateOf(page)).sort, (await stateOf(page)).order], ['entropy', 'down']);
  assert.equal(
    await page
      .locator('heed-heads .overview thead th[aria-sort]')
      .innerText()
      .then((text) => text.replace(/\s*↓?$/, '')),
    'entropy',
  );
  await close();
});

test('a filter with two ends counts the heads in it, and can be undone', async () => {
  const { page, close } = await openMaps(harness);
  await page.getByLabel('Only with', { exact: true }).selectOption('sink_share');
  await settled(page);
  assert.equal(await textOf(page, '.count'), '72 of 72 heads');
  const least = page.getByLabel('sink, at least');
  await least.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('PageUp');
  await settled(page);
  const { filter } = await stateOf(page);
  const [, passing] = /^(\d+) of 72 heads$/.exec(await textOf(page, '.count')) ?? [];
  assert.ok(Number(passing) > 0 && Number(passing) < 72, passing);
  await button(page, 'as a table').click();
  await settled(page);
  const column = expected.measures.indexOf('sink_share');
  const shown = await rows(page);
  assert.equal(shown.length, Number(passing));
  for (const [name, row] of shown)
    assert.ok(Number(row[column]) >= Number(shortValue(filter?.least, 'en')), name);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.notDeepEqual((await stateOf(page)).filter, filter);
  await close();
});

test('similar heads come next to the open one, sorted by similarity', async () => {
  const { page, close } = await openMaps(harness);
  await button(page, 'Heads like this one').click();
  await measured(page, 72);
  await button(page, 'as a table').click();
  await settled(page);
  const [[first], [second]] = await rows(page);
  assert.deepEqual([first, second], ['5·10', '5·11']);
  assert.equal((await stateOf(page)).alike, true);
  await close();
});

test('the measures of the open head match NumPy, each with its formula', async () => {
  const { page, close } = await openMaps(harness);
  await drop(page, [await fixture('measures/minilm_street.npy')]);
  await measured(page, 72);
  const { layer, head } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state,
  );
  const shown = await page
    .locator('heed-heads .measures details')
    .evaluateAll((all) => all.map((row) => Number(row.querySelector('.value')?.textContent)));
  street[layer][head].forEach((value, place) => {
    if (['induction', 'duplicate_token'].includes(expected.measures[place])) return;
    assert.ok(
      Math.abs(shown[place] - Number(value)) <= 0.0005 + 1e-9,
      `${expected.measures[place]}: ${shown[place]}, ${value}`,
    );
  });
  await page.locator('heed-heads .measures summary').nth(7).press('Enter');
  assert.match(await page.locator('heed-heads .measures .formula').nth(7).innerText(), /\|p − j\|/);
  await close();
});

test('measuring can be stopped, keeps its results, and can continue', async () => {
  const { page, errors, close } = await openMaps(harness);
  const { buffer } = npy([1, 1, 128, 128], '');
  const one = buffer.subarray(buffer.length - 128 * 128 * 4).toString('base64');
  const header = npy([24, 32, 128, 128], '', 0).buffer.toString('base64');
  // The 50 MB are made in the page, because sending them there takes long.
  await page.locator('heed-heads input[type=file]').evaluate(
    (input, [first, head]) => {
      const bytes = (/** @type {string} */ text) =>
        Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes(first), ...Array(768).fill(bytes(head))], 'many.npy'));
      /** @type {HTMLInputElement} */ (input).files = files.files;
      input.dispatchEvent(new Event('change'));
    },
    [header, one],
  );
  await page.waitForFunction(
    () => {
      const room = document.querySelector('heed-heads');
      const heads = Number(room?.getAttribute('data-heads'));
      const cancel = room?.shadowRoot?.querySelector('.busy button');
      // Before all heads are measured. The text counts them too.
      const text = room?.shadowRoot?.querySelector('.busy > span')?.textContent ?? '';
      if (heads === 0 || heads === 72 || !/^Measuring the heads: \d+ of 768$/.test(text)) return false;
      /** @type {HTMLElement} */ (cancel).click();
      return true;
    },
    null,
    { polling: 5 },
  );
  await page.locator('heed-heads .rest').waitFor();
  const [, there] = /^(\d+) of 768 heads are measured/.exec(await textOf(page, '.rest')) ?? [];
  assert.ok(Number(there) > 0 && Number(there) < 768, there);
  assert.equal(
    await page.locator('heed-heads .wrong').isVisible(),
    false,
    'nothing of what was there before is still there',
  );
  await button(page, 'Measure all').click();
  await measured(page, 768);
  assert.equal(await page.locator('heed-heads .rest').isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test('a corrected reading is measured again, and can be undone', async () => {
  const { page, close } = await openMaps(harness);
  await page.locator('heed-heads input[type=file]').setInputFiles(npy([2, 3, 8, 8], 'turned.npy'));
  await measured(page, 6);
  await button(page, 'Not right?').click();
  await page.getByLabel(/Axis 0/).selectOption('head');
  await measured(page, 6);
  assert.match(await textOf(page, '.reading .taken'), /3 layers × 2 heads/);
  assert.deepEqual([(await stateOf(page)).file?.layers, (await stateOf(page)).file?.heads], [3, 2]);
  await choose(page, 'Undo');
  await measured(page, 6);
  assert.match(await textOf(page, '.reading .taken'), /2 layers × 3 heads/);
  await close();
});

test('thousands of heads scroll in their own box, also on a phone', async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, close } = await openMaps(harness, '', { viewport });
    await page.locator('heed-heads input[type=file]').setInputFiles(npy([48, 64, 16, 16], 'many.npy'));
    await measured(page, 3072);
    const {
      wide,
      seen,
      page: whole,
    } = await page
      .locator('heed-heads .heads-box')
      .first()
      .evaluate((box) => ({
        wide: box.scrollWidth,
        seen: box.clientWidth,
        page: document.documentElement.scrollWidth <= innerWidth,
      }));
    assert.ok(wide > seen && whole, `${wide} ${seen}`);
    const at = await thumbnail(page, 0, 0, { layers: 48, heads: 64, cells: 16 });
    assert.equal(at.size, 6);
    const ground = Math.max(...(await pixelsOf(page, { ...at, x: at.left, y: at.top })));
    await page.locator('heed-heads .heads-box').first().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.deepEqual([(await stateOf(page)).layer, (await stateOf(page)).head], [47, 63]);
    const last = await thumbnail(page, 47, 63, { layers: 48, heads: 64, cells: 16 });
    assert.ok(Math.max(...(await pixelsOf(page, last))) < ground, 'it is drawn where it was scrolled to');
    await close();
  }
});

test('the room is accessible: light and dark, both languages, on a phone, with a filter, a table and a comparison', async () => {
  const full = 'sort=entropy&order=down&filter=entropy:1:2&compare=0:3:4';
  for (const [more, options] of /** @type {[string, import('./harness.mjs').OpenOptions][]} */ ([
    ['', {}],
    [full, { colorScheme: 'dark' }],
    ['language=es', { viewport: { width: 390, height: 844 } }],
    ['file=a.npy&shape=1:1:4:4', { forcedColors: 'active' }],
  ])) {
    const { page, axe, errors, close } = await openMaps(harness, more, options);
    await page.locator('heed-heads .overview .foot button:last-of-type').click();
    if (options.viewport) {
      await settled(page);
      assert.deepEqual(await axe('heed-heads'), [], 'the heads on a phone');
      await showPane(page, 'reading');
    }
    for (const row of await page.locator('heed-heads .measures summary').all()) await row.click();
    await settled(page);
    assert.deepEqual(await axe('heed-heads'), [], more);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      true,
      'nothing is wider than the page',
    );
    assert.deepEqual(errors, []);
    await close();
  }
});

test('an invalid link, or one with an invalid correction of the sample, is reported, and the room opens', async () => {
  const broken = await harness.open('index.html#v=1&room=maps&head=-1:0');
  // The room opens as without a link: with the small model.
  await measured(broken.page, 16);
  const status = broken.page.locator('#status');
  assert.match(await status.innerText(), /^The link could not be read/);
  // The message stays if the room is open already.
  for (const [link, says] of /** @type {const} */ ([
    ['text=It+was+a', ''],
    ['text=It+was+a&temperature=99', 'The link could not be read, so the page shows its defaults.'],
  ])) {
    await broken.page.evaluate((hash) => {
      location.hash = hash;
    }, `v=1&room=maps&${link}`);
    await settled(broken.page);
    assert.equal(await status.textContent(), says, link);
  }
  await broken.close();
  const { page, errors, close } = await openMaps(harness, 'candidate=5&batch=3');
  assert.match(await textOf(page, '.wrong'), /^The link could not be read/);
  assert.equal((await stateOf(page)).corrections.candidate, null);
  await page.evaluate(() => {
    location.hash = 'v=1&room=maps&candidate=7';
  });
  await settled(page);
  assert.match(await textOf(page, '.notice'), /^The link could not be read/);
  assert.deepEqual(errors, []);
  await close();
});

test('the room has Spanish strings', async () => {
  const { page, close } = await openMaps(harness, 'language=es');
  assert.equal(await textOf(page, '.count'), '72 cabezas');
  assert.match(await textOf(page, '.invites'), /Nada sale de esta página\.$/);
  await page.locator('heed-heads .heads-box').focus();
  await page.keyboard.press('ArrowLeft');
  assert.match(await textOf(page, '.heads-view .spoken'), /^Capa 5, cabeza 9: entropía/);
  await close();
});
