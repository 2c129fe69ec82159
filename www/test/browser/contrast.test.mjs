import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FIGURES } from '../../rooms/contrast/figures.js';
import { PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * @param {string} options - of the fragment, from the figure on
 * @param {import('./harness.mjs').OpenOptions} [options2]
 */
async function openFigure(options, options2) {
  const visit = await harness.open(`index.html#v=1&room=contrast&figure=${options}`, options2);
  await visit.page.locator('heed-contrast heed-map:visible').first().waitFor();
  await settled(visit.page);
  return visit;
}

/**
 * Shows another figure in a page that is open.
 *
 * @param {Page} page @param {string} options - of the fragment, from the figure on
 */
async function showFigure(page, options) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `v=1&room=contrast&figure=${options}`);
  await page.waitForFunction(
    (id) => /** @type {any} */ (document.querySelector('heed-contrast')).state.figure === id,
    options.split('&')[0],
  );
  await settled(page);
}

/**
 * The focusable part of the heatmap of a matrix on one side.
 *
 * @param {Page} page @param {'wrong' | 'right'} side @param {string} matrix
 */
function map(page, side, matrix = 'weights') {
  return page.locator(`heed-map[data-side="${side}"][data-matrix="${matrix}"] [role="application"]`);
}

/** The last figure of a map. @param {Page} page @param {'wrong' | 'right'} side */
function weights(page, side) {
  return page.evaluate((name) => {
    const { figure } = /** @type {any} */ (
      document
        .querySelector('heed-contrast')
        ?.shadowRoot?.querySelector(`heed-map[data-side="${name}"][data-matrix="weights"]`)
    );
    return {
      values: [...figure.matrix.data],
      cursor: figure.cursor,
      marks: figure.marks,
      table: figure.table,
    };
  }, side);
}

for (const [language, colorScheme] of /** @type {const} */ ([
  ['en', 'light'],
  ['es', 'dark'],
])) {
  test(`axe finds no violation in any figure, ${language}, ${colorScheme}`, async () => {
    const { page, axe, errors, close } = await openFigure(`axis&language=${language}`, { colorScheme });
    for (const { id } of FIGURES) {
      await showFigure(page, `${id}&language=${language}&cursor=weights:0:1`);
      assert.deepEqual(await axe(), [], id);
    }
    assert.deepEqual(errors, []);
    await close();
  });
}

test('at 1440 by 900 every figure is visible without scrolling, in both languages', async () => {
  for (const language of ['en', 'es']) {
    const { page, close } = await openFigure(`axis&language=${language}`);
    for (const fragment of [
      ...FIGURES.map(({ id }) => id),
      'late&tokens=16',
      'unscaled&tokens=16',
      'finite&tokens=16',
    ]) {
      await showFigure(page, `${fragment}&language=${language}`);
      const { height, wide } = await page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        wide: [
          ...(document.querySelector('heed-contrast')?.shadowRoot?.querySelectorAll('.scroller, pre') ?? []),
        ].filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth).length,
      }));
      assert.ok(height <= 900, `${language} ${fragment} is ${height} high`);
      assert.equal(wide, 0, `${language} ${fragment} is wider than its side`);
    }
    await close();
  }
});

test('at 1280 by 720 the list of mistakes fits the width in every language', async () => {
  for (const language of ['en', 'es', 'pt']) {
    const { page, close } = await openFigure(`axis&language=${language}`, {
      viewport: { width: 1280, height: 720 },
    });
    const list = page.locator('heed-contrast ol.steps');
    const cut = await list.evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.equal(cut, 0, `${language}: ${cut} px are cut`);
    await close();
  }
});

test('in a column of 360 px the matrices of twelve tokens fit beside each other', async () => {
  const { page, close } = await openFigure('alibi', { viewport: { width: 360, height: 640 } });
  const cut = await page
    .locator('heed-contrast .scroller')
    .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
  assert.deepEqual(cut, [0, 0]);
  await close();
});

test('on a phone the page fits the width, the sides are stacked, and touch targets are large enough', async () => {
  const { page, close } = await openFigure('axis', { viewport: { width: 390, height: 844 } });
  for (const { id } of FIGURES) {
    await showFigure(page, id);
    const { wide, stacked, small } = await page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('heed-contrast')?.shadowRoot);
      const [wrong, right] = ['.side-wrong', '.side-right'].map((side) =>
        /** @type {Element} */ (root.querySelector(side)).getBoundingClientRect(),
      );
      const touched = [...root.querySelectorAll('button, input, select, summary')].filter((each) =>
        each.checkVisibility(),
      );
      return {
        wide: document.documentElement.scrollWidth > innerWidth,
        stacked: wrong.bottom <= right.top,
        small: touched.filter((each) => each.getBoundingClientRect().height < 24).length,
      };
    });
    assert.deepEqual({ wide, stacked, small }, { wide: false, stacked: true, small: 0 }, id);
  }
  await close();
});

test('the cursor is at the same cell on both sides, in the inspector and in the address', async () => {
  const { page, close } = await openFigure('zeroed');
  await map(page, 'wrong').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await settled(page);
  assert.deepEqual((await weights(page, 'wrong')).cursor, { row: 1, col: 2 });
  assert.deepEqual((await weights(page, 'right')).cursor, { row: 1, col: 2 });
  const wrong = (await weights(page, 'wrong')).values[10];
  const said = await page.locator('heed-contrast .inspector').textContent();
  assert.match(
    String(said),
    /^Weight of key 2 for query 1wrong 0\.\d+ from a score of 0right 0 from a score of −∞$/,
  );
  assert.ok(String(said).includes(wrong.toFixed(4).replace(/0+$/, '')), `${said} has no ${wrong}`);
  assert.ok(page.url().endsWith('#v=1&room=contrast&figure=zeroed&cursor=weights:1:2'));
  await close();
});

test('the cell under the pointer is marked on the other side', async () => {
  const { page, close } = await openFigure('late');
  const canvas = page.locator('heed-map[data-side="right"][data-matrix="weights"] canvas').first();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the weights are not on the screen');
  await page.mouse.move(box.x + (box.width * 2.5) / 8, box.y + (box.height * 4.5) / 8);
  await settled(page);
  const focus = { row: 4, col: 2, rows: 1, cols: 1, level: 'focus' };
  assert.deepEqual((await weights(page, 'wrong')).marks[0], focus);
  assert.deepEqual((await weights(page, 'right')).marks[0], focus);
  await close();
});

test('brackets and arrows step through the mistakes, and undo steps back', async () => {
  const { page, close } = await openFigure('axis');
  const title = page.locator('heed-contrast .title');
  await page.keyboard.press(']');
  await settled(page);
  assert.equal(await title.textContent(), 'The mask after the softmax');
  await page.keyboard.press('[');
  await settled(page);
  assert.equal(await title.textContent(), 'Softmax over the wrong axis');
  await page.getByRole('button', { name: '1 Wrong axis' }).focus();
  await page.keyboard.press('End');
  await settled(page);
  assert.equal(await title.textContent(), 'No mask when a text is read at once');
  assert.match(page.url(), /figure=prefill$/);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.match(page.url(), /figure=axis$/);
  await close();
});

test('moving a slider redraws both sides and can be undone', async () => {
  const { page, close } = await openFigure('unscaled');
  const before = (await weights(page, 'wrong')).values;
  await page.getByLabel('Features d').focus();
  await page.keyboard.press('End');
  await settled(page);
  assert.match(page.url(), /figure=unscaled&d=1024$/);
  assert.ok((await weights(page, 'wrong')).values.filter((weight) => weight > 0.9).length >= 6, 'saturated');
  assert.match(
    String(await page.locator('heed-contrast .curves svg').first().getAttribute('aria-label')),
    /^Variance of scores, from d = 1 to d = 1024: wrong .* to \d{3,4}/,
  );
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.deepEqual((await weights(page, 'wrong')).values, before);
  await close();
});

test('both sides switch to tables together', async () => {
  const { page, close } = await openFigure('empty');
  await map(page, 'right').focus();
  await page.keyboard.press('t');
  await settled(page);
  assert.deepEqual(
    [(await weights(page, 'wrong')).table, (await weights(page, 'right')).table],
    [true, true],
  );
  assert.match(page.url(), /tables=weights/);
  assert.match(
    String(
      await page.locator('heed-map[data-side="wrong"][data-matrix="weights"] tbody td').first().textContent(),
    ),
    /not a number|NaN/,
  );
  await close();
});

test('an invalid link gives one message, and the page still opens', async () => {
  const said = {
    nope: /^The link could not be read, so the page shows its defaults\.$/,
    'unscaled&d=0': /D is 0: it must be from 1 to 1024\.$/,
    'unscaled&d=1e9': /D is 1000000000: it must be from 1 to 1024\.$/,
    'unscaled&d=NaN': /^The link could not be read/,
    'cache&past=3&offset=9': /Offset is 9: it must be from 0 to 4\.$/,
  };
  for (const [options, sentence] of Object.entries(said)) {
    const { page, errors, close } = await openFigure(options);
    assert.match(String(await page.locator('#status').textContent()), sentence, options);
    assert.deepEqual(errors, [], options);
    await close();
  }
});

test('an invalid state changes nothing', async () => {
  const { page, close } = await openFigure('late');
  const before = (await weights(page, 'wrong')).values;
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector('heed-contrast'));
    element.state = { ...element.state, options: { tokens: 99 } };
  });
  await settled(page);
  assert.equal(
    await page.locator('heed-contrast .notice').textContent(),
    'Tokens is 99: it must be from 1 to 16.',
  );
  assert.deepEqual((await weights(page, 'wrong')).values, before);
  await close();
});

test('the element works alone, with the figure of its attribute', async () => {
  const { page, close } = await openFigure('axis');
  const title = await page.evaluate(async () => {
    const alone = document.createElement('heed-contrast');
    alone.setAttribute('figure', 'padding');
    const ready = new Promise((done) => {
      alone.addEventListener('heed-ready', done, { once: true });
    });
    document.body.append(alone);
    await ready;
    return alone.shadowRoot?.querySelector('.title')?.textContent;
  });
  assert.equal(title, 'Padding on the wrong side');
  await close();
});

test('the view switches from room to figure and back, and every control has the chosen language', async () => {
  const { page, errors, close } = await openFigure('late');
  const element = page.locator('heed-contrast');
  const controls = '.controls label, .controls .label, .controls select';
  const parts = ['.list-view', '.happens', '.notes', '.controls', '.sides', '.legend'];
  const shown = () =>
    Promise.all(parts.map((part) => element.locator(part).filter({ visible: true }).count()));
  assert.deepEqual(await shown(), [1, 0, 1, 1, 1, 1]);
  await element.evaluate((node) => node.setAttribute('view', 'figure'));
  await settled(page);
  assert.deepEqual(await shown(), [0, 1, 0, 0, 1, 1]);
  await element.evaluate((node) => node.removeAttribute('view'));
  await settled(page);
  assert.deepEqual(await shown(), [1, 0, 1, 1, 1, 1]);
  await element.evaluate((/** @type {any} */ node) => node.show({ language: 'es' }));
  await settled(page);
  const spanish = await openFigure('late&language=es');
  const opened = spanish.page.locator('heed-contrast').locator(controls);
  assert.deepEqual(await element.locator(controls).allTextContents(), await opened.allTextContents());
  await spanish.close();
  assert.deepEqual(errors, []);
  await close();
});

test('everything in the room is reachable by keyboard', async () => {
  const { page, close } = await openFigure('finite');
  const reached = new Set();
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        const label = /** @type {any} */ (at)?.labels?.[0]?.textContent;
        return `${at?.getAttribute('aria-label') ?? ''} ${label ?? at?.textContent?.trim().slice(0, 40)}`;
      }),
    );
  }
  const all = [...reached].join('\n');
  for (const name of [
    'Late mask',
    'weights, wrong',
    'row sums, wrong',
    'output, wrong',
    'weights, right',
    '64 bits',
    'Padding tokens',
    'Seed',
    'Colors',
    'The whole figure in NumPy',
  ]) {
    assert.ok(all.includes(name), `${name} is not reached:\n${all}`);
  }
  await close();
});

test('the first wrong cell is named, and a click or the Enter key selects it on both sides', async () => {
  const { page, errors, close } = await openFigure('shared');
  const line = page.locator('heed-contrast .first-wrong');
  assert.equal(await line.textContent(), 'First wrong cell: query 3, key 0: 0.682, not 0.');
  await line.locator('button').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual((await weights(page, 'wrong')).cursor, { row: 3, col: 0 });
  assert.deepEqual((await weights(page, 'right')).cursor, { row: 3, col: 0 });
  assert.match(page.url(), /cursor=weights:3:0/);
  await page.evaluate(() => {
    location.hash = 'v=1&room=contrast&figure=prefill&picks=3';
  });
  await settled(page);
  assert.equal(await line.textContent(), 'With these numbers, no weight is wrong.');
  assert.deepEqual(errors, []);
  await close();
});

test('a mistake with picked keys links to where it happened', async () => {
  const { page, close } = await openFigure('indexer');
  const link = page.locator('heed-contrast .where a');
  assert.match(
    String(await link.getAttribute('href')),
    /^https:\/\/github\.com\/huggingface\/transformers\//,
  );
  assert.equal(await link.getAttribute('rel'), 'noreferrer');
  await close();
});

test('the lines of code of both sides are wrapped in a narrow window, and none is cut', async () => {
  const { page, close } = await openFigure('axis', { viewport: { width: 1024, height: 768 } });
  for (const { id } of FIGURES) {
    await showFigure(page, id);
    const over = await page
      .locator('heed-contrast .sides pre')
      .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
    assert.deepEqual(over, [0, 0], id);
  }
  await close();
});

test('the open page stays in view in the strip when the window becomes narrow', async () => {
  const { page, errors, close } = await openFigure('indexer');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => {
    const list = document.querySelector('heed-contrast')?.shadowRoot?.querySelector('.steps');
    const [around, item] = [list, list?.querySelector('[aria-current]')].map((node) =>
      node?.getBoundingClientRect(),
    );
    return around && item && around.width < 390 && item.left >= around.left && item.right <= around.right;
  });
  assert.deepEqual(errors, []);
  await close();
});
