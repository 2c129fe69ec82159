/** Figures for print: the dialog, its keys, and the files that it writes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { openMaps, openOptions } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** Opens the dialog, and waits for its preview. @param {Page} page @param {string} [name] - of the button */
async function openPrint(page, name = 'Figure for print…') {
  await openOptions(page, 'exports');
  await page.locator('heed-heads .export').getByRole('button', { name, exact: true }).click();
  const dialog = page.locator('heed-heads').getByRole('dialog', { name: name.replace('…', ''), exact: true });
  await dialog.locator('.paper').waitFor();
  return dialog;
}

/** @param {Page} page @param {import('playwright-core').Locator} dialog @param {string} save */
async function saved(page, dialog, save = 'Save') {
  const button = dialog.getByRole('button', { name: new RegExp(`^${save} `) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Shows the dialog's sentence about the figure. @param {import('playwright-core').Locator} dialog */
const note = (dialog) => dialog.locator('.print-note').textContent();

test('several heads are one figure with letters, and an SVG, a PNG and a PDF have the size that was typed', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  const dialog = await openPrint(page);
  const add = dialog.getByLabel('Add a head');
  for (const [text, shown] of [
    ['2·9', 'b2·9'],
    ['0.2', 'c0·2'],
  ]) {
    await add.fill(text);
    await add.press('Enter');
    await dialog.getByRole('listitem').filter({ hasText: shown }).waitFor();
  }
  assert.deepEqual(await axe(), []);
  const width = dialog.getByLabel('Width', { exact: true });
  await width.fill('3.3in');
  await width.press('Enter');
  const size = dialog.getByLabel('Type, in points');
  await size.fill('8');
  await size.press('Enter');

  await dialog.getByRole('button', { name: 'SVG', exact: true }).click();
  const svg = await saved(page, dialog);
  assert.equal(svg.name, 'figure.svg');
  const text = svg.bytes.toString('utf8');
  assert.match(text, /<svg [^>]*width="237\.6pt"/);
  assert.deepEqual(
    [...new Set([...text.matchAll(/font-size="([\d.]+)"/g)].map(([, points]) => points))],
    ['8'],
  );
  for (const part of ['(a)', '(c)', 'Layer 2, head 9', 'trophy']) assert.ok(text.includes(`>${part}<`), part);

  await dialog.getByRole('button', { name: 'PNG', exact: true }).click();
  const dots = dialog.getByLabel('Dots per inch');
  await dots.fill('300');
  await dots.press('Enter');
  const png = await saved(page, dialog);
  assert.equal(png.bytes.readUInt32BE(16), 990);
  assert.equal(png.bytes.toString('latin1', 37, 41), 'pHYs');

  await dialog.getByRole('button', { name: 'PDF', exact: true }).click();
  const pdf = await saved(page, dialog);
  assert.match(pdf.bytes.toString('latin1'), /^%PDF-[^]*\/MediaBox \[0 0 237\.6\d* /);
  assert.equal(await dialog.locator('.said').textContent(), 'figure.pdf is saved.');
  assert.deepEqual(errors, []);
  await close();
});

test('heads that are shown as their mean are offered as the parts of one figure', async () => {
  const chosen = ['0:0', '0:1', '1:2', '2:2', '3:1', '5:10'];
  const { page, errors, close } = await openMaps(harness, `chosen=${chosen}&source=mean&over=chosen`);
  const dialog = await openPrint(page);
  assert.equal(await dialog.getByRole('listitem').count(), 1);
  await dialog.getByRole('button', { name: 'the 6 chosen heads' }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'f5·10' }).waitFor();
  assert.equal(await dialog.getByRole('listitem').count(), 6);
  assert.equal(await dialog.getByRole('button', { name: 'the 6 chosen heads' }).count(), 0);
  await dialog.getByRole('button', { name: 'SVG', exact: true }).click();
  const svg = (await saved(page, dialog)).bytes.toString('utf8');
  for (const part of ['(a)', '(f)']) assert.ok(svg.includes(`>${part}<`), part);
  assert.deepEqual(errors, []);
  await close();
});

test('bad input gives one sentence beside its field, and the figure stays', async () => {
  const { page, close } = await openMaps(harness);
  const dialog = await openPrint(page);
  const before = await note(dialog);
  for (const [field, text, sentence] of [
    ['Width', '5', 'A width is from 10 to 1000 mm, such as 85, not “5”.'],
    ['Type, in points', 'big', 'Type is from 3 to 72 points, not “big”.'],
    [
      'Add a head',
      '6·0',
      'A head is written as layer·head, such as 2·9; there are 6 layers of 12 heads, counted from 0, and “6·0” is none of them.',
    ],
    ['Add a head', '5·10', '5·10 is in the figure already.'],
  ]) {
    const input = dialog.getByLabel(field, { exact: true });
    await input.fill(text);
    await input.press('Enter');
    await dialog.locator('.problem', { hasText: sentence }).waitFor();
    await input.press('Escape');
    // Escape discards the text and, pressed again, closes the dialog.
    if (!(await dialog.isVisible())) await openPrint(page);
  }
  assert.equal(await note(dialog), before);
  await dialog.getByLabel('Type, in points').fill('72');
  await dialog.getByLabel('Type, in points').press('Enter');
  await dialog.locator('.print-preview p', { hasText: 'The labels leave no space for cells' }).waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Save figure.pdf' }).isDisabled());
  await close();
});

test('the dialog is used by keys, keeps the focus, and gives it back', async () => {
  const { page, close } = await openMaps(harness, 'language=es', { viewport: { width: 390, height: 844 } });
  await page.locator('heed-heads .panes').getByRole('button', { name: 'Mapa' }).click();
  const dialog = await openPrint(page, 'Figura para imprimir…');
  const focused = () =>
    page.evaluate(() => {
      const active = document.querySelector('heed-heads')?.shadowRoot?.activeElement;
      return active?.closest('dialog') !== null && active !== undefined;
    });
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    assert.ok(await focused());
  }
  const widest = await dialog.evaluate((node) => node.scrollWidth - node.clientWidth);
  assert.ok(widest <= 0, `${widest} px too wide`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await close();
});
