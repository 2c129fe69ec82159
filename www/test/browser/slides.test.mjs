/** Figures on slides: a page of fixed height, which moves on by keys that reach the document. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openAuthored } from './author-page.mjs';
import { start } from './harness.mjs';
import { settled } from './idle.mjs';

/** A dark slide with centered capitals, as many themes of reveal.js have. */
const SLIDE = `body { background: #191919; color: #fff; text-align: center; text-transform: uppercase; }
  main { max-width: none; width: 1120px; } main.narrow { width: 358px; } main.scaled { transform: scale(.6); transform-origin: 0 0; }`;

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/**
 * Opens a slide with figures, and records the keys that reach the document.
 *
 * @param {string} markup @param {string[]} tags @param {'no-preference' | 'reduce'} [reducedMotion]
 */
async function slide(markup, tags, reducedMotion = 'reduce') {
  const visit = await openAuthored(harness, markup, {
    scripts: tags.map((tag) => `www/define/${tag}-define.js`),
    style: SLIDE,
    open: { viewport: { width: 1200, height: 800 }, reducedMotion },
  });
  await visit.drawn();
  await visit.page.evaluate(() => {
    /** @type {string[]} */
    const keys = [];
    Object.assign(globalThis, { keys });
    document.addEventListener('keydown', ({ key }) => keys.push(key));
  });
  return {
    ...visit,
    /** Presses keys, and returns those that reached the page. @param {...string} pressed */
    async passed(...pressed) {
      for (const key of pressed) {
        await visit.page.keyboard.press(key);
        await settled(visit.page);
      }
      return visit.page.evaluate(() => /** @type {any} */ (globalThis).keys.splice(0));
    },
    step: () =>
      visit.page.evaluate(() => /** @type {any} */ (document.querySelector('heed-lesson')).state.step),
  };
}

/** How high a lesson is, and what its stage would need. @param {import('playwright-core').Page} page */
const heights = (page) =>
  page.evaluate(() => {
    const lesson = /** @type {HTMLElement} */ (document.querySelector('heed-lesson'));
    const stage = /** @type {HTMLElement} */ (lesson.shadowRoot?.querySelector('.lesson-stage'));
    return {
      lesson: lesson.getBoundingClientRect().height,
      needed: stage.scrollHeight,
      width: stage.scrollWidth - stage.clientWidth,
      steps: stage.querySelectorAll('.progress li').length,
    };
  });

/** @param {import('playwright-core').Page} page @param {number} step */
async function goTo(page, step) {
  await page.evaluate(
    (at) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: at }),
    step,
  );
  await settled(page);
}

describe('a height', () => {
  for (const [lesson, height, kind] of /** @type {[string, number, string][]} */ ([
    ['first', 700, ''],
    ['words', 700, ''],
    ['first', 520, ''],
    ['words', 520, ''],
    ['scaling', 520, ''],
    ['heads', 520, ''],
    ['words', 420, ''],
    ['words', 640, 'narrow'],
    ['first', 640, 'narrow'],
  ]))
    test(`of ${height} holds every step of ${lesson}${kind && ' in a narrow column'}`, async () => {
      const { page, errors, close } = await slide(
        `<heed-lesson view="figure" lesson="${lesson}" height="${height}"></heed-lesson>`,
        ['heed-lesson'],
      );
      await page.evaluate((name) => {
        /** @type {HTMLElement} */ (document.querySelector('main')).className = name;
      }, kind);
      await settled(page);
      for (let step = 0; step < (await heights(page)).steps; step += 1) {
        await goTo(page, step);
        const found = await heights(page);
        assert.equal(found.lesson, height, `step ${step + 1}`);
        assert.equal(found.needed, height, `step ${step + 1}`);
        assert.equal(found.width, 0, `step ${step + 1}`);
      }
      assert.deepEqual(errors, []);
      await close();
    });

  test('that is low leaves out names, the sum and the words, and what does not fit is scrolled', async () => {
    const { page, close } = await slide(
      '<heed-lesson view="figure" lesson="words" step="score" height="420"></heed-lesson>',
      ['heed-lesson'],
    );
    const seen = () =>
      page.evaluate(() => {
        const root = document.querySelector('heed-lesson')?.shadowRoot;
        const isSeen = (/** @type {string} */ part) => {
          const { width = 0, height = 0 } = root?.querySelector(part)?.getBoundingClientRect() ?? {};
          return width > 1 && height > 1;
        };
        return ['h2', '.words', '.sum', '.next'].filter(isSeen);
      });
    assert.deepEqual(await seen(), ['h2', '.words', '.sum', '.next']);
    for (const [height, parts] of /** @type {[number, string[]][]} */ ([
      [360, ['.words', '.sum', '.next']],
      [300, ['.words', '.next']],
      [240, ['.next']],
    ])) {
      await page.evaluate(
        (high) => document.querySelector('heed-lesson')?.setAttribute('height', high),
        String(height),
      );
      await settled(page);
      assert.deepEqual(await seen(), parts, String(height));
      assert.equal((await heights(page)).lesson, height);
      const next = await page.locator('heed-lesson .next').boundingBox();
      const whole = await page.locator('heed-lesson').boundingBox();
      assert.ok(next && whole && next.y + next.height <= whole.y + whole.height + 1, 'Next is in sight');
    }
    await close();
  });

  test('that is removed lets the figure be as high as its content, and a wrong one is reported', async () => {
    const visit = await slide('<heed-lesson view="figure" lesson="words" height="300"></heed-lesson>', [
      'heed-lesson',
    ]);
    const { page } = visit;
    assert.equal((await heights(page)).lesson, 300);
    await page.evaluate(() => document.querySelector('heed-lesson')?.removeAttribute('height'));
    await settled(page);
    assert.ok((await heights(page)).lesson > 400);
    await page.evaluate(() => document.querySelector('heed-lesson')?.setAttribute('height', '100'));
    const [{ message, fatal }] = await visit.received('heed-error');
    assert.equal(message, 'height: "100" is not a whole number from 240 to 2160');
    assert.equal(fatal, false);
    await visit.close();
  });

  test('on a scaled slide leaves the pointer at its cell', async () => {
    const { page, close } = await slide(
      '<heed-lesson view="figure" lesson="words" step="embed" height="520"></heed-lesson>',
      ['heed-lesson'],
    );
    await page.evaluate(() => {
      /** @type {HTMLElement} */ (document.querySelector('main')).className = 'scaled';
    });
    await settled(page);
    const box = await page.locator('heed-lesson heed-map [part=canvas]').first().boundingBox();
    assert.ok(box);
    // The matrix X is 4 x 3: this is row 1, column 2.
    await page.mouse.click(box.x + (box.width * 2.5) / 3, box.y + (box.height * 1.5) / 4);
    await settled(page);
    const cursor = await page.evaluate(
      () => /** @type {any} */ (document.querySelector('heed-lesson')).state.cursor,
    );
    assert.deepEqual([cursor.row, cursor.col], [1, 2]);
    await close();
  });
});

describe('the keys of a figure', () => {
  test('move a lesson and not the slides, and at its ends the slides', async () => {
    const { page, passed, step, close } = await slide(
      '<heed-lesson view="figure" lesson="order" height="520"></heed-lesson>',
      ['heed-lesson'],
    );
    await page.locator('heed-lesson .progress button').first().focus();
    // The first step shows two answers before it leads further.
    assert.deepEqual(await passed('PageDown', 'ArrowRight', 'PageDown', 'ArrowRight'), []);
    assert.equal(await step(), 2);
    assert.deepEqual(await passed('ArrowLeft', 'End'), []);
    // The last step: what leads further is for the slides.
    assert.deepEqual(await passed('PageDown', 'ArrowRight', 'End'), ['PageDown', 'ArrowRight', 'End']);
    assert.deepEqual(await passed('Home'), []);
    assert.equal(await step(), 0);
    assert.deepEqual(await passed('PageUp', 'ArrowLeft'), ['PageUp', 'ArrowLeft']);
    // Space presses a button that has the focus.
    await page.locator('heed-lesson .next').focus();
    assert.deepEqual(await passed(' '), []);
    assert.equal(await step(), 1);
    // A figure has no use for these.
    assert.deepEqual(await passed('b', '.', 'Escape', 'f', 'ArrowUp'), ['b', '.', 'Escape', 'f', 'ArrowUp']);
    await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
    assert.deepEqual(await passed('ArrowRight', 'PageDown', ' '), ['ArrowRight', 'PageDown', ' ']);
    assert.equal(await step(), 1);
    await close();
  });

  test('that are typed into an answer do not reach the slides', async () => {
    const { page, passed, close } = await slide(
      '<heed-lesson view="figure" lesson="words" step="score" height="520"></heed-lesson>',
      ['heed-lesson'],
    );
    const field = page.locator('heed-lesson .question input');
    await field.focus();
    assert.deepEqual(await passed('1', '.', 'b', 'ArrowLeft', 'Backspace', 'Home', 'Enter'), []);
    assert.deepEqual(await passed('Escape', 'F5'), ['Escape', 'F5']);
    await close();
  });

  test('do not reach the slides from a presentation', async () => {
    const { page, passed, step, close } = await slide(
      '<heed-lesson view="figure" lesson="order" height="520"></heed-lesson>',
      ['heed-lesson'],
    );
    // A page that may not fill the screen shows the presentation in its window, where the page gets Escape.
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
      /** @type {any} */ (document.querySelector('heed-lesson')).present();
    });
    await settled(page);
    assert.deepEqual(await passed('b', '.', 'PageDown', 'End', 'PageDown', 'ArrowRight'), []);
    assert.equal(await step(), 2);
    assert.deepEqual(await passed('Escape'), []);
    assert.equal(await page.locator('heed-lesson .presenting').count(), 0);
    assert.equal((await heights(page)).lesson, 520);
    assert.deepEqual(await passed('Escape'), ['Escape']);
    await close();
  });

  const GRID = '1 0; 0.25 0.75';
  for (const [tag, markup, part] of [
    ['heed-map', `<heed-map values="${GRID}" query="0" key="0"></heed-map>`, '[role=application]'],
    [
      'heed-mask',
      '<heed-mask view="figure" queries="6" query="1" key="0"></heed-mask>',
      '[role=application]',
    ],
    ['heed-contrast', '<heed-contrast view="figure"></heed-contrast>', '[role=application]'],
    [
      'heed-lesson',
      '<heed-lesson view="figure" lesson="words" step="embed"></heed-lesson>',
      '[role=application]',
    ],
    ['heed-heads', '<heed-heads view="figure"></heed-heads>', '[role=application]'],
  ])
    test(`of the cells of ${tag} do not reach the page, and others do`, async () => {
      const { page, passed, close } = await slide(markup, [tag]);
      if (tag === 'heed-heads')
        await page.evaluate(() => {
          const data = { shape: [1, 1, 3, 3], weights: [1, 0, 0, 0.5, 0.5, 0, 0.2, 0.3, 0.5] };
          Object.assign(/** @type {any} */ (document.querySelector('heed-heads')), { data });
        });
      await page.locator(`${tag} ${part}`).first().focus();
      await settled(page);
      assert.deepEqual(await passed('ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home', 'End'), []);
      assert.deepEqual(await passed('Escape', 'b', 'F5'), ['Escape', 'b', 'F5']);
      await close();
    });
});
