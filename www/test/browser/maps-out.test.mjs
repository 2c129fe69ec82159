import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { SAMPLE } from '../../rooms/maps/sample/sample.js';
import { PAGE_POLICY, start } from './harness.mjs';
import { drop, fixture, measured, openMaps, openOptions } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {Page} page @param {string} name */
const button = (page, name) => page.locator('heed-heads .export').getByRole('button', { name, exact: true });

/** The download of a button. @param {Page} page @param {string} name */
async function downloaded(page, name) {
  await openOptions(page, 'exports');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/**
 * An SVG as parsed by another page: its elements, attributes, texts and size. The policy of our page forbids
 * parsing XML.
 *
 * @param {Page} page @param {Buffer} svg
 */
async function reopened(page, svg) {
  const other = await page.context().newPage();
  const found = await other.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const all = [root, ...root.querySelectorAll('*')];
    return {
      tags: [...new Set(all.map(({ localName }) => localName))].sort(),
      attributes: [...new Set(all.flatMap((each) => [...each.attributes].map(({ name }) => name)))],
      texts: [...root.querySelectorAll('text')].map(({ textContent }) => textContent),
      width: root.getAttribute('width'),
    };
  }, svg.toString('utf8'));
  await other.close();
  return found;
}

test('a picture has the requested width, and an invalid width is rejected next to its field', async () => {
  const { page, errors, close } = await openMaps(harness);
  const field = page.locator('heed-heads .export').getByLabel('Width in pixels');
  await openOptions(page, 'exports');
  await field.fill('12');
  await field.press('Enter');
  await page
    .locator('heed-heads .export .problem', {
      hasText: 'A width is a whole number from 300 to 4096, not “12”.',
    })
    .waitFor();
  await field.fill('640');
  await field.press('Enter');
  const { name, bytes } = await downloaded(page, 'PNG');
  assert.equal(name, 'minilm-trophy-layer5-head10.png');
  assert.equal(bytes.readUInt32BE(16), 640);
  assert.equal(await page.locator('heed-heads .export [role=status]').textContent(), `${name} is saved.`);
  assert.deepEqual(errors, []);
  await close();
});

test('a drawing has every token as text at both axes, the names of the axes, and a note that the sample is real', async () => {
  const { page, close } = await openMaps(harness, 'language=es');
  const { name, bytes } = await downloaded(page, 'SVG');
  assert.equal(name, 'minilm-trophy-layer5-head10.svg');
  const { tags, texts, width } = await reopened(page, bytes);
  assert.deepEqual(tags, ['g', 'path', 'rect', 'svg', 'text', 'title']);
  assert.equal(width, '1200');
  for (const token of new Set(SAMPLE.tokens))
    assert.equal(
      texts.filter((text) => text === token).length,
      2 * SAMPLE.tokens.filter((other) => other === token).length,
      token,
    );
  for (const text of ['Capa 5, cabeza 10', 'consulta ↓', 'clave →', '0', '1'])
    assert.ok(texts.includes(text), text);
  assert.match(texts.join(' '), /Datos reales: la atención de all-MiniLM-L6-v2/);
  await close();
});

test('a table has the digits of the file, and can be opened again', async () => {
  const { page, close } = await openMaps(harness);
  const { name, bytes } = await downloaded(page, 'CSV');
  const [header, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
  assert.ok(header.startsWith(',"[CLS]","the","trophy"'), header);
  assert.equal(lines.length, 17);
  const sums = lines.map((line) =>
    line
      .split(',')
      .slice(1)
      .reduce((sum, cell) => sum + Math.fround(Number(cell)), 0),
  );
  assert.deepEqual(sums, Array(17).fill(1), 'rows of 1/1024ths sum to 1 without an error');
  await drop(page, [{ name, bytes }]);
  await measured(page, 1);
  assert.equal((await downloaded(page, 'CSV')).bytes.toString('utf8'), bytes.toString('utf8'));
  await close();
});

test('a table has weights, even if each row is colored by its largest', async () => {
  const { page, close } = await openMaps(harness);
  const weights = (await downloaded(page, 'CSV')).bytes.toString('utf8');
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).show({ scale: 'row' }));
  assert.equal((await downloaded(page, 'CSV')).bytes.toString('utf8'), weights);
  await close();
});

test('hostile tokens are text in a drawing, and not formulas in a table', async () => {
  const { page, errors, close } = await openMaps(harness);
  await drop(page, [await fixture('files/ok/json_hostile_tokens.json', '../=cmd|<script>.json')]);
  await measured(page, 1);
  const drawing = await downloaded(page, 'SVG');
  assert.equal(drawing.name, 'cmd-script-layer0-head0.svg');
  const { tags, attributes, texts } = await reopened(page, drawing.bytes);
  assert.deepEqual(tags, ['defs', 'g', 'path', 'pattern', 'rect', 'svg', 'text', 'title']);
  assert.deepEqual(
    attributes.filter((name) => /^on|href|src|style/.test(name)),
    [],
  );
  for (const token of ['<b>x</b>', 'javascript:alert(1)']) assert.ok(texts.includes(token), token);
  assert.deepEqual(errors, []);
  await close();
  const other = await openMaps(harness);
  await drop(other.page, [await fixture('files/ok/csv_labels_quoted.csv', 'quoted.csv')]);
  await measured(other.page, 1);
  assert.match(
    (await downloaded(other.page, 'CSV')).bytes.toString('utf8'),
    /\r\n"'=cmd\|' \/C calc'!A0",1,0\r\n/,
  );
  await other.close();
});

test('a comparison is exported as one picture of three maps, and as three tables', async () => {
  const { page, close } = await openMaps(harness, 'compare=0:3:5');
  const { name, bytes } = await downloaded(page, 'SVG');
  assert.equal(name, 'minilm-trophy-layer5-head10-minus-layer3-head5.svg');
  const { texts } = await reopened(page, bytes);
  for (const text of ['A: Layer 5, head 10', 'B: Layer 3, head 5', 'A − B'])
    assert.ok(texts.includes(text), text);
  const [a, b, difference] = await ['CSV of A', 'CSV of B', 'CSV of A − B'].reduce(
    async (before, of) => [
      ...(await before),
      (await downloaded(page, of)).bytes
        .toString('utf8')
        .split('\r\n')[1]
        .split(',')
        .slice(1)
        .map((cell) => Math.fround(Number(cell))),
    ],
    Promise.resolve(/** @type {number[][]} */ ([])),
  );
  assert.deepEqual(
    difference,
    a.map((weight, key) => weight - b[key]),
    '1/1024ths are subtracted without an error',
  );
  await close();
});

test('picture and table can be copied', async () => {
  const { page, close } = await openMaps(harness);
  const said = page.locator('heed-heads .export [role=status]');
  await openOptions(page, 'exports');
  await button(page, 'Copy picture').click();
  await said.filter({ hasText: 'The picture is copied.' }).waitFor();
  assert.deepEqual(
    await page.evaluate(async () => (await navigator.clipboard.read()).map(({ types }) => types)),
    [['image/png']],
  );
  await button(page, 'Copy table').click();
  await said.filter({ hasText: 'The table is copied.' }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^,"\[CLS\]","the"/);
  await close();
});

test('of a zoomed map the visible part is exported, unless all is requested', async () => {
  const { page, errors, close } = await openMaps(harness);
  const parts = page.locator('heed-heads .export').getByRole('group', { name: 'Part' });
  await openOptions(page, 'exports');
  assert.equal(await parts.isVisible(), false);
  await page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    room.show({ sight: { row: 4, col: 2, cell: 60 } });
  });
  await parts.waitFor();
  const inSight = (await downloaded(page, 'CSV')).bytes.toString('utf8').trimEnd().split('\r\n');
  assert.ok(inSight[0].startsWith(',"trophy","doesn"'), inSight[0]);
  assert.ok(inSight[1].startsWith('"\'",'), inSight[1]);
  assert.match(
    (await reopened(page, (await downloaded(page, 'SVG')).bytes)).texts.join(' '),
    /Part of the map: queries 4–/,
  );
  await parts.getByRole('button', { name: 'all' }).click();
  assert.equal((await downloaded(page, 'CSV')).bytes.toString('utf8').trimEnd().split('\r\n').length, 18);
  assert.deepEqual(errors, []);
  await close();
});
