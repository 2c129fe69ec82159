import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, menuItem, PAGE_POLICY, placesSeen, start, watchPlaces } from './harness.mjs';
import { figures, fragment, map, openLesson, place, settled, type, values } from './lesson.mjs';
/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {import('playwright-core').Page} page */
const inspector = (page) => page.locator('heed-lesson .inspector').innerText();
/** @param {import('playwright-core').Page} page */
const notice = (page) => page.locator('heed-lesson .notice').innerText();

test('the inspector shows the sum behind a score with its digits', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const { x, y } = await place(page, 'scores', 2, 0);
  await page.mouse.move(x, y);
  await settled(page);
  const text = await inspector(page);
  assert.match(text, /Score of word_1 for word_3/);
  assert.match(text, /= 4·2 \+ 0·2 \+ 2·2/);
  assert.match(text, /= 12\b/);
  assert.match(text, /÷ √3 = 6\.9282/);
  assert.match(text, /softmax → 0\.2393/);
  assert.match(text, /Of everything word_3 takes in, 24\s%\scomes from word_1\./);
  await close();
});

test('pointing at a score highlights its operands in every earlier matrix', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const { x, y } = await place(page, 'scores', 2, 0);
  await page.mouse.move(x, y);
  await settled(page);
  const shown = await figures(page);
  assert.deepEqual(shown.q.marks, [{ row: 2, col: 0, rows: 1, cols: 3, level: 'direct' }]);
  assert.deepEqual(shown.kT.marks, [{ row: 0, col: 0, rows: 3, cols: 1, level: 'direct' }]);
  assert.deepEqual(
    shown.x.marks.map(({ row, level }) => [row, level]),
    [
      [2, 'upstream'],
      [0, 'upstream'],
    ],
  );
  assert.equal(shown.wQ.marks[0].level, 'upstream');
  assert.equal(shown.weights.marks[0].level, 'downstream');
  assert.deepEqual(shown.wV.marks, []);
  await close();
});

test('undo and redo revert and repeat an edit, by key and by button', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const first = await values(page, 'scores');
  await type(page, 'wQ', 0, 1, '5');
  const edited = await values(page, 'scores');
  assert.notDeepEqual(edited, first);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.deepEqual(await values(page, 'scores'), first);
  await choose(page, 'Redo');
  await settled(page);
  assert.deepEqual(await values(page, 'scores'), edited);
  await choose(page, 'Back to the notebook');
  await settled(page);
  assert.deepEqual(await values(page, 'scores'), first);
  await close();
});

test('dragging a digit upwards raises it, the figure follows, and one undo reverts everything', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const before = await values(page, 'output');
  const { x, y } = await place(page, 'x', 0, 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 9; step += 1) await page.mouse.move(x, y - step * 4);
  await page.mouse.up();
  await settled(page);
  const [[dragged]] = await values(page, 'x');
  assert.ok(dragged > 1 && Number.isInteger(dragged), `dragged to ${dragged}`);
  assert.notDeepEqual(await values(page, 'output'), before);
  await choose(page, 'Undo');
  await settled(page);
  assert.deepEqual(await values(page, 'output'), before);
  await close();
});

test('a copied link opens the same figure', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=frase');
  await type(page, 'wV', 1, 2, '-2.5');
  await page.getByRole('group', { name: 'Mask' }).getByRole('button', { name: 'causal' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await values(page, 'output');
  assert.match(link, /mask=causal/);
  assert.match(link, /edit=wV:1:2:-2\.5/);
  const second = await openLesson(harness, new URL(link).hash.slice(1));
  assert.deepEqual(await values(second.page, 'output'), shown);
  await second.close();
  await close();
});

test('a broken, too large, later or invalid link opens the default with one line', async () => {
  const links = [
    ['v=1&lesson=nope', /could not be read/],
    ['v=9&lesson=words', /later version/],
    [`v=1&lesson=words&seed=${'1'.repeat(20000)}`, /longer than 16 KB/],
    ['v=1&lesson=words&edit=wQ:9:9:1', /no cell in row 10, column 10/],
    ['v=1&lesson=words&projections=nonsense', /not one of the NumPy calls/],
    ['v=1&lesson=scale-mask&edit=wQ:0:0:1', /cannot be used/],
  ];
  for (const [fragment, says] of links) {
    const { page, errors, close } = await openLesson(harness, /** @type {string} */ (fragment));
    assert.match(await page.locator('#status').innerText(), /** @type {RegExp} */ (says));
    assert.match(await page.locator('heed-lesson h2:visible').innerText(), /What a word looks at/);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('a typed text that is not a number keeps the old value and shows a message', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const before = await values(page, 'wQ');
  await map(page, 'wQ').focus();
  await settled(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.getByText('A number, such as 0.5 or −2.').first().waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(await values(page, 'wQ'), before);
  await close();
});

test('typing into a computed matrix reports that it cannot be edited', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  await map(page, 'scores').focus();
  await settled(page);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.match(await notice(page), /This cannot be edited \(scores\): it is a result/);
  await close();
});

test('a seed that NumPy rejects is rejected with a message, and the figure stays', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const before = await values(page, 'wQ');
  for (const seed of ['4294967296', '-1', '1.5', 'x', '']) {
    const field = page.getByLabel('Seed');
    await field.fill(seed);
    await field.press('Enter');
    await settled(page);
    assert.match(
      await page.locator('heed-lesson .problem:visible').innerText(),
      /A seed is a whole number from 0 to 4294967295/,
    );
    assert.deepEqual(await values(page, 'wQ'), before);
  }
  await close();
});

test('a seed that is typed for a custom computation gives the matrices of the notebook', async () => {
  const { page, close } = await openLesson(
    harness,
    'v=1&lesson=own&tokens=a b c d&model=3&key=3&value=3&from=1&embeddings=one-hot&drawn=randn',
  );
  const own = page.locator('heed-lesson .own');
  await own.getByLabel('Projections').fill('randint(3)');
  await own.getByLabel('Projections').press('Enter');
  await own.getByLabel('Seed').fill('42');
  await own.getByLabel('Seed').press('Enter');
  await settled(page);
  assert.deepEqual(await values(page, 'wQ'), [
    [2, 0, 2],
    [2, 0, 0],
    [2, 1, 2],
  ]);
  assert.deepEqual(await values(page, 'wV'), [
    [1, 1, 0],
    [0, 1, 1],
    [0, 0, 0],
  ]);
  await close();
});

/**
 * Types into fields of the reader's own numbers, one after the other before the figure is redrawn.
 *
 * @param {Page} page @param {[label: string, text: string, event: 'input' | 'change'][]} fields
 */
async function typeAtOnce(page, fields) {
  const own = page.locator('heed-lesson .own');
  const inputs = await Promise.all(fields.map(([label]) => own.getByLabel(label).elementHandle()));
  await page.evaluate(
    (typed) => {
      for (const [input, text, event] of typed) {
        /** @type {HTMLInputElement} */ (input).value = /** @type {string} */ (text);
        /** @type {HTMLInputElement} */ (input).dispatchEvent(new Event(/** @type {string} */ (event)));
      }
    },
    fields.map(([, text, event], at) => [inputs[at], text, event]),
  );
  await settled(page);
}

test('two fields that change before the figure is redrawn are both applied', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=own');
  await typeAtOnce(page, [
    ['Projections', 'randint(3)', 'change'],
    ['Seed', '42', 'change'],
  ]);
  const { own: taken } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('heed-lesson')).state,
  );
  assert.deepEqual([taken.projections, taken.seed], ['randint(3)', 42]);
  await close();
});

test('a seed that is being typed stays when another field redraws the figure', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=own');
  await typeAtOnce(page, [
    ['Seed', '42', 'input'],
    ['Projections', 'randint(3)', 'change'],
  ]);
  assert.equal(await page.locator('heed-lesson .own').getByLabel('Seed').inputValue(), '42');
  await close();
});

test('mismatched sizes, missing tokens and ragged rows are rejected with the figures', async () => {
  const { page, close } = await openLesson(
    harness,
    'v=1&lesson=own&tokens=a b&model=2&key=2&value=2&from=1&embeddings=one-hot&drawn=randn',
  );
  const before = await fragment(page);
  const own = page.locator('heed-lesson .own');
  const refused = async (
    /** @type {string} */ label,
    /** @type {string} */ text,
    /** @type {RegExp} */ says,
  ) => {
    await own.getByLabel(label, { exact: true }).fill(text);
    await own.getByLabel(label, { exact: true }).press('Enter');
    await settled(page);
    assert.match(await own.innerText(), says);
    assert.equal(await fragment(page), before);
  };
  await refused('Tokens', '  ', /Type at least one token/);
  await refused(
    'Tokens',
    Array.from({ length: 40 }, (_, n) => `t${n}`).join(' '),
    /40 tokens are too many: at most 32 fit/,
  );
  await refused('d_model', '0', /d_model must be a whole number from 1 to 32, not “0”/);
  await refused('d_k', '33', /d_k must be a whole number from 1 to 32, not “33”/);
  await own.getByText('Paste a matrix').click();
  const paste = async (/** @type {string} */ text) => {
    await own.getByRole('textbox', { name: 'Paste a matrix' }).fill(text);
    await own.getByRole('button', { name: 'Use these numbers' }).click();
    await settled(page);
    return own.innerText();
  };
  assert.match(await paste('1 2\n3'), /Row 2 has 1 numbers?, but the rows before it have 2/);
  assert.match(await paste('1 2\n3 x'), /Row 2, column 2: “x” is not a number/);
  assert.match(await paste('1 2 3\n4 5 6'), /You pasted 2 × 3 numbers, but embeddings is 2 × 2/);
  assert.equal(await fragment(page), before);
  await paste('[[0.5, 1.], [2, -3]]');
  assert.deepEqual(await values(page, 'x'), [
    [0.5, 1],
    [2, -3],
  ]);
  // Numbers are cut, and pasted while no field has the focus.
  const field = own.getByRole('textbox', { name: 'Paste a matrix' });
  const pasteOutside = async (/** @type {string} */ text) => {
    await field.fill(text);
    await field.press('Control+a');
    await field.press('Control+x');
    await own.getByText('Paste a matrix').click();
    await page.keyboard.press('Control+v');
    await settled(page);
  };
  await pasteOutside('7 8\n9');
  assert.equal(await field.inputValue(), '7 8\n9', 'the field opens with what could not be read');
  assert.match(await own.innerText(), /Row 2 has 1 numbers?, but the rows before it have 2/);
  await pasteOutside('7 8\n9 10');
  assert.deepEqual(await values(page, 'x'), [
    [7, 8],
    [9, 10],
  ]);
  await close();
});

test('labels are data: markup in a token is shown as text and does not run', async () => {
  const { page, errors, close } = await openLesson(
    harness,
    `v=1&lesson=own&tokens=${encodeURIComponent('<img src=x onerror=document.title="owned"> b')}&model=2&key=2&value=2&from=1&embeddings=one-hot&drawn=randn`,
  );
  await map(page, 'scores').focus();
  await settled(page);
  assert.equal(await page.evaluate(() => document.title), 'Heedmap: attention, cell by cell');
  assert.equal(await page.locator('img[src=x]').count(), 0);
  assert.match(await inspector(page), /<img/);
  assert.deepEqual(errors, []);
  await close();
});

test('the arrow keys move through the steps, and later matrices are dimmed', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&step=3');
  const quiet = async (/** @type {string} */ id) => (await figures(page))[id].quiet;
  assert.equal(await quiet('weights'), true);
  await page.getByRole('button', { name: '3 Score' }).focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await quiet('weights'), false);
  assert.equal(await quiet('output'), true);
  assert.match(await fragment(page), /step=6/);
  await page.keyboard.press(']');
  await settled(page);
  assert.doesNotMatch(await fragment(page), /step=/);
  await close();
});

test('playing shows one more query at a time and ends with all of them', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=scale-mask');
  await page.getByRole('button', { name: 'Play row by row' }).click();
  await page.waitForFunction(() => location.hash.includes('rows=upto:0'));
  await page.getByText('MY may look at MY.').waitFor();
  await page.waitForFunction(() => location.hash.includes('rows=upto:2'), undefined, { timeout: 10000 });
  await page.waitForFunction(() => !location.hash.includes('rows='), undefined, { timeout: 10000 });
  await close();
});

test('a mask hides later keys: the cells are hatched and announced as masked', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=scale-mask&cursor=weights:0:3');
  await map(page, 'weights').focus();
  await settled(page);
  const { said } = (await figures(page)).weights;
  assert.equal(said, 'query MY, key ABIR, masked');
  assert.match(await inspector(page), /MY may not look at ABIR: it comes later\./);
  await close();
});

test('the cell of the cursor is announced with its query, key, weight and rank in the row', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=frase&cursor=weights:2:1&language=en');
  await map(page, 'weights').focus();
  await settled(page);
  const { said } = (await figures(page)).weights;
  assert.equal(said, 'query estudiar, key gusta, weight 0.2003, third of five');
  await close();
});

test('the page has the browser’s language at first, and the reader’s choice takes precedence', async () => {
  const spanish = await openLesson(harness, 'v=1&lesson=words&show=step', { locale: 'es-MX' });
  await spanish.page.getByText('Cada palabra', { exact: false }).first().waitFor();
  assert.equal(await spanish.page.evaluate(() => document.documentElement.lang), 'es');
  await choose(spanish.page, 'English');
  await settled(spanish.page);
  assert.match(await spanish.page.locator('heed-lesson h2:visible').innerText(), /Four words, by hand/);
  assert.match(await fragment(spanish.page), /language=en/);
  await spanish.close();
});

test('skipping to the figure keeps the state and focuses the first heatmap', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&mask=causal&edit=wQ:0:0:5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await settled(page);
  // X comes first, and its first cell has the cursor now.
  for (const kept of ['lesson=words', 'mask=causal', 'edit=wQ:0:0:5', 'cursor=x:0:0'])
    assert.ok((await fragment(page)).includes(kept), `${kept} is not in ${await fragment(page)}`);
  await close();
});

test('a new page has nothing to undo', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=concepts&step=9');
  assert.ok(await (await menuItem(page, 'Undo')).isDisabled());
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.match(await fragment(page), /lesson=concepts&step=9/);
  await close();
});

test('undo restores numbers, and keeps the language, the colors and the step', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  await type(page, 'wQ', 0, 0, '5');
  await choose(page, 'Español');
  await choose(page, 'Oscuro');
  await page.keyboard.press('[');
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal((await values(page, 'wQ'))[0][0], 2);
  for (const kept of ['language=es', 'theme=dark', 'step=6'])
    assert.ok((await fragment(page)).includes(kept), `${kept} is not in ${await fragment(page)}`);
  await close();
});

test('a single query stays when there are fewer tokens, and all return when softmax needs them', async () => {
  const { page, close } = await openLesson(
    harness,
    'v=1&lesson=own&tokens=a b c d&model=2&key=2&value=2&from=1&embeddings=one-hot&drawn=randn&rows=one:3',
  );
  const tokens = page.locator('heed-lesson .own').getByLabel('Tokens');
  await tokens.fill('a b');
  await tokens.press('Enter');
  await settled(page);
  await page.getByText('b, 2 of 2').waitFor();
  assert.match(await fragment(page), /rows=one:1/);
  await page.getByRole('group', { name: 'Softmax over' }).getByRole('button', { name: 'columns' }).click();
  await settled(page);
  assert.doesNotMatch(await fragment(page), /rows=/);
  assert.ok(await page.getByRole('button', { name: 'all', exact: true }).first().isEnabled());
  await close();
});

test('an approximation shows its sum over concepts', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=concepts&step=10&cursor=approximation:0:1');
  const shown = await figures(page);
  assert.deepEqual(shown.uK.marks, [{ row: 0, col: 0, rows: 1, cols: 2, level: 'direct' }]);
  assert.deepEqual(shown.vK.marks, [{ row: 1, col: 0, rows: 1, cols: 2, level: 'direct' }]);
  assert.match(await inspector(page), /= \(−0\.1376\)·12\.481·\(−0\.5929\) \+ \(−0\.0236\)·9\.5086·0\.0288/);
  assert.match(await inspector(page), /= 1\.0117/);
  await close();
});

test('a missing weight is explained by its cause', async () => {
  const stable = await openLesson(
    harness,
    'v=1&lesson=words&scale=1e308&edit=embeddings:0:0:1e200&cursor=weights:0:0',
  );
  assert.match(await inspector(stable.page), /infinite or not a number/);
  await stable.close();
  const naive = await openLesson(harness, 'v=1&lesson=positions&softmaxForm=naive&cursor=weights:0:0');
  assert.match(await inspector(naive.page), /The naive softmax overflows/);
  await naive.close();
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
])
  test(`“your own” opens with its fields on the stage, in sight at ${width} × ${height}`, async () => {
    const { page, errors, axe, close } = await openLesson(harness, 'v=1&lesson=own&show=step', {
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    const fields = page.locator('heed-lesson .lesson-stage .own');
    const foot = await page.locator('heed-lesson .foot').boundingBox();
    for (const name of ['Tokens', 'd_model', 'd_k', 'd_v']) {
      const box = await fields.getByLabel(name, { exact: true }).boundingBox();
      assert.ok(box && foot && box.y > 0 && box.y + box.height <= foot.y, name);
    }
    assert.equal(await page.getByLabel('Tokens', { exact: true }).count(), 1, 'no field is there twice');
    assert.deepEqual(await axe('heed-lesson'), []);
    const tokens = fields.getByLabel('Tokens', { exact: true });
    await tokens.fill('a b c');
    await tokens.press('Enter');
    await settled(page);
    assert.match(await fragment(page), /tokens=a\+b\+c/);
    assert.equal(
      await page
        .locator('heed-lesson .lesson-stage heed-map')
        .first()
        .evaluate((map) => /** @type {any} */ (map).figure.matrix.rows),
      3,
    );
    await fields.locator('summary').click();
    await fields
      .getByRole('textbox', { name: 'Paste a matrix' })
      .fill('[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]');
    await fields.getByRole('button', { name: 'Use these numbers' }).click();
    await settled(page);
    assert.match(await fragment(page), /paste=embeddings:3x4:/);
    await page.getByRole('button', { name: /^Next/ }).click();
    await page.locator('heed-lesson [aria-current="step"]', { hasText: 'Project' }).waitFor();
    assert.equal(await fields.count(), 0);
    assert.equal(await page.locator('heed-lesson .side').getByLabel('Tokens', { exact: true }).count(), 1);
    assert.deepEqual(errors, []);
    await close();
  });

for (const lesson of ['words', 'heads', 'concepts'])
  for (const way of ['its link', 'its button'])
    test(`nothing that is in sight moves once the whole of ${lesson} is shown by ${way}`, async () => {
      const { page, errors, close } = await harness.open('index.html#v=1&room=masks', {
        viewport: { width: 1440, height: 900 },
      });
      const link = `v=1&lesson=${lesson}${way === 'its link' ? '' : '&show=step'}`;
      await page.goto(`${harness.origin}/index.html?again#${link}`, { waitUntil: 'commit' });
      await watchPlaces(page, {
        host: 'heed-lesson',
        parts: '.band, .whole-view heed-map, .inspector, .main > .legend, .side',
        once: '.bands, .concepts',
      });
      if (way !== 'its link') {
        await page.locator('heed-lesson .foot .next').waitFor();
        await page.getByRole('button', { name: 'The whole' }).click();
      }
      await page.locator('heed-lesson .whole-view heed-map').first().waitFor();
      await settled(page);
      const seen = await placesSeen(page);
      assert.ok(seen.count > 10, `${seen.count} parts`);
      assert.deepEqual(seen.moved, []);
      assert.deepEqual(errors, []);
      await close();
    });
