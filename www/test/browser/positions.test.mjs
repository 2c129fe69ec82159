import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, hold, PAGE_POLICY, start } from './harness.mjs';
import {
  figures,
  fragment,
  map,
  nextAndPrepared,
  openLesson,
  place,
  settled,
  showLesson,
  type,
  values,
} from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @typedef {import('playwright-core').Page} Page */

const OPEN = 'v=1&lesson=distance';
const SCHEMES = ['None', 'Sinusoidal', 'Rope', 'Alibi'];

/** @param {Page} page @param {string} name */
const slider = (page, name) => page.getByRole('slider', { name, exact: true });
/** @param {Page} page @param {string} name */
const typed = (page, name) => page.getByRole('textbox', { name, exact: true });
/** The scores at the distance, from below the drawing. @param {Page} page */
const numbers = (page) => page.locator('heed-lesson .values dd').allInnerTexts();

test('axe finds no violation, in either scheme of colors, language and form', async () => {
  const views = [
    OPEN,
    `${OPEN}&shift=40&mask=causal&base=77&reach=1024&distance=900&pairs=interleaved&turned=4&step=3&cursor=scoresRope:3:1&language=es`,
    `${OPEN}&tables=all`,
  ];
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const { page, axe, errors, warnings, close } = await openLesson(harness, OPEN, { colorScheme });
    for (const view of views) {
      await showLesson(page, view);
      assert.deepEqual(await axe(), [], view);
      assert.deepEqual([errors, warnings], [[], []], view);
    }
    await close();
  }
});

test('on a phone the page fits the width, and touch targets are large enough', async () => {
  const { page, close } = await openLesson(harness, `${OPEN}&cursor=scoresRope:3:1`, {
    viewport: { width: 390, height: 844 },
  });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const small = await page.evaluate(() => {
    const controls = [
      ...(document
        .querySelector('heed-lesson')
        ?.shadowRoot?.querySelectorAll('.schemes button, .schemes input, .schemes select') ?? []),
    ];
    return controls
      .filter((each) => each.checkVisibility())
      .map((each) => [
        each.getAttribute('aria-label') ?? each.textContent,
        each.getBoundingClientRect().height,
      ])
      .filter(([, height]) => Number(height) < 36);
  });
  assert.deepEqual(small, []);
  await close();
});

test('the base slider changes only sinusoids and RoPE, and one undo reverts it', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  const all = async () =>
    Object.fromEntries(
      await Promise.all(
        SCHEMES.map(async (scheme) => [scheme, JSON.stringify(await values(page, `scores${scheme}`))]),
      ),
    );
  const before = await all();
  await slider(page, 'Base').focus();
  await page.keyboard.press('Home');
  await settled(page);
  assert.equal(await typed(page, 'Base').inputValue(), '10');
  assert.match(await fragment(page), /base=10$/);
  const after = await all();
  assert.deepEqual(
    SCHEMES.filter((scheme) => after[scheme] !== before[scheme]),
    ['Sinusoidal', 'Rope'],
  );
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.deepEqual(await all(), before);
  await close();
});

test('the distance slider moves along the curves, by keys and by the pointer', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  const first = await numbers(page);
  await slider(page, 'Distance').focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  const second = await numbers(page);
  assert.equal(second[0], first[0]);
  assert.ok(
    [1, 2, 3].every((scheme) => second[scheme] !== first[scheme]),
    `${first} ${second}`,
  );
  assert.match(await fragment(page), /distance=17/);
  assert.match(
    (await page.locator('heed-lesson svg.plot').getAttribute('aria-label')) ?? '',
    /^Scaled score by distance\. At distance 17: no positions 2\.4749, sinusoidal /,
  );
  const box = await page.locator('heed-lesson svg.plot').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 40, box.y + 60);
  await page.mouse.up();
  await settled(page);
  assert.match(await fragment(page), /distance=128/);
  assert.match((await numbers(page))[3], /outside the plot/);
  await choose(page, 'Undo');
  await settled(page);
  assert.match(await fragment(page), /distance=17/);
  await page.getByRole('group', { name: 'Up to' }).getByRole('button', { name: '32', exact: true }).click();
  await settled(page);
  assert.equal(await slider(page, 'Distance').getAttribute('max'), '32');
  await close();
});

test('the distance is at most 1024, and is clamped when the reach falls below it', async () => {
  const { page, close } = await openLesson(harness, `${OPEN}&reach=1024&distance=1024`);
  assert.equal((await numbers(page))[3].split(' ')[0], '−125.5251');
  await page.getByRole('group', { name: 'Up to' }).getByRole('button', { name: '128', exact: true }).click();
  await settled(page);
  assert.match(await fragment(page), /distance=128$/);
  await close();
});

test('moving all tokens changes only the scores of sinusoids, and the page says so', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  const rounded = async (/** @type {string} */ id) =>
    (await values(page, id)).map((row) => row.map((score) => score.toFixed(9)));
  const before = await Promise.all(SCHEMES.map((scheme) => rounded(`scores${scheme}`)));
  await typed(page, 'First position').fill('100');
  await page.keyboard.press('Enter');
  await settled(page);
  const after = await Promise.all(SCHEMES.map((scheme) => rounded(`scores${scheme}`)));
  assert.deepEqual(
    SCHEMES.map((_, n) => JSON.stringify(after[n]) === JSON.stringify(before[n])),
    [true, false, true, true],
  );
  const said = await page.locator('heed-lesson .moved').allInnerTexts();
  assert.match(said[0], /^Does not depend/);
  assert.match(said[1], /^Depends on the first position: scaled scores change by up to 3\.1424\.$/);
  assert.match(said[2], /^Does not depend on the first position \(rounding: .*e−16\)\.$/);
  assert.match(said[3], /^Does not depend/);
  await close();
});

test('selecting a cell shows its score, highlights the same pair everywhere, and shows its sum', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  const { x, y } = await place(page, 'weightsAlibi', 3, 2);
  await page.mouse.click(x, y);
  await page.mouse.move(0, 0);
  await settled(page);
  assert.equal(
    await page.locator('heed-lesson .apart h3').innerText(),
    'Scaled score of saw·3 for the·4, as the·4 moves away',
  );
  assert.match(await fragment(page), /cursor=weightsAlibi:3:2&pair=3:2|pair=3:2&cursor=weightsAlibi:3:2/);
  const { marks } = (await figures(page)).weightsRope;
  assert.deepEqual(marks, [{ row: 3, col: 2, rows: 1, cols: 1, level: 'focus' }]);
  await map(page, 'scoresAlibi').focus();
  await settled(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await settled(page);
  assert.match(
    await page.locator('heed-lesson .inspector').innerText(),
    /Scaled score of the·1 for cat·5: ALiBi[^]*− 0\.125 · 4/,
  );
  assert.match((await figures(page)).scoresAlibi.said, /^query cat·5, key the·1, scaled score −0\.1464/);
  await close();
});

test('the slope, the pairs and the number of rotated features change their own scheme', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  const before = await figures(page);
  await page.getByRole('combobox', { name: 'Slope' }).selectOption({ label: 'head 8: 0.00390625' });
  await page.getByRole('combobox', { name: 'Rotated' }).selectOption({ label: 'first 0' });
  await settled(page);
  const after = await figures(page);
  assert.notDeepEqual(after.scoresAlibi.values, before.scoresAlibi.values);
  assert.deepEqual(after.scoresRope.values, before.scoresNone.values);
  assert.match(await page.locator('heed-lesson .apart').innerText(), /RoPE rotates no feature here/);
  await page.getByRole('combobox', { name: 'Rotated' }).selectOption({ label: 'all features' });
  await page.getByRole('button', { name: 'interleaved' }).click();
  await settled(page);
  assert.notDeepEqual((await figures(page)).scoresRope.values, before.scoresRope.values);
  assert.match(await fragment(page), /pairs=interleaved&slope=8/);
  await close();
});

test('a causal mask hatches the weights of all four', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  await page.getByRole('group', { name: 'Mask' }).getByRole('button', { name: 'causal' }).click();
  await settled(page);
  for (const scheme of SCHEMES)
    assert.deepEqual((await values(page, `weights${scheme}`))[0], [1, 0, 0, 0, 0], scheme);
  await close();
});

test('typed tokens and projections change all four schemes', async () => {
  const { page, close } = await openLesson(harness, OPEN);
  const before = await figures(page);
  await type(page, 'x', 0, 1, '4');
  const after = await figures(page);
  for (const scheme of SCHEMES)
    assert.notDeepEqual(after[`scores${scheme}`].values, before[`scores${scheme}`].values, scheme);
  await type(page, 'wK', 0, 0, '-1');
  assert.match(await fragment(page), /edit=embeddings:0:1:4,wK:0:0:-1/);
  await choose(page, 'Start over');
  await settled(page);
  assert.deepEqual((await figures(page)).scoresRope.values, before.scoresRope.values);
  await close();
});

test('an invalid base or distance is rejected with one message next to the field, in both languages', async () => {
  for (const [language, base, distance, cases] of /** @type {const} */ ([
    [
      'en',
      'Base',
      'Distance',
      [
        'The base is a finite number above 0.',
        'A distance is a whole number from 0 to 128.',
        'A number, such as 0.5 or −2.',
      ],
    ],
    [
      'es',
      'Base',
      'Distancia',
      [
        'La base es un número finito mayor que 0.',
        'Una distancia es un número entero de 0 a 128.',
        'Un número',
      ],
    ],
  ])) {
    const { page, close } = await openLesson(harness, `${OPEN}&language=${language}`);
    const opened = await fragment(page);
    for (const [name, text, says] of [
      [base, '0', cases[0]],
      [base, '-3', cases[0]],
      [distance, '-1', cases[1]],
      [distance, '2.5', cases[1]],
      [base, 'NaN', cases[2]],
    ]) {
      await typed(page, name).fill(text);
      await page.keyboard.press('Enter');
      await page.getByText(says).first().waitFor();
      await page.keyboard.press('Escape');
    }
    assert.equal(await fragment(page), opened);
    await close();
  }
});

test('a link with a base of 0 or an odd number of features opens the default with a reason', async () => {
  for (const [wrong, says] of [
    ['base=0', /The base is 0: it must be a finite number above 0\./],
    ['turned=3', /3 of 8 features cannot be turned in pairs\./],
    ['distance=-1', /could not be read/],
  ]) {
    const { page, errors, close } = await openLesson(harness, `${OPEN}&${wrong}`);
    assert.match(await page.locator('#status').innerText(), /** @type {RegExp} */ (says));
    assert.deepEqual(errors, []);
    await close();
  }
});

test('every control of the lesson is reachable by keyboard', async () => {
  // So high that no matrix is folded.
  const { page, errors, close } = await openLesson(harness, OPEN, {
    viewport: { width: 1440, height: 1500 },
  });
  const reached = new Set();
  for (let n = 0; n < 70; n += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : '';
        return `${at?.tagName} ${at?.getAttribute('aria-label') ?? label} ${at instanceof HTMLButtonElement ? at.textContent : ''}`;
      }),
    );
  }
  const all = [...reached].join('\n');
  for (const name of [
    'Base',
    'First position',
    'causal',
    'interleaved',
    'Rotated',
    'Slope',
    'Distance',
    '1024',
    'scaled scores with RoPE',
    'weights with sinusoids',
    'projection W_K',
  ])
    assert.ok(all.includes(name), `${name} is not reached:\n${all}`);
  assert.deepEqual(errors, []);
  await close();
});

test('numbers too large for a score are reported, and the drawing omits them', async () => {
  const { page, errors, close } = await openLesson(
    harness,
    `${OPEN}&edit=embeddings:4:0:1e200,embeddings:1:0:1e200&cursor=scoresRope:4:1`,
  );
  assert.match(
    await page.locator('heed-lesson .inspector').innerText(),
    /infinite or not a number, so this weight cannot be computed/,
  );
  assert.equal((await numbers(page))[0], '∞ outside the plot');
  assert.equal(await page.locator('heed-lesson .plot path.none').getAttribute('d'), '');
  assert.deepEqual(errors, []);
  await close();
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
  [844, 390],
])
  test(`the curves have one height, opened, prepared, reached again or loaded later, at ${width} × ${height}`, async () => {
    const { page, close } = await openLesson(harness, `${OPEN}&show=step&step=4`, {
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    /** The drawn and the laid out height, and what is left above the buttons. */
    const heights = async () => {
      await settled(page);
      return page.evaluate(() => {
        const { shadowRoot } = /** @type {Element} */ (document.querySelector('heed-lesson'));
        const boxOf = (/** @type {string} */ part) =>
          /** @type {Element} */ (shadowRoot?.querySelector(`.lesson-stage ${part}`)).getBoundingClientRect();
        const plot = shadowRoot?.querySelector('.lesson-stage .plot')?.getAttribute('viewBox')?.split(' ');
        return {
          drawn: Number(plot?.[3]),
          high: boxOf('.plot').height,
          left: boxOf('.foot').top - boxOf('.figure').bottom,
        };
      });
    };
    await nextAndPrepared(page);
    // That may have been the step before, prepared just before the click.
    await settled(page);
    await page.keyboard.press('ArrowRight');
    const prepared = await heights();
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await heights(), prepared);
    await page.reload();
    await page.locator('.lesson-stage .plot').waitFor();
    assert.deepEqual(await heights(), prepared);
    const release = await hold(page, '**/heedmap-whole.js');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.lesson-stage .curve-figure').waitFor();
    const foot = await page.locator('.lesson-stage .foot').boundingBox();
    release();
    await page.locator('.lesson-stage .plot').waitFor();
    assert.deepEqual(await heights(), prepared);
    assert.deepEqual(await page.locator('.lesson-stage .foot').boundingBox(), foot);
    assert.ok(prepared.drawn >= 150 && prepared.left >= 0, JSON.stringify(prepared));
    await close();
  });
