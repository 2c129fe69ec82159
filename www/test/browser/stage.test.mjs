import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { passTime, setClock } from './clock.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
import { fragment, map, nextAndPrepared, openLesson, place, settled, type } from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

const EIGHT_WORDS =
  'lesson=own&tokens=the+cat+sat+down+and+the+dog+left&model=8&key=8&value=8&from=1&embeddings=randn&drawn=randn';
/** How often the page may be laid out when a prepared step is shown and then drawn again. */
const MOST_LAYOUTS = 2;

/** @param {import('playwright-core').Page} page */
const sum = async (page) => (await page.locator('heed-lesson .sum').innerText()).replace(/\s+/g, ' ');
/** @param {import('playwright-core').Page} page */
const shownMatrices = (page) =>
  page
    .locator('heed-lesson .lesson-stage heed-map')
    .evaluateAll((maps) => maps.map((map) => /** @type {HTMLElement} */ (map).dataset.matrix));

test('a lesson opens its first step, and Next and Back move through the steps and the link', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step', {
    reducedMotion: 'reduce',
  });
  assert.deepEqual(await shownMatrices(page), ['x']);
  await page.getByRole('button', { name: 'Next: Project' }).click();
  await page.getByRole('button', { name: 'Next: Score' }).click();
  await settled(page);
  assert.deepEqual(await shownMatrices(page), ['q', 'kT', 'scores']);
  assert.match(await fragment(page), /lesson=words&show=step&step=3/);
  await page.getByRole('button', { name: 'Back' }).click();
  await settled(page);
  assert.deepEqual(await shownMatrices(page), ['x', 'wQ', 'q']);
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Clicks on a button of the stage. Returns what is shown in the next frame, and how many heatmaps were
 * painted until the step was drawn again in the frame after it.
 *
 * @param {import('playwright-core').Page} page @param {'next' | 'back'} name
 */
const clicked = (page, name) =>
  page.evaluate(async (name) => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
    const button = /** @type {HTMLElement} */ (root.querySelector(`.foot .${name}`));
    const was = location.hash;
    const { putImageData } = CanvasRenderingContext2D.prototype;
    let painted = 0;
    CanvasRenderingContext2D.prototype.putImageData = function (/** @type {any[]} */ ...how) {
      painted += 1;
      return Reflect.apply(putImageData, this, how);
    };
    button.focus();
    button.click();
    const atOnce = location.hash === was;
    // The click requested a frame before this.
    await new Promise((done) => requestAnimationFrame(done));
    const maps = [...root.querySelectorAll('.lesson-stage heed-map')].map((map) =>
      map.getAttribute('data-matrix'),
    );
    const shown = root.querySelector('[aria-current=step]')?.textContent?.trim();
    const isWrittenLater = atOnce && location.hash === was;
    await new Promise((done) => requestAnimationFrame(done));
    CanvasRenderingContext2D.prototype.putImageData = putImageData;
    return { painted, maps, shown, hasFocus: root.activeElement === button, isWrittenLater };
  }, name);

test('Next and Back show a prepared step: they paint nothing and lay the page out a few times at most', async () => {
  const { page, close } = await openLesson(harness, `v=1&${EIGHT_WORDS}&show=step&step=2`, {
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  await nextAndPrepared(page);
  await settled(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? NaN;
  };
  // On a slow machine another step would be prepared while layouts are counted.
  await page.evaluate(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  const shown = { painted: 0, hasFocus: true, isWrittenLater: true };
  for (const { name, step } of /** @type {const} */ ([
    { name: 'next', step: { maps: ['scores', 'scaled'], shown: 'Scale' } },
    { name: 'back', step: { maps: ['q', 'kT', 'scores'], shown: 'Score' } },
  ])) {
    const before = await layouts();
    assert.deepEqual(await clicked(page, name), { ...shown, ...step });
    const count = (await layouts()) - before;
    assert.ok(count <= MOST_LAYOUTS, `${count} layouts for ${name}`);
    await settled(page);
  }
  await clicked(page, 'next');
  await settled(page);
  assert.match(await fragment(page), /step=4/);
  // The address is up to date as soon as the reader turns to it.
  const written = await page.evaluate(() => {
    const root = document.querySelector('heed-lesson')?.shadowRoot;
    /** @type {HTMLElement} */ (root?.querySelector('.foot .next')).click();
    dispatchEvent(new Event('blur'));
    return location.hash;
  });
  assert.match(written, /step=5/);
  await close();
});

test('a step looks the same whether it was prepared, drawn at once or opened by its link', async () => {
  const view = (/** @type {number} */ step) => `v=1&${EIGHT_WORDS}&show=step&step=${step}`;
  const how = /** @type {const} */ ({ reducedMotion: 'reduce', viewport: { width: 1280, height: 720 } });
  const { page, close } = await openLesson(harness, view(2), how);
  const pictures = /** @type {string[]} */ ([]);
  const keep = async () => {
    await page.mouse.move(1, 1);
    await settled(page);
    pictures.push((await page.locator('heed-lesson').screenshot()).toString('base64'));
  };
  await nextAndPrepared(page);
  await nextAndPrepared(page);
  await keep();
  // Two steps back, and two forward at once: this step is not prepared.
  for (const step of [1, 3]) {
    await page.evaluate((to) => {
      const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
      lesson.state = { ...lesson.state, step: to };
    }, step);
    await settled(page);
  }
  await keep();
  await close();
  const opened = await openLesson(harness, view(4), how);
  await opened.page.mouse.move(1, 1);
  await settled(opened.page);
  pictures.push((await opened.page.locator('heed-lesson').screenshot()).toString('base64'));
  await opened.close();
  assert.equal(new Set(pictures).size, 1);
});

test('the sum below the figure is that of the cell that is pointed at, with its digits', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3&ask=none');
  const { x, y } = await place(page, 'scores', 2, 2);
  await page.mouse.move(x, y);
  await settled(page);
  assert.match(await sum(page), /4·2 \+ 0·4 \+ 2·3 = 14/);
  await page.mouse.move(1, 1);
  await map(page, 'scores').focus();
  await page.keyboard.press('Control+Home');
  await settled(page);
  assert.match(await sum(page), /2·2 \+ 0·2 \+ 2·2 = 8/);
  await close();
});

test('a number that is typed on the stage changes the result, and one undo reverts it', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step');
  await type(page, 'x', 0, 0, '2');
  assert.match(await fragment(page), /edit=embeddings:0:0:2/);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.doesNotMatch(await fragment(page), /edit=/);
  await close();
});

test('a button switches between the whole view and the stage, which keeps its step', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3');
  await page.getByRole('button', { name: 'The whole' }).click();
  await settled(page);
  assert.doesNotMatch(await fragment(page), /show=/);
  assert.ok(await page.locator('heed-lesson .bands').isVisible());
  await page.getByRole('button', { name: 'One step' }).click();
  await settled(page);
  assert.match(await fragment(page), /show=step&step=3/);
  await close();
});

test('Next shows the motion of a step, a second press ends it, and readers who asked for none get none', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=2&ask=none');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Next: Score' }).click();
  // The first cell is being computed: others have no place in the result yet.
  await page.locator('heed-lesson .empty').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Next: Scale' }).click();
  await settled(page);
  assert.equal(await page.locator('heed-lesson .empty').count(), 0);
  assert.match(await fragment(page), /step=3/);
  // The name of a step goes there at once.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Next: Score' }).click();
  await page.locator('heed-lesson .empty').first().waitFor({ state: 'attached' });
  await page.locator('heed-lesson .progress').getByRole('button', { name: 'Softmax' }).click();
  await settled(page);
  assert.match(await fragment(page), /step=6/);
  await close();
  const still = await openLesson(harness, 'v=1&lesson=words&show=step&step=2&ask=none', {
    reducedMotion: 'reduce',
  });
  await still.page.getByRole('button', { name: 'Next: Score' }).click();
  await settled(still.page);
  assert.equal(await still.page.locator('heed-lesson .empty').count(), 0);
  assert.equal(await still.page.getByRole('button', { name: 'Play again' }).count(), 0);
  await still.close();
});

test('a question hides its cell, names a slip, and shows the sum after the right answer', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3');
  const tries = page.locator('heed-lesson .tries');
  const answer = async (/** @type {string} */ text) => {
    await page.getByLabel('Your answer').fill(text);
    await page.getByRole('button', { name: 'Check' }).click();
    await settled(page);
  };
  assert.match(
    await page.locator('heed-lesson .say.asks').innerText(),
    /What is the score of word_3 for word_3\?/,
  );
  assert.match(await sum(page), /= \?$/);
  assert.match(
    await page.locator('heed-lesson .foot .left').innerText(),
    /^\s*Play again\s*\?\s*Remove the question/,
  );
  await answer('18');
  assert.match(await tries.innerText(), /18\s*Close\. 0·4 is 0, not 4\./);
  await answer('12');
  assert.match(await tries.innerText(), /That is word_3 with word_1\. Take column 3\./);
  await answer('14');
  assert.match(await sum(page), /= 14$/);
  assert.match(await page.locator('heed-lesson .verdict').innerText(), /Right/);
  assert.equal(
    await page.evaluate(() => document.querySelector('heed-lesson')?.shadowRoot?.activeElement?.className),
    'next',
    'the keyboard goes on from the answer',
  );
  assert.deepEqual(errors, []);
  await close();
});

/** The lesson "Four words, by hand" before its step Score, which asks for word_3 and word_3. */
const BEFORE_SCORE = 'v=1&lesson=words&show=step&step=2';

/**
 * What a reader sees of a motion: the main button, the number of cells that are not computed, the current
 * cell, whether the question is visible, the class or the name of the focused element, and where words and
 * figure are.
 *
 * @param {import('playwright-core').Page} page
 */
const motionIn = (page) =>
  page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
    const find = (/** @type {string} */ part) => /** @type {HTMLElement | null} */ (root.querySelector(part));
    const focused = /** @type {HTMLInputElement | null} */ (root.activeElement);
    const boxes = ['.say', '.figure'].map((part) => find(part)?.getBoundingClientRect());
    return {
      main: find('.foot .next')?.innerText.trim(),
      empty: root.querySelectorAll('.empty').length,
      cell: find('.working')?.innerText.trim(),
      isAsked: find('.asks:not(.past)')?.checkVisibility({ visibilityProperty: true }) ?? false,
      focus: focused?.name || focused?.className,
      places: boxes.map((box) => box && [Math.round(box.x), Math.round(box.y)]),
    };
  });

test('a step with a question plays until its cell, asks there, and goes on after the answer', async () => {
  const { page, errors, close } = await openLesson(harness, BEFORE_SCORE, {
    viewport: { width: 1440, height: 900 },
  });
  await setClock(page);
  await page.getByRole('button', { name: 'Next: Score' }).click();
  await settled(page);
  const begun = await motionIn(page);
  assert.deepEqual(
    { ...begun, places: [] },
    { main: 'Skip to the question', empty: 16, cell: '', isAsked: false, focus: 'next', places: [] },
  );
  assert.doesNotMatch(await page.locator('heed-lesson .staged > .said').innerText(), /What is the score/);
  await passTime(page, 1240);
  // The second cell of the first row: 2 · 0 + 0 · 2 + 2 · 1.
  assert.deepEqual(await motionIn(page), { ...begun, empty: 14, cell: '2' });
  assert.match(await sum(page), /= 2$/);
  await passTime(page, 1600);
  assert.deepEqual(await motionIn(page), {
    main: 'Show the answer',
    empty: 6,
    cell: '?',
    isAsked: true,
    focus: 'answer',
    places: begun.places,
  });
  assert.match(await sum(page), /= \?$/);
  assert.match(await page.locator('heed-lesson .staged > .said').innerText(), /What is the score of word_3/);
  await page.keyboard.type('14');
  await page.keyboard.press('Enter');
  await settled(page);
  const answered = await motionIn(page);
  assert.deepEqual([answered.cell, answered.empty, answered.focus], ['14', 6, 'next']);
  assert.match(await sum(page), /= 14$/);
  await passTime(page, 210);
  assert.equal((await motionIn(page)).empty, 5);
  await passTime(page, 420);
  assert.deepEqual(await motionIn(page), { ...answered, empty: 0 });
  await page.getByRole('button', { name: 'Next: Scale' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await settled(page);
  const again = await motionIn(page);
  assert.deepEqual([again.empty, again.isAsked], [0, false]);
  assert.ok(await page.getByRole('button', { name: 'Play again' }).isVisible());
  assert.deepEqual(errors, []);
  await close();
});

test('a press, an arrow key and a clicker skip to the question, and nothing more', async () => {
  for (const skip of ['click', 'ArrowRight', 'PageDown']) {
    const { page, close } = await openLesson(harness, BEFORE_SCORE);
    await setClock(page);
    await page.getByRole('button', { name: 'Next: Score' }).click();
    await passTime(page, 500);
    if (skip === 'click') await page.getByRole('button', { name: 'Skip to the question' }).click();
    else await page.keyboard.press(skip);
    await settled(page);
    const { main, cell, isAsked, focus } = await motionIn(page);
    assert.deepEqual([main, cell, isAsked, focus], ['Show the answer', '?', true, 'answer'], skip);
    // The empty field leaves the keys of steps to the stage.
    await page.keyboard.press(skip === 'click' ? 'ArrowRight' : skip);
    await settled(page);
    assert.match(await sum(page), /= 14$/);
    assert.equal((await motionIn(page)).main, 'Next: Scale');
    await page.keyboard.press('ArrowRight');
    await settled(page);
    assert.match(await fragment(page), /step=4/);
    await close();
  }
});

test('a tap does not move the focus to the field, and readers who want no motion are asked at once', async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const { page, close } = await openLesson(harness, BEFORE_SCORE, phone);
  await setClock(page);
  const session = await page.context().newCDPSession(page);
  const tap = async (/** @type {string} */ name) => {
    const box = await page.getByRole('button', { name }).boundingBox();
    assert.ok(box);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await tap('Next: Score');
  await page.getByRole('button', { name: 'Skip to the question' }).waitFor();
  await settled(page);
  const begun = await motionIn(page);
  await tap('Skip to the question');
  await page.getByRole('button', { name: 'Show the answer' }).waitFor();
  await settled(page);
  const asked = await motionIn(page);
  assert.deepEqual([asked.isAsked, asked.cell], [true, '?']);
  assert.notEqual(asked.focus, 'answer');
  for (const [place, each] of asked.places.entries())
    for (const [axis, at] of (each ?? []).entries())
      assert.ok(Math.abs(at - (begun.places[place]?.[axis] ?? NaN)) <= 1, `${place} ${axis}`);
  await close();
  const still = await openLesson(harness, BEFORE_SCORE, { reducedMotion: 'reduce' });
  await still.page.getByRole('button', { name: 'Next: Score' }).click();
  await settled(still.page);
  const { main, empty, cell, isAsked } = await motionIn(still.page);
  assert.deepEqual([main, empty, cell, isAsked], ['Show the answer', 6, '?', true]);
  await still.close();
});

test('the curtain of a mask and the rows of softmax do not show the cell that is asked for', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=scale-mask&show=step&step=4');
  await setClock(page);
  await page.getByRole('button', { name: 'Next: Mask' }).click();
  for (const time of [0, 300, 599]) {
    await passTime(page, time);
    const { empty, isAsked } = await motionIn(page);
    assert.deepEqual([empty, isAsked], [1, false]);
  }
  await passTime(page, 10);
  const { cell, isAsked } = await motionIn(page);
  assert.deepEqual([cell, isAsked], ['?', true]);
  const said = await page.evaluate(() =>
    /** @type {any} */ (
      document.querySelector('heed-lesson')?.shadowRoot?.querySelector('heed-map[data-matrix=masked]')
    ).figure.describe(1, 3),
  );
  assert.equal(said, 'a question, not answered yet');
  await close();
});

test('the bars of softmax come row by row until the row that is asked for, and a piece shows the sum of its weight', async () => {
  const { page, errors, close } = await openLesson(
    harness,
    'v=1&lesson=words&show=step&step=5&ask=weights:2:0',
  );
  await setClock(page);
  const seen = () =>
    page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
      const bars = [...root.querySelectorAll('.bar')];
      return {
        awaited: bars.map((bar) => bar.classList.contains('awaited')),
        weights: bars.map((bar) => [...bar.querySelectorAll('.piece')].map((piece) => piece.textContent)),
        asked: root.querySelector('.bar.asked')?.textContent,
        sum: root.querySelector('.sum .r')?.textContent,
      };
    });
  await page.getByRole('button', { name: 'Next: Softmax' }).click();
  await settled(page);
  await passTime(page, 700);
  const first = await seen();
  assert.deepEqual(first.awaited, [false, true, true, true]);
  assert.deepEqual(first.weights[0], ['0.236', '', '0.749', '']);
  await passTime(page, 400);
  const stopped = await seen();
  assert.deepEqual([stopped.awaited, stopped.asked], [[false, false, true, true], '?']);
  await page.locator('heed-lesson .next').click();
  await passTime(page, 700);
  assert.deepEqual((await seen()).awaited, [false, false, false, false]);
  await page.locator('heed-lesson .bar').nth(1).locator('.piece').nth(2).click();
  await settled(page);
  // e^2.31 / (2 e^2.31 + 2)
  assert.equal((await seen()).sum, '0.455');
  assert.deepEqual(errors, []);
  await close();
});

test('Slower and its key make a motion and the following ones 2.5 times as long', async () => {
  const { page, errors, close } = await openLesson(harness, BEFORE_SCORE, {
    viewport: { width: 1280, height: 720 },
  });
  await setClock(page);
  const slower = page.getByRole('button', { name: 'Slower' });
  assert.equal(await slower.count(), 0);
  await page.getByRole('button', { name: 'Next: Score' }).click();
  await passTime(page, 100);
  // The time in the motion stays the same: the first cell takes 900 ms.
  await slower.click();
  assert.equal(await slower.getAttribute('aria-pressed'), 'true');
  await passTime(page, 780 * 2.5);
  assert.equal((await motionIn(page)).empty, 15);
  await page.keyboard.press('s');
  assert.equal(await slower.getAttribute('aria-pressed'), 'false');
  await passTime(page, 400);
  assert.equal((await motionIn(page)).empty, 14);
  await slower.click();
  await page.getByRole('button', { name: 'Skip to the question' }).click();
  await page.locator('heed-lesson .next').click();
  await passTime(page, 620);
  assert.equal(await slower.getAttribute('aria-pressed'), 'true');
  await passTime(page, 620 * 1.5 + 50);
  assert.equal(await slower.count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test('Shift with an arrow key moves through a motion cell by cell, and stays there', async () => {
  const { page, close } = await openLesson(harness, BEFORE_SCORE);
  await setClock(page);
  await page.getByRole('button', { name: 'Next: Score' }).click();
  await settled(page);
  const move = async (/** @type {string} */ key) => {
    await page.keyboard.press(`Shift+${key}`);
    await settled(page);
    const { empty, cell, main } = await motionIn(page);
    return { empty, cell, main };
  };
  const main = 'Skip to the question';
  assert.deepEqual(await move('ArrowRight'), { empty: 15, cell: '8', main });
  assert.deepEqual(await move('ArrowRight'), { empty: 14, cell: '2', main });
  await passTime(page, 5000);
  assert.deepEqual(await move('ArrowRight'), { empty: 13, cell: '10', main });
  assert.deepEqual(await move('ArrowLeft'), { empty: 14, cell: '2', main });
  for (let cells = 3; cells <= 10; cells += 1) assert.equal((await move('ArrowRight')).empty, 16 - cells);
  assert.deepEqual(await move('ArrowRight'), { empty: 6, cell: '?', main: 'Show the answer' });
  // At the question there is no next cell.
  assert.deepEqual(await move('ArrowRight'), { empty: 6, cell: '?', main: 'Show the answer' });
  assert.deepEqual(await move('ArrowLeft'), { empty: 6, cell: '2', main });
  assert.match(await fragment(page), /step=3/);
  await close();
});

test('Shift with an arrow key moves through a motion when nothing has the focus', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3&ask=none');
  assert.ok(await page.evaluate(() => document.activeElement === document.body));
  for (const last of [0, 1]) {
    await page.keyboard.press('Shift+ArrowLeft');
    await settled(page);
    assert.equal((await motionIn(page)).empty, last);
  }
  // The last cell but one, word_4 and word_3: 2 · 2 + 1 · 4 + 2 · 3.
  assert.equal((await motionIn(page)).cell, '14');
  assert.match(await fragment(page), /step=3/);
  await close();
});

test('an answer that is computed from the rounded numbers of the sum is right', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=concepts&show=step&step=11');
  // 5 · (−0.56), where −0.56 has more digits.
  await page.getByLabel('Your answer').fill('-2.80');
  await page.getByRole('button', { name: 'Check' }).click();
  await settled(page);
  assert.equal(
    await page.locator('heed-lesson .verdict').innerText(),
    'Right. With more digits it is −2.81.',
  );
  await close();
});

test('the bars of softmax are shown with a question too, and answers have the decimals of their weights', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=scale-mask&show=step&step=6', {
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
  });
  await page.locator('heed-lesson .figure .bars').waitFor();
  const picks = page.locator('heed-lesson .picks button');
  assert.deepEqual(await picks.allInnerTexts(), ['0.250', '0.345', '1.021', '2.775']);
  await page.getByLabel('Your answer').fill('0.34');
  await page.getByRole('button', { name: 'Check' }).click();
  await settled(page);
  assert.match(await page.locator('heed-lesson .tries').innerText(), /0\.34\s*No\./);
  await picks.nth(1).click();
  await settled(page);
  assert.match(await sum(page), /= 0\.345$/);
  await close();
});

test('a large answer may have separators between groups of digits', async () => {
  for (const [language, text] of [
    ['en', '10,883'],
    ['es', '10.883'],
  ]) {
    const { page, close } = await openLesson(
      harness,
      `v=1&lesson=positions&show=step&step=3&language=${language}`,
      { reducedMotion: 'reduce' },
    );
    await page.locator('heed-lesson .question input').fill(text);
    await page.locator('heed-lesson .question .check').click();
    await settled(page);
    assert.match(await sum(page), /= 10883$/);
    await close();
  }
});

test('a wrong answer names the sum only where there is one', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads&show=step&step=5', {
    reducedMotion: 'reduce',
  });
  await page.getByLabel('Your answer').fill('0.41');
  await page.getByRole('button', { name: 'Check' }).click();
  await settled(page);
  assert.match(await page.locator('heed-lesson .tries').innerText(), /0\.41\s*No\. Try again\.$/);
  await close();
});

test('next to the concatenated outputs is the output of the head that the cell belongs to', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads&show=step&step=5');
  assert.match(await page.locator('heed-lesson .say.asks').innerText(), /head 3, feature 1/);
  assert.deepEqual(await shownMatrices(page), ['output3', 'merged']);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await settled(page);
  // Both cells of the answer have an outline: the first feature of head 3, alone and among all heads.
  const outlined = await page.locator('heed-lesson .lit.q').boundingBox();
  const cell = await place(page, 'output3', 2, 0);
  assert.ok(outlined && outlined.x < cell.x && cell.x < outlined.x + outlined.width);
  await page.locator('heed-lesson .picker').getByRole('button', { name: '2', exact: true }).click();
  await settled(page);
  assert.deepEqual(await shownMatrices(page), ['output2', 'merged']);
  await close();
});

test('a question never blocks: Next shows the answer and then goes on, and a teacher may ask for any cell', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3', {
    reducedMotion: 'reduce',
  });
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await settled(page);
  assert.match(await sum(page), /= 14$/);
  await map(page, 'scores').focus();
  await page.keyboard.press('Control+Home');
  await settled(page);
  await page.getByRole('button', { name: 'Ask about this cell' }).click();
  await settled(page);
  assert.match(await fragment(page), /ask=scores:2:2,output:2:0,scores:0:0/);
  assert.match(await page.locator('heed-lesson .say.asks').innerText(), /score of word_1 for word_1/);
  await page.getByRole('button', { name: 'Remove the question' }).click();
  await page.getByRole('button', { name: 'Next: Scale' }).click();
  await settled(page);
  assert.match(await fragment(page), /step=4/);
  await close();
});

test('a swipe on a phone is a step, and one over a figure that scrolls is not', async () => {
  const own =
    'v=1&lesson=own&show=step&step=6&tokens=the+cat+sat&model=16&key=16&value=16&from=1&embeddings=randn&drawn=randn';
  const { page, close } = await openLesson(harness, own, {
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  const session = await page.context().newCDPSession(page);
  const step = () => page.locator('heed-lesson .progress [aria-current=step]').innerText();
  const swipe = async (/** @type {number} */ by, /** @type {number} */ y) => {
    const from = 195 - by / 2;
    const touch = (/** @type {'touchStart' | 'touchMove'} */ type, /** @type {number} */ x) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    await touch('touchStart', from);
    for (let part = 1; part <= 6; part += 1) await touch('touchMove', from + (by * part) / 6);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await settled(page);
  };
  await swipe(240, 160);
  assert.equal(await step(), 'Mask');
  await swipe(-240, 160);
  await swipe(-240, 160);
  assert.equal(await step(), 'Mix');
  const box = await page.locator('heed-lesson .scroll.scrolled').boundingBox();
  await swipe(240, (box?.y ?? 0) + 80);
  assert.equal(await step(), 'Mix');
  await close();
});

test('the keys of a clicker move, black the stage, and lead from the end of a lesson to the next', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=two-heads&show=step', {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  });
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
  });
  const press = async (/** @type {string} */ key) => {
    await page.keyboard.press(key);
    await settled(page);
    return fragment(page);
  };
  // Nothing has the focus, and the page fits the screen, except for its foot.
  assert.match(await press('PageDown'), /step=2/);
  assert.doesNotMatch(await press('PageUp'), /step=/);
  await page.getByRole('button', { name: 'Present' }).click();
  await settled(page);
  assert.match(await press('PageDown'), /step=2/);
  assert.match(await press(' '), /step=3/);
  assert.match(await press('PageUp'), /step=2/);
  assert.match(await press('End'), /step=4/);
  assert.doesNotMatch(await press('Home'), /step=/);
  const figure = page.locator('heed-lesson .staged .stage-root');
  for (const key of ['b', '.']) {
    await press(key);
    assert.equal(await figure.isVisible(), false);
    await press(key);
    assert.equal(await figure.isVisible(), true);
  }
  await press('b');
  assert.doesNotMatch(await press('PageDown'), /step=/, 'the first key only shows the stage again');
  assert.equal(await figure.isVisible(), true);
  await press('End');
  assert.match(await press('PageDown'), /lesson=heads/);
  const moves = page.locator('heed-lesson .moves');
  const opacity = () => moves.evaluate((node) => getComputedStyle(node).opacity);
  assert.equal(await opacity(), '0');
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 300);
  await page.waitForFunction(() => {
    const shown = document.querySelector('heed-lesson')?.shadowRoot?.querySelector('.awake .moves');
    return shown && getComputedStyle(shown).opacity === '1';
  });
  await moves.getByRole('button', { name: 'Next: Project' }).click();
  await settled(page);
  assert.match(await fragment(page), /step=2/);
  assert.deepEqual(errors, []);
  await close();
});

test('in a presentation, a clicker is not held up by a question, whatever its field contains', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step', {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  });
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
  });
  await page.getByRole('button', { name: 'Present' }).click();
  const press = async (/** @type {string} */ key) => {
    await page.keyboard.press(key);
    await settled(page);
  };
  await press('PageDown');
  await press('PageDown');
  const field = page.locator('heed-lesson .staged .question input');
  const figure = page.locator('heed-lesson .staged .stage-root');
  await field.focus();
  for (const key of ['b', '.']) {
    await press(key);
    assert.equal(await figure.isVisible(), false, key);
    await press(key);
    await field.focus();
  }
  await field.fill('13');
  await press('Enter');
  assert.equal(await field.inputValue(), '13');
  await press('PageDown');
  await field.waitFor({ state: 'hidden' });
  assert.match(await fragment(page), /step=3/);
  // A heatmap would use the key.
  await page.locator('heed-lesson .staged heed-map').first().focus();
  await press('PageDown');
  assert.match(await fragment(page), /step=4/);
  await close();
});

test('a key that moves a step does not reach the page, and at the end it does', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step', {
    reducedMotion: 'reduce',
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (globalThis).heard);
  await page.evaluate(() => {
    const page = /** @type {any} */ (globalThis);
    page.heard = 0;
    document.addEventListener('keydown', () => {
      page.heard += 1;
    });
  });
  await page.locator('heed-lesson [aria-current="step"]').focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await heard(), 0);
  assert.match(await fragment(page), /step=2/);
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await heard(), 1);
  await close();
});

test('the main button keeps the focus at the last step, where it does nothing', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=own&show=step&step=6', {
    reducedMotion: 'reduce',
  });
  await page.getByRole('button', { name: 'Next: Mix' }).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  const focused = () =>
    page.evaluate(() => document.querySelector('heed-lesson')?.shadowRoot?.activeElement?.className);
  assert.equal(await focused(), 'next');
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.match(await fragment(page), /step=6/);
  await close();
});

test('in full screen, Escape leaves the presentation, and so does the browser', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=4', {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  });
  const isFilled = (/** @type {boolean} */ expected) =>
    page.waitForFunction((each) => (document.fullscreenElement !== null) === each, expected);
  const foot = page.locator('heed-lesson .foot');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.evaluate(() => document.exitFullscreen()),
    () => page.keyboard.press('p'),
  ]) {
    await page.getByRole('button', { name: 'Present' }).click();
    await isFilled(true);
    assert.equal(await foot.count(), 0);
    await leave();
    await foot.waitFor();
    await isFilled(false);
  }
  // The reader leaves before the browser has filled the screen.
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await foot.waitFor();
  await isFilled(false);
  assert.deepEqual(errors, []);
  await close();
});

test('presenting shows the stage alone, arrow keys move, and Escape leaves', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=4', {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  });
  // Full screen is the browser's; here it is refused, and the window is filled.
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
  });
  await page.getByRole('button', { name: 'Present' }).click();
  await settled(page);
  const box = await page.locator('heed-lesson .staged').boundingBox();
  assert.deepEqual(box, { x: 0, y: 0, width: 1280, height: 720 });
  assert.equal(await page.locator('heed-lesson .foot').count(), 0);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.match(await fragment(page), /step=5/);
  await page.keyboard.press('Escape');
  await settled(page);
  assert.ok(await page.locator('heed-lesson .foot').isVisible());
  await page.keyboard.press('p');
  await settled(page);
  assert.equal(await page.locator('heed-lesson .foot').count(), 0);
  await page.keyboard.press('p');
  await settled(page);
  assert.ok(await page.locator('heed-lesson .foot').isVisible());
  assert.deepEqual(errors, []);
  await close();
});

test('a turned label that is read from the right is at its matrix, as the others are', async () => {
  const tokens = encodeURIComponent('<b>hi</b> مرحبا longlonglonglongtoken');
  const { page, errors, close } = await openLesson(
    harness,
    `v=1&lesson=own&tokens=${tokens}&model=3&key=3&value=3&from=1&embeddings=one-hot&drawn=randn&show=step&step=3`,
    { reducedMotion: 'reduce', viewport: { width: 1280, height: 720 } },
  );
  const ends = await page.evaluate(() => {
    const labels = document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('.lab.turned') ?? [];
    return Array.from(labels, (label) => {
      const range = document.createRange();
      range.selectNodeContents(label.querySelector('bdi') ?? label);
      return Math.round(range.getBoundingClientRect().bottom);
    });
  });
  assert.equal(ends.length, 3);
  assert.ok(Math.max(...ends) - Math.min(...ends) <= 2, ends.join());
  assert.deepEqual(errors, []);
  await close();
});

test('the name of a step is one line in a presentation', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=state&show=step&step=7&language=pt', {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  });
  await page.keyboard.press('p');
  const name = page.locator('heed-lesson .dots b');
  await name.waitFor();
  await settled(page);
  const lines = await name.evaluate(
    (node) => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight),
  );
  assert.ok(lines < 1.5, `${lines} lines`);
  await close();
});

for (const [width, height] of [
  [820, 1180],
  [768, 1024],
  [360, 640],
])
  test(`the buttons below a step have room for the name of the next lesson (${width} px)`, async () => {
    const { page, errors, close } = await openLesson(
      harness,
      'v=1&lesson=state&show=step&step=7&language=pt',
      { viewport: { width, height } },
    );
    const { over, boxes } = await page.evaluate(() => {
      const foot = document.querySelector('heed-lesson')?.shadowRoot?.querySelector('.foot');
      const buttons = /** @type {HTMLElement[]} */ ([...(foot?.querySelectorAll('button') ?? [])]);
      return {
        over: buttons.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.className),
        boxes: buttons
          .map((each) => each.getBoundingClientRect())
          .map(({ left, right, height }) => ({ left, right, height })),
      };
    });
    assert.ok(boxes.length > 2);
    assert.deepEqual(over, []);
    boxes.forEach(({ left, height: high }, at) => {
      assert.ok(at === 0 || left >= boxes[at - 1].right, `button ${at} covers the one before it`);
      assert.ok(high <= 68, `button ${at} is ${high} px high`);
    });
    assert.deepEqual(errors, []);
    await close();
  });
