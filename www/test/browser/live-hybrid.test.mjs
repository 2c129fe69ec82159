/** A model of the reader whose layers keep a state or have a softmax. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, fixture } from './maps.mjs';

/** What transformers computes. @type {{ ids: number[], off: { heads: { b64: string }[] } }} */
const { ids, off } = JSON.parse(
  await readFile(new URL('../../../fixtures/model/qwen3_5/reference.json', import.meta.url), 'utf8'),
);
const LINK = `v=1&room=maps&text=${ids.join('+')}&model=model.safetensors`;

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * The room with a model of the fixtures.
 *
 * @param {string} more - of the link @param {object} [options] @param {string} [family] @param {number} [heads]
 */
async function opened(more, options, family = 'qwen3_5', heads = 18) {
  const visit = await harness.open(`index.html#${LINK}${more}`, { reducedMotion: 'reduce', ...options });
  const { page } = visit;
  await page.locator('.live-said', { hasText: 'model.safetensors' }).waitFor();
  await drop(
    page,
    await Promise.all(['config.json', 'model.safetensors'].map((name) => fixture(`model/${family}/${name}`))),
  );
  await page.locator(`heed-heads[data-heads="${heads}"]`).waitFor();
  await settled(page);
  return visit;
}

/** The probabilities of softmax over logits. @param {{ b64: string }} packed */
function probabilities({ b64 }) {
  const bytes = Buffer.from(b64, 'base64');
  const parts = Array.from({ length: bytes.length / 4 }, (_, at) => Math.exp(bytes.readFloatLE(4 * at)));
  const sum = parts.reduce((a, b) => a + b);
  return parts.map((part) => part / sum);
}

test('the layers are named by their kinds, and a head of a state that is off changes the answer', async () => {
  const { page, errors, close } = await opened('&head=0:4');
  assert.match(
    (await page.locator('.source-row .facts').textContent()) ?? '',
    /qwen3_5, 3 layers × 4–6 heads.*; layers 0, 2 keep a state \(gated DeltaNet\), the others have a softmax/,
  );
  const rules = await page.locator('.layer-rules button').allTextContents();
  assert.equal(rules.length, 3);
  for (const layer of [0, 2]) assert.match(rules[layer], /gated DeltaNet/);
  assert.doesNotMatch(rules[1], /gated DeltaNet/);
  await page.locator('.live-reading').getByRole('button', { name: 'Switch off', exact: true }).click();
  await settled(page);
  const shown = (await page.locator('.next .number').allTextContents()).map((text) =>
    Number.parseFloat(text),
  );
  const most = Math.max(...probabilities(off.heads[4]));
  assert.ok(
    shown.some((each) => Math.abs(each - most) < 0.001),
    `${shown.join(' ')} without ${most}`,
  );
  assert.deepEqual(errors, []);
  await close();
});

for (const width of [1440, 390])
  test(`what a layer without a softmax does not have is said, ${width} pixels wide`, async () => {
    const { page, errors, close } = await opened(`&head=2:5&cursor=9:4&asked=why`, {
      viewport: { width, height: 860 },
    });
    // A phone shows one part at a time.
    if (width === 390) await page.getByRole('button', { name: 'Reading', exact: true }).click();
    await settled(page);
    const said = (/** @type {string} */ which) =>
      page.locator(`.live-reading .${which} [role="status"]`).innerText();
    assert.match(await said('why'), /^Layer 2 keeps a state in place of a softmax/);
    assert.equal(await page.locator('.by-hand').count(), 0);
    const ask = (/** @type {string} */ name) =>
      page.locator('.live-reading').getByRole('button', { name, exact: true }).click();
    await ask('As tokens');
    await settled(page);
    assert.match(await said('circuits'), /gate that depends on the token of the query/);
    await ask('Find heads');
    await settled(page);
    assert.match(await page.locator('.find > .soft').last().innerText(), /^Layers 0, 2 keep a state/);
    // The weights are random, so no head is named for what it does.
    const [previous, first] = await page.locator('.kinds tr').allInnerTexts();
    for (const kind of [previous, first])
      assert.match(kind, /no head does this on this text and on mixed ones \(largest here 0\.\d\d\)/);
    assert.equal(await page.locator('.kinds .found-head').count(), 0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.deepEqual(errors, []);
    await close();
  });

test('with sinks, later keys are hatched as elsewhere, and called masked in the legend, the cell and the table', async () => {
  const { page, errors, close } = await opened('&head=0:1&cursor=2:5', {}, 'gpt-oss', 8);
  assert.deepEqual(await page.locator('.options .sample').allInnerTexts(), ['masked']);
  assert.match((await page.locator('.cell-card').textContent()) ?? '', /masked: the query may not attend/);
  await page.getByRole('button', { name: 'table', exact: true }).click();
  await page.locator('.top-keys tbody tr').first().waitFor();
  await settled(page);
  const rows = await page.locator('.top-keys tbody tr').allInnerTexts();
  assert.deepEqual([rows.length, rows.filter((row) => row.includes('masked')).length], [13, 9]);
  assert.deepEqual(errors, []);
  await close();
});

test('with sinks, which are a column before the tokens, the held cell and what is asked about it have the same token', async () => {
  const { page, errors, close } = await opened('&asked=why&head=0:1&cursor=5:4', {}, 'gpt-oss', 8);
  const token = `[${ids[3]}]`;
  assert.match(await page.locator('.why h3').innerText(), new RegExp(`look at “\\[${ids[3]}\\]”`));
  const chosen = page.locator('.score-row [aria-current=true]');
  assert.equal(await chosen.locator('th').innerText(), token);
  const [score, weight] = await page.locator('.why-score b').allTextContents();
  assert.equal(await chosen.locator('td').innerText(), score);
  assert.equal(await page.locator('.run').last().locator('small').nth(4).innerText(), weight);
  // A sink is no token.
  await page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    room.state = { ...room.state, cursor: { query: 5, key: 0 } };
  });
  await settled(page);
  assert.equal(await page.locator('.why').count(), 0);
  assert.equal(await page.locator('.main-question').isDisabled(), true);
  assert.deepEqual(errors, []);
  await close();
});
