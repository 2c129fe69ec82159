import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LANGUAGE_IDS } from '../../state/languages.js';
import { setClock } from './clock.mjs';
import { choose, PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * Opens the room and waits for its maps.
 *
 * @param {string} [more] - of the fragment
 * @param {import('./harness.mjs').OpenOptions} [options]
 */
async function openRoom(more = '', options) {
  const visit = await harness.open(`index.html#v=1&room=masks${more && `&${more}`}`, options);
  await visit.page.locator('heed-mask .map').first().waitFor();
  await settled(visit.page);
  return visit;
}

/** @param {Page} page @returns {Promise<import('../../rooms/masks/types.js').MaskState>} */
const state = (page) => page.evaluate(() => /** @type {any} */ (document.querySelector('heed-mask')).state);
/** @param {Page} page @param {string} selector */
const text = async (page, selector) =>
  (await page.locator(`heed-mask ${selector}`).first().innerText()).replaceAll('\n', ' ');
/** @param {Page} page @param {'pattern' | 'scores' | 'weights'} name */
const map = (page, name) => page.locator(`heed-mask [data-map="${name}"] .map`);
/** @param {Page} page */
const expression = (page) => page.getByLabel('The mask as an expression');

/**
 * The middle of a cell on the screen.
 *
 * @param {Page} page @param {'pattern' | 'scores' | 'weights'} name @param {number} query @param {number} key
 */
async function place(page, name, query, key) {
  await map(page, name).scrollIntoViewIfNeeded();
  const box = await map(page, name).boundingBox();
  const { queries, keys } = await state(page);
  if (!box) throw new Error(`${name} is not on the screen`);
  return { x: box.x + (box.width * (key + 0.5)) / keys, y: box.y + (box.height * (query + 0.5)) / queries };
}

/**
 * The colors in each cell of a map: one for a value, several for a hatch.
 *
 * @param {Page} page
 * @param {'pattern' | 'scores' | 'weights'} name
 * @returns {Promise<string[][][]>}
 */
async function colors(page, name) {
  const { queries, keys } = await state(page);
  return page.evaluate(
    ([id, rows, cols]) => {
      const canvas = /** @type {HTMLCanvasElement} */ (
        document.querySelector('heed-mask')?.shadowRoot?.querySelector(`[data-map="${id}"] canvas`)
      );
      const [wide, high] = [canvas.width / Number(cols), canvas.height / Number(rows)];
      return Array.from({ length: Number(rows) }, (_, row) =>
        Array.from({ length: Number(cols) }, (__, col) => {
          const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
            Math.floor(col * wide),
            Math.floor(row * high),
            Math.floor(wide) - 1,
            Math.floor(high) - 1,
          );
          return [
            ...new Set(
              Array.from({ length: data.length / 4 }, (___, pixel) =>
                data.slice(pixel * 4, pixel * 4 + 3).join(),
              ),
            ),
          ];
        }),
      );
    },
    [name, queries, keys],
  );
}

test('the three maps draw one mask: values where it allows, a hatch where it forbids', async () => {
  const { page, errors, close } = await openRoom('mask=causal+and+window(3)&queries=8&keys=8');
  for (const name of /** @type {const} */ (['pattern', 'scores', 'weights'])) {
    const cells = await colors(page, name);
    cells.forEach((row, query) =>
      row.forEach((cell, key) => {
        const allowed = key <= query && query - key < 3;
        assert.equal(cell.length === 1, allowed, `${name}, query ${query}, key ${key}: ${cell}`);
      }),
    );
  }
  assert.deepEqual(errors, []);
  await close();
});

test('an expression is drawn while it is typed, and all typing is one undo step', async () => {
  const { page, close } = await openRoom();
  await expression(page).fill('');
  await expression(page).pressSequentially('causal or prefix(8)');
  await settled(page);
  assert.equal((await state(page)).text, 'causal or prefix(8)');
  assert.match(await text(page, '.figures'), /384|328/);
  await expression(page).press('Enter');
  await choose(page, 'Undo');
  await settled(page);
  assert.equal(await expression(page).inputValue(), 'causal and window(6)');
  await close();
});

test('an error has its column, its character is marked, F8 moves there, and the last valid mask stays', async () => {
  const { page, errors, close } = await openRoom();
  const drawn = await colors(page, 'pattern');
  await expression(page).fill('causal and window(-2)');
  await settled(page);
  const problem = page.locator('heed-mask .expression .problem');
  assert.match(await problem.innerText(), /[Cc]olumn 19: .* -2/);
  assert.equal(await expression(page).getAttribute('aria-invalid'), 'true');
  assert.equal(await page.locator('heed-mask .behind .wrong').innerText(), '-');
  await expression(page).evaluate((field) =>
    /** @type {HTMLTextAreaElement} */ (field).setSelectionRange(0, 0),
  );
  await page.keyboard.press('F8');
  assert.equal(
    await expression(page).evaluate((field) => /** @type {HTMLTextAreaElement} */ (field).selectionStart),
    18,
  );
  assert.deepEqual(await colors(page, 'pattern'), drawn);
  assert.equal((await state(page)).text, 'causal and window(6)');
  await page.keyboard.press('Escape');
  await settled(page);
  assert.equal(await expression(page).inputValue(), 'causal and window(6)');
  assert.equal(await problem.isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test('pointing at a cell of one map highlights it in all three, with the deciding comparison and its clause in the text', async () => {
  const { page, close } = await openRoom('cursor=0:0');
  const { x, y } = await place(page, 'weights', 14, 3);
  await page.mouse.move(x, y);
  await settled(page);
  const boxes = await page
    .locator('heed-mask .over .cell')
    .evaluateAll((cells) => cells.map((cell) => /** @type {HTMLElement} */ (cell).style.transform));
  assert.deepEqual(boxes, Array(3).fill(boxes[0]));
  const says = await text(page, '.cell-view');
  assert.match(says, /query 14, key 3/);
  assert.match(says, /forbidden by window\(6\)/i);
  assert.match(says, /14 − 3 < 6/);
  assert.match(says, /3 ≤ 14/);
  assert.deepEqual(await page.locator('heed-mask .behind .decides').allInnerTexts(), ['window(6)']);
  await page.mouse.move(1, 1);
  await settled(page);
  assert.match(await text(page, '.cell-view h3'), /query 0, key 0/);
  await close();
});

test('keys move the cursor through all three maps, with announcements', async () => {
  const { page, close } = await openRoom();
  await map(page, 'scores').focus();
  const said = async () => {
    await settled(page);
    return text(page, '.spoken');
  };
  assert.match(
    await said(),
    /^query 14, key 3, forbidden by window\(6\), without the mask its weight is 0\.\d+$/,
  );
  for (const key of ['End', 'ArrowUp', 'PageDown', 'Control+Home']) await page.keyboard.press(key);
  assert.match(
    await said(),
    /^query 0, key 0, allowed by causal, window\(6\), scaled score [−\d.]+, weight 1$/,
  );
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.deepEqual((await state(page)).cursor, { query: 16, key: 1 });
  await close();
});

test('a slider changes its number in the text, and a drag is one undo step', async () => {
  const { page, close } = await openRoom('mask=causal++and+WINDOW(+6+)');
  const slider = page.locator('heed-mask .clauses input[type=range]').first();
  const before = await text(page, '.figures');
  for (const value of ['7', '8', '9'])
    await slider.evaluate((range, now) => {
      Object.assign(range, { value: now }).dispatchEvent(new Event('input'));
    }, value);
  await slider.evaluate((range) => range.dispatchEvent(new Event('change')));
  await settled(page);
  assert.equal(await expression(page).inputValue(), 'causal  and WINDOW( 9 )');
  assert.notEqual(await text(page, '.figures'), before);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal(await expression(page).inputValue(), 'causal  and WINDOW( 6 )');
  await close();
});

test('an invalid number of a clause is rejected next to it, and nothing is lost', async () => {
  const { page, close } = await openRoom();
  const field = page.locator('heed-mask .clauses .number [inputmode=numeric]').first();
  for (const [typed, says] of /** @type {[string, RegExp][]} */ ([
    ['-2', /-2/],
    ['six', /whole number.*six/],
    ['0', /0/],
  ])) {
    await field.fill(typed);
    await field.press('Enter');
    await settled(page);
    assert.match(await text(page, '.clauses .problem'), says);
    assert.equal((await state(page)).text, 'causal and window(6)');
  }
  await field.press('Escape');
  assert.equal(await field.inputValue(), '6');
  await close();
});

test('clauses can be added, aligned and removed', async () => {
  const { page, close } = await openRoom('mask=causal+or+prefix(8)');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await page.getByRole('button', { name: '+ not' }).click();
  await page.getByLabel('Clause', { exact: true }).selectOption('global');
  await add.click();
  await settled(page);
  assert.equal((await state(page)).text, 'causal or prefix(8) or not global(0)');
  assert.equal(await add.evaluate((button) => button.matches(':focus')), true);
  await page.getByLabel('Alignment').first().selectOption('offset');
  await settled(page);
  assert.equal((await state(page)).text, 'causal(offset=0) or prefix(8) or not global(0)');
  await page.getByRole('button', { name: 'Remove prefix' }).click();
  await settled(page);
  assert.equal((await state(page)).text, 'causal(offset=0) or not global(0)');
  assert.equal(
    await page.getByRole('button', { name: '+ clause' }).evaluate((button) => button.matches(':focus')),
    true,
  );
  await close();
});

test('an impossible edit is reported above the maps, and nothing is lost', async () => {
  const { page, errors, close } = await openRoom(`mask=${Array(64).fill('causal').join('+and+')}`);
  await page.getByRole('button', { name: '+ clause' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await settled(page);
  assert.match(await text(page, '.notice'), /64 clauses/);
  assert.equal((await state(page)).text.split('and').length, 64);
  assert.deepEqual(errors, []);
  await close();
});

test('a rejected slider shows the reason, also after release', async () => {
  const { page, close } = await openRoom('mask=prefix(8)');
  const slider = page.locator('heed-mask .settings input[type=range]').first();
  await slider.evaluate((range) => {
    Object.assign(range, { value: '2' }).dispatchEvent(new Event('input'));
    range.dispatchEvent(new Event('change'));
  });
  await settled(page);
  assert.match(await text(page, '.settings .problem:not([hidden])'), /8 tokens, but there are 3 keys/);
  assert.equal((await state(page)).keys, 24);
  assert.equal(await slider.inputValue(), '23');
  await close();
});

test('a brush paints into the expression by dragging, as one undo step', async () => {
  const { page, errors, close } = await openRoom('mask=none&queries=8&keys=8');
  await page.getByRole('group', { name: 'Brush' }).getByRole('button', { name: 'allow' }).click();
  const [from, to] = [await place(page, 'pattern', 1, 1), await place(page, 'pattern', 1, 5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await settled(page);
  assert.equal((await state(page)).text, 'cells(1:1-5)');
  const cells = await colors(page, 'pattern');
  assert.deepEqual(
    cells[1].map((cell) => cell.length === 1),
    [false, true, true, true, true, true, false, false],
  );
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal((await state(page)).text, 'none');
  assert.deepEqual(errors, []);
  await close();
});

test('a stroke with too many rectangles is reported and reverted', async () => {
  const { page, errors, close } = await openRoom('mask=none&queries=128&keys=128&brush=allow');
  const { x, y } = await place(page, 'pattern', 0, 0);
  const cell = ((await place(page, 'pattern', 0, 127)).x - x) / 127;
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Diagonals, down and up: each of their cells is a separate rectangle.
  for (let line = 0; line < 60; line += 6) {
    const ends = [
      [line, 0],
      [127, 127 - line],
    ];
    for (const [key, query] of line % 12 ? ends.reverse() : ends)
      await page.mouse.move(x + key * cell, y + query * cell);
  }
  await page.mouse.up();
  await settled(page);
  assert.match(await text(page, '.notice'), /512 rectangles/);
  const painted = (await state(page)).text;
  await page.getByRole('button', { name: 'GPT' }).click();
  for (const before of [painted, 'none']) {
    await page.keyboard.press('Control+z');
    await settled(page);
    assert.equal((await state(page)).text, before);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('Escape cancels a stroke', async () => {
  const { page, close } = await openRoom('mask=none&queries=8&keys=8&brush=allow');
  const { x, y } = await place(page, 'pattern', 1, 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 3 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await settled(page);
  assert.equal((await state(page)).text, 'none');
  await close();
});

test('a cell is painted by keyboard, and toggled if no brush is chosen', async () => {
  const { page, close } = await openRoom('mask=causal&queries=8&keys=8&cursor=2:5');
  await map(page, 'pattern').focus();
  await page.keyboard.press('Space');
  await settled(page);
  assert.equal((await state(page)).text, 'causal or cells(2:5)');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await state(page)).text, 'causal');
  await close();
});

test('the weight that the mask removes from a row goes to the others, with figures', async () => {
  const { page, close } = await openRoom('mask=causal+and+window(6)&cursor=14:12');
  const [, share, keys] =
    /^Without the mask, (0\.\d+) of the row’s weight .*: (\d+)\.$/.exec(await text(page, '.strip .says')) ??
    [];
  assert.equal(keys, '6');
  assert.ok(Number(share) > 0 && Number(share) < 1);
  const gains = () => page.locator('heed-mask .strip .gains[d]').getAttribute('d');
  const before = await gains();
  assert.equal((before?.match(/M/g) ?? []).length, 6, 'six keys are left, and all of them gain');
  await expression(page).fill('all');
  // The weight flows back, which takes a moment.
  await page.waitForFunction(
    () =>
      document
        .querySelector('heed-mask')
        ?.shadowRoot?.querySelector('.strip .gains[d]')
        ?.getAttribute('d') === '',
  );
  assert.match(await text(page, '.strip .says'), /removes no key/);
  await expression(page).fill('none');
  await settled(page);
  assert.match(await text(page, '.strip .says'), /no keys, so its row of weights is all zeros/);
  await close();
});

test('the weights animate for at most 300 ms, and not at all with reduced motion', async () => {
  for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
    const { page, close } = await openRoom('cursor=14:12', { reducedMotion });
    const shapes = await page.evaluate(async () => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('heed-mask')?.shadowRoot);
      const path = /** @type {Element} */ (root.querySelector('.strip .stays[d]'));
      const field = /** @type {HTMLTextAreaElement} */ (root.querySelector('textarea'));
      /** @type {[number, string | null][]} */
      const seen = [];
      // The clock of the page advances by 20 ms a frame, so that a slow machine sees as many shapes as a fast
      // one.
      const began = performance.now();
      let time = began;
      performance.now = () => time;
      field.value = 'all';
      field.dispatchEvent(new Event('input'));
      for (let frame = 0; frame < 30; frame += 1) {
        await new Promise(requestAnimationFrame);
        const now = path.getAttribute('d');
        if (seen.at(-1)?.[1] !== now) seen.push([time - began, now]);
        time += 20;
      }
      return seen;
    });
    if (reducedMotion === 'reduce') assert.ok(shapes.length <= 2, `${shapes.length} shapes`);
    else assert.ok(shapes.length > 3, `${shapes.length} shapes`);
    assert.ok((shapes.at(-1)?.[0] ?? 0) <= 300, `the last at ${shapes.at(-1)?.[0]} ms`);
    await close();
  }
});

test('the generation goes row by row, counts reads and writes, and stops at the end', async () => {
  const { page, close } = await openRoom('mask=causal&queries=6&keys=6&speed=32');
  await page.keyboard.press(']');
  await settled(page);
  assert.equal((await state(page)).rows, 1);
  assert.match(
    await text(page, '.counts'),
    /Row 1 of 6: reads 1 from the cache, writes 1\. Keys read so far: 1, written: 1/,
  );
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await settled(page);
  assert.match(await text(page, '.counts'), /Row 3 of 6: reads 3 .* Keys read so far: 6, written: 3/);
  await assert.rejects(
    page.evaluate(() => /** @type {any} */ (document.querySelector('heed-mask')).step(NaN)),
    /step\(NaN\): steps are counted in whole numbers/,
  );
  assert.equal((await state(page)).rows, 3);
  const cells = await colors(page, 'pattern');
  assert.deepEqual(cells[0], (await colors(page, 'pattern'))[0]);
  assert.notDeepEqual(cells[5], cells[0]);
  await page.keyboard.press('[');
  await settled(page);
  assert.equal((await state(page)).rows, 2);
  await page.getByRole('button', { name: 'Play row by row' }).click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-mask')).state.rows === null,
  );
  await settled(page);
  assert.match(await text(page, '.counts'), /All rows: 6\. Keys read so far: 21, written: 6/);
  assert.ok(await page.getByRole('button', { name: 'Play row by row' }).isVisible());
  await close();
});

test('with reduced motion the generation moves only by steps', async () => {
  const { page, close } = await openRoom('', { reducedMotion: 'reduce' });
  assert.equal(await page.getByRole('button', { name: 'Play row by row' }).isVisible(), false);
  await page.getByRole('button', { name: 'Next query' }).click();
  await settled(page);
  assert.equal((await state(page)).rows, 1);
  await close();
});

test('queries and keys are linked until the reader unlinks them, and no invalid size is drawn', async () => {
  const { page, close } = await openRoom();
  const queries = page.getByRole('textbox', { name: 'queries' });
  await queries.fill('32');
  await queries.press('Enter');
  await settled(page);
  assert.equal((await state(page)).keys, 32);
  for (const typed of ['0', '2049', '-1']) {
    await queries.fill(typed);
    await queries.press('Enter');
    await settled(page);
    assert.match(await text(page, '.settings .problem:not([hidden])'), new RegExp(`${typed}\\..*1–2048`));
    assert.equal((await state(page)).queries, 32);
  }
  await page.getByRole('checkbox').uncheck();
  await queries.fill('16');
  await queries.press('Enter');
  await settled(page);
  assert.deepEqual([(await state(page)).queries, (await state(page)).keys], [16, 32]);
  await close();
});

test('a preset opens in its own size', async () => {
  const { page, close } = await openRoom();
  await page.getByRole('button', { name: 'Decode step with a cache' }).click();
  await settled(page);
  assert.deepEqual(
    [(await state(page)).queries, (await state(page)).keys, (await state(page)).tied],
    [1, 24, false],
  );
  assert.equal(
    await page.getByRole('button', { name: 'Decode step with a cache' }).getAttribute('aria-current'),
    'true',
  );
  await close();
});

test('the code of the mask is shown for three libraries, and can be copied', async () => {
  const { page, close } = await openRoom('mask=causal&queries=6&keys=6');
  const shown = page.locator('heed-mask .code pre');
  assert.match(await shown.innerText(), /np\./);
  await page.getByRole('button', { name: 'FlexAttention' }).click();
  await settled(page);
  assert.match(await shown.innerText(), /mask_mod/);
  await page.getByRole('button', { name: 'PyTorch SDPA' }).click();
  await settled(page);
  const code = await shown.innerText();
  assert.match(code, /scaled_dot_product_attention/);
  await page.locator('heed-mask .code').getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied.').waitFor();
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), code.trim());
  await close();
});

test('a map can be a table for up to 64 queries and keys, and above that the reason is shown', async () => {
  const { page, close } = await openRoom('mask=causal&queries=4&keys=4');
  await map(page, 'pattern').focus();
  await page.keyboard.press('t');
  await settled(page);
  const rows = await page
    .locator('heed-mask .tablebox tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
  assert.deepEqual(rows, [
    ['1', '0', '0', '0'],
    ['1', '1', '0', '0'],
    ['1', '1', '1', '0'],
    ['1', '1', '1', '1'],
  ]);
  await page.keyboard.press('t');
  await settled(page);
  assert.equal(await page.locator('heed-mask .tablebox').isVisible(), false);
  await page.getByRole('textbox', { name: 'queries' }).fill('65');
  await page.getByRole('textbox', { name: 'queries' }).press('Enter');
  await map(page, 'weights').focus();
  await page.keyboard.press('t');
  await settled(page);
  assert.match(await text(page, '.no-table'), /at most 64 queries and 64 keys/);
  await close();
});

test('a copied link opens the same room', async () => {
  const { page, close } = await openRoom(
    'mask=causal(offset=3)+and+(window(6)+or+global(0,+7-9))&queries=40&keys=48&seed=7&size=32&heads=16&kvHeads=4&alibi=3&rows=17&code=flex&cursor=5:6&map=viridis&scale=largest&brush=forbid',
  );
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const second = await harness.open(`index.html${new URL(link).hash}`);
  await second.page.locator('heed-mask .map').first().waitFor();
  await settled(second.page);
  assert.deepEqual(await state(second.page), await state(page));
  assert.equal((await state(page)).alibi, 3);
  assert.deepEqual(await colors(second.page, 'weights'), await colors(page, 'weights'));
  await second.close();
  await close();
});

test('an invalid link opens the default with the reason in one line', async () => {
  const links = /** @type {[string, RegExp][]} */ ([
    ['mask=window(-2)', /-2/],
    ['mask=window(-2)&language=es', /^El enlace .*-2/],
    ['queries=0', /queries = 0, but only 1–2048 is possible/],
    ['keys=2049', /keys = 2049, but only 1–2048 is possible/],
    ['mask=%F0%9F%98%80', /😀/],
    ['heads=8&kvHeads=3', /8 heads .* 3/],
    [`mask=${'a'.repeat(17 * 1024)}`, /16 KB/],
    ['mask=prefix(30)&queries=24&keys=24', /30/],
  ]);
  for (const [fragment, says] of links) {
    const visit = await harness.open(`index.html#v=1&room=masks&${fragment}`);
    // Until the room is ready, the line says that the page is loading.
    await visit.page.locator('heed-mask .map').first().waitFor();
    await settled(visit.page);
    assert.match(await visit.page.locator('#status').innerText(), says, fragment.slice(0, 40));
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

test('2,048 queries and keys are drawn at most once a frame, however often a slider moves', async () => {
  const { page, errors, close } = await openRoom('queries=2048&keys=2048&cursor=14:3');
  const draws = await page.evaluate(async () => {
    let put = 0;
    const original = CanvasRenderingContext2D.prototype.putImageData;
    CanvasRenderingContext2D.prototype.putImageData = function count(/** @type {any[]} */ ...all) {
      put += 1;
      return Reflect.apply(original, this, all);
    };
    const range = /** @type {HTMLInputElement} */ (
      document.querySelector('heed-mask')?.shadowRoot?.querySelector('.clauses input[type=range]')
    );
    for (let value = 100; value < 110; value += 1) {
      range.value = String(value);
      range.dispatchEvent(new Event('input'));
    }
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return put;
  });
  assert.equal(draws, 3, 'three maps, once each');
  assert.equal((await state(page)).text, 'causal and window(109)');
  assert.deepEqual(errors, []);
  await close();
});

test('millions of scores are computed over several frames, while the earlier maps and the fields stay', async () => {
  const { page, errors, close } = await openRoom('mask=all');
  const frames = await page.evaluate(async () => {
    const heedMask = /** @type {any} */ (document.querySelector('heed-mask'));
    const columns = () => heedMask.shadowRoot.querySelector('[data-map="pattern"] .columns').textContent;
    const before = columns();
    heedMask.setAttribute('queries', '2048');
    for (let count = 0; ; count += 1) {
      if (heedMask.state.queries === 2048 && columns() !== before) return count;
      if (!heedMask.shadowRoot.querySelector('.map')) throw new Error('the earlier maps are gone');
      await new Promise(requestAnimationFrame);
    }
  });
  assert.ok(frames >= 4, `drawn after ${frames} frames`);
  assert.deepEqual(errors, []);
  await close();
});

test('a drag and a generation dispatch changes a few times a second, and always the last one', async () => {
  const { page, warnings, close } = await openRoom('mask=causal&queries=256&keys=256&speed=128');
  await setClock(page);
  const received = await page.evaluate(async () => {
    let events = 0;
    const mask = /** @type {any} */ (document.querySelector('heed-mask'));
    mask.addEventListener('heed-change', () => {
      events += 1;
    });
    // Three seconds.
    for (let frame = 0; frame < 60; frame += 1) {
      mask.step(1);
      await mask.whenIdle();
      /** @type {any} */ (globalThis).passTime(50);
    }
    const during = events;
    mask.step(1);
    /** @type {any} */ (globalThis).passTime(500);
    return { during, after: events - during };
  });
  assert.deepEqual(received, { during: 9, after: 1 });
  const { rows } = await state(page);
  await page.waitForFunction(
    (last) => new URLSearchParams(location.hash.slice(1)).get('rows') === last,
    String(rows),
  );
  assert.deepEqual(warnings, []);
  await close();
});

test('the room has no violation that axe finds, in any look', async () => {
  const looks = /** @type {[string, import('./harness.mjs').OpenOptions][]} */ ([
    ['', {}],
    ['language=es&alibi=2&table=weights', { colorScheme: 'dark' }],
    ['mask=causal+and+cells(3:4)&rows=5', { viewport: { width: 390, height: 844 } }],
    ['', { forcedColors: 'active' }],
  ]);
  for (const [fragment, options] of looks) {
    const { axe, errors, close } = await openRoom(fragment, options);
    // In forced colors axe checks colors of the page's buttons that are not shown.
    assert.deepEqual(await axe(options.forcedColors ? 'heed-mask' : undefined), [], fragment);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('a tap moves the cursor', async () => {
  const { page, close } = await openRoom('mask=causal&queries=8&keys=8', {
    viewport: { width: 390, height: 844 },
  });
  const { x, y } = await place(page, 'pattern', 5, 2);
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  assert.deepEqual((await state(page)).cursor, { query: 7, key: 3 }, 'not yet: it may become a scroll');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-mask')).state.cursor.query === 5,
  );
  assert.deepEqual((await state(page)).cursor, { query: 5, key: 2 });
  await close();
});

test('a missing head of ALiBi is rejected next to its number', async () => {
  const { page, errors, close } = await openRoom('heads=8&alibi=2');
  const head = page.getByRole('textbox', { name: 'Head', exact: true });
  for (const typed of ['0', '-3', '9']) {
    await head.fill(typed);
    await head.press('Enter');
    await settled(page);
    assert.match(await text(page, '.settings .problem:not([hidden])'), new RegExp(`${typed}\\..*1–8`));
    assert.equal((await state(page)).alibi, 2);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the maps fill the available width, side by side or stacked, and never overflow', async () => {
  for (const [width, rows] of [
    [1440, 1],
    [1024, 1],
    [960, 1],
    [768, 1],
    [560, 3],
    [390, 3],
  ]) {
    const { page, close } = await openRoom('language=es', { viewport: { width, height: 900 } });
    const { maps, card } = await page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('heed-mask')?.shadowRoot);
      const box = (/** @type {Element} */ each) => each.getBoundingClientRect().toJSON();
      return {
        maps: [...root.querySelectorAll('.map')].map(box),
        card: box(/** @type {Element} */ (root.querySelector('.band'))),
      };
    });
    assert.equal(new Set(maps.map(({ top }) => top)).size, rows, `${width}`);
    assert.ok(
      maps.every(({ right }) => right <= card.right),
      `${width}`,
    );
    assert.ok(
      maps[0].width > (card.width / (rows === 1 ? 3 : 1)) * 0.6 || maps[0].width >= 380,
      `${width}: ${maps[0].width} of ${card.width}`,
    );
    await close();
  }
});

test('on a phone the maps stack, and nothing is wider than the screen', async () => {
  const { page, close } = await openRoom('language=es', { viewport: { width: 390, height: 844 } });
  const boxes = await page
    .locator('heed-mask .map')
    .evaluateAll((maps) => maps.map((each) => each.getBoundingClientRect().top));
  assert.ok(boxes[0] < boxes[1] && boxes[1] < boxes[2]);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await close();
});

test('the name of each preset is visible at every width, in every language', async () => {
  for (const language of LANGUAGE_IDS) {
    const { page, close } = await openRoom(`language=${language}`, {
      viewport: { width: 1280, height: 720 },
    });
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 720 });
      const names = await page.locator('heed-mask .presets button').evaluateAll((buttons) =>
        buttons.map((each) => {
          const { right } = each.getBoundingClientRect();
          const list = /** @type {Element} */ (each.closest('ul')).getBoundingClientRect();
          return { isCut: right > list.right + 0.5 || each.scrollWidth > each.clientWidth, right };
        }),
      );
      assert.ok(
        names.length > 0 && !names.some(({ isCut }) => isCut),
        `${language}, ${width}: ${JSON.stringify(names)}`,
      );
    }
    await close();
  }
});

test('in a large window the three maps, the expression and the controls are visible at once', async () => {
  const { page, close } = await openRoom();
  for (const selector of [
    '.expression',
    '[data-map="pattern"]',
    '[data-map="weights"]',
    '.play-view',
    '.cell-view',
    '.clauses',
    '.strip',
    '.figures',
  ]) {
    const box = await page.locator(`heed-mask ${selector}`).first().boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 900, `${selector}: ${JSON.stringify(box)}`);
  }
  await close();
});
