/** Groups of clauses, and the line of errors, in the Masks room. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {string} [mask] @param {import('./harness.mjs').OpenOptions} [options] */
async function openRoom(mask, options) {
  const fragment = mask ? `&mask=${encodeURIComponent(mask)}` : '';
  const visit = await harness.open(`index.html#v=1&room=masks${fragment}`, options);
  await visit.page.locator('heed-mask .map').first().waitFor();
  await settled(visit.page);
  return visit;
}

/** @param {Page} page @returns {Promise<string>} */
const textOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('heed-mask')).state.text);
/** @param {Page} page */
const expression = (page) => page.getByLabel('The mask as an expression');
/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });
/** @param {Page} page @param {string} name - the operator and the operands */
const group = (page, name) => page.getByRole('group', { name, exact: true });
/** The focused element in the room. @param {Page} page */
const focused = (page) =>
  page.evaluate(() => {
    const active = document.querySelector('heed-mask')?.shadowRoot?.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
  });
/** Presses Tab until a control has the focus. @param {Page} page @param {string} name */
async function tabTo(page, name) {
  for (let press = 0; press < 40; press += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${name}`);
}

test('from the opening mask, clicks build a group of the window and the global token', async () => {
  const { page, errors, close } = await openRoom();
  await button(page, 'Move window(6)').click();
  await button(page, 'Into a new group').click();
  await settled(page);
  assert.equal(await textOf(page), 'causal and window(6)', 'a group with one clause is not in the text');
  await group(page, 'any of: window(6)').getByRole('button', { name: '+ clause' }).click();
  await page.getByLabel('Clause', { exact: true }).selectOption('global');
  await button(page, 'Add').click();
  await settled(page);
  assert.equal(await textOf(page), 'causal and (window(6) or global(0))');
  assert.match(page.url(), /mask=causal\+and\+\(window\(6\)\+or\+global\(0\)\)/);
  assert.equal(await page.locator('heed-mask .group').count(), 2);
  assert.deepEqual(
    (await page.locator('heed-mask .behind .in-group').allTextContents()).join(''),
    '(window(6) or global(0))',
  );
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal(await textOf(page), 'causal and window(6)');
  assert.deepEqual(errors, []);
  await close();
});

test('with keys alone, a new group is begun and the window moved into it', async () => {
  const { page, errors, close } = await openRoom();
  await expression(page).focus();
  await tabTo(page, '+ group (all of: causal, window(6))');
  await page.keyboard.press('Enter');
  await settled(page);
  await tabTo(page, 'Clause');
  await tabTo(page, 'Add');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await textOf(page), 'causal and window(6) and global(0)');
  assert.equal(await focused(page), 'Clause', 'the list of clauses of the new group has the focus');
  await page.locator('heed-mask').getByRole('button', { name: 'Move window(6)' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await settled(page);
  assert.equal(await textOf(page), 'causal and (window(6) or global(0))');
  assert.equal(await focused(page), 'Move window(6)');
  assert.equal(
    await page.locator('heed-mask .clauses-view [aria-live]').innerText(),
    'window(6) is now 1 of 2 in any of: window(6), global(0)',
  );
  await page.keyboard.press('Alt+ArrowUp');
  await settled(page);
  assert.equal(await textOf(page), 'causal and window(6) and global(0)');
  assert.equal(await focused(page), 'Move window(6)');
  assert.deepEqual(errors, []);
  await close();
});

test('a clause is dragged into a group, and a group with one clause left dissolves', async () => {
  const { page, errors, close } = await openRoom('causal and (window(6) or global(0))');
  await button(page, 'Move causal').dragTo(button(page, 'Move global(0)'), {
    targetPosition: { x: 18, y: 34 },
  });
  await settled(page);
  assert.equal(await textOf(page), 'window(6) or global(0) or causal');
  assert.equal(await page.locator('heed-mask .group').count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test('a group changes its operator, and is removed with its clauses', async () => {
  const { page, close } = await openRoom('causal and (window(6) or global(0))');
  const inner = group(page, 'any of: window(6), global(0)');
  await inner.getByRole('button', { name: 'all of' }).click();
  await settled(page);
  assert.equal(await textOf(page), 'causal and (window(6) and global(0))');
  await button(page, 'Remove all of: window(6), global(0)').click();
  await settled(page);
  assert.equal(await textOf(page), 'causal');
  await close();
});

test('a number of a group with one clause can be changed, and the group stays', async () => {
  const { page, close } = await openRoom();
  await button(page, 'Move window(6)').click();
  await button(page, 'Into a new group').click();
  await settled(page);
  const field = page.locator('heed-mask .clauses .number [inputmode=numeric]').first();
  await field.fill('3');
  await field.press('Enter');
  await settled(page);
  assert.equal(await textOf(page), 'causal and window(3)');
  assert.equal(await group(page, 'any of: window(3)').count(), 1);
  await close();
});

test('groups that are nested more than three deep open on their own', async () => {
  const { page, errors, close } = await openRoom(
    'causal and (window(6) or (prefix(3) and (global(0) or (blocks(4) and causal))))',
  );
  assert.equal(await page.locator('heed-mask .group').count(), 3);
  await button(page, 'any of: global(0), all of: blocks(4), causal').click();
  await settled(page);
  assert.equal(await button(page, 'Remove global').count(), 1);
  assert.equal(await button(page, 'Remove causal').count(), 0, 'the whole mask is not shown');
  await button(page, 'Back to the whole mask').click();
  await settled(page);
  assert.equal(await button(page, 'Remove window').count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test('each clause and group has a thumbnail of its own', async () => {
  const { page, close } = await openRoom('causal and (window(6) or global(0))');
  const paths = await page
    .locator('heed-mask .thumbnail')
    .evaluateAll((all) =>
      all.map((each) =>
        ['.allowed', '.removed'].map((name) => each.querySelector(name)?.getAttribute('d') !== ''),
      ),
    );
  assert.deepEqual(paths, Array(4).fill([true, true]));
  await close();
});

test('the correction of a mistyped clause is the next stop of Tab, and Enter takes it', async () => {
  const { page, errors, close } = await openRoom();
  await expression(page).fill('causal and (windo(6) or global(0))');
  await settled(page);
  const problem = page.locator('heed-mask .expression .problem');
  assert.match((await problem.innerText()).replaceAll('\n', ' '), /windo is not a clause\. Did you mean/);
  assert.equal(await page.locator('heed-mask .behind .wrong').innerText(), 'windo');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'window');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await textOf(page), 'causal and (window(6) or global(0))');
  assert.equal(await problem.isVisible(), false);
  assert.equal(
    await expression(page).evaluate((field) => /** @type {HTMLTextAreaElement} */ (field).selectionStart),
    18,
    'the caret is after the word',
  );
  await choose(page, 'Undo');
  await settled(page);
  assert.equal(await textOf(page), 'causal and window(6)', 'the correction is one undo step');
  assert.deepEqual(errors, []);
  await close();
});

test('signs of other languages are corrected one by one', async () => {
  const { page, close } = await openRoom();
  await expression(page).fill('causal&&(window(6)|!global(0))');
  for (const word of ['and', 'or', 'not']) {
    await settled(page);
    await button(page, word).click();
  }
  await settled(page);
  assert.equal(await textOf(page), 'causal and (window(6) or not global(0))');
  await close();
});

test('a message moves neither the maps nor the list, and says what they show', async () => {
  for (const width of [1440, 1280, 390, 360]) {
    const { page, close } = await openRoom('', { viewport: { width, height: 800 } });
    const tops = () =>
      page.locator('heed-mask').evaluate((mask) =>
        ['.band', '.clauses', '.below'].map((name) => {
          const box = mask.shadowRoot?.querySelector(name)?.getBoundingClientRect();
          return [box?.top, name === '.below' ? box?.height : 0];
        }),
      );
    const before = await tops();
    assert.equal(before[2][1], 44);
    for (const text of ['causal and', 'causal and windo(6)', 'causal and sliding(6)', 'causal & window(6)']) {
      await expression(page).fill(text);
      await settled(page);
      assert.equal(await expression(page).getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await tops(), before, `${width}: ${text}`);
      if (width > 1000) assert.match(await page.locator('heed-mask .kept').innerText(), /last valid mask/);
    }
    await close();
  }
});

test('an edit of the list replaces a text that is not valid', async () => {
  const { page, close } = await openRoom();
  await expression(page).fill('causal and windo(6)');
  await settled(page);
  await button(page, 'Remove causal').click();
  await settled(page);
  assert.equal(await expression(page).inputValue(), 'window(6)');
  assert.equal(await expression(page).getAttribute('aria-invalid'), null);
  await close();
});

test('groups and messages have no violation that axe finds, and nothing is wider than the screen', async () => {
  for (const options of /** @type {import('./harness.mjs').OpenOptions[]} */ ([
    {},
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    { forcedColors: 'active' },
  ])) {
    const { page, axe, errors, close } = await openRoom(
      'causal and (window(6) or (global(0) and not blocks(4)))',
      options,
    );
    await page.getByRole('button', { name: '+ group' }).first().click();
    await button(page, 'Move window(6)').click();
    await expression(page).fill('windo(6)');
    await settled(page);
    assert.deepEqual(await axe('heed-mask'), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(errors, []);
    await close();
  }
});
