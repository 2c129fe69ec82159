/**
 * What a page may get wrong, and what it may be given by others: the figure says it in its place and tells
 * the page, and all the rest goes on.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clickCell, drawn, received, openSite, startSites } from './site.mjs';
/** @import { Visit } from '../browser/harness.mjs' */

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

/**
 * Opens a page with a sound figure, puts another one after its first paragraph, and waits until that has said
 * what is wrong.
 *
 * @param {string} tag
 * @param {{ attributes?: Record<string, string>, data?: unknown }} given
 */
async function openWith(tag, { attributes = {}, data }) {
  const visit = await openSite(harness, 'four/index.html');
  await visit.page.evaluate(
    ([name, values, numbers]) => {
      const figure = document.createElement(/** @type {string} */ (name));
      figure.id = 'bad';
      figure.textContent = 'What its author wrote.';
      for (const [key, text] of Object.entries(/** @type {Record<string, string>} */ (values)))
        figure.setAttribute(key, text);
      if (numbers) Object.assign(figure, { data: numbers });
      document.querySelector('h1')?.after(figure);
    },
    [tag, attributes, data],
  );
  await visit.page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.some((/** @type {any} */ each) => each.type === 'heed-error'),
  );
  return visit;
}

/**
 * The line, or the sentence, that a figure shows: the part of that name.
 *
 * @param {Visit} visit @param {'notice' | 'error'} part
 */
async function said(visit, part) {
  const line = visit.page.locator('#bad').locator(`[part~="${part}"]`).first();
  await line.waitFor();
  return line.textContent();
}

/**
 * The figure next to it is drawn and answers, and nobody threw.
 *
 * @param {Visit} visit
 * @param {RegExp} [expected] - what the browser itself writes
 */
async function theRestGoesOn(visit, expected) {
  await drawn(visit.page, 'heed-map:not(#bad)');
  await clickCell(visit.page, 'heed-map:not(#bad)', { rows: 2, cols: 2, row: 1, col: 1 });
  const chosen = (await received(visit.page, 'heed-select')).at(-1);
  assert.deepEqual([chosen.query, chosen.key, chosen.weight], [1, 1, 0.75]);
  assert.deepEqual(
    visit.errors.filter((text) => !expected?.test(text)),
    [],
  );
  assert.ok(
    await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'the page scrolls sideways',
  );
  await visit.close();
}

/**
 * By what is wrong: an attribute that is not understood, and what the sentence names.
 *
 * @type {Record<string, [tag: string, attributes: Record<string, string>, names: RegExp]>}
 */
const ATTRIBUTES = {
  'a color map that there is not': [
    'heed-map',
    { values: '1 0; 0.25 0.75', colormap: 'rainbow' },
    /rainbow.*viridis/,
  ],
  'a cursor beside the matrix': ['heed-map', { values: '1 0; 0.25 0.75', query: '7' }, /7/],
  'too many labels': ['heed-map', { values: '1 0; 0.25 0.75', 'key-labels': 'one two three' }, /3/],
  'a lesson that there is not': ['heed-lesson', { lesson: 'latin', view: 'figure' }, /latin/],
  'a step that is not a number': ['heed-lesson', { lesson: 'words', step: 'third', view: 'figure' }, /third/],
  'a mask with nothing behind its last word': ['heed-mask', { mask: 'causal and', view: 'figure' }, /./],
  'more queries than are drawn': [
    'heed-mask',
    { mask: 'causal', queries: '1000000000', view: 'figure' },
    /1000000000/,
  ],
};

for (const [what, [tag, attributes, names]] of Object.entries(ATTRIBUTES)) {
  test(`${what}: the figure is drawn without it and reports it in its line`, async () => {
    const visit = await openWith(tag, { attributes });
    await drawn(visit.page, '#bad');
    assert.match((await said(visit, 'notice')) ?? '', names);
    const errors = await received(visit.page, 'heed-error');
    assert.deepEqual(
      errors.map(({ of, fatal }) => [of, fatal]),
      [[tag, false]],
    );
    assert.match(errors[0].message, names);
    await theRestGoesOn(visit);
  });
}

/**
 * By what is wrong: numbers of which nothing can be drawn.
 *
 * @type {Record<string, [tag: string, given: { attributes?: Record<string, string>, data?: unknown }, names: RegExp]>}
 */
const NUMBERS = {
  'three numbers for four cells': [
    'heed-map',
    { data: { rows: 2, cols: 2, data: [1, 0, 0.25] } },
    /3.*2 × 2|2 × 2.*3/,
  ],
  'rows of unequal lengths': ['heed-map', { attributes: { values: '1 0; 0.25' } }, /1/],
  'a word among the numbers': ['heed-map', { attributes: { values: '1 0; 0.25 much' } }, /much/],
  'embeddings that are too few': [
    'heed-lesson',
    {
      data: {
        tokens: ['a', 'b'],
        ...Object.fromEntries(
          ['embeddings', 'wQ', 'wK', 'wV'].map((name) => [
            name,
            { rows: 2, cols: 2, data: name === 'embeddings' ? [1] : [1, 0, 0, 1] },
          ]),
        ),
      },
    },
    /embeddings/i,
  ],
  'heads with a number missing': ['heed-heads', { data: { shape: [1, 1, 2, 2], data: [1, 0, 0.5] } }, /3|4/],
};

for (const [what, [tag, given, names]] of Object.entries(NUMBERS)) {
  test(`${what}: a message with the figures replaces the figure, above the author’s content`, async () => {
    const visit = await openWith(tag, given);
    assert.match((await said(visit, 'error')) ?? '', names);
    const errors = await received(visit.page, 'heed-error');
    assert.deepEqual(
      errors.map(({ of, fatal }) => [of, fatal]),
      [[tag, true]],
    );
    assert.ok(
      await visit.page
        .locator('#bad')
        .evaluate((figure) => figure.shadowRoot?.querySelector('slot:not([name])') !== null),
    );
    await theRestGoesOn(visit);
  });
}

for (const [tag, src] of [
  ['heed-map', 'missing.json'],
  ['heed-heads', 'missing.npy'],
]) {
  test(`a missing file is named in place of the <${tag}>`, async () => {
    const visit = await openWith(tag, { attributes: { src } });
    assert.match((await said(visit, 'error')) ?? '', new RegExp(`${src}.*404|404.*${src}`));
    assert.deepEqual(
      (await received(visit.page, 'heed-error')).map(({ of, fatal }) => [of, fatal]),
      [[tag, true]],
    );
    await theRestGoesOn(visit, /404/);
  });
}

test('numbers that are corrected after an error are drawn', async () => {
  const visit = await openWith('heed-map', { attributes: { values: '1 0; 0.25 much' } });
  await visit.page.locator('#bad').evaluate((figure) => figure.setAttribute('values', '1 0; 0.25 0.75'));
  await drawn(visit.page, '#bad');
  assert.equal(await visit.page.locator('#bad').locator('[part~="error"]').count(), 0);
  await visit.close();
});

/** Written to do harm. */
const HOSTILE = [
  '<img src=x onerror="globalThis.harmed = true">',
  '"><script>globalThis.harmed = true</script>',
  '\u202Ereversed\u202E',
  'x'.repeat(10_000),
  '\u0301'.repeat(500),
  'a\u0000b\u2028c',
];

test('a label is always text: it creates nothing, moves nothing and widens nothing', async () => {
  const visit = await openSite(harness, 'four/index.html');
  const count = HOSTILE.length;
  await visit.page.evaluate((labels) => {
    const figure = Object.assign(document.createElement('heed-map'), {
      id: 'bad',
      data: {
        rows: labels.length,
        cols: labels.length,
        data: Float64Array.from({ length: labels.length ** 2 }, (_, cell) => cell / labels.length ** 2),
        queryLabels: labels,
        keyLabels: labels,
        name: labels[0],
      },
    });
    document.querySelector('h1')?.after(figure);
  }, HOSTILE);
  await drawn(visit.page, '#bad');
  for (let row = 0; row < count; row += 1)
    await clickCell(visit.page, '#bad', { rows: count, cols: count, row, col: row });
  assert.deepEqual(
    (await received(visit.page, 'heed-select')).map(({ query, key }) => [query, key]),
    HOSTILE.map((_, row) => [row, row]),
  );
  const found = await visit.page.evaluate(() => {
    const figure = /** @type {Element} */ (document.querySelector('#bad'));
    const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
    const { width, height } = figure.getBoundingClientRect();
    return {
      harmed: 'harmed' in globalThis,
      made: root.querySelectorAll('img, script, iframe').length,
      width,
      height,
      room: figure.parentElement?.clientWidth ?? 0,
    };
  });
  assert.equal(found.harmed, false);
  assert.equal(found.made, 0);
  assert.ok(
    found.width <= found.room && found.height < 900,
    `${found.width} × ${found.height} in ${found.room}`,
  );
  assert.ok(!visit.requests.some(({ url }) => url.endsWith('/x')));
  await theRestGoesOn(visit);
});

test('tokens of a lesson are text as well', async () => {
  const visit = await openSite(harness, 'four/index.html');
  await visit.page.evaluate(
    (tokens) => {
      const unit = { rows: 2, cols: 2, data: [1, 0, 0, 1] };
      const data = {
        tokens,
        embeddings: { rows: tokens.length, cols: 2, data: tokens.flatMap((_, n) => [n % 2, 1]) },
        wQ: unit,
        wK: unit,
        wV: unit,
      };
      document
        .querySelector('h1')
        ?.after(Object.assign(document.createElement('heed-lesson'), { id: 'bad', data }));
      document.querySelector('#bad')?.setAttribute('view', 'figure');
    },
    HOSTILE.map((label) => label.slice(0, 400)),
  );
  // Drawn, or refused in a sentence: either way nothing was made of it.
  await visit.page.waitForFunction(() =>
    document.querySelector('#bad')?.shadowRoot?.querySelector('heed-map, [part~="error"]'),
  );
  assert.equal(await visit.page.evaluate(() => 'harmed' in globalThis), false);
  assert.equal(await visit.page.locator('#bad img, #bad script').count(), 0);
  await theRestGoesOn(visit);
});
