import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { layoutFaults } from './layout.mjs';
import { openLesson, settled } from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** Every lesson of matrices, and how many steps it has. */
const LESSONS = {
  positions: 7,
  words: 7,
  'scale-mask': 7,
  frase: 7,
  concepts: 11,
  heads: 6,
  distance: 6,
  own: 7,
};

/** What is wrong with the stage as it is shown. Runs in the page. @param {{ fits: boolean, digits: number }} wants */
function stageFaults({ fits, digits }) {
  const root = document.querySelector('heed-lesson')?.shadowRoot;
  const stage = root?.querySelector('.lesson-stage');
  if (!root || !stage) return ['there is no stage'];
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  const { bottom } = stage.getBoundingClientRect();
  if (fits && bottom > innerHeight + 1) found.push(`it is ${Math.ceil(bottom - innerHeight)} px too high`);
  const maps = /** @type {any[]} */ ([...stage.querySelectorAll('heed-map:not(.unseen)')]);
  for (const map of maps) {
    const box = map.getBoundingClientRect();
    if (!map.closest('.scroll') && (box.left < 0 || box.right > innerWidth + 1))
      found.push(`${map.dataset.matrix} is cut at the side`);
    if (map.figure.textSize < digits)
      found.push(`${map.dataset.matrix} has digits of ${map.figure.textSize}`);
  }
  const parts = [...stage.querySelectorAll('.name, .sign, .sum, .lab')].map((each) => ({
    name: `${each.className} ${each.textContent?.trim().slice(0, 24)}`,
    box: each.getBoundingClientRect(),
  }));
  const over = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
    a.left < b.right - 1.5 && b.left < a.right - 1.5 && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
  parts.forEach(({ name, box }, index) => {
    if (box.left < -1) found.push(`${name} is cut at the left`);
    for (const map of maps)
      if (over(box, map.getBoundingClientRect())) found.push(`${name} lies on ${map.dataset.matrix}`);
    for (const other of parts.slice(index + 1))
      if (over(box, other.box)) found.push(`${name} lies on ${other.name}`);
  });
  return found;
}

/**
 * Every step of every lesson, one after the other in one page.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ fits: boolean, digits: number, presented?: boolean, language?: string }} wants
 */
async function allFaults(page, { presented = false, language = 'en', ...wants }) {
  /** @type {string[]} */
  const faults = [];
  for (const [lesson, steps] of Object.entries(LESSONS)) {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `v=1&lesson=${lesson}&show=step&language=${language}${lesson === 'own' ? '&tokens=the+cat+sat+down&model=4&key=4&value=4&from=1&embeddings=one-hot&drawn=randn' : ''}`,
    );
    await page.waitForFunction(
      (id) => /** @type {any} */ (document.querySelector('heed-lesson'))?.state.lesson === id,
      lesson,
    );
    await settled(page);
    if (presented) await page.locator('heed-lesson .top .quiet').last().click();
    for (let step = 0; step < steps; step += 1) {
      await page.evaluate(
        (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
        step,
      );
      await settled(page);
      const found = [...(await page.evaluate(stageFaults, wants)), ...(await layoutFaults(page))].filter(
        // The selected cell is drawn larger, over the others.
        (fault) => !fault.includes('(div.working)'),
      );
      faults.push(...found.map((fault) => `${lesson}, step ${step + 1}: ${fault}`));
    }
    if (presented) await page.keyboard.press('Escape');
  }
  return faults;
}

/** The digits that the narrow left operand may give up are not counted there. @type {[string, { width: number, height: number }, Parameters<typeof allFaults>[1]][]} */
const PLACES = [
  ['on a large screen', { width: 1440, height: 900 }, { fits: true, digits: 16 }],
  ['on a projector', { width: 1280, height: 720 }, { fits: true, digits: 16 }],
  ['on a projector in Spanish', { width: 1280, height: 720 }, { fits: true, digits: 16, language: 'es' }],
  ['presented on a projector', { width: 1280, height: 720 }, { fits: true, digits: 16, presented: true }],
  ['presented on an old one', { width: 1024, height: 768 }, { fits: true, digits: 16, presented: true }],
  ['on a phone', { width: 390, height: 844 }, { fits: false, digits: 0 }],
  ['on a small phone', { width: 360, height: 640 }, { fits: false, digits: 0, language: 'es' }],
];

for (const [where, viewport, wants] of PLACES)
  test(`every step of every lesson fits ${where}, ${viewport.width} × ${viewport.height}: nothing is cut, nothing overlaps, and digits can be read`, async () => {
    const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step', {
      viewport,
      reducedMotion: 'reduce',
    });
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
    });
    assert.deepEqual(await allFaults(page, wants), []);
    assert.deepEqual(errors, []);
    await close();
  });

test('the stage has no fault that axe finds, in both themes, with a question and without', async () => {
  for (const [view, colorScheme] of /** @type {const} */ ([
    ['v=1&lesson=words&show=step&step=3', 'light'],
    ['v=1&lesson=words&show=step&step=6', 'dark'],
    ['v=1&lesson=scale-mask&show=step&step=5&language=es&ask=none', 'light'],
    ['v=1&lesson=heads&show=step&step=4', 'dark'],
    ['v=1&lesson=concepts&show=step&step=10', 'light'],
  ])) {
    const { axe, close } = await openLesson(harness, view, { colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await axe(), [], view);
    await close();
  }
});
