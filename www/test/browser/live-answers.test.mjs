import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

const LINK = 'v=1&room=maps&text=Elinor+met+Jane+in+Bath;+Elinor+met';
const SECOND = 'Elinor met Emma in Bath; Elinor met';
/** What NumPy computes. The page runs the same model in 8 bits. */
const wanted = JSON.parse(
  await readFile(new URL('../../../fixtures/model/tiny-gpt/answers.json', import.meta.url), 'utf8'),
);
const WITHIN = 0.04;

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {string} link @param {object} [options] */
async function opened(link, options) {
  const visit = await harness.open(`index.html#${link}`, { reducedMotion: 'reduce', ...options });
  await ready(visit.page);
  return visit;
}

/** @param {Page} page */
async function ready(page) {
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  await settled(page);
}

/** @param {Page} page @param {string} name */
async function press(page, name, exact = true) {
  await page.locator('.live-reading').getByRole('button', { name, exact }).click();
  await settled(page);
}

/** The numbers of a column of cells. @param {Page} page @param {string} selector */
const numbers = async (page, selector) =>
  (await page.locator(selector).allTextContents()).map((text) =>
    Number(text.replace('−', '-').replace('+', '')),
  );

/** @param {number} found @param {number} expected @param {string} what */
function near(found, expected, what) {
  assert.ok(Math.abs(found - expected) < WITHIN, `${what}: ${found} for ${expected}`);
}

/** @param {Page} page */
const state = (page) =>
  page.evaluate(() => {
    const { off, layer, head, asked, second } = /** @type {any} */ (document.querySelector('heed-heads'))
      .state;
    return { off, open: `${layer}.${head}`, asked, second };
  });

/** Opens a head with the keyboard. @param {Page} page @param {number} layer @param {number} head */
async function openHead(page, layer, head) {
  await page.locator('.heads-box').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const now = (await state(page)).open.split('.').map(Number);
  const move = async (/** @type {number} */ by, /** @type {string} */ less, /** @type {string} */ more) => {
    for (let step = 0; step < Math.abs(by); step += 1) await page.keyboard.press(by < 0 ? less : more);
  };
  await move(layer - now[0], 'ArrowUp', 'ArrowDown');
  await move(head - now[1], 'ArrowLeft', 'ArrowRight');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await state(page)).open, `${layer}.${head}`);
}

test('the MLP of a layer and the value of a token are switched off, together with a head', async () => {
  const { page, errors, close } = await opened(LINK);
  await page.locator('.off-more summary').click();
  await press(page, 'MLP of layer 2');
  await press(page, 'value of “Jane” (2) in all layers');
  await press(page, 'Switch off');
  assert.deepEqual((await state(page)).off, [
    { layer: 2, mlp: true },
    { layer: null, token: 2 },
    { layer: 2, head: 2 },
  ]);
  assert.match(
    (await page.locator('.live-reading .off').textContent()) ?? '',
    /MLP of layer 2, value of “Jane” \(2\)/,
  );
  // The address follows a moment later.
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('off=2:mlp,v2,2:2'));
  const hash = await page.evaluate(() => location.hash);
  // Before and after.
  assert.equal(await page.locator('.next-list .bar.before').count(), 5);
  // Undo takes back one part at a time.
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).undo());
  await settled(page);
  assert.equal((await state(page)).off.length, 2);
  assert.deepEqual(errors, []);
  await close();
  const again = await opened(hash.slice(1));
  assert.equal((await state(again.page)).off.length, 3);
  await again.close();
});

test('only the heads that are off are kept, and undo takes that back', async () => {
  const { page, close } = await opened(`${LINK}&off=2:1,2:2,1:mlp`);
  await press(page, 'Keep only these');
  const { off } = await state(page);
  assert.equal(off.length, 1 + 14);
  assert.deepEqual(off[0], { layer: 1, mlp: true });
  assert.ok(!off.some((/** @type {any} */ { layer, head }) => layer === 2 && (head === 1 || head === 2)));
  // The same again is what was off before.
  await press(page, 'Keep only these');
  const names = (await state(page)).off.map(JSON.stringify);
  assert.deepEqual(
    names,
    [
      { layer: 1, mlp: true },
      { layer: 2, head: 1 },
      { layer: 2, head: 2 },
    ].map((part) => JSON.stringify(part)),
  );
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).undo());
  await settled(page);
  assert.equal((await state(page)).off.length, 15);
  await close();
});

test('the value of a token that is off changes the answer as NumPy computes it', async () => {
  for (const [how, name] of [
    ['zero', 'zeros'],
    ['mean', 'its mean'],
  ]) {
    const { page, close } = await opened(`${LINK}&off=v2`);
    await press(page, name);
    const words = await page.locator('.next-list .word').allTextContents();
    const at = words.indexOf('Jane');
    assert.ok(at >= 0);
    const after = await numbers(page, `.next-list li:nth-child(${at + 1}) .number:last-child`);
    near(after[0], wanted.values[how][2].probability, how);
    await close();
  }
});

test('Delete switches the head under the cursor off and on again', async () => {
  const { page, errors, close } = await opened(LINK);
  await page.locator('.heads-box').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await settled(page);
  assert.deepEqual((await state(page)).off, [{ layer: 2, head: 1 }]);
  assert.equal(await page.locator('.marks .off').count(), 1);
  await page.keyboard.press('Delete');
  await settled(page);
  assert.deepEqual((await state(page)).off, []);
  assert.deepEqual(errors, []);
  await close();
});

test('the ranking says how heads are off, and what direct logit attribution is beside it', async () => {
  const { page, errors, close } = await opened(`${LINK}&second=${SECOND.replaceAll(' ', '+')}`);
  await press(page, 'Which heads matter?');
  for (const [how, name] of [
    ['zero', 'zeros'],
    ['mean', 'its mean'],
    ['text', 'resampled'],
  ]) {
    await press(page, name);
    const rows = await page
      .locator('.ranking tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map(({ textContent }) => textContent?.trim() ?? '')),
      );
    assert.equal(rows.length, 16);
    for (const [head, probability, , direct] of rows) {
      const [layer, of] = head.split('·').map(Number);
      near(Number(probability), wanted.heads[how][4 * layer + of].probability, `${how} ${head}`);
      const number = Number(direct.replace('−', '-'));
      assert.ok(Math.abs(number - wanted.direct[4 * layer + of]) < 0.2, `${head}: ${direct}`);
    }
  }
  const text = (await page.locator('.live-reading').textContent()) ?? '';
  assert.match(text, /That text is the second sentence/);
  assert.match(text, /The two differ because later heads and MLPs read what this head wrote\./);
  assert.equal(await page.getByRole('columnheader', { name: 'direct logit attribution' }).count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test('patches from a second sentence are a map of layers and tokens, or of heads', async () => {
  const { page, errors, close } = await opened(LINK);
  await press(page, 'Patch');
  const field = page.getByLabel('Second sentence', { exact: true });
  assert.match((await page.locator('.patch [role=status]').textContent()) ?? '', /Change a word/);
  await field.fill('Elinor met Emma in Bath');
  await settled(page);
  assert.match(
    (await page.locator('.patch [role=status]').textContent()) ?? '',
    /The text has 8 tokens and the second sentence 5: they must have the same number/,
  );
  assert.equal(await page.locator('.patch table').count(), 0);
  await field.fill(SECOND);
  await settled(page);
  const whole = wanted.whole.probability;
  const found = await numbers(page, '.patch tbody td');
  assert.equal(found.length, 4 * 8);
  found.forEach((number, at) =>
    near(number, wanted.patched.stream[Math.floor(at / 8)][at % 8].probability - whole, `cell ${at}`),
  );
  assert.equal(await page.locator('.patch thead th.chosen').textContent(), 'Jane');
  for (const [name, part] of [
    ['attention', 'heads'],
    ['MLP', 'mlp'],
  ]) {
    await press(page, name);
    (await numbers(page, '.patch tbody td')).forEach((number, at) =>
      near(number, wanted.patched[part][Math.floor(at / 8)][at % 8].probability - whole, `${part} ${at}`),
    );
  }
  await press(page, 'heads');
  const heads = await numbers(page, '.patch tbody td');
  assert.equal(heads.length, 16);
  heads.forEach((number, at) => near(number, wanted.heads.text[at].probability - whole, `head ${at}`));
  await page.locator('.patch tbody tr').nth(1).locator('button').nth(3).click();
  await settled(page);
  assert.equal((await state(page)).open, '1.3');
  assert.deepEqual(errors, []);
  await close();
});

test('the logit lens has a row after each attention and each MLP, for the chosen token', async () => {
  const { page, errors, close } = await opened(LINK);
  await press(page, 'Layer by layer');
  const steps = wanted.lens.flat();
  const found = await numbers(page, '.lens td.number');
  assert.equal(found.length, 8);
  found.forEach((number, at) => near(number, steps[at].probability, `step ${at}`));
  assert.match((await page.locator('.lens').textContent()) ?? '', /so it distorts them/);
  await page.getByLabel('Answer', { exact: true }).selectOption({ label: 'Emma' });
  await settled(page);
  assert.match((await page.locator('.lens h3').textContent()) ?? '', /“Emma”/);
  assert.deepEqual(errors, []);
  await close();
});

test('the open head reads and writes tokens, and has a copying score', async () => {
  const { page, errors, close } = await opened(LINK);
  await press(page, 'As tokens');
  const lists = page.locator('.token-list');
  assert.equal(await lists.count(), 2);
  assert.equal(await lists.nth(1).locator('.token').first().textContent(), 'Jane');
  assert.match((await page.locator('.circuits').textContent()) ?? '', /copying score is 0\.9[89]/);
  const scores = await numbers(page, '.circuits tbody td');
  assert.equal(scores.length, 16);
  scores.forEach((score, at) =>
    assert.ok(Math.abs(score - wanted.copying[at]) < 0.06, `head ${at}: ${score}`),
  );
  await page.getByRole('button', { name: /^Layer 0, head 3:/ }).click();
  await settled(page);
  assert.equal((await state(page)).open, '0.3');
  assert.match((await page.locator('.circuits h3').textContent()) ?? '', /Layer 0, head 3/);
  assert.deepEqual(errors, []);
  await close();
});

test('a score is split by origin, and what its parts are known for is said', async () => {
  const { page, errors, close } = await opened(`${LINK}&asked=why`);
  await page.locator('.why .sum').waitFor();
  const why = page.locator('.why');
  assert.deepEqual(await page.locator('.sum .known th').allTextContents(), [
    'Layer 0, head 1, one token back',
  ]);
  assert.match(
    (await why.textContent()) ?? '',
    /3\d% of the score is what a head that looks one token back wrote at “Jane”: its key says “after met”/,
  );
  await press(page, 'in the query');
  assert.match((await why.textContent()) ?? '', /The largest part at “met”: [^.]+\./);
  assert.deepEqual(errors, []);
  await close();
});

test('the scores of the row stand under their columns, where the reader asks why', async () => {
  const { page, errors, axe, close } = await opened(`${LINK}&head=2:2&cursor=7:2`);
  const row = page.locator('.score-row tr');
  assert.equal(await row.count(), 0);
  const layout = () =>
    page
      .locator('.plot')
      .first()
      .evaluate((plot) => plot.getBoundingClientRect().toJSON());
  const before = await layout();
  await press(page, 'Why does it look there?');
  // The bars of the keys give way, so that the map stays in its place.
  assert.deepEqual(await layout(), before);
  const cells = await numbers(page, '.score-row td');
  const chosen = page.locator('.score-row [aria-current=true]');
  assert.equal(await chosen.locator('th').innerText(), '·Jane');
  const [, , sum] = (await page.locator('.why-score').innerText()).match(/(= )([\d.]+)/) ?? [];
  assert.equal(await chosen.locator('td').innerText(), sum);
  // Softmax of what is shown gives the weights below the tokens.
  const all = cells.reduce((total, score) => total + Math.exp(score), 0);
  for (const [key, weight] of (await numbers(page, '.run small')).entries())
    near(Math.exp(cells[key]) / all, weight, `the weight of key ${key}`);
  assert.match(
    (await page.locator('.why').innerText()) ?? '',
    /It is the largest of 8\. “Elinor” has a score of 8\.7\d, only 1\.6\d less, and a weight of 0\.15, 5\.4 times less\./,
  );
  // The cell under the keyboard takes its row along.
  await page.locator('.plot').first().focus();
  await page.keyboard.press('ArrowUp');
  await settled(page);
  assert.equal(await row.count(), 7);
  assert.match(
    (await page.locator('.spoken', { hasText: 'query' }).textContent()) ?? '',
    /, score −?\d+\.\d\d/,
  );
  assert.match((await page.locator('.cell-values').textContent()) ?? '', /score−?\d+\.\d\d/);
  assert.deepEqual(await axe(), []);
  await press(page, 'Why does it look there?');
  assert.equal(await row.count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test('a score is split by content and position, and by features', async () => {
  const { page, errors, close } = await opened(LINK);
  await press(page, 'Why does it look there?');
  await press(page, 'content + position');
  const [content, key, query, both, sum] = await numbers(page, '.why .sum td.number');
  const [[a, b], [c, d]] = wanted.cells.find(
    (/** @type {any} */ cell) => cell.layer === 2 && cell.head === 2,
  ).content;
  near(content, a, 'content');
  near(key, b, 'position of the key');
  near(query, c, 'position of the query');
  near(both, d, 'both positions');
  near(sum, a + b + c + d, 'score');
  await press(page, 'by feature');
  const products = (await numbers(page, '.features td:last-child')).map(Number);
  assert.equal(products.length, 9);
  near(
    products.reduce((all, each) => all + each),
    sum,
    'all features',
  );
  assert.deepEqual(errors, []);
  await close();
});

test('the numbers of a cell open in Learn, where they can be edited, with a way back to the cell', async () => {
  const { page, errors, close } = await opened(`${LINK}&asked=why`);
  await page.getByRole('link', { name: 'By hand, in Learn' }).click();
  await page.locator('heed-lesson .lesson').first().waitFor();
  await settled(page);
  assert.match((await page.locator('.origin').textContent()) ?? '', /6 of 8 tokens and 8 of 32 features/);
  const q = await page.evaluate(() => {
    const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
    lesson.state = { ...lesson.state, edits: [{ matrix: 'wQ', row: 5, col: 0, value: 9 }] };
    return { tokens: lesson.state.own.tokens, edits: lesson.state.edits.length };
  });
  assert.deepEqual(q, { tokens: ['Elinor', 'met', 'Jane', 'in', ';', 'met'], edits: 1 });
  await settled(page);
  await page.getByRole('link', { name: 'Back to Models' }).click();
  await ready(page);
  assert.match((await page.locator('.why h3').textContent()) ?? '', /Why does “met” look at “Jane”/);
  assert.deepEqual(errors, []);
  await close();
});

test('heads are found on this text, and each of the ten exercises can be solved', async () => {
  const { page, errors, close } = await opened(LINK);
  await press(page, 'Find heads');
  const kinds = await page.locator('.kinds th').allTextContents();
  assert.equal(kinds.length, 5);
  assert.ok(
    kinds.every((kind) => kind.includes('on this text')),
    kinds.join(),
  );
  const found = (await page.locator('.kinds').textContent()) ?? '';
  assert.match(found, /no word of a list/);
  // No head looks at the first “met”: the largest share is not an example of it.
  assert.match(
    found,
    /duplicate token on this text\s*no head does this on this text and on mixed ones \(largest here 0\.18\)/,
  );
  // Its visible text is part of its name.
  await page.getByRole('button', { name: '2·1, Layer 2, head 1', exact: true }).first().click();
  await settled(page);
  assert.equal((await state(page)).open, '2.1');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.locator('.editor').fill('Lady Anne met Jane');
  await page.getByRole('button', { name: 'Done' }).click();
  await settled(page);
  // What NumPy finds, or PyTorch for the weights (the README of the model).
  const solutions = [[0, 1], [2, 2], [1, 0], [2, 1], null, null, [0, 1], [2, 2], [2, 1], null];
  const asks = page.locator('.exercises > li > button');
  assert.equal(await asks.count(), 10);
  for (const [index, solution] of solutions.entries()) {
    await asks.nth(index).click();
    await settled(page);
    // The list would give the answer.
    assert.equal(await page.locator('.kinds').count(), 0);
    let found = false;
    const heads = solution ? [solution] : Array.from({ length: 16 }, (_, at) => [Math.floor(at / 4), at % 4]);
    for (const [layer, head] of heads) {
      await openHead(page, layer, head);
      await press(page, `Is it layer ${layer}, head ${head}?`);
      const said = (await page.locator('.exercise [role=status]').textContent()) ?? '';
      found = said.startsWith('Yes');
      if (found) break;
      assert.match(said, /^No: layer \d, head \d is number \d+ of 16/, `exercise ${index + 1}`);
    }
    assert.ok(found, `exercise ${index + 1}`);
    // The answer and the count change together.
    assert.match(
      (await page.locator('.find').textContent()) ?? '',
      new RegExp(`: ${index + 1} of 10 solved`),
    );
  }
  // The exercise stays while another question is open, and the reader's own text comes back.
  await press(page, 'Patch');
  await press(page, 'Find heads');
  await press(page, 'Back to my text');
  const { text, open } = await page.evaluate(() => {
    const { text, layer, head } = /** @type {any} */ (document.querySelector('heed-heads')).state;
    return { text, open: `${layer}.${head}` };
  });
  assert.deepEqual([text, open], ['Lady Anne met Jane', '2.1']);
  assert.equal(await page.locator('.kinds').count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test('no head is called a successor head because it writes a little for the next word of a list', async () => {
  const { page, errors, close } = await opened('v=1&room=maps&text=one+two+three+four&asked=find');
  const last = (await page.locator('.kinds tr:last-child').textContent()) ?? '';
  assert.match(last, /no head does this on this text and on mixed ones \(largest here \+0\.1\)/);
  assert.deepEqual(errors, []);
  await close();
});

test('parts of a link that the model or the text does not have are told apart from what is off', async () => {
  const { page, errors, close } = await opened('v=1&room=maps&text=hi&off=v99,7:mlp,0:1');
  const told = (await page.locator('.live-reading .off').textContent()) ?? '';
  assert.match(told, /Off: 0·1\./);
  assert.match(told, /Not in this model or text: value of “99” \(99\) in all layers, MLP of layer 7\./);
  assert.deepEqual(errors, []);
  await close();
});

test('with parts off, the tokens that lead before and after are listed, and the answers say whose run they explain', async () => {
  const { page, errors, close } = await opened(`${LINK}&off=0:1&asked=why`);
  await page.locator('.sum').waitFor();
  const words = (await page.locator('.next-list .word').allTextContents()).map((word) => word.trim());
  assert.match((await page.locator('.effect').textContent()) ?? '', /Now “her” leads/);
  assert.ok(words.includes('her') && words.includes('Jane'), words.join());
  const why = (await page.locator('.why').textContent()) ?? '';
  assert.match(why, /= -?[\d.]+ after softmax 0\.6\d/);
  assert.match(why, /the run with what is off\. With all parts on, the weight is 0\.15\./);
  // The sum is that of the score, by origin and by feature, and the head that is off has no part in it.
  const score = Number((await page.locator('.why-score b').first().textContent())?.replace('−', '-'));
  near((await numbers(page, '.why .sum td.number')).at(-1) ?? NaN, score, 'score by origin');
  await press(page, 'by feature');
  const products = (await numbers(page, '.features td:last-child')).map(Number);
  near(
    products.reduce((all, each) => all + each),
    score,
    'score by feature',
  );
  await press(page, 'Layer by layer');
  assert.match(
    (await page.locator('.lens').textContent()) ?? '',
    /all parts on: what is off does not change it/,
  );
  // Each token has its own probability.
  assert.equal(await page.locator('.lens .best .token').count(), await page.locator('.lens .best i').count());
  assert.deepEqual(errors, []);
  await close();
});

test('the questions are in Spanish, and fit a phone', async () => {
  for (const asked of ['why', 'ranking', 'patch', 'lens', 'tokens', 'find']) {
    const { page, errors, close } = await opened(
      `${LINK}&language=es&asked=${asked}&second=${SECOND.replaceAll(' ', '+')}`,
      { viewport: { width: 360, height: 780 } },
    );
    await page.locator('.panes button').nth(2).click();
    await settled(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${asked}: ${width}`);
    assert.match((await page.locator('.live-reading').textContent()) ?? '', /Buscar cabezas/);
    assert.deepEqual(errors, []);
    await close();
  }
});
