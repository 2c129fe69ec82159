import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decode, encode } from '../../rooms/learn/state/fragment.js';
import { MAX_LENGTH, packLink, unpackLink } from '../../state/packed-link.js';
import { freshState, withShown } from '../../rooms/learn/state/state.js';
import { setClock } from './clock.mjs';
import { choose, PAGE_POLICY, start, until } from './harness.mjs';
import { fragment, openLesson, settled, type, values } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {Page} page */
const status = async (page) =>
  (await page.locator('#status').isVisible()) ? page.locator('#status').innerText() : '';

/** A custom lesson of 32 features with a pasted matrix. @param {number} seed @param {number} [decimals] */
function own(seed, decimals = 1) {
  const state = withShown(freshState('own'), 'whole');
  state.own = { ...state.own, tokens: ['t'], model: 32, key: 32, value: 32, embeddings: 'randn' };
  const data = Float64Array.from(
    { length: 1024 },
    (_, place) => Number((Math.sin((place + 1) * (seed + 1)) * 9).toFixed(decimals)) + 0,
  );
  state.pasted = { wQ: { rows: 32, cols: 32, data } };
  return state;
}

/**
 * Pastes a square matrix into a custom lesson.
 *
 * @param {Page} page @param {string} into @param {(place: number) => number | string} value
 */
async function paste(page, into, value) {
  const own = page.locator('heed-lesson .own');
  if (!(await own.getByLabel('Into').isVisible())) await own.getByText('Paste a matrix').click();
  await own.getByLabel('Into').selectOption(into);
  await own
    .getByRole('textbox', { name: 'Paste a matrix' })
    .fill(
      Array.from({ length: 32 }, (_, row) =>
        Array.from({ length: 32 }, (_, col) => value(row * 32 + col)).join(' '),
      ).join('\n'),
    );
  await own.getByRole('button', { name: 'Use these numbers' }).click();
  await settled(page);
}

test('a state with a long link is packed in the address, and restored to the last digit', async () => {
  const plain = encode(own(1));
  assert.ok(plain.length > 4000);
  const { page, errors, close } = await openLesson(harness, await packLink(plain));
  assert.equal(await status(page), '');
  assert.deepEqual((await values(page, 'wQ')).flat(), [...own(1).pasted.wQ.data]);
  await paste(page, 'wK', (place) => (place % 7) / 4);
  await paste(page, 'wV', (place) => (place % 11) / 8);
  await page.waitForFunction(() => location.hash.startsWith('#z=1.'));
  const written = await fragment(page);
  const now = await unpackLink(written);
  assert.ok(now.length > plain.length && written.length < MAX_LENGTH, `${now.length} as ${written.length}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('The link is copied.').waitFor();
  assert.equal(new URL(await page.evaluate(() => navigator.clipboard.readText())).hash, `#${written}`);
  await page.reload();
  await page.locator('heed-map:visible').first().waitFor();
  await settled(page);
  assert.equal((await values(page, 'wV'))[31][31], (1023 % 11) / 8);
  assert.deepEqual(errors, []);
  await close();
});

test('a state too large for a link stays on the page with a message and both lengths, the address keeps the last link, and undo removes the message', async () => {
  const { page, errors, close } = await openLesson(harness, encode(own(1)));
  const digits = (/** @type {number} */ place) => 1 / 3 + Math.sin(place);
  await paste(page, 'wQ', digits);
  await page.waitForFunction(() => location.hash.length > 9000);
  const fitted = await fragment(page);
  assert.equal(await status(page), '');
  await paste(page, 'wK', (place) => digits(place + 1024));
  const says = /^A link to this would have (\d{5}) characters, but at most 16384 fit/;
  await page.getByText(says).waitFor();
  const length = Number(says.exec(await status(page))?.[1]);
  assert.ok(length > MAX_LENGTH);
  assert.equal(await fragment(page), fitted);
  assert.equal((await values(page, 'wK'))[31][31], digits(2047));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await settled(page);
  assert.match(await status(page), says);
  await choose(page, 'Undo');
  await page.waitForFunction(() => document.getElementById('status')?.hidden);
  assert.equal(await fragment(page), fitted);
  assert.notEqual((await values(page, 'wK'))[31][31], digits(2047));
  await choose(page, 'Redo');
  await page.getByText(says).waitFor();
  // Another room has another address, and the back button restores the numbers.
  await page.locator('[data-room="contrast"]').click();
  await page.locator('heed-contrast heed-map').first().waitFor();
  assert.deepEqual([await status(page), await fragment(page)], ['', 'v=1&room=contrast&figure=axis']);
  await page.goBack();
  await settled(page);
  await page.getByText(says).waitFor();
  assert.equal((await values(page, 'wK'))[31][31], digits(2047));
  assert.equal(await fragment(page), fitted);
  await page.locator('[data-room="contrast"]').click();
  await settled(page);
  await page.locator('[data-room="learn"]').click();
  await settled(page);
  await page.getByText(says).waitFor();
  assert.equal((await values(page, 'wK'))[31][31], digits(2047));
  assert.deepEqual(errors, []);
  await close();
});

test('of many quick changes of the address, packed and plain, the last is shown and stays', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words');
  const packed = await Promise.all([1, 2, 3, 4].map((seed) => packLink(encode(own(seed, 2)))));
  /** @param {string[]} links */
  const follow = (links) =>
    page.evaluate((all) => {
      for (const link of all) location.hash = link;
    }, links);
  await follow([...packed, 'v=1&lesson=words&mask=causal']);
  await settled(page);
  await settled(page);
  assert.equal(await fragment(page), 'v=1&lesson=words&mask=causal');
  assert.equal(await page.locator('[data-room="learn"][aria-current]').count(), 1);
  await follow(['v=1&room=contrast', packed[0], 'v=1&lesson=heads', packed[2]]);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-lesson'))?.state.pasted.wQ,
  );
  await settled(page);
  assert.deepEqual((await values(page, 'wQ')).flat(), [...own(3, 2).pasted.wQ.data]);
  assert.equal(await unpackLink(await fragment(page)), encode(own(3, 2)));
  // Back and forward, faster than links are unpacked.
  for (const steps of [[-1, -1, 1], [-1, 1, -1], [2], [-3, 1]]) {
    await page.evaluate((all) => {
      for (const by of all) history.go(by);
    }, steps);
    // The browser takes time between changes, so the address must be stable for some frames before it is
    // read.
    let [address, same] = ['', 0];
    await until(page, async () => {
      const now = await fragment(page);
      same = now === address ? same + 1 : 0;
      address = now;
      return same > 30;
    });
    await settled(page);
    const where = await unpackLink(address);
    if (where.startsWith('v=1&room=')) continue;
    const state = await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-lesson')).state);
    assert.equal(state.pasted.wQ?.data[0], decode(where).state?.pasted.wQ?.data[0], `after ${steps}`);
    assert.equal(state.lesson, decode(where).state?.lesson, `after ${steps}`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('of many quick changes of the state the address has the last, however long packing takes', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words');
  const states = [own(1, 6), own(2, 1), own(3, 3)].map((state) => ({
    ...state,
    pasted: { wQ: { ...state.pasted.wQ, data: [...state.pasted.wQ.data] } },
  }));
  await page.evaluate(async (all) => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(globalThis, { seen });
    const { replaceState } = history;
    history.replaceState = function replace(...args) {
      seen.push(String(args[2]));
      return replaceState.apply(this, args);
    };
    const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
    for (let round = 0; round < 400; round += 1) {
      const state = all[round % 3];
      lesson.state = {
        ...state,
        seed: round,
        pasted: { wQ: { ...state.pasted.wQ, data: Float64Array.from(state.pasted.wQ.data) } },
      };
      lesson.dispatchEvent(new Event('heed-change', { bubbles: true, composed: true }));
      if (round % 40 === 0)
        await new Promise((done) => {
          requestAnimationFrame(done);
        });
    }
    lesson.show({ map: 'viridis' });
  }, states);
  await until(page, async () => /seed=399&.*map=viridis/.test(await unpackLink(await fragment(page))));
  // Links that are packed later are written later: after this change of the address nothing older follows.
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-lesson')).show({ map: 'grey' }));
  await until(page, async () => /seed=399&.*map=grey/.test(await unpackLink(await fragment(page))));
  const written = /** @type {string[]} */ (await page.evaluate(() => /** @type {any} */ (globalThis).seen));
  const rounds = await Promise.all(
    written.map(async (link) => Number(/seed=(\d+)/.exec(await unpackLink(link.slice(1)))?.[1])),
  );
  assert.deepEqual(
    rounds,
    [...rounds].sort((a, b) => a - b),
    'never an older one after a newer one',
  );
  assert.ok(written.length < 60, `${written.length} writes`);
  assert.deepEqual(errors, []);
  await close();
});

test('a drag updates the address no more often than browsers allow', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step');
  await setClock(page);
  const writes = await page.evaluate(async () => {
    const { passTime } = /** @type {any} */ (globalThis);
    let count = 0;
    const { replaceState } = history;
    history.replaceState = function replace(...args) {
      count += 1;
      return replaceState.apply(this, args);
    };
    const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
    // A drag of ten seconds.
    for (let step = 0; step < 200; step += 1) {
      lesson.show({ digits: step % 12 });
      await lesson.whenIdle();
      passTime(50);
    }
    lesson.show({ digits: 7 });
    await lesson.whenIdle();
    passTime(5000);
    return count;
  });
  // Browsers allow a hundred.
  assert.ok(writes > 60 && writes < 100, `${writes} writes`);
  await page.waitForFunction(() => location.hash.includes('digits=7'));
  await close();
});

test('a packed link that is broken, truncated, too long or a decompression bomb is reported, and the page opens', async () => {
  const whole = await packLink(encode(own(1)));
  const { page, errors, close } = await openLesson(harness, whole.slice(0, -40));
  assert.match(await status(page), /^The link could not be read/);
  const large = `z=1.${(await import('node:zlib')).deflateRawSync('a'.repeat(12_000_000), { level: 9 }).toString('base64url')}`;
  for (const [link, says] of /** @type {[string, RegExp][]} */ ([
    ['z=1.', /could not be read/],
    ['z=2.AAAA', /could not be read/],
    [`${whole}&v=1`, /could not be read/],
    [large, /could not be read/],
    [`z=1.${'A'.repeat(MAX_LENGTH)}`, /longer than 16 KB/],
  ])) {
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, link);
    await page.getByText(says).waitFor();
    assert.equal(await fragment(page), 'v=1&lesson=first', link.slice(0, 30));
    await page.evaluate(() => {
      location.hash = 'v=1&lesson=words&mask=causal';
    });
    await page.waitForFunction(() => document.getElementById('status')?.hidden);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('a browser that cannot deflate keeps long links plain', async () => {
  const page = await harness.context.newPage();
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'CompressionStream');
  });
  await page.goto(`${harness.origin}/index.html#${encode(own(1))}`);
  await page.locator('heed-map:visible').first().waitFor();
  await settled(page);
  assert.deepEqual((await values(page, 'wQ')).flat(), [...own(1).pasted.wQ.data]);
  await page
    .getByRole('group', { name: 'Mask', exact: true })
    .getByRole('button', { name: 'causal' })
    .click();
  await page.waitForFunction(() => location.hash.includes('&mask=causal'));
  assert.match(await fragment(page), /^v=1&lesson=own&mask=causal.*paste=wQ:32x32:/);
  await page.close();
});

test('long links are also packed and read on a page from a file', async () => {
  const { page, errors, close } = await openLesson(harness, await packLink(encode(own(2))), {
    fileUrl: true,
  });
  assert.deepEqual((await values(page, 'wQ')).flat(), [...own(2).pasted.wQ.data]);
  await type(page, 'wQ', 0, 0, '5');
  await page.waitForFunction(() => location.hash.startsWith('#z=1.'));
  assert.match(await unpackLink(await fragment(page)), /edit=wQ:0:0:5/);
  assert.deepEqual(errors, []);
  await close();
});

test('an element accepts packed links like plain ones, the last one counts, and a broken one gives a message', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words');
  const [first, second] = await Promise.all([own(1), own(2)].map((state) => packLink(encode(state))));
  await page.evaluate(async () => {
    const lesson = document.createElement('heed-lesson');
    /** @type {string[]} */
    const received = [];
    Object.assign(globalThis, { received, lesson });
    lesson.addEventListener('heed-error', (/** @type {any} */ event) => received.push(event.message));
    lesson.addEventListener('heed-change', () => received.push('change'));
  });
  /**
   * Sets attributes and waits for this link.
   *
   * @param {string[]} links @param {string} expected @param {Record<string, string>} [attributes]
   */
  const follows = async (links, expected, attributes = {}) => {
    await page.evaluate(async ([all, others]) => {
      const { lesson } = /** @type {any} */ (globalThis);
      for (const link of all) lesson.setAttribute('link', link);
      for (const [name, text] of Object.entries(others)) lesson.setAttribute(name, text);
      if (lesson.isConnected) return;
      document.body.prepend(lesson);
      await new Promise((done) => {
        lesson.addEventListener('heed-ready', done);
      });
    }, /** @type {const} */ ([links, attributes]));
    await page.waitForFunction((link) => /** @type {any} */ (globalThis).lesson.link === link, expected);
  };
  const received = () =>
    page.evaluate(() => /** @type {string[]} */ (/** @type {any} */ (globalThis).received));
  await follows([second, first], encode(own(1)));
  await follows([`#${second}`], `${encode(own(2))}&theme=dark`, { theme: 'dark' });
  // The packed link is unpacked after the plain one was set, and is not shown.
  await follows([first, 'v=1&lesson=frase'], 'v=1&lesson=frase');
  assert.deepEqual(await received(), []);
  await page.evaluate(
    (link) => /** @type {any} */ (globalThis).lesson.setAttribute('link', link),
    first.slice(0, -20),
  );
  await until(page, async () => (await received()).length > 0);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).lesson.link), 'v=1&lesson=frase');
  await follows([first], encode(own(1)));
  assert.match((await received()).join(' and '), /^link: The link could not be read[^]*$/);
  assert.equal((await received()).length, 1);
  assert.deepEqual(errors, []);
  await close();
});
