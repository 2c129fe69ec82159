/** The worksheets of the Learn room: their numbers, the gaps in a blank one, and whether they fit paper. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as engine from '../../engine/attention.js';
import { compute } from '../../rooms/learn/compute/compute.js';
import { LESSON_IDS, isStory } from '../../rooms/learn/lessons/index.js';
import { decode } from '../../rooms/learn/state/fragment.js';
import { start } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
  await engine.load();
});
after(() => harness?.close());

/** The lessons with matrices for working by hand. */
const LESSONS = LESSON_IDS.filter((lesson) => !isStory(lesson));

/**
 * Opens the worksheet of a lesson from the menu.
 *
 * @param {string} fragment @param {import('./harness.mjs').OpenOptions} [options]
 */
async function open(fragment, options) {
  const visit = await harness.open(`index.html#v=1&${fragment}`, options);
  const { page } = visit;
  await page.locator('heed-lesson').waitFor();
  await page.locator('.menu-button').click();
  await page.getByRole('menuitem', { name: /Worksheet to print|Hoja de ejercicios/ }).click();
  await page.locator('.worksheet-dialog[open]').waitFor();
  return visit;
}

/** The matrices on the sheet: the text of each cell, and whether it is a gap. @param {Page} page */
function onSheet(page) {
  return page.evaluate(() => {
    const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('.worksheet-dialog iframe'));
    return [.../** @type {Document} */ (frame.contentDocument).querySelectorAll('figure')].map((figure) => ({
      id: figure.dataset.matrix ?? '',
      cells: [...figure.querySelectorAll('tbody td')].map((cell) => ({
        text: cell.textContent ?? '',
        asked: cell.classList.contains('asked'),
      })),
    }));
  });
}

/**
 * Whether a text is a number, rounded to the decimals that it has.
 *
 * @param {string} text @param {number} value
 */
function says(text, value) {
  if (!Number.isFinite(value)) return text === (value < 0 ? '−∞' : '∞');
  const decimals = text.split('.')[1]?.length ?? 0;
  return Math.abs(Number(text.replace('−', '-')) - value) <= 0.5 * 10 ** -decimals + 1e-9;
}

/** The numbers of a lesson, computed by the engine. @param {string} fragment */
function numbers(fragment) {
  const { state } = decode(`v=1&${fragment}`);
  assert.ok(state);
  const { matrices, softmax } = compute(engine, state);
  const { exponentials, sums } = softmax;
  const cols = exponentials.cols + 1;
  const data = Array.from({ length: exponentials.rows * cols }, (_, cell) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    return col < exponentials.cols ? exponentials.data[row * exponentials.cols + col] : sums.data[row];
  });
  return { ...matrices, exponentials: { data } };
}

for (const lesson of LESSONS)
  test(`the worksheet of a lesson has the given numbers and no result, and the one with the answers has all: ${lesson}`, async () => {
    const fragment = `lesson=${lesson}`;
    const { page, errors, requests, close } = await open(fragment);
    const expected = /** @type {Record<string, { data: ArrayLike<number> }>} */ (numbers(fragment));
    const blank = await onSheet(page);
    await page.getByRole('radio', { name: 'with the answers' }).check();
    const answers = await onSheet(page);
    assert.deepEqual(
      blank.map(({ id }) => id),
      answers.map(({ id }) => id),
    );
    assert.ok(blank.some(({ cells }) => cells.some(({ asked }) => asked)));
    for (const [place, { id, cells }] of answers.entries()) {
      assert.equal(cells.length, expected[id].data.length, id);
      cells.forEach(({ text, asked }, cell) => {
        assert.ok(
          says(text, expected[id].data[cell]),
          `${id} ${cell}: ${text} for ${expected[id].data[cell]}`,
        );
        assert.equal(blank[place].cells[cell].text, asked ? '' : text, `${id} ${cell} on the blank sheet`);
      });
    }
    // The widest matrix fits A4, which is narrower than Letter.
    const fits = await page.evaluate(() => {
      const { contentDocument: sheet } = /** @type {HTMLIFrameElement} */ (
        document.querySelector('.worksheet-dialog iframe')
      );
      const main = /** @type {HTMLElement} */ (sheet?.querySelector('.sheet'));
      return main.scrollWidth <= main.clientWidth && main.clientWidth <= (210 - 28) * (96 / 25.4);
    });
    assert.ok(fits);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      requests.filter(({ afterLoad, url }) => afterLoad && !url.startsWith('about:')),
      [],
    );
    await close();
  });

test('each lesson prints on A4 and on Letter, black on white in a dark page too, in a few pages', async () => {
  for (const lesson of LESSONS) {
    const { page, close } = await open(`lesson=${lesson}`, { colorScheme: 'dark' });
    const { html, colors } = await page.evaluate(() => {
      const { contentDocument: sheet } = /** @type {HTMLIFrameElement} */ (
        document.querySelector('.worksheet-dialog iframe')
      );
      if (!sheet) throw new Error('there is no sheet');
      const rules = sheet.adoptedStyleSheets
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .join('\n');
      const { backgroundColor, color } = getComputedStyle(sheet.documentElement);
      return {
        html: `<!doctype html><html lang="en"><style>${rules}</style>${sheet.body.outerHTML}`,
        colors: [backgroundColor, color],
      };
    });
    assert.deepEqual(colors, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await close();
    const paper = await harness.context.newPage();
    await paper.setContent(html);
    for (const format of ['A4', 'Letter']) {
      const pdf = (await paper.pdf({ format })).toString('latin1');
      const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      assert.ok(pages >= 1 && pages <= 5, `${lesson} takes ${pages} pages of ${format}`);
    }
    await paper.close();
  }
});

test('the sheet has the numbers that the reader sees, in Spanish too, opened from a file, and Print prints it alone', async () => {
  const fragment = 'lesson=words&mask=causal&edit=wQ:0:0:5&language=es';
  const { page, errors, close } = await open(fragment, { fileUrl: true });
  const expected = /** @type {Record<string, { data: ArrayLike<number> }>} */ (numbers(fragment));
  const sheet = await onSheet(page);
  const projection = sheet.find(({ id }) => id === 'wQ');
  assert.equal(projection?.cells[0].text, '5');
  await page.getByRole('radio', { name: 'con las respuestas' }).check();
  for (const { id, cells } of await onSheet(page))
    cells.forEach(({ text }, cell) =>
      assert.ok(
        !text.includes('.') && says(text.replace(',', '.'), expected[id].data[cell]),
        `${id} ${cell}: ${text}`,
      ),
    );
  await page.evaluate(() => {
    const { contentWindow } = /** @type {HTMLIFrameElement} */ (
      document.querySelector('.worksheet-dialog iframe')
    );
    Object.assign(/** @type {Window} */ (contentWindow), {
      print: () => document.documentElement.setAttribute('data-printed', ''),
    });
  });
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await page.locator('html[data-printed]').waitFor();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await page.locator('.worksheet-dialog').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await close();
});

test('a worksheet speaks of scaled scores only where scores are scaled', async () => {
  for (const [fragment, wanted, other] of [
    ['lesson=picked', 'each score of attention', 'scaled score'],
    ['lesson=words', 'each scaled score', 'score of attention'],
  ]) {
    const { page, close } = await open(fragment);
    const text = await page.frameLocator('.worksheet-dialog iframe').locator('body').innerText();
    assert.ok(text.includes(`power of ${wanted}`) && !text.includes(other), text);
    await close();
  }
});

/** The lesson of the worksheet of each story, as in its title. */
const BY_HAND = {
  first: 'Four words, by hand',
  scaling: 'Why we scale and mask',
  ahead: 'Why we scale and mask',
  'two-heads': 'Heads',
  order: 'Positions, three tokens',
};

test('the worksheet of a story is that of a lesson with matrices for working by hand, and says so', async () => {
  for (const story of LESSON_IDS.filter(isStory)) {
    const { page, errors, close } = await open(`lesson=${story}`);
    const sheet = await onSheet(page);
    assert.ok(sheet.length > 4, story);
    const paper = page.frameLocator('.worksheet-dialog iframe');
    const lesson = BY_HAND[/** @type {keyof typeof BY_HAND} */ (story)];
    assert.equal(await paper.locator('h1').innerText(), lesson);
    const said = await paper.locator('.for-story').innerText();
    assert.ok(said.includes(`This is the worksheet of the lesson “${lesson}”`), said);
    assert.ok(Math.max(...sheet.map(({ cells }) => cells.length)) <= 64, `${story}: no matrix is large`);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('axe finds nothing in the dialog, and Escape closes it', async () => {
  const visit = await open('lesson=heads', { viewport: { width: 390, height: 844 } });
  assert.deepEqual(await visit.axe('.worksheet-dialog'), []);
  await visit.page.keyboard.press('Escape');
  await visit.page.locator('.worksheet-dialog').waitFor({ state: 'detached' });
  await visit.close();
});

for (const width of [390, 360])
  test(`on a phone, the buttons are in one line and the formula is not cut off (${width} px)`, async () => {
    const { page, errors, close } = await open('lesson=words', { viewport: { width, height: 700 } });
    const { tops, fits } = await page.evaluate(() => {
      const dialog = /** @type {HTMLElement} */ (document.querySelector('.worksheet-dialog'));
      const { contentDocument: sheet } = /** @type {HTMLIFrameElement} */ (dialog.querySelector('iframe'));
      const formula = /** @type {HTMLElement} */ (sheet?.querySelector('.attention'));
      const end = Math.max(
        ...Array.from(formula.querySelectorAll('*'), (each) => each.getBoundingClientRect().right),
      );
      return {
        tops: Array.from(dialog.querySelectorAll('button'), (button) => button.offsetTop),
        fits: end <= formula.getBoundingClientRect().right,
      };
    });
    assert.equal(new Set(tops).size, 1);
    assert.ok(fits);
    assert.deepEqual(errors, []);
    await close();
  });
