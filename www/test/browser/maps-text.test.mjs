/** The text row of the Models room: its tokens, tinted by weights, and its sentence. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sample } from '../../rooms/maps/sample/sample.js';
import { PAGE_POLICY, start, until } from './harness.mjs';
import { settled } from './lesson.mjs';
import { safetensors } from '../../format/safetensors.js';
import { drop, fixture, measured, openMaps, stateOf, textFile, textOf } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** The weights of the head that the sample opens with. @type {number[][]} */
const weights = JSON.parse(await (await sample()).text()).attention[5][10];
const [IT, BIG] = [11, 14];
const largest = (/** @type {number[]} */ row) => row.indexOf(Math.max(...row));

const token = (/** @type {Page} */ page, /** @type {number} */ at) => page.locator('heed-heads .tok').nth(at);
const ringed = (/** @type {Page} */ page, /** @type {'query' | 'key'} */ ring) =>
  textOf(page, `.tok.${ring} bdi`);

/**
 * Whether the numbers under the tokens are those of a row, the largest among them. Narrow tokens have none.
 *
 * @param {Page} page @param {number[]} row
 */
async function hasNumbers(page, row) {
  const numbers = await page
    .locator('heed-heads .tok')
    .evaluateAll((all) => all.map((each) => each.querySelector('small')?.textContent ?? ''));
  const shown = numbers.flatMap((number, at) => (number === '' ? [] : [at]));
  return (
    shown.length > 0.7 * row.length &&
    shown.includes(largest(row)) &&
    shown.every((at) => numbers[at] === row[at].toFixed(2))
  );
}

test('the text shows the weights of the token under the pointer, and returns to the held one', async () => {
  const { page, errors, close } = await openMaps(harness);
  assert.equal(await ringed(page, 'query'), 'it');
  assert.equal(await ringed(page, 'key'), 'trophy');
  assert.equal(await textOf(page, '.sentence'), 'it looks mostly at trophy (0.38).');
  assert.ok(await hasNumbers(page, weights[IT]));
  await token(page, BIG).hover();
  await until(page, async () => (await ringed(page, 'query')) === 'big');
  await until(page, () => hasNumbers(page, weights[BIG]));
  assert.equal(
    await ringed(page, 'key'),
    await token(page, largest(weights[BIG])).locator('bdi').innerText(),
  );
  assert.match(await textOf(page, '.cell-card h3'), /^big → /, 'the map has the same pair');
  await page.mouse.move(5, 5);
  await until(page, async () => (await ringed(page, 'query')) === 'it');
  assert.deepEqual(errors, []);
  await close();
});

test('each token has a color, which is darker for a larger weight', async () => {
  const { page, close } = await openMaps(harness);
  // Colors fade in, and their values are read at the end.
  await page.evaluate(async () => {
    const root = document.querySelector('heed-heads')?.shadowRoot;
    await Promise.allSettled(root?.getAnimations().map(({ finished }) => finished) ?? []);
  });
  const light = await page
    .locator('heed-heads .tok')
    .evaluateAll((all) =>
      all.map((each) =>
        (getComputedStyle(each).backgroundColor.match(/\d+/g) ?? [])
          .slice(0, 3)
          .reduce((sum, channel) => sum + Number(channel), 0),
      ),
    );
  for (let a = 0; a < 17; a += 1)
    for (let b = 0; b < 17; b += 1)
      if (weights[IT][a] > weights[IT][b] + 0.02) assert.ok(light[a] < light[b], `${a} ${b}`);
  await close();
});

test('a click holds a token, and another click lets it go', async () => {
  const { page, close } = await openMaps(harness);
  await token(page, BIG).click();
  await until(page, async () => (await stateOf(page)).cursor?.query === BIG);
  assert.deepEqual((await stateOf(page)).cursor, { query: BIG, key: largest(weights[BIG]) });
  await page.waitForFunction(() => location.hash.includes('cursor=14:'));
  await token(page, BIG).click();
  await page.mouse.move(5, 5);
  await until(page, async () => (await stateOf(page)).cursor === null);
  await until(
    page,
    async () => (await textOf(page, '.sentence')) === 'Point at a token to see what it looks at.',
  );
  await close();
});

test('keys move in the text, hold a token and turn the direction, and the sentence is announced', async () => {
  const { page, errors, close } = await openMaps(harness);
  await page.locator('heed-heads .tokens').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await until(page, async () => (await ringed(page, 'query')) === 'big');
  await until(page, async () => {
    const said = await textOf(page, '.room > .spoken');
    return said.startsWith('big ') && said === (await textOf(page, '.sentence'));
  });
  await page.keyboard.press('Enter');
  await until(page, async () => (await stateOf(page)).cursor?.query === BIG);
  await page.keyboard.press('Home');
  await until(page, async () => (await ringed(page, 'query')) === '[CLS]');
  await page.keyboard.press('Escape');
  await until(page, async () => (await ringed(page, 'query')) === 'big');
  await page.keyboard.press('Escape');
  await until(page, async () => (await stateOf(page)).cursor === null);
  // A token that Enter has just held is let go by Escape, and by another Enter.
  for (const key of ['Escape', 'Enter']) {
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await until(page, async () => (await stateOf(page)).cursor?.query === 16);
    await page.keyboard.press(key);
    await until(page, async () => (await stateOf(page)).cursor === null);
  }
  await token(page, BIG).click();
  await until(page, async () => (await stateOf(page)).cursor?.query === BIG);
  await page.keyboard.press('r');
  const column = weights.map((row) => row[BIG]);
  await until(page, async () => (await stateOf(page)).cursor?.key === BIG);
  assert.deepEqual((await stateOf(page)).cursor, { query: largest(column), key: BIG });
  await until(page, () => hasNumbers(page, column));
  assert.match(await textOf(page, '.sentence'), /^(No other token looks at big|big is looked at by)/);
  assert.deepEqual(errors, []);
  await close();
});

test('a tap holds a token, and another tap turns the direction', async () => {
  const { page, close } = await openMaps(harness, '', { viewport: { width: 390, height: 844 } });
  const session = await page.context().newCDPSession(page);
  const tap = async () => {
    const box = await token(page, BIG).boundingBox();
    assert.ok(box);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await tap();
  await until(page, async () => (await stateOf(page)).cursor?.query === BIG);
  const pressed = () => page.locator('heed-heads .sentence-row [aria-pressed=true]').getAttribute('value');
  assert.equal(await pressed(), 'at');
  await tap();
  await until(page, async () => (await pressed()) === 'by');
  await until(page, async () => (await stateOf(page)).cursor?.key === BIG);
  await session.detach();
  await close();
});

test('a passage is a page beside the heads, or three lines that scroll, and a file without tokens has no text', async () => {
  const { page, errors, close } = await openMaps(harness);
  const words = Array.from({ length: 300 }, (_, at) => `word${at % 40}`);
  const rows = words.map((_, query) => words.map((__, key) => (key === (query * 7) % 300 ? 1 : 0)));
  await drop(page, [textFile('long.json', JSON.stringify({ attention: [[rows]], tokens: words }))]);
  await measured(page, 1);
  const run = page.locator('heed-heads .run.long');
  const sizes = () =>
    run.evaluate((node) => ({ height: node.clientHeight, content: node.scrollHeight, window: innerHeight }));
  const page1 = await sizes();
  assert.ok(page1.height > 200 && page1.height <= page1.window, JSON.stringify(page1));
  const [text, heads] = await Promise.all(
    ['.text-place', '.heads-column'].map((part) => page.locator(`heed-heads ${part}`).boundingBox()),
  );
  assert.ok(text && heads && text.x + text.width < heads.x, 'the heads are to the right of the text');
  await page.setViewportSize({ width: 900, height: 700 });
  await settled(page);
  const { height, content } = await sizes();
  assert.ok(height < 110 && content > 2 * height, `${height} of ${content}`);
  await token(page, 3).hover();
  await until(page, async () =>
    /looks at the .* word21|looks at word21/.test(await textOf(page, '.sentence')),
  );
  await drop(page, [await fixture('measures/tiny_gpt_bath.npy')], 'instead');
  await measured(page, 16);
  assert.equal(await page.locator('heed-heads .tokens').isVisible(), false);
  assert.match(await textOf(page, '.sentence'), /^Point at a cell of the map/);
  await settled(page);
  assert.deepEqual(errors, []);
  await close();
});

test('a text in parts that is higher than its space scrolls, also if it is no passage', async () => {
  const { page, errors, close } = await openMaps(harness, '', { viewport: { width: 390, height: 844 } });
  const n = 70;
  const tokens = Array.from({ length: n }, (_, at) => (at % 35 === 0 ? ' Internationally' : ' considerable'));
  const attention = Array.from({ length: n }, () => Array.from({ length: n }, () => 1 / n));
  const metadata = { segments: JSON.stringify(tokens.map((_, at) => (at < 35 ? 'A' : 'B'))) };
  const text = JSON.stringify({ tensors: { attention: [[attention]] }, tokens, metadata });
  await drop(page, [textFile('parts.json', text)]);
  await measured(page, 1);
  const run = page.locator('heed-heads .run.blocks');
  await run.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  const [box, last] = await Promise.all([run.boundingBox(), token(page, n - 1).boundingBox()]);
  assert.ok(box && last && last.y + last.height <= box.y + box.height, JSON.stringify([box, last]));
  assert.deepEqual(errors, []);
  await close();
});

test('the sum over each sentence is beside a passage, and rows can be sentences', async () => {
  const { page, errors, close } = await openMaps(harness);
  // Ten sentences of nine words and a period.
  const words = Array.from({ length: 100 }, (_, at) =>
    at % 10 === 9 ? '.' : ` ${at % 10 ? 'a' : 'A'}${at}`,
  );
  const raw = words.map((_, query) => words.map((__, key) => 1 + ((query * 37 + key * 11) % 29)));
  const rows = raw.map((row) => row.map((value) => value / row.reduce((sum, each) => sum + each, 0)));
  await drop(page, [textFile('long.json', JSON.stringify({ attention: [[rows]], tokens: words }))]);
  await measured(page, 1);
  const beside = () => page.locator('heed-heads .gutter b').allInnerTexts();
  const expected = (/** @type {(sentence: number) => number[]} */ numbers, /** @type {number} */ by) =>
    Array.from({ length: 10 }, (_, sentence) =>
      (numbers(sentence).reduce((sum, each) => sum + each, 0) / by).toFixed(2),
    );
  const within = (/** @type {number} */ at, /** @type {number} */ sentence) =>
    Math.floor(at / 10) === sentence;
  await token(page, 42).click();
  await until(page, async () => (await stateOf(page)).cursor?.query === 42);
  await page.mouse.move(5, 5);
  const sums = expected((sentence) => rows[42].filter((_, key) => within(key, sentence)), 1);
  await until(page, async () => JSON.stringify(await beside()) === JSON.stringify(sums));
  await page.locator('heed-heads .tokens').focus();
  await page.keyboard.press('r');
  const column = rows.map((row) => row[42]);
  const means = expected((sentence) => column.filter((_, query) => within(query, sentence)), 10);
  await until(page, async () => JSON.stringify(await beside()) === JSON.stringify(means));
  await page.keyboard.press('r');
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({
      words: 'sentences',
      cursor: { query: 4, key: 0 },
    }),
  );
  await settled(page);
  const merged = expected(
    (sentence) =>
      rows.flatMap((row, query) => (within(query, 4) ? row.filter((_, key) => within(key, sentence)) : [])),
    10,
  );
  await until(page, async () => JSON.stringify(await beside()) === JSON.stringify(merged));
  assert.equal(await page.locator('heed-heads .tok').count(), 10);
  await page.waitForFunction(() => location.hash.includes('words=sentences'));
  // A period is a word of its own.
  for (const [kind, count] of /** @type {const} */ ([
    [true, 100],
    ['sentences', 10],
    [true, 100],
  ])) {
    await page.evaluate(
      (/** @type {any} */ words) => /** @type {any} */ (document.querySelector('heed-heads')).show({ words }),
      kind,
    );
    await page.locator(`heed-heads .plot[aria-label*="${count} × ${count}"]`).first().waitFor();
    await until(page, async () => (await page.locator('heed-heads .tok').count()) === count);
  }
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Opens a text of 4,096 tokens whose weights are computed from q and k.
 *
 * @param {Page} page @param {boolean} hasSentences
 */
async function openLong(page, hasSentences) {
  const [n, features] = [4096, 2];
  const tokens = Array.from({ length: n }, (_, at) =>
    hasSentences && at % 16 === 15 ? '.' : hasSentences && at % 16 === 0 ? ' The' : ` w${at % 97}`,
  );
  const numbers = Float32Array.from({ length: n * features }, (_, at) => ((at * 7919) % 101) / 20 - 2.5);
  const metadata = { mask: 'causal', tokens: JSON.stringify(tokens) };
  const bytes = safetensors(
    ['q', 'k'].map((name) => [`layers.0.${name}`, [1, n, features], numbers]),
    metadata,
  );
  await drop(page, [{ name: 'long.safetensors', bytes }]);
  await measured(page, 1);
}
const longRun = (/** @type {Page} */ page) => page.locator('heed-heads .run.long');

for (const hasSentences of [true, false])
  test(`the pointer over 4,096 tokens ${hasSentences ? 'in sentences ' : ''}changes the styles of those in sight, draws only the text and the head, and scrolls nothing`, async () => {
    const { page, errors, close } = await openMaps(harness);
    await openLong(page, hasSentences);
    for (const direction of ['at', 'by']) {
      await page.locator(`heed-heads .text-view button[value=${direction}]`).click();
      await longRun(page).evaluate((run) => run.scrollTo(0, 2000));
      await token(page, 900).hover();
      await settled(page);
      const before = await longRun(page).evaluate((run) => {
        const [changed, redrawn] = [new Set(), new Set()];
        const note = (/** @type {MutationRecord[]} */ records) => {
          for (const { target } of records)
            if (target instanceof HTMLElement && target.matches('.tok')) changed.add(target);
        };
        new MutationObserver(note).observe(run, { subtree: true, attributeFilter: ['style'] });
        // The room sets the number of heads each time that it is drawn.
        const host = /** @type {ShadowRoot} */ (run.getRootNode()).host;
        new MutationObserver((records) => redrawn.add(records)).observe(host, {
          attributeFilter: ['data-heads'],
        });
        Object.assign(globalThis, { changed, redrawn });
        return run.scrollTop;
      });
      for (const at of [901, 902, 903, 904]) {
        await token(page, at).hover();
        await until(page, async () =>
          /\b(query|key)\b/.test((await token(page, at).getAttribute('class')) ?? ''),
        );
      }
      await settled(page);
      const { scrollTop, count, far, redraws } = await longRun(page).evaluate((run) => {
        const { changed, redrawn } = /** @type {any} */ (globalThis);
        const bounds = run.getBoundingClientRect();
        const { height } = bounds;
        const outside = [.../** @type {Set<HTMLElement>} */ (changed)].filter((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return bottom < bounds.top - height / 2 || top > bounds.bottom + height / 2;
        });
        return {
          scrollTop: run.scrollTop,
          count: changed.size,
          far: outside.length,
          redraws: redrawn.size,
        };
      });
      assert.equal(scrollTop, before, direction);
      assert.ok(count > 100, `${direction}: ${count}`);
      assert.equal(far, 0, direction);
      assert.equal(redraws, 0, direction);
    }
    assert.deepEqual(errors, []);
    await close();
  });

test('a long text wraps as it would without pieces, and tokens that scroll into sight have the tints of the held one', async () => {
  const { page, errors, close } = await openMaps(harness);
  await openLong(page, false);
  const hold = async (/** @type {number} */ query) => {
    await page.evaluate(
      (cursor) => /** @type {any} */ (document.querySelector('heed-heads')).show({ cursor }),
      { query, key: 0 },
    );
    await until(
      page,
      async () => (await token(page, query).getAttribute('class'))?.includes('query') ?? false,
    );
    await settled(page);
  };
  const scroll = async (/** @type {number} */ to) => {
    await longRun(page).evaluate((run, top) => run.scrollTo(0, top), to);
    await settled(page);
  };
  const tints = () =>
    page
      .locator('heed-heads .tok')
      .evaluateAll((all) => all.slice(0, 60).map((each) => each.style.backgroundColor));
  await page.mouse.move(5, 5);
  await hold(40);
  await scroll(0);
  const first = await tints();
  await hold(55);
  await until(page, async () => JSON.stringify(await tints()) !== JSON.stringify(first));
  const other = await tints();
  // Another token is held, which the text scrolls to, and the first one again while the others are away.
  await hold(3000);
  await scroll(60_000);
  assert.notDeepEqual(await tints(), first);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ cursor: { query: 40, key: 0 } }),
  );
  await settled(page);
  await scroll(0);
  await until(page, async () => JSON.stringify(await tints()) === JSON.stringify(first));
  assert.notDeepEqual(other, first);

  const lines = (/** @type {HTMLElement} */ run) => {
    const tops = Array.from(run.querySelectorAll('.word'), (each) => each.getBoundingClientRect().top);
    return tops.flatMap((top, at) => (at > 0 && top > tops[at - 1] + 1 ? [at] : []));
  };
  for (const width of [1440, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    const inPieces = await longRun(page).evaluate(lines);
    assert.ok(inPieces.length > 50);
    // A copy without pieces.
    await longRun(page).evaluate((run) => {
      const copy = /** @type {HTMLElement} */ (run.cloneNode());
      copy.classList.add('copy');
      copy.append(...Array.from(run.querySelectorAll('.word'), (each) => each.cloneNode(true)));
      run.after(copy);
    });
    assert.deepEqual(await page.locator('heed-heads .copy').evaluate(lines), inPieces, String(width));
    await page.locator('heed-heads .copy').evaluate((copy) => copy.remove());
  }
  assert.deepEqual(errors, []);
  await close();
});

test('a text from right to left is laid out and walked through from right to left, and so are its words', async () => {
  const { page, errors, close } = await openMaps(harness);
  const tokens = ['של', '##ום', 'עולם', 'BERT', '##s', '.'];
  const attention = [tokens.map((_, at) => tokens.map((_, key) => (key <= at ? 1 / (at + 1) : 0)))];
  await drop(page, [textFile('hebrew.json', JSON.stringify({ tokens, attention: [attention] }))]);
  await page.locator('heed-heads[data-heads="1"]').waitFor();
  const lefts = await page
    .locator('heed-heads .tok')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  const order = lefts.map((_, at) => at).toSorted((a, b) => lefts[b] - lefts[a]);
  // The pieces of a Latin word keep their order.
  assert.deepEqual(order, [0, 1, 2, 5, 4, 3]);
  await page.locator('heed-heads .tokens').focus();
  await page.keyboard.press('Home');
  await until(page, async () => (await ringed(page, 'query')) === 'של');
  await page.keyboard.press('ArrowLeft');
  await until(page, async () => (await ringed(page, 'query')) === 'ום');
  assert.deepEqual(errors, []);
  await close();
});
