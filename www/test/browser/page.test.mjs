import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, menuItem, PAGE_POLICY, start } from './harness.mjs';
import { openLesson, settled, showLesson, tables, type, values } from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

const VIEWS = [
  'v=1&lesson=positions',
  'v=1&lesson=words&cursor=scores:2:0',
  'v=1&lesson=scale-mask&tables=all',
  'v=1&lesson=frase&rows=one:1&language=es',
  'v=1&lesson=concepts&step=10',
  'v=1&lesson=own&tokens=a b c&model=2&key=2&value=2&from=1&embeddings=one-hot&drawn=randn',
];

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds no violation in any lesson, ${colorScheme}`, async () => {
    const { page, axe, errors, close } = await openLesson(harness, VIEWS[0], { colorScheme });
    for (const view of VIEWS) {
      await showLesson(page, view);
      assert.deepEqual(await axe(), [], view);
      assert.deepEqual(errors, [], view);
    }
    await close();
  });
}

test('the page opens from a file, by double click, and works there', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words', { fileUrl: true });
  await type(page, 'x', 0, 0, '3');
  assert.equal((await values(page, 'x'))[0][0], 3);
  assert.deepEqual(errors, []);
  await close();
});

test('the page sends no request once it is open', async () => {
  const { page, requests, close } = await openLesson(harness, 'v=1&lesson=words');
  for (const lesson of ['positions', 'scale-mask', 'frase', 'concepts', 'heads', 'own', 'words']) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `v=1&lesson=${lesson}`);
    await settled(page);
  }
  await type(page, 'wQ', 1, 1, '7');
  await choose(page, 'Dark');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await settled(page);
  const origin = new URL(page.url()).origin;
  assert.deepEqual(
    requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith('data:')),
    [],
  );
  assert.deepEqual(
    requests.filter(({ afterLoad, url }) => afterLoad && !url.startsWith('data:')),
    [],
  );
  await close();
});

test('everything on the page is reachable by keyboard', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const reached = new Set();
  for (let n = 0; n < 160; n += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return `${at?.getAttribute('aria-label') ?? ''} ${at?.textContent?.trim().slice(0, 30) ?? ''} ${at?.id ?? ''}`;
      }),
    );
  }
  const all = [...reached].join('\n');
  for (const name of [
    'Copy link',
    'Menu',
    'Lesson',
    'Score',
    'Mix',
    'Play',
    'causal',
    'naive',
    'columns',
    'scores',
    'weights',
    'projection W_Q',
    'output',
    'Digits',
  ]) {
    assert.ok(all.includes(name), `${name} is not reached:\n${all}`);
  }
  await close();
});

test('the arrow keys move through the menu, and Escape closes it and restores the focus', async () => {
  const { page, axe, errors, close } = await openLesson(harness, 'v=1&lesson=words');
  const opener = page.getByRole('button', { name: 'Menu' });
  const items = page.locator('#menu [role^=menuitem]:visible');
  const focused = () => page.evaluate(() => document.activeElement?.firstElementChild?.textContent);
  const isBack = () => opener.evaluate((button) => document.activeElement === button);
  await opener.focus();
  assert.equal(await opener.getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('ArrowDown');
  await items.first().waitFor();
  await page.locator('[popovertarget][aria-expanded=true]').waitFor();
  assert.equal(await focused(), 'Undo');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Redo');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'Keys');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Undo');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), await items.last().locator('span').innerText());
  assert.deepEqual(await axe(), []);
  await page.keyboard.press('Escape');
  await page.locator('#menu').waitFor({ state: 'hidden' });
  assert.ok(await isBack());
  await page.keyboard.press('Enter');
  await page.locator('#menu [role=menuitem]:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('#menu').waitFor({ state: 'hidden' });
  assert.equal(await isBack(), false);
  await opener.click();
  await page.locator('h1').click();
  await page.locator('#menu').waitFor({ state: 'hidden' });
  assert.deepEqual(errors, []);
  await close();
});

test('undo in the menu does the same as its key', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  for (const number of ['3', '4']) await type(page, 'x', 0, 0, number);
  const undo = await menuItem(page, 'Undo');
  for (const number of [3, 1]) {
    await undo.click();
    await settled(page);
    assert.equal((await values(page, 'x'))[0][0], number);
  }
  assert.ok(await undo.isDisabled());
  await page.keyboard.press('Control+y');
  await settled(page);
  assert.equal((await values(page, 'x'))[0][0], 3);
  await close();
});

/** The button of the list of lessons, and its panel. @param {import('playwright-core').Page} page */
const lessonsOf = (page) => ({
  button: page.getByRole('button', { name: /^(Lesson|Lección|Lição): / }),
  panel: page.locator('#lessons-panel'),
  focused: () => page.evaluate(() => /** @type {HTMLButtonElement} */ (document.activeElement).value),
});

test('the list of lessons names the open one and opens another by keyboard', async () => {
  const { page, errors, axe, close } = await openLesson(harness, 'v=1&lesson=words');
  const { button, panel, focused } = lessonsOf(page);
  assert.equal(await button.innerText(), 'Four words, by hand');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('[role=menuitemradio]'));
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  assert.equal(await focused(), 'words');
  assert.deepEqual(await axe(), []);
  const keys = {
    ArrowDown: 'scaling',
    ArrowUp: 'words',
    End: 'own',
    Home: 'first',
    t: 'two-heads',
    w: 'picked',
  };
  for (const [key, lesson] of Object.entries(keys)) {
    await page.keyboard.press(key);
    assert.equal(await focused(), lesson, key);
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const beside = await focused();
  assert.notEqual(beside, 'first');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'first');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  assert.ok(await button.evaluate((node) => node === document.activeElement));
  await page.keyboard.press('Space');
  // The panel gets the focus in a task of its own.
  await page.waitForFunction(() => document.activeElement?.matches('[role=menuitemradio]'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => location.hash.includes('lesson=scaling'));
  await panel.waitFor({ state: 'hidden' });
  assert.equal(await button.getAttribute('value'), 'scaling');
  assert.deepEqual(errors, []);
  await close();
});

test('each lesson of the list has its purpose, kind and minutes, and a lesson that was read to its end is marked', async () => {
  for (const [language, said] of /** @type {const} */ ([
    ['en', ['Every number, in seven steps.', 'By hand · about 15 min']],
    ['es', ['Cada número, en siete pasos.', 'A mano · unos 15 min']],
    ['pt', ['Cada número, em sete passos.', 'À mão · uns 15 min']],
  ])) {
    const { page, close } = await openLesson(
      harness,
      `v=1&lesson=words&step=7&show=step&language=${language}`,
    );
    const { button, panel } = lessonsOf(page);
    await button.click();
    const cards = panel.getByRole('menuitemradio');
    assert.equal(await cards.count(), 15);
    const open = panel.getByRole('menuitemradio', { checked: true });
    assert.equal(await open.count(), 1);
    const text = await open.innerText();
    for (const each of said) assert.ok(text.includes(each), text);
    assert.deepEqual(
      await panel
        .locator('.lesson-card:has(.done)')
        .evaluateAll((all) => all.map((each) => /** @type {HTMLButtonElement} */ (each).value)),
      ['words'],
    );
    // Every card is on the screen at once, and a press elsewhere closes the list.
    const box = await panel.boundingBox();
    assert.ok(box && (await panel.evaluate((node) => node.scrollHeight <= node.clientHeight + 1)));
    await panel.locator('[value=heads]').click();
    await page.waitForFunction(() => location.hash.includes('lesson=heads'));
    await button.click();
    await panel.waitFor();
    await page.mouse.click(640, 60);
    await panel.waitFor({ state: 'hidden' });
    await close();
  }
});

test('a phone has one row with a menu that leads to every room', async () => {
  const { page, axe, close } = await openLesson(harness, 'v=1&lesson=words', {
    viewport: { width: 360, height: 640 },
  });
  const header = page.locator('header');
  assert.ok(((await header.boundingBox())?.height ?? 0) <= 50);
  const { button: list, panel } = lessonsOf(page);
  assert.equal(await list.innerText(), 'Four words, by hand');
  // The list of lessons is in the header, instead of its title.
  const [bar, box] = await Promise.all([header.boundingBox(), list.boundingBox()]);
  assert.ok(bar && box && box.y >= bar.y && box.y + box.height <= bar.y + bar.height);
  // It opens on the whole screen, in one column.
  await list.click();
  await panel.waitFor();
  assert.deepEqual(await panel.boundingBox(), { x: 0, y: 0, width: 360, height: 640 });
  const lefts = await panel
    .locator('.lesson-card')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  assert.equal(new Set(lefts).size, 1);
  assert.deepEqual(await axe(), []);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'hidden' });
  const items = page.locator('#menu [role^=menuitem]:visible');
  await menuItem(page, 'Learn');
  assert.deepEqual((await items.locator('span').allInnerTexts()).slice(0, 5), [
    'Learn',
    'Masks',
    'Models',
    'Mistakes',
    'Embed',
  ]);
  assert.deepEqual(await axe(), []);
  await choose(page, 'Masks');
  await page.locator('heed-mask canvas').first().waitFor();
  assert.equal(await header.locator('.title').innerText(), 'Masks');
  await choose(page, 'Copy link');
  await page.locator('#status', { hasText: 'The link is copied.' }).waitFor();
  await close();
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])
  test(`a message covers no name of a lesson and no step, ${viewport.width} × ${viewport.height}`, async () => {
    const { page, close } = await openLesson(harness, 'v=1&lesson=words&step=0', { viewport });
    const message = page.locator('#status', { hasText: 'The link has step = 0' });
    const names = [lessonsOf(page).button, page.locator('heed-lesson .progress')];
    const [box, ...others] = await Promise.all([message, ...names].map((each) => each.boundingBox()));
    for (const other of others)
      assert.ok(box && other && (box.y + box.height <= other.y || other.y + other.height <= box.y));
    await close();
  });

test('? opens the list of keys, and Escape closes it', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await close();
});

test('a key switches a heatmap to a table and back', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&cursor=weights:0:0');
  const weights = page.locator('heed-map[data-matrix="weights"]');
  await weights.locator('[role="application"]').focus();
  await page.keyboard.press('t');
  await settled(page);
  assert.deepEqual((await tables(page)).weights[0], [
    '2.36089863e-01',
    '7.38987555e-03',
    '7.49130386e-01',
    '7.38987555e-03',
  ]);
  await page.keyboard.press('t');
  await settled(page);
  assert.deepEqual(await tables(page), {});
  await close();
});

test('on a phone the page fits the width, and its bands scroll in their own boxes', async () => {
  const { page, close } = await openLesson(harness, VIEWS[0], { viewport: { width: 390, height: 844 } });
  for (const view of VIEWS) {
    await showLesson(page, view);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
  }
  await close();
});

test('at 1440 by 900 the whole computation of every notebook is visible without scrolling', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=positions');
  for (const lesson of ['positions', 'words', 'scale-mask', 'frase', 'concepts']) {
    await showLesson(page, `v=1&lesson=${lesson}`);
    const { bottom, overflow } = await page.evaluate(() => {
      const bands = [
        ...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('.bands .scroller') ?? []),
      ];
      return {
        bottom: Math.max(...bands.map((band) => band.getBoundingClientRect().bottom)),
        overflow: bands.some((band) => band.scrollWidth > band.clientWidth),
      };
    });
    assert.ok(bottom <= 900, `${lesson} ends at ${bottom}`);
    assert.equal(overflow, false, `${lesson} is wider than its band`);
  }
  await close();
});

test('a heatmap has its colors and its digits as pixels, in light and in dark', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const { page, close } = await openLesson(harness, 'v=1&lesson=words', { colorScheme });
    const { corners, colors } = await page.evaluate(() => {
      const map = /** @type {any} */ (
        [...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('heed-map') ?? [])].find(
          (each) => /** @type {any} */ (each).dataset.matrix === 'weights',
        )
      );
      const canvas = /** @type {HTMLCanvasElement} */ (map.shadowRoot.querySelector('canvas'));
      const { width, height } = canvas;
      const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
        0,
        0,
        width,
        height,
      );
      const at = (/** @type {number} */ x, /** @type {number} */ y) => [
        ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
      ];
      // Near the corner of a cell, where there is no digit: row 1, keys 2 (0.007) and 3 (0.749).
      return {
        corners: [at(Math.round(width / 4) + 4, 4), at(Math.round(width / 2) + 4, 4)],
        colors: new Set(
          Array.from({ length: data.length / 4 }, (_, n) => data.slice(n * 4, n * 4 + 3).join()),
        ).size,
      };
    });
    const lightness = corners.map(([red, green, blue]) => red + green + blue);
    // A large weight is darker than a small one on paper, and lighter on a dark ground.
    assert.ok(
      colorScheme === 'light' ? lightness[1] < lightness[0] - 100 : lightness[1] > lightness[0] + 100,
      `${colorScheme}: ${corners.join(' against ')}`,
    );
    assert.ok(colors > 20, `digits have smooth edges, but there are only ${colors} colors`);
    await close();
  }
});

test('formulas are text and CSS within the lines of their titles, with a spoken name', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=scale-mask');
  const found = await page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
    const named = (/** @type {string} */ matrix) =>
      /** @type {HTMLElement} */ (root.querySelector(`.attend heed-map[data-matrix="${matrix}"]`));
    const inCaption = (/** @type {string} */ matrix, /** @type {string} */ selector) => {
      const map = named(matrix);
      const caption = /** @type {HTMLElement} */ (
        map.shadowRoot?.querySelector('.caption')
      ).getBoundingClientRect();
      const part = /** @type {HTMLElement} */ (map.querySelector(selector)).getBoundingClientRect();
      return {
        above: part.top - caption.top,
        below: caption.bottom - part.bottom,
        width: part.width,
        height: part.height,
      };
    };
    return {
      math: root.querySelectorAll('math, math *').length,
      unnamed: [...root.querySelectorAll('.formula')].filter(
        (each) => each.getAttribute('role') !== 'img' || !each.getAttribute('aria-label'),
      ).length,
      names: ['kT', 'scaled', 'masked'].map((matrix) =>
        named(matrix).querySelector('.formula')?.getAttribute('aria-label'),
      ),
      heights: [
        ...new Set(
          [...root.querySelectorAll('.attend heed-map:not([hidden])')].map(
            (map) => map.shadowRoot?.querySelector('.caption')?.clientHeight,
          ),
        ),
      ],
      transposed: inCaption('kT', 'sup'),
      tick: inCaption('scaled', '.root svg'),
      bar: inCaption('scaled', '.root > span'),
    };
  });
  assert.equal(found.math, 0);
  assert.equal(found.unnamed, 0);
  assert.deepEqual(found.names, [
    'K transposed',
    'S divided by the square root of d k',
    'S divided by the square root of d k plus M',
  ]);
  assert.equal(found.heights.length, 1, `titles are ${found.heights.join(', ')} px high`);
  for (const [name, { above, below, width, height }] of Object.entries({
    transposed: found.transposed,
    tick: found.tick,
    bar: found.bar,
  })) {
    assert.ok(
      above >= 0 && below >= 0,
      `${name} is ${above} px below the top of its title and ${below} px above its end`,
    );
    assert.ok(width >= 4 && height >= 6, `${name} is ${width} by ${height} px`);
  }
  await choose(page, 'Español');
  await page.locator('heed-lesson .formula[aria-label="K traspuesta"]').waitFor();
  await close();
});

test('buttons have drawn icons and no characters that a font may lack', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const icons = await page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
    const maps = [...root.querySelectorAll('heed-map')].flatMap((map) => [
      ...(map.shadowRoot?.querySelectorAll('button') ?? []),
    ]);
    const buttons = [
      ...document.querySelectorAll('button'),
      ...root.querySelectorAll('button'),
      ...maps,
    ].filter((button) => button.checkVisibility());
    return {
      odd: buttons
        .map((button) => button.textContent ?? '')
        .filter((text) => /[\u2190-\u21ff\u2300-\u2bff\u2039\u203a]/u.test(text)),
      drawn: buttons
        .flatMap((button) => [...button.querySelectorAll('svg[data-icon]')])
        .map((svg) => ({
          name: /** @type {SVGElement} */ (svg).dataset.icon,
          hidden: svg.getAttribute('aria-hidden'),
          width: svg.getBoundingClientRect().width,
          button:
            svg.closest('button')?.getAttribute('aria-label') || svg.closest('button')?.textContent?.trim(),
        })),
    };
  });
  assert.deepEqual(icons.odd, []);
  const names = icons.drawn.map(({ name }) => name);
  for (const name of ['link', 'previous', 'next', 'play', 'table'])
    assert.ok(names.includes(name), `${name} is not drawn`);
  for (const { name, hidden, width, button } of icons.drawn)
    assert.ok(hidden === 'true' && width >= 10 && button, `${name}: ${hidden}, ${width} px, ${button}`);
  await close();
});

test('on devices without hover, table icons are visible and overlap no title, and the figure still fits', async () => {
  const context = await /** @type {import('playwright-core').Browser} */ (
    harness.context.browser()
  ).newContext({ hasTouch: true, isMobile: true, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${harness.origin}/index.html#v=1&lesson=scale-mask`);
  await page.locator('heed-map:visible').first().waitFor();
  await settled(page);
  assert.equal(await page.evaluate(() => matchMedia('(hover: none)').matches), true);
  const { overflow, met, visible } = await page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
    const parts = [...root.querySelectorAll('.bands heed-map')].flatMap((map, at) => {
      const matrix = /** @type {HTMLElement} */ (map).dataset.matrix;
      const boxes = [
        ...map.querySelectorAll('.formula, small'),
        ...(map.shadowRoot?.querySelectorAll('.switch svg') ?? []),
      ];
      return boxes.map((box) => ({ at, matrix, box: box.getBoundingClientRect() }));
    });
    const meet = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const switches = [...root.querySelectorAll('.bands heed-map')].map(
      (map) => /** @type {HTMLElement} */ (map.shadowRoot?.querySelector('.switch')),
    );
    return {
      overflow: [...root.querySelectorAll('.bands .scroller')].some(
        (band) => band.scrollWidth > band.clientWidth,
      ),
      met: parts.flatMap((one, at) =>
        parts
          .slice(at + 1)
          .filter((other) => meet(one.box, other.box))
          .map((other) => `${one.matrix} and ${other.matrix}`),
      ),
      visible: switches.filter((each) => Number(getComputedStyle(each).opacity) > 0).length / switches.length,
    };
  });
  assert.deepEqual(met, []);
  assert.equal(overflow, false);
  assert.equal(visible, 1);
  await context.close();
});

for (const [width, height] of [
  [1280, 720],
  [360, 640],
])
  test(`the list of keys opens at its start, with its heading and its button in sight (${width} × ${height})`, async () => {
    const { page, errors, axe, close } = await openLesson(harness, 'v=1&lesson=words&language=pt', {
      viewport: { width, height },
    });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    const parts = [
      dialog.getByRole('heading'),
      dialog.locator('dt').first(),
      dialog.getByRole('button', { name: 'Fechar' }),
    ];
    for (const part of parts) {
      const box = await part.boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height < height, `${await part.textContent()}`);
    }
    // The keys scroll the list, which has the focus.
    await page.keyboard.press('End');
    await page.waitForFunction(() => {
      const list = /** @type {HTMLElement} */ (document.querySelector('dialog dl'));
      return list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
    });
    assert.deepEqual(await axe('dialog'), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
    await close();
  });
