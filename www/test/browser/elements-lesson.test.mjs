// `<heed-map>`, `<heed-lesson>` and `<heed-contrast>` as authors use them: in an article, under the page's
// policy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { article, define, isWide, pixel, put, ready, received, settled } from './elements.mjs';
import { PAGE_POLICY, start } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness.close());

const WEIGHTS = '1 0 0; 0.25 0.75 0; 0.2 0.3 0.5';

describe('a heatmap in an article', () => {
  test('is drawn from attributes, with its labels, legend and cursor, and dispatches only that it is ready', async () => {
    const { page, errors, axe, close } = await article(harness);
    await put(page, [
      'heed-map',
      {
        values: WEIGHTS,
        'query-labels': 'the cat sat',
        'key-labels': 'the cat sat',
        mask: 'causal',
        query: '2',
        key: '1',
      },
      'no figure',
    ]);
    await define(page, 'map');
    await ready(page);
    assert.deepEqual(
      (await received(page)).map(([type]) => type),
      ['heed-ready'],
    );
    const map = page.locator('heed-map');
    assert.equal(
      await map
        .locator('[part=legend]')
        .innerText()
        .then((text) => text.includes('query (down), key (across)') && text.includes('masked')),
      true,
    );
    assert.deepEqual(await map.locator('[part=rows] span').allInnerTexts(), ['the', 'cat', 'sat']);
    assert.equal(await map.locator('[part=cursor]').count(), 1);
    const [dark, light] = [await pixel(page, 'heed-map', 0, 0), await pixel(page, 'heed-map', 2, 0)];
    assert.ok(dark[0] < light[0], 'a weight of 1 is darker than one of 0.2 on a light page');
    assert.deepEqual(await axe('main'), []);
    assert.deepEqual(errors, []);
    await close();
  });

  test('applies several attributes of one task as one change', async () => {
    const { page, close } = await article(harness);
    await put(page, ['heed-map', { values: WEIGHTS }]);
    await define(page, 'map');
    await ready(page);
    const drawn = await page.evaluate(async () => {
      const map = /** @type {any} */ (document.querySelector('heed-map'));
      let count = 0;
      // Each drawing is requested as a frame.
      const frame = globalThis.requestAnimationFrame;
      globalThis.requestAnimationFrame = (call) => {
        count += 1;
        return frame(call);
      };
      map.setAttribute('scale', 'data');
      map.setAttribute('colormap', 'viridis');
      map.setAttribute('name', 'shares');
      await new Promise((done) => {
        frame(() => frame(done));
      });
      return [count, map.figure.map, map.figure.high, map.figure.name];
    });
    assert.deepEqual(drawn, [1, 'viridis', 1, 'shares']);
    await close();
  });

  test('uses numbers that were set before it was defined, and shows its content until then', async () => {
    const { page, close } = await article(harness);
    await put(page, ['heed-map', {}, 'no figure']);
    await page.evaluate(() =>
      Object.assign(document.querySelector('heed-map') ?? {}, {
        data: { rows: 1, cols: 2, data: Float32Array.of(0.5, 0.5), keyLabels: ['a', 'b'] },
      }),
    );
    assert.equal(await page.getByText('no figure').isVisible(), true);
    await define(page, 'map');
    await ready(page);
    assert.equal(await page.getByText('no figure').isVisible(), false);
    assert.deepEqual(await page.locator('heed-map [part=columns] span').allInnerTexts(), ['a', 'b']);
    await close();
  });

  test('dispatches what the reader selects and changes, and keeps the new numbers', async () => {
    const { page, close } = await article(harness);
    await put(page, ['heed-map', { values: WEIGHTS, editable: '', id: 'one' }]);
    await define(page, 'map');
    await ready(page);
    await page.locator('heed-map [role=application]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('0.5');
    await page.keyboard.press('Enter');
    await settled(page);
    const events = await received(page);
    assert.deepEqual(events.slice(1), [
      ['heed-select', 'one', 1, 0],
      ['heed-select', 'one', 0.25, 1],
      ['heed-change', 'one', null, null],
    ]);
    const numbers = () =>
      page.evaluate(() => Array.from(/** @type {any} */ (document.querySelector('heed-map')).data.data));
    assert.equal((await numbers())[3], 0.5);
    await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-map')).undo());
    assert.equal((await numbers())[3], 0.25);
    await close();
  });

  test('shows a message for what it cannot read, and the rest of the page works', async () => {
    const { page, errors, close } = await article(harness);
    await put(
      page,
      ['heed-map', { id: 'length' }, 'no length'],
      ['heed-map', { id: 'rows', values: '1 2; 3' }],
      ['heed-map', { id: 'lost', src: 'figure.json' }, 'no file'],
      ['heed-map', { id: 'scheme', src: 'javascript:alert(1)' }],
      [
        'heed-map',
        { id: 'fine', values: '1', 'query-labels': '<img/src/onerror=alert(1)>', colormap: 'rainbow' },
      ],
    );
    await page.evaluate(() =>
      Object.assign(document.querySelector('#length') ?? {}, {
        data: { rows: 2, cols: 4, data: [1, 2, 3, 4, 5, 6] },
      }),
    );
    await define(page, 'map');
    await ready(page);
    await page.locator('#lost [role=alert]').waitFor();
    const said = await page
      .locator('heed-map')
      .evaluateAll((maps) =>
        maps.map((map) => [
          map.id,
          map.shadowRoot?.querySelector('[part=error], [part=notice]')?.textContent,
        ]),
      );
    assert.deepEqual(said, [
      ['length', '6 numbers but 2 × 4 cells'],
      ['rows', 'values: row 2 has 1 number and the first has 2'],
      ['lost', 'figure.json could not be read: 404'],
      ['scheme', 'only addresses of http and https are read'],
      ['fine', 'colormap: "rainbow" is not one of ember, viridis, cividis, grey'],
    ]);
    assert.equal(await page.getByText('no file').isVisible(), true);
    assert.deepEqual(await page.locator('#fine [part=rows] span').allInnerTexts(), [
      '<img/src/onerror=alert(1)>',
    ]);
    assert.equal(await page.locator('heed-map img').count(), 0);
    const fatal = (await received(page))
      .filter(([type]) => type === 'heed-error')
      .map(([, id, , isFatal]) => [id, isFatal])
      .sort();
    assert.deepEqual(fatal, [
      ['fine', false],
      ['length', true],
      ['lost', true],
      ['rows', true],
      ['scheme', true],
    ]);
    assert.deepEqual(
      errors.filter((error) => !error.includes('404')),
      [],
    );
    // The corrected numbers are drawn.
    await page.evaluate(() => document.querySelector('#rows')?.setAttribute('values', '1 2; 3 4'));
    await ready(page, 2);
    assert.equal(await page.locator('#rows [part=canvas]').isVisible(), true);
    await close();
  });

  test('follows the theme of any ancestor, and keeps its text colors', async () => {
    const { page, close } = await article(harness);
    await put(page, ['heed-map', { values: '1 0; 0.5 0.5' }]);
    await define(page, 'map');
    await ready(page);
    const light = await pixel(page, 'heed-map', 0, 1);
    await page.evaluate(() => {
      const main = /** @type {HTMLElement} */ (document.querySelector('main'));
      main.style.colorScheme = 'dark';
      main.style.setProperty('--heed-ink', 'rgb(1, 2, 3)');
    });
    await page.waitForFunction(() => {
      const canvas = document.querySelector('heed-map')?.shadowRoot?.querySelector('canvas');
      const { data } = canvas?.getContext('2d')?.getImageData(canvas.width - 6, 4, 1, 1) ?? { data: [255] };
      return data[0] < 100;
    });
    assert.ok(light[0] > 200);
    assert.equal(
      await page.locator('heed-map [part=caption]').evaluate((caption) => getComputedStyle(caption).color),
      'rgb(1, 2, 3)',
    );
    await close();
  });
});

describe('a lesson in an article', () => {
  test('has the width of the column, its steps, the sum of its cell and its legend, and nothing else', async () => {
    const { page, errors, axe, close } = await article(harness, { viewport: { width: 320, height: 800 } });
    await put(
      page,
      [
        'heed-lesson',
        {
          lesson: 'words',
          show: 'whole',
          view: 'figure',
          step: 'softmax',
          query: '1',
          key: '2',
          mask: 'causal',
        },
        'no figure',
      ],
      ['p', {}, 'The text goes on.'],
    );
    await define(page, 'lesson');
    await ready(page);
    assert.equal(await isWide(page), false);
    assert.equal(await page.locator('heed-lesson [aria-current=step]').innerText(), '6 Softmax');
    assert.equal(await page.locator('heed-lesson .inspector h3').innerText(), 'Weight of word_3 for word_2');
    assert.equal(await page.locator('heed-lesson [part=legend]').isVisible(), true);
    assert.equal(
      await page
        .locator('heed-lesson')
        .locator('select:visible, input:visible, h2:visible, .queries:visible')
        .count(),
      0,
    );
    assert.equal(
      await page.locator('heed-lesson [data-matrix=weights]').evaluate((map) => {
        const { left, right } = map.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      }),
      true,
      'what the step works out is visible',
    );
    assert.deepEqual(await axe('main'), []);
    assert.deepEqual(errors, []);
    await close();
  });

  test('scrolls the page by wheel and by swipe', async () => {
    const { page, close } = await article(harness, { viewport: { width: 390, height: 600 } });
    await put(
      page,
      ['heed-lesson', { show: 'whole', view: 'figure' }],
      ...Array.from(
        { length: 30 },
        () => /** @type {[string, {}, string]} */ (['p', {}, 'The text goes on.']),
      ),
    );
    await define(page, 'lesson');
    await ready(page);
    const box = /** @type {{ x: number, y: number }} */ (
      await page.locator('heed-lesson [data-matrix=x] [role=application]').boundingBox()
    );
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => scrollY >= 100);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const finger = (/** @type {'touchStart' | 'touchMove'} */ type, /** @type {number} */ up) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: box.x + 20, y: box.y - 60 - up }] });
    const from = await page.evaluate(() => scrollY);
    await finger('touchStart', 0);
    for (let up = 10; up <= 120; up += 10) await finger('touchMove', up);
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForFunction((before) => scrollY > before + 60, from);
    await client.detach();
    await close();
  });

  test('accepts custom numbers, reports those that do not fit, and dispatches only the reader’s actions', async () => {
    const { page, close } = await article(harness);
    await put(page, ['heed-lesson', { show: 'whole', view: 'figure', query: '1', key: '0' }]);
    await page.evaluate(() =>
      Object.assign(document.querySelector('heed-lesson') ?? {}, {
        data: {
          tokens: ['hot', 'tea'],
          embeddings: [
            [1, 0],
            [0, 1],
          ],
          wQ: [
            [2, 0],
            [0, 2],
          ],
          wK: [
            [1, 1],
            [0, 1],
          ],
          wV: [[1], [3]],
        },
      }),
    );
    await define(page, 'lesson');
    await ready(page);
    const scores = () =>
      page
        .locator('heed-lesson [data-matrix=scores]')
        .evaluate((/** @type {any} */ map) => Array.from(map.figure.matrix.data));
    assert.deepEqual(await scores(), [2, 0, 2, 2]);
    await page.evaluate(() =>
      Object.assign(document.querySelector('heed-lesson') ?? {}, {
        data: { tokens: ['a', 'b', 'c'], embeddings: [[1], [2], [3], [4]] },
      }),
    );
    await page.locator('heed-lesson [part=notice]').waitFor();
    assert.equal(
      await page.locator('heed-lesson [part=notice]').innerText(),
      '3 tokens but embeddings have 4 rows',
    );
    assert.deepEqual(await scores(), [2, 0, 2, 2]);
    assert.deepEqual(
      (await received(page)).map(([type]) => type),
      ['heed-ready', 'heed-error'],
    );
    await page
      .locator('heed-lesson [data-matrix=weights] [role=application]')
      .click({ position: { x: 8, y: 8 } });
    await settled(page);
    const [type, , weight, query] = (await received(page)).at(-1) ?? [];
    assert.deepEqual([type, query, typeof weight], ['heed-select', 0, 'number']);
    await close();
  });

  test('applies its attributes in one drawing, and keeps the first lesson if the new one is unknown', async () => {
    const { page, close } = await article(harness);
    await put(page, ['heed-lesson', { show: 'whole', lesson: 'nosuch', view: 'figure' }]);
    await define(page, 'lesson');
    await ready(page);
    assert.match(
      await page.locator('heed-lesson [part=notice]').innerText(),
      /^lesson: "nosuch" is not one of first, words/,
    );
    const [count, state] = await page.evaluate(async () => {
      const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
      let drawings = 0;
      const { views } = lesson.room;
      const { draw } = views;
      views.draw = (/** @type {any} */ model) => {
        drawings += 1;
        draw.call(views, model);
      };
      for (const [name, value] of [
        ['lesson', 'frase'],
        ['step', '3'],
        ['mask', 'causal'],
        ['digits', '2'],
      ])
        lesson.setAttribute(name, value);
      await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
      return [drawings, lesson.state];
    });
    assert.deepEqual(
      [count, state.lesson, state.step, state.switches.mask, state.digits],
      [1, 'frase', 2, 'causal', 2],
    );
    const sameFrame = await page.evaluate(async () => {
      const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
      const maps = [...lesson.shadowRoot.querySelectorAll('[data-matrix]')].filter(
        (map) => map.clientWidth > 0,
      );
      let drawings = 0;
      const context = CanvasRenderingContext2D.prototype;
      const { putImageData } = context;
      context.putImageData = function counted(/** @type {any[]} */ ...all) {
        if (maps.some((map) => map.shadowRoot.contains(this.canvas))) drawings += 1;
        return Reflect.apply(putImageData, this, all);
      };
      const edits = [{ matrix: 'wV', row: 0, col: 0, value: 4 }];
      lesson.state = { ...lesson.state, edits };
      // This callback runs in the same frame as the lesson's own, which was requested before.
      await new Promise((done) => requestAnimationFrame(done));
      return [maps.length > 3, drawings > 0];
    });
    assert.deepEqual(sameFrame, [true, true]);
    assert.deepEqual(
      (await received(page)).map(([type]) => type),
      ['heed-error', 'heed-ready'],
    );
    await close();
  });

  test('keeps its state while it is moved', async () => {
    const { page, close } = await article(harness);
    await put(page, ['p', {}, 'A text.'], ['heed-lesson', { show: 'whole', view: 'figure' }]);
    await define(page, 'lesson');
    await ready(page);
    await page.locator('heed-lesson .steps button').nth(2).click();
    await settled(page);
    await page.evaluate(() =>
      document.querySelector('main')?.prepend(/** @type {Element} */ (document.querySelector('heed-lesson'))),
    );
    await settled(page);
    assert.equal(await page.locator('heed-lesson [aria-current=step]').innerText(), '3 Score');
    assert.equal((await received(page)).filter(([type]) => type === 'heed-ready').length, 1);
    await close();
  });

  test('several figures of a page share their programs, also on a right-to-left page', async () => {
    const { page, errors, close } = await article(harness);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      const { instantiate, instantiateStreaming } = WebAssembly;
      Object.assign(globalThis, { started: 0 });
      const counted =
        (/** @type {Function} */ call) =>
        (/** @type {unknown[]} */ ...given) => {
          /** @type {any} */ (globalThis).started += 1;
          return call.apply(WebAssembly, given);
        };
      Object.assign(WebAssembly, {
        instantiate: counted(instantiate),
        instantiateStreaming: counted(instantiateStreaming),
      });
    });
    await put(
      page,
      ['heed-map', { values: '1 0; 0.5 0.5', 'query-labels': 'a b' }],
      ['heed-lesson', { show: 'whole', view: 'figure' }],
      ['heed-contrast', { view: 'figure', figure: 'late', tokens: '4' }],
    );
    await define(page, 'map', 'lesson', 'contrast');
    await ready(page, 2);
    await page.locator('heed-contrast').scrollIntoViewIfNeeded();
    await ready(page, 3);
    // Mistakes are computed by a program of their own, and painted by that of the others.
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).started), 2);
    const [label, canvas] = await Promise.all(
      ['[part=rows]', '[part=canvas]'].map((part) =>
        page.locator(`main > heed-map ${part}`).first().boundingBox(),
      ),
    );
    assert.ok(Number(label?.x) < Number(canvas?.x), 'rows are labeled at the left');
    assert.equal(await isWide(page), false);
    assert.deepEqual(errors, []);
    await close();
  });
});

describe('mistakes in an article', () => {
  test('shows both sides of the chosen figure, with its options', async () => {
    const { page, errors, axe, close } = await article(harness, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    await put(page, [
      'heed-contrast',
      { view: 'figure', figure: 'cache', past: '2', tokens: '3', query: '0', key: '1', offset: '99' },
      'no figure',
    ]);
    await define(page, 'contrast');
    await ready(page);
    assert.equal(await isWide(page), false);
    const sizes = await page
      .locator('heed-contrast [data-matrix=weights]')
      .evaluateAll((maps) =>
        maps.map((/** @type {any} */ map) => [map.figure.matrix.rows, map.figure.matrix.cols]),
      );
    assert.deepEqual(sizes, [
      [3, 5],
      [3, 5],
    ]);
    assert.match(
      await page.locator('heed-contrast [part=notice]').innerText(),
      /^offset: "99" is not a whole number/,
    );
    assert.equal(
      await page.locator('heed-contrast').locator('select:visible, input:visible, .steps, details').count(),
      0,
    );
    await page
      .locator('heed-contrast [data-matrix=weights] [role=application]')
      .first()
      .click({ position: { x: 6, y: 6 } });
    await settled(page);
    const [type, , weight, query] = (await received(page)).at(-1) ?? [];
    assert.deepEqual([type, query, typeof weight], ['heed-select', 0, 'number']);
    assert.deepEqual(await axe('main'), []);
    assert.deepEqual(errors, []);
    await close();
  });
});
